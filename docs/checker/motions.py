"""Equations of motion with a in v0(x) + D(x), as polynomials in functions on the group and velocities u; docs/notation.md.

    a = D u + v0,  nu = pull + M D u',  D^T nu = 0,  mu' = transport mu - nu
"""

from fractions import Fraction

from formulas import NotChecked
import matrices
from points import some_point
from polynomials import Polynomial
from systems import ONE, ZERO, determinant


def coadjoint(brackets, a, p):
    total = [ZERO] * len(a)
    for (i, j), entries in brackets.items():
        for k, c in entries.items():
            total[j], total[i] = total[j] + a[i] * p[k] * c, total[i] - a[j] * p[k] * c
    return total


class Motion:
    def __init__(self, system, constraint):
        self.ring, self.n, self.d, self.v0 = system.ring, system.dimension, constraint.d, constraint.offset
        self.system, self.names = system, [f"u{j + 1}" for j in range(len(self.d))]
        self.u = [Polynomial.variable(name) for name in self.names]
        every, metric = range(self.n), system.metric
        self.a = self.tidy(self.sum(self.u, self.d, self.v0))
        turned = [self.tidy(self.sum(self.u, [self.slopes(v, k) for v in self.d], self.slopes(self.v0, k))) for k in every]
        momentum = self.lowered(self.a)
        numbered = {f"a{i + 1}": a for i, a in enumerate(self.a)}
        force, rate = [p.replaced(numbered) for p in system.force], [ZERO] * self.n
        for k in every:
            moved = self.tidy([self.dot(self.slopes(row, k), self.a) for row in metric])
            force[k] = force[k] + self.dot(self.a, moved) * Fraction(1, 2) - self.ring.along(system.potential, k)
            rate = self.sum([self.a[k]], [moved], rate)
        turning = self.sum(self.a, turned, [ZERO] * self.n)
        carried = coadjoint(system.brackets, self.a, momentum)
        self.free = self.tidy(carried[i] + force[i] for i in every)                        # ad*_a p + F
        self.pull = self.tidy(rate[i] + x - self.free[i] for i, x in enumerate(self.lowered(turning)))
        columns = [coadjoint(system.brackets, self.a, [ONE if i == j else ZERO for i in every]) for j in every]
        self.transport = [self.tidy(columns[i][k] - turned[k][i] for i in every) for k in every]
        self.along_d = [self.lowered(v) for v in self.d]
        self.gram = [self.tidy(self.dot(v, w) for w in self.along_d) for v in self.d]
        self.right = self.tidy(-self.dot(v, self.pull) for v in self.d)                    # gram u' = right

    def sum(self, factors, vectors, start):
        total = list(start)
        for factor, vector in zip(factors, vectors):
            total = [x + factor * y if y else x for x, y in zip(total, vector)]
        return total

    def dot(self, v, w):
        return sum((x * y for x, y in zip(v, w) if x and y), ZERO)

    def tidy(self, polynomials):
        return [self.ring.reduced(p) for p in polynomials]

    def slopes(self, v, k):
        return [self.ring.along(p, k) for p in v]

    def lowered(self, v):
        return self.tidy(self.dot(row, v) for row in self.system.metric)

    def unit_rates(self):
        """Of the functions on the group, along a."""
        return {name: self.ring.reduced(sum((a * of.get(name, ZERO) for a, of in zip(self.a, self.ring.rates)), ZERO))
                for name in set().union(*self.ring.rates)}

    def solved(self, right):
        """det and adjugate right, which is det times the solution of gram x = right."""
        r, reduced = len(self.d), self.ring.reduced
        det = determinant(self.gram, reduced)
        return det, [determinant([[right[i] if j == column else self.gram[i][j] for j in range(r)] for i in range(r)], reduced)
                     for column in range(r)]

    def bracket(self, x, y):
        """Of sections of the algebra: [X, Y] + x_*X[Y] - x_*Y[X]."""
        total = [ZERO] * self.n
        for (i, j), entries in self.system.brackets.items():
            for k, c in entries.items():
                total[k] = total[k] + (x[i] * y[j] - x[j] * y[i]) * c
        for k in range(self.n):
            total = self.sum([x[k], -y[k]], [self.slopes(y, k), self.slopes(x, k)], total)
        return self.tidy(total)

    def frame(self):
        """Vectors, those of D the first, that span the leaf that motions stay on, and whether it is known; else the whole basis.

        D, v0 and their brackets at a point: they are as many as it has dimensions, or they are involutive as an identity.
        """
        space = self.n - self.system.timed
        whole = [[ONE if i == j else ZERO for i in range(self.n)] for j in range(space)]
        fields = [*self.d, *([self.v0] if any(self.v0) else [])]
        found, values, left = [], [], list(fields)
        try:
            point = some_point(self.system)
        except NotChecked:
            return whole, False
        while left and len(found) < self.n:
            v = left.pop(0)
            try:
                at = [p.at(point) for p in v]
            except TypeError:                        # a function that is not rational there
                return whole, False
            if matrices.rank([*values, at]) > len(found):
                found.append(v)
                values.append(at)
                left += [self.bracket(w, v) for w in fields]
        if len(found) == self.n:
            return whole, True
        rows = matrices.eliminated(values)[1]
        for i, v in enumerate(found):
            for w in found[:i]:
                bracket = self.bracket(w, v)
                for k in (k for k in range(self.n) if k not in rows):
                    minor = [[vector[row] for row in [*rows, k]] for vector in [*found, bracket]]
                    if not self.ring.vanishes(determinant(minor, self.ring.reduced)):
                        return whole, False
        return [v for v in found if not (self.system.timed and v is fields[-1])], True


