"""A Lie algebra with a subspace d and a metric g: brackets, subspaces, and the conditions on these.

d is constant; g and a potential are numbers, or functions on the group as polynomials.
"""

from itertools import permutations

from groups import LieAlgebra
from matrices import (applied, combined, contains, coordinates, dot, eliminated, independent, inverse, is_basis, kernel, plus,
                      unit_vectors)
from motions import Motion
from points import some_point
from polynomials import ZERO, Polynomial, Ring


class Algebra(LieAlgebra):
    """d is the span of the vectors `d`; functions are those on a group, if any. Its motions are those without force."""

    timed = False

    def __init__(self, n, constants, metric, d, group=None, potential=ZERO):
        super().__init__(n, constants)
        self.metric, self.d, self.group, self.potential = metric, d, group, potential
        self.ring = group.ring if group else Ring(n)
        self.basis, self.force = unit_vectors(n), [ZERO] * n
        self.varies = any(isinstance(x, Polynomial) for row in metric for x in row)

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
        point = some_point(self.group) if self.varies else {}
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
        pairs = [(v, w) for part in parts for other, c in zip(parts, closures) if part is not other for v in part for w in c]
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
