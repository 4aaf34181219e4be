"""Certificates, studies and orders from Python: the answers of the command, in dictionaries and Fractions."""

from fractions import Fraction
import json
from pathlib import Path
import tempfile
import unittest

import hamel
from hamel import _core

files = Path(__file__).parents[2] / "examples" / "systems"


def leaves(value):
    if isinstance(value, (dict, list)):
        for entry in value.values() if isinstance(value, dict) else value:
            yield from leaves(entry)
    else:
        yield value


@unittest.skipUnless(hasattr(_core, "study"), "built without studies")
class Studies(unittest.TestCase):
    def test_a_certificate_is_proved_again(self):
        system = hamel.System(files / "unicycle.json")
        certificate = system.certificate()
        self.assertTrue(any(isinstance(leaf, Fraction) for leaf in leaves(certificate)))
        answers = {one["id"]: one["answer"] for one in system.verify(certificate)}
        self.assertEqual(answers["q1"], "yes")
        self.assertEqual(answers["eq_3_11"], "fails")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "proof.json"
            path.write_text(json.dumps(certificate, default=str))
            self.assertEqual(len(system.verify(path)), len(answers))

    def test_another_system_or_answer_is_refused(self):
        system = hamel.System(files / "unicycle.json")
        certificate = system.certificate()
        other = system.copy()
        other["m"] = 7
        with self.assertRaises(hamel.InputError):
            other.verify(certificate)
        q1, = (verdict for verdict in certificate["verdicts"] if verdict["id"] == "q1")
        q1["answer"] = "no"
        with self.assertRaises(hamel.InputError):
            system.verify(certificate)

    def test_what_a_study_found_is_proved_again(self):
        system = hamel.System(files / "suslov.json")
        certificate = system.study_certificate()
        claims = [one["claim"] for one in system.verify(certificate)]
        self.assertTrue(any("integral" in claim for claim in claims), claims)
        with self.assertRaises(hamel.InputError):
            hamel.System(files / "unicycle.json").verify(certificate)

    @unittest.skipUnless(hasattr(_core, "inverse_certificate"), "built without families")
    def test_inverse_answers_are_proved_again(self):
        system = hamel.System(files / "unicycle.json")
        certificate = system.inverse_certificate()
        self.assertEqual(len(system.verify(certificate)), 3 + len(certificate["distributions_q1"]))
        basis = certificate["eq_3_11_metrics"]["basis"]
        self.assertTrue(all(isinstance(leaf, Fraction) for leaf in leaves(basis)))
        basis[0][-1] += 1
        with self.assertRaises(hamel.InputError):
            system.verify(certificate)

    def test_study(self):
        study = hamel.System(files / "suslov.json").study()
        flow, = (flow for flow in study["flows"] if flow["flow"] == "nonholonomic")
        self.assertEqual(flow["integrals"]["generators"][0]["polynomial"], "2*u1^2 + 3*u2^2")
        self.assertEqual(flow["steady"]["families"][0]["basis"], [[Fraction(1), Fraction(-5, 7)]])
        with self.assertRaises(hamel.InputError):
            hamel.System(files / "chart_nonlinear.json").study()

    def test_orders(self):
        found = hamel.System(files / "suslov.json").converge(methods=["variational", "cf4"], t_end=2)
        orders = {entry["method"]: (entry["order"], entry["measured"]) for entry in found["methods"]}
        self.assertEqual(set(orders), {"variational", "cf4"})
        for declared, measured in orders.values():
            self.assertAlmostEqual(declared, measured, delta=0.15)
        system = hamel.System(files / "unicycle.json")
        self.assertIsNone(system.converge(methods="gauss6")["methods"][0]["measured"])
        for wrong in (dict(methods="rk5"), dict(steps=0), dict(t_end=-1), dict(dynamics="fre")):
            with self.subTest(wrong), self.assertRaises(hamel.InputError):
                system.converge(**wrong)


@unittest.skipUnless(hasattr(_core, "vary"), "built without families")
class Families(unittest.TestCase):
    def test_pieces_of_several_parameters(self):
        system = hamel.System(files / "carriage_offset.json")
        found = system.vary("l", "J", "m")
        self.assertEqual(set(found["parameters"]), {"l", "J", "m"})
        pieces = [(piece["zero"], piece["nonzero"]) for piece in found["q1"]["yes_iff"]]
        self.assertIn((["l"], []), pieces)
        self.assertEqual(len(pieces), 2)
        value = eval(next(zero for (zero,), _ in pieces if zero != "l").replace("^", "**"),
                     {name: float(number) for name, number in system.parameters.items()})
        self.assertNotAlmostEqual(value, 0)                                   # the file's own l is in no piece
        self.assertEqual(system.check()["q1"]["answer"], "no")

    def test_pieces_are_proved_again(self):
        system = hamel.System(files / "carriage_offset.json")
        certificate = system.vary_certificate("l", "J", "m")
        found, proved = system.vary("l", "J", "m"), {one["id"]: one for one in system.verify(certificate)}
        for answer in [*found["conditions"], found["q1"]]:
            self.assertEqual(proved[answer["id"]]["yes_iff"], answer["yes_iff"])
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "proof.json"
            path.write_text(json.dumps(certificate))
            self.assertEqual(len(system.verify(path)), len(proved))
        other = system.copy()
        other["R"] = 7
        with self.assertRaises(hamel.InputError):
            other.verify(certificate)
        section, = (answer for answer in certificate["conditions"] if answer["id"] == "linear_section")
        section["parts"][0]["answer"] = "yes"
        with self.assertRaises(hamel.InputError):
            system.verify(certificate)
        with self.assertRaises(TypeError):
            system.vary_certificate()

    def test_present_parameters_are_those_that_are_kept(self):
        system = hamel.System(files / "carriage_offset.json")
        zeros = [piece["zero"] for piece in system.vary("l")["q1"]["yes_iff"]]
        system["J"] = system["J"] + 5
        self.assertNotEqual(zeros, [piece["zero"] for piece in system.vary("l")["q1"]["yes_iff"]])

    def test_inverse_questions(self):
        found = hamel.System(files / "suslov.json").inverse()
        for form in found["eq_3_11_metrics"]["basis"]:
            self.assertTrue(all(isinstance(entry, Fraction) for entry in leaves(form)))
        self.assertEqual(found["distributions"]["families"][0]["pivots"], [1, 2])
        self.assertIsInstance(found["potentials"]["unique"], bool)

    def test_the_words_of_the_command_refuse(self):
        system = hamel.System(files / "carriage_offset.json")
        with self.assertRaises(hamel.InputError) as refused:
            system.vary("l", "q")
        self.assertEqual(refused.exception.found, "'q'")
        with self.assertRaises(TypeError):
            system.vary()
        with self.assertRaises(hamel.InputError):
            hamel.System(files / "chart_nonlinear.json").inverse()


if __name__ == "__main__":
    unittest.main()
