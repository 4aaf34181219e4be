"""Numbers between Python and systems: one meaning for a float, answers that json writes."""

from decimal import Decimal
from fractions import Fraction
import json
from pathlib import Path
import pickle
import unittest

import numpy as np

import hamel
from hamel import _core

files = Path(__file__).parents[2] / "examples" / "systems"


def sleigh(**parameters):
    return hamel.System(group="SE2", parameters={"m": 2, "J": Fraction(1, 2), "l": Fraction(1, 4), **parameters},
                        metric=[["m", 0, 0], [0, "m", "m*l"], [0, "m*l", "J + m*l^2"]],
                        constraint={"span": [[1, 0, 0], [0, 0, 1]]}, initial={"a": [1, 0, 2]})


class Floats(unittest.TestCase):
    def test_are_their_shortest_decimals_wherever_they_stand(self):
        for value, meant in [(0.3, "3/10"), (np.float64(0.3), "3/10"), (np.float32(0.3), "3/10"), (np.float16(0.3), "3/10"),
                             (np.longdouble("0.3"), "3/10"), (np.array(0.3), "3/10"), (Decimal("0.3"), "3/10"), ("0.3", "3/10"),
                             ("3/10", "3/10"), (Fraction(3, 10), "3/10"), (1e-7, "1/10000000"), (-2.5, "-5/2"), (3, "3"),
                             (np.int64(3), "3"), (1e22, "1" + 22 * "0"), (1e-300, "1/1" + 300 * "0")]:
            with self.subTest(repr(value)):
                meant = Fraction(meant)
                item = hamel.System(group="R1", parameters={"k": 1}, metric=[[1]])
                item["k"] = value
                self.assertEqual(item["k"], meant)
                self.assertEqual(Fraction(item.description()["parameters"]["k"]), meant)
                self.assertEqual(item.copy()["k"], meant)
                self.assertEqual(hamel.System(group="R1", parameters={"k": value}, metric=[[1]])["k"], meant)
                if not isinstance(value, (str, Decimal)) and np.ndim(value) == 0 and not isinstance(value, np.ndarray):
                    function = hamel.System(group="R1", parameters={"k": lambda: hamel.Formula("1") * value}, metric=[[1]])
                    self.assertEqual(function["k"], meant)

    def test_in_arrays_of_any_width(self):
        for kind in (np.float64, np.float32, np.float16):
            system = hamel.System(group="R2", parameters={"k": 0}, metric=np.array([[0.3, 0], [0, 0.1]], kind))
            entries = [[Fraction(str(entry)) for entry in row] for row in system.description()["metric"]]
            self.assertEqual(entries, [[Fraction(3, 10), 0], [0, Fraction(1, 10)]])

    def test_check_and_vary_of_one_object_agree(self):
        """J + m l^2 - 1/2 vanishes at J = 1/2 - 2 0.3^2 exactly: for the decimal 0.3, not for the binary number next to it."""
        system = sleigh(J=Fraction(8, 25))
        system["l"] = 0.3
        described = hamel.System(**{**system.description(), "schema": 1})
        self.assertEqual(system["l"], described["l"])
        self.assertEqual(system.check(), described.check())
        if hasattr(_core, "vary"):
            self.assertEqual(system.vary("J"), described.vary("J"))

    def test_what_is_no_number_is_refused(self):
        system = sleigh()
        for value in (float("nan"), float("inf"), "three", "1/0", True, None, [1], 1j, np.nan):
            with self.subTest(repr(value)), self.assertRaises(hamel.InputError) as caught:
                system["m"] = value
            self.assertEqual(caught.exception.where, "parameter m")
        with self.assertRaises(hamel.InputError):
            sleigh(m=float("nan"))
        self.assertEqual(system["m"], 2)

    def test_long_decimals_of_a_file_keep_their_digits(self):
        text = json.dumps({"schema": 1, "name": "long", "group": "R1", "parameters": {"k": "1"}, "metric": [[1]]})
        digits = "0.12345678901234567890123456789"
        system = hamel.System.parse(text.replace('"1"}', f'"1", "c": {digits}}}'))
        system["k"] = 2
        self.assertEqual(system.copy()["c"], Fraction(digits))


