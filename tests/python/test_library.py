"""Groups on their own, against matrix exponentials and SciPy's rotations."""

import copy
import pickle
import unittest

import numpy as np

import hamel
from hamel import groups
from hamel.groups import GL2, LieGroup, SE2, SE23, SE2Cover, SE3, SL3, SO2, SO21, SO3, Sim2, Sim3

try:
    from scipy.linalg import expm
    from scipy.spatial.transform import Rotation, Slerp
except ImportError:
    expm = Rotation = None

MATRICES = [SO2, SO3, SO21, SE2, SE3, SE23, Sim2, Sim3, GL2, SL3, groups.Aff1]
ALL = MATRICES + [SE2Cover, LieGroup("H3"), LieGroup("T2"), LieGroup("R3")]


def close(a, b, tolerance=1e-12):
    np.testing.assert_allclose(a, b, rtol=tolerance, atol=tolerance)


def each(case, which):
    for g in which:
        with case.subTest(g.name):
            yield g, np.random.default_rng(1)


class Laws(unittest.TestCase):
    def test_every_group_along_leading_axes(self):
        for g, random in each(self, ALL):
            a, b = random.uniform(-0.7, 0.7, (2, 4, 3, g.dim))
            x, y = g.exp(a), g.exp(b)
            self.assertEqual(x.shape, (4, 3, g.size))
            close(g.log(x), a)
            self.assertTrue(g.is_approx(g.compose(x, g.inverse(x)), g.identity()).all())
            close(g.minus(g.plus(x, b), x), b)
            self.assertTrue(g.is_approx(g.compose(x, g.between(x, y)), y).all())
            close(g.Ad(g.compose(x, y)), g.Ad(x) @ g.Ad(y))
            close(g.bracket(a, b), -g.bracket(b, a))
            close(g.right_jacobian(a) @ g.right_jacobian_inverse(a), np.broadcast_to(np.eye(g.dim), (4, 3, g.dim, g.dim)))
            close(g.left_jacobian(a), g.right_jacobian(-a))
            self.assertTrue(g.is_approx(g.from_coordinates(g.coordinates(x)), x).all())
            self.assertEqual(g.coordinates(x).shape[-1], len(g.coordinate_names))
            self.assertLess(g.residual(x).max(), 1e-14)
            close(g.normalized(x + 1e-13), x)
            close(g.compose(x[:, :1], y)[2, 1], g.compose(x[2, 0], y[2, 1]))

    def test_jacobians_by_differences(self):
        h = 1e-6
        for g, random in each(self, ALL):
            a, b = random.uniform(-0.7, 0.7, (2, g.dim))
            x, y = g.exp(a), g.exp(b)
            steps = h * np.eye(g.dim)

            def rate(operation, *arguments):          # of an element, by what is written last
                return g.minus(operation(*arguments, steps), operation(*arguments, -steps)).T / (2 * h)
            def moved(p, d): return g.plus(p, d)
            for name, value in [
                    ("compose", [lambda d: g.compose(moved(x, d), y), lambda d: g.compose(x, moved(y, d))]),
                    ("between", [lambda d: g.between(moved(x, d), y), lambda d: g.between(x, moved(y, d))])]:
                found = getattr(g, name)(x, y, jacobians=True)
                close(found[0], getattr(g, name)(x, y))
                for J, f in zip(found[1:], value):
                    close(J, rate(f), 1e-8)
            close(g.inverse(x, jacobians=True)[1], rate(lambda d: g.inverse(moved(x, d))), 1e-8)
            close(g.exp(a, jacobians=True)[1], rate(lambda d: g.exp(a + d)), 1e-8)
            _, by_x, by_a = g.plus(x, b, jacobians=True)
            close(by_x, rate(lambda d: g.plus(moved(x, d), b)), 1e-8)
            close(by_a, rate(lambda d: g.plus(x, b + d)), 1e-8)
            def slope(f): return (f(steps) - f(-steps)).T / (2 * h)
            close(g.log(x, jacobians=True)[1], slope(lambda d: g.log(moved(x, d))), 1e-8)
            _, by_y, by_x = g.minus(y, x, jacobians=True)
            close(by_y, slope(lambda d: g.minus(moved(y, d), x)), 1e-8)
            close(by_x, slope(lambda d: g.minus(y, moved(x, d))), 1e-8)

    def test_actions_and_their_jacobians(self):
        h = 1e-6
        for g, random in each(self, [g for g in MATRICES if g.name not in ("Aff1",)]):
            x = g.exp(random.uniform(-0.5, 0.5, (2, g.dim)))
            space = 2 if g.name in ("SO2", "SE2", "Sim2", "GL2") else 3
            p = random.uniform(-1, 1, (2, space))
            m = g.matrix(x)
            n = m.shape[-1]
            homogeneous = np.zeros((2, n))
            homogeneous[:, :space] = p
            homogeneous[:, n - 1] = 1 if n > space else homogeneous[:, n - 1]
            close(g.act(x, p), np.einsum("kij,kj->ki", m, homogeneous)[:, :space])
            value, by_x, by_p = g.act(x, p, jacobians=True)
            self.assertEqual(by_x.shape, (2, space, g.dim))
            for k in range(g.dim):
                d = h * np.eye(g.dim)[k]
                close(by_x[..., k], (g.act(g.plus(x, d), p) - g.act(g.plus(x, -d), p)) / (2 * h), 1e-8)
            for k in range(space):
                d = h * np.eye(space)[k]
                close(by_p[..., k], (g.act(x, p + d) - g.act(x, p - d)) / (2 * h), 1e-8)


