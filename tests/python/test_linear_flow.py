"""Linear equations of motions, their stability, and where that changes."""

import math
from pathlib import Path
import unittest

import numpy as np

import hamel

linear = Path(__file__).parents[2] / "examples" / "linear"


def oscillator(damping):
    return hamel.System(group="R1", metric=[[1]], potential="2*r1^2", force=[f"-{damping}*a1"], inputs={"push": {"force": [1]}},
                        initial={"x": {"r1": 0}, "a": [0]})


class LinearFlow(unittest.TestCase):
    def test_a_damped_oscillator(self):
        flow = oscillator("2/5").linear_flow(dynamics="free")
        np.testing.assert_allclose(flow["A"], [[0, 1], [-4, -0.4]], atol=1e-14)
        np.testing.assert_allclose(flow["B"], [[0], [1]], atol=1e-14)
        self.assertEqual(flow["stability"], "stable")
        self.assertAlmostEqual(flow["eigenvalues"][0]["re"], -0.2, delta=1e-14)
        self.assertAlmostEqual(flow["eigenvalues"][0]["period"], 2 * math.pi / math.sqrt(3.96), delta=1e-13)

    def test_the_map_over_a_time_is_the_exponential(self):
        map_ = oscillator("0").linear_map(0.3, dynamics="free")
        c, s = math.cos(0.6), math.sin(0.6)
        np.testing.assert_allclose(map_["A"], [[c, s / 2], [-2 * s, c]], atol=1e-12)
        np.testing.assert_allclose(map_["B"], [[(1 - c) / 4], [s / 2]], atol=1e-12)

    def test_the_critical_speed_of_a_skateboard(self):
        board = hamel.System(linear / "skateboard.json")
        found = board.linear_family("v", range(0, 11), dynamics="nonholonomic")
        self.assertEqual(len(found["rows"]), 11)
        self.assertLess(min(abs(one["v"] - math.sqrt(286.7 / 87.5)) for one in found["crossings"]), 1e-12)

    def test_a_pendulum_on_its_pin(self):
        hanging = hamel.System(group="SE2", metric=[[3, 0, 0], [0, 3, 0], [0, 0, "1/4"]], potential="3*10*y",
                               constraint={"holonomic": ["x - sin(phi)/2", "y + cos(phi)/2"]},
                               initial={"x": {"y": "-1/2"}, "a": [0, 0, 0]})
        flow = hanging.linear_flow()
        self.assertEqual(flow["names"], ["phi", "a3"])
        np.testing.assert_allclose(flow["A"], [[0, 1], [-15, 0]], atol=1e-13)
        self.assertEqual(hanging.run(0.1).dynamics, "nonholonomic")

    def test_coordinates_in_time(self):
        swing = hamel.System(chart={"coordinates": ["x"]}, metric=[[1]], potential="(1 + t)*x^2/2",
                             initial={"t": 1, "q": {"x": 0}, "q_dot": {"x": 0}})
        flow = swing.linear_flow(dynamics="free")
        np.testing.assert_allclose(flow["A"], [[0, 1], [-2, 0]], atol=1e-14)
        self.assertTrue(flow["depends_on_time"])
        map_ = swing.linear_map(0.5, dynamics="free")
        self.assertAlmostEqual(np.linalg.det(map_["A"]), 1, delta=1e-12)
        # not that of the equations frozen at the start
        self.assertGreater(abs(map_["A"][0, 0] - math.cos(0.5 * math.sqrt(2))), 1e-3)

    def test_wheels_with_encoders(self):
        wheels = hamel.System(group="SE2", metric=np.eye(3, dtype=int).tolist(),
                              constraint={"span": [], "offset": [1, 0, 0]},
                              inputs={"turn": {"velocity": [0, 0, 1]}}, initial={"u": []})
        np.testing.assert_allclose(wheels.linear_flow()["B"], [[0], [0], [1]], atol=1e-15)

    def test_an_orbit_returns(self):
        orbit = oscillator("0").periodic_orbit(math.pi, dynamics="free")
        np.testing.assert_allclose(orbit["A"], np.eye(2), atol=1e-10)
        with self.assertRaises(hamel.InputError):
            hamel.System(group="R1", metric=[[1]], potential="2*r1^2", initial={"x": {"r1": 1}, "a": [0]}).periodic_orbit(
                1, dynamics="free")
