"""The notebooks of the lessons run from their first cell to their last."""

import importlib.util
import json
import os
from pathlib import Path
import shutil
import subprocess
import sys
import tempfile
import unittest

from pages import LESSONS, ROOT, blocks

RUNS = all(importlib.util.find_spec(name) for name in ("nbconvert", "ipykernel"))


class Notebooks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        subprocess.run([sys.executable, ROOT / "docs" / "notebooks.py", self.folder], check=True)

    def test_hold_every_block_of_the_lessons(self):
        self.assertEqual(sorted(p.stem for p in self.folder.glob("*.ipynb")), sorted(p.stem for p in LESSONS))
        for page in LESSONS:
            cells = json.loads((self.folder / f"{page.stem}.ipynb").read_text("utf-8"))["cells"]
            for language, text, _ in blocks(page):
                kind = "markdown" if language == "text" else "code"
                self.assertTrue(any(c["cell_type"] == kind and text.strip("\n") in c["source"] for c in cells), text)

    @unittest.skipUnless(RUNS and shutil.which("gnuplot"), "nbconvert, ipykernel or gnuplot is not installed")
    def test_run(self):
        (self.folder / "bin").mkdir()
        (self.folder / "bin" / "hamel").symlink_to(os.environ["HAMEL"])
        (self.folder / "examples").symlink_to(ROOT / "examples")
        environment = {**os.environ, "PATH": f"{self.folder}/bin:{os.environ['PATH']}", "HOME": str(self.folder)}
        environment.pop("MPLBACKEND", None)
        for page in LESSONS:
            with self.subTest(page.stem):
                run = subprocess.run([sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", f"{page.stem}.ipynb",
                                      "--output", f"{page.stem}_done"], cwd=self.folder, env=environment,
                                     capture_output=True, text=True)
                self.assertEqual(run.returncode, 0, run.stderr[-3000:])
                done = json.loads((self.folder / f"{page.stem}_done.ipynb").read_text("utf-8"))["cells"]
                printed = "".join("".join(output.get("text", "")) for c in done for output in c.get("outputs", []))
                for language, text, _ in blocks(page):
                    for line in filter(str.strip, text.splitlines() if language == "text" else []):
                        self.assertIn(line, printed)


if __name__ == "__main__":
    unittest.main()