class Series:
    """A Taylor series in time, cut off."""

    def __init__(self, terms):
        self.terms = terms

    def __add__(self, other):
        return Series([x + y for x, y in zip(self.terms, other.terms)])

    def __mul__(self, other):
        if not isinstance(other, Series):
            return Series([x * other for x in self.terms])
        size = len(self.terms)
        return Series([sum((self.terms[i] * other.terms[k - i] for i in range(k + 1) if self.terms[i]), Fraction(0)) for k in range(size)])


def multiplier_series(motion, values, orders):
    """Coefficients of t, t^2, ... of D^T mu along the motion from a point, mu(0) = N z with N a basis of Ann(D) there: [in z | constant]."""
    rates, n, u_rates, needed = motion.unit_rates(), motion.n, [], {()}
    used = {name for rows in (motion.gram, motion.transport, motion.d, [motion.right, motion.pull, *motion.along_d]) for row in rows
            for p in row for name in p.variables()}
    while used != needed:                            # with all that their rates name
        needed, used = used, used.union(*(rates[name].variables() for name in used if name in rates))
    state = {name: [values[name]] for name in used.union(motion.names)}
    rates = {name: rate for name, rate in rates.items() if name in used}

    def expanded(polynomials, size):
        known = {name: Series((terms + [Fraction(0)] * size)[:size]) for name, terms in state.items()}
        one = Series([Fraction(1)] + [Fraction(0)] * (size - 1))
        return [p.at(known, one).terms for p in polynomials]

    for k in range(orders):
        gram = [expanded(row, k + 1) for row in motion.gram]
        right = [terms[k] for terms in expanded(motion.right, k + 1)]
        for j in range(1, k + 1):
            right = matrices.minus(right, matrices.applied([[entry[j] for entry in row] for row in gram], u_rates[k - j]))
        u_rates.append(matrices.applied(matrices.inverse([[entry[0] for entry in row] for row in gram]), right))
        moved = {name: terms[k] for name, terms in zip(rates, expanded(rates.values(), k + 1))}
        for name, value in [*moved.items(), *zip(motion.names, u_rates[k])]:
            state[name].append(value / (k + 1))
    size = orders + 1
    d, transport = [expanded(v, size) for v in motion.d], [expanded(row, size) for row in motion.transport]
    pull, lowered = expanded(motion.pull, size), [expanded(v, size) for v in motion.along_d]
    free = matrices.kernel([[terms[0] for terms in v] for v in d], n)
    mu, rows = [[*matrices.transposed([*free, [Fraction(0)] * n])]], []
    for k in range(orders):
        rate = []
        for i in range(n):
            nu = pull[i][k] + sum((lowered[j][i][k - l] * u_rates[l][j] for j in range(len(d)) for l in range(k + 1)), Fraction(0))
            row = matrices.combined([transport[i][j][k - l] for l in range(k + 1) for j in range(n)],
                                    [mu[l][j] for l in range(k + 1) for j in range(n)], len(free) + 1)
            rate.append([x / (k + 1) for x in [*row[:-1], row[-1] - nu]])
        mu.append(rate)
        rows += [matrices.combined([v[i][k + 1 - l] for l in range(k + 2) for i in range(n)],
                                   [mu[l][i] for l in range(k + 2) for i in range(n)], len(free) + 1) for v in d]
    return rows
