"""Polynomials with rational coefficients in named variables, and rings of them with relations and derivations."""

from fractions import Fraction


class Polynomial:
    """A dictionary: monomials, ((variable, power), ...) in the order of names, and their coefficients."""

    __slots__ = ("terms",)

    def __init__(self, terms=()):
        self.terms = {monomial: factor for monomial, factor in dict(terms).items() if factor}

    @staticmethod
    def number(x):
        return Polynomial({(): Fraction(x)})

    @staticmethod
    def variable(name):
        return Polynomial({((name, 1),): Fraction(1)})

    @staticmethod
    def of(x):
        return x if isinstance(x, Polynomial) else Polynomial.number(x)

    def __add__(self, other):
        terms = dict(self.terms)
        for monomial, factor in Polynomial.of(other).terms.items():
            terms[monomial] = terms.get(monomial, 0) + factor
        return Polynomial(terms)

    def __mul__(self, other):
        if not isinstance(other, Polynomial):
            return Polynomial({monomial: factor * other for monomial, factor in self.terms.items()} if other else ())
        terms = {}
        for monomial, factor in self.terms.items():
            for monomial2, factor2 in other.terms.items():
                powers = dict(monomial)
                for name, power in monomial2:
                    powers[name] = powers.get(name, 0) + power
                key = tuple(sorted(powers.items()))
                terms[key] = terms.get(key, 0) + factor * factor2
        return Polynomial(terms)

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self):
        return self * Fraction(-1)

    def __sub__(self, other):
        return self + -Polynomial.of(other)

    def __pow__(self, power):
        result = Polynomial.number(1)
        for _ in range(power):
            result = result * self
        return result

    def __bool__(self):
        return bool(self.terms)

    def __eq__(self, other):
        return self.terms == Polynomial.of(other).terms

    def __hash__(self):
        return hash(frozenset(self.terms.items()))

    def variables(self):
        return {name for monomial in self.terms for name, _ in monomial}

    def constant(self):
        """The number that the polynomial is, or None."""
        return self.terms.get((), Fraction(0)) if all(monomial == () for monomial in self.terms) else None

    def degree_in(self, name):
        return max((dict(monomial).get(name, 0) for monomial in self.terms), default=0)

    def by_powers(self, name):
        """The coefficients of the powers of one variable, the lowest first."""
        parts = [{} for _ in range(self.degree_in(name) + 1)]
        for monomial, factor in self.terms.items():
            rest = tuple(pair for pair in monomial if pair[0] != name)
            parts[dict(monomial).get(name, 0)][rest] = factor
        return [Polynomial(part) for part in parts]

    def derivative(self, rates):
        """The sum of slopes times the rates of the variables; variables without a rate rest."""
        total = Polynomial()
        for name in self.variables() & rates.keys():
            if rates[name]:
                slope = Polynomial({tuple((n, p - (n == name)) for n, p in monomial if p - (n == name)): factor * dict(monomial)[name]
                                    for monomial, factor in self.terms.items() if name in dict(monomial)})
                total = total + slope * rates[name]
        return total

    def at(self, values, one=Fraction(1)):
        """The value where the variables have these values, numbers or what else is added and multiplied."""
        total = one * Fraction(0)
        for monomial, factor in self.terms.items():
            term = one * factor
            for name, power in monomial:
                for _ in range(power):
                    term = term * values[name]
            total = total + term
        return total

    def replaced(self, values):
        """With polynomials in place of some variables."""
        total = Polynomial()
        for monomial, factor in self.terms.items():
            term = Polynomial({tuple(pair for pair in monomial if pair[0] not in values): factor})
            for name, power in monomial:
                if name in values:
                    term = term * values[name] ** power
            total = total + term
        return total


def cleared(entries, name, divisor):
    """All entries times the least power of the divisor after which the variable, 1/divisor, is gone."""
    most = max((p.degree_in(name) for p in entries), default=0)
    powers = [Polynomial.number(1)]
    for _ in range(most):
        powers.append(powers[-1] * divisor)
    return [sum((part * powers[most - k] for k, part in enumerate(p.by_powers(name))), Polynomial()) for p in entries]


class Ring:
    """Functions on a group: variables, how the left-invariant fields change them, and what relates them.

    squares[x] is the polynomial that x^2 is; quotients are pairs (y, p) with y p = 1, in the order in which they were made.
    """

    def __init__(self, dimension):
        self.rates = [{} for _ in range(dimension)]  # of the variables along e_k
        self.squares, self.quotients = {}, []

    def reduced(self, p):
        while True:
            name = next((n for monomial in p.terms for n, power in monomial if power > 1 and n in self.squares), None)
            if name is None:
                return p
            parts, square, total = p.by_powers(name), self.squares[name], Polynomial()
            for part in reversed(parts[::2]):        # even powers, then odd ones, by Horner's rule
                total = total * square + part
            odd = Polynomial()
            for part in reversed(parts[1::2]):
                odd = odd * square + part
            p = total + odd * Polynomial.variable(name)

    def vanishes(self, p):
        p = self.reduced(p)
        for name, divisor in reversed(self.quotients):
            p = self.reduced(cleared([p], name, divisor)[0])
        return not p

    def along(self, p, k):
        return self.reduced(p.derivative(self.rates[k]))
