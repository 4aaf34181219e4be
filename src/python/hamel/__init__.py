"""Mechanics with constraints on Lie groups.

A system has the Lagrangian L(x,a) = 1/2 g(x)(a,a) - U(x) on a Lie group, in the left trivialisation, and a constraint
a in d. `System` reads or describes one, `System.run` integrates its free, nonholonomic or vakonomic motion,
`System.check` decides the algebraic conditions, with certificates that `System.verify` proves again, `System.compare` asks of
one motion whether it is vakonomic, `System.vary` for which parameters the answers hold, `System.inverse` for which other
metrics, constraints and potentials; `System.study` finds integrals and steady motions, `System.converge` measures the orders
of the methods, `System.linearise` differentiates a step. `Group` gives the groups over NumPy arrays.
"""

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
import itertools
import json
import os

from . import _core
from ._core import InputError
from .formulas import Formula, formula_of

__all__ = ["Formula", "Group", "InputError", "LinearStep", "System", "Trajectory", "methods", "run_many"]


def _exact(value):
    """What a system file says for a Python value: fractions and formulas as text, arrays as lists, functions called."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Formula):
        return value.text
    if callable(value):
        return _exact(formula_of(value))
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


def _certificate(text):
    """A certificate as a dictionary, exact numbers as Fractions."""
    return {key: value if key == "certificate_for" else _fractions(value) for key, value in json.loads(text).items()}


def _keys(text):
    """The keys of the JSON text of an object; none where it is no such text."""
    try:
        whole = json.loads(text)
    except ValueError:
        return ()
    return whole.keys() if isinstance(whole, dict) else ()


def _certificate_text(certificate):
    """The JSON text of a certificate: a dictionary of `System.certificate`, or the path of a file."""
    if isinstance(certificate, dict):
        return json.dumps(_exact(certificate))
    with open(certificate, encoding="utf-8") as file:
        return file.read()


def _in_order(where, given, names, otherwise):
    """Numbers given in order, or by name; names that are left out have the number of `otherwise`."""
    if not isinstance(given, dict):
        return [float(number) for number in given]
    for name in given:
        if name not in names:
            error = InputError(f"{where}: found '{name}', expected one of {', '.join(names)}")
            error.where, error.found, error.expected = where, f"'{name}'", f"one of {', '.join(names)}"
            raise error
    return [float(given.get(name, number)) for name, number in zip(names, otherwise)]


class LinearStep:
    """A step and its derivative: near the start x exp(dx), m + dm and the inputs w + dw it ends at x+ exp(dx+), m+ + dm+
    with (dx+, dm+) = A (dx, dm) + B dw, where m = D^T p and p = M a.

    `x`, `a` are coordinates and velocity of the end, `D` spans d at the start; `ok` and `status` say how the step ended.
    """

    def __init__(self, found):
        self.ok, self.status = found["ok"], found["status"]
        self.x, self.a, self.D, self.A, self.B = (found[name] for name in ("x", "a", "D", "A", "B"))

    def __repr__(self):
        return f"<step of {self.A.shape[0]} states under {self.B.shape[1]} inputs, {self.status}>"


class System:
    """A mechanical system with a constraint.

    `System("unicycle.json")` reads a system file; `System(group="SE2", metric=..., constraint=..., initial=...)` describes
    one by the keys of a file, with numbers, Fractions, arrays, formulas as text and functions of coordinates (see
    `hamel.formulas`). Data that are exact stay exact. Raises InputError (a ValueError with `where`, `found`, `expected`).
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

    def _whole(self):
        """The text of its file with the present parameters."""
        return json.dumps(self.description()) if self._changes else self._text

    @property
    def name(self):
        """The name that its file gives it."""
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
        """The value of a parameter, a Fraction where it is exact."""
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

    def certificate(self):
        """What proves the exact answers of `check`, as `hamel check --certificate` writes it; exact numbers are Fractions."""
        return _certificate(_studied("certificate")(self._model))

    def study_certificate(self):
        """What proves the findings of `study`, as `hamel study --certificate` writes it."""
        return _certificate(_studied("study_certificate")(self._model))

    def inverse_certificate(self):
        """What proves the answers of `inverse`, as `hamel inverse --certificate` writes it; polynomials are text."""
        return _certificate(_families("inverse_certificate")(self._model, self._whole()))

    def vary_certificate(self, *parameters):
        """What proves the answers of `vary`, as `hamel check --vary l,J,m --certificate` writes it; polynomials are text."""
        _require_names(parameters)
        return json.loads(_families("vary_certificate")(self._whole(), list(parameters)))

    def verify(self, certificate):
        """Proves every answer of a certificate (a dictionary, or the path of a file) again, for this system, and lists them:
        those of `certificate` by `id` and `answer`, those of `vary_certificate` by `id` and pieces as `vary` gives them, what
        studies and inverse questions found as a `claim` in words.

        Raises InputError where one is not proved, or where it is no certificate of this system.
        """
        text = _certificate_text(certificate)
        if "parts" in _keys(text):
            found = json.loads(_families("verify_vary")(self._whole(), text))
            return [*found["conditions"], found["q1"]]
        for key, verify in (("flows", "verify_study"), ("eq_3_11_metrics", "verify_inverse")):
            if key in _keys(text):
                return [{"claim": claim} for claim in _studied(verify)(self._model, text)]
        return _studied("verify")(self._model, text)

    def study(self):
        """First integrals, measures, steady motions of the reduced flows, as `hamel study --json`, with Fractions."""
        whole = json.loads(_studied("study")(self._model))
        whole["flows"] = _fractions(whole["flows"])
        return whole

    def vary(self, *parameters):
        """Where in the space of these parameters each condition holds and Q1 is yes, as `hamel check --vary l,J,m --json`.

        Each piece is a dictionary of polynomials as text: all of `zero` vanish on it and none of `nonzero`. What is yes on no
        piece of `yes_iff` is undecided on those of `undecided`, and no elsewhere.
        """
        _require_names(parameters)
        return json.loads(_families("vary")(self._whole(), list(parameters)))

    def inverse(self):
        """Which other metrics, constraints and potentials have the property, as `hamel inverse --json`; the entries of
        metrics are Fractions, polynomials text. Families of `distributions` have `pivots` or, where each constraint is taken
        to one of them by an automorphism, a `span`."""
        whole = json.loads(_families("inverse")(self._whole()))
        metrics = whole["eq_3_11_metrics"]
        metrics["basis"] = _fractions(metrics["basis"])
        return whole

    def converge(self, dynamics=None, methods=(), t_end=1.0, steps=20):
        """The order that each method of fixed steps has on this system, as `hamel converge --json`: errors at t_end with
        `steps` steps and with twice as many, five times, against the default method."""
        names = [methods] if isinstance(methods, str) else list(methods)
        return json.loads(_studied("converge")(self._model, self._dynamics(dynamics), names, float(t_end), int(steps)))

    def linearise(self, h=1e-2, x=None, a=None, inputs=None, t=0.0, dynamics=None):
        """The variational step of length h and its exact derivative, a `LinearStep`, in nonholonomic or free motion.

        It starts at the coordinates x and the velocity a, those of the start by default (x may be a dictionary of some of
        them), at time t under the inputs held over it (by name or in order; zeros by default).
        """
        if not hasattr(_core, "linearise"):
            raise NotImplementedError("this build has no steering (HAMEL_BUILD_STEERING)")
        start = _core.StepStart(self._model)
        start.h, start.t = float(h), float(t)
        if x is not None:
            start.x = _in_order("x", x, self._model.coordinates, start.x)
        if a is not None:
            start.a = [float(entry) for entry in a]
        if inputs is not None:
            start.inputs = _in_order("inputs", inputs, self._model.inputs, [0.0] * len(self._model.inputs))
        return LinearStep(_core.linearise(self._model, self._dynamics(dynamics), start))

    def reactions(self, trajectory):
        """The forces that keep the constraint along a motion of this system, an array (rows, dim): on groups
        nu = (M a)' - ad*_a (M a) - F, in coordinates d/dt L_v - L_q - F. Of a nonholonomic motion the reaction, in Ann(d); of
        a vakonomic one what its multiplier does, which need not lie there."""
        if not hasattr(_core, "reactions"):
            raise NotImplementedError("this build has no steering (HAMEL_BUILD_STEERING)")
        if trajectory.dynamics == "free":
            raise ValueError("a free motion has no reactions: nonholonomic and vakonomic ones have")
        rows = trajectory.numbers
        x = 1 + len(self._model.coordinates)
        in_coordinates = f"{trajectory.columns[1]}_dot" in trajectory.columns
        n = x - 1 if in_coordinates else (rows.shape[1] - 1 - x) // 2
        return _core.reactions(self._model, trajectory.dynamics, rows[:, 0], rows[:, 1:x], rows[:, x:x + n], rows[:, x + n:-1])

    def compare(self, t_end=10.0):
        """The three motions from the start, and whether the nonholonomic one is vakonomic, as `hamel compare --json`."""
        return json.loads(_core.compare(self._model, float(t_end)))

    def steer(self, to=None, free=(), wrap=(), t_end=1.0, candidates=3, via=(), periodic=()):
        """The admissible motions of least cost to the coordinates `to`, the cheapest first; see `hamel steer`.

        `via` holds places on the way, in the order of time, each a dictionary of its time `t` and coordinates, as
        {"t": 0.5, "x": 1}; what is not named is free there. `periodic` names coordinates that end where they begin, wherever
        that is. Each motion has `legs`, from one place to the next.
        """
        if not hasattr(_core, "steer"):
            raise NotImplementedError("this build has no steering (HAMEL_BUILD_STEERING)")
        ends = [(name, float(value)) for name, value in (to or {}).items()]
        places = []
        for place in via:
            if "t" not in place:
                raise ValueError(f"via: {dict(place)!r} has no time, as in {{'t': 0.5, 'x': 1}}")
            places.append((float(place["t"]), [(name, float(at)) for name, at in place.items() if name != "t"]))
        return _core.steer(self._model, ends, list(free), list(wrap), float(t_end), int(candidates), places,
                           list(periodic))

    def __repr__(self):
        return f"<System {self.name!r}>"


def _require_names(parameters):
    if not parameters or not all(isinstance(name, str) for name in parameters):
        raise TypeError("the names of parameters, as in vary('l', 'm')")


def _studied(name):
    """A function of the compiled part that a build without studies does not have."""
    if not hasattr(_core, name):
        raise NotImplementedError("this build has no studies (HAMEL_BUILD_STUDY)")
    return getattr(_core, name)


def _families(name):
    """A function of the compiled part that a build without families of systems does not have."""
    if not hasattr(_core, name):
        raise NotImplementedError("this build has no families (HAMEL_BUILD_FAMILIES, HAMEL_BUILD_STUDY)")
    return getattr(_core, name)


def methods():
    """The names of the integration methods; the first is the default."""
    return _core.method_names()


def run_many(systems, threads=None, **plan):
    """`system.run(**plan)` of many systems, on `threads` threads (by default one for each processor), in their order."""
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        return list(pool.map(lambda system: system.run(**plan), systems))
