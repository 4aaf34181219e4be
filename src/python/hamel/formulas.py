"""Functions of Python as formulas of a system file.

A callable in the description of a system is called once, when the system is made, with a `Formula` for each of its
arguments; an argument is the coordinate, parameter, velocity or time of its name:

    hamel.System(group="SE2", potential=lambda phi, m: m * (1 - np.cos(phi)), ...)

What it returns is text, compiled as the formulas of a file are, so that a step costs the same and what is exact stays
exact. A function that asks for the value of an argument, to branch or to look up a table, has no formula: FormulaError.
"""

from fractions import Fraction
import inspect
import numbers

from ._errors import FormulaError
from ._numbers import Exact, decimal

__all__ = ["Formula", "formula_of"]

_SUM, _PRODUCT, _POWER, _ATOM = range(4)          # what binds how tightly


class Formula:
    """A formula: `+ - * / **`, and NumPy's sin, cos, tan, exp, log, sqrt. `text` is what a system file says of it."""

    __slots__ = ("text", "_binds")

    def __init__(self, text, _binds=_SUM):
        self.text, self._binds = text, _binds

    def __repr__(self):
        return f"Formula({self.text!r})"

    def _as(self, binds):
        return self.text if self._binds >= binds else f"({self.text})"

    def __add__(self, other):
        return _binary(self, other, lambda a, b: b if _is(a, 0) else a if _is(b, 0) else
                       Formula(f"{a._as(_SUM)} + {b._as(_PRODUCT)}"))

    def __sub__(self, other):
        return _binary(self, other, lambda a, b: a if _is(b, 0) else -b if _is(a, 0) else
                       Formula(f"{a._as(_SUM)} - {b._as(_PRODUCT)}"))

    def __mul__(self, other):
        return _binary(self, other, lambda a, b: _number(0) if _is(a, 0) or _is(b, 0) else b if _is(a, 1) else
                       a if _is(b, 1) else Formula(f"{a._as(_PRODUCT)}*{b._as(_POWER)}", _PRODUCT))

    def __truediv__(self, other):
        return _binary(self, other, lambda a, b: a if _is(b, 1) else
                       Formula(f"{a._as(_PRODUCT)}/{b._as(_POWER)}", _PRODUCT))

    def __pow__(self, other):
        return _binary(self, other, lambda a, b: Formula(f"{a._as(_ATOM)}^{b._as(_ATOM)}", _POWER))

    def __radd__(self, other):
        return _binary(other, self, Formula.__add__)

    def __rsub__(self, other):
        return _binary(other, self, Formula.__sub__)

    def __rmul__(self, other):
        return _binary(other, self, Formula.__mul__)

    def __rtruediv__(self, other):
        return _binary(other, self, Formula.__truediv__)

    def __rpow__(self, other):
        return _binary(other, self, Formula.__pow__)

    def __neg__(self):
        return Formula(f"-{self._as(_POWER)}")

    def __pos__(self):
        return self

    def _refuse(self, *_):
        raise TypeError(f"the value of {self.text} is not known while a formula is made of it: functions are those of "
                        "NumPy (sin, cos, tan, exp, log, sqrt), and nothing may depend on a comparison")

    __bool__ = __float__ = __int__ = __index__ = __abs__ = _refuse
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __hash__ = object.__hash__


def _function(name):
    def applied(self):
        return Formula(f"{name}({self.text})", _ATOM)
    applied.__name__, applied.__doc__ = name, f"{name} of the formula; NumPy's {name} calls it."
    return applied


FUNCTIONS = ("sin", "cos", "tan", "exp", "log", "sqrt")
for _name in FUNCTIONS:
    setattr(Formula, _name, _function(_name))


def _is(formula, number):
    return formula.text == str(number)


def _number(value):
    """A number as a formula, exactly what it shows: 0.1 is 1/10."""
    if isinstance(value, Exact):
        value = Fraction(str(value))
    if isinstance(value, numbers.Rational):
        text = str(Fraction(int(value.numerator), int(value.denominator)))
    else:
        text = decimal(value, "number in a function")
        text = text[:-2] if text.endswith(".0") else text
    return Formula(text, _ATOM if text.replace(".", "").isdigit() else _SUM)


def _binary(a, b, made):
    parts = [part if isinstance(part, Formula) else _number(part) if isinstance(part, numbers.Real) else None
             for part in (a, b)]
    return NotImplemented if any(part is None for part in parts) else made(*parts)


def formula_of(function, where="function"):
    """What a callable returns for the formulas that its arguments name. FormulaError, an InputError, where it has none."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError) as error:
        raise FormulaError(where, f"{function!r}, whose arguments have no names",
                           "a function of coordinates, parameters, a1.. and t by their names") from error
    for parameter in parameters:
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            raise FormulaError(where, f"*{parameter.name}, which names no coordinate", "arguments by their names")
    own = [p for p in parameters if p.default is p.empty]
    given = [Formula(p.name, _ATOM) for p in own if p.kind != p.KEYWORD_ONLY]
    named = {p.name: Formula(p.name, _ATOM) for p in own if p.kind == p.KEYWORD_ONLY}
    try:
        return function(*given, **named)
    except (TypeError, AttributeError) as error:   # what NumPy says of a function that Formula does not have
        raise FormulaError(where, f"a function that no formula says ({error})",
                           f"+ - * / **, and {', '.join(FUNCTIONS)} of NumPy, without comparisons") from error
