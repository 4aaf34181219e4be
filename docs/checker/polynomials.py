"""Polynomials with rational coefficients in named variables, and rings of them with relations and derivations."""

from fractions import Fraction
from itertools import combinations
from math import prod


class Polynomial:
    """A dictionary: monomials, ((variable, power), ...) in the order of names, and their coefficients."""

    __slots__ = ("terms",)

    def __init__(self, terms=()):
        self.terms = {monomial: factor for monomial, factor in dict(terms).items() if factor}

    @staticmethod
    def variable(name):
        return Polynomial({((name, 1),): Fraction(1)})

    @staticmethod
    def of(x):
        """A number as a polynomial."""
        return x if isinstance(x, Polynomial) else Polynomial({(): Fraction(x)})

    def __add__(self, other):
        terms = dict(self.terms)
        for monomial, factor in Polynomial.of(other).terms.items():
            terms[monomial] = terms.get(monomial, 0) + factor
        return Polynomial(terms)

    def __mul__(self, other):
        terms, others = {}, Polynomial.of(other).terms.items()
        for monomial, factor in self.terms.items():
            for monomial2, factor2 in others:
                powers = dict(monomial)
                for name, power in monomial2:
                    powers[name] = powers.get(name, 0) + power
                key = tuple(sorted(powers.items()))
                terms[key] = terms.get(key, 0) + factor * factor2
        return Polynomial(terms)

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other

    def __pow__(self, power):
        result = ONE
        for _ in range(power):
            result = result * self
        return result

    def __bool__(self):
        return bool(self.terms)

    def __eq__(self, other):
        return self.terms == Polynomial.of(other).terms

    def variables(self):
        return {name for monomial in self.terms for name, _ in monomial}

    def constant(self):
        """The number that the polynomial is, or None."""
        return self.terms.get((), Fraction(0)) if self.terms.keys() <= {()} else None

    def by_powers(self, name):
        """The coefficients of the powers of one variable, the lowest first."""
        parts = {}
        for monomial, factor in self.terms.items():
            rest = tuple(pair for pair in monomial if pair[0] != name)
            parts.setdefault(dict(monomial).get(name, 0), {})[rest] = factor
        return [Polynomial(parts.get(k, ())) for k in range(max(parts, default=0) + 1)]

    def coefficients(self, monomials):
        return [self.terms.get(monomial, Fraction(0)) for monomial in monomials]

    def slope(self, name):
        """The partial derivative by one variable."""
        return Polynomial({tuple((n, k - (n == name)) for n, k in monomial if k > (n == name)): factor * power
                           for monomial, factor in self.terms.items() if (power := dict(monomial).get(name))})

    def derivative(self, rates):
        """The sum of slopes times the rates of the variables; variables without a rate rest."""
        return sum((self.slope(name) * rates[name] for name in self.variables() & rates.keys()), ZERO)

    def at(self, values):
        """The value where the variables have these values: numbers, or what else has sums, products and powers."""
        return sum((prod((values[name] ** power for name, power in monomial), start=factor)
                    for monomial, factor in self.terms.items()), Fraction(0))

    def replaced(self, values):
        """With polynomials in place of some variables."""
        return Polynomial.of(self.at({**{name: Polynomial.variable(name) for name in self.variables()}, **values}))


ZERO, ONE = Polynomial(), Polynomial.of(1)


def variables(letter, count):
    """Names x1, x2, ..., and these as polynomials."""
    names = [f"{letter}{i + 1}" for i in range(count)]
    return names, list(map(Polynomial.variable, names))


def divided(entries):
    """A list of polynomials over the monomial that divides all of them, and that monomial."""
    monomials = [dict(monomial) for p in entries for monomial in p.terms]
    common = {name: min(m.get(name, 0) for m in monomials) for name in sorted(monomials[0])}

    def over_common(monomial):
        return tuple((name, k - common.get(name, 0)) for name, k in monomial if k > common.get(name, 0))

    quotients = [Polynomial({over_common(m): factor for m, factor in p.terms.items()}) for p in entries]
    return quotients, Polynomial({tuple((name, k) for name, k in common.items() if k): Fraction(1)})


class Ring:
    """Functions on a group: variables, how the left-invariant fields change them, and what relates them.

    squares[x] is the polynomial that x^2 is; quotients[y] is the p with y p = 1. Both are in the order of their making.
    """

    def __init__(self, dimension):
        self.rates = [{} for _ in range(dimension)]  # of the variables along e_k
        self.squares, self.quotients = {}, {}

    def reduced(self, p):
        """The same function, of degree at most 1 in each variable that is a square root."""
        p = Polynomial.of(p)
        while name := next((n for monomial in p.terms for n, k in monomial if k > 1 and n in self.squares), None):
            x, square, parts = Polynomial.variable(name), self.squares[name], p.by_powers(name)
            p = sum((part * square ** (k // 2) * x ** (k % 2) for k, part in enumerate(parts)), ZERO)
        return p

    def tidy(self, entries):
        return [self.reduced(p) for p in entries]

    def cleared(self, entries):
        """All entries times the least powers of divisors after which there are no quotients."""
        entries = self.tidy(entries)
        for name, p in reversed(self.quotients.items()):
            parts = [entry.by_powers(name) for entry in entries]
            most = max(map(len, parts))
            entries = self.tidy(sum((part * p ** (most - k) for k, part in enumerate(of, 1)), ZERO) for of in parts)
        return entries

    def vanishes(self, p):
        return not any(self.cleared([p]))

    def along(self, p, k):
        """The derivative of a function along e_k."""
        return self.reduced(p.derivative(self.rates[k]))

    def rates_along(self, a, det=ONE):
        """det times the rates of all variables where the velocity is a."""
        return {name: self.reduced(det * sum((x * of[name] for x, of in zip(a, self.rates) if name in of), ZERO))
                for name in set().union(*self.rates)}

    def determinant(self, rows):
        """Laplace's expansion: minors of the last k rows, by those of the last k - 1 rows."""
        minors = {(): ONE}
        for k, row in enumerate(reversed(rows), 1):
            minors = {c: self.reduced(sum(((-1) ** i * row[j] * minors[c[:i] + c[i + 1:]]
                                           for i, j in enumerate(c)), ZERO))
                      for c in combinations(range(len(rows)), k)}
        return minors[tuple(range(len(rows)))]

    def cramer(self, a, b):
        """det a and adj(a) b, which is det a times the solution of a x = b."""
        size = range(len(a))
        return self.determinant(a), [self.determinant([[b[i] if j == column else a[i][j] for j in size] for i in size])
                                     for column in size]

    def kernel(self, rows, chosen):
        """The minor of chosen columns, and vectors v with rows v = 0: one for each other column, with the minor there.

        Each comes without the monomial that divides it, and with that monomial.
        """
        square, n, found = [[row[j] for j in chosen] for row in rows], len(rows[0]), []
        minor = self.determinant(square)
        for free in (j for j in range(n) if minor and j not in chosen):
            entries = dict(zip(chosen, self.cramer(square, [-row[free] for row in rows])[1]))
            found.append(divided([{**entries, free: minor}.get(j, ZERO) for j in range(n)]))
        return minor, found
