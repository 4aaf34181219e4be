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

    def test_an_orbit_returns(self):
        orbit = oscillator("0").periodic_orbit(math.pi, dynamics="free")
        np.testing.assert_allclose(orbit["A"], np.eye(2), atol=1e-10)
        with self.assertRaises(hamel.InputError):
            hamel.System(group="R1", metric=[[1]], potential="2*r1^2", initial={"x": {"r1": 1}, "a": [0]}).periodic_orbit(
                1, dynamics="free")
