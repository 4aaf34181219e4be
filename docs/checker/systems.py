"""A system file as mathematics: brackets, metric, potential, force and constraint as polynomials in functions on a group.

Coordinates q in R^n are a group without brackets. Where an offset varies, or a force names the time, the group is that times R, with
t' = 1 as the last component of the velocity.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
import json

from formulas import NotChecked, Reader, Unusable
from groups import Group
import matrices
from polynomials import Polynomial, Ring, cleared

ZERO, ONE = Polynomial(), Polynomial.number(1)


@dataclass
class Constraint:
    """The velocity is v0 + D u, with D a list of vectors. These are independent wherever `minor` is not 0."""

    d: list
    offset: list
    minor: Polynomial | None = None


@dataclass
class System:
    name: str
    dimension: int
    brackets: dict
    ring: Ring
    stored: list                                     # names of the numbers that are stored of a point
    coordinates: dict                                # by name, in these numbers
    metric: list
    potential: Polynomial
    force: list                                      # in functions and in velocities a1, a2, ...
    constraints: list                                # the same constraint, solved in several ways
    in_coordinates: bool = False
    timed: bool = False
    is_constrained: bool = True
    moves: bool = False                              # D varies
    forced: bool = False
    start: list | None = None                        # the velocity, where it is rational
    reader: Reader = field(default_factory=lambda: Reader(Ring(0), {}))

    def is_constant(self, entries):
        return all(p.constant() is not None for p in entries)

    def constant_metric(self):
        return self.is_constant(p for row in self.metric for p in row)

    def ways(self):
        """The constraint in each way that it is solved, with vectors that have no quotients first."""
        for constraint in self.constraints:
            d = constraint.d
            for name, divisor in reversed(self.ring.quotients):
                d = [[self.ring.reduced(p) for p in cleared(v, name, divisor)] for v in d]
            yield Constraint(d, constraint.offset, constraint.minor)
            if self.ring.quotients:
                yield constraint

    def is_kinetic(self):
        """The constant theory covers it: L = g(a,a)/2 with constant g, and constant d."""
        drifts = any(any(c.offset) for c in self.constraints)
        return not (self.in_coordinates or self.moves or self.forced or drifts or self.timed
                    or self.potential.constant() is None) and self.constant_metric()

    def span(self):
        return [numbers(v) for v in self.constraints[0].d]


def numbers(polynomials):
    return [p.constant() for p in polynomials]


def determinant(rows, reduced):
    if not rows:
        return ONE
    total = ZERO
    for j, entry in enumerate(rows[0]):
        if entry:
            rest = determinant([row[:j] + row[j + 1:] for row in rows[1:]], reduced)
            total = total + (entry * rest if j % 2 == 0 else -(entry * rest))
    return reduced(total)


def divided(entries):
    """A list of polynomials over the monomial that divides all of them, and that monomial."""
    monomials = [dict(monomial) for p in entries for monomial in p.terms]
    common = {n: min(m.get(n, 0) for m in monomials) for n in monomials[0]}
    return [Polynomial({tuple((x, k - common.get(x, 0)) for x, k in monomial if k > common.get(x, 0)): factor
                        for monomial, factor in p.terms.items()}) for p in entries], Polynomial(
                            {tuple(sorted((n, k) for n, k in common.items() if k)): Fraction(1)})


def solved(a, b, reader):
    """A v = b by Cramer's rule, for all choices of components that are solved for; the shortest minor first, which is what u means."""
    ring, n, found = reader.ring, len(a[0]), []
    for chosen in combinations(range(n), len(a)):
        minor = determinant([[row[j] for j in chosen] for row in a], ring.reduced)
        if not minor:
            continue

        def replaced(place, column):
            return determinant([[column[i] if j == place else row[j] for j in chosen] for i, row in enumerate(a)], ring.reduced)

        d = []
        for free in (j for j in range(n) if j not in chosen):
            v = [ZERO] * n
            v[free] = minor
            for place in chosen:
                v[place] = -replaced(place, [row[free] for row in a])
            if sum(map(bool, v)) == 1:
                v[free] = ONE
            d.append(divided(v)[0])
        offset = [ZERO] * n
        if any(b):
            for place in chosen:
                offset[place] = ring.reduced(replaced(place, b) * reader.quotient(minor))
        order = sum(1 + 4 * len(m) for m in minor.terms), sum(2 ** k for k in chosen)
        found.append((order, Constraint(d, offset, minor)))
    return [constraint for _, constraint in sorted(found, key=lambda pair: pair[0])]


