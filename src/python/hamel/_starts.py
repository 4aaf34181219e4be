"""Starts of motions, as Python gives them."""

import json

from ._errors import DimensionError, InputError
from ._numbers import exact, written


def _names(model, in_coordinates):
    """The names of the numbers of a start, by the part they belong to."""
    def numbered(letters, count):
        return [f"{letters}{i + 1}" for i in range(count)]
    n, r = model.dim, model.rank
    if in_coordinates:
        return {"x": model.coordinates, "a": [f"{name}_dot" for name in model.coordinates], "u": [], "mu": numbered("lambda", n - r)}
    return {"x": model.coordinates, "a": numbered("a", n), "u": numbered("u", r if model.constrained else 0),
            "mu": numbered("mu", n if model.constrained else 0)}


def start_values(model, in_coordinates, **parts):
    """A dictionary of the numbers of the start that `x`, `a`, `u` and `mu` say, in order or by name."""
    values = {}
    for part, given in parts.items():
        if given is None:
            continue
        names = _names(model, in_coordinates)[part]
        if isinstance(given, dict):
            for name in given:
                if name not in names:
                    raise InputError(part, f"'{name}'", f"one of {', '.join(names)}" if names else "a system that has some")
            values.update(given)
            continue
        given = list(given)
        if len(given) != len(names):
            raise DimensionError(part, f"{len(given)} numbers", f"{len(names)}: {', '.join(names)}")
        values.update(zip(names, given))
    if parts["a"] is not None and parts["u"] is not None:
        raise InputError("u", "coefficients beside a velocity", "a or u, of which each says the other")
    return values


def _first(system, values):
    """The key `initial` of a system without a start: at rest at the identity or at coordinates 0, but for these values."""
    def numbers(names):
        return {name: str(exact(values.get(name, 0), name)) for name in names}
    names = _names(system._model, system._in_coordinates)
    velocity = numbers(names["a"])
    if system._in_coordinates:
        return {"q": numbers(names["x"]), "q_dot": dict(zip(names["x"], velocity.values()))}
    return {"x": {name: value for name, value in numbers(names["x"]).items() if name in values}, "a": list(velocity.values())}


def starts_of(system, values, p, t0, find):
    """A copy of the system whose start has these values; p, t0 and find are keys of the file."""
    other = system.copy()
    if not other.start and (values or p is not None or find is not None):
        other = system.parse(json.dumps({**other.description(), "initial": _first(other, {} if find else values)}))
    if find is not None:    # before the values, which need not keep the constraint
        described = other.description()
        initial = described["initial"]
        if initial.pop("u", None) is not None:
            initial["a"] = written(list(other.start["a"]), "a")
        initial["find"] = list(find)
        other = system.parse(json.dumps(described))
    if values:
        other._set(values)
    if p is None and t0 is None:
        return other
    described = other.description()
    initial = described.setdefault("initial", {})
    if p is not None:
        initial.pop("mu", None)
        initial["p"] = written(list(p), "p")
    if t0 is not None:
        initial["t"] = str(exact(t0, "t0"))
    return system.parse(json.dumps(described))
