"""Pictures, and the page that introduces the package."""

from pathlib import Path
import os
import re
import tempfile
import unittest

import numpy as np

import hamel
import hamel.plot

root = Path(__file__).parents[2]


class Pictures(unittest.TestCase):
    def test_axes_hold_the_numbers(self):
        run = hamel.System(root / "examples" / "systems" / "unicycle.json").run(1)
        ax = hamel.plot.path(run)
        np.testing.assert_array_equal(ax.lines[0].get_ydata(), run["y"])
        self.assertEqual(ax.get_xlabel(), "x")
        self.assertIs(hamel.plot.path(run, ax=ax), ax)
        ax = hamel.plot.columns(run, "a1", "a3")
        self.assertEqual([text.get_text() for text in ax.get_legend().get_texts()], ["a1", "a3"])

    def test_rounding_is_not_drawn_over_the_full_height(self):
        run = hamel.System(root / "examples" / "systems" / "unicycle.json").run(1)
        ax = hamel.plot.energy_error(run)
        self.assertIn("rounding", ax.texts[0].get_text())


class Page(unittest.TestCase):
    def test_its_snippets_run(self):
        page = (root / "docs" / "how-to" / "python.md").read_text()
        snippets = re.findall(r"```python\n(.*?)```", page, re.S)
        self.assertGreaterEqual(len(snippets), 4)
        here = os.getcwd()
        names = {}
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(root / "examples", Path(folder) / "examples")
            os.chdir(folder)
            try:
                for snippet in snippets:
                    exec(compile(snippet, "python.md", "exec"), names)  # each goes on from those before
                self.assertGreater((Path(folder) / "unicycle.png").stat().st_size, 1000)
            finally:
                os.chdir(here)


if __name__ == "__main__":
    unittest.main()
