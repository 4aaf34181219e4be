"""Starts given from Python, sweeps over them, and motions that go on from their ends."""

from fractions import Fraction
import inspect
from pathlib import Path
import unittest

import numpy as np

import hamel

files = Path(__file__).parents[2] / "examples" / "systems"


def file_has(key, value):
    """Whether a system file may have that key of its start."""
    try:
        hamel.System(group="R1", metric=[[1]], initial={"a": [1], key: value})
        return True
    except hamel.InputError:
        return False


class Starts(unittest.TestCase):
    def test_are_those_of_a_file(self):
        system = hamel.System(files / "unicycle.json")
        wheel = Fraction(9, 10)
        for start, initial in [
                (dict(x={"phi": 0.3}), {"x": {"phi": "3/10"}, "a": ["R", 0, "1/2", 1], "mu": [0, "1/3", 0, 0]}),
                (dict(x=[1, 2, 0.5, 0]), {"x": {"x": 1, "y": 2, "phi": 0.5}, "a": ["R", 0, "1/2", 1], "mu": [0, "1/3", 0, 0]}),
                (dict(a=[2 * wheel, 0, 1, 2]), {"x": {"phi": "1/5"}, "a": ["2*R", 0, 1, 2], "mu": [0, "1/3", 0, 0]}),
                (dict(u=[2, 0.1]), {"x": {"phi": "1/5"}, "a": ["2*R", 0, 0.1, 2], "mu": [0, "1/3", 0, 0]}),
                (dict(u={"u2": 3}), {"x": {"phi": "1/5"}, "a": ["R", 0, 3, 1], "mu": [0, "1/3", 0, 0]}),
                (dict(mu=[0, 0.5, 0, 0]), {"x": {"phi": "1/5"}, "a": ["R", 0, "1/2", 1], "mu": [0, "1/2", 0, 0]}),
                (dict(x={"y": 7}, u=np.array([1, 1]), mu={"mu2": 0}), {"x": {"phi": "1/5", "y": 7}, "a": ["R", 0, 1, 1]})]:
            with self.subTest(start):
                expected = hamel.System(**{**system.description(), "initial": initial})
                for dynamics in ("nonholonomic", "vakonomic"):
                    np.testing.assert_array_equal(system.run(1, dynamics, **start).numbers, expected.run(1, dynamics).numbers)
                other = system.starting(**start)
                self.assertEqual(other.start, expected.start)
                self.assertEqual(other.copy().start, expected.start)
                self.assertEqual(hamel.System(**other.description()).start, expected.start)
        self.assertEqual(system.start["a"], [wheel, 0, Fraction(1, 2), 1])

    def test_in_coordinates(self):
        particle = hamel.System(files / "chart_particle.json")
        names = particle.run(0.1).columns[1:4]
        x = dict(zip(names, particle.start["x"]))
        run = particle.run(1, x={**x, "x": 1}, dynamics="vakonomic")
        self.assertEqual(run["x"][0], 1)
        again = particle.run(1, x=[1, *particle.start["x"][1:]], a=particle.start["a"], mu=particle.start["mu"], dynamics="vakonomic")
        np.testing.assert_array_equal(again.numbers, run.numbers)
        self.assertIn("q_dot", particle.starting(a=particle.start["a"]).description()["initial"])

    def test_of_a_file_without_one(self):
        ball = hamel.System(group="SO3", metric=np.diag([1, 2, 3]))
        self.assertEqual(ball.start, {})
        run = ball.run(1, a=[0.1, 2, 0])
        self.assertEqual(run["a2"][0], 2)
        np.testing.assert_array_equal(run.numbers, hamel.System(group="SO3", metric=np.diag([1, 2, 3]), initial={"a": [0.1, 2, 0]}).run(1).numbers)

    def test_of_coordinates_without_one(self):
        spring = hamel.System(chart={"coordinates": ["x"]}, metric=[[1]], potential="x^2/2")
        self.assertAlmostEqual(spring.run(np.pi, x=[2], method="dop853")["x"][-1], -2, places=9)

    def test_elsewhere_where_d_moves(self):
        """The file's mu annihilates d at its start alone, and nonholonomic motion does not ask for it."""
        car = hamel.System(files / "car.json")
        run = car.run(1, x={"theta1": 0.1}, u=[1, 0])
        self.assertTrue(run.ok)
        self.assertEqual(run["theta1"][0], 0.1)

    def test_find_what_the_constraint_determines(self):
        """a3 of a car, from its speed and the angle of its wheels."""
        car = hamel.System(files / "car.json")
        run = car.run(1, x={"theta1": 0.25}, a=[1, 0, 0, 0.5], find=["a3"])
        self.assertAlmostEqual(run["a3"][0], np.tan(0.25) / float(car["L"]), places=15)
        self.assertEqual(hamel.System(files / "unicycle.json").starting(a=[0, 0, 0, 1], find=["a1"]).start["a"][0], Fraction(9, 10))
        with self.assertRaisesRegex(hamel.InputError, "a1, a3, which the constraint leaves free"):
            car.starting(x={"theta1": 0.25}, a=[1, 0, 0, 0.5], find=["a1", "a3"])

    def test_set_as_items(self):
        system = hamel.System(files / "unicycle.json")
        system["u1"], system["phi"], system["m"] = 2, 0.3, 0.7
        self.assertEqual(system.start["x"][2], Fraction(3, 10))
        described = hamel.System(**system.description())
        self.assertEqual((described.start, described["m"]), (system.start, Fraction(7, 10)))

    def test_what_is_refused(self):
        system = hamel.System(files / "unicycle.json")
        for start, where in [(dict(x={"z": 1}), "x"), (dict(x=[1, 2]), "x"), (dict(a=[1, 2]), "a"), (dict(u=[1]), "u"),
                             (dict(mu={"mu9": 1}), "mu"), (dict(a=[0, 0, 0, 0], u=[0, 0]), "u")]:
            with self.subTest(start), self.assertRaises(hamel.InputError) as caught:
                system.run(1, **start)
            self.assertEqual(caught.exception.where, where)
        with self.assertRaises(hamel.InputError):
            system.run(1, a=[0, 1, 0, 0])                       # sideways
        with self.assertRaises(hamel.InputError):
            system.run(1, x={"phi": float("nan")})

    def test_names_are_those_that_are_said(self):
        self.assertEqual(list(inspect.signature(hamel.System.run).parameters)[6:13], ["x", "a", "u", "mu", "p", "t0", "find"])


