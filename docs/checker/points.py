"""Points of a group by their stored numbers, and the values that all functions of a ring have there."""

from fractions import Fraction

from claims import require
from formulas import NotChecked, root


def values_at(system, rows):
    """By rows [x, cos x, sin x] of the stored numbers; None for what is not defined, or not rational, there."""
    ring, values = system.ring, {}
    require(len(rows) >= len(system.stored) or not any(ring.rates), "point has too few numbers")
    for name, (x, c, s) in zip(system.stored, rows):
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


def some_point(system, shift=3):
    """The values at a rational point in no special place.

    Rational points of w^2 + s(v) = 1, s a quadratic form: w = (1 - s(t))/(1 + s(t)), v = 2 t/(1 + s(t)).
    """
    numbers = [Fraction(2 * i + shift, 7) for i in range(len(system.stored))]
    for at, name in enumerate(system.stored):
        if name and name in system.ring.squares:     # qw
            t = numbers[at + 1:at + 4]
            s = 1 - system.ring.squares[name].at(dict(zip(system.stored[at + 1:], t)))
            numbers[at:at + 4] = [(1 - s) / (1 + s), *(2 * x / (1 + s) for x in t)]
    turns = [Fraction(2 * i + shift, 5) for i in range(len(numbers))]
    return values_at(system, [(x, (1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)) for x, t in zip(numbers, turns)])
