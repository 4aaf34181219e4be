"""A Lie algebra with a metric g and a subspace d, all constant: brackets, subspaces, and the equations for a multiplier."""

from fractions import Fraction

from matrices import (applied, combined, contains, coordinates, dot, eliminated, inverse, is_zero, kernel, minus, plus, product, rank, times,
                      transposed)


class Algebra:
    """d is the span of the vectors `d`; numbers are Fractions, or residues after `over`."""

    def __init__(self, dimension, brackets, metric, d):
        self.n, self.brackets, self.metric, self.d = dimension, brackets, metric, d
        self.constants = [(i, j, k, c) for (i, j), entries in brackets.items() for k, c in entries.items()]
        self.basis = [[Fraction(int(i == j)) for i in range(dimension)] for j in range(dimension)]

    def over(self, number):
        def each(rows):
            return [[number(x) for x in row] for row in rows]
        brackets = {pair: {k: number(c) for k, c in entries.items()} for pair, entries in self.brackets.items()}
        return Algebra(self.n, brackets, each(self.metric), each(self.d))

    def bracket(self, v, w):
        total = [Fraction(0)] * self.n
        for i, j, k, c in self.constants:
            if (v[i] and w[j]) or (v[j] and w[i]):
                total[k] = total[k] + c * (v[i] * w[j] - v[j] * w[i])
        return total

    def coadjoint(self, v, p):
        """ad*_v p: the covector w -> <p, [v, w]>."""
        total = [Fraction(0)] * self.n
        for i, j, k, c in self.constants:
            if p[k]:
                total[j] = total[j] + c * v[i] * p[k]
                total[i] = total[i] - c * v[j] * p[k]
        return total

    def flat(self, v):
        return applied(self.metric, v)

    def g(self, v, w):
        return dot(self.flat(v), w)

    def gram(self):
        return [[self.g(v, w) for w in self.d] for v in self.d]

    def perp(self):
        return kernel([self.flat(v) for v in self.d], self.n)

    def annihilator(self):
        return kernel(self.d, self.n)

    def growth(self, space=None):
        """Dimensions of d, d + [d, d], ... and a basis of the last, the algebra that d generates."""
        closure = eliminated(self.d if space is None else space)[0]
        first, dimensions = closure, [len(closure)]
        while True:
            closure = eliminated(closure + [self.bracket(v, w) for v in first for w in closure])[0]
            if len(closure) == dimensions[-1]:
                return dimensions, closure
            dimensions.append(len(closure))

    def closure(self, space=None):
        return self.growth(space)[1]

    def is_subalgebra(self, space):
        return contains(space, [self.bracket(v, w) for v in space for w in space])

    def onto_d(self):
        """The matrix that maps a covector to the velocity in d with that momentum on d: D (D^T M D)^-1 D^T."""
        return product(transposed(self.d), product(inverse(self.gram()), self.d))

    def forces(self):
        """ad*_a M a on pairs of vectors of d, polarised: {(i, j): covector} for i >= j."""
        return {(i, j): plus(self.coadjoint(v, self.flat(w)), self.coadjoint(w, self.flat(v)))
                for i, v in enumerate(self.d) for j, w in enumerate(self.d[:i + 1])}

    def equations(self, start, orders):
        """Derivatives of orders 1, 2, ... of <p, D_j> - g(a, D_j) at t = 0, as rows [in z | constant].

        a' is the velocity in d whose momentum on d is ad*_a M a, p' = ad*_a p, p(0) = M a(0) + N z with N a basis of Ann(d).
        """
        onto, free = self.onto_d(), self.annihilator()
        a, p, rows = [start], [[*free, self.flat(start)]], []
        for order in range(1, orders + 1):
            force, rates, binomial = [Fraction(0)] * self.n, [[Fraction(0)] * self.n for _ in p[0]], 1
            for i in range(order):
                force = plus(force, times(Fraction(binomial), self.coadjoint(a[i], self.flat(a[order - 1 - i]))))
                rates = [plus(rate, times(Fraction(binomial), self.coadjoint(a[i], q))) for rate, q in zip(rates, p[order - 1 - i])]
                binomial = binomial * (order - 1 - i) // (i + 1)
            a.append(applied(onto, force))
            p.append(rates)
            for v in self.d:
                row = [dot(q, v) for q in rates]
                rows.append([*row[:-1], row[-1] - dot(self.flat(a[-1]), v)])
        return rows

    def restricted(self, part):
        """The system on the algebra that a part of d generates, in the reduced basis of that algebra."""
        basis = self.closure(part)
        brackets = {}
        for i, v in enumerate(basis):
            for j, w in enumerate(basis[:i]):
                entries = coordinates(basis, self.bracket(w, v))
                brackets[j, i] = {k: c for k, c in enumerate(entries) if c}
        metric = [[self.g(v, w) for w in basis] for v in basis]
        return Algebra(len(basis), brackets, metric, [coordinates(basis, v) for v in part])

    def is_product(self, parts):
        """The algebras that the parts generate commute, their sum is direct, and the parts are orthogonal to the others."""
        closures = [self.closure(part) for part in parts]
        together, vectors = [v for c in closures for v in c], [v for part in parts for v in part]
        return (len(vectors) == len(self.d) and contains(self.d, vectors) and rank(together) == len(together)
                and all(is_zero(self.bracket(v, w)) for i, part in enumerate(parts) for other in parts[:i] for v in part for w in other)
                and all(self.g(v, w) == 0 for i, part in enumerate(parts) for j, c in enumerate(closures) if i != j for v in part for w in c))

    # ---- identities

    def keeps_geodesics(self):
        """(3.11): S(D_i, D_j, b) = g(D_i, [D_j, b]) + g(D_j, [D_i, b]) = 0 for b in d_perp."""
        return all(self.s(v, w, b) == 0 for b in self.perp() for v in self.d for w in self.d)

    def s(self, v, w, b):
        return self.g(v, self.bracket(w, b)) + self.g(w, self.bracket(v, b))

    def works(self, ideal):
        """An ideal of the algebra, or of that which d generates, complementary to d in it, with g(a, p[a, b]) = 0 on d, polarised."""
        together = self.d + ideal
        space = self.basis if len(together) == self.n else self.closure()
        if rank(together) != len(together) or len(together) != len(space) or not contains(space, together):
            return False
        if not contains(ideal, [self.bracket(v, w) for v in space for w in ideal]):
            return False

        def part(v):
            return combined(coordinates(together, v)[len(self.d):], ideal, self.n)

        return all(self.g(v, part(self.bracket(w, b))) + self.g(w, part(self.bracket(v, b))) == 0
                   for b in self.d for v in self.d for w in self.d)

    def is_graded(self):
        """[d, d] in d_perp, [d, d_perp] in d, [d_perp, d_perp] in d_perp, and T = 0 on d, see below."""
        perp = self.perp()

        def brackets(left, right):
            return [self.bracket(v, w) for v in left for w in right]

        size = range(len(self.d))
        return (contains(perp, brackets(self.d, self.d)) and contains(self.d, brackets(self.d, perp)) and contains(perp, brackets(perp, perp))
                and all(self.t([self.d[i], self.d[j], self.d[k]], c) == 0 for c in self.d for i in size for j in range(i + 1) for k in range(j + 1)))

    def t(self, a, c):
        """g(a, [a, [a, c]]), polarised: the sum over the orders of three vectors."""
        orders = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
        return sum(self.g(a[i], self.bracket(a[j], self.bracket(a[k], c))) for i, j, k in orders)

    def traces(self):
        return [sum((self.bracket(e, f)[j] for j, f in enumerate(self.basis)), Fraction(0)) for e in self.basis]

    def jacobi(self, i, j, k):
        e = self.basis
        return plus(plus(self.bracket(self.bracket(e[i], e[j]), e[k]), self.bracket(self.bracket(e[j], e[k]), e[i])),
                    self.bracket(self.bracket(e[k], e[i]), e[j]))

    def divergence(self):
        """Of u' = F(u), with a = D u: a linear form in u."""
        onto, forces = product(inverse(self.gram()), self.d), self.forces()
        size = range(len(self.d))
        return [sum((dot(onto[k], forces[max(i, k), min(i, k)]) for k in size), Fraction(0)) for i in size]

    def momenta(self):
        """Vectors b of d with <F(a), b> = 0 for all a, as coefficients of D."""
        return kernel([[dot(force, v) for v in self.d] for force in self.forces().values()], len(self.d))

    def has_section(self, momentum):
        """p = P u on d: <p, D_j> = g(a, D_j), and p' = ad*_a p along u' = F(u) on the algebra that d generates."""
        gram, reach = self.gram(), self.closure()
        if [[dot(p, v) for p in momentum] for v in self.d] != gram:
            return False
        back = inverse(gram)
        for (i, j), force in self.forces().items():
            u_rate = applied(back, [dot(force, v) for v in self.d])
            left = minus(combined(u_rate, momentum, self.n),
                         plus(self.coadjoint(self.d[i], momentum[j]), self.coadjoint(self.d[j], momentum[i])))
            if any(dot(left, v) for v in reach):
                return False
        return True
