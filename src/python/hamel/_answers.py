"""Answers of the compiled part, as JSON text, made dictionaries; and what a build leaves out."""

import json
import os

from . import _core
from ._numbers import fractions, written


def certificate(text):
    """A certificate as a dictionary, its exact numbers as Fractions."""
    return {key: value if key == "certificate_for" else fractions(value) for key, value in json.loads(text).items()}


def certificate_text(given):
    """The JSON text of a certificate: a dictionary of `System.certificate`, or the path of a file."""
    if isinstance(given, dict):
        return json.dumps(written(given))
    with open(os.fspath(given), encoding="utf-8") as file:
        return file.read()


def keys(text):
    """The keys of the JSON text of an object; none where it is no such text."""
    try:
        whole = json.loads(text)
    except ValueError:
        return ()
    return whole.keys() if isinstance(whole, dict) else ()


def built(name, option):
    """A function of the compiled part that a build without the option does not have."""
    if not hasattr(_core, name):
        raise NotImplementedError(f"this build leaves it out ({option})")
    return getattr(_core, name)


def studied(name):
    """A function of a build with studies."""
    return built(name, "HAMEL_BUILD_STUDY")


def families(name):
    """A function of a build with families of systems."""
    return built(name, "HAMEL_BUILD_FAMILIES, HAMEL_BUILD_STUDY")


def steering(name):
    """A function of a build with steering."""
    return built(name, "HAMEL_BUILD_STEERING")


def efforts(name):
    """A function of a build with inputs of least effort."""
    return built(name, "HAMEL_BUILD_EFFORT, and Ipopt where it is built")
