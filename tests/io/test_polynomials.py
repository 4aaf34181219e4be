"""Polynomials in answers are formulas: products by *, powers by ^, as Python and SymPy read them once ^ is **."""

import ast
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

HAMEL, SYSTEMS = os.environ["HAMEL"], pathlib.Path(os.environ["SYSTEMS"])
FUNCTIONS = {"sin", "cos", "tan", "exp", "log", "sqrt"}
OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow)

# Keys under which a polynomial or a list of them stands.
OF_POLYNOMIALS = {"polynomial", "zero", "nonzero", "root_of", "from_root_of", "to_root_of", "divergence", "exponent", "characteristic",
                  "field", "u"}


def names_of(formula):
    """The names in a formula; ValueError where it is none."""
    def walk(node):
        if isinstance(node, ast.BinOp) and isinstance(node.op, OPERATORS):
            return walk(node.left) | walk(node.right)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return walk(node.operand)
        if isinstance(node, ast.Call) and node.func.id in FUNCTIONS and len(node.args) == 1:
            return walk(node.args[0])
        if isinstance(node, ast.Name):
            return {node.id}
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            return set()
        raise ValueError(f"{formula!r}: {ast.dump(node)}")
    if "**" in formula:
        raise ValueError(f"{formula!r} has **")
    try:
        return walk(ast.parse(formula.replace("^", "**"), mode="eval").body)
    except SyntaxError as error:
        raise ValueError(f"{formula!r}: {error}") from None


def polynomials(value, key=""):
    """Every polynomial of an answer."""
    if isinstance(value, dict):
        for name, part in value.items():
            if name == "potentials" and isinstance(part, dict):
                yield from part["basis"]
            elif name == "where":                              # name = value, or 0 = polynomial
                for equation in part:
                    yield from equation.split(" = ")
            else:
                yield from polynomials(part, name)
    elif isinstance(value, list):
        for part in value:
            yield from polynomials(part, key)
    elif isinstance(value, str) and key in OF_POLYNOMIALS:
        yield value


def run(*arguments):
    answer = subprocess.run([HAMEL, *map(str, arguments)], capture_output=True, text=True)
    assert answer.returncode in (0, 3), answer.stderr
    return answer.stdout


class Polynomials(unittest.TestCase):
    def test_reader(self):
        self.assertEqual(names_of("4*l^2 - m*J - 1/2*cos(phi)"), {"l", "m", "J", "phi"})
        for wrong in ("4 l^2", "l m", "l**2", "2(l)", "", "l^", "f(x)"):
            with self.assertRaises((ValueError, AttributeError), msg=wrong):
                names_of(wrong)

    def require(self, least, *arguments):
        names, count = set(), 0
        for polynomial in polynomials(json.loads(run(*arguments, "--json"))):
            with self.subTest(arguments=[str(one) for one in arguments]):
                names |= names_of(polynomial)
                count += 1
        self.assertGreaterEqual(count, least, arguments)
        return names

    def test_check_with_parameters(self):
        self.assertEqual(self.require(4, "check", SYSTEMS / "carriage_offset.json", "--vary", "l,J,m"), {"l", "J", "m"})
        self.require(1, "check", SYSTEMS / "carriage_offset.json", "--vary", "l")
        self.require(4, "check", SYSTEMS / "chaplygin_ball.json", "--vary", "I1,I2,I3,m,r")

    def test_study(self):
        for name in ("suslov", "heavy_top", "car", "tilting_disk", "chaplygin_ball", "chart_particle", "roller_racer", "z2_sl2"):
            self.require(5, "study", SYSTEMS / f"{name}.json")

    def test_inverse(self):
        for name in ("suslov", "unicycle", "heisenberg", "carriage"):
            self.require(4, "inverse", SYSTEMS / f"{name}.json")

    def test_certificates_with_blanks_for_products_are_verified(self):
        system = SYSTEMS / "chart_rolling_disk.json"
        with tempfile.TemporaryDirectory() as folder:
            kept = pathlib.Path(folder) / "kept.json"
            run("check", system, "--certificate", kept)
            written = kept.read_text()
            now = '"(9/10*cos(theta)*u2, 9/10*sin(theta)*u2, u1, u2)"'
            self.assertIn(now, written)
            kept.write_text(written.replace(now, now.replace("*", " ")))
            self.assertIn("q1", run("verify", system, kept))
            kept.write_text(written.replace(now, now.replace("9/10*", "8/10*")))
            self.assertEqual(subprocess.run([HAMEL, "verify", system, kept], capture_output=True).returncode, 2)

    def test_words_of_a_study(self):
        seen = 0
        for name in ("suslov", "heavy_top", "car"):
            for line in run("study", SYSTEMS / f"{name}.json").splitlines():
                for pattern in (r"    \w+' = (.*)", r"    degree \d+  (.*?)(?:  \(.*)?", r".* roots? of (\S* ?[-+*/^\w ]*)", r".* right, of (.*)"):
                    found = re.fullmatch(pattern, line)
                    if found:
                        names_of(found[1])
                        seen += 1
        self.assertGreater(seen, 20)


if __name__ == "__main__":
    unittest.main()
