"""Numbers between Python and system files. A float is the shortest decimal that Python prints for it: 0.3 is 3/10, in a
parameter, in a description, in a function and in a file alike; a float32 is the shortest decimal of its own type."""

from decimal import Decimal
from fractions import Fraction
import json
import math
import numbers
import operator
import re

import numpy as np

from ._errors import InputError


class Exact(str):
    """An exact number of an answer: a Fraction in all that is done with it, and text p/q where JSON is written of it."""

    __slots__ = ()
    __array_ufunc__ = None                        # NumPy leaves operations to it

    @property
    def numerator(self):
        """The numerator of the reduced fraction."""
        return Fraction(str(self)).numerator

    @property
    def denominator(self):
        """The denominator of the reduced fraction, above 0."""
        return Fraction(str(self)).denominator

    def __getattr__(self, name):                  # what else a Fraction has
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(Fraction(str(self)), name)

    def limit_denominator(self, max_denominator=1000000):
        """The Fraction nearest to it of at most that denominator."""
        return Fraction(str(self)).limit_denominator(max_denominator)

    def __repr__(self):
        return repr(Fraction(str(self)))


def _delegated(name, reflected):
    """The operation of that name, of the Fractions."""
    apply = divmod if name == "divmod" else pow if name == "pow" else getattr(operator, name)

    def operation(self, other):
        mine, theirs = Fraction(str(self)), Fraction(str(other)) if isinstance(other, Exact) else other
        return apply(theirs, mine) if reflected else apply(mine, theirs)
    return operation


for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "divmod", "pow"):
    setattr(Exact, f"__{_name}__", _delegated(_name, False))
    setattr(Exact, f"__r{_name}__", _delegated(_name, True))
for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    setattr(Exact, f"__{_name}__", _delegated(_name, False))
def _of_fraction(name):
    """The special method of that name, of the Fraction."""
    if name == "round":
        return lambda self, ndigits=None: round(Fraction(str(self)), ndigits)
    return lambda self: getattr(Fraction, name)(Fraction(str(self)))


for _name in ("abs", "bool", "ceil", "complex", "float", "floor", "hash", "int", "neg", "pos", "trunc"):
    setattr(Exact, f"__{_name}__", _of_fraction(f"__{_name}__"))
setattr(Exact, "__round__", _of_fraction("round"))
Fraction.register(Exact)

_EXACT = re.compile(r"-?\d+(/\d+)?")


def fractions(value):
    """An answer in which text p/q, as JSON carries exact numbers, is Exact."""
    if isinstance(value, dict):
        return {key: fractions(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [fractions(entry) for entry in value]
    return Exact(value) if isinstance(value, str) and _EXACT.fullmatch(value) else value


def decimal(value, where):
    """The shortest decimal of a float, of whatever width, as text."""
    if not math.isfinite(value):
        raise InputError(where, str(value), "a finite number")
    return repr(float(value)) if isinstance(value, float) else str(value)


def exact(value, where):
    """A number, exactly what it shows, as a Fraction: an int, Fraction, Decimal, float, or text as in a file. InputError."""
    if hasattr(value, "__array__") and getattr(value, "shape", None) == ():
        value = np.asarray(value)[()]
    if isinstance(value, (Exact, numbers.Rational)) and not isinstance(value, bool):
        return Fraction(int(value.numerator), int(value.denominator))
    try:
        if isinstance(value, (float, np.floating)):
            return Fraction(decimal(value, where))
        if isinstance(value, (str, Decimal)):
            return Fraction(value.strip() if isinstance(value, str) else value)
    except InputError:
        raise
    except (ValueError, OverflowError, ZeroDivisionError):
        pass
    raise InputError(where, repr(value), "a number: int, float, Fraction, Decimal, or text such as 3/10")


def written(value, where="$"):
    """What a system file says for a value of Python: exact numbers and formulas as text, arrays as lists, functions called."""
    from .formulas import Formula, formula_of
    if isinstance(value, (bool, str)) or value is None:
        return str(value) if isinstance(value, Exact) else value
    if isinstance(value, Formula):
        return value.text
    if isinstance(value, dict):
        return {key: written(entry, f"{where}.{key}") for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [written(entry, f"{where}[{i}]") for i, entry in enumerate(value)]
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, (float, np.floating)):
        text = decimal(value, where)
        return float(text) if repr(float(text)) == text else text
    if isinstance(value, (numbers.Rational, Decimal)):
        return str(exact(value, where))
    if hasattr(value, "__array__"):
        array = np.asarray(value)
        return written(array[()], where) if array.ndim == 0 else [written(entry, f"{where}[{i}]") for i, entry in enumerate(array)]
    if callable(value):
        return written(formula_of(value, where), where)
    return value


def read(text):
    """The object of a JSON text; a decimal that no float shows is kept as text."""
    return json.loads(text, parse_float=lambda digits: float(digits) if Fraction(repr(float(digits))) == Fraction(digits)
                      else digits)
