"""Outputs at given times, events and the memory of a run."""
import math
import pickle
import unittest

import hamel
import numpy as np


def thrown(**more):
    """y = t - t^2, x = t/2."""
    return hamel.System(chart={"coordinates": ["x", "y"]}, parameters={"g": 2}, metric=[[1, 0], [0, 1]], potential="g*y",
                        initial={"q": {}, "q_dot": {"x": 0.5, "y": 1}}, **more)


class Events(unittest.TestCase):
    def test_outputs_at_given_times(self):
        at = [0.1, 1 / 3, 2]
        for method in ("dop853", "rk4", "variational"):
            run = thrown().run(2, method=method, at=at)
            self.assertEqual(list(run["t"]), at)
            np.testing.assert_allclose(run["y"], np.array(at) - np.square(at), atol=1e-4)
        self.assertEqual(list(thrown().run(9, t0=5, at=np.array([5.5, 6]))["t"]), [5.5, 6])
        for times in ([2, 1], [3], [-1], [math.nan], []):
            with self.assertRaises(hamel.InputError) as refused:
                thrown().run(2, at=times)
            self.assertEqual(refused.exception.where, "at")

    def test_a_run_stops_where_something_crosses_zero(self):
        for stop in ("x - 1/2", lambda x: x - 0.5, {"when": "x - 1/2"}):
            if isinstance(stop, dict):
                run = thrown().run(3, events={"there": {**stop, "stop": True}})
            else:
                run = thrown().run(3, stop_when=stop)
            self.assertTrue(run.ok)
            self.assertIn("ended by the event", run.status)
            self.assertAlmostEqual(run["t"][-1], 1, delta=1e-12)
            self.assertEqual(run.t_reached, run["t"][-1])
            self.assertEqual(run.events[-1]["t"], run["t"][-1])

    def test_events_are_listed(self):
        energies = []

        def fallen(y, y_dot, energy):
            energies.append(energy)
            return y_dot + 2

        system = thrown(events={"apex": {"when": lambda y_dot: y_dot, "rising": False}})
        run = system.run(2, events={"ground": "y", "fallen": fallen, "never": {"when": fallen, "rising": True}})
        self.assertEqual([event["name"] for event in run.events], ["apex", "ground", "fallen"])
        np.testing.assert_allclose([event["t"] for event in run.events], [0.5, 1, 1.5], atol=1e-12)
        self.assertAlmostEqual(run.events[0]["y"], 0.25, delta=1e-12)
        self.assertAlmostEqual(energies[0], 0.625)
        self.assertEqual(pickle.loads(pickle.dumps(run)).events, run.events)
        self.assertEqual(system.run(0.4).events, [])

    def test_what_a_function_raises_ends_the_run(self):
        def fails(t):
            if t > 0.5:
                raise KeyError("of mine")
            return 1

        with self.assertRaises(KeyError):
            thrown().run(1, events={"fails": fails})
        with self.assertRaises(hamel.InputError) as refused:
            thrown().run(1, events={"e": lambda z: z})
        self.assertIn("'z'", str(refused.exception))
        with self.assertRaises(hamel.InputError):
            thrown().run(1, events={"e": "z"})
        with self.assertRaises(hamel.InputError):
            thrown().run(1, events={"e": {"when": lambda x: x, "raising": True}})

    def test_a_run_beyond_memory_is_refused_with_what_to_pass(self):
        with self.assertRaises(hamel.InputError) as refused:
            thrown().run(1e9, h=1e-3)
        self.assertIn("every=", refused.exception.expected)
        self.assertIn("bytes", refused.exception.found)
        with self.assertRaises(hamel.InputError):
            thrown().run(1, h=1e-3, memory=1000)
        self.assertEqual(len(thrown().run(1, h=1e-3, memory=1000, at=[0.5, 1])), 2)


if __name__ == "__main__":
    unittest.main()
