"""docs/checker/verify.py: it proves certificates of public systems, and refuses what it must of altered ones, as `hamel verify` does."""

import json
import os
from pathlib import Path
import random
import subprocess
import sys
import tempfile
import unittest

from alterations import altered, certificate, checked_claims, compare, hamel_says, python_says, replaced

HAMEL = os.environ["HAMEL"]
ROOT = Path(__file__).parents[2]
SYSTEMS = ROOT / "examples" / "systems"
CHECKER = ROOT / "docs" / "checker"
# systems, and what is asked of them: together they have every kind that is proved
FILES = {"check": ("unicycle", "suslov", "carriage", "carriage_offset", "unicycle_potential", "chart_particle", "heisenberg_generalized", "z2_so4"),
         "study": ("suslov", "chaplygin_sleigh", "unicycle"), "inverse": ("suslov",)}
KINDS = {"products_of_basis", "vectors", "ranks", "ideal", "no_combination", "no_modulo_prime", "section", "start", "factors", "functions_on_group", "no_series",
         "multiplier_section", "integral", "independence", "volume", "density", "steady_family", "metrics_basis", "signature"}
ALTERATIONS = 5                                      # of each kind


class Checker(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.scratch.cleanup)
        cls.claims = {}
        section = Path(cls.scratch.name) / "carriage_offset.json"      # with the l that has a multiplier linear in the velocity
        system = json.loads((SYSTEMS / "carriage_offset.json").read_text())
        section.write_text(json.dumps(replaced(system, ("parameters", "l"), "3")))
        extra = [section, *(ROOT / "tests" / "data" / "regress" / f"{name}.json" for name in ("q1_product", "vary_hang"))]
        for subcommand, names in FILES.items():
            files = [SYSTEMS / f"{name}.json" for name in names] + (extra if subcommand == "check" else [])
            for kind, found in checked_claims(HAMEL, files, cls.scratch.name, cls.scratch.name, (subcommand,)).items():
                cls.claims.setdefault(kind, []).extend(found)

    def test_proves_every_kind(self):
        self.assertEqual(set(), KINDS - set(self.claims))

    def test_refuses_what_is_altered(self):
        draw = random.Random(7)
        for kind, claims in sorted(self.claims.items()):
            for _ in range(ALTERATIONS):
                file, document, claim = draw.choice(claims)
                words, python, verify, strict = compare(HAMEL, file, document, claim, draw, self.scratch.name)
                with self.subTest(kind=kind, file=file.name, altered=words):
                    if strict:                       # another claim, which is false
                        self.assertFalse(python)
                        self.assertFalse(verify)
                    elif verify:                     # the claim is true still, by another witness
                        self.assertIsNotNone(python)

    def test_turned_answers(self):
        for claims in self.claims.values():
            file, document, claim = claims[0]
            if claim[0] != "verdicts":
                continue
            answer = document["verdicts"][0]["answer"]
            other = replaced(document, (*claim, "answer"), "fails" if answer == "holds" else "holds")
            path = Path(self.scratch.name) / "turned.json"
            path.write_text(json.dumps(other))
            with self.subTest(file=file.name, answer=document["verdicts"][0]["id"]):
                self.assertIsNone(python_says(file, path))
                self.assertFalse(hamel_says(HAMEL, file, path))

    def run_program(self, *arguments):
        return subprocess.run([sys.executable, CHECKER / "verify.py", *arguments], capture_output=True, text=True)

    def test_program(self):
        file = SYSTEMS / "unicycle.json"
        whole = Path(self.scratch.name) / "whole.json"
        document = certificate(HAMEL, "check", file, self.scratch.name)
        whole.write_text(json.dumps(document))
        run = self.run_program(file, whole)
        self.assertEqual(0, run.returncode, run.stderr)
        self.assertIn("14 claims: 14 proved, 0 not checked", run.stdout)
        whole.write_text(json.dumps(altered(replaced(document, ("certificate_for",), "x"), ("verdicts", 0), random.Random(1))[1]))
        run = self.run_program(file, whole)
        self.assertEqual(1, run.returncode)
        self.assertIn("refused", run.stderr)
        self.assertEqual(2, self.run_program(file, SYSTEMS).returncode)
        self.assertEqual(2, self.run_program(file).returncode)

    def test_names_what_it_does_not_check(self):
        file = SYSTEMS / "car.json"
        path = Path(self.scratch.name) / "car.json"
        path.write_text(json.dumps(certificate(HAMEL, "study", file, self.scratch.name)))
        run = self.run_program(file, path)
        self.assertEqual(0, run.returncode, run.stderr)
        self.assertIn("not checked (steady_motion)", run.stdout)

    def test_size(self):
        """Small enough to believe: lines without blank ones, comments and descriptions."""
        lines = 0
        for module in CHECKER.glob("*.py"):
            inside = False
            for line in module.read_text().splitlines():
                text = line.strip()
                starts = text.startswith('"""')
                if inside or starts or not text or text.startswith("#"):
                    inside = (inside or starts) and not (text.endswith('"""') and (inside or len(text) > 3))
                    continue
                lines += 1
        self.assertLessEqual(lines, 1512)


if __name__ == "__main__":
    unittest.main()
