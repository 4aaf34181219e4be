"""Groups on their own, over NumPy arrays: products, logarithms, Jacobians, curves, means and random elements.

Elements are arrays of shape (..., size), vectors of the algebra (..., dim); operations broadcast over the leading axes, without
copies per entry. Perturbations are in the body, on the right: x exp(d). Here SE2 wraps; `SE2Cover` counts turns, as
`hamel.Group("SE2")` and the columns of runs do.
"""

import numpy as np

from . import _core
from ._errors import DimensionError

__all__ = ["Aff1", "GL2", "LieGroup", "SE2", "SE23", "SE2Cover", "SE3", "SL3", "SO2", "SO21", "SO3", "Sim2", "Sim3"]


class LieGroup:
    """A group by name: "SO3", "SE3", "Sim3", and of families with the dimension, "H3", "T2", "R6".

    With `jacobians=True` an operation returns (value, J, ...), a matrix J for each argument in order: where that changes from x to
    x exp(d), a vector or point from p to p + d, the value changes to value exp(J d), or to value + J d, to first order in d.
    """

    def __init__(self, name):
        self._core = _core.LibraryGroup(name)

    name = property(lambda self: self._core.name, doc="Its name.")
    dim = property(lambda self: self._core.dim, doc="Dimension of the algebra.")
    size = property(lambda self: self._core.size, doc="Numbers stored for an element.")
    coordinate_names = property(lambda self: self._core.coordinate_names, doc="Names of the coordinates.")

    def __repr__(self):
        return f"LieGroup({self.name!r})"

    def __reduce__(self):
        return LieGroup, (self.name,)

    def __eq__(self, other):
        return isinstance(other, LieGroup) and self.name == other.name

    def __hash__(self):
        return hash(self.name)

    def _apply(self, operation, jacobians, **arrays):
        return self._core.apply(operation + "'" if jacobians else operation, **arrays)

    def identity(self):
        """The unit element."""
        return self._core.apply("identity")

    def compose(self, x, y, jacobians=False):
        """The products x y."""
        return self._apply("compose", jacobians, x=x, y=y)

    def inverse(self, x, jacobians=False):
        """The inverses of x."""
        return self._apply("inverse", jacobians, x=x)

    def between(self, x, y, jacobians=False):
        """x^-1 y."""
        return self._apply("between", jacobians, x=x, y=y)

    def exp(self, a, jacobians=False):
        """The elements exp(a) of vectors a."""
        return self._apply("exp", jacobians, a=a)

    def log(self, x, jacobians=False):
        """The principal logarithms of x."""
        return self._apply("log", jacobians, x=x)

    def plus(self, x, a, jacobians=False):
        """x exp(a): elements moved by vectors."""
        return self._apply("plus", jacobians, x=x, a=a)

    def minus(self, y, x, jacobians=False):
        """log(x^-1 y), the vectors with plus(x, minus(y, x)) = y."""
        return self._apply("minus", jacobians, y=y, x=x)

    def act(self, x, points, jacobians=False):
        """Where x takes points."""
        return self._apply("act", jacobians, x=x, points=points)

    def Ad(self, x):
        """The matrices of Ad_x."""
        return self._core.apply("Ad", x=x)

    def bracket(self, a, b):
        """The brackets [a,b] of vectors."""
        return self._core.apply("bracket", a=a, b=b)

    def left_jacobian(self, a):
        """The derivatives J of exp at a, on the left: exp(a + d) = exp(J d) exp(a) to first order in d."""
        return self._core.apply("left_jacobian", a=a)

    def right_jacobian(self, a):
        """The derivatives J of exp at a: exp(a + d) = exp(a) exp(J d) to first order in d."""
        return self._core.apply("right_jacobian", a=a)

    def left_jacobian_inverse(self, a):
        """The inverses of left_jacobian(a)."""
        return self._core.apply("left_jacobian_inverse", a=a)

    def right_jacobian_inverse(self, a):
        """The inverses of right_jacobian(a), the derivatives of log at exp(a)."""
        return self._core.apply("right_jacobian_inverse", a=a)

    def coordinates(self, x):
        """The coordinates of x, in the order of coordinate_names."""
        return self._core.apply("coordinates", x=x)

    def from_coordinates(self, c):
        """The elements with these coordinates; OffGroup when they are not on the group."""
        return self._core.apply("from_coordinates", c=c)

    def matrix(self, x):
        """The matrices of x (..., n, n), homogeneous ones of motions and similarities."""
        return self._core.apply("matrix", x=x)

    def hat(self, a):
        """The matrices of vectors a, the derivatives of matrix(exp(s a)) at s = 0."""
        return self._core.apply("hat", a=a)

    def vee(self, m):
        """The vectors whose matrices are nearest to m; vee(hat(a)) is a."""
        return self._core.apply("vee", m=self._flat(m))

    def nearest(self, m):
        """The elements nearest to matrices m (..., n, n) that left the group by however much; OffGroup where no single one is."""
        return self._core.apply("nearest", m=self._flat(m))

    def _flat(self, m):
        """Matrices row by row."""
        n = self.matrix(self.identity()).shape[-1]
        m = np.asarray(m, dtype=float)
        if m.shape[-2:] != (n, n):
            raise DimensionError("m", f"shape {m.shape}", f"last axes of lengths {n}, {n}")
        return m.reshape(m.shape[:-2] + (n * n,))

    def residual(self, x):
        """How far the numbers of x are from the group: 0 on it."""
        return self._core.apply("residual", x=x)

    def normalized(self, x):
        """The elements near numbers that rounding, to float32 say, took off the group."""
        return self._core.apply("normalized", x=x)

    def is_approx(self, x, y, tolerance=1e-12):
        """Whether |log(x^-1 y)| <= tolerance. Elements that differ by the sign of a quaternion are the same."""
        return np.linalg.norm(self.minus(y, x), axis=-1) <= tolerance

    def geodesic(self, x, y, s):
        """x exp(s log(x^-1 y)): from x at s = 0 to y at s = 1 with a constant body velocity."""
        return self._core.apply("geodesic", x=x, y=y, s=np.asarray(s, dtype=float)[..., None])

    def cubic(self, x, a, y, b, s):
        """(element, velocity, acceleration) at s of the cubic curve from x with body velocity a at s = 0 to y with b at s = 1."""
        return self._core.apply("cubic", x=x, a=a, y=y, b=b, s=np.asarray(s, dtype=float)[..., None])

    def spline(self, control, times, spacing=1.0, start=0.0):
        """(elements, velocities, accelerations) at `times` (...) of the cumulative cubic B-spline of at least 4 control elements
        (N, size), `spacing` apart in time. It is defined from `start` to start + (N - 3) spacing."""
        times = np.asarray(times, dtype=float)
        found = self._core.spline(control, spacing, start, times.ravel())
        return tuple(array.reshape(times.shape + array.shape[1:]) for array in found)

    def mean(self, elements, weights=None):
        """(mean, covariance) of elements (N, size): the m with sum of w_i log(m^-1 x_i) = 0, and the sum of w_i d_i d_i^T of
        these logarithms d_i, weights of sum 1. ArithmeticError where the elements are too far apart to have one."""
        mean, covariance, found = self._core.mean(elements, [] if weights is None else np.ravel(weights))
        if not found:
            raise ArithmeticError("mean: Newton's method found none; the elements are too far apart")
        return mean, covariance

    def kinematic(self, f, x, times):
        """The solution (len(times), ..., size) of x' = x f(t, x) from x at times[0], one step between two times, by the
        commutator-free method of order 4 (Celledoni, Marthinsen & Owren 2003). f(t, x) gives vectors (..., dim)."""
        times = np.asarray(times, dtype=float)
        found = [np.asarray(x, dtype=float)]
        for t, h in zip(times, np.diff(times)):
            x = found[-1]
            def field(part, y):
                return h * np.asarray(f(t + part * h, y), dtype=float)
            a = field(0, x)
            halfway = self.plus(x, a / 2)
            b = field(0.5, halfway)
            c = field(0.5, self.plus(x, b / 2))
            d = field(1, self.plus(halfway, c - a / 2))
            found.append(self.plus(self.plus(x, (3 * a + 2 * b + 2 * c - d) / 12), (-a + 2 * b + 2 * c + 3 * d) / 12))
        return np.stack(np.broadcast_arrays(*found))

    def random(self, shape=(), seed=None, near=None, covariance=None):
        """Random elements (*shape, size). Rotations and angles are uniform, positions, velocities and log scales standard normal;
        other groups have exp of a standard normal vector. With `near` and `covariance`: near exp(d) with normal d.
        `seed`: a whole number, or a numpy.random.Generator, which moves on."""
        if (near is None) != (covariance is None):
            raise TypeError("near and covariance: both or neither")
        shape = (shape,) if np.ndim(shape) == 0 else tuple(shape)
        seed = int(np.random.default_rng(seed).integers(2**63))
        found = self._core.random(seed, int(np.prod(shape)), near, covariance)
        return found.reshape(shape + (self.size,))


SO2, SO3, SO21 = LieGroup("SO2"), LieGroup("SO3"), LieGroup("SO21")
SE2, SE2Cover, SE3, SE23 = LieGroup("SE2"), LieGroup("SE2Cover"), LieGroup("SE3"), LieGroup("SE23")
Sim2, Sim3, GL2, SL3, Aff1 = LieGroup("Sim2"), LieGroup("Sim3"), LieGroup("GL2"), LieGroup("SL3"), LieGroup("Aff1")
