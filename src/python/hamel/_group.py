"""Groups over NumPy arrays."""

import json

import numpy as np

from . import _core
from ._errors import DimensionError, InputError, OffGroup
from ._numbers import written

_MINKOWSKI = {"SO3": np.eye(3), "SO21": np.diag([1.0, 1, -1])}     # the forms that X^T J X = J keeps


class Group(_core.Group):
    """A group by name, or a product: Group("SO3"), Group("SE2", "T1"), Group({"matrices": [...]}).

    Elements are arrays of shape (..., size), vectors of the algebra and covectors (..., dim), coordinates
    (..., len(coordinate_names)); operations broadcast over the leading axes, without copies per entry. Angles are in
    radians. `Group(algebra={...})` has the brackets of a system file.
    """

    def __init__(self, *factors, algebra=None):
        if algebra is not None and factors:
            raise TypeError("factors or an algebra, not both")
        self.factors, self.algebra = tuple(factors), algebra
        described = {"group": list(factors)} if algebra is None else {"algebra": algebra}
        super().__init__(json.dumps(written(described)))

    def __mul__(self, other):
        """The direct product of groups by name."""
        if not (isinstance(other, Group) and self.factors and other.factors):
            return NotImplemented
        return Group(*self.factors, *other.factors)

    def __repr__(self):
        return f"Group({', '.join(map(repr, self.factors))})" if self.algebra is None else f"Group(algebra={self.algebra!r})"

    def __reduce__(self):
        return _group, (self.factors, self.algebra)

    def plus(self, x, xi):
        """x exp(xi): elements (..., size) moved by vectors (..., dim)."""
        return self.compose(x, self.exp(xi))

    def minus(self, y, x):
        """log(x^-1 y), the vectors (..., dim) with plus(x, minus(y, x)) = y."""
        return self.log(self.compose(self.inverse(x), y))

    def nearest(self, coordinates):
        """The elements near approximate coordinates (..., .): attitudes in float32, or with the digits of a log. Each matrix of
        rotation is replaced by the nearest one (the polar factor; on SO21 by the element with X^T J X = J that Newton's method
        finds from there), other coordinates stay. OffGroup where a matrix is further than 0.1 from what replaces it."""
        c = np.array(coordinates, dtype=float)
        names = self.coordinate_names
        if c.shape[-1:] != (len(names),):
            raise DimensionError("coordinates", f"shape {c.shape}", f"a last axis of length {len(names)}: {', '.join(names)}")
        at = 0
        for name in self._leaves():
            if not isinstance(name, str):
                raise InputError("group", f"{name}", "SO3, SE3, SO21 and groups whose coordinates are free")
            alone = Group(name)
            before = 3 if name == "SE3" else 0
            if name in ("SO3", "SE3", "SO21"):
                part = slice(at + before, at + before + 9)
                form = _MINKOWSKI["SO3" if name == "SE3" else name]
                c[..., part] = _nearest_matrix(c[..., part].reshape(c.shape[:-1] + (3, 3)), form, name).reshape(c[..., part].shape)
            at += len(alone.coordinate_names)
        return self.from_coordinates(c)

    def _leaves(self):
        """The names of its factors in order, products taken apart."""
        def apart(factor):
            return [leaf for one in factor for leaf in apart(one)] if isinstance(factor, (list, tuple)) else [factor]
        return apart(self.factors)

    def _rotation(self, what):
        """Which of the coordinates are the matrix of rotation."""
        leaves = self._leaves()
        if leaves not in (["SO3"], ["SE3"]):
            raise InputError("group", repr(self), f"SO3 or SE3, whose elements have {what}")
        return slice(3, 12) if leaves == ["SE3"] else slice(0, 9)

    def rotation(self, x):
        """The matrices of rotation (..., 3, 3) of elements (..., size) of SO3 or SE3: from the body to space."""
        part = self._rotation("a matrix of rotation")
        c = self.coordinates(x)[..., part]
        return c.reshape(c.shape[:-1] + (3, 3))

    def from_rotation(self, R, position=None):
        """The elements of SO3 or SE3 near matrices of rotation (..., 3, 3), in float32 too, with positions (..., 3) on SE3."""
        part = self._rotation("a matrix of rotation")
        R = np.asarray(R, dtype=float)
        flat = R.reshape(R.shape[:-2] + (9,))
        if part.start == 0:
            return self.nearest(flat)
        position = np.zeros(3) if position is None else np.asarray(position, dtype=float)
        leading = np.broadcast_shapes(flat.shape[:-1], position.shape[:-1])
        return self.nearest(np.concatenate([np.broadcast_to(position, leading + (3,)), np.broadcast_to(flat, leading + (9,))], -1))

    def quaternion(self, x):
        """The unit quaternions (..., 4) of elements of SO3 or SE3 in the order x, y, z, w, which is that of
        scipy.spatial.transform.Rotation and of ROS; w >= 0."""
        R = self.rotation(x)
        d = np.moveaxis(np.diagonal(R, axis1=-2, axis2=-1), -1, 0)
        trace = d.sum(0)
        # rows of 4 q q^T: the one with the largest diagonal entry is divided by its length
        q = np.empty(R.shape[:-2] + (4, 4))
        for i in range(3):
            j, k = (i + 1) % 3, (i + 2) % 3
            q[..., i, i] = 1 + 2 * d[i] - trace
            q[..., i, j] = q[..., j, i] = R[..., i, j] + R[..., j, i]
            q[..., i, 3] = q[..., 3, i] = R[..., k, j] - R[..., j, k]
        q[..., 3, 3] = 1 + trace
        best = np.argmax(np.diagonal(q, axis1=-2, axis2=-1), -1)
        q = np.take_along_axis(q, best[..., None, None], -2)[..., 0, :]
        q = q / np.linalg.norm(q, axis=-1, keepdims=True)
        return np.where(q[..., 3:] < 0, -q, q)

    def from_quaternion(self, q, position=None):
        """The elements of SO3 or SE3 of quaternions (..., 4) in the order x, y, z, w of scipy and ROS, of any length but 0; on
        SE3 with positions (..., 3)."""
        q = np.asarray(q, dtype=float)
        if q.shape[-1:] != (4,):
            raise DimensionError("q", f"shape {q.shape}", "a last axis of length 4: x, y, z, w")
        length = np.linalg.norm(q, axis=-1, keepdims=True)
        if not (np.isfinite(length).all() and (length > 0).all()):
            raise InputError("q", "a quaternion of length 0 or not finite", "x, y, z, w of a rotation")
        x, y, z, w = np.moveaxis(q / length, -1, 0)
        rows = [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w),
                2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
                2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]
        R = np.stack(rows, -1)
        return self.from_rotation(R.reshape(R.shape[:-1] + (3, 3)), position)

    def act(self, x, points):
        """Where elements (..., size) of SO3, SO21, SE2 or SE3 take points (..., 3), of SE2 (..., 2)."""
        leaves = self._leaves()
        kind = leaves[0] if len(leaves) == 1 else None
        if kind not in ("SO3", "SO21", "SE2", "SE3"):
            raise InputError("group", repr(self), "SO3, SO21, SE2 or SE3, which act on points")
        points = np.asarray(points, dtype=float)
        width = 2 if kind == "SE2" else 3
        if points.shape[-1:] != (width,):
            raise DimensionError("points", f"shape {points.shape}", f"a last axis of length {width}")
        c = self.coordinates(x)
        if kind == "SE2":
            cos, sin = np.cos(c[..., 2]), np.sin(c[..., 2])
            turned = np.stack([cos * points[..., 0] - sin * points[..., 1], sin * points[..., 0] + cos * points[..., 1]], -1)
            return c[..., :2] + turned
        matrix = c[..., -9:].reshape(c.shape[:-1] + (3, 3))
        turned = np.einsum("...ij,...j", matrix, points)
        return c[..., :3] + turned if kind == "SE3" else turned


def _group(factors, algebra):
    return Group(*factors, algebra=algebra)


def _nearest_matrix(X, J, name):
    """Newton's method for X^T J X = J, X <- (X + J X^-T J) / 2: of rotations it finds the polar factor."""
    given = X
    if np.isfinite(X).all() and (np.linalg.det(X) > 0.5).all():
        for _ in range(8):
            X = (X + J @ np.swapaxes(np.linalg.inv(X), -1, -2) @ J) / 2
    far = np.abs(X - given).max(initial=0.0)
    if not far <= 0.1 or not (np.linalg.det(X) > 0.5).all():
        raise OffGroup(name, f"a matrix {far:.2g} from the nearest element", "a matrix at most 0.1 from an element of the group")
    return X
