"""Functions of Python in the description of a system."""

from fractions import Fraction
import math
from pathlib import Path
import unittest

import numpy as np

import hamel
from hamel.formulas import formula_of

files = Path(__file__).parents[2] / "examples" / "systems"


def heavy(potential="m*(1 - cos(phi)) + x^2/2", metric=None, span=None, **more):
    return hamel.System(
        group="SE2", parameters={"m": 2, "J": Fraction(1, 2), "l": Fraction(1, 4)}, potential=potential,
        metric=metric or [["m", 0, 0], [0, "m", "m*l"], [0, "m*l", "J + m*l^2"]],
        constraint={"span": span or [[1, 0, 0], [0, 0, 1]]}, initial={"a": [1, 0, 2]}, **more)


class Functions(unittest.TestCase):
    def test_are_the_formulas_they_stand_for(self):
        text = heavy().run(2)
        function = heavy(
            potential=lambda m, phi, x: m * (1 - np.cos(phi)) + x**2 / 2,
            metric=lambda m, l, J: [[m, 0, 0], [0, m, m * l], [0, m * l, J + m * l**2]],
            span=lambda: np.eye(3)[[0, 2]]).run(2)
        np.testing.assert_array_equal(function.numbers, text.numbers)

    def test_in_every_place(self):
        system = heavy(force=lambda a1, t: [-a1 / 10 + np.sin(t), 0, 0],
                       inputs={"turn": {"force": lambda phi: [0, 0, np.cos(phi)], "signal": lambda t: t / 3}})
        described = system.description()
        self.assertEqual(described["inputs"]["turn"], {"force": [0, 0, "cos(phi)"], "signal": "t/3"})
        text = heavy(force=["-a1/10 + sin(t)", 0, 0], inputs={"turn": {"force": [0, 0, "cos(phi)"], "signal": "t/3"}})
        np.testing.assert_array_equal(system.run(1).numbers, text.run(1).numbers)
        car = hamel.System(files / "car.json").description()
        moving = {**car, "constraint": {"span": lambda theta1, L: [[L * np.cos(theta1), 0, np.sin(theta1), 0], [0, 0, 0, 1]]}}
        for description in (car, moving):
            description.pop("schema")
        np.testing.assert_array_equal(hamel.System(**moving).run(1).numbers, hamel.System(**car).run(1).numbers)

    def test_stay_exact(self):
        system = heavy(potential=0, metric=lambda m, l, J: [[m, 0, 0], [0, m, m * l], [0, m * l, J + m * l * l]])
        self.assertTrue(system.check()["q1"]["exact"])
        self.assertEqual(hamel.System(group="R1", metric=[[1]], parameters={"k": lambda: hamel.Formula("1/3")})["k"],
                         Fraction(1, 3))

    def test_values_are_those_of_python(self):
        random = np.random.default_rng(5)
        functions = [
            lambda x, y: x - (y - 1) - -x, lambda x, y: (x - y) / (x * y) / (x / y), lambda x, y: -x**2 + (-x)**2 + 2**(x - y),
            lambda x, y: (x**2)**y - x**2**y, lambda x, y: 3 / (2 / x) * -y + -(-x - y), lambda x, y: np.float64(0.3) * x - 1e-7 * y,
            lambda x, y: Fraction(-1, 3) * x + Fraction(2, 7)**2 - +y, lambda x, y: np.sqrt(x) * np.log(y) * np.tan(x) + np.exp(-x * y),
            lambda x, y: 0 * x + 1 * y + 0 - (0 - x) * 1, lambda x, y: (np.array([[x, 1], [y, x]]) @ np.array([[2, y], [x, -3]])).sum()]
        for function in functions:
            text = formula_of(function).text
            for x, y in random.uniform(0.1, 2, (3, 2)):
                system = hamel.System(chart={"coordinates": ["x", "y"]}, metric=[[1, 0], [0, 1]], potential=function,
                                      initial={"q": {"x": x, "y": y}, "q_dot": {}})
                value = system.run(1e-3)["energy"][0]
                self.assertAlmostEqual(value, float(function(x, y)), delta=1e-12 * max(1, abs(value)), msg=text)

    def test_what_has_no_formula_is_refused(self):
        for function in (lambda x: math.sin(x), lambda x: x if x > 0 else -x, lambda x: 0 if x == 0 else 1 / x, lambda x: abs(x),
                         lambda x: int(x), lambda *x: 0, lambda **x: 0, lambda x: np.arctan(x), lambda x: x * 1j):
            with self.assertRaises(TypeError):
                heavy(potential=function)
        for function in (lambda x, y: np.arctan2(y, x), lambda x, y: np.hypot(x, y), lambda x: np.arctan(x), lambda x: math.sin(x),
                         lambda x: x.real, lambda x: np.where(x > 0, x, 0), lambda *x: 0, lambda x: np.array([x, 1]) @ np.array([np.arctan2(1, x), 0])):
            with self.assertRaises(hamel.InputError) as caught:
                heavy(potential=function)
            self.assertIsInstance(caught.exception, hamel.FormulaError)
            self.assertEqual(caught.exception.where, "$.potential")
        with self.assertRaises(hamel.InputError) as caught:
            heavy(metric=[["m", 0, 0], [0, lambda m: abs(m), "m*l"], [0, "m*l", "J + m*l^2"]])
        self.assertEqual(caught.exception.where, "$.metric[1][1]")
        with self.assertRaisesRegex(hamel.InputError, "speed"):
            heavy(potential=lambda speed: speed)
        with self.assertRaises(hamel.InputError):
            heavy(potential=lambda x: [x, x])
        with self.assertRaises(hamel.InputError):
            heavy(potential=lambda x: x * float("nan"))


if __name__ == "__main__":
    unittest.main()
