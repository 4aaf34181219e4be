"""Attitudes as matrices and quaternions, elements near approximate ones, Jacobians, points moved, differences."""

import importlib.util
import unittest

import numpy as np

import hamel


class Nearest(unittest.TestCase):
    def test_takes_attitudes_of_few_digits(self):
        for names in (("SO3",), ("SE3",), ("SO21",), ("SE2", "SO3"), ("SO3", ("SE3", "T1"))):
            group = hamel.Group(*names)
            exact = group.exp(np.random.default_rng(1).uniform(-1, 1, (50, group.dim)))
            c = group.coordinates(exact)
            for given, near in [(c.astype(np.float32), 1e-6), (np.round(c, 6), 1e-5), (np.round(c, 3), 1e-2)]:
                with self.assertRaises(hamel.OffGroup):
                    group.from_coordinates(given)
                found = group.nearest(given)
                np.testing.assert_allclose(group.coordinates(found), c, atol=near)
                np.testing.assert_allclose(group.compose(found, group.inverse(found)),
                                           np.broadcast_to(group.identity(), found.shape), atol=1e-13)
            np.testing.assert_allclose(group.coordinates(group.nearest(c)), c, atol=1e-14)

    def test_is_the_nearest_rotation(self):
        random = np.random.default_rng(2)
        so3 = hamel.Group("SO3")
        for _ in range(20):
            R = so3.rotation(so3.exp(random.uniform(-2, 2, 3))) + random.uniform(-0.04, 0.04, (3, 3))
            u, _, v = np.linalg.svd(R)
            np.testing.assert_allclose(so3.rotation(so3.from_rotation(R)), u @ v, atol=1e-13)

    def test_what_is_no_attitude_is_refused(self):
        so3 = hamel.Group("SO3")
        for wrong in (np.ones(9), -np.eye(3).ravel(), np.zeros(9), 2 * np.eye(3).ravel(), np.full(9, np.nan)):
            with self.assertRaises(hamel.OffGroup):
                so3.nearest(wrong)
        with self.assertRaisesRegex(hamel.DimensionError, "9"):
            so3.nearest(np.eye(3))
        with self.assertRaises(hamel.InputError):
            hamel.Group({"matrices": [[["0", "1"], ["1", "0"]]]}).nearest(np.eye(2).ravel())

    def test_gives_others_back(self):
        for names in (("SE2",), ("R2",), ("H3", "T1")):
            group = hamel.Group(*names)
            c = np.random.default_rng(3).uniform(-1, 1, (4, len(group.coordinate_names)))
            np.testing.assert_array_equal(group.nearest(c), group.from_coordinates(c))


class Rotations(unittest.TestCase):
    so3, se3 = hamel.Group("SO3"), hamel.Group("SE3")

    def test_quaternions_there_and_back(self):
        random = np.random.default_rng(4)
        a = random.normal(size=(200, 3))
        a *= (random.uniform(0, np.pi, 200) / np.linalg.norm(a, axis=1))[:, None]
        a[0] = 0
        a[1:4] = np.pi * np.eye(3)
        x = self.so3.exp(a)
        q = self.so3.quaternion(x)
        np.testing.assert_allclose(np.linalg.norm(q, axis=-1), 1, atol=1e-14)
        self.assertTrue((q[:, 3] >= 0).all())
        angle = np.linalg.norm(a, axis=1, keepdims=True)
        expected = np.concatenate([a / 2 * np.sinc(angle / 2 / np.pi), np.cos(angle / 2)], 1)
        np.testing.assert_allclose(np.abs((q * expected).sum(1)), 1, atol=1e-14)
        for scale in (1, -3):
            R = self.so3.rotation(self.so3.from_quaternion(scale * q))
            np.testing.assert_allclose(R, self.so3.rotation(x), atol=1e-14)
        self.assertEqual(self.so3.quaternion(x[0]).tolist(), [0, 0, 0, 1])

    @unittest.skipUnless(importlib.util.find_spec("scipy"), "no scipy (Debian: python3-scipy)")
    def test_as_scipy_has_them(self):
        from scipy.spatial.transform import Rotation
        turns = Rotation.random(50, random_state=5)
        x = self.so3.from_quaternion(turns.as_quat())
        np.testing.assert_allclose(self.so3.rotation(x), turns.as_matrix(), atol=1e-14)
        np.testing.assert_allclose(self.so3.log(x), turns.as_rotvec(), atol=1e-13)
        np.testing.assert_allclose(Rotation.from_quat(self.so3.quaternion(x)).as_matrix(), turns.as_matrix(), atol=1e-14)

    def test_of_motions_in_space(self):
        x = self.se3.exp(np.random.default_rng(6).uniform(-1, 1, (2, 5, 6)))
        position = self.se3.coordinates(x)[..., :3]
        same = self.se3.from_quaternion(self.se3.quaternion(x), position)
        np.testing.assert_allclose(self.se3.coordinates(same), self.se3.coordinates(x), atol=1e-14)
        R = self.se3.rotation(x)
        near = self.se3.from_rotation(R.astype(np.float32), position)
        np.testing.assert_allclose(self.se3.coordinates(near), self.se3.coordinates(x), atol=1e-6)
        self.assertEqual(self.se3.from_rotation(np.eye(3), np.zeros((4, 3))).shape, (4, self.se3.size))

    def test_are_refused_where_there_are_none(self):
        for call in (lambda: hamel.Group("SE2").rotation(np.zeros(3)), lambda: self.so3.from_quaternion([0, 0, 0, 0]),
                     lambda: self.so3.from_quaternion([1, 0, 0]), lambda: hamel.Group("SO3", "SO3").quaternion(np.zeros(8)),
                     lambda: hamel.Group("T1").act([0.0], [1, 2, 3]), lambda: self.so3.act(self.so3.identity(), [1, 2])):
            with self.assertRaises(hamel.InputError):
                call()


