"""Equations of motion with a in v0(x) + D(x), as polynomials in functions and velocities u; docs/notation.md.

    a = D u + v0,  nu = pull + M D u',  D^T nu = 0,  mu' = transport mu - nu
"""

from fractions import Fraction
from functools import cache

from formulas import NotChecked
from matrices import (applied, combined, dot, eliminated, inverse, kernel, minus, plus, rank, times, transposed,
                      unit_vectors)
from polynomials import ONE, ZERO, Polynomial, variables


class Motion:
    """Of a system with L = g(a,a)/2 - U and a force, under one way of its constraint."""

    def __init__(self, system, d, v0=()):
        ring, n = system.ring, system.n
        every, self.system, self.ring, self.n = range(n), system, ring, n
        self.d, self.v0 = [ring.tidy(v) for v in d], v0 or [ZERO] * n
        self.names, self.u = variables("u", len(d))
        self.a = ring.tidy(plus(combined(self.u, self.d, n), self.v0))
        momentum = self.flat(self.a)
        names, velocity = variables("a", n)
        lagrangian = dot(velocity, applied(system.metric, velocity)) * Fraction(1, 2) - system.potential
        force = plus(system.force, [ring.along(lagrangian, k) for k in every])
        force = [p.replaced(dict(zip(names, self.a))) for p in force]
        self.free = ring.tidy(plus(system.coadjoint(self.a, momentum), force))             # ad*_a p + F
        rate = combined(self.a, [self.slopes(momentum, k) for k in every], n)              # of M a, while u rests
        self.pull = ring.tidy(minus(rate, self.free))
        self.transport = [ring.tidy(minus(system.bracket(self.a, e), self.slopes(self.a, k)))
                          for k, e in enumerate(unit_vectors(n))]
        self.along_d = [self.flat(v) for v in self.d]
        self.gram = [ring.tidy(applied(self.along_d, v)) for v in self.d]
        self.right = ring.tidy(-dot(v, self.pull) for v in self.d)                         # gram u' = right

    def slopes(self, v, k):
        return [self.ring.along(p, k) for p in v]

    def flat(self, v):
        return self.ring.tidy(applied(self.system.metric, v))

    def solved(self, right):
        """det of the Gram matrix, and det times the solution of gram x = right."""
        det, solved = self.ring.cramer(self.gram, right)
        if self.ring.vanishes(det):                  # det times an equation says nothing
            raise NotChecked("motions where g degenerates on d")
        return det, solved

    def rates(self):
        """det of the Gram matrix, det times u', and det times the rates of all variables."""
        det, solved = self.solved(self.right)
        return det, solved, {**self.ring.rates_along(self.a, det), **dict(zip(self.names, solved))}

    def bracket(self, x, y):
        """Of sections of the algebra: [X, Y] + x_*X[Y] - x_*Y[X]."""
        total = self.system.bracket(x, y)
        for k in range(self.n):
            total = plus(total, combined([x[k], -y[k]], [self.slopes(y, k), self.slopes(x, k)], self.n))
        return self.ring.tidy(total)

    def frame(self):
        """Vectors, D the first, that span the leaf that motions stay on, and whether it is known; else the whole basis.

        D, v0 and their brackets at a point: they are as many as it has dimensions, or involutive as an identity.
        """
        whole = unit_vectors(self.n, ONE)[:self.system.space]
        fields = [*self.d, *([self.v0] if any(self.v0) else [])]
        found, values, left = [], [], list(fields)
        try:
            point = self.system.some_point()
            while left and len(found) < self.n:
                v = left.pop(0)
                at = [p.at(point) for p in v]
                if rank([*values, at]) > len(found):
                    found.append(v)
                    values.append(at)
                    left += [self.bracket(w, v) for w in fields]
        except (NotChecked, TypeError):              # a function that is not rational there
            return whole, False
        if len(found) == self.n:
            return whole, True
        brackets = [self.bracket(w, v) for i, v in enumerate(found) for w in found[:i]]
        annihilator = self.ring.kernel(found, eliminated(values)[1])[1]
        if not all(self.ring.vanishes(dot(p, v)) for p, _ in annihilator for v in brackets):
            return whole, False
        return [v for v in found if not (self.system.timed and v is fields[-1])], True


class Series:
    """A Taylor series in time; each coefficient is computed when it is asked for, by a rule from those before."""

    def __init__(self, rule, first=()):
        self.rule, self.known = rule, list(first)

    def __getitem__(self, k):
        while len(self.known) <= k:
            self.known.append(self.rule(len(self.known)))
        return self.known[k]

    def __mul__(self, other):
        return Series(lambda k: dot([self[i] for i in range(k + 1)], [other[k - i] for i in range(k + 1)]))


def taylor(motion, values):
    """Of the motion from a point: the series of polynomials in functions and velocities, the coefficients of u'."""
    rates = motion.ring.rates_along(motion.a)

    @cache
    def variable(name):
        return Series(lambda k: rate(name, k - 1) / k, [Fraction(values[name])])

    def rate(name, k):
        return acceleration(k)[motion.names.index(name)] if name in motion.names else function_rate(name)[k]

    @cache
    def function_rate(name):
        return series(rates[name])

    @cache
    def product(monomial):
        *rest, (name, power) = monomial
        rest = (*rest, (name, power - 1)) if power > 1 else tuple(rest)
        return product(rest) * variable(name) if rest else variable(name)

    def series(p):
        terms = [(factor, product(monomial)) for monomial, factor in p.terms.items() if monomial]
        start = p.terms.get((), Fraction(0))
        return Series(lambda k: sum((factor * term[k] for factor, term in terms), start if k == 0 else Fraction(0)))

    gram, right = [list(map(series, row)) for row in motion.gram], list(map(series, motion.right))
    back = inverse([[x[0] for x in row] for row in gram])

    @cache
    def acceleration(k):
        """gram u' = right, coefficient by coefficient."""
        later = [sum(dot([x[l] for x in row], acceleration(k - l)) for l in range(1, k + 1)) for row in gram]
        return applied(back, [x[k] - y for x, y in zip(right, later)])

    return series, acceleration


def multiplier_series(motion, values, orders):
    """Coefficients of t, t^2, ... of D^T mu from a point, mu(0) = N z, N a basis of Ann(D) there: [in z | constant]."""
    series, acceleration = taylor(motion, values)
    d, pull = [list(map(series, v)) for v in motion.d], list(map(series, motion.pull))
    free = kernel([[x[0] for x in v] for v in d], motion.n)
    size, zeros = len(free) + 1, [Fraction(0)] * len(free)

    def convolved(row, vectors, k):
        terms = [(x[l], v) for l in range(k + 1) for x, v in zip(row, vectors[k - l])]
        return combined([x for x, _ in terms], [v for _, v in terms], size)

    # mu' = transport mu - M D u' - pull
    equations = [list(map(series, [*row, *of_u])) for row, of_u in zip(motion.transport, transposed(motion.along_d))]
    mus, known, rows = [transposed([*free, [Fraction(0)] * motion.n])], [], []
    for k in range(orders):
        known.append([*mus[k], *([*zeros, -x] for x in acceleration(k))])
        rates = [plus(convolved(row, known, k), [*zeros, -force[k]]) for row, force in zip(equations, pull)]
        mus.append([times(Fraction(1, k + 1), rate) for rate in rates])
        rows += [convolved(v, mus, k + 1) for v in d]
    return rows
