"""Mechanics with constraints on Lie groups.

A system has the Lagrangian L(x,a) = 1/2 g(x)(a,a) - U(x) on a Lie group, in the left trivialisation, and a constraint
a in d. `System` reads or describes one, `System.run` integrates its free, nonholonomic or vakonomic motion,
`System.check` decides the algebraic conditions, with certificates, and `System.compare` asks of one motion whether it is
vakonomic. `Group` gives the groups over NumPy arrays.
"""

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
import itertools
import json
import os

from . import _core
from ._core import InputError

__all__ = ["Group", "InputError", "System", "Trajectory", "methods", "run_many"]


def _exact(value):
    """What a system file says for a Python value: fractions as text, arrays as lists."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, dict):
        return {key: _exact(entry) for key, entry in value.items()}
    if hasattr(value, "tolist"):
        return _exact(value.tolist())
    if isinstance(value, (list, tuple)):
        return [_exact(entry) for entry in value]
    return value


def _fractions(value):
    """Exact numbers, which JSON carries as text p/q, as Fractions, in the entries of a certificate."""
    if isinstance(value, dict):
        return {key: _fractions(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [_fractions(entry) for entry in value]
    if isinstance(value, str):
        try:
            return Fraction(value)
        except (ValueError, ZeroDivisionError):
            return value
    return value


class Group(_core.Group):
    """A group by name, or a product: Group("SO3"), Group("SE2", "T1"), Group({"matrices": [...]}).

    Elements are arrays of shape (..., size), vectors and covectors (..., dim); operations broadcast over the leading
    axes, without copies per entry. `Group(algebra={...})` has the brackets of a system file.
    """

    def __init__(self, *factors, algebra=None):
        if algebra is not None and factors:
            raise TypeError("factors or an algebra, not both")
        described = {"group": list(factors)} if algebra is None else {"algebra": algebra}
        self.factors = tuple(factors)
        super().__init__(json.dumps(_exact(described)))

    def __mul__(self, other):
        """The direct product of groups by name."""
        if not (isinstance(other, Group) and self.factors and other.factors):
            return NotImplemented
        return Group(*self.factors, *other.factors)


class Trajectory:
    """The outputs of a run. `trajectory["x"]` is a column, `numbers` all of them, one row for each output; neither copies.

    `ok` says whether the end was reached; if not, `status` says why not and the rows are what was computed before.
    """

    def __init__(self, run, name, dynamics):
        self.name, self.dynamics = name, dynamics
        self.columns, self.numbers = run.columns, run.numbers
        self.ok, self.status, self.t_reached = run.ok, run.status, run.t_reached

    def __getitem__(self, column):
        try:
            return self.numbers[:, self.columns.index(column)]
        except ValueError:
            raise KeyError(f"{column!r}, not one of {', '.join(self.columns)}") from None

    def __len__(self):
        return len(self.numbers)

    def __repr__(self):
        return (f"<{self.dynamics} motion of {self.name}: {len(self)} rows up to t = {self.t_reached:g}, "
                f"{self.status}>")


class System:
    """A mechanical system with a constraint.

    `System("unicycle.json")` reads a system file; `System(group="SE2", metric=..., span=..., initial=...)` describes
    one by the keys of a file, with numbers, Fractions, arrays and formulas as text. Data that are exact stay exact.
    Raises InputError (a ValueError with `where`, `found`, `expected`).
    """

    def __init__(self, path=None, **description):
        if (path is None) == (not description):
            raise TypeError("the path of a system file, or a description by keywords")
        self._changes = {}
        if path is not None:
            self._model = _core.Model.read(os.fspath(path))
            with open(path, encoding="utf-8") as file:
                self._text = file.read()
        else:
            self._text = json.dumps(_exact({"schema": 1, "name": "system", **description}))
            self._model = _core.Model.parse(self._text)

    @classmethod
    def parse(cls, text):
        """A system from the text of a system file."""
        system = cls.__new__(cls)
        system._model, system._text, system._changes = _core.Model.parse(text), text, {}
        return system

    def copy(self):
        """The same system with its present parameters, which may be set apart from these."""
        other = System.parse(self._text)
        for parameter, value in self._changes.items():
            other[parameter] = value
        return other

    def description(self):
        """The keys of its system file, with the present parameters."""
        whole = json.loads(self._text)
        if self._changes:
            whole["parameters"] = {**whole["parameters"], **_exact(self._changes)}
        return whole

    @property
    def name(self):
        return self._model.name

    @property
    def parameters(self):
        """The parameters with their values, Fractions where they are exact."""
        values = {name: self._model.parameter(name) for name in self._model.parameters}
        return {name: Fraction(v) if isinstance(v, str) else v for name, v in values.items()}

    def __setitem__(self, parameter, value):
        """Sets a parameter, an int or Fraction exactly. A value without meaning is refused and changes nothing."""
        if isinstance(value, (int, Fraction)):
            self._model.set_exactly(parameter, str(Fraction(value)))
        else:
            self._model.set(parameter, float(value))
        self._changes[parameter] = value if isinstance(value, Fraction) else getattr(value, "item", lambda: value)()

    def __getitem__(self, parameter):
        value = self._model.parameter(parameter)
        return Fraction(value) if isinstance(value, str) else value

    def _dynamics(self, dynamics):
        return dynamics or ("nonholonomic" if self._model.constrained else "free")

    def run(self, t_end=10.0, dynamics=None, method=None, h=1e-2, every=1):
        """The motion from the start of the system up to t_end, an output every `every` steps of length h.

        `dynamics` is free, nonholonomic (the default of a system with a constraint) or vakonomic; `method` one of
        `hamel.methods()`. Other threads run meanwhile. A numerical failure is told by the trajectory, not raised.
        """
        dynamics = self._dynamics(dynamics)
        run = self._model.run(dynamics, method or methods()[0], float(h), float(t_end), int(every))
        return Trajectory(run, self.name, dynamics)

    def motions(self, t_end=10.0, **plan):
        """The three motions from the start, as a dictionary by their dynamics."""
        return {dynamics: self.run(t_end, dynamics, **plan) for dynamics in ("nonholonomic", "vakonomic", "free")}

    def sweep(self, over, threads=None, **plan):
        """Runs for every choice of parameter values: sweep({"m": [1, 2], "l": lengths}, t_end=5), on threads.

        Returns a list of (values, trajectory), `values` a dictionary, the last parameter varying fastest.
        """
        chosen = [dict(zip(over, values)) for values in itertools.product(*over.values())]
        systems = []
        for values in chosen:
            system = self.copy()
            for parameter, value in values.items():
                system[parameter] = value
            systems.append(system)
        return list(zip(chosen, run_many(systems, threads, **plan)))

    def simulation(self, dynamics=None, method=None):
        """A motion taken step by step: `step(h, inputs)`, `look()`, `restart()`. It does not follow later parameters."""
        return _core.Simulation(self._model, self._dynamics(dynamics), method or methods()[0])

    def check(self):
        """Every condition and Q1 with certificates, as `hamel check --json`; exact numbers are Fractions."""
        report = json.loads(_core.check(self._model))
        for verdict in report["conditions"]:
            verdict["witness"] = _fractions(verdict["witness"])
        report["q1"] = {key: _fractions(value) if key in ("certificate", "exceptions") else value
                        for key, value in report["q1"].items()}
        return report

    def compare(self, t_end=10.0):
        """The three motions from the start, and whether the nonholonomic one is vakonomic, as `hamel compare --json`."""
        return json.loads(_core.compare(self._model, float(t_end)))

    def steer(self, to=None, free=(), wrap=(), t_end=1.0, candidates=3):
        """The admissible motions of least cost to the coordinates `to`, the cheapest first; see `hamel steer`."""
        if not hasattr(_core, "steer"):
            raise NotImplementedError("this build has no steering (HAMEL_BUILD_STEERING)")
        ends = [(name, float(value)) for name, value in (to or {}).items()]
        return _core.steer(self._model, ends, list(free), list(wrap), float(t_end), int(candidates))

    def __repr__(self):
        return f"<System {self.name!r}>"


def methods():
    """The names of the integration methods; the first is the default."""
    return _core.method_names()


def run_many(systems, threads=None, **plan):
    """`system.run(**plan)` of many systems, on `threads` threads (by default one for each processor), in their order."""
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        return list(pool.map(lambda system: system.run(**plan), systems))
