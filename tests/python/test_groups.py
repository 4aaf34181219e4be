"""Groups over NumPy arrays."""

import unittest

import numpy as np

import hamel


class Groups(unittest.TestCase):
    groups = [("SO3",), ("SO21",), ("SE2",), ("SE3",), ("H3",), ("T2",), ("R3",), ("SE2", "T2")]

    def test_laws_along_leading_axes(self):
        random = np.random.default_rng(1)
        for names in self.groups:
            with self.subTest(names):
                g = hamel.Group(*names)
                a, b = random.uniform(-1, 1, (2, 4, 3, g.dim))
                x, y = g.exp(a), g.exp(b)
                self.assertEqual(x.shape, (4, 3, g.size))
                np.testing.assert_allclose(g.log(x), a, atol=1e-14)
                unit = np.broadcast_to(g.identity(), x.shape)
                np.testing.assert_allclose(g.compose(x, g.inverse(x)), unit, atol=1e-14)
                np.testing.assert_allclose(g.coordinates(g.from_coordinates(g.coordinates(x))), g.coordinates(x),
                                           atol=1e-15)
                both = np.einsum("...ij,...jk", g.Ad(x), g.Ad(y))
                np.testing.assert_allclose(g.Ad(g.compose(x, y)), both, atol=1e-13)
                p = random.uniform(-1, 1, g.dim)
                np.testing.assert_allclose(g.Ad_star(x, p), np.einsum("...ij,i", g.Ad(x), p), atol=1e-14)
                np.testing.assert_allclose(g.bracket(a, b), -g.bracket(b, a), atol=1e-15)

    def test_every_entry_is_its_own(self):
        g = hamel.Group("SE2")
        a = np.random.default_rng(2).uniform(-1, 1, (5, 3))
        for row, x in zip(a, g.exp(a)):
            np.testing.assert_array_equal(g.exp(row), x)

    def test_broadcasting(self):
        g = hamel.Group("SO3")
        x = g.exp(np.random.default_rng(3).uniform(-1, 1, (4, 1, 3)))
        y = g.exp(np.random.default_rng(4).uniform(-1, 1, (5, 3)))
        product = g.compose(x, y)
        self.assertEqual(product.shape, (4, 5, g.size))
        np.testing.assert_array_equal(product[2, 3], g.compose(x[2, 0], y[3]))

    def test_strides_and_types(self):
        g = hamel.Group("SO3")
        a = np.arange(12, dtype=np.float32).reshape(3, 4).T  # columns
        np.testing.assert_array_equal(g.exp(a), g.exp(np.ascontiguousarray(a, dtype=float)))
        np.testing.assert_array_equal(g.exp([0.1, 0.2, 0.3]), g.exp(np.array([0.1, 0.2, 0.3])))
        self.assertEqual(g.exp(np.zeros((0, 3))).shape, (0, g.size))

    def test_products_and_algebras(self):
        g = hamel.Group("SE2") * hamel.Group("T1")
        self.assertEqual(g.dim, 4)
        self.assertEqual(g.coordinate_names, ["x", "y", "phi", "theta1"])
        heisenberg = hamel.Group(algebra={"dim": 3, "brackets": {"1,2": {"3": "1"}}})
        np.testing.assert_array_equal(heisenberg.bracket([1, 0, 0], [0, 1, 0]), [0, 0, 1])

    def test_what_is_refused(self):
        with self.assertRaisesRegex(hamel.InputError, "SO33"):
            hamel.Group("SO33")
        with self.assertRaisesRegex(hamel.InputError, r"shape \(2,\), expected a last axis of length 3"):
            hamel.Group("SO3").exp([1, 2])
        with self.assertRaisesRegex(hamel.InputError, "2 and 3"):
            hamel.Group("T1").compose(np.zeros((2, 1)), np.zeros((3, 1)))
        with self.assertRaises(hamel.InputError) as caught:
            hamel.Group("SO3").from_coordinates(np.ones(9))
        self.assertIn("SO3", caught.exception.where)
        self.assertIsInstance(caught.exception, ValueError)


if __name__ == "__main__":
    unittest.main()
