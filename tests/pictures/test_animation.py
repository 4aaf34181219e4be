"""The page that plays motions: it is whole, asks for nothing from elsewhere, and its numbers are those of the motions."""

import json
import math
import os
import re
import subprocess
import tempfile
import unittest

HAMEL, SYSTEMS = os.environ["HAMEL"], os.environ["SYSTEMS"]


def data_of(page):
    return json.loads(re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.S)[1])


class Animation(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.page = os.path.join(folder.name, "out.html")

    def run_command(self, *arguments, system="unicycle", before=""):
        path = os.path.join(SYSTEMS, system + ".json")
        line = before + 'exec "$0" "$@"'
        return subprocess.run(["sh", "-c", line, HAMEL, arguments[0], path, *arguments[1:]], capture_output=True)

    def text(self):
        with open(self.page, encoding="utf-8") as file:
            return file.read()

    def test_the_page_stands_alone(self):
        self.assertEqual(self.run_command("compare", "--animate", self.page).returncode, 0)
        page = self.text()
        self.assertTrue(page.startswith("<!DOCTYPE html>") and page.endswith("</html>\n"))
        for asks in ["http:", "https:", "//cdn", "src=", "<link", "@import", "fetch(", "import("]:
            self.assertNotIn(asks, page)
        for part in ['type="range"', 'id="play"', "default-src 'none'"]:
            self.assertIn(part, page)

    def test_its_numbers_are_the_motions(self):
        self.run_command("compare", "--animate", self.page)
        data = data_of(self.text())
        self.assertEqual([m["name"] for m in data["motions"]], ["nonholonomic", "vakonomic", "free"])
        self.assertIn("yes, proved", data["verdict"])
        for motion in data["motions"]:
            self.assertEqual({len(motion[key]) for key in ["t", "x", "y", "heading"]}, {len(motion["t"])})
            self.assertEqual((motion["t"][0], motion["t"][-1]), (0, 10))
        wheel = data["motions"][0]  # a circle of radius R / (1/2), R = 9/10, at the heading 1/5 + t/2
        for t, x, y, heading in zip(wheel["t"], wheel["x"], wheel["y"], wheel["heading"]):
            self.assertAlmostEqual(heading, 0.2 + t / 2, places=4)
            self.assertAlmostEqual(x, 1.8 * (math.sin(0.2 + t / 2) - math.sin(0.2)), places=4)
            self.assertAlmostEqual(y, 1.8 * (math.cos(0.2) - math.cos(0.2 + t / 2)), places=4)

    def test_points_of_a_sphere_are_seen_inside_its_outline(self):
        self.run_command("simulate", "--animate", self.page, system="suslov")
        data = data_of(self.text())
        self.assertTrue(data["round"])
        motion, = data["motions"]
        # pages write coordinates with six digits
        self.assertLessEqual(max(map(math.hypot, motion["x"], motion["y"])), 1 + 1e-5)

    def test_names_are_data(self):
        with open(os.path.join(SYSTEMS, "unicycle.json"), encoding="utf-8") as file:
            system = json.load(file)
        system["name"] = "</script><script>alert(1)</script>&"
        run = subprocess.run([HAMEL, "compare", "-", "--animate", self.page], input=json.dumps(system).encode(),
                             capture_output=True)
        self.assertEqual(run.returncode, 0)
        self.assertNotIn("alert(1)</script>", self.text())
        self.assertTrue(data_of(self.text())["caption"].startswith(system["name"]))

    def test_whole_or_not_at_all(self):
        with open(self.page, "w", encoding="utf-8") as file:
            file.write("older\n")
        limited = self.run_command("compare", "--animate", self.page, before="ulimit -f 8; ")
        self.assertEqual((limited.returncode, self.text()), (1, "older\n"))
        for name in ["out.htm", "-"]:
            refused = self.run_command("compare", "--animate", name)
            self.assertEqual(refused.returncode, 2)
            self.assertIn(b"--animate: found", refused.stderr)
        same = self.run_command("simulate", "--csv", self.page, "--animate", self.page)
        self.assertEqual((same.returncode, self.text()), (2, "older\n"))


if __name__ == "__main__":
    unittest.main()