class Ends(unittest.TestCase):
    """A motion goes on from its end: steps of Munthe-Kaas do not know where they began."""

    def test_are_starts(self):
        for name in ("unicycle", "chaplygin_sleigh", "suslov"):
            system = hamel.System(files / f"{name}.json")
            whole = system.run(2, method="cf4", h=0.1)
            state = whole.state(10)
            self.assertEqual(state.pop("t0"), whole["t"][10])
            try:
                rest = system.run(1, method="cf4", h=0.1, **state)
            except hamel.InputError as error:
                self.skipTest(f"starts that rounding took off their constraint are refused here: {error}")
            np.testing.assert_allclose(rest.numbers[:, 1:], whole.numbers[10:, 1:], atol=1e-12)

    @unittest.skipUnless(file_has("t", "1"), "this build has no initial.t")
    def test_have_a_time(self):
        pushed = hamel.System(group="R1", metric=[[1]], force=["t"], initial={"a": [0]})
        self.assertAlmostEqual(pushed.run(3, t0=1)["a1"][-1], 4, places=9)

    @unittest.skipUnless(file_has("p", ["1"]), "this build has no initial.p")
    def test_have_a_momentum(self):
        system = hamel.System(files / "unicycle.json")
        run = system.run(2, "vakonomic")
        state = run.state(100)
        if not file_has("t", "1"):
            state.pop("t0")
        np.testing.assert_allclose(system.run(2, "vakonomic", **state).numbers[-1, 1:], run.numbers[-1, 1:], atol=1e-9)


class Sweeps(unittest.TestCase):
    def test_over_starts(self):
        system = hamel.System(files / "unicycle.json")
        u = np.array([[1, 0.5], [2, 0], [0, 1]])
        runs = system.sweep(starts={"u": u, "x": np.zeros((3, 4))}, t_end=1)
        self.assertEqual(len(runs), 3)
        for row, (values, run) in zip(u, runs):
            np.testing.assert_array_equal(values["u"], row)
            np.testing.assert_array_equal(run.numbers, system.run(1, u=row, x=np.zeros(4)).numbers)
        with self.assertRaises(ValueError):
            system.sweep(starts={"u": u, "x": np.zeros((2, 4))})

    def test_over_parameters_and_starts(self):
        system = hamel.System(files / "unicycle.json")
        runs = system.sweep({"m": [1, 2], "u2": [0, 1]}, starts={"x": [[0, 0, 0, 0], [1, 0, 0, 0]]}, threads=2, t_end=1)
        self.assertEqual([(values["m"], values["u2"], values["x"][0]) for values, _ in runs],
                         [(m, u, x) for m in (1, 2) for u in (0, 1) for x in (0, 1)])
        for values, run in runs:
            self.assertEqual((run["a3"][0], run["x"][0]), (values["u2"], values["x"][0]))


if __name__ == "__main__":
    unittest.main()
