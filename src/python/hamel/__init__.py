"""Mechanics with constraints on Lie groups.

A system has the Lagrangian L(x,a) = 1/2 g(x)(a,a) - U(x) on a Lie group, in the left trivialisation, and a constraint
a in d. `System` reads or describes one, `System.run` integrates its free, nonholonomic or vakonomic motion,
`System.check` decides the algebraic conditions, with certificates that `System.verify` proves again, `System.compare` asks of
one motion whether it is vakonomic, `System.vary` for which parameters the answers hold, `System.inverse` for which other
metrics, constraints and potentials; `System.study` finds integrals and steady motions, `System.converge` measures the orders
of the methods, `System.linearise` differentiates a step, `System.steer` and `System.effort` find motions to a place. `Group`
gives the groups over NumPy arrays.

Numbers: a float is the shortest decimal that Python prints for it, everywhere: 0.3 is 3/10. Exact numbers of answers are
Fractions that json writes as text p/q. Lengths, masses and times are in whatever units the data have, angles in radians.
"""

from ._core import version as __version__
from ._errors import (ConstraintViolation, DegenerateMetric, DimensionError, Error, FormulaError, InputError, NotALieAlgebra,
                      NumericalFailure, OffGroup)
from ._group import Group
from ._numbers import Exact
from ._steps import LinearStep, Simulation
from ._system import System, methods, run_many, schema
from ._trajectory import Trajectory
from .formulas import Formula

__all__ = ["ConstraintViolation", "DegenerateMetric", "DimensionError", "Error", "Exact", "Formula", "FormulaError", "Group",
           "InputError", "LinearStep", "NotALieAlgebra", "NumericalFailure", "OffGroup", "Simulation", "System", "Trajectory",
           "methods", "run_many", "schema"]

for _name in __all__:
    if _name != "Formula":                         # which has a module of its own
        globals()[_name].__module__ = __name__
