"""Groups of system files: brackets of the basis, stored numbers of an element, their rates along left-invariant fields.

Conventions: docs/notation.md.
"""

from fractions import Fraction
import re

from claims import require
from formulas import NotChecked, Reader, root
from matrices import dot, unit_vectors
from polynomials import Polynomial, Ring

ROTATION = {"R11": "1 - 2*qy^2 - 2*qz^2", "R12": "2*qx*qy - 2*qw*qz", "R13": "2*qx*qz + 2*qw*qy",
            "R21": "2*qx*qy + 2*qw*qz", "R22": "1 - 2*qx^2 - 2*qz^2", "R23": "2*qy*qz - 2*qw*qx",
            "R31": "2*qx*qz - 2*qw*qy", "R32": "2*qy*qz + 2*qw*qx", "R33": "1 - 2*qx^2 - 2*qy^2"}
LORENTZ = {"g11": "1 + 2*qx^2 - 2*qz^2", "g12": "2*qx*qy - 2*qw*qz", "g13": "2*qw*qx - 2*qy*qz",
           "g21": "2*qx*qy + 2*qw*qz", "g22": "1 + 2*qy^2 - 2*qz^2", "g23": "2*qx*qz + 2*qw*qy",
           "g31": "2*qy*qz + 2*qw*qx", "g32": "2*qw*qy - 2*qx*qz", "g33": "1 + 2*qx^2 + 2*qy^2"}
# A row (i, j, k, c) of `brackets` is the term c e_k of [e_i, e_j]. `rates` are those of the stored numbers along
# e_1, e_2, ...; `squares` relates the numbers; `functions` are the coordinates beside the numbers themselves.
PARTS = {
    # unit quaternions
    "SO3": {"brackets": [(1, 2, 3, 1), (2, 3, 1, 1), (1, 3, 2, -1)], "squares": {"qw": "1 - qx^2 - qy^2 - qz^2"},
            "rates": {"qw": "-qx/2, -qy/2, -qz/2", "qx": "qw/2, -qz/2, qy/2",
                      "qy": "qz/2, qw/2, -qx/2", "qz": "-qy/2, qx/2, qw/2"}, "functions": ROTATION},
    # split quaternions: i^2 = j^2 = 1, (i j)^2 = -1
    "SO21": {"brackets": [(1, 2, 3, -1), (2, 3, 1, 1), (1, 3, 2, -1)], "squares": {"qw": "1 + qx^2 + qy^2 - qz^2"},
             "rates": {"qw": "qx/2, qy/2, -qz/2", "qx": "qw/2, -qz/2, qy/2",
                       "qy": "qz/2, qw/2, -qx/2", "qz": "qy/2, -qx/2, qw/2"}, "functions": LORENTZ},
    "SE2": {"brackets": [(1, 3, 2, -1), (2, 3, 1, 1)], "stored": ["x", "y", "phi", None],      # and whole turns
            "rates": {"phi": "0, 0, 1", "x": "cos(phi), -sin(phi), 0", "y": "sin(phi), cos(phi), 0"}},
    # [w_i, v_j] = e_ijk v_k
    "SE3": {"brackets": [(2, 4, 3, -1), (3, 5, 1, -1), (1, 6, 2, -1), (1, 5, 3, 1), (2, 6, 1, 1), (3, 4, 2, 1),
                         (4, 5, 6, 1), (5, 6, 4, 1), (4, 6, 5, -1)], "squares": {"qw": "1 - qx^2 - qy^2 - qz^2"},
            "rates": {"x": "R11, R12, R13, 0, 0, 0", "y": "R21, R22, R23, 0, 0, 0", "z": "R31, R32, R33, 0, 0, 0",
                      "qw": "0, 0, 0, -qx/2, -qy/2, -qz/2", "qx": "0, 0, 0, qw/2, -qz/2, qy/2",
                      "qy": "0, 0, 0, qz/2, qw/2, -qx/2", "qz": "0, 0, 0, -qy/2, qx/2, qw/2"}, "functions": ROTATION}}


def flat_part(names):
    """The group R^n with these coordinates."""
    return {"rates": {name: ", ".join(str(int(name == other)) for other in names) for name in names}}


