"""Claims of `check` where metric, potential, force or constraint vary: identities between polynomials, and series of a motion."""

from claims import Refused, require
from formulas import NotChecked, Unusable
from matrices import coordinates, combined, contains, is_zero, rank
from motions import Motion, multiplier_series
from points import values_at
from polynomials import Polynomial
from systems import ZERO


def no_series(system, evidence):
    """The combination of the coefficients of t, t^2, ... of D^T mu reads 0 = not 0, where their rank is as large as it can be."""
    point, u = evidence.rows("point", 3), evidence.columns("u", len(evidence.rows("u")))
    combination = evidence.rows("combination")
    require(len(u) == 1 and combination and len(combination[0]) == len(u[0]) and len(combination) <= 20, "combination has another size")
    values = values_at(system, point)
    for way in system.ways():
        if len(way.d) != len(u[0]):
            continue
        motion = Motion(system, way)
        start = {**values, **dict(zip(motion.names, u[0]))}
        unknowns = motion.n - len(way.d)
        try:
            rows = multiplier_series(motion, start, max(len(combination), unknowns + 2))
        except (ZeroDivisionError, TypeError):       # the metric, or a function, is not defined there
            continue
        total = combined([x for row in combination for x in row], rows, unknowns + 1)
        if is_zero(total[:-1]) and total[-1]:
            frame, is_known = motion.frame()
            if rank([row[:-1] for row in rows]) == len(frame) - len(way.d):
                return "no_series"
            require(not is_known, "the start is not generic")
            raise NotChecked("whether the start is generic, on leaves that are not known")
    raise Refused("the combination reads no contradiction")


def split_top(text):
    """The parts of a list between commas outside of parentheses."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def multiplier_section(system, generic, evidence):
    """mu(x, u) annihilates D, and mu' = transport mu - nu along every motion, both on the leaf."""
    ring, reader = system.ring, system.reader
    velocities, named = evidence.text("velocities"), evidence.text("functions")
    power, rows = evidence.count("power"), evidence.rows("section")
    require(power in (0, 1 if rows else 0) and velocities[:1] == "(" and velocities[-1:] == ")", "power or velocities of another form")
    try:
        functions = [ring.reduced(reader(text)) for text in split_top(named)] if named else []
        reader.names.update({f"u{j + 1}": Polynomial.variable(f"u{j + 1}") for j in range(system.dimension)})
        said = [ring.reduced(reader(text)) for text in split_top(velocities[1:-1])]
    except (Unusable, ZeroDivisionError) as error:
        raise Refused(f"functions or velocities: {error}") from error
    for way in system.ways():
        motion = Motion(system, way)
        if len(said) != motion.n - system.timed or not all(ring.vanishes(x - y) for x, y in zip(said, motion.a)):
            continue
        require(generic == (way.minor is not None and way.minor.constant() is None), "generic is not said where, and only where, D may not span")
        frame, is_known = motion.frame()
        if is_section(motion, frame, functions, rows, power):
            return "multiplier_section"
        if not is_known:
            raise NotChecked("a section on leaves that are not known")
        raise Refused("the section is none")
    raise Refused("velocities are others")


def is_section(motion, frame, functions, rows, power):
    ring, n, r = motion.ring, motion.n, len(motion.d)
    mu = [ZERO] * n
    for row in rows:
        i, j, *exponents, c = row
        require(all(x.denominator == 1 and 0 <= x <= 1000 for x in row[:-1]) and 1 <= i <= n and j <= r and len(exponents) == len(functions),
                "a row of the section of another form")
        term = Polynomial.number(c) * (motion.u[int(j) - 1] if j else Polynomial.number(1))
        for function, k in zip(functions, exponents):
            for _ in range(int(k)):
                term = ring.reduced(term * function)
        mu[int(i) - 1] = mu[int(i) - 1] + term
    det, solved = motion.solved(motion.right)
    unit = motion.unit_rates()
    rates = {**{name: ring.reduced(det * rate) for name, rate in unit.items()}, **dict(zip(motion.names, solved))}
    left = [p.derivative(rates) - det * motion.dot(row, mu) for p, row in zip(mu, motion.transport)]
    nu = motion.sum(solved, motion.along_d, [det * p for p in motion.pull])
    if power == 1:                                   # mu is over det
        along = ring.reduced(det.derivative(unit))
        left, nu = [p - along * m for p, m in zip(left, mu)], [det * p for p in nu]
    total = motion.tidy(x + y for x, y in zip(left, nu))
    return (all(ring.vanishes(motion.dot(v, mu)) for v in motion.d)
            and all(ring.vanishes(motion.dot(w, total)) for w in frame))


