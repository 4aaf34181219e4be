"""Hamel's objects as objects of Python: copies, pickles, dictionaries, tables, words."""

import copy
import importlib.util
from multiprocessing import get_context
from pathlib import Path
import pickle
import re
import unittest

import numpy as np

import hamel

root = Path(__file__).parents[2]
files = root / "examples" / "systems"
WAYS = (lambda thing: pickle.loads(pickle.dumps(thing)), copy.copy, copy.deepcopy)


def rows_of(system):
    return len(system.run(1))


class Copies(unittest.TestCase):
    def test_of_systems(self):
        system = hamel.System(files / "unicycle.json")
        system["m"] = 0.3
        system["phi"] = 1
        for way in WAYS:
            other = way(system)
            self.assertEqual(other.parameters, system.parameters)
            self.assertEqual(other.start, system.start)
            np.testing.assert_array_equal(other.run(1).numbers, system.run(1).numbers)
            other["m"] = 5
            self.assertEqual(float(system["m"]), 0.3)
        with get_context("spawn").Pool(1) as pool:
            self.assertEqual(pool.map(rows_of, [system, system.copy()]), [101, 101])

    def test_of_runs(self):
        for name in ("unicycle", "chart_mobile_robot"):
            run = hamel.System(files / f"{name}.json").run(1, dynamics="vakonomic")
            for way in WAYS:
                other = way(run)
                self.assertIsInstance(other, hamel.Trajectory)
                np.testing.assert_array_equal(other.numbers, run.numbers)
                self.assertEqual((other.columns, other.name, other.dynamics, other.ok, other.status, other.t_reached),
                                 (run.columns, run.name, run.dynamics, run.ok, run.status, run.t_reached))
                np.testing.assert_array_equal(other["energy"], run["energy"])
            self.assertFalse(np.shares_memory(copy.deepcopy(run).numbers, run.numbers))
            self.assertTrue(np.shares_memory(copy.copy(run)["t"], run.numbers))

    def test_of_groups_and_steps(self):
        for group in (hamel.Group("SE2", "T1"), hamel.Group(algebra={"dim": 3, "brackets": {"1,2": {"3": "1"}}}),
                      hamel.Group({"matrices": [[["0", "1"], ["1", "0"]]]})):
            for way in WAYS:
                other = way(group)
                self.assertEqual((other.dim, other.size, repr(other)), (group.dim, group.size, repr(group)))
                a = np.full(group.dim, 0.3)
                np.testing.assert_array_equal(other.bracket(a, 2 * a), group.bracket(a, 2 * a))
        system = hamel.System(files / "unicycle.json")
        step = system.linearise()
        for way in WAYS:
            np.testing.assert_array_equal(way(step).A, step.A)
            self.assertEqual(repr(way(hamel.Formula("x^2"))), "Formula('x^2')")
        with self.assertRaisesRegex(TypeError, "simulation"):
            pickle.dumps(system.simulation())

    def test_of_errors(self):
        with self.assertRaises(hamel.InputError) as caught:
            hamel.Group("SO3").from_coordinates(np.ones(9))
        for way in WAYS:
            other = way(caught.exception)
            self.assertIs(type(other), hamel.OffGroup)
            self.assertEqual((str(other), other.where, other.found), (str(caught.exception), caught.exception.where, caught.exception.found))


