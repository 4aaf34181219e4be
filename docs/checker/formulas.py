"""Formulas of system files: polynomials in named functions; what is no polynomial is adjoined as a function."""

import ast
from fractions import Fraction
from math import isqrt
import re

from polynomials import ONE, ZERO, Polynomial


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
        self.ring, self.names, self.velocities = ring, dict(names), set(velocities)

    def __call__(self, text):
        value, = self.list_of(f"({text},)")
        return value

    def list_of(self, text):
        """The polynomials of a list such as (x, y*z)."""
        text = text.strip().replace("^", "**")
        try:
            node = ast.parse(text, mode="eval").body
            nodes = node.elts if isinstance(node, ast.Tuple) else [node]
            return [self.ring.reduced(self.value(part, text)) for part in nodes]
        except (SyntaxError, ValueError, KeyError) as error:
            raise NotChecked(f"the formula {text[:60]!r}") from error

    def rows(self, texts):
        return [[self(text) for text in row] for row in texts]

    def value(self, node, text):
        match node:
            case ast.Constant(value=int() | float()):
                return Polynomial.of(rational(ast.get_source_segment(text, node)))
            case ast.Name(id=name):
                return self.named(name)
            case ast.UnaryOp(op=ast.UAdd() | ast.USub(), operand=x):
                value = self.value(x, text)
                return -value if isinstance(node.op, ast.USub) else value
            case ast.Call(func=ast.Name(id=name), args=[x]):
                return self.function(name, self.ring.reduced(self.value(x, text)))
            case ast.BinOp(left=x, right=y):
                x, y = self.value(x, text), self.value(y, text)
                operations = {ast.Add: lambda: x + y, ast.Sub: lambda: x - y, ast.Mult: lambda: x * y,
                              ast.Div: lambda: x * self.quotient(y), ast.Pow: lambda: self.power(x, y.constant())}
                return self.ring.reduced(operations[type(node.op)]())
        raise ValueError("no formula")

    def power(self, p, k):
        if k is None or k.denominator > 2 or abs(k) > 64:
            raise NotChecked("a power that is no whole or half number")
        if k.denominator == 2:
            p, k = self.function("sqrt", self.ring.reduced(p)), k * 2
        return (self.quotient(p) if k < 0 else p) ** abs(int(k))

    def named(self, name):
        if name not in self.names:
            raise (NotChecked if name in ("pi", "t") else Unusable)(f"the name {name!r}, which is not defined")
        if not isinstance(self.names[name], Polynomial):
            self.names[name] = self(self.names[name])
        return self.names[name]

    def adjoin(self, name, p, slope):
        """A new function f(p), whose derivative along e_k is the slope f'(p) times that of p."""
        if p.variables() & self.velocities:
            raise NotChecked("a function of velocities")
        for k, rates in enumerate(self.ring.rates):
            if name not in rates:
                rates[name] = self.ring.reduced(slope * self.ring.along(p, k))
        return Polynomial.variable(name)

    def quotient(self, p):
        """1/p as a number, or 1/c times a new function, with c the first coefficient of p."""
        p = self.ring.reduced(p)
        if not p:
            raise Unusable("a division by 0")
        over = 1 / min(p.terms.items())[1]
        if p.constant() is not None:
            return Polynomial.of(over)
        p = p * over
        name = f"1/({text_of(p)})"
        y = Polynomial.variable(name)
        self.ring.quotients.setdefault(name, p)
        return over * self.adjoin(name, p, -y * y)

    def function(self, name, p):
        match name:
            case "sin" | "cos":
                return self.circular(p)[name == "sin"]
            case "tan":
                cos, sin = self.circular(p)
                return self.ring.reduced(sin * self.quotient(cos))
            case "sqrt":
                return self.root(p)
        raise NotChecked(f"the function {name}")

    def root(self, p):
        if (value := p.constant()) is not None:
            if root(value) is None:
                raise NotChecked("a root that is not rational")
            return Polynomial.of(root(value))
        name = f"sqrt({text_of(p)})"
        self.ring.squares[name] = p
        value = self.adjoin(name, p, Fraction(1, 2) * Polynomial.variable(f"1/({name})"))
        self.quotient(value)
        return value

    def circular(self, p):
        """cos p and sin p, by the formulas for sums of whole multiples of what turns."""
        cos, sin = ONE, ZERO
        for monomial, factor in sorted(p.terms.items()):
            if monomial == ():
                raise NotChecked("the cosine of a number")
            whole = factor.denominator == 1 and len(monomial) == 1 and monomial[0][1] == 1
            c, s = self.angle(Polynomial({monomial: Fraction(1) if whole else abs(factor)}))
            s = s if factor > 0 else -s
            for _ in range(abs(int(factor)) if whole else 1):
                cos, sin = self.ring.tidy([cos * c - sin * s, sin * c + cos * s])
        return cos, sin

    def angle(self, p):
        cos, sin = f"cos({text_of(p)})", f"sin({text_of(p)})"
        c, s = Polynomial.variable(cos), Polynomial.variable(sin)
        self.ring.squares[sin] = 1 - c * c
        return self.adjoin(cos, p, -s), self.adjoin(sin, p, c)


def text_of(p):
    """A polynomial as a formula, the same text for the same polynomial."""
    def text_of_term(monomial, factor):
        powers = [name + (f"^{power}" if power > 1 else "") for name, power in monomial]
        return "*".join([str(factor)] * (factor != 1 or not powers) + powers)
    return " + ".join(text_of_term(*term) for term in sorted(p.terms.items()))
