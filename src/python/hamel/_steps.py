"""Motions step by step, and the derivative of a step."""

from . import _core
from ._errors import InputError


def in_order(where, given, names, otherwise):
    """Numbers given in order, or by name; names that are left out have the number of `otherwise`."""
    if not isinstance(given, dict):
        return [float(number) for number in given]
    for name in given:
        if name not in names:
            raise InputError(where, f"'{name}'", f"one of {', '.join(names)}")
    return [float(given.get(name, number)) for name, number in zip(names, otherwise)]


class Simulation(_core.Simulation):
    """A motion taken step by step, as `System.simulation` makes it. It does not follow later parameters of the system."""

    def __init__(self, model, dynamics, method):
        self.name, self.dynamics, self.method = model.name, dynamics, method
        super().__init__(model, dynamics, method)

    def step(self, h, inputs=None):
        """A step of length h, a time: (True, "ok"), or (False, why) where it failed and the motion stays where it was.

        `inputs` are held over the step: one number for each of `self.inputs`, in order or by name (zeros where left out);
        without them the signals of the file act. InputError where there are too few or too many.
        """
        if inputs is not None:
            inputs = in_order("inputs", inputs, self.inputs, [0.0] * len(self.inputs))
        return super().step(float(h), inputs)

    def __repr__(self):
        return f"<{self.dynamics} motion of {self.name} by {self.method} at t = {self.t:g}>"

    def __reduce__(self):
        raise TypeError("a simulation is not copied or pickled: keep `look()`, and start another by System.starting")


class LinearStep:
    """A step and its derivative: near the start x exp(dx), m + dm and the inputs w + dw it ends at x+ exp(dx+), m+ + dm+
    with (dx+, dm+) = A (dx, dm) + B dw, where m = D^T p and p = M a.

    `method` is the method whose step this is, `variational`: compare it with `System.simulation(method="variational")`.
    `x` (coordinates,) and `a` (n,) are coordinates and velocity of the end, `D` (n, r) spans d at the start, `A` is
    (n + r, n + r), `B` (n + r, inputs); `ok` and `status` say how the step ended.
    """

    def __init__(self, found, method):
        self.ok, self.status, self.method = found["ok"], found["status"], method
        self.x, self.a, self.D, self.A, self.B = (found[name] for name in ("x", "a", "D", "A", "B"))

    def __repr__(self):
        return f"<{self.method} step of {self.A.shape[0]} states under {self.B.shape[1]} inputs, {self.status}>"
