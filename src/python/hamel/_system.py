"""Systems: what they are made of, their motions, the questions asked of them."""

from concurrent.futures import ThreadPoolExecutor
import itertools
import json
import math
import os

import numpy as np

from . import _core
from . import _events
from ._answers import certificate, certificate_text, efforts, families, keys, steering, studied
from ._errors import InputError
from ._numbers import exact, fractions, read, written
from ._starts import start_values, starts_of
from ._steps import LinearStep, Simulation, in_order
from ._trajectory import Trajectory


def _matrices(text):
    """An answer whose A and B are arrays."""
    answer = json.loads(text)
    for key in ("A", "B"):
        answer[key] = np.array(answer[key]).reshape(len(answer["names"]), -1)
    return answer


class System:
    """A mechanical system with a constraint.

    `System("unicycle.json")` reads a system file; `System(group="SE2", metric=..., constraint=..., initial=...)` describes
    one by the keys of a file, with numbers, Fractions, arrays, formulas as text and functions of coordinates (see
    `hamel.formulas`). Data that are exact stay exact; a float is the shortest decimal that Python prints for it, 0.3 is 3/10,
    here as in `system["k"] = 0.3` and in a file. Units are those of the data, angles are in radians. Raises InputError (a
    ValueError with `where`, `found`, `expected`).
    """

    def __init__(self, path=None, **description):
        if (path is None) == (not description):
            raise TypeError("the path of a system file, or a description by keywords")
        if path is not None:
            self._model = _core.Model.read(os.fspath(path))
            with open(path, encoding="utf-8") as file:
                self._text = file.read()
        else:
            self._text = json.dumps(written({"schema": 1, "name": "system", **description}))
            self._model = _core.Model.parse(self._text)
        self._changes = {}

    @classmethod
    def parse(cls, text):
        """A system from the text of a system file."""
        system = cls.__new__(cls)
        system._model, system._text, system._changes = _core.Model.parse(text), text, {}
        return system

    def copy(self):
        """The same system with its present parameters and start, which may be set apart from these."""
        return self.parse(self._whole())

    __copy__ = copy

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        return type(self).parse, (self._whole(),)

    def __repr__(self):
        described = read(self._text)
        place = described.get("group", "an algebra" if "algebra" in described else "coordinates")
        if place == "coordinates":
            place = ", ".join(self._model.coordinates)
        elif isinstance(place, list):
            place = " x ".join(map(str, place))
        elif isinstance(place, dict):
            place = "a matrix group"
        free = f", rank {self._model.rank} of {self._model.dim}" if self._model.constrained else ""
        return f"<System {self.name!r} on {place}{free}>"

    def description(self):
        """The keys of its system file, with the present parameters and start."""
        whole = read(self._text)
        changed = {name: str(value) for name, value in self._changes.items() if name in self._model.parameters}
        if changed:
            whole["parameters"] = {**whole["parameters"], **changed}
        if len(changed) < len(self._changes):
            whole["initial"] = self._initial(whole.get("initial", {}))
        return whole

    def _initial(self, before):
        """The key `initial` of a file for the present start."""
        now = self.start
        named = dict(zip(self._model.coordinates, map(str, now["x"])))
        kept = {key: value for key, value in before.items() if key not in ("x", "a", "u", "mu", "find", "q", "q_dot", "lambda")}
        a, mu = list(map(str, now["a"])), list(map(str, now["mu"]))
        if self._in_coordinates:
            start = {"q": named, "q_dot": dict(zip(self._model.coordinates, a)), "lambda": mu}
        else:
            start = {"x": named, "a": a, "mu": mu}
        return {**kept, **{key: value for key, value in start.items() if value and not (key in ("mu", "lambda") and "p" in kept)}}

    def _whole(self):
        """The text of its file with the present parameters and start."""
        return json.dumps(self.description()) if self._changes else self._text

    @property
    def _in_coordinates(self):
        return "chart" in read(self._text)

    @property
    def name(self):
        """The name that its file gives it."""
        return self._model.name

    @property
    def parameters(self):
        """The parameters with their values, Fractions where they are exact."""
        return {name: self[name] for name in self._model.parameters}

    @property
    def start(self):
        """Where its motions start: x the coordinates (in the order of `trajectory.columns`), a the velocity (n,), mu the
        multiplier (in coordinates lambda); lists of Fractions where they are exact, else of floats. Empty without a start."""
        return {key: fractions(value) for key, value in self._model.start().items()}

    def __setitem__(self, name, value):
        """Sets a parameter, or a number of the start: a coordinate, a1.., u1.., mu1... A float is the shortest decimal that
        Python prints for it: 0.3 is 3/10. A value without meaning is refused and changes nothing."""
        self._set({name: value})

    def _set(self, values):
        values = {name: exact(value, f"parameter {name}") for name, value in values.items()}
        self._model.set([(name, str(value)) for name, value in values.items()])
        self._changes.update(values)

    def __getitem__(self, parameter):
        """The value of a parameter, a Fraction where it is exact."""
        value = self._model.parameter(parameter)
        return exact(value, parameter) if isinstance(value, str) else value

    def _dynamics(self, dynamics):
        held = self._model.constrained or self._model.is_holonomic
        return dynamics or ("nonholonomic" if held else "free")

    def starting(self, x=None, a=None, u=None, mu=None, p=None, t0=None, find=None):
        """The same system with another start; what is not given stays.

        x: coordinates, in order or some of them by name. a: velocity (n,), in coordinates x_dot ... u: its coefficients (r,) of
        the vectors that span d, in place of a. mu: the multiplier of vakonomic motion (n,), in coordinates lambda. p: the
        momentum (n,) in its place. t0: the time of the start. find: names of numbers that the constraint determines, such as
        ["a1"]; they are solved for from the others. Floats are the decimals that Python prints for them.
        """
        return starts_of(self, start_values(self._model, self._in_coordinates, x=x, a=a, u=u, mu=mu), p, t0, find)

    def run(self, t_end=10.0, dynamics=None, method=None, h=1e-2, every=1, *, x=None, a=None, u=None, mu=None, p=None, t0=None,
            find=None, at=None, stop_when=None, events=None, memory=8e8):
        """The motion from the start of the system up to t_end, an output every `every` steps of length h: a `Trajectory`.

        `dynamics` is free, nonholonomic (the default of a system with a constraint) or vakonomic; `method` one of
        `hamel.methods()`. x, a, u, mu, p, t0, find are another start, see `starting`. Other threads run meanwhile. A numerical failure
        is told by the trajectory, not raised. A run whose outputs take more than `memory` bytes is refused.

        at: times that grow, for outputs at these alone. stop_when: the run ends where this crosses zero. events: what else
        crosses zero, by name, listed in `trajectory.events`. Each is a formula as in a file (coordinates, velocities, t,
        parameters), or a function of columns of the trajectory by their names, which is called with numbers; of events also
        {"when": one of them, "rising": True, "stop": False}: from below to above zero alone, and whether the run ends there.
        """
        if any(part is not None for part in (x, a, u, mu, p, t0, find)):
            is_not_felt = self._model.constrained and self._dynamics(dynamics) != "vakonomic" and self._model.start().get("mu")
            if is_not_felt and mu is None and p is None:
                mu = [0] * len(self._model.start()["mu"])    # which need not annihilate d elsewhere, and is not asked
            return self.starting(x, a, u, mu, p, t0, find).run(t_end, dynamics, method, h, every, at=at, stop_when=stop_when,
                                                               events=events, memory=memory)
        dynamics, h, t_end, every = self._dynamics(dynamics), float(h), float(t_end), int(every)
        formulas, functions = _events.parted(stop_when, events)
        if formulas:
            described = self.description()
            described["events"] = {**described.get("events", {}), **formulas}
            return self.parse(json.dumps(described)).run(t_end, dynamics, method, h, every, at=at, events=functions,
                                                         memory=memory)
        times = [] if at is None else [float(time) for time in at]
        if at is not None and not times:
            raise InputError("at", "no times", "one or more")
        row = 8 * (2 + len(self._model.coordinates) + 2 * self._model.dim)          # bytes
        rows = len(times) or (t_end / h / every if h > 0 and every > 0 else 0)
        if rows * row > memory:
            raise InputError("t_end", f"{rows:.3g} rows of {row} bytes, {rows * row:.3g} bytes", f"at most memory={memory:.3g}: "
                             f"every={math.ceil(rows * every * row / memory)} keeps fewer rows, `simulation` none")
        run = self._model.run(dynamics, method or methods()[0], h, t_end, every, times, _events.watched(functions))
        return Trajectory.of(run, self.name, dynamics)

    def motions(self, t_end=10.0, **plan):
        """The three motions from the start, as a dictionary by their dynamics."""
        return {dynamics: self.run(t_end, dynamics, **plan) for dynamics in ("nonholonomic", "vakonomic", "free")}

    def sweep(self, over=None, threads=None, starts=None, **plan):
        """Runs for every choice of values: sweep({"m": [1, 2], "u1": speeds}, t_end=5), on threads.

        Names are parameters, or numbers of the start: coordinates, a1.., u1.., mu1... `starts` are whole starts as `starting`
        takes them, arrays with a row for each: starts={"x": (k, .), "u": (k, r)}. Returns a list of (values, trajectory),
        `values` a dictionary with the row of each array of `starts`; what is named last varies fastest.
        """
        over, systems, chosen = over or {}, [], []
        rows = [dict(zip(starts, row)) for row in zip(*starts.values(), strict=True)] if starts else [{}]
        for *values, start in itertools.product(*over.values(), rows):
            named = dict(zip(over, values))
            system = self.copy()
            if named:
                system._set(named)
            systems.append(system.starting(**start) if start else system)
            chosen.append({**named, **start})
        return list(zip(chosen, run_many(systems, threads, **plan)))

    def simulation(self, dynamics=None, method=None):
        """A motion taken step by step, a `Simulation`: `step(h, inputs)`, `look()`, `restart()`. `method` is one of
        `hamel.methods()`, the first by default; `linearise` differentiates the step of method="variational"."""
        return Simulation(self._model, self._dynamics(dynamics), method or methods()[0])

    def check(self):
        """Every condition and Q1 with certificates, as `hamel check --json`; exact numbers are Fractions, which json writes."""
        report = json.loads(_core.check(self._model))
        for verdict in report["conditions"]:
            verdict["witness"] = fractions(verdict["witness"])
        report["q1"] = {key: fractions(value) if key in ("certificate", "exceptions") else value
                        for key, value in report["q1"].items()}
        return report

    def certificate(self):
        """What proves the exact answers of `check`, as `hamel check --certificate` writes it; exact numbers are Fractions."""
        return certificate(studied("certificate")(self._model))

    def study_certificate(self):
        """What proves the findings of `study`, as `hamel study --certificate` writes it."""
        return certificate(studied("study_certificate")(self._model))

    def inverse_certificate(self):
        """What proves the answers of `inverse`, as `hamel inverse --certificate` writes it; polynomials are text."""
        return certificate(families("inverse_certificate")(self._model, self._whole()))

    def vary_certificate(self, *parameters):
        """What proves the answers of `vary`, as `hamel check --vary l,J,m --certificate` writes it; polynomials are text."""
        _require_names(parameters)
        return json.loads(families("vary_certificate")(self._whole(), list(parameters)))

    def verify(self, certificate):
        """Verifies every answer of a certificate (a dictionary, or the path of a file) for this system, and lists them:
        those of `certificate` by `id` and `answer`, those of `vary_certificate` by `id` and pieces as `vary` gives them, what
        studies and inverse questions found as a `claim` in words. Each has a `status`: `proved`, `recomputed` or `rounded`.

        Raises InputError where one is not proved, or where it is no certificate of this system.
        """
        text = certificate_text(certificate)
        if "parts" in keys(text):
            found = json.loads(families("verify_vary")(self._whole(), text))
            return [*found["conditions"], found["q1"]]
        for key, verify in (("flows", "verify_study"), ("eq_3_11_metrics", "verify_inverse")):
            if key in keys(text):
                return studied(verify)(self._model, text)
        return studied("verify")(self._model, text)

    def study(self):
        """First integrals, measures, steady motions of the reduced flows, as `hamel study --json`, with Fractions."""
        whole = json.loads(studied("study")(self._model))
        whole["flows"] = fractions(whole["flows"])
        return whole

    def vary(self, *parameters):
        """Where in the space of these parameters each condition holds and Q1 is yes, as `hamel check --vary l,J,m --json`.

        Each piece is a dictionary of polynomials as text: all of `zero` vanish on it and none of `nonzero`. What is yes on no
        piece of `yes_iff` is undecided on those of `undecided`, and no elsewhere.
        """
        _require_names(parameters)
        return json.loads(families("vary")(self._whole(), list(parameters)))

    def inverse(self):
        """Which other metrics, constraints and potentials have the property, as `hamel inverse --json`; the entries of
        metrics are Fractions, polynomials text. Families of `distributions` have `pivots` or, where each constraint is taken
        to one of them by an automorphism, a `span`."""
        whole = json.loads(families("inverse")(self._whole()))
        metrics = whole["eq_3_11_metrics"]
        metrics["basis"] = fractions(metrics["basis"])
        return whole

    def converge(self, dynamics=None, methods=(), t_end=1.0, steps=20):
        """The order that each method of fixed steps has on this system, as `hamel converge --json`: errors at t_end with
        `steps` steps and with twice as many, five times, against the default method."""
        names = [methods] if isinstance(methods, str) else list(methods)
        return json.loads(studied("converge")(self._model, self._dynamics(dynamics), names, float(t_end), int(steps)))

    def linearise(self, h=1e-2, x=None, a=None, inputs=None, t=0.0, dynamics=None):
        """The step of the method `variational` of length h and its exact derivative, a `LinearStep`, in nonholonomic or free
        motion: the step of `simulation(method="variational")`, and not that of other methods.

        It starts at the coordinates x and the velocity a (n,), those of the start by default (x may be a dictionary of some of
        them), at time t under the inputs held over it (by name or in order; zeros by default).
        """
        start = steering("StepStart")(self._model)
        start.h, start.t = float(h), float(t)
        if x is not None:
            start.x = in_order("x", x, self._model.coordinates, start.x)
        if a is not None:
            start.a = [float(entry) for entry in a]
        if inputs is not None:
            start.inputs = in_order("inputs", inputs, self._model.inputs, [0.0] * len(self._model.inputs))
        return LinearStep(_core.linearise(self._model, self._dynamics(dynamics), start), "variational")

    def linear_flow(self, at=None, dynamics=None):
        """The equations of motion linearised about the start, or about the state of its motion at the time `at`, as `hamel
        linearise --json`: z' = A z + B w with `names` of z, eigenvalues, and whether a steady motion is stable."""
        return _matrices(steering("linear_flow")(self._model, self._dynamics(dynamics), None if at is None else float(at)))

    def linear_map(self, h, method="dop853", at=None, dynamics=None):
        """The derivative of the motion over the time h, z+ = A z + B w with inputs held, as `hamel linearise --step --json`."""
        return _matrices(steering("linear_map")(self._model, self._dynamics(dynamics), float(h), method,
                                                None if at is None else float(at)))

    def periodic_orbit(self, period, dynamics=None):
        """The derivative over a period of a motion that returns after it, with its Floquet multipliers, as `hamel linearise
        --orbit --json`."""
        return _matrices(steering("periodic_orbit")(self._model, self._dynamics(dynamics), float(period)))

    def linear_family(self, name, values, dynamics=None):
        """Eigenvalues at each value of a parameter or of a number of the start, and `crossings` between them at which the
        stability changes, located to rounding, as `hamel linearise --vary --json`."""
        exactly = sorted({exact(value, "values") for value in values})
        return json.loads(steering("linear_family")(self.copy()._model, name, [str(value) for value in exactly],
                                                    self._dynamics(dynamics)))

    def reactions(self, trajectory):
        """The forces that keep the constraint along a motion of this system, an array (rows, n): on groups
        nu = (M a)' - ad*_a (M a) - F, in coordinates d/dt L_v - L_q - F. Of a nonholonomic motion the reaction, in Ann(d); of
        a vakonomic one what its multiplier does, which need not lie there."""
        reactions = steering("reactions")
        if trajectory.dynamics == "free":
            raise ValueError("a free motion has no reactions: nonholonomic and vakonomic ones have")
        return reactions(self._model, trajectory.dynamics, *trajectory.parts())

    def compare(self, t_end=10.0):
        """The three motions from the start, and whether the nonholonomic one is vakonomic, as `hamel compare --json`."""
        return json.loads(_core.compare(self._model, float(t_end)))

    def steer(self, to=None, free=(), wrap=(), t_end=1.0, candidates=3, via=(), periodic=()):
        """The admissible motions of least cost to the coordinates `to`, the cheapest first; see `hamel steer`.

        `via` holds places on the way, in the order of time, each a dictionary of its time `t` and coordinates, as
        {"t": 0.5, "x": 1}; what is not named is free there. `periodic` names coordinates that end where they begin, wherever
        that is. Each motion has `legs`, from one place to the next; `follow(motion)` is its `Trajectory`.
        """
        search = steering("steer")
        places = []
        for place in via:
            if "t" not in place:
                raise InputError("via", f"{dict(place)!r} without a time", "a time t, as in {'t': 0.5, 'x': 1}")
            places.append((float(place["t"]), [(name, float(at)) for name, at in place.items() if name != "t"]))
        return search(self._model, _named(to), list(free), list(wrap), float(t_end), int(candidates), places, list(periodic))

    def effort(self, to=None, free=(), wrap=(), within=None, at_rest=True, t_end=1.0, steps=100):
        """The inputs of least effort 1/2 integral |w|^2 to the coordinates `to`, as `hamel steer --effort`: a dictionary of
        `solved`, `status`, `cost` and `inputs`, for each step a list with a number for each of `names`.

        `within` limits coordinates on the way, {"y": (-1, 2)}; `at_rest` asks for velocity 0 at the end. `follow(answer)` is its
        `Trajectory`.
        """
        limits = [(name, float(least), float(most)) for name, (least, most) in (within or {}).items()]
        return efforts("effort")(self._model, _named(to), list(free), list(wrap), limits, bool(at_rest), float(t_end), int(steps))

    def follow(self, found, h=None):
        """The `Trajectory` of a motion that `steer` found, one after the other of its legs with outputs every h, or of inputs
        that `effort` found, with an output for each step."""
        if "names" in found:
            run = efforts("effort_run")(self._model, found["t_end"], found["inputs"])
            return Trajectory.of(run, self.name, self._dynamics(None))
        legs = [(leg, steering("steered_run")(self._model, leg["start"], leg["a"], leg["mu"], leg["length"],
                                              h or leg["length"] / 100)) for leg in found["legs"]]
        rows = [run.numbers + np.eye(1, run.numbers.shape[1]) * leg["t"] for leg, run in legs]
        last, run = legs[-1]
        return Trajectory(run.columns, np.concatenate(rows), self.name, "vakonomic" if self._model.constrained else "free",
                          all(one.ok for _, one in legs), run.status, last["t"] + run.t_reached)


def _named(coordinates):
    return [(name, float(value)) for name, value in (coordinates or {}).items()]


def _require_names(parameters):
    if not parameters or not all(isinstance(name, str) for name in parameters):
        raise TypeError("the names of parameters, as in vary('l', 'm')")


def methods():
    """The names of the integration methods; the first is the default."""
    return _core.method_names()


def schema(name=None):
    """The JSON Schema of system files (name="system") or of what a subcommand of the command prints with --json; without a
    name, the names."""
    return _core.schema_names() if name is None else json.loads(_core.schema(name))


def run_many(systems, threads=None, **plan):
    """`system.run(**plan)` of many systems, on `threads` threads (by default one for each processor), in their order."""
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        return list(pool.map(lambda system: system.run(**plan), systems))
