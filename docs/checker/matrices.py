"""Vectors are lists, matrices lists of rows, subspaces lists of vectors that span them; elimination over the rationals.

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


def inverses(vectors, size):
    """The rows of L, with L B = 1 for B with these columns, by number; and rows K that span those with K B = 0."""
    echelon, pivots = eliminated(transposed([*vectors, *unit_vectors(size)]))    # [B | 1] becomes [1 | L] above [0 | K]
    rows, r = {pivot: row[len(vectors):] for row, pivot in zip(echelon, pivots)}, len(vectors)
    return {i: row for i, row in rows.items() if i < r}, [row for i, row in rows.items() if i >= r]


def is_basis(vectors, space):
    """Of a space that a basis spans."""
    return independent(vectors) and len(vectors) == len(space) and contains(space, vectors)


def kernel(rows, size):
    """A basis of the x with row . x = 0 for all rows."""
    return inverses(rows, size)[1]


def coordinates(basis, v):
    """The factors of the vectors of a basis whose sum is v, or None; v may have polynomials."""
    left, annihilator = inverses(basis, len(v))
    return None if any(applied(annihilator, v)) else [dot(left.get(i, ()), v) for i in range(len(basis))]


def inverse(m):
    left, singular = inverses(transposed(m), len(m))
    if singular:
        raise ZeroDivisionError("a matrix without inverse")
    return list(left.values())


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