def by_velocities(p, names):
    """{(): part without velocities, (i,): ..., (i, j): ...} of a polynomial in them."""
    parts = {}
    for monomial, factor in p.terms.items():
        places = tuple(sorted(names.index(n) for n, k in monomial for _ in range(k) if n in names))
        rest = tuple(pair for pair in monomial if pair[0] not in names)
        parts[places] = parts.get(places, ZERO) + Polynomial({rest: factor})
    return parts


def with_inputs(system, velocities, reader):
    """Forces, and velocities that inputs prescribe."""
    force = [reader(x) for x in system["force"]] if "force" in system else [ZERO] * len(velocities)
    offset = [ZERO] * len(velocities)
    for given in system.get("inputs", {}).values():
        if isinstance(given.get("signal"), dict):
            raise NotChecked("signals that are tables")
        signal = reader(given["signal"]) if "signal" in given else ZERO
        target = offset if "velocity" in given else force
        for i, x in enumerate(given.get("velocity") or given["force"]):
            target[i] = target[i] + reader(x) * signal
    return force, offset


def names_of(system):
    return {name: str(text) for key in ("define", "parameters") for name, text in system.get(key, {}).items()}


def start_of(initial, system, reader):
    """The velocity at the start, where it is rational and need not be found."""
    try:
        values = [reader(x).constant() for x in initial.get("a", initial.get("u", []))]
    except NotChecked:
        return None
    if not values or None in values or "find" in initial or system.moves:
        return None
    start = values if "a" in initial else matrices.combined(values, system.span(), system.dimension)
    return start if matrices.contains(system.span(), [start]) else None                    # it would be projected


def on_group(system):
    if "algebra" in system:
        algebra, n = system["algebra"], int(system["algebra"]["dim"])
        ring, coordinates, stored, brackets = Ring(n), {}, [], {}
        reader = Reader(ring, names_of(system))
        for pair, entries in algebra.get("brackets", {}).items():
            i, j = (int(x) - 1 for x in pair.split(","))
            for k, text in entries.items():
                value = reader(text).constant()
                if value is None:
                    raise NotChecked("brackets that are not rational")
                brackets.setdefault((min(i, j), max(i, j)), {})[int(k) - 1] = value if i < j else -value
    else:
        factors = system["group"] if isinstance(system["group"], list) else [system["group"]]
        group = Group(factors, timed=True)
        n, ring, coordinates, stored, brackets = group.dimension, group.ring, dict(group.coordinates), list(group.stored), group.brackets
    velocities = [f"a{i + 1}" for i in range(n)]
    while len(ring.rates) <= n:
        ring.rates.append({})
    ring.rates[n]["t"] = ONE
    names = {**{v: Polynomial.variable(v) for v in [*velocities, "t"]}, **coordinates, **names_of(system)}
    reader = Reader(ring, names, velocities)
    metric = [[reader(x) for x in row] for row in system["metric"]]
    given = system.get("constraint", {})
    if "holonomic" in given:
        raise NotChecked("holonomic constraints")
    force, prescribed = with_inputs(system, velocities, reader)
    added = [reader(x) for x in given["offset"]] if "offset" in given else [ZERO] * n
    offset = [x + y for x, y in zip(prescribed, added)]
    drift = [reader(x) for x in given.get("drift", [])]
    if "annihilator" in given:
        rows = [[reader(x) for x in row] for row in given["annihilator"]]
        constraints = solved(rows, drift or [ZERO] * len(rows), reader)
        for constraint in constraints:
            constraint.offset = [x + y for x, y in zip(constraint.offset, offset)]
    elif "span" in given:
        constraints = [Constraint([[reader(x) for x in v] for v in given["span"]], offset)]
    else:
        constraints = [Constraint([[ONE if i == j else ZERO for i in range(n)] for j in range(n)], offset)]
    moves = any(p.constant() is None for v in constraints[0].d for p in v)
    drifts = any(constraints[0].offset) and (moves or any(p.constant() is None for p in constraints[0].offset))
    timed = drifts or any("t" in p.variables() for p in force)
    result = System(system["name"], n, brackets, ring, stored, coordinates, metric, reader(system.get("potential", "0")), force, constraints,
                    timed=timed, is_constrained=bool({"span", "annihilator"} & given.keys()), moves=moves, reader=reader,
                    forced=any(force))
    result.start = start_of(system.get("initial", {}), result, reader)
    return result