@unittest.skipIf(expm is None, "no SciPy")
class AgainstSciPy(unittest.TestCase):
    def test_exponentials_and_adjoints_of_matrices(self):
        for g, random in each(self, MATRICES):
            a, b = random.uniform(-1, 1, (2, g.dim))
            m = expm(g.hat(a))
            close(g.matrix(g.exp(a)), m, 1e-13)
            close(g.vee(g.hat(a)), a, 1e-14)
            close(g.hat(g.Ad(g.exp(a)) @ b), m @ g.hat(b) @ np.linalg.inv(m))
            close(g.hat(g.bracket(a, b)), g.hat(a) @ g.hat(b) - g.hat(b) @ g.hat(a))
            ad = np.stack([g.bracket(a, e) for e in np.eye(g.dim)], -1)
            n = g.dim                                     # the corner of exp [[ad, 1], [0, 0]] is the sum of ad^k/(k+1)!
            close(g.left_jacobian(a), expm(np.block([[ad, np.eye(n)], [np.zeros((n, 2 * n))]]))[:n, n:])

    def test_rotations(self):
        random = np.random.default_rng(2)
        a, b = random.uniform(-1.5, 1.5, (2, 50, 3))
        p = random.uniform(-1, 1, (50, 3))
        r, s = Rotation.from_rotvec(a), Rotation.from_rotvec(b)
        x, y = SO3.exp(a), SO3.exp(b)
        close(SO3.matrix(x), r.as_matrix(), 1e-14)
        close(SO3.log(SO3.compose(x, y)), (r * s).as_rotvec())
        close(SO3.minus(y, x), (r.inv() * s).as_rotvec())
        close(SO3.act(x, p), r.apply(p), 1e-14)
        quaternions = r.as_quat()                         # x, y, z, w; here w, x, y, z
        signs = np.sign((np.roll(quaternions, 1, axis=-1) * x).sum(-1, keepdims=True))
        close(np.roll(quaternions, 1, axis=-1) * signs, x, 1e-14)
        self.assertTrue(SO3.is_approx(SO3.nearest(r.as_matrix()), x).all())
        for s in (0.25, 0.8):
            between = Slerp([0, 1], Rotation.from_rotvec([a[0], b[0]]))([s])
            close(SO3.matrix(SO3.geodesic(x[0], y[0], s)), between.as_matrix()[0])

    def test_means(self):
        near = SO3.random(30, seed=3, near=SO3.exp([1, -2, 0.5]), covariance=0.1 * np.eye(3))
        weights = np.random.default_rng(4).uniform(0.5, 1, 30)
        mean, covariance = SO3.mean(near, weights)
        # SciPy's is the mean of chords, the eigenvector of sum of w q q^T: it gives a start that is near ours
        chordal = Rotation.from_quat(np.roll(near, -1, axis=-1)).mean(weights)
        self.assertLess(np.linalg.norm(SO3.minus(mean, SO3.nearest(chordal.as_matrix()))), 0.02)
        d = SO3.minus(near, mean)
        w = weights / weights.sum()
        close(w @ d, np.zeros(3))
        close(covariance, np.einsum("k,ki,kj", w, d, d))


