"""Motions that were found, of steering and of least effort, as trajectories."""

import json
from pathlib import Path
import unittest

import numpy as np

import hamel
from hamel import _core

files = Path(__file__).parents[2] / "examples" / "systems"


@unittest.skipUnless(hasattr(_core, "steer"), "built without steering")
class Steering(unittest.TestCase):
    def test_a_motion_that_was_found_ends_at_its_target(self):
        system = hamel.System(files / "unicycle.json")
        motion = system.steer({"x": 1, "y": 0.5, "phi": 1.57}, free=["theta1"], candidates=1)[0]
        run = system.follow(motion)
        self.assertTrue(run.ok, run.status)
        self.assertEqual(run.dynamics, "vakonomic")
        np.testing.assert_allclose([run[name][-1] for name in ("x", "y", "phi")], [1, 0.5, 1.57], atol=1e-8)
        np.testing.assert_allclose(run.parts()[2][0], motion["a"], atol=1e-14)
        self.assertEqual((len(run), run["t"][-1]), (101, 1))
        self.assertEqual(len(system.follow(json.loads(json.dumps(motion)), h=0.1)), 11)

    def test_by_way_of_a_place(self):
        system = hamel.System(files / "unicycle.json")
        motion = system.steer({"x": 1, "y": 0}, free=["phi", "theta1"], via=[{"t": 0.5, "x": 0.5, "y": 0.4}], candidates=1)[0]
        run = system.follow(motion, h=0.05)
        there = np.flatnonzero(np.isclose(run["t"], 0.5))
        self.assertEqual(len(there), 2)                           # the end of a leg and the start of the next
        for row in there:
            np.testing.assert_allclose([run["x"][row], run["y"][row]], [0.5, 0.4], atol=1e-8)
        self.assertTrue((np.diff(run["t"]) >= 0).all())
        self.assertAlmostEqual(run.t_reached, 1)
        np.testing.assert_allclose([run["x"][-1], run["y"][-1]], [1, 0], atol=1e-8)

    def test_in_coordinates(self):
        system = hamel.System(files / "chart_particle.json")
        columns = system.run(0.1).columns[1:4]
        to = dict(zip(columns, (0.4, 0.3, 0.2)))
        motion = system.steer(to, candidates=1)[0]
        run = system.follow(motion)
        np.testing.assert_allclose([run[name][-1] for name in columns], list(to.values()), atol=1e-7)


@unittest.skipUnless(hasattr(_core, "effort"), "built without Ipopt")
class Efforts(unittest.TestCase):
    def test_inputs_that_were_found_bring_it_there(self):
        cart = hamel.System(group="SE2", metric=np.diag([1, 1, 0.5]), constraint={"span": [[1, 0, 0], [0, 0, 1]]},
                            inputs={"push": {"force": [1, 0, 0]}, "turn": {"force": [0, 0, 1]}}, initial={"a": [0, 0, 0]})
        found = cart.effort({"x": 1}, steps=20, t_end=2)
        self.assertTrue(found["solved"], found["status"])
        self.assertEqual(found["names"], ["push", "turn"])
        self.assertEqual(np.shape(found["inputs"]), (20, 2))
        self.assertAlmostEqual(found["cost"], 6 / 2**3, delta=0.02)       # 1/2 int w^2 = 6 x^2 / T^3 of a mass pushed from rest to rest
        run = cart.follow(json.loads(json.dumps(found)))
        self.assertTrue(run.ok)
        self.assertEqual(len(run), 21)
        np.testing.assert_allclose(run.numbers[-1, 1:4], [1, 0, 0], atol=1e-7)
        np.testing.assert_allclose(run.numbers[-1, 4:7], 0, atol=1e-7)
        limited = cart.effort({"x": 1, "y": 0.5}, steps=20, t_end=2, within={"phi": (-2, 2)})
        self.assertLessEqual(np.abs(cart.follow(limited)["phi"]).max(), 2 + 1e-8)
        with self.assertRaises(hamel.InputError):
            cart.effort({"z": 1})


if __name__ == "__main__":
    unittest.main()
