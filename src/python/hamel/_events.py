"""Events of a run: what crosses zero, as formulas of a file and as functions of Python."""

import inspect

from ._errors import InputError
from ._numbers import written


def parted(stop_when, events):
    """Events as a file has them, and those whose `when` is a function; `stop_when` is one that ends the run."""
    every = {name: dict(event) if isinstance(event, dict) else {"when": event} for name, event in (events or {}).items()}
    if stop_when is not None:
        every["stop_when"] = {"when": stop_when, "stop": True}
    functions = {name: event for name, event in every.items() if callable(event.get("when"))}
    return {name: written(event) for name, event in every.items() if name not in functions}, functions


def watched(functions):
    """The functions as the compiled part takes them: each of a list of columns, with their names before."""
    def of_list(function):
        return lambda values: float(function(*values))
    listed = []
    for name, event in functions.items():
        unknown = set(event) - {"when", "rising", "stop"}
        if unknown:
            raise InputError(f"events, {name}", f"the key {unknown.pop()!r}", "when, rising and stop")
        names = [p.name for p in inspect.signature(event["when"]).parameters.values() if p.default is p.empty]
        listed.append((name, names, of_list(event["when"]), event.get("rising"), bool(event.get("stop", False))))
    return listed
