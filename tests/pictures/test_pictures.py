"""Pictures of the command, read back from SVG: what they say, and how their curves run."""

import functools
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

    def test_what_stopped_is_said(self):
        with tempfile.TemporaryDirectory() as folder:
            plot = os.path.join(folder, "plot.svg")
            run = subprocess.run([HAMEL, "compare", self.system("chart_sleigh"), "--plot", plot], capture_output=True)
            self.assertEqual(run.returncode, 1)
            with open(plot, encoding="utf-8") as file:
                self.assertIn("The nonholonomic motion stopped at t = 6.6", file.read())


if __name__ == "__main__":
    unittest.main()
