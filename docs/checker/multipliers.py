"""Claims of `check` about motions: Q1 and Q2, by the equations for a multiplier."""

from itertools import combinations_with_replacement
from math import factorial, prod

from claims import Evidence, Refused, require
from formulas import NotChecked, Unusable
from matrices import (combined, contains, coordinates, dot, independent, is_basis, kernel, minus, plus, product, rank,
                      times, transposed)
from motions import Motion, multiplier_series
from polynomials import ONE, ZERO, Polynomial, variables


def exponents(count, degree):
    """Of all monomials of a degree in so many variables, those of the first variable falling."""
    chosen = combinations_with_replacement(range(count), degree)
    return sorted((tuple(places.count(i) for i in range(count)) for places in chosen), reverse=True)


def monomials(v, degree):
    """All products of so many entries of v, which are numbers or polynomials."""
    return [prod(x ** k for x, k in zip(v, powers)) for powers in exponents(len(v), degree)]


# ---- no: a combination of derivatives of the constraints D^T mu = 0 reads 0 = not 0

def contradiction(rows, combination):
    """The c of 0 = c that a combination of the equations reads, or 0; its row k, column j is of order k along D_j."""
    total = combined([x for row in combination for x in row], rows, len(rows[0]))
    return 0 if any(total[:-1]) else total[-1]


