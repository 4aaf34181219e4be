"""Conditions on a Lie algebra with a subspace d and a metric g, and the claims of `check` about them.

d is constant; g and a potential are numbers, or functions on the group as polynomials. Each condition is checked by its
own equation: answers follow from what is computed here.
"""

from itertools import combinations, permutations, product

from claims import require
from groups import LieAlgebra
from matrices import (applied, combined, contains, coordinates, dot, eliminated, independent, inverse, is_basis, kernel,
                      minus, plus, rank, signature, unit_vectors)
from motions import Motion
from polynomials import ZERO, Polynomial, Ring
from systems import is_constant, numbers


class Algebra(LieAlgebra):
    """d is the span of the vectors `d`; functions are those on a group, if any. Its motions are those without force."""

    timed = False

    def __init__(self, n, constants, metric, d, group=None, potential=ZERO):
        super().__init__(n, constants)
        self.metric, self.d, self.group, self.potential = metric, d, group, potential
        self.ring = group.ring if group else Ring(n)
        self.basis, self.force = unit_vectors(n), [ZERO] * n
        self.varies = any(isinstance(x, Polynomial) for row in metric for x in row)

    @staticmethod
    def of(system):
        """Its constant numbers, without time; a metric that varies is one of functions."""
        metric = [row[:system.space] for row in system.metric[:system.space]]
        metric = [numbers(row) for row in metric] if is_constant(metric) else metric
        d = [] if system.moves else system.span()
        return Algebra(system.space, system.constants, metric, d, system, system.potential)

    def motion(self):
        return Motion(self, self.d)

    def flat(self, v):
        return applied(self.metric, v)

    def g(self, v, w):
        return dot(self.flat(v), w)

    def gram(self):
        return [[self.g(v, w) for w in self.d] for v in self.d]

    def perp(self):
        """Where g varies, that of a point; `keeps_decomposition` says that it is the same everywhere."""
        point = self.group.some_point() if self.varies else {}
        return kernel([[Polynomial.of(x).at(point) for x in self.flat(v)] for v in self.d], self.n)

    def brackets(self, left, right):
        return [self.bracket(v, w) for v in left for w in right]

    def growth(self, space):
        """Dimensions of d, d + [d, d], ... of a space d, and a basis of the last, the algebra that it generates."""
        first = closure = eliminated(space)[0]
        dimensions = []
        while dimensions[-1:] != [len(closure)]:
            dimensions.append(len(closure))
            closure = eliminated(closure + self.brackets(first, closure))[0]
        return dimensions, closure

    def closure(self):
        return self.growth(self.d)[1]

    def is_subalgebra(self, space):
        return contains(space, self.brackets(space, space))

    def restricted(self, part):
        """The system on the algebra that a part of d generates, in the reduced basis of that algebra."""
        basis = self.growth(part)[1]
        constants = {(i, j, k): c for j, w in enumerate(basis) for i, v in enumerate(basis[:j])
                     for k, c in enumerate(coordinates(basis, self.bracket(v, w)))}
        metric = [[self.g(v, w) for w in basis] for v in basis]
        return Algebra(len(basis), constants, metric, [coordinates(basis, v) for v in part])

    def is_product(self, parts):
        """The algebras that the parts generate commute, their sum is direct, and parts are orthogonal to the others."""
        closures, vectors = [self.growth(part)[1] for part in parts], [v for part in parts for v in part]
        pairs = [(v, w) for i, part in enumerate(parts) for w in sum(closures[:i] + closures[i + 1:], []) for v in part]
        return (is_basis(vectors, self.d) and independent([v for closure in closures for v in closure])
                and not any(self.g(v, w) or any(self.bracket(v, w)) for v, w in pairs))

    # ---- conditions: forms and functions that vanish

    def vanish(self, functions):
        return all(self.ring.vanishes(p) for p in functions)

    def slope(self, p, b):
        """The derivative of a function along b."""
        return dot([self.ring.along(Polynomial.of(p), k) if x else x for k, x in enumerate(b)], b)

    def s(self, v, w, b):
        """S(v, w, b) = g(v, [w, b]) + g(w, [v, b]) of (3.11)."""
        return self.g(v, self.bracket(w, b)) + self.g(w, self.bracket(v, b))

    def keeps_decomposition(self):
        """g(d, d_perp) = 0 everywhere."""
        return self.vanish(self.g(v, w) for v in self.d for w in self.perp())

    def keeps_geodesics(self):
        """(3.9): S(D_i, D_j, b) + b.g(D_i, D_j) = 0 for b in d_perp; (3.11) where g is constant."""
        return self.vanish(self.s(v, w, b) + self.slope(self.g(v, w), b)
                           for b in self.perp() for v in self.d for w in self.d)

    def keeps_potential(self, space=None):
        """(3.10): b.U = 0 for b in d_perp, or in another space."""
        return self.vanish(self.slope(self.potential, b) for b in (self.perp() if space is None else space))

    def is_ideal_beside_d(self, ideal):
        """An ideal of the algebra, or of that which d generates, complementary to d in it."""
        both = self.d + ideal
        space = self.basis if len(both) == self.n else self.closure()
        return is_basis(both, space) and contains(ideal, self.brackets(space, ideal))

    def works(self, ideal):
        """Corollary 3.9: such an ideal, with g on d and U constant along it, and g(a, p[a, b]) = 0 on d, polarised."""
        if not self.is_ideal_beside_d(ideal):
            return False

        def part(v):
            return combined(coordinates(self.d + ideal, v)[len(self.d):], ideal, self.n)

        pairs, g = [(v, w) for v in self.d for w in self.d], self.g
        return (self.keeps_potential(ideal) and self.vanish(self.slope(g(v, w), b) for b in ideal for v, w in pairs)
                and self.vanish(g(v, part(self.bracket(w, b))) + g(w, part(self.bracket(v, b)))
                                for b in self.d for v, w in pairs))

    def t(self, *vectors):
        """g(a, [a, [a, c]]), polarised in a: the sum over the orders of three vectors."""
        *a, c = vectors
        return sum(self.g(x, self.bracket(y, self.bracket(z, c))) for x, y, z in permutations(a))

    def is_graded(self):
        """Corollary 4.10: [d, d] in d_perp, [d, d_perp] in d, [d_perp, d_perp] in d_perp, and T = 0 on d."""
        d, perp = self.d, self.perp()
        return (contains(perp, self.brackets(d, d) + self.brackets(perp, perp)) and contains(d, self.brackets(d, perp))
                and not any(self.t(u, v, w, c) for c in d for u in d for v in d for w in d))

    def skew(self, a, b, c):
        """g([a, b], c) + g(b, [a, c]), which is 0 where g is invariant."""
        return self.g(self.bracket(a, b), c) + self.g(b, self.bracket(a, c))

    def traces(self):
        return [sum(self.bracket(e, f)[j] for j, f in enumerate(self.basis)) for e in self.basis]

    def jacobi(self, *triple):
        """[[x, y], z] and its cyclic permutations."""
        x, y, z = (self.basis[i] for i in triple)
        return plus(plus(self.bracket(self.bracket(x, y), z), self.bracket(self.bracket(y, z), x)),
                    self.bracket(self.bracket(z, x), y))

    def divergence(self):
        """Of u' = F(u), with a = D u: a linear form in u."""
        motion = self.motion()
        rates = map(Polynomial.of, applied(inverse(self.gram()), motion.right))
        return sum(map(Polynomial.slope, rates, motion.names), ZERO).coefficients(((name, 1),) for name in motion.names)

    def momenta(self):
        """The b of d with <F(a), b> = 0 for all a in d, as coefficients of D."""
        right = self.motion().right
        monomials = set().union(*(p.terms for p in right))
        return kernel([[p.terms.get(monomial, 0) for p in right] for monomial in monomials], len(right))


# ---- claims: of a yes, or of a no by the vectors of the evidence

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