# ---- conditions that name the metric M(x) and the potential U(x), with constant D

def identities(system, algebra, name, ideal=None):
    """The polynomials that vanish iff the condition holds; g is M(x), d_perp that at the identity."""
    ring, n = system.ring, system.dimension
    perp = algebra.perp() if ideal is None else ideal

    def g(v, w, metric=system.metric):
        return sum((metric[i][j] * (v[i] * w[j]) for i in range(n) if v[i] for j in range(n) if w[j]), ZERO)

    def slope(b, v, w):
        return sum((ring.along(g(v, w), k) * b[k] for k in range(n) if b[k]), ZERO)

    def part(v):
        return combined(coordinates(algebra.d + ideal, v)[len(algebra.d):], ideal, n)

    if name == "invariant_decomposition":
        return [g(v, w) for v in algebra.d for w in perp]
    if name == "eq_3_10":
        return [sum((ring.along(system.potential, k) * b[k] for k in range(n) if b[k]), ZERO) for b in perp]
    if name == "eq_3_9":
        return [g(v, algebra.bracket(w, b)) + g(w, algebra.bracket(v, b)) + slope(b, v, w) for b in perp for v in algebra.d for w in algebra.d]
    return (identities(system, algebra, "eq_3_10", ideal) + [slope(b, v, w) for b in ideal for v in algebra.d for w in algebra.d]
            + [g(v, part(algebra.bracket(w, b))) + g(w, part(algebra.bracket(v, b))) for b in algebra.d for v in algebra.d for w in algebra.d])


def hold(system, algebra, *names):
    return all(system.ring.vanishes(p) for name in names for p in identities(system, algebra, name))


def condition_of_functions(system, algebra, name, holds, evidence):
    require(evidence.text("kind") in ("", name), "evidence of another kind")
    require(name == "invariant_decomposition" or hold(system, algebra, "invariant_decomposition"), "its hypothesis fails: d_perp varies")
    require(hold(system, algebra, name) == holds, "the answer does not follow")
    evidence.end()
    return "products_of_basis" if name == "invariant_decomposition" and system.constant_metric() else "functions_on_group"


def q1_of_functions(system, algebra, holds, evidence):
    kind = evidence.text("kind")
    require(holds, "the kind of the evidence is that of another answer")
    if kind == "integrable":
        require(algebra.is_subalgebra(algebra.d), "d is not integrable")
        return "products_of_basis"
    if kind == "eq_3_9":
        require(hold(system, algebra, "invariant_decomposition", "eq_3_9", "eq_3_10"), "eq_3_9 or eq_3_10 fails")
        return "functions_on_group"
    require(kind == "cor_3_9", f"evidence of the kind {kind}")
    ideal, closure = evidence.columns("ideal", algebra.n), algebra.closure()
    both = algebra.d + ideal
    require(len(both) == rank(both) == len(closure) and contains(closure, both)
            and contains(ideal, [algebra.bracket(v, w) for v in closure for w in ideal]), "no complementary ideal of what d generates")
    require(all(system.ring.vanishes(p) for p in identities(system, algebra, "cor_3_9", ideal)), "metric or potential vary along the ideal")
    return "ideal_of_functions"
