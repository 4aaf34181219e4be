"""Parameters varied over threads, copies apart from each other, stubs that name what there is."""

import ast
from fractions import Fraction
from pathlib import Path
import unittest

import numpy as np

import hamel
import hamel.plot
from hamel import _core

root = Path(__file__).parents[2]


def unicycle():
    return hamel.System(root / "examples" / "systems" / "unicycle.json")


class Sweep(unittest.TestCase):
    def test_each_run_has_its_parameters(self):
        runs = unicycle().sweep({"R": [Fraction(1, 2), 2], "J": [1, 3]}, threads=2, t_end=1)
        self.assertEqual([values for values, _ in runs],
                         [{"R": R, "J": J} for R in (Fraction(1, 2), 2) for J in (1, 3)])
        for values, run in runs:
            alone = unicycle()
            for name, value in values.items():
                alone[name] = value
            np.testing.assert_array_equal(run.numbers, alone.run(t_end=1).numbers)
        self.assertFalse(np.array_equal(runs[0][1].numbers, runs[-1][1].numbers))

    def test_the_system_stays_as_it_was(self):
        system = unicycle()
        system.sweep({"m": [5]}, t_end=1)
        self.assertEqual(system["m"], Fraction(13, 10))

    def test_a_value_without_meaning_is_refused(self):
        with self.assertRaises(hamel.InputError):
            unicycle().sweep({"m": [1, 0]}, t_end=1)
        with self.assertRaises(hamel.InputError):
            unicycle().sweep({"mass": [1]}, t_end=1)


class Copies(unittest.TestCase):
    def test_are_apart(self):
        system = unicycle()
        system["m"] = Fraction(3, 2)
        other = system.copy()
        other["m"] = 2
        self.assertEqual((system["m"], other["m"]), (Fraction(3, 2), 2))

    def test_the_description_makes_the_same_system(self):
        system = unicycle()
        system["J"] = Fraction(5, 7)
        described = system.description()
        self.assertEqual(described["parameters"]["J"], "5/7")
        described.pop("schema")
        np.testing.assert_array_equal(hamel.System(**described).run(1).numbers, system.run(1).numbers)


class Motions(unittest.TestCase):
    def test_three_from_one_start(self):
        motions = unicycle().motions(1)
        self.assertEqual(list(motions), ["nonholonomic", "vakonomic", "free"])
        for dynamics, motion in motions.items():
            self.assertEqual(motion.dynamics, dynamics)
            np.testing.assert_allclose(motion["phi"][0], 0.2)

    def test_those_that_coincide_are_one_line(self):
        heisenberg = hamel.System(root / "examples" / "systems" / "heisenberg.json")
        ax = hamel.plot.comparison(heisenberg, 2)
        names = [text.get_text() for text in ax.get_legend().get_texts()]
        self.assertEqual(names, ["nonholonomic = free", "vakonomic"])


class Stubs(unittest.TestCase):
    def names(self, path):
        """The public names of a stub, those of classes with their members."""
        found = {}
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef):
                found[node.name] = {m.name for m in node.body if isinstance(m, ast.FunctionDef)}
            elif isinstance(node, ast.FunctionDef):
                found[node.name] = None
        return found

    def assert_complete(self, module, stub):
        named = self.names(root / "src" / "python" / "hamel" / stub)
        for name, thing in vars(module).items():
            if name.startswith("_") or getattr(thing, "__module__", None) != module.__name__ or name == "InputError":
                continue
            self.assertIn(name, named, stub)
            if isinstance(thing, type):
                members = {m for m in vars(thing) if not m.startswith("_") and callable(getattr(thing, m))}
                self.assertLessEqual(members, named[name], f"{stub}: {name}")

    def test_are_complete(self):
        self.assert_complete(hamel, "__init__.pyi")
        self.assert_complete(hamel.plot, "plot.pyi")
        for name, thing in vars(_core).items():
            if isinstance(thing, type) and not issubclass(thing, Exception):
                members = {m for m in vars(thing) if not m.startswith("_") and callable(getattr(thing, m))}
                self.assertLessEqual(members, self.names(root / "src/python/hamel/_core.pyi")[name], name)


if __name__ == "__main__":
    unittest.main()
