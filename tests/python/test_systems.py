"""Systems: runs, steps, questions."""

from fractions import Fraction
import json
from pathlib import Path
import unittest

import numpy as np

import hamel

root = Path(__file__).parents[2]
files = root / "examples" / "systems"


def unicycle(**changes):
    """The unicycle of the public file, described in Python."""
    description = dict(
        group=["SE2", "T1"],
        metric=[[1.3, 0, 0, 0], [0, 1.3, 0, 0], [0, 0, 0.7, 0], [0, 0, 0, 0.4]],
        constraint={"span": [[Fraction(9, 10), 0, 0, 1], [0, 0, 1, 0]]},
        initial={"x": {"phi": Fraction(1, 5)}, "a": [Fraction(9, 10), 0, 0.5, 1], "mu": [0, Fraction(1, 3), 0, 0]})
    return hamel.System(**{**description, **changes})


class Runs(unittest.TestCase):
    def test_references(self):
        count = 0
        for path in sorted((root / "tests" / "data").glob("*.json")):
            reference = json.loads(path.read_text())
            for dynamics, result in reference["results"].items():
                with self.subTest(path.stem, dynamics=dynamics):
                    run = hamel.System(files / (reference["system"] + ".json")).run(float(result["t"]), dynamics)
                    self.assertTrue(run.ok)
                    for name, value in result.get("x", result.get("q", {})).items():
                        expected = float(value)
                        self.assertAlmostEqual(run[name][-1], expected, delta=1e-11 * max(1, abs(expected)))
                    count += 1
        self.assertGreater(count, 50)

    def test_described_in_python(self):
        described = unicycle().run(5)
        read = hamel.System(files / "unicycle.json").run(5)
        np.testing.assert_array_equal(described.numbers, read.numbers)
        self.assertEqual(described.columns, read.columns)

    def test_nothing_is_copied(self):
        run = unicycle().run(1)
        self.assertTrue(np.shares_memory(run["x"], run.numbers))
        self.assertFalse(run.numbers.flags.owndata)
        kept = run["phi"]
        first = kept[0]
        del run
        self.assertEqual(kept[0], first)

    def test_outputs(self):
        run = unicycle().run(1, h=0.1, every=3)
        np.testing.assert_allclose(run["t"], [0, 0.3, 0.6, 0.9, 1.0], atol=1e-15)
        with self.assertRaisesRegex(KeyError, "theta1"):
            run["theta"]

    def test_parameters(self):
        system = hamel.System(files / "unicycle.json")
        self.assertEqual(system.parameters["R"], Fraction(9, 10))
        before = system.run(1)["energy"][0]
        system["m"] = Fraction(13, 5)
        self.assertEqual(system["m"], Fraction(13, 5))
        self.assertGreater(system.run(1)["energy"][0], before)
        with self.assertRaises(hamel.InputError):
            system["m"] = 0
        self.assertEqual(system["m"], Fraction(13, 5))
        system["m"] = 0.3
        self.assertEqual(float(system["m"]), 0.3)

    def test_a_failure_is_told(self):
        grows = hamel.System(group="R1", metric=[[1]], potential="-r1^4", initial={"x": {"r1": 1}, "a": [2]})
        run = grows.run(10)
        self.assertFalse(run.ok)
        self.assertIn("bound", run.status)
        self.assertLess(run.t_reached, 2)
        self.assertGreater(len(run), 1)

    def test_many(self):
        systems = []
        for mass in range(1, 9):
            systems.append(hamel.System(files / "unicycle.json"))
            systems[-1]["m"] = mass
        together = hamel.run_many(systems, threads=2, t_end=2)
        for system, run in zip(systems, together):
            np.testing.assert_array_equal(run.numbers, system.run(2).numbers)

    def test_schemas(self):
        self.assertEqual(hamel.schema()[0], "system")
        self.assertIn("check", hamel.schema())
        for name in hamel.schema():
            self.assertEqual(hamel.schema(name)["$schema"], "https://json-schema.org/draft/2020-12/schema")
        with self.assertRaises(hamel.InputError):
            hamel.schema("chek")

    def test_what_is_refused(self):
        with self.assertRaises(hamel.InputError) as caught:
            unicycle(metric=[[1, 0], [0, 1]])
        self.assertEqual(caught.exception.where, "$.metric")
        for wrong in (dict(dynamics="holonomic"), dict(method="rk5"), dict(h=0), dict(t_end=-1), dict(every=0),
                      dict(h=float("nan"))):
            with self.subTest(wrong), self.assertRaises(hamel.InputError):
                unicycle().run(**wrong)
        with self.assertRaises(TypeError):
            hamel.System()
        with self.assertRaises(hamel.InputError):
            hamel.System(root / "nowhere.json")


