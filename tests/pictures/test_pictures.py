"""Pictures of the command, read back from SVG: what they say, and how their curves run."""

import functools
import json
import math
import os
import re
import shutil
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as ET

HAMEL, SYSTEMS = os.environ["HAMEL"], os.environ["SYSTEMS"]


@functools.cache
def picture(*arguments):
    """The words and the polylines, as lists of points in pixels, of a picture."""
    with tempfile.TemporaryDirectory() as folder:
        plot = os.path.join(folder, "plot.svg")
        subprocess.run([HAMEL, *arguments, "--plot", plot], check=True, capture_output=True)
        root = ET.parse(plot).getroot()
    words = ["".join(text.itertext()).strip() for text in root.iter("{http://www.w3.org/2000/svg}text")]
    lines = []
    for path in root.iter("{http://www.w3.org/2000/svg}path"):
        for piece in path.get("d").split("M")[1:]:
            numbers = [float(x) for x in re.findall(r"-?\d+\.?\d*", piece)]
            lines.append(list(zip(numbers[::2], numbers[1::2])))
    return words, lines


@unittest.skipUnless(shutil.which("gnuplot"), "gnuplot is not installed")
class Pictures(unittest.TestCase):
    def system(self, name):
        return os.path.join(SYSTEMS, name + ".json")

    def compare(self, name):
        return picture("compare", self.system(name))

    def test_words_are_spelled_as_written(self):
        words, _ = picture("simulate", self.system("unicycle"), "--dynamics", "vakonomic", "--method",
                                "variational", "--h", "0.1")
        self.assertIn("Change of energy, relative to max(1, |E(0)|)", words)
        words, _ = self.compare("z2_sl2")
        self.assertIn("a1  (1 / time)", words)

    def test_the_verdict_is_in_the_caption(self):
        for name, verdict in [("unicycle", "yes, proved, with the multiplier (-1.17, 0, 0, 1.053) at the start"),
                              ("suslov", "no, proved")]:
            words, _ = self.compare(name)
            self.assertIn("Is the nonholonomic motion vakonomic (Q2)? " + verdict, words)

    def test_motions_that_coincide_are_one_curve_with_all_names(self):
        self.assertIn("nonholonomic = vakonomic = free", self.compare("heavy_top")[0])
        words, _ = self.compare("heisenberg")
        self.assertIn("nonholonomic = free", words)
        self.assertIn("vakonomic", words)
        self.assertIn("nonholonomic (at rest here)", self.compare("z2_sl2")[0])

    def test_rounding_is_said_not_drawn(self):
        words, _ = self.compare("unicycle")
        self.assertTrue(any(re.fullmatch(r"Change of energy: \de-1\d, rounding", w) for w in words), words)
        self.assertFalse(any(w.startswith("1e-1") for w in words), words)  # no axis of rounding errors
        self.assertIn("Distance of the velocity from the constraint", words)  # the free motion leaves it
        self.assertNotIn("Distance of the velocity from the constraint", self.compare("heisenberg")[0])

    def test_momentum_is_drawn_where_it_runs_on_an_orbit(self):
        title = "Momentum; grey: coadjoint orbit of "
        self.assertIn(title + "M a(0)", self.compare("suslov")[0])                   # mu is not zero: two orbits
        words, lines = picture("simulate", self.system("chaplygin_sleigh"))
        self.assertIn(title + "the start", words)
        net = [line for line in lines if 2 <= len(line) <= 25 and min(x for x, _ in line) > 900 and max(y for _, y in line) < 400]
        self.assertGreaterEqual(len(net), 2 * 25)                                    # the lines of the net, in its panel
        for name in ["heavy_top", "heisenberg", "so21_lorentz", "unicycle"]:         # a potential, no area, far away, four dimensions
            self.assertFalse([w for w in self.compare(name)[0] if w.startswith(title)], name)

    def test_reactions_are_drawn_where_they_change(self):
        words, _ = picture("simulate", self.system("chaplygin_sleigh"))
        self.assertIn("Reaction of the constraint", words)
        self.assertIn("nu2", words)
        self.assertNotIn("nu1", words)
        words, _ = picture("simulate", self.system("unicycle"))                      # m R a3 = 1.3 * 0.9 * 0.5
        self.assertIn("Reaction: constant (0, 0.585, 0, 0)", words)
        words, _ = picture("simulate", self.system("chaplygin_sleigh"), "--dynamics", "vakonomic")
        self.assertFalse([w for w in words if w.startswith("Reaction")])

    def test_reactions_in_coordinates_are_named_by_what_they_act_on(self):
        words, _ = picture("simulate", self.system("chart_carriage"))
        self.assertTrue("Reaction of the constraint" in words and "on phi" in words, words)

    def test_forces_of_the_constraint_stand_side_by_side(self):
        for name, component in [("chaplygin_sleigh", "nu2"), ("chart_carriage", "on "), ("car", "nu")]:
            words, lines = self.compare(name)
            self.assertTrue(any(w.startswith("Force that keeps the constraint, " + component) for w in words), words)
        words, _ = self.compare("heavy_top")                                         # which has none
        self.assertFalse([w for w in words if w.startswith("Force")])
        words, _ = self.compare("heisenberg")
        self.assertTrue(any(w.startswith("Force ") for w in words), words)

    def test_vehicles_are_whole(self):
        _, lines = self.compare("car")                                               # whose free motion leaves the picture
        wheels = 0
        for line in lines:
            sides = [math.dist(a, b) for a, b in zip(line, line[1:])]
            if len(line) == 5 and math.dist(line[0], line[-1]) < 0.5 and 3 < max(sides) / max(min(sides), 0.1) < 5:
                wheels += 1
        self.assertEqual(wheels % 4, 0)
        self.assertGreater(wheels, 20)

    def test_curves_bend_smoothly(self):
        for name in ["heavy_top", "unicycle", "suslov"]:
            _, lines = self.compare(name)
            curves = [line for line in lines if len(line) > 50]
            self.assertTrue(curves)
            corners = 0
            for line in curves:
                for a, b, c in zip(line, line[1:], line[2:]):
                    before, after = math.dist(a, b), math.dist(b, c)
                    if min(before, after) < 3:
                        continue
                    turn = abs(math.remainder(math.atan2(c[1] - b[1], c[0] - b[0])
                                              - math.atan2(b[1] - a[1], b[0] - a[0]), 2 * math.pi))
                    corners += turn > 0.6
            self.assertEqual(corners, 0, name)

    def test_a_fast_motion_says_what_part_is_drawn(self):
        words, _ = self.compare("heavy_top")
        self.assertTrue(any(re.search(r"unit sphere, 0 <= t <= 0\.\d+ \(ring", w) for w in words), words)

    def test_the_vehicle_of_a_file_is_drawn_where_its_formulas_say(self):
        system = {"schema": 1, "name": "cart", "group": ["SE2", "T1"], "metric": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]],
                  "initial": {"x": {"phi": "1/2", "theta1": "1/3"}, "a": [1, 0, 0, 0]},
                  "vehicle": [{"wheel": ["1", "0", "theta1", "1/2"]}, {"line": [["0", "0"], ["cos(theta1)", "sin(theta1)"], ["2", "0"]]}]}
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "cart.json")

            def drawn(**changes):
                with open(path, "w", encoding="utf-8") as file:
                    json.dump({**system, **changes}, file)
                picture.cache_clear()
                _, lines = picture("simulate", path, "--t-end", "4")
                return lines

            def shape(line):
                """The sides of a polyline and its turns, relative to its first side."""
                sides = [math.dist(a, b) for a, b in zip(line, line[1:])]
                turns = [math.remainder(math.atan2(c[1] - b[1], c[0] - b[0]) - math.atan2(b[1] - a[1], b[0] - a[0]), 2 * math.pi)
                         for a, b, c in zip(line, line[1:], line[2:])]
                return [side / sides[0] for side in sides], [abs(turn) for turn in turns]

            def near(line, sides, turns):
                found = shape(line) if len(line) == len(sides) + 1 and all(math.dist(a, b) > 1 for a, b in zip(line, line[1:])) else None
                return found and max(map(abs, (a - b for a, b in zip(found[0] + found[1], sides + turns)))) < 0.1

            lines = drawn()
            wheels = [line for line in lines if near(line, [1, 4, 1, 4], [math.pi / 2] * 3)]
            self.assertGreaterEqual(len(wheels), 2)
            tip = 2 - math.cos(1 / 3), -math.sin(1 / 3)
            bend = abs(math.atan2(tip[1], tip[0])) + 1 / 3
            self.assertEqual(len([line for line in lines if near(line, [1, math.hypot(*tip)], [bend])]), len(wheels))
            for a, b, c in zip(wheels[0], wheels[0][1:], wheels[0][2:]):             # it is turned by phi + theta1 = 5/6
                if math.dist(b, c) > math.dist(a, b):
                    along = math.atan2(-(c[1] - b[1]), c[0] - b[0])
                    self.assertLess(abs(math.remainder(along - 5 / 6, math.pi)), 0.05)
            picture.cache_clear()

            for wrong, words in [({"vehicle": [{"wheel": ["1", "0", "0"]}]}, "vehicle[0].wheel"),
                                 ({"vehicle": [{"line": [["0", "0"]]}]}, "corners"),
                                 ({"vehicle": [{"line": [["0", "0"], ["1", "q"]]}]}, "vehicle[0].line[1]"),
                                 ({"vehicle": [{"rider": []}]}, "rider"), ({"vehicle": [{}]}, "one of line and wheel"),
                                 ({"vehicle": [{"wheel": ["1/x", "0", "0", "1"]}]}, "vehicle[0]"),
                                 ({"group": "R4", "initial": {"a": [1, 0, 0, 0]}}, "x, y and phi")]:
                with open(path, "w", encoding="utf-8") as file:
                    json.dump({**system, **wrong}, file)
                run = subprocess.run([HAMEL, "simulate", path], capture_output=True, text=True)
                self.assertEqual(run.returncode, 2, wrong)
                self.assertIn(words, run.stderr)

    def test_the_vehicle_of_a_system_in_coordinates_is_turned_by_its_heading(self):
        system = {"schema": 1, "name": "cart", "chart": {"coordinates": ["x", "y", "phi", "theta"]}, "lagrangian": "x_dot^2+y_dot^2+phi_dot^2+theta_dot^2",
                  "initial": {"q": {"phi": "9/10", "theta": "1/2"}, "q_dot": {"x": "1"}},
                  "vehicle": [{"wheel": ["1", "0", "1/3", "1"]}], "heading": "theta"}
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "cart.json")

            def run(*arguments, **changes):
                with open(path, "w", encoding="utf-8") as file:
                    json.dump({key: value for key, value in {**system, **changes}.items() if value is not None}, file)
                return subprocess.run([HAMEL, "simulate", path, *arguments], capture_output=True, text=True)

            run()
            _, lines = picture("simulate", path, "--t-end", "4")
            wheels = [line for line in lines if len(line) == 5 and line[0] == line[-1] and all(math.dist(a, b) > 2 for a, b in zip(line, line[1:]))]
            self.assertGreaterEqual(len(wheels), 2)
            for a, b, c, *_ in wheels:                                     # as wide as 1/4 of its length, turned by 1/2 + 1/3
                self.assertAlmostEqual(math.dist(b, c) / math.dist(a, b), 4, delta=0.1)
                self.assertLess(abs(math.remainder(math.atan2(b[1] - c[1], c[0] - b[0]) - 5 / 6, math.pi)), 0.05)
            page = os.path.join(folder, "cart.html")
            self.assertEqual(run("--animate", page).returncode, 0)
            with open(page, encoding="utf-8") as file:
                motion, = json.loads(re.search(r'type="application/json">(.*?)</script>', file.read(), re.S)[1])["motions"]
            self.assertEqual(motion["vehicle"], [{"wheel": [1, 0, 0.333333, 1]}])
            self.assertEqual(set(motion["heading"]), {0.5})

            for wrong, words in [({"heading": "psi"}, "$.heading"), ({"vehicle": None}, "a vehicle that it turns"),
                                 ({"vehicle": [{"wheel": ["1", "0", "x_dot", "1"]}]}, "x_dot"),
                                 ({"heading": None, "chart": {"coordinates": ["x", "y", "psi", "theta"]}, "lagrangian": "x_dot^2+y_dot^2+psi_dot^2+theta_dot^2",
                                   "initial": {"q_dot": {"x": "1"}}}, "x, y and phi")]:
                refused = run(**wrong)
                self.assertEqual(refused.returncode, 2, wrong)
                self.assertIn(words, refused.stderr)

    def test_what_stopped_is_said(self):
        with tempfile.TemporaryDirectory() as folder:
            plot = os.path.join(folder, "plot.svg")
            run = subprocess.run([HAMEL, "compare", self.system("chart_sleigh"), "--plot", plot], capture_output=True)
            self.assertEqual(run.returncode, 1)
            with open(plot, encoding="utf-8") as file:
                self.assertIn("The nonholonomic motion stopped at t = 6.6", file.read())


if __name__ == "__main__":
    unittest.main()
