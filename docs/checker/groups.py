"""Groups of system files: brackets of the basis, the numbers stored of an element, and how left-invariant fields change them.

[e_i, e_j] = c_ij^k e_k is kept as {(i, j): {k: c}} for i < j. Conventions: docs/notation.md.
"""

from fractions import Fraction
import re

from formulas import NotChecked, Reader
from polynomials import Polynomial, Ring


class Part:
    """A factor of a group, whose stored numbers are variables with a prefix."""

    def __init__(self, dimension):
        self.dimension, self.brackets = dimension, {}
        self.stored = []                             # names of the stored numbers; None for one that is constant
        self.coordinates = []                        # pairs (name, polynomial in the stored numbers)
        self.rates = {}                              # {(k, name): derivative along e_k}
        self.squares, self.turning = {}, []


HALF = Fraction(1, 2)


def quaternion(part, prefix, first, split):
    """Rotations about the axes first .. first + 2, as unit quaternions; split ones for SO(2,1): w^2 - x^2 - y^2 + z^2 = 1."""
    names = [prefix + "q" + letter for letter in "wxyz"]
    w, x, y, z = (Polynomial.variable(name) for name in names)
    k = Fraction(-1 if split else 1)                 # the squares of the units i and j are -k, that of ij is -1
    rates = [(-k * x, w, z, -y * k), (-k * y, -z, w, x * k), (-z, y, -x, w)]
    for i, of_axis in enumerate(rates):
        for name, rate in zip(names, of_axis):
            part.rates[first + i, name] = rate * HALF
    part.stored += names
    part.squares[names[0]] = Polynomial.number(1) - k * x * x - k * y * y - z * z
    one, two = Polynomial.number(1), Fraction(2)
    r = [[one - two * (k * y * y + z * z), two * (k * x * y - w * z), two * (x * z + w * y)],
         [two * (k * x * y + w * z), one - two * (k * x * x + z * z), two * (y * z - w * x)],
         [two * k * (x * z - w * y), two * k * (y * z + w * x), one - two * k * (x * x + y * y)]]
    if split:                                        # r is Ad; g is r in the basis -e2, e1, e3
        r = [[r[1][1], -r[1][0], -r[1][2]], [-r[0][1], r[0][0], r[0][2]], [-r[2][1], r[2][0], r[2][2]]]
    part.coordinates += [(f"{'g' if split else 'R'}{i + 1}{j + 1}", r[i][j]) for i in range(3) for j in range(3)]
    a, b, c = first, first + 1, first + 2
    part.brackets.update({(a, b): {c: -1 if split else 1}, (a, c): {b: -1}, (b, c): {a: 1}})
    return r


def part_named(name, prefix):
    letters, size = (re.fullmatch(r"([A-Z]+?)(\d*)", name) or re.fullmatch("()()", "")).groups()
    size = int(size or 1)

    def free(part, names):
        part.stored += [prefix + n for n in names]
        part.coordinates += [(n, Polynomial.variable(prefix + n)) for n in names]

    def unit(part, k, n, rate=Polynomial.number(1)):
        part.rates[k, prefix + n] = rate

    if name in ("SO3", "SO21"):
        part = Part(3)
        quaternion(part, prefix, 0, name == "SO21")
    elif name == "SE3":
        part = Part(6)
        free(part, "xyz")
        r = quaternion(part, prefix, 3, False)
        for k in range(3):
            for i, n in enumerate("xyz"):
                unit(part, k, n, r[i][k])
        for i, j, k, sign in ((0, 1, 2, 1), (1, 2, 0, 1), (2, 0, 1, 1), (1, 0, 2, -1), (2, 1, 0, -1), (0, 2, 1, -1)):
            part.brackets[j, i + 3] = {k: -sign}     # [w_i, v_j] = e_ijk v_k
    elif name == "SE2":
        part = Part(3)
        free(part, ("x", "y", "phi"))
        part.stored.append(None)                     # turns
        part.turning = [(0, prefix + "x", "cos", 1), (0, prefix + "y", "sin", 1), (1, prefix + "x", "sin", -1),
                        (1, prefix + "y", "cos", 1), prefix + "phi"]
        unit(part, 2, "phi")
        part.brackets = {(0, 2): {1: -1}, (1, 2): {0: 1}}
    elif letters in ("T", "R") and size > 0:
        part = Part(size)
        names = [("theta" if letters == "T" else "r") + str(i + 1) for i in range(size)]
        free(part, names)
        for k, n in enumerate(names):
            unit(part, k, n)
    elif letters == "H" and size % 2 and size > 1:
        part = Part(size)
        pairs = size // 2
        names = [letter + (str(i + 1) if pairs > 1 else "") for i in range(pairs) for letter in "xy"] + ["z"]
        free(part, names)
        for k, n in enumerate(names):
            unit(part, k, n)
        for i in range(0, size - 1, 2):
            part.rates[i, prefix + "z"] = Polynomial.variable(prefix + names[i + 1])
            part.rates[i + 1, prefix + "z"] = -Polynomial.variable(prefix + names[i])
            part.brackets[i, i + 1] = {size - 1: -2}
    else:
        raise NotChecked(f"the group {name}")
    return part


class Group:
    """A product: brackets, a ring of functions with its fields, coordinates by name, and the stored numbers in a row."""

    def __init__(self, factors, timed=False):
        parts = [part_named(str(name), f"#{i}.") for i, name in enumerate(factors)]
        self.dimension = sum(part.dimension for part in parts)
        self.ring, self.brackets, self.coordinates, self.stored = Ring(self.dimension + timed), {}, {}, []
        reader, first, counts = Reader(self.ring, {}), 0, {"theta": 0, "r": 0}
        for number, part in enumerate(parts, 1):
            for (i, j), bracket in part.brackets.items():
                self.brackets[i + first, j + first] = {k + first: Fraction(c) for k, c in bracket.items() if c}
            for (k, name), rate in part.rates.items():
                self.ring.rates[k + first][name] = rate
            self.ring.squares.update(part.squares)
            if part.turning:
                c, s = reader.angle(Polynomial.variable(part.turning[-1]))
                for k, name, function, sign in part.turning[:-1]:
                    self.ring.rates[k + first][name] = (c if function == "cos" else s) * Fraction(sign)
            for name, value in part.coordinates:
                letters = name.rstrip("0123456789")
                if letters != name and letters in counts:
                    counts[letters] += 1
                    name = letters + str(counts[letters])
                while name in self.coordinates:
                    name += str(number)
                self.coordinates[name] = value
            self.stored += part.stored
            first += part.dimension