class Tables(unittest.TestCase):
    def setUp(self):
        self.run_ = hamel.System(files / "unicycle.json").run(1, h=0.1)

    def test_a_run_is_a_dictionary_of_its_columns(self):
        run = self.run_
        self.assertIn("x", run)
        self.assertNotIn("y_dot", run)
        self.assertEqual(list(run), run.columns)
        self.assertEqual(list(run.keys()), run.columns)
        self.assertEqual(len(run), len(run.numbers))             # rows, as of a table of pandas
        self.assertEqual([name for name, _ in run.items()], run.columns)
        plain = dict(run)
        self.assertIs(type(plain), dict)
        for name, column in plain.items():
            np.testing.assert_array_equal(column, run[name])
        self.assertEqual({**run}.keys(), plain.keys())
        self.assertIsNone(run.get("nothing"))
        self.assertTrue(run == run and run != copy.copy(run) and hash(run))
        for change in (lambda: run.__setitem__("x", 1), lambda: run.pop("x"), lambda: run.update(x=1), run.clear,
                       lambda: run.setdefault("v", 1), run.popitem, lambda: run.__delitem__("x"), lambda: run.__ior__({"x": 1})):
            with self.assertRaises(TypeError):
                change()

    @unittest.skipUnless(importlib.util.find_spec("pandas"), "no pandas (Debian: python3-pandas)")
    def test_a_run_is_a_table_of_pandas(self):
        import pandas
        table = pandas.DataFrame(self.run_)
        self.assertEqual(list(table.columns), self.run_.columns)
        np.testing.assert_array_equal(table.to_numpy(), self.run_.numbers)
        np.testing.assert_array_equal(pandas.DataFrame(dict(self.run_)).to_numpy(), self.run_.numbers)

    def test_a_run_that_failed_may_raise(self):
        self.assertIs(self.run_.require(), self.run_)
        grows = hamel.System(group="R1", metric=[[1]], potential="-r1^4", initial={"x": {"r1": 1}, "a": [2]})
        with self.assertRaisesRegex(hamel.NumericalFailure, "bound") as caught:
            grows.run(10).require()
        self.assertGreater(len(caught.exception.trajectory), 1)
        self.assertIsInstance(caught.exception, hamel.Error)


class Words(unittest.TestCase):
    def test_the_version_is_that_of_the_library(self):
        version = re.search(r"project\(Hamel VERSION ([0-9.]+)", (root / "CMakeLists.txt").read_text("utf-8"))[1]
        self.assertEqual(hamel.__version__, version)

    def test_objects_say_what_they_are(self):
        system = hamel.System(files / "unicycle.json")
        self.assertEqual(repr(system), "<System 'unicycle' on SE2 x T1, rank 2 of 4>")
        self.assertEqual(repr(hamel.System(files / "chart_particle.json")), "<System 'chart_particle' on x, y, z, rank 2 of 3>")
        self.assertEqual(repr(hamel.System(group="SO3", metric=np.eye(3), name="ball")), "<System 'ball' on SO3>")
        self.assertEqual(repr(hamel.Group("SE2", "T1")), "Group('SE2', 'T1')")
        self.assertEqual(repr(system.simulation(method="cf4")), "<nonholonomic motion of unicycle by cf4 at t = 0>")
        self.assertEqual(repr(system.run(1)), "<nonholonomic motion of unicycle: 101 rows up to t = 1, ok>")
        self.assertIn("variational step of 6 states", repr(system.linearise()))

    def test_errors_form_a_hierarchy(self):
        self.assertTrue(issubclass(hamel.InputError, ValueError) and issubclass(hamel.InputError, hamel.Error))
        self.assertTrue(issubclass(hamel.FormulaError, hamel.InputError) and issubclass(hamel.FormulaError, TypeError))
        for kind, cause in [(hamel.DimensionError, lambda: hamel.Group("SO3").exp([1, 2])),
                            (hamel.DegenerateMetric, lambda: hamel.System(group="R2", metric=[[1, 1], [1, 1]])),
                            (hamel.ConstraintViolation, lambda: hamel.System(group="R2", metric=np.eye(2),
                                                                              constraint={"span": [[1, 0], [2, 0]]})),
                            (hamel.NotALieAlgebra, lambda: hamel.Group(algebra={"dim": 3, "brackets": {
                                "1,2": {"3": 1}, "2,3": {"2": 1}}})),
                            (hamel.OffGroup, lambda: hamel.Group("SO3").from_coordinates(np.ones(9)))]:
            with self.subTest(kind), self.assertRaises(hamel.InputError) as caught:
                cause()
            self.assertIs(type(caught.exception), kind)
            self.assertEqual(type(caught.exception).__module__, "hamel")


class Room(unittest.TestCase):
    def test_a_run_too_long_for_the_memory_is_refused_at_once(self):
        system = hamel.System(files / "unicycle.json")
        for plan in (dict(t_end=1e9), dict(t_end=10, h=1e-9), dict(t_end=1e6, h=0.1)):
            with self.subTest(plan), self.assertRaisesRegex(hamel.InputError, "rows"):
                system.run(**plan)
        self.assertEqual(len(system.run(1e5, h=10, every=1000, method="cf4")), 11)


if __name__ == "__main__":
    unittest.main()
