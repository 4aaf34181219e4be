"""Vectors are lists, matrices lists of rows, subspaces lists of vectors that span them; elimination over the rational numbers.

Sums and products have entries that are numbers or polynomials.
"""

from fractions import Fraction


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
            total = [x + factor * y if y else x for x, y in zip(total, vector)]
    return total


def unit_vectors(size, one=Fraction(1)):
    return [[one * int(i == j) for i in range(size)] for j in range(size)]


def transposed(rows):
    return [list(column) for column in zip(*rows)]


def applied(rows, v):
    return [dot(row, v) for row in rows]


def product(a, b):
    columns = transposed(b)
    return [applied(columns, row) for row in a]


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


def independent(vectors):
    return rank(vectors) == len(vectors)


def contains(space, vectors):
    return rank([*space, *vectors]) == rank(space)


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
    """The factors of the vectors of a basis whose sum is v, or None; v may have polynomials."""
    size = len(basis)
    columns = transposed([*basis, *unit_vectors(len(v))])
    echelon, pivots = eliminated(columns)            # [B | 1] becomes [1 | L] with L B = 1, above [0 | K] with K B = 0
    values = {pivot: dot(row[size:], v) for row, pivot in zip(echelon, pivots)}
    if any(x for pivot, x in values.items() if pivot >= size):
        return None
    return [values.get(i, Fraction(0)) for i in range(size)]


def inverse(m):
    size = len(m)
    echelon, pivots = eliminated([[*row, *unit] for row, unit in zip(m, unit_vectors(size))])
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