class Answers(unittest.TestCase):
    def assert_written(self, answer):
        text = json.dumps(answer)
        self.assertEqual(json.dumps(json.loads(text)), text)
        self.assertTrue(json.dumps(answer, indent=1))
        self.assertEqual(json.dumps(pickle.loads(pickle.dumps(answer))), text)
        return json.loads(text)

    def test_json_writes_every_answer(self):
        system = hamel.System(files / "unicycle.json")
        self.assertEqual(self.assert_written(system.check())["conditions"][5]["witness"]["S"], "-117/100")
        self.assert_written(system.compare(1))
        if hasattr(_core, "study"):
            certificate = system.certificate()
            answers = system.verify(certificate)
            self.assertEqual(system.verify(self.assert_written(certificate)), answers)
            self.assert_written(answers)
            self.assert_written(system.converge(methods="variational", steps=4))
            body = hamel.System(files / "suslov.json")
            self.assert_written(body.study())
            claims = body.verify(self.assert_written(body.study_certificate()))
            self.assert_written(claims)
        if hasattr(_core, "vary"):
            offset = hamel.System(files / "carriage_offset.json")
            self.assert_written(offset.vary("l"))
            self.assert_written(offset.verify(self.assert_written(offset.vary_certificate("l"))))
        if hasattr(_core, "inverse"):
            body = hamel.System(files / "suslov.json")
            self.assert_written(body.inverse())
            self.assert_written(body.inverse_certificate())
        if hasattr(_core, "steer"):
            self.assert_written(system.steer({"x": 1}, free=["y", "phi", "theta1"], candidates=1))

    def test_exact_numbers_are_fractions_in_all_that_is_done_with_them(self):
        third, two = hamel.Exact("-1/3"), hamel.Exact("2")
        self.assertIsInstance(third, Fraction)
        self.assertEqual(json.dumps([third, {"a": two}]), '["-1/3", {"a": "2"}]')
        self.assertEqual((third + 1, 1 + third, third - two, two - third, third * two, 3 * third, third / 2, 2 / third),
                         tuple(map(Fraction, ("2/3", "2/3", "-7/3", "7/3", "-2/3", "-1", "-1/6", "-6"))))
        self.assertEqual((two**3, 2**two, third**2, -third, +two, abs(third), third // 1, 7 % two, divmod(7, two)),
                         (8, 4, Fraction(1, 9), Fraction(1, 3), 2, Fraction(1, 3), -1, 1, (3, 1)))
        self.assertEqual((Fraction(1, 3) + third, Fraction(1, 2) * two, sum([third, third])), (0, 1, Fraction(-2, 3)))
        self.assertTrue(third < 0 < two and third <= Fraction(-1, 3) and two > third and third == Fraction(-1, 3))
        self.assertTrue(third != two and not hamel.Exact("0") and bool(two) and third != "x")
        self.assertEqual({third: 1}[Fraction(-1, 3)], 1)
        self.assertEqual((float(third), int(two), round(third, 1), str(third), repr(third), third.numerator, third.denominator),
                         (-1 / 3, 2, Fraction(-3, 10), "-1/3", "Fraction(-1, 3)", -1, 3))
        self.assertEqual(third.limit_denominator(2), Fraction(-1, 2))
        self.assertEqual(Fraction(third), Fraction(-1, 3))
        np.testing.assert_array_equal(np.array([[third, two]], float), [[-1 / 3, 2]])
        np.testing.assert_array_equal(np.array([1.0, 2.0]) * two, [2.0, 4.0])
        self.assertEqual(np.float64(3) * third, -1.0)
        self.assertIsInstance(pickle.loads(pickle.dumps(third)), hamel.Exact)


if __name__ == "__main__":
    unittest.main()
