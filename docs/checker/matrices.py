"""Elimination over a field: vectors are lists of numbers, matrices lists of rows, subspaces lists of vectors that span them."""

from fractions import Fraction


class Residue:
    """A number modulo a prime, for ranks: a minor that has an inverse there is not 0."""

    prime = 0                                        # of all residues at work

    def __init__(self, value):
        if isinstance(value, Fraction):              # pow refuses a divisor that has no inverse
            value = value.numerator * pow(value.denominator, -1, self.prime)
        self.value = (value.value if isinstance(value, Residue) else value) % self.prime

    def __add__(self, other):
        return Residue(self.value + Residue(other).value)

    def __mul__(self, other):
        return Residue(self.value * Residue(other).value)

    def __truediv__(self, other):
        return Residue(self.value * pow(Residue(other).value, -1, self.prime))

    def __rtruediv__(self, other):
        return Residue(other) / self

    def __neg__(self):
        return Residue(-self.value)

    def __sub__(self, other):
        return self + -Residue(other)

    def __rsub__(self, other):
        return Residue(other) - self

    def __bool__(self):
        return self.value != 0

    __radd__, __rmul__ = __add__, __mul__


def dot(v, w):
    return sum((x * y for x, y in zip(v, w) if x and y), Fraction(0))


def plus(v, w):
    return [x + y for x, y in zip(v, w)]


def minus(v, w):
    return [x - y for x, y in zip(v, w)]


def times(factor, v):
    return [factor * x for x in v]


def combined(factors, vectors, size):
    """The sum of factors times vectors of this size."""
    total = [Fraction(0)] * size
    for factor, vector in zip(factors, vectors):
        if factor:
            total = plus(total, times(factor, vector))
    return total


def transposed(rows):
    return [list(column) for column in zip(*rows)]


def applied(rows, v):
    return [dot(row, v) for row in rows]


def product(a, b):
    columns = transposed(b)
    return [[dot(row, column) for column in columns] for row in a]


def is_zero(v):
    return not any(v)


def eliminated(rows):
    """The reduced echelon form without its rows of zeros, and the places of the pivots."""
    left, done, pivots = [list(row) for row in rows if any(row)], [], []
    while left:
        place = min(next(i for i, x in enumerate(row) if x) for row in left)
        at = next(i for i, row in enumerate(left) if row[place])
        pivot = left.pop(at)
        pivot = [x / pivot[place] if x else x for x in pivot]

        def without(row):
            return [x - row[place] * y if y else x for x, y in zip(row, pivot)] if row[place] else row

        left = [row for row in map(without, left) if any(row)]
        done = [without(row) for row in done] + [pivot]
        pivots.append(place)
    return done, pivots


def rank(rows):
    return len(eliminated(rows)[1])


def kernel(rows, size):
    """A basis of the x with row . x = 0 for all rows."""
    echelon, pivots = eliminated(rows)
    basis = []
    for free in (i for i in range(size) if i not in pivots):
        x = [Fraction(int(i == free)) for i in range(size)]
        for row, pivot in zip(echelon, pivots):
            x[pivot] = -row[free]
        basis.append(x)
    return basis


def coordinates(basis, v):
    """The factors of the vectors of a basis whose sum is v, or None."""
    size = len(basis)
    echelon, pivots = eliminated(transposed([*basis, v])) if basis else ([], [])
    if size in pivots or (not basis and any(v)):
        return None
    factors = [Fraction(0)] * size
    for row, pivot in zip(echelon, pivots):
        factors[pivot] = row[size]
    return factors


def contains(space, vectors):
    return rank([*space, *vectors]) == rank(space)


def inverse(m):
    size = len(m)
    echelon, pivots = eliminated([[*row, *(Fraction(int(i == j)) for j in range(size))] for i, row in enumerate(m)])
    if pivots != list(range(size)):
        raise ZeroDivisionError("a matrix without inverse")
    return [row[size:] for row in echelon]


def signature(form):
    """How many squares of each sign a symmetric form is a sum of (Lagrange)."""
    form, signs = [list(row) for row in form], [0, 0]
    while any(any(row) for row in form):
        size = range(len(form))
        at = next((i for i in size if form[i][i]), None)
        if at is None:                               # x y is a difference of squares: add one row to another
            at, other = next((i, j) for i in size for j in size if form[i][j])
            form[at] = plus(form[at], form[other])
            for row in form:
                row[at] += row[other]
        pivot = form[at]
        signs[pivot[at] < 0] += 1
        form = [[form[i][j] - pivot[i] * pivot[j] / pivot[at] for j in size if j != at] for i in size if i != at]
    return tuple(signs)