class Derivatives(unittest.TestCase):
    def test_plus_and_minus(self):
        for names in (("SO3",), ("SE2", "T1"), ("SE3",), ("H3",)):
            group = hamel.Group(*names)
            a, xi = np.random.default_rng(7).uniform(-1, 1, (2, 3, 4, group.dim))
            x = group.exp(a)
            np.testing.assert_allclose(group.minus(group.plus(x, xi), x), xi, atol=1e-13)
            np.testing.assert_array_equal(group.plus(x[0, 0], xi)[1, 2], group.compose(x[0, 0], group.exp(xi[1, 2])))

    def test_jacobians(self):
        e = 1e-6
        for names in (("SO3",), ("SE2",), ("SE3",), ("SO21",), ("H3", "T1"), ("Aff1",)):
            group = hamel.Group(*names)
            xi = np.random.default_rng(8).uniform(-1, 1, (3, group.dim))
            x, J = group.exp(xi), group.right_jacobian(xi)
            self.assertEqual(J.shape, (3, group.dim, group.dim))
            np.testing.assert_allclose(group.right_jacobian_inverse(xi) @ J, np.broadcast_to(np.eye(group.dim), J.shape), atol=1e-12)
            slopes = group.coordinates_jacobian(x)
            self.assertEqual(slopes.shape, (3, len(group.coordinate_names), group.dim))
            for k, d in enumerate(e * np.eye(group.dim)):
                np.testing.assert_allclose(J[..., k], group.minus(group.exp(xi + d), group.exp(xi - d)) / (2 * e), atol=1e-8)
                moved = group.coordinates(group.plus(x, d)) - group.coordinates(group.plus(x, -d))
                np.testing.assert_allclose(slopes[..., k], moved / (2 * e), atol=1e-8)

    def test_act(self):
        for name, width in (("SO3", 3), ("SE3", 3), ("SE2", 2), ("SO21", 3)):
            group = hamel.Group(name)
            random = np.random.default_rng(9)
            x, y = group.exp(random.uniform(-1, 1, (2, 5, 1, group.dim)))
            points = random.uniform(-1, 1, (7, width))
            moved = group.act(x, group.act(y, points))
            self.assertEqual(moved.shape, (5, 7, width))
            np.testing.assert_allclose(group.act(group.compose(x, y), points), moved, atol=1e-14)
            np.testing.assert_allclose(group.act(group.identity(), points), points, atol=1e-15)
        np.testing.assert_allclose(hamel.Group("SE2").act(hamel.Group("SE2").from_coordinates([1, 2, np.pi / 2]), [3, 0]), [1, 5], atol=1e-15)


if __name__ == "__main__":
    unittest.main()
