"""Claims of `check` about motions of constant systems: Q1 and Q2, by the equations for a multiplier."""

from fractions import Fraction
from itertools import combinations_with_replacement

from claims import require
from formulas import NotChecked
from matrices import (Residue, applied, combined, contains, coordinates, dot, is_zero, kernel, plus, rank, times, transposed)
from motions import coadjoint
from polynomials import Polynomial


def monomials(variables, degree):
    """Exponents of all monomials of a degree, those of the first variable falling."""
    if variables == 0:
        return [()] if degree == 0 else []
    return sorted((tuple(chosen.count(i) for i in range(variables))
                   for chosen in combinations_with_replacement(range(variables), degree)), reverse=True)


def powers(v, degree):
    values = []
    for exponents in monomials(len(v), degree):
        value = Fraction(1)
        for x, k in zip(v, exponents):
            value *= x ** k
        values.append(value)
    return values


def contradicts(algebra, start, combination):
    """The value of 0 = value that a combination of the equations reads, row k, column j of order k along D_j; None of no contradiction."""
    if not combination or not contains(algebra.d, [start]) or len(combination[0]) != len(algebra.d):
        return None
    rows = algebra.equations(start, len(combination))
    factors = [x for row in combination for x in row]
    total = combined(factors, rows, len(rows[0]))
    return total[-1] if is_zero(total[:-1]) and total[-1] else None


def refutes(algebra, evidence):
    """The combination of the evidence reads 0 = not 0 at its start, which is returned."""
    start = evidence.vector("start", algebra.n)
    value = contradicts(algebra, start, evidence.rows("combination", len(algebra.d)))
    require(value is not None, "the combination reads no contradiction")
    require(not evidence.has("value") or evidence.number("value") == value, "the combination reads another value")
    return start


def reaches(algebra, start, largest):
    """The equations for a multiplier, without their constants, have a rank of at least this at the start."""
    unknowns = algebra.n - len(algebra.d)
    return any(rank([row[:-1] for row in algebra.equations(start, orders)]) >= largest for orders in range(1, unknowns + 2))


def is_generic(algebra, start, evidence):
    """No start has equations of a larger rank: multipliers on the algebra of d alone enter, less those that N(u) solves everywhere."""
    largest = len(algebra.closure()) - len(algebra.d)
    if not evidence.has("kernel"):
        return reaches(algebra, start, largest)
    degree, r = evidence.count("degree"), len(algebra.d)
    columns, width = evidence.columns("kernel", algebra.n), len(monomials(r, degree))
    annihilator = algebra.annihilator()
    vectors = [coordinates(annihilator, column) for column in columns]
    require(columns and None not in vectors and len(columns) % width == 0, "kernel is no list of vectors that annihilate d")
    orders = algebra.n - r

    def values(of, u, size):
        weights = powers(u, degree)
        return [combined(weights, of[at:at + width], size) for at in range(0, len(of), width)]

    for point in monomials(r, degree + orders):      # a form of this degree that vanishes at these vanishes
        u = [Fraction(x) for x in point]
        rows = algebra.equations(combined(u, algebra.d, algebra.n), orders)
        if any(dot(row[:-1], v) for v in values(vectors, u, orders) for row in rows):
            return False
    reach = algebra.closure()
    at_start = values(columns, coordinates(algebra.d, start), algebra.n)
    independent = rank([[dot(v, w) for w in reach] for v in at_start])
    return reaches(algebra, start, largest - independent)


def contradicts_modulo(algebra, start, prime):
    """Modulo the prime the equations have, with their constants, a larger rank than without them anywhere."""
    largest = len(algebra.closure()) - len(algebra.d)
    require(prime.isdecimal() and 2 < int(prime) < 2 ** 62, "prime is none")
    require(contains(algebra.d, [start]), "start is not in d")
    Residue.prime = int(prime)
    reduced = algebra.over(Residue)
    rows = reduced.equations([Residue(x) for x in start], algebra.n - len(algebra.d) + 1)
    return rank([[Residue(x) for x in row] for row in rows]) > largest


def starts_well(algebra, basis, numerator, denominator, degree):
    """mu(0) = N(v)/q(v) makes every motion vakonomic that starts at a = B v, q(v) not 0; the motion does not leave the span of B."""
    k, n = len(basis), algebra.n
    require(any(denominator) and contains(algebra.d, basis) and rank(basis) == k, "no denominator, or a subspace that is not in d")
    require(len(numerator) == len(monomials(k, degree + 1)) and len(denominator) == len(monomials(k, degree)), "another number of monomials")
    onto, annihilator = algebra.onto_d(), algebra.annihilator()
    fields = {(i, j): coordinates(basis, applied(onto, plus(algebra.coadjoint(v, algebra.flat(w)), algebra.coadjoint(w, algebra.flat(v)))))
              for i, v in enumerate(basis) for j, w in enumerate(basis[:i + 1])}
    unknowns = [coordinates(annihilator, column) for column in numerator]
    if None in fields.values() or None in unknowns:
        return False
    # p = M a + N/q all along: q^2 M a' + q (N' - ad*_a N) - q' N - q^2 ad*_a M a = 0 on the algebra of d, as polynomials in v
    v = [Polynomial.variable(f"v{i + 1:03}") for i in range(k)]

    def form(coefficients, of_degree):
        return Polynomial({tuple((f"v{i + 1:03}", e) for i, e in enumerate(exponents) if e): c
                           for exponents, c in zip(monomials(k, of_degree), coefficients)})

    def sums(factors, rows):
        return [sum((p * x for p, x in zip(factors, row) if x), Polynomial()) for row in rows]

    rates = {}
    for l in range(k):
        total = sum((v[i] * v[j] * (field[l] * (Fraction(1, 2) if i == j else 1)) for (i, j), field in fields.items()), Polynomial())
        rates[f"v{l + 1:03}"] = total
    a = sums(v, transposed(basis))
    q, mu, momentum = form(denominator, degree), [form(row, degree + 1) for row in transposed(numerator)], sums(a, algebra.metric)
    free, turned = coadjoint(algebra.brackets, a, momentum), coadjoint(algebra.brackets, a, mu)
    balance = [q * q * (momentum[i].derivative(rates) - free[i]) + q * (mu[i].derivative(rates) - turned[i]) - q.derivative(rates) * mu[i]
               for i in range(n)]
    if not any(sums(balance, algebra.closure())):
        return True
    orders = n - len(algebra.d) + 1                  # else the equations of so many orders, at the points that decide
    for point in monomials(k, degree + 1 + orders):
        u = [Fraction(x) for x in point]
        z = [*combined(powers(u, degree + 1), unknowns, len(annihilator)), dot(denominator, powers(u, degree))]
        if any(dot(row, z) for row in algebra.equations(combined(u, basis, n), orders)):
            return False
    return True


