"""What hamel raises."""


class Error(Exception):
    """Whatever hamel raises of its own."""


class InputError(Error, ValueError):
    """Input without meaning: `where` it stands, what was `found`, what was `expected`."""

    def __init__(self, where, found, expected):
        super().__init__(where, found, expected)
        self.where, self.found, self.expected = where, found, expected

    def __str__(self):
        return f"{self.where}: found {self.found}, expected {self.expected}"


class DimensionError(InputError):
    """Not as many numbers, rows or columns as there should be."""


class NotALieAlgebra(InputError):
    """Brackets that are not antisymmetric or fail the Jacobi identity."""


class DegenerateMetric(InputError):
    """A metric that is asymmetric, or degenerate on the algebra or on d."""


class ConstraintViolation(InputError):
    """Dependent vectors of d, a velocity off the constraint, or a multiplier that does not annihilate d."""


class OffGroup(InputError):
    """Coordinates of no element of the group; see `Group.nearest`."""


class FormulaError(InputError, TypeError):
    """A function of Python that has no formula: one that branches on a value, or a function that system files do not have."""


class NumericalFailure(Error, ArithmeticError):
    """A motion that ended early, as `Trajectory.require` raises it: `status` says why, `trajectory` has what was computed."""

    def __init__(self, status, trajectory):
        super().__init__(status, trajectory)
        self.status, self.trajectory = status, trajectory

    def __str__(self):
        return f"{self.trajectory!r}"
