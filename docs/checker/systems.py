"""A system file as mathematics: brackets; metric, potential, force and constraint as polynomials in functions.

Coordinates q in R^n are a group without brackets. Where an offset varies, or a force names the time, the group is that
times R, with t' = 1 as the last component of the velocity.
"""

from itertools import combinations
import json
from typing import NamedTuple

from formulas import NotChecked, Reader, Unusable
from groups import Group, flat_part, part_named
from matrices import applied, combined, contains, plus, unit_vectors
from polynomials import ONE, ZERO, Polynomial, variables


class Constraint(NamedTuple):
    """The velocity is v0 + D u, with D a list of vectors. These are independent wherever `minor` is not 0."""

    d: list
    offset: list
    minor: Polynomial = ONE


def numbers(polynomials):
    return [p.constant() for p in polynomials]


def is_constant(rows):
    return all(p.constant() is not None for row in rows for p in row)


class System(Group):
    """n is the dimension, with time where the system is `timed`; `space` that without it.

    `constraints` is one constraint, solved in several ways; `start` is the velocity, or None where it is not rational.
    """

    def __init__(self, document):
        super().__init__()
        self.name, self.in_coordinates = document["name"], "chart" in document
        definitions = {**document.get("define", {}), **document.get("parameters", {})}
        self.read_group(document, definitions)
        self.space, self.potential, self.force = self.n, ZERO, [ZERO] * self.n
        self.ring.rates.append({"t": ONE})
        numbered, a = variables("a", self.n)
        self.velocities = [name + "_dot" for name in self.coordinates] if self.in_coordinates else numbered
        self.v = list(map(Polynomial.variable, self.velocities))
        names = {**dict(zip(self.velocities, self.v)), **self.coordinates, **definitions}
        self.reader, self.resting = Reader(self.ring, names, self.velocities), dict.fromkeys(self.velocities, ZERO)
        self.read_energies(document)
        self.read_constraint(document, document.get("constraint", {}))
        self.force = [p.replaced(dict(zip(self.velocities, a))) for p in self.force]
        d, offset = self.constraints[0].d, self.constraints[0].offset
        self.moves = self.in_coordinates or not is_constant(d)               # D varies
        self.forced, self.drifts = any(self.force), any(any(c.offset) for c in self.constraints)
        self.start = self.read_start(document.get("initial", {}))
        varies = any(offset) and not self.in_coordinates and (self.moves or not is_constant([offset]))
        self.timed = varies or any("t" in p.variables() for p in self.force)
        if self.timed:
            self.add_time()
        else:
            self.ring.rates.pop()

    def read_group(self, document, definitions):
        if self.in_coordinates:
            self.multiply(flat_part(document["chart"]["coordinates"]))
        elif "algebra" not in document:
            factors = document["group"] if isinstance(document["group"], list) else [document["group"]]
            for i, name in enumerate(factors):
                self.multiply(part_named(str(name)), f"#{i}.", i + 1)
        else:
            self.n = int(document["algebra"]["dim"])
            self.ring.rates += [{} for _ in range(self.n)]
            read = Reader(self.ring, definitions)
            for pair, entries in document["algebra"].get("brackets", {}).items():
                i, j = (int(x) - 1 for x in pair.split(","))
                for k, text in entries.items():
                    value = read(text).constant()
                    if value is None:
                        raise NotChecked("brackets that are not rational")
                    if value:
                        self.constants[min(i, j), max(i, j), int(k) - 1] = value if i < j else -value

    def read_energies(self, document):
        """L = g(v, v)/2 + A v - U; the term A v makes the force (d_i A_j - d_j A_i) v_j."""
        if "lagrangian" not in document:
            self.metric = self.reader.rows(document["metric"])
            self.potential = self.reader(document.get("potential", "0"))
            return
        lagrangian, along = self.reader(document["lagrangian"]), self.ring.along
        momenta = [lagrangian.slope(name) for name in self.velocities]
        self.metric = self.slopes(momenta, "a Lagrangian of a degree above 2 in the velocities")
        self.potential, *linear = [p.replaced(self.resting) for p in (-lagrangian, *momenta)]
        curl = [[along(a, i) - along(b, j) for j, a in enumerate(linear)] for i, b in enumerate(linear)]
        self.force = applied(curl, self.v)

    def slopes(self, polynomials, otherwise):
        """The coefficients of the velocities, in which the polynomials are linear."""
        rows = [[p.slope(name) for name in self.velocities] for p in polynomials]
        if any(p.variables() & self.resting.keys() for row in rows for p in row):
            raise NotChecked(otherwise)
        return rows

    def read_constraint(self, document, given):
        """A v = b, in coordinates or by an annihilator, or v in the span of vectors; beside that, offsets."""
        read, resting = self.reader, [ZERO] * self.n
        if "holonomic" in given or "holonomic" in document:
            raise NotChecked("holonomic constraints")
        equations = [p for text in document.get("constraints", []) for p in self.ring.cleared([read(text)])]
        rows = self.slopes(equations, "constraints that are not linear in the velocities")
        rows += read.rows(given.get("annihilator", []))
        span = read.rows(given["span"]) if "span" in given else unit_vectors(self.n, ONE)
        read.names["t"] = Polynomial.variable("t")
        offset = self.read_inputs(document, given)
        values = [-p.replaced(self.resting) for p in equations] + [read(x) for x in given.get("drift", [])]
        ways = self.solved(rows, values or [ZERO] * len(rows)) if rows else [Constraint(span, resting)]
        self.constraints = [way._replace(offset=plus(way.offset, offset)) for way in ways]

    def read_inputs(self, document, given):
        """Adds forces to the force. Gives the velocity that the offset and inputs prescribe."""
        totals = {"force": self.force, "velocity": [ZERO] * self.n}
        own = {"force": document.get("force", []), "velocity": given.get("offset", []), "signal": "1"}
        for push in [own, *document.get("inputs", {}).values()]:
            if isinstance(push.get("signal"), dict):
                raise NotChecked("signals that are tables")
            signal = self.reader(push.get("signal", "0"))
            for key in totals.keys() & push.keys():
                totals[key] = plus(totals[key], [self.reader(x) * signal for x in push[key]] or [ZERO] * self.n)
        self.force = totals["force"]
        if self.in_coordinates and any(totals["velocity"]):
            raise NotChecked("inputs that are velocities, in coordinates")
        return totals["velocity"]

    def solved(self, a, b):
        """a v = b by minors of a, for all choices of columns; the shortest minor first, which is what u means."""
        found = []
        for chosen in combinations(range(self.n), len(a)):
            minor, vectors = self.ring.kernel([[*row, -x] for row, x in zip(a, b)], chosen)
            if minor:
                *d, (*offset, last) = [v for v, _ in vectors]            # a offset = b last
                over = self.reader.quotient(last) if any(b) else ZERO
                offset = [self.ring.reduced(x * over) for x in offset]
                d = [v[:-1] if sum(map(bool, v)) > 1 else [ONE if x else ZERO for x in v[:-1]] for v in d]
                order = sum(1 + 4 * len(monomial) for monomial in minor.terms), chosen[::-1]
                found.append((order, Constraint(d, offset, minor)))
        return [constraint for _, constraint in sorted(found, key=lambda pair: pair[0])]

    def read_start(self, initial):
        """The velocity at the start, where it is rational, in d, and need not be found."""
        try:
            values = [self.reader(x).constant() for x in initial.get("a", initial.get("u", []))]
        except NotChecked:
            return None
        if not values or None in values or "find" in initial or self.moves:
            return None
        start = values if "a" in initial else combined(values, self.span(), self.n)
        return start if contains(self.span(), [start]) else None

    def add_time(self):
        """M and D as before, t' = 1."""
        self.metric = [[*row, ZERO] for row in self.metric] + [[*([ZERO] * self.n), ONE]]
        self.constraints = [Constraint([[*v, ZERO] for v in c.d], [*c.offset, ONE], c.minor) for c in self.constraints]
        self.force, self.stored, self.n = [*self.force, ZERO], [*self.stored, "t"], self.n + 1

    def ways(self):
        """The constraint in each way that it is solved, with vectors that have no quotients first."""
        for way in self.constraints:
            yield way._replace(d=[self.ring.cleared(v) for v in way.d])
            if self.ring.quotients:
                yield way

    def is_kinetic(self):
        """The constant theory covers it: L = g(a,a)/2 with constant g, and constant d."""
        return (not (self.in_coordinates or self.moves or self.forced or self.drifts or self.timed)
                and self.potential.constant() is not None and is_constant(self.metric))

    def span(self):
        """Of the constraint, where it is constant, without time."""
        return [numbers(v[:self.space]) for v in self.constraints[0].d]


def read(path):
    """The system of a file. Raises Unusable, or NotChecked for what this checker does not cover."""
    try:
        with open(path, encoding="utf-8") as file:
            document = json.load(file, parse_float=str, parse_int=str)
        if str(document["schema"]) != "1" or not isinstance(document["name"], str):
            raise Unusable("no system file of schema 1")
        return System(document)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, ZeroDivisionError, RecursionError) as error:
        raise Unusable(f"{path}: no system file: {type(error).__name__} {error}") from error