def q1(algebra, holds, generic, evidence, within=False):
    """The kind of what proves an answer to Q1; a factor of a product says more than is asked of it."""
    kind = evidence.text("kind")
    require(holds != (kind == "no") or kind == "product", "the kind of the evidence is that of another answer")
    require(kind in ("start", "product") or not generic, "generic without exceptions")
    if kind == "no":
        if evidence.has("prime"):
            require(contradicts_modulo(algebra, evidence.vector("start", algebra.n), evidence.text("prime")), "no contradiction")
            return "no_modulo_prime"
        require(is_generic(algebra, refutes(algebra, evidence), evidence), "the start is not shown to be generic")
        return "no_combination"
    if kind == "product":
        return factors(algebra, holds, generic, evidence)
    if kind == "section":
        momentum = evidence.columns("momentum", algebra.n)
        require(algebra.has_section(momentum), "no section")
        beside_section(algebra, momentum, evidence)
        return "section"
    if kind == "start":
        degree = evidence.count("degree")
        require(generic == (degree > 0), "generic is said of another degree")
        denominator = evidence.rows("denominator")
        require(len(denominator) == 1 and starts_well(algebra, algebra.d, evidence.columns("numerator", algebra.n), denominator[0], degree),
                "no multiplier at the start")
        return "start"
    if kind == "cor_3_9":
        require(algebra.works(evidence.columns("ideal", algebra.n)), "the ideal does not prove it")
        return "ideal"
    proofs = {"integrable": lambda: algebra.is_subalgebra(algebra.d), "eq_3_11": algebra.keeps_geodesics, "cor_4_10": algebra.is_graded}
    require(kind in proofs and proofs[kind](), f"{kind} does not hold")
    return "products_of_basis"


def beside_section(algebra, momentum, evidence):
    if evidence.has("perp"):
        perp, complement = (evidence.columns(name, algebra.n) for name in ("perp", "complement"))
        said = evidence.rows("lambda")
        require(rank(perp) == len(perp) == algebra.n - len(algebra.d) and all(algebra.g(v, w) == 0 for v in algebra.d for w in perp),
                "perp is no basis of d_perp")
        require(said == [[dot(w, p) for p in momentum] for w in perp], "lambda is another one")
        require(rank(complement) == len(complement) == len(kernel(momentum, algebra.n)) and all(dot(p, v) == 0 for p in momentum for v in complement),
                "complement is no basis of what the momentum annihilates")


def factors(algebra, holds, generic, evidence):
    """Of a product: a yes needs all factors, a no one of them."""
    found, parts = [], []
    while evidence.has(f"factor_{len(parts) + 1}_d"):
        of = evidence.part(f"factor_{len(parts) + 1}_")
        parts.append(of.columns("d", algebra.n))
        found.append(of)
    require(len(parts) > 1 and algebra.is_product(parts), "d is no sum of such factors")
    answers = []
    for part, of in zip(parts, found):
        if of.text("kind") == "sampled":             # it says that nothing is proved
            answers.append(None)
            continue
        yes = of.text("kind") != "no"
        own = yes and (of.text("kind") == "start" and of.text("degree") != "0")
        q1(algebra.restricted(part), yes, own, of)
        of.end()
        answers.append((yes, own))
    if holds:
        require(all(answer and answer[0] for answer in answers) and generic == any(answer[1] for answer in answers), "not all factors are yes")
    else:
        require(any(answer and not answer[0] for answer in answers) and not generic, "no factor is no")
    return "factors"


def q2(algebra, holds, evidence, start):
    if start is None:
        raise NotChecked("a start that is not written as rational numbers in d")
    require(evidence.vector("start", algebra.n) == start, "start is not that of the file")
    kind = evidence.text("kind")
    if not holds:
        require(kind == "no", "the kind of the evidence is that of another answer")
        refutes(algebra, evidence)
        return "no_combination"
    require(kind == "motion", "the kind of the evidence is that of another answer")
    basis, degree = evidence.columns("subspace", algebra.n), evidence.count("degree")
    numerator, denominator = evidence.columns("numerator", algebra.n), evidence.rows("denominator")
    v = coordinates(basis, start)
    require(v is not None and len(denominator) == 1, "start is not in the subspace")
    require(starts_well(algebra, basis, numerator, denominator[0], degree), "no multiplier at the start")
    below = dot(denominator[0], powers(v, degree))
    require(below != 0, "the denominator vanishes at the start")
    require(evidence.vector("multiplier_at_0", algebra.n) == times(1 / below, combined(powers(v, degree + 1), numerator, algebra.n)),
            "multiplier_at_0 is another one")
    return "start"