class Curves(unittest.TestCase):
    def test_geodesics_and_cubics(self):
        for g, random in each(self, [SO3, SE3, Sim2, SL3]):
            a, b, d = random.uniform(-0.5, 0.5, (3, g.dim))
            x, y = g.exp(a), g.plus(g.exp(a), d)
            s = np.linspace(0, 1, 5)
            close(g.minus(g.geodesic(x, y, s), x), np.outer(s, d))
            at, velocity, acceleration = g.cubic(x, a, y, b, s)
            self.assertTrue(g.is_approx(at[0], x) and g.is_approx(at[-1], y))
            close(velocity[[0, -1]], [a, b])
            self.check_rates(g, lambda t: g.cubic(x, a, y, b, t), np.array([0.3, 0.6]))

    def test_splines(self):
        for g, random in each(self, [SO3, SE3, SE2, LieGroup("T2")]):
            control = g.exp(np.cumsum(random.uniform(0, 0.3, (7, g.dim)), 0))
            def curve(t): return g.spline(control, t, spacing=0.5, start=2)
            self.assertEqual(curve(np.full((2, 3), 2.2))[1].shape, (2, 3, g.dim))
            self.check_rates(g, curve, np.array([2.2, 2.9, 3.7]))

    def test_motion_with_a_given_velocity(self):
        for g, random in each(self, [SO3, SE2, Sim3, LieGroup("H3")]):      # a constant one: exp(t a), of many at a time
            a = random.uniform(-1, 1, (5, g.dim))
            x = g.kinematic(lambda t, x: a, g.identity(), [0, 0.3, 1])
            self.assertEqual(x.shape, (3, 5, g.size))
            self.assertTrue(g.is_approx(x[-1], g.exp(a)).all())
        def turned(t): return SO3.compose(SO3.exp([0, 0, t + t * t]), SO3.exp([np.sin(t), 0, 0]))
        def rate(t, x): return [np.cos(t), (1 + 2 * t) * np.sin(np.sin(t)), (1 + 2 * t) * np.cos(np.sin(t))]
        errors = [np.linalg.norm(SO3.minus(SO3.kinematic(rate, turned(0), np.linspace(0, 1, n + 1))[-1], turned(1))) for n in (20, 40)]
        self.assertGreater(np.log2(errors[0] / errors[1]), 3.8)
        self.assertLess(errors[1], 1e-6)

    def check_rates(self, g, curve, t):
        h = 1e-5
        _, velocity, acceleration = curve(t)
        before, after = curve(t - h), curve(t + h)
        close(velocity, g.minus(after[0], before[0]) / (2 * h), 1e-8)
        close(acceleration, (after[1] - before[1]) / (2 * h), 1e-8)


class Random(unittest.TestCase):
    def test_on_the_group_and_by_seed(self):
        for g, _ in each(self, ALL):
            x = g.random((3, 2), seed=5)
            self.assertEqual(x.shape, (3, 2, g.size))
            self.assertLess(g.residual(x).max(), 1e-14)
            close(x, g.random((3, 2), seed=5), 0)
            generator = np.random.default_rng(5)
            self.assertFalse((g.random(seed=generator) == g.random(seed=generator)).all())

    def test_covariances(self):
        c = np.array([[0.04, 0.01, 0], [0.01, 0.02, 0], [0, 0, 0.01]])
        x = SE2.exp([1, 2, 3])
        d = SE2.minus(SE2.random(20000, seed=6, near=x, covariance=c), x)
        close(d.T @ d / 20000, c, 2e-3)


class Refusals(unittest.TestCase):
    def test_say_what_was_found_and_expected(self):
        with self.assertRaisesRegex(hamel.InputError, "group: found SO4, expected one of SE2, .*SL3"):
            LieGroup("SO4")
        with self.assertRaisesRegex(hamel.DimensionError, r"x: found shape \(3,\), expected a last axis of length 4"):
            SO3.compose([1, 0, 0], SO3.identity())
        with self.assertRaisesRegex(hamel.DimensionError, "leading axes of 2 and 3"):
            SO3.compose(SO3.random(2), SO3.random(3))
        with self.assertRaisesRegex(hamel.DimensionError, r"m: found shape \(2, 2\), expected last axes of lengths 3, 3"):
            SO3.nearest(np.eye(2))
        with self.assertRaisesRegex(hamel.OffGroup, "nearest rotation"):
            SO3.nearest(np.zeros((3, 3)))
        with self.assertRaisesRegex(hamel.InputError, "a group with the operation matrix"):
            LieGroup("T2").matrix([0, 0])
        with self.assertRaisesRegex(hamel.InputError, "control elements: found 3"):
            SO3.spline(SO3.random(3), 0.5)
        with self.assertRaisesRegex(hamel.InputError, "covariance"):
            SO3.random(seed=1, near=SO3.identity(), covariance=-np.eye(3))
        with self.assertRaisesRegex(hamel.InputError, "weights"):
            SO3.mean(SO3.random(3), [1, 2])
        with self.assertRaises((TypeError, ValueError)):
            SO3.exp("abc")

    def test_copies(self):
        for other in (copy.deepcopy(SE3), pickle.loads(pickle.dumps(SE3))):
            self.assertEqual(other, SE3)
            self.assertEqual(repr(other), "LieGroup('SE3')")


if __name__ == "__main__":
    unittest.main()
