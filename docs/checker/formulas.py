"""Formulas of system files: texts become polynomials in named functions; what is no polynomial is adjoined as a function."""

import ast
from fractions import Fraction
from math import isqrt
import re

from polynomials import Polynomial


class Unusable(Exception):
    """The input is no system file or no certificate."""


class NotChecked(Exception):
    """A claim, or what it is about, that this checker does not cover."""


RATIONAL = re.compile(r"[+-]?\d+(\.\d*)?([eE][+-]?\d{1,4})?(/\d+)?")


def rational(text):
    """A number of a certificate, such as -3/10."""
    text = str(text)
    if not RATIONAL.fullmatch(text) or text.endswith("/0"):
        raise ValueError(f"{text[:40]!r} is no rational number")
    upper, _, lower = text.partition("/")
    return Fraction(upper) / Fraction(lower or 1)


def root(x):
    """The square root of a rational number, if it is rational."""
    if x < 0:
        return None
    upper, lower = isqrt(x.numerator), isqrt(x.denominator)
    return Fraction(upper, lower) if Fraction(upper * upper, lower * lower) == x else None


class Reader:
    """Reads formulas over a ring. `names` maps what a formula may name to polynomials, or to texts of definitions.

    Python's grammar is that of formulas, with ** for ^. They are polynomials in `velocities`, or not covered.
    """

    def __init__(self, ring, names, velocities=()):
        self.ring, self.names, self.open, self.velocities = ring, dict(names), set(), set(velocities)

    def __call__(self, text):
        text = str(text).strip().replace("^", "**")
        try:
            return self.ring.reduced(self.value(ast.parse(text, mode="eval").body, text))
        except (SyntaxError, ValueError) as error:
            raise NotChecked(f"the formula {text[:60]!r}") from error

    def value(self, node, text):
        if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
            return Polynomial.number(rational(ast.get_source_segment(text, node)))
        if isinstance(node, ast.Name):
            return self.named(node.id)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
            value = self.value(node.operand, text)
            return -value if isinstance(node.op, ast.USub) else value
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 1:
            return self.function(node.func.id, self.value(node.args[0], text))
        if not isinstance(node, ast.BinOp):
            raise NotChecked(f"the formula {text[:60]!r}")
        left, right, reduced = self.value(node.left, text), self.value(node.right, text), self.ring.reduced
        if isinstance(node.op, (ast.Add, ast.Sub)):
            return left + right if isinstance(node.op, ast.Add) else left - right
        if isinstance(node.op, (ast.Mult, ast.Div)):
            return reduced(left * (right if isinstance(node.op, ast.Mult) else self.quotient(right)))
        power = right.constant()
        if not isinstance(node.op, ast.Pow) or power is None or power.denominator > 2 or abs(power) > 64:
            raise NotChecked("a power that is no whole or half number")
        if power.denominator == 2:
            left, power = self.function("sqrt", left), power * 2
        return reduced((self.quotient(left) if power < 0 else left) ** abs(int(power)))

    def named(self, name):
        if name not in self.names or name in self.open:
            raise (NotChecked if name in ("pi", "t") else Unusable)(f"the name {name!r}, which is not defined")
        value = self.names[name]
        if isinstance(value, Polynomial):
            return value
        self.open.add(name)
        value = self(value)
        self.open.discard(name)
        self.names[name] = value
        return value

    def adjoin(self, name, p, rate):
        """A new function of p; rate(k) is its derivative along e_k."""
        if p.variables() & self.velocities:
            raise NotChecked("a function of velocities")
        for k, rates in enumerate(self.ring.rates):
            if name not in rates:
                rates[name] = self.ring.reduced(rate(k))
        return Polynomial.variable(name)

    def quotient(self, p):
        p = self.ring.reduced(p)
        if (value := p.constant()) is not None:
            if not value:
                raise Unusable("a division by 0")
            return Polynomial.number(1 / value)
        if len(p.terms) == 1:                        # 1/(c x^2 y) = 1/c 1/x 1/x 1/y
            (monomial, factor), = p.terms.items()
            value = Polynomial.number(1 / factor)
            for name, power in monomial:
                value = value * self.quotient_of(Polynomial.variable(name)) ** power
            return value
        factor = next(iter(sorted(p.terms.items())))[1]
        return self.quotient_of(p * (1 / factor)) * (1 / factor)

    def quotient_of(self, p):
        name, y = f"1/({text_of(p)})", Polynomial.variable(f"1/({text_of(p)})")
        if name not in dict(self.ring.quotients):
            self.ring.quotients.append((name, p))
        return self.adjoin(name, p, lambda k: -(y * y * self.ring.along(p, k)))

    def function(self, name, p):
        p = self.ring.reduced(p)
        value = p.constant()
        if name == "tan":
            return self.ring.reduced(self.function("sin", p) * self.quotient(self.function("cos", p)))
        if name in ("cos", "sin"):
            return self.circular(p)[name == "sin"]
        if name == "sqrt":
            if value is not None and root(value) is not None:
                return Polynomial.number(root(value))
            if value is not None:
                raise NotChecked("a root that is not rational")
            name = f"sqrt({text_of(p)})"
            self.ring.squares[name] = p
            below = Polynomial.variable(f"1/({name})")
            value = self.adjoin(name, p, lambda k: below * self.ring.along(p, k) * Fraction(1, 2))
            self.quotient(value)
            return value
        raise NotChecked(f"the function {name}")

    def circular(self, p):
        """cos p and sin p, by the formulas for sums of whole multiples of what turns."""
        cos, sin = Polynomial.number(1), Polynomial()
        for monomial, factor in sorted(p.terms.items()):
            if monomial == ():
                raise NotChecked("the cosine of a number")
            whole = factor.denominator == 1 and len(monomial) == 1 and monomial[0][1] == 1
            c, s = self.angle(Polynomial({monomial: Fraction(1) if whole else abs(factor)}))
            s = s if factor > 0 else -s
            for _ in range(abs(int(factor)) if whole else 1):
                cos, sin = self.ring.reduced(cos * c - sin * s), self.ring.reduced(sin * c + cos * s)
        return cos, sin

    def angle(self, p):
        cos, sin = f"cos({text_of(p)})", f"sin({text_of(p)})"
        c, s = Polynomial.variable(cos), Polynomial.variable(sin)
        self.ring.squares[sin] = Polynomial.number(1) - c * c
        self.adjoin(cos, p, lambda k: -(s * self.ring.along(p, k)))
        return c, self.adjoin(sin, p, lambda k: c * self.ring.along(p, k))


def text_of(p):
    """A polynomial as a formula, the same text for the same polynomial."""
    words = []
    for monomial, factor in sorted(p.terms.items()):
        parts = [name + (f"^{power}" if power > 1 else "") for name, power in monomial]
        if factor != 1 or not parts:
            parts.insert(0, f"({factor})" if factor < 0 else str(factor))
        words.append("*".join(parts))
    return " + ".join(words) or "0"