def in_coordinates(system):
    names = system["chart"]["coordinates"]
    n = len(names)
    ring = Ring(n + 1)
    for k, name in enumerate([*names, "t"]):
        ring.rates[k][name] = ONE
    velocities = [name + "_dot" for name in names]
    known = {**{v: Polynomial.variable(v) for v in [*names, *velocities]}, **names_of(system)}
    reader = Reader(ring, known, velocities)
    if "holonomic" in system:
        raise NotChecked("holonomic constraints")
    metric, linear, potential = [[ZERO] * n for _ in range(n)], [ZERO] * n, ZERO
    if "lagrangian" in system:
        for places, p in by_velocities(ring.reduced(reader(system["lagrangian"])), velocities).items():
            if len(places) == 2:
                for i, j in (places, places[::-1]):
                    metric[i][j] = metric[i][j] + p
            elif len(places) == 1:
                linear[places[0]] = p
            elif not places:
                potential = -p
            else:
                raise NotChecked("a Lagrangian of a degree above 2 in the velocities")
    else:
        metric, potential = [[reader(x) for x in row] for row in system["metric"]], reader(system.get("potential", "0"))
    a, b = [], []
    for text in system.get("constraints", []):
        p = ring.reduced(reader(text))
        for name, divisor in reversed(ring.quotients):
            p = ring.reduced(cleared([p], name, divisor)[0])
        parts = by_velocities(p, velocities)
        if any(len(places) > 1 for places in parts):
            raise NotChecked("constraints that are not linear in the velocities")
        a.append([parts.get((i,), ZERO) for i in range(n)])
        b.append(-parts.get((), ZERO))
    constraints = solved(a, b, reader) if a else [Constraint([[ONE if i == j else ZERO for i in range(n)] for j in range(n)], [ZERO] * n, ONE)]
    reader.names["t"] = Polynomial.variable("t")
    force, prescribed = with_inputs(system, velocities, reader)
    if any(prescribed):
        raise NotChecked("inputs that are velocities, in coordinates")
    for i in range(n):                               # of terms A v in L: (d_i A_j - d_j A_i) v_j
        for j in range(n):
            force[i] = force[i] + (ring.along(linear[j], i) - ring.along(linear[i], j)) * Polynomial.variable(velocities[j])
    numbered = {old: Polynomial.variable(f"a{i + 1}") for i, old in enumerate(velocities)}
    return System(system["name"], n, {}, ring, list(names), {name: Polynomial.variable(name) for name in names}, metric, potential,
                  [p.replaced(numbered) for p in force], constraints, in_coordinates=True, reader=reader, moves=True,
                  timed=any("t" in p.variables() for p in force), is_constrained=bool(a), forced=any(force))


def read(path):
    """The system of a file. Raises Unusable, or NotChecked for what this checker does not cover."""
    try:
        with open(path, encoding="utf-8") as file:
            document = json.load(file, parse_float=str, parse_int=str)
        if str(document["schema"]) != "1" or not isinstance(document["name"], str):
            raise Unusable("no system file of schema 1")
        system = in_coordinates(document) if "chart" in document else on_group(document)
    except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError, ZeroDivisionError, RecursionError) as error:
        raise Unusable(f"{path}: no system file: {type(error).__name__} {error}") from error
    ring = system.ring
    system.metric = [[ring.reduced(p) for p in row] for row in system.metric]
    if system.timed:                                 # M and D as before, t' = 1
        for row in system.metric:
            row.append(ZERO)
        system.metric.append([ZERO] * system.dimension + [ONE])
        for constraint in system.constraints:
            for v in constraint.d:
                v.append(ZERO)
            constraint.offset.append(ONE)
        system.force.append(ZERO)
        system.dimension += 1
        system.stored.append("t")
    else:
        del ring.rates[system.dimension:]
    return system
