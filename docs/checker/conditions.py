"""Claims of `check` about the conditions, each by its own equation. Answers follow from what is computed here."""

from itertools import combinations, product

from claims import require
from matrices import contains, coordinates, is_basis, minus, rank, signature
from systems import is_constant


def form_vanishes(algebra, holds, evidence, form, value, **spaces):
    """A form is 0 on all vectors of these spaces; or it has a value, which is not 0, on vectors of the evidence."""
    if holds:
        return not any(form(*vectors) for vectors in product(*spaces.values()))
    vectors = [evidence.vector(name, algebra.n) for name in spaces]
    return (all(contains(space, [v]) for space, v in zip(spaces.values(), vectors))
            and evidence.number(value) == form(*vectors) != 0)


def rows_vanish(rows, holds, evidence, name):
    """All numbers are 0; or one is not, and the evidence has these."""
    return any(map(any, rows)) != holds and (holds or evidence.rows(name) == rows)


def jacobi(algebra, holds, _):
    """A file in which it fails is no system."""
    return holds and not any(any(algebra.jacobi(*triple)) for triple in combinations(range(algebra.n), 3))


def nondegenerate(algebra, holds, evidence):
    """A file in which it fails is no system."""
    signatures = signature(algebra.metric), signature(algebra.gram())
    for name, signs in zip(("signature", "signature_on_d"), signatures):
        require(evidence.text(name) == "({},{})".format(*signs), f"{name} is another one")
    return holds and [sum(signs) for signs in signatures] == [algebra.n, len(algebra.d)]


def integrable(algebra, holds, evidence):
    if holds:
        return algebra.is_subalgebra(algebra.d)
    a, b, outside = (evidence.vector(name, algebra.n) for name in ("a", "b", "outside_d"))
    bracket = algebra.bracket(a, b)
    return (contains(algebra.d, [a, b, minus(bracket, outside)]) and not contains(algebra.d, [bracket])
            and (algebra.varies or contains(algebra.perp(), [outside])))


def bracket_generating(algebra, holds, evidence):
    dimensions, _ = algebra.growth(algebra.d)
    said = ", ".join(map(str, dimensions))
    require(not evidence.has("growth") or evidence.text("growth") == said, "growth is another one")
    if holds:
        return dimensions[-1] == algebra.n
    closure = evidence.columns("closure", algebra.n)
    return (len(closure) == rank(closure) == dimensions[-1] < algebra.n and contains(closure, algebra.d)
            and algebra.is_subalgebra(closure))


def eq_3_11(algebra, holds, evidence):
    said, d, perp = evidence.text("on_spanning_vectors"), algebra.d, algebra.perp()
    alone = not any(algebra.s(v, v, b) for b in perp for v in d)
    require(said in ("", "holds" if alone else "fails"), "on_spanning_vectors is another answer")
    return form_vanishes(algebra, holds, evidence, algebra.s, "S", a1=d, a2=d, b=perp)


def cor_4_10(algebra, holds, evidence):
    if holds:
        return algebra.is_graded()
    d, perp = algebra.d, algebra.perp()
    if not evidence.has("bracket"):
        return form_vanishes(algebra, False, evidence, algebra.t, "T", a1=d, a2=d, a3=d, c=d)
    a, b, bracket = (evidence.vector(name, algebra.n) for name in ("a", "b", "bracket"))
    outside_perp = (contains(d, [a, b]) or contains(perp, [a, b])) and not contains(perp, [bracket])
    outside_d = contains(d, [a]) and contains(perp, [b]) and not contains(d, [bracket])
    return bracket == algebra.bracket(a, b) and (outside_perp or outside_d)


def prop_4_6(algebra, holds, evidence):
    plane = algebra.n == 3 and len(algebra.d) == 2 and not algebra.is_subalgebra(algebra.d)
    return plane and eq_3_11(algebra, holds, evidence)


def gauge_momenta(algebra, holds, evidence):
    space = algebra.momenta()
    if not holds:
        return not space
    factors = [coordinates(algebra.d, b) for b in evidence.columns("momenta", algebra.n)]
    return None not in factors and is_basis(factors, space) and len(space) > 0


def ad_invariant(algebra, holds, evidence):
    basis = algebra.basis
    return form_vanishes(algebra, holds, evidence, algebra.skew, "value", a=basis, b=basis, c=basis)


def where_perp_is_constant(condition):
    """A condition whose hypothesis is that d_perp is the same everywhere."""
    def check(algebra, holds, _):
        require(algebra.keeps_decomposition(), "its hypothesis fails: d_perp varies")
        return condition(algebra) == holds
    return check


PRODUCTS, VECTORS = ("products_of_basis", "products_of_basis"), ("products_of_basis", "vectors")
RANKS, FUNCTIONS = ("ranks", "vectors"), ("functions_on_group", "functions_on_group")
# of each condition: its check, the kinds of proofs of a yes and of a no as `hamel verify` names them, and what is to be
# constant: d, g, or all (L = g(a,a)/2); "no time": d has no offset that varies, and forces do not name the time
CONDITIONS = {
    "jacobi": (jacobi, VECTORS, ()),
    "nondegenerate": (nondegenerate, RANKS, ("d", "g")),
    "integrable": (integrable, VECTORS, ("d",)),
    "bracket_generating": (bracket_generating, RANKS, ("d",)),
    "eq_3_11": (eq_3_11, VECTORS, ("d", "g")),
    "cor_3_9": (lambda a, holds, said: holds and a.works(said.columns("ideal", a.n)), ("ideal", "ideal"), ("all",)),
    "cor_4_10": (cor_4_10, PRODUCTS, ("all",)),
    "prop_4_6": (prop_4_6, VECTORS, ("all",)),
    "ad_invariant": (ad_invariant, PRODUCTS, ("g",)),
    "unimodular": (lambda a, holds, said: rows_vanish([[x] for x in a.traces()], holds, said, "trace"), PRODUCTS, ()),
    "invariant_measure": (lambda a, holds, said: rows_vanish([a.divergence()], holds, said, "divergence"),
                          PRODUCTS, ("all",)),
    "gauge_momenta": (gauge_momenta, ("vectors", "ranks"), ("all",)),
    "invariant_decomposition": (lambda a, holds, _: a.keeps_decomposition() == holds, PRODUCTS, ("d", "no time")),
    "eq_3_9": (where_perp_is_constant(lambda a: a.keeps_geodesics()), FUNCTIONS, ("d", "no time")),
    "eq_3_10": (where_perp_is_constant(lambda a: a.keeps_potential()), FUNCTIONS, ("d", "no time"))}


def is_checked(system, name):
    """Whether what is to be constant is."""
    constant = {"d": not system.moves, "g": is_constant(system.metric), "all": system.is_kinetic(),
                "no time": not system.timed}
    return not system.in_coordinates and all(constant[need] for need in CONDITIONS[name][2])


def check(algebra, name, holds, evidence):
    """The kind of what proves a condition."""
    condition, kinds, _ = CONDITIONS[name]
    kind, expected = evidence.text("kind"), {"nondegenerate": "signature", "prop_4_6": "eq_3_11"}.get(name, name)
    require(not evidence.fields or kind == expected, f"evidence of the kind {kind}")
    require(condition(algebra, holds, evidence), "the answer does not follow")
    return "functions_on_group" if name == "invariant_decomposition" and algebra.varies else kinds[not holds]