def derivatives(motion, u, orders):
    """Of orders 1, 2, ... of D^T mu at t = 0, of a constant system that starts at u: rows [in z | constant]."""
    rows = multiplier_series(motion, dict(zip(motion.names, u)), orders)
    return [times(factorial(i // len(motion.d) + 1), row) for i, row in enumerate(rows)]


def refutes(algebra, evidence):
    """The combination of the evidence reads 0 = not 0 at its start, whose coordinates on d are returned."""
    u = coordinates(algebra.d, evidence.vector("start", algebra.n))
    combination = evidence.rows("combination", len(algebra.d))
    require(u is not None and combination, "start is not in d, or no combination")
    value = contradiction(derivatives(algebra.motion(), u, len(combination)), combination)
    require(value != 0, "the combination reads no contradiction")
    require(not evidence.has("value") or evidence.number("value") == value, "the combination reads another value")
    return u


def is_generic(algebra, u, evidence):
    """No start has equations of a larger rank: multipliers on the algebra of d enter, less those that K(u) spans."""
    motion, reach, r = algebra.motion(), algebra.closure(), len(algebra.d)
    orders, largest = algebra.n - r, len(reach) - r
    if evidence.has("kernel"):
        degree, columns = evidence.count("degree"), evidence.columns("kernel", algebra.n)
        width, vectors = len(exponents(r, degree)), [coordinates(kernel(algebra.d, algebra.n), v) for v in columns]
        require(columns and None not in vectors and len(columns) % width == 0, "kernel does not annihilate d")

        def values(of, at, size):
            return [combined(monomials(at, degree), of[i:i + width], size) for i in range(0, len(of), width)]

        for point in exponents(r, degree + orders):  # a form of this degree that vanishes at these vanishes
            rows = derivatives(motion, point, orders)
            if any(dot(row[:-1], v) for v in values(vectors, point, orders) for row in rows):
                return False
        largest -= rank(product(values(columns, u, algebra.n), transposed(reach)))
    return rank([row[:-1] for row in derivatives(motion, u, orders + 1)]) >= largest


def contradicts_everywhere(algebra, evidence):
    """At the start the equations have, with their constants, a larger rank than without them anywhere."""
    u, prime = coordinates(algebra.d, evidence.vector("start", algebra.n)), evidence.text("prime")
    require(prime.isdecimal() and 2 < int(prime) < 2 ** 62 and u is not None, "prime is none, or start is not in d")
    r = len(algebra.d)
    return rank(derivatives(algebra.motion(), u, algebra.n - r + 1)) > len(algebra.closure()) - r


def no_series(system, evidence):
    """A combination of the coefficients of t, t^2, ... of D^T mu reads 0 = not 0, where their rank is the largest."""
    u, = evidence.columns("u", len(evidence.rows("u")))
    combination, values = evidence.rows("combination", len(u)), system.values_at(evidence.rows("point", 3))
    require(0 < len(combination) <= 20, "combination has another size")
    for way in system.ways():
        if len(way.d) != len(u):
            continue
        motion = Motion(system, way.d, way.offset)
        try:
            orders = max(len(combination), motion.n - len(u) + 2)
            rows = multiplier_series(motion, {**values, **dict(zip(motion.names, u))}, orders)
        except (ZeroDivisionError, TypeError):       # the metric, or a function, is not defined there
            continue
        if contradiction(rows, combination):
            frame, is_known = motion.frame()
            if rank([row[:-1] for row in rows]) == len(frame) - len(u):
                return "no_series"
            require(not is_known, "the start is not generic")
            raise NotChecked("whether the start is generic, on leaves that are not known")
    raise Refused("the combination reads no contradiction")


# ---- yes: a multiplier that is a function

def is_multiplier(motion, mu, q, frame, special=()):
    """mu/q annihilates D, and on the frame its rate is transport mu/q - nu, at special velocities.

    q mu' - q' mu - q transport mu + q^2 nu = 0, times det of the Gram matrix.
    """
    ring, (det, solved, rates) = motion.ring, motion.rates()
    nu = plus(combined(solved, motion.along_d, motion.n), times(det, motion.pull))
    q_rate, left = ring.reduced(q.derivative(rates)), []
    for p, reaction, row in zip(mu, nu, motion.transport):
        total = ring.reduced(p.derivative(rates) - det * dot(row, mu)) + q * reaction
        left.append(ring.reduced(q * total - q_rate * p).replaced(dict(special)))
    return all(ring.vanishes(dot(v, mu)) for v in motion.d) and all(ring.vanishes(dot(w, left)) for w in frame)


def starts_well(algebra, basis, evidence):
    """mu(0) = N(v)/q(v) makes every motion vakonomic that starts at a = B v, q(v) not 0, and stays in the span of B.

    Gives the degree of q, and N and q as functions of v.
    """
    k, orders, degree = len(basis), algebra.n - len(algebra.d) + 1, evidence.count("degree")
    numerator, denominator = evidence.columns("numerator", algebra.n), evidence.row("denominator")
    require(any(denominator) and contains(algebra.d, basis) and independent(basis), "no denominator, or no basis in d")
    sizes = [len(exponents(k, degree + 1)), len(exponents(k, degree))]
    require([len(numerator), len(denominator)] == sizes, "another number of monomials")

    def start(v):
        return combined(monomials(v, degree + 1), numerator, algebra.n), dot(monomials(v, degree), denominator)

    d = list(basis)                                  # u = (v, 0) on the subspace
    for v in algebra.d:
        d += [] if contains(d, [v]) else [v]
    motion = Motion(algebra, d)
    beside = dict.fromkeys(motion.names[k:], ZERO)
    require(not any(p.replaced(beside) for p in motion.rates()[1][k:]), "motions leave the subspace")
    mu, q = start(motion.u[:k])
    if not is_multiplier(motion, list(map(Polynomial.of, mu)), Polynomial.of(q), algebra.closure(), beside):
        annihilator = kernel(algebra.d, algebra.n)   # the equations of so many orders, at the points that decide
        for point in exponents(k, degree + 1 + orders):
            mu, q = start(point)
            rows = derivatives(motion, [*point, *([0] * len(beside))], orders)
            require(not any(dot(row, [*coordinates(annihilator, mu), q]) for row in rows), "no multiplier at the start")
    return degree, start


def section(motion, functions, rows):
    """The sum of c f^k u_j e_i, or c f^k e_i for j = 0, over the rows (i, j, k, c)."""
    ring, mu = motion.ring, [ZERO] * motion.n
    for i, j, *powers, c in rows:
        require(all(x.denominator == 1 and 0 <= x <= 1000 for x in (i, j, *powers)) and 1 <= i <= motion.n
                and j <= len(motion.d) and len(powers) == len(functions), "a row of the section of another form")
        term = prod((f ** int(k) for f, k in zip(functions, powers)), start=c * [ONE, *motion.u][int(j)])
        mu[int(i) - 1] = mu[int(i) - 1] + ring.reduced(term)
    return mu


def multiplier_section(system, generic, evidence):
    """mu(x, u) annihilates D, and mu' = transport mu - nu along every motion, both on the leaf."""
    ring, read = system.ring, system.reader
    power, rows = evidence.count("power"), evidence.rows("section")
    velocities = evidence.text("velocities")
    require(power in (0, 1 if rows else 0) and velocities[:1] + velocities[-1:] == "()", "another form")
    try:
        functions = read.list_of(f"({evidence.text('functions')},)") if evidence.text("functions") else []
        read.names.update(zip(*variables("u", system.n)))
        said = read.list_of(velocities)
    except (Unusable, ZeroDivisionError) as error:
        raise Refused(f"functions or velocities: {error}") from error
    for way in system.ways():
        motion = Motion(system, way.d, way.offset)
        if len(said) == system.space and all(ring.vanishes(x - y) for x, y in zip(said, motion.a)):
            require(generic == (way.minor.constant() is None), "generic is to be said where D may not span")
            (frame, is_known), q = motion.frame(), motion.rates()[0] if power else ONE
            if is_multiplier(motion, section(motion, functions, rows), q, frame):
                return "multiplier_section"
            require(not is_known, "the section is none")
            raise NotChecked("a section on leaves that are not known")
    raise Refused("velocities are others")


# ---- Q1 and Q2

def q1(algebra, holds, generic, evidence, exceptions=()):
    """The kind of what proves an answer to Q1; exceptions are starts that a yes for generic starts leaves out.

    Where metric or potential vary, it is a yes that needs no equations of motion.
    """
    kind = evidence.text("kind")
    require(holds != (kind == "no") or kind == "product", "evidence of another answer")
    require(kind in ("start", "product") or not generic, "generic without exceptions")
    require(generic or not exceptions, "exceptions to what has none")
    for exception in map(Evidence, exceptions):
        require(exception.text("kind") == "no", "an exception of another kind")
        refutes(algebra, exception)
        exception.end()
    if kind == "no" and evidence.has("prime"):
        require(contradicts_everywhere(algebra, evidence), "no contradiction")
        return "no_modulo_prime"
    if kind == "no":
        require(is_generic(algebra, refutes(algebra, evidence), evidence), "the start is not shown to be generic")
        return "no_combination"
    if kind == "product":
        return factors(algebra, holds, generic, evidence)
    if kind == "section":
        require(is_section(algebra, evidence), "no section")
        return "section"
    if kind == "start":
        require(generic == (starts_well(algebra, algebra.d, evidence)[0] > 0), "generic is said of another degree")
        return "start"
    if kind == "cor_3_9":
        require(algebra.works(evidence.columns("ideal", algebra.n)), "the ideal does not prove it")
        return "ideal_of_functions" if algebra.varies or algebra.potential.variables() else "ideal"
    if kind == "eq_3_9":
        require(algebra.keeps_decomposition(), "d_perp varies")
        require(algebra.keeps_geodesics() and algebra.keeps_potential(), "eq_3_9 or eq_3_10 fails")
        return "functions_on_group"
    proofs = {"integrable": lambda: algebra.is_subalgebra(algebra.d), "eq_3_11": algebra.keeps_geodesics,
              "cor_4_10": algebra.is_graded}
    require(proofs[kind](), f"{kind} does not hold")
    return "products_of_basis"


def is_section(algebra, evidence):
    """mu = P u - M D u, and the fields that say the same of the complements of d."""
    momentum, motion = evidence.columns("momentum", algebra.n), algebra.motion()
    if evidence.has("perp"):
        perp, complement = (evidence.columns(name, algebra.n) for name in ("perp", "complement"))
        require(is_basis(perp, algebra.perp()), "perp is no basis of d_perp")
        require(evidence.rows("lambda") == product(perp, transposed(momentum)), "lambda is another one")
        require(is_basis(complement, kernel(momentum, algebra.n)), "complement is no basis")
    mu = combined(motion.u, [minus(p, v) for p, v in zip(momentum, motion.along_d)], algebra.n)
    require(len(momentum) == len(algebra.d), "momentum has another size")
    return is_multiplier(motion, list(map(Polynomial.of, mu)), ONE, algebra.closure())


def factors(algebra, holds, generic, evidence):
    """Of a product: a yes needs all factors, a no one of them."""
    found, answers = [], []
    while evidence.has(f"factor_{len(found) + 1}_d"):
        found.append(evidence.part(f"factor_{len(found) + 1}_"))
    parts = [of.columns("d", algebra.n) for of in found]
    require(len(parts) > 1 and algebra.is_product(parts), "d is no sum of such factors")
    for part, of in zip(parts, found):
        kind = of.text("kind")
        answers.append((kind != "no", kind == "start" and of.text("degree") != "0"))
        if kind == "sampled":                        # it says that nothing is proved
            answers[-1] = None, False
        else:
            q1(algebra.restricted(part), *answers[-1], of)
            of.end()
    if holds:
        require(all(yes for yes, _ in answers) and generic == any(own for _, own in answers), "not all factors are yes")
    else:
        require(any(yes is False for yes, _ in answers) and not generic, "no factor is no")
    return "factors"


def q2(algebra, holds, evidence, start):
    if start is None:
        raise NotChecked("a start that is not written as rational numbers in d")
    require(evidence.vector("start", algebra.n) == start, "start is not that of the file")
    require(evidence.text("kind") == ("motion" if holds else "no"), "evidence of another answer")
    if not holds:
        refutes(algebra, evidence)
        return "no_combination"
    basis = evidence.columns("subspace", algebra.n)
    v = coordinates(basis, start)
    require(v is not None, "start is not in the subspace")
    mu, q = starts_well(algebra, basis, evidence)[1](v)
    require(q != 0, "the denominator vanishes at the start")
    require(evidence.vector("multiplier_at_0", algebra.n) == times(1 / q, mu), "multiplier_at_0 is another one")
    return "start"
