from typing import Any, Callable, Mapping, Optional, Sequence, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import System

_Array = NDArray[np.float64]

__all__ = ["DifferentiableRun", "Gradient", "differentiable_run", "value_and_grad"]

class Gradient:
    x: _Array
    u: _Array
    inputs: _Array
    parameters: dict[str, float]
    def __init__(self, x: _Array, u: _Array, inputs: _Array, parameters: Optional[dict[str, float]] = ...) -> None: ...

class DifferentiableRun:
    ok: bool
    status: str
    t: _Array
    x: _Array
    a: _Array
    def __init__(self, found: Mapping[str, Any]) -> None: ...
    def pull_back(self, by_x: Optional[ArrayLike] = ..., by_a: Optional[ArrayLike] = ...) -> Gradient: ...

def differentiable_run(system: System, steps: int, h: float, x: Union[Mapping[str, float], ArrayLike, None] = ...,
                       a: Optional[ArrayLike] = ..., u: Union[Mapping[str, float], ArrayLike, None] = ...,
                       inputs: Optional[ArrayLike] = ..., t: float = ..., dynamics: Optional[str] = ...) -> DifferentiableRun: ...
def value_and_grad(cost: Callable[[DifferentiableRun], tuple[float, Any, Any]], system: System, steps: int, h: float,
                   parameters: Sequence[str] = ..., **start: Any) -> tuple[float, Gradient]: ...
