"""The C++ of the how-tos compiles: each block in a frame that gives it the names it goes on from. Their JSON is a system file's."""

import json
import os
from pathlib import Path
import subprocess
import tempfile
import unittest

from pages import ROOT, blocks

COMPILER, EIGEN = os.environ["COMPILER"], os.environ["EIGEN"]
HEADERS = """
#include <array>
#include <cstdio>
#include <cstdlib>
#include <hamel/hamel.hpp>
#include <hamel/chart/chart_problem.hpp>
#include <hamel/check/check.hpp>
#include <hamel/group/laws.hpp>
#include <hamel/algebra/rational_text.hpp>
#include <hamel/io/methods.hpp>
#include <hamel/dynamics/deviation.hpp>
#include <hamel/integrator/linearise.hpp>
#include <hamel/io/model.hpp>
#include <hamel/steer/conjugate.hpp>
#include <hamel/steer/cut_time.hpp>
#include <hamel/steer/steer.hpp>
#include <hamel/steer/tour.hpp>
#include <hamel/system/moving_split.hpp>
"""
# what stands before each block of a page and after it
FRAMES = {
    "chart": [("""
template <class L, class C, class Q>
void show(const L& lagrangian, const C& constraint, const Q& q, const Q& v) {""", """}
void shown() {
  const auto one = [](const auto&, const auto& v) { return v.dot(v) / 2; };
  const auto none = [](const auto& q, const auto& v) {
    return Vector<std::remove_cvref_t<decltype(v[0] * q[0])>, 1>(v[2] - q[1] * v[0]);
  };
  show(one, none, Vector<double, 3>(0, 0, 0), Vector<double, 3>(1, 0, 0));
}""")],
    "how-to/condition": [("", ""), ("void show() {", "}")],
    "how-to/control": [("void show() {", "}"), ("""
template <class Cart, class State, class W>
void show(const Cart& cart, const State& state, const State& reference, const W& w) {""", "}")],
    "how-to/group": [("void show(const SE2& group, const Element<SE2, double>& x, const Element<SE2, double>& y, "
                      "const Element<SE2, double>& z, const Vector<double, 3>& a, const Vector<double, 3>& b, "
                      "const Vector<double, 3>& c, const Vector<double, 3>& xi) {", "}")],
    "how-to/groups": [("", ""), ("", "")],
    "how-to/method": [("", ""), ("const auto row =", ";")],
    "how-to/program": [("double left(const hamel::Sample&), right(const hamel::Sample&);\nvoid show() {", "}")],
    "how-to/real-time": [("", "")],
    "how-to/steering": [("""
template <class System, class Split, class G, class X>
void show(const System& system, const Split& split, const G& group, const X& from, const X& to, const X& moved, double T) {""",
                         "}"), ("""
template <class S, class Group, class X, class C, class B>
void show(S& steering, const Group& group, const X& from, const X& to, const C& place, const B& is_free, const B& is_periodic,
          double T) {""", "}")],
    "how-to/system": [("", "")],
}


class HowTos(unittest.TestCase):
    def test_every_block_compiles(self):
        pages = {str(page.relative_to(ROOT / "docs").with_suffix("")): page
                 for page in [ROOT / "docs" / "chart.md", *(ROOT / "docs" / "how-to").glob("*.md")]}
        text, count = HEADERS, 0
        for name, page in pages.items():
            own = [block for language, block, _ in blocks(page) if language == "cpp"]
            frames = FRAMES.get(name, [])
            self.assertEqual(len(own), len(frames), f"{name}: a block without its frame")
            for block, (before, after) in zip(own, frames):
                count += 1
                includes = "".join(line + "\n" for line in block.splitlines() if line.startswith("#include"))
                rest = "\n".join(line for line in block.splitlines() if not line.startswith("#include"))
                rest = rest.replace("{ ... }", "{}").rstrip().removesuffix(",")
                if name == "how-to/system":         # a definition, then lines of a function
                    struct, lines = rest.split("};\n", 1)
                    rest = (struct + "};\ntemplate <class M, class U, class X, class A>\n"
                            "void show(const M& metric, const U& potential, const X& x, const A& a) {" + lines + "}\n"
                            "void shown() { show(Matrix<double, 4>(Matrix<double, 4>::Identity()), [](const auto& x) { return "
                            "(SE2{} * Torus<1>{}).coordinates(x)[1]; }, (SE2{} * Torus<1>{}).identity<double>(), "
                            "Vector<double, 4>(0.8, 0, 0, 1)); }")
                text += f"{includes}namespace block_{count} {{\nusing namespace hamel;\n{before}\n{rest}\n{after}\n}}\n"
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "blocks.cpp"
            file.write_text(text)
            run = subprocess.run([COMPILER, "-std=c++20", "-fsyntax-only", f"-I{ROOT}/include", "-isystem", EIGEN, file],
                                 capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stderr[:3000])
        self.assertGreaterEqual(count, 9)


class Files(unittest.TestCase):
    def test_json_is_json(self):
        for page in (ROOT / "docs").rglob("*.md"):
            for language, block, _ in blocks(page):
                if language == "json":
                    json.loads(block if block.lstrip().startswith("{") else "{" + block + "}")


if __name__ == "__main__":
    unittest.main()
