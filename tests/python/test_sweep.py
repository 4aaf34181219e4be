"""Parameters varied over threads, copies apart from each other."""

from fractions import Fraction
from pathlib import Path
import subprocess
import sys
import unittest

import numpy as np

import hamel
import hamel.plot

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


class Threads(unittest.TestCase):
    def test_the_first_arrays_may_come_from_threads(self):
        words = ("import hamel; systems = [hamel.System('unicycle.json') for _ in range(4)]; "
                 "print(sum(len(run) for run in hamel.run_many(systems, 4, t_end=1)))")
        for _ in range(5):
            run = subprocess.run([sys.executable, "-c", words], cwd=root / "examples" / "systems", timeout=60, check=True,
                                 capture_output=True, text=True)
            self.assertEqual(run.stdout, "404\n")


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


if __name__ == "__main__":
    unittest.main()
