"""Claims of `check` about constant numbers: the conditions, each by its own equation. Answers follow from what is computed here."""

from claims import Refused, require
from matrices import contains, coordinates, is_zero, kernel, minus, rank, signature


def in_d(algebra, *vectors):
    return contains(algebra.d, vectors)


def in_perp(algebra, *vectors):
    return all(algebra.g(v, w) == 0 for v in algebra.d for w in vectors)


def jacobi(algebra, holds, evidence):
    n = algebra.n
    if holds:
        return all(is_zero(algebra.jacobi(i, j, k)) for i in range(n) for j in range(i) for k in range(j))
    triple = [int(word[1:]) - 1 for word in evidence.text("triple").split() if word[:1] == "e" and word[1:].isdecimal()]
    require(len(triple) == 3 and all(0 <= i < n for i in triple), "triple names no three vectors of the basis")
    value = algebra.jacobi(*triple)
    return not is_zero(value) and evidence.vector("value", n) == value


def nondegenerate(algebra, holds, evidence):
    for name, form in (("signature", algebra.metric), ("signature_on_d", algebra.gram())):
        require(evidence.text(name) == "({},{})".format(*signature(form)), f"{name} is another one")
    regular = rank(algebra.metric) == algebra.n, rank(algebra.gram()) == len(algebra.d)
    if not holds and evidence.has("null_vector"):
        v = evidence.vector("null_vector", algebra.n)
        null = is_zero(algebra.flat(v)) if regular[1] else in_d(algebra, v) and in_perp(algebra, v)
        require(not is_zero(v) and null, "null_vector is none")
    return all(regular) == holds


def integrable(algebra, holds, evidence):
    if holds:
        return algebra.is_subalgebra(algebra.d)
    a, b, outside = (evidence.vector(name, algebra.n) for name in ("a", "b", "outside_d"))
    bracket = algebra.bracket(a, b)
    return in_d(algebra, a, b) and not in_d(algebra, bracket) and in_perp(algebra, outside) and in_d(algebra, minus(bracket, outside))


def bracket_generating(algebra, holds, evidence):
    dimensions, _ = algebra.growth()
    require(not evidence.has("growth") or evidence.text("growth") == ", ".join(map(str, dimensions)), "growth is another one")
    if holds:
        return dimensions[-1] == algebra.n
    closure = evidence.columns("closure", algebra.n)
    return (len(closure) == rank(closure) == dimensions[-1] < algebra.n and contains(closure, algebra.d)
            and algebra.is_subalgebra(closure))


def eq_3_11(algebra, holds, evidence):
    said = evidence.text("on_spanning_vectors")
    alone = all(algebra.g(v, algebra.bracket(v, b)) == 0 for b in algebra.perp() for v in algebra.d)
    require(said in ("", "holds" if alone else "fails"), "on_spanning_vectors is another answer")
    if holds:
        return algebra.keeps_geodesics()
    a1, a2, b = (evidence.vector(name, algebra.n) for name in ("a1", "a2", "b"))
    return in_d(algebra, a1, a2) and in_perp(algebra, b) and evidence.number("S") == algebra.s(a1, a2, b) != 0


def cor_3_9(algebra, holds, evidence):
    return holds and algebra.works(evidence.columns("ideal", algebra.n))


def cor_4_10(algebra, holds, evidence):
    if holds:
        return algebra.is_graded()
    n = algebra.n
    if evidence.has("bracket"):
        a, b, bracket = (evidence.vector(name, n) for name in ("a", "b", "bracket"))
        d, perp = [in_d(algebra, v) for v in (a, b)], [in_perp(algebra, v) for v in (a, b)]
        forbidden = ((all(d) or all(perp)) and not in_perp(algebra, bracket)) or (d[0] and perp[1] and not in_d(algebra, bracket))
        return bracket == algebra.bracket(a, b) and forbidden
    vectors, c = [evidence.vector(name, n) for name in ("a1", "a2", "a3")], evidence.vector("c", n)
    return in_d(algebra, *vectors, c) and evidence.number("T") == algebra.t(vectors, c) != 0


def prop_4_6(algebra, holds, evidence):
    return algebra.n == 3 and len(algebra.d) == 2 and not algebra.is_subalgebra(algebra.d) and eq_3_11(algebra, holds, evidence)


def ad_invariant(algebra, holds, evidence):
    def value(a, b, c):
        return algebra.g(algebra.bracket(a, b), c) + algebra.g(b, algebra.bracket(a, c))

    if holds:
        return all(value(a, b, c) == 0 for a in algebra.basis for b in algebra.basis for c in algebra.basis)
    a, b, c = (evidence.vector(name, algebra.n) for name in "abc")
    return evidence.number("value") == value(a, b, c) != 0


def unimodular(algebra, holds, evidence):
    traces = algebra.traces()
    return is_zero(traces) if holds else not is_zero(traces) and evidence.vector("trace", algebra.n) == traces


def invariant_measure(algebra, holds, evidence):
    divergence = algebra.divergence()
    return is_zero(divergence) if holds else evidence.rows("divergence") == [divergence] and not is_zero(divergence)


def gauge_momenta(algebra, holds, evidence):
    space = algebra.momenta()
    if not holds:
        return not space
    momenta = evidence.columns("momenta", algebra.n)
    factors = [coordinates(algebra.d, b) for b in momenta]
    return None not in factors and contains(space, factors) and rank(factors) == len(factors) == len(space) > 0


# kinds of proofs as `hamel verify` names them, of a yes and of a no
CONDITIONS = {
    "jacobi": (jacobi, "products_of_basis", "vectors"), "nondegenerate": (nondegenerate, "ranks", "vectors"),
    "integrable": (integrable, "products_of_basis", "vectors"), "bracket_generating": (bracket_generating, "ranks", "vectors"),
    "eq_3_11": (eq_3_11, "products_of_basis", "vectors"), "cor_3_9": (cor_3_9, "ideal", "ideal"),
    "cor_4_10": (cor_4_10, "products_of_basis", "products_of_basis"), "prop_4_6": (prop_4_6, "products_of_basis", "vectors"),
    "ad_invariant": (ad_invariant, "products_of_basis", "products_of_basis"),
    "unimodular": (unimodular, "products_of_basis", "products_of_basis"),
    "invariant_measure": (invariant_measure, "products_of_basis", "products_of_basis"),
    "gauge_momenta": (gauge_momenta, "vectors", "ranks")}
NEEDS_METRIC = {"nondegenerate", "eq_3_11", "ad_invariant"}
NEEDS_MOTION = {"cor_3_9", "cor_4_10", "prop_4_6", "invariant_measure", "gauge_momenta"}
OF_GROUP = {"jacobi", "ad_invariant", "unimodular"}   # not of d


def check(algebra, name, holds, evidence):
    """The kind of what proves a condition."""
    of, of_yes, of_no = CONDITIONS[name]
    kind = evidence.text("kind")
    expected = {"nondegenerate": "signature", "prop_4_6": "eq_3_11"}.get(name, name)
    require(not evidence.fields or kind == expected, f"evidence of the kind {kind}")
    if not of(algebra, holds, evidence):
        raise Refused("the answer does not follow")
    evidence.end()
    return of_yes if holds else of_no
