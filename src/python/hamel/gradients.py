"""Derivatives of runs by their starts, their inputs and their parameters.

A run here is one of the method `variational`, in nonholonomic or free motion on a group. `differentiable_run` takes its steps
and keeps their exact derivatives; `pull_back` carries what a cost is by the rows of the run back to what it is by the start and
the inputs, in one sweep: it is the backward half of a function for automatic differentiation, as torch and JAX ask for it.
`value_and_grad` is the whole of it for a cost that says its own derivative by the rows.
"""

from fractions import Fraction

import numpy as np

from . import _core
from ._answers import steering
from ._errors import DimensionError, NumericalFailure
from ._steps import in_order

__all__ = ["DifferentiableRun", "Gradient", "differentiable_run", "value_and_grad"]


class Gradient:
    """What a cost is by the start and the inputs of a run: `x` (n,) by dx, where the start moves to x exp(dx) and its u stays;
    `u` (r,) by the coefficients of the velocity a = v0 + D u; `inputs` (steps, inputs); `parameters` by name, where asked."""

    def __init__(self, x, u, inputs, parameters=None):
        self.x, self.u, self.inputs, self.parameters = x, u, inputs, parameters or {}

    def __repr__(self):
        return f"<gradient by x {self.x}, u {self.u}, {self.inputs.size} inputs, {len(self.parameters)} parameters>"


class DifferentiableRun:
    """A run with the derivatives of its steps: `t` (steps + 1,), coordinates `x` (steps + 1, .), velocities `a` (steps + 1, n).

    `ok` says whether every step succeeded; if not, `status` says why and the rows are what was computed before.
    """

    def __init__(self, found):
        self.ok, self.status = found["ok"], found["status"]
        self.t, self.x, self.a = found["t"], found["x"], found["a"]
        self._found = found

    def __repr__(self):
        return f"<differentiable run: {len(self.t)} rows up to t = {self.t[-1]:g}, {self.status}>"

    def pull_back(self, by_x=None, by_a=None):
        """The `Gradient` of a cost whose derivatives by the rows of `x` and `a` are by_x (steps + 1, .) and by_a (steps + 1, n);
        what is not given is 0. Exact to rounding."""
        if not self.ok:
            raise NumericalFailure(self.status, self)
        by_x, by_a = _like("by_x", by_x, self.x), _like("by_a", by_a, self.a)
        X, V, A, B = (self._found[name] for name in "XVAB")
        n = X.shape[2]
        by_state = np.einsum("kij,ki->kj", V, by_a)             # by (dx, dm) at each row
        by_state[:, :n] += np.einsum("kij,ki->kj", X, by_x)
        by_inputs = np.zeros((len(A), B.shape[2]))
        carried = by_state[-1]
        for k in range(len(A) - 1, -1, -1):
            by_inputs[k] = carried @ B[k]
            carried = by_state[k] + carried @ A[k]
        by_start = carried @ self._found["start_by_u"]
        return Gradient(by_start[:n], by_start[n:], by_inputs)


def _like(name, given, rows):
    if given is None:
        return np.zeros_like(rows)
    given = np.asarray(given, dtype=float)
    if given.shape != rows.shape:
        raise DimensionError(name, f"shape {given.shape}", f"{rows.shape}, that of the rows")
    return given


def differentiable_run(system, steps, h, x=None, a=None, u=None, inputs=None, t=0.0, dynamics=None):
    """`steps` steps of length h of the method `variational`: a `DifferentiableRun`, as System.simulation(method="variational")
    takes them under inputs (steps, inputs), zeros by default, held over each step.

    It starts at the coordinates x and the velocity a (n,), or its coefficients u (r,), at time t; what is not given is that of
    the start of the system (x may be a dictionary of some coordinates). InputError where a is off the constraint at x.
    """
    run = steering("linearised_run")
    start = _core.StepStart(system._model)
    start.h, start.t = float(h), float(t)
    if x is not None:
        start.x = in_order("x", x, system._model.coordinates, start.x)
    if u is not None:
        start.u = [float(number) for number in u]
    elif a is not None:
        start.a = [float(number) for number in a]
    rows = np.zeros((0, 0)) if inputs is None else np.asarray(inputs, dtype=float)
    names = system._model.inputs
    if inputs is not None and rows.shape != (steps, len(names)):
        raise DimensionError("inputs", f"shape {rows.shape}", f"({steps}, {len(names)}): a row for each step, a column for each input")
    return DifferentiableRun(run(system._model, system._dynamics(dynamics), start, int(steps), rows.tolist()))


def value_and_grad(cost, system, steps, h, parameters=(), **start):
    """The cost of a run and its `Gradient`: cost(run) is of a `DifferentiableRun` and returns (value, by_x, by_a), its value and
    its derivatives by the rows of run.x and run.a. `start` is as `differentiable_run` takes it.

    By the start and the inputs the gradient is exact to rounding. By `parameters`, names of parameters of the system, it is by
    central differences of whole runs, good to about 1e-9 of the value; the start's a or u stays, as it is given. NumericalFailure
    where a run ends early.
    """
    def value_of(one):
        run = differentiable_run(one, steps, h, **start)
        if not run.ok:
            raise NumericalFailure(run.status, run)
        return run, cost(run)
    run, (value, by_x, by_a) = value_of(system)
    gradient = run.pull_back(by_x, by_a)
    for name in parameters:
        at = system[name]
        away = Fraction(1, 2**17) * max(1, abs(Fraction(at)))
        ends = []
        for sign in (1, -1):
            other = system.copy()
            other[name] = Fraction(at) + sign * away
            ends.append(value_of(other)[1][0])
        gradient.parameters[name] = float(ends[0] - ends[1]) / float(2 * away)
    return value, gradient