class Steps(unittest.TestCase):
    def test_a_simulation_follows_its_run(self):
        system = unicycle()
        simulation = system.simulation(method="cf4")
        for _ in range(10):
            self.assertEqual(simulation.step(0.1), (True, "ok"))
        run = system.run(1, method="cf4", h=0.1)
        np.testing.assert_allclose(simulation.look()["x"], run.numbers[-1, 1:5], atol=1e-15)
        self.assertAlmostEqual(simulation.t, 1)
        simulation.restart()
        self.assertEqual(simulation.t, 0)

    def test_inputs(self):
        driven = unicycle(inputs={"turn": {"force": [0, 0, 1, 0]}})
        simulation = driven.simulation()
        self.assertEqual(simulation.inputs, ["turn"])
        self.assertTrue(simulation.step(0.1, [0.7])[0])
        self.assertAlmostEqual(simulation.look()["a"][2], 0.5 + 0.1, places=12)
        for wrong in ([], [1.0, 2.0], {"turn": 1, "push": 2}):
            with self.subTest(wrong), self.assertRaisesRegex(hamel.InputError, "inputs"):
                simulation.step(0.1, wrong)
        self.assertFalse(simulation.step(0.1, [float("nan")])[0])
        self.assertAlmostEqual(simulation.t, 0.1)


class Questions(unittest.TestCase):
    def test_check(self):
        report = hamel.System(files / "unicycle.json").check()
        self.assertEqual(report["q1"]["answer"], "yes")
        self.assertTrue(report["q1"]["exact"])
        answers = {verdict["id"]: verdict for verdict in report["conditions"]}
        self.assertEqual(answers["eq_3_11"]["answer"], "fails")

        def leaves(value):
            if isinstance(value, (dict, list)):
                for entry in value.values() if isinstance(value, dict) else value:
                    yield from leaves(entry)
            else:
                yield value
        witness = list(leaves(answers["eq_3_11"]["witness"]))
        self.assertTrue(any(isinstance(leaf, Fraction) for leaf in witness))

    def test_compare(self):
        found = hamel.System(files / "unicycle.json").compare(2)
        self.assertEqual(found["q2"]["answer"], "yes")
        self.assertAlmostEqual(found["q2"]["multiplier_at_0"][1], 0, places=12)

    def test_steer(self):
        system = hamel.System(files / "unicycle.json")
        try:
            motions = system.steer({"x": 1, "y": 0.5, "phi": 1.57}, free=["theta1"])
        except NotImplementedError:
            self.skipTest("built without steering")
        self.assertLess(motions[0]["residual"], 1e-9)
        self.assertEqual(sorted(m["cost"] for m in motions), [m["cost"] for m in motions])
        self.assertEqual(len(motions[0]["legs"]), 1)

    def test_steer_by_way_of_a_place(self):
        system = hamel.System(files / "unicycle.json")
        try:
            best = system.steer({"x": 1, "y": 0}, free=["phi", "theta1"], via=[{"t": 0.5, "x": 0.5, "y": 0.4}],
                                candidates=1)[0]
        except NotImplementedError:
            self.skipTest("built without steering")
        x, y = 0, 1
        first, second = best["legs"]
        self.assertEqual(first["end"], second["start"])
        self.assertAlmostEqual(first["end"][x], 0.5, places=9)
        self.assertAlmostEqual(first["end"][y], 0.4, places=9)
        self.assertAlmostEqual(best["cost"], first["cost"] + second["cost"], places=9)
        straight = system.steer({"x": 1, "y": 0}, free=["phi", "theta1"], candidates=1)[0]
        self.assertLess(straight["cost"], best["cost"])
        with self.assertRaises(ValueError):
            system.steer({"x": 1}, via=[{"x": 0.5}])

    def test_steer_a_gait(self):
        system = hamel.System(files / "unicycle.json")
        try:
            best = system.steer({"x": 1, "theta1": 0}, free=["y"], periodic=["phi"], candidates=1)[0]
        except NotImplementedError:
            self.skipTest("built without steering")
        phi = 2
        leg = best["legs"][0]
        self.assertAlmostEqual(leg["start"][phi], leg["end"][phi], places=9)


if __name__ == "__main__":
    unittest.main()