def part_named(name):
    letters, size = (re.fullmatch(r"([A-Z]+?)(\d*)", name) or re.fullmatch("()()", "")).groups()
    size = int(size or 1)
    if name in PARTS:
        return PARTS[name]
    if letters in ("T", "R") and size > 0:
        return flat_part([("theta" if letters == "T" else "r") + str(i) for i in range(1, size + 1)])
    if letters != "H" or size % 2 == 0 or size == 1:
        raise NotChecked(f"the group {name}")
    pairs = [("x" + i, "y" + i) for i in (str(i) if size > 3 else "" for i in range(1, size // 2 + 1))]
    part = flat_part([*(name for pair in pairs for name in pair), "z"])
    part["rates"]["z"] = ", ".join(f"{y}, -{x}" for x, y in pairs) + ", 1"
    part["brackets"] = [(i, i + 1, size, -2) for i in range(1, size, 2)]
    return part


class LieAlgebra:
    """constants[i, j, k] = c_ij^k for i < j, [e_i, e_j] = c_ij^k e_k. Vectors are of numbers or of polynomials."""

    def __init__(self, dimension, constants):
        self.n, self.constants = dimension, constants

    def bracket(self, v, w):
        total = [Fraction(0)] * self.n
        for (i, j, k), c in self.constants.items():
            if (v[i] and w[j]) or (v[j] and w[i]):
                total[k] = total[k] + c * (v[i] * w[j] - v[j] * w[i])
        return total

    def coadjoint(self, v, p):
        """ad*_v p: the covector w -> <p, [v, w]>."""
        return [dot(p, self.bracket(v, e)) for e in unit_vectors(self.n)]


class Group(LieAlgebra):
    """A product: brackets, a ring of functions with its fields, coordinates by name, the stored numbers in a row."""

    def __init__(self):
        super().__init__(0, {})
        self.ring, self.coordinates, self.stored = Ring(0), {}, []

    def multiply(self, part, prefix="", number=""):
        """One more factor; the prefix is for its variables, the number for coordinates whose names are taken."""
        rates = {name: texts.split(", ") for name, texts in part["rates"].items()}
        first, dimension, functions = self.n, len(next(iter(rates.values()))), part.get("functions", {})
        self.ring.rates += [{} for _ in range(dimension)]
        read = Reader(self.ring, {**{name: Polynomial.variable(prefix + name) for name in rates}, **functions})
        for i, j, k, c in part.get("brackets", ()):
            self.constants[i - 1 + first, j - 1 + first, k - 1 + first] = Fraction(c)
        for name, texts in rates.items():
            for k, text in enumerate(texts, first):
                self.ring.rates[k][prefix + name] = read(text)
        self.ring.squares.update({prefix + name: read(text) for name, text in part.get("squares", {}).items()})
        stored = part.get("stored", rates)
        for name in [*(n for n in stored if n and not (functions and n[0] == "q")), *functions]:
            value, letters = read(name), name.rstrip("0123456789")
            if letters in ("theta", "r") and prefix:
                taken = sum(other.rstrip("0123456789") == letters for other in self.coordinates)
                name = f"{letters}{taken + 1}"
            while name in self.coordinates:
                name += str(number)
            self.coordinates[name] = value
        self.stored += [name and prefix + name for name in stored]
        self.n += dimension

    def values_at(self, rows):
        """By rows [x, cos x, sin x] of the stored numbers; None for what is not defined, or not rational, there."""
        ring, values = self.ring, {}
        require(len(rows) >= len(self.stored) or not any(ring.rates), "point has too few numbers")
        for name, (x, c, s) in zip(self.stored, rows):
            require(c * c + s * s == 1, "a cosine and a sine whose squares have another sum than 1")
            values.update({name: x, f"cos({name})": c, f"sin({name})": s})
        inside = {**{name: p for name, p in ring.squares.items() if name.startswith("sqrt(")}, **ring.quotients}

        def value(name):
            if name not in values:
                if name not in inside:
                    raise NotChecked(f"the value of {name}")
                known = {other: value(other) for other in inside[name].variables()}
                x = None if None in known.values() else inside[name].at(known)
                values[name] = x if x is None else root(x) if name.startswith("sqrt(") else 1 / x if x else None
            return values[name]

        for name in sorted(set().union(*ring.rates)):
            value(name)
        for name, square in ring.squares.items():
            require(values.get(name) is None or values[name] ** 2 == square.at(values), "the point is not on the group")
        return values

    def some_point(self, shift=3):
        """The values at a rational point in no special place.

        Rational points of w^2 + s(v) = 1, s a quadratic form: w = (1 - s(t))/(1 + s(t)), v = 2 t/(1 + s(t)).
        """
        numbers = [Fraction(2 * i + shift, 7) for i in range(len(self.stored))]
        for at, name in enumerate(self.stored):
            if name and name in self.ring.squares:     # qw
                t = numbers[at + 1:at + 4]
                s = 1 - self.ring.squares[name].at(dict(zip(self.stored[at + 1:], t)))
                numbers[at:at + 4] = [(1 - s) / (1 + s), *(2 * x / (1 + s) for x in t)]
        turns = [Fraction(2 * i + shift, 5) for i in range(len(numbers))]
        return self.values_at([(x, (1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)) for x, t in zip(numbers, turns)])
