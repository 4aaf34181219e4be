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

    def test_find_the_command_in_a_build_folder(self):
        """The first cell, where no hamel is on the path: it takes the one built in a clone above the notebook."""
        cells = json.loads((self.folder / "first.ipynb").read_text("utf-8"))["cells"]
        words = cells[0]["source"].replace(repr(str(ROOT)), repr(str(self.folder / "moved")))   # a clone that is not there any more
        built = self.folder / "build" / "command" / "src"
        built.mkdir(parents=True)
        (self.folder / "lessons").mkdir()
        run = [sys.executable, "-c", f"{words}\nprint(shutil.which('hamel'))"]
        environment = {**os.environ, "PATH": "/usr/bin:/bin"}
        missing = subprocess.run(run, cwd=self.folder / "lessons", env=environment, capture_output=True, text=True)
        self.assertIn("sh examples/run", missing.stderr)
        (built / "hamel").symlink_to("/bin/true")
        found = subprocess.run(run, cwd=self.folder / "lessons", env=environment, capture_output=True, text=True, check=True)
        self.assertEqual(Path(found.stdout.strip()), built / "hamel")

    @unittest.skipUnless(RUNS and shutil.which("gnuplot"), "nbconvert, ipykernel or gnuplot is not installed")
    def test_run(self):
        built = self.folder / "build" / "command" / "src"
        built.mkdir(parents=True)
        (built / "hamel").symlink_to(os.environ["HAMEL"])
        (self.folder / "examples").symlink_to(ROOT / "examples")
        for notebook in self.folder.glob("*.ipynb"):         # which find the command in a folder above them, and no other
            notebook.write_text(notebook.read_text("utf-8").replace(str(ROOT), str(self.folder)), "utf-8")
        environment = {**os.environ, "HOME": str(self.folder)}
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
