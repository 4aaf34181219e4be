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

    def test_free_momentum_stays_on_its_orbit(self):
        group = hamel.Group("SO3")
        body = hamel.System(group="SO3", metric=np.diag([1, 2, 3]), initial={"a": [0.4, 0.9, -0.3]})
        run = body.run(5)
        ax = hamel.plot.momentum(run, group)
        self.assertIn("coadjoint orbit of the start", ax.get_legend_handles_labels()[1])
        p = np.stack([run[f"p{i}"] for i in (1, 2, 3)], axis=-1)
        x = group.from_coordinates(np.stack([run[name] for name in group.coordinate_names], axis=-1))
        np.testing.assert_allclose(group.Ad_star(group.compose(group.inverse(x[0]), x), p[0]), p, atol=1e-12)
        net = hamel.plot._orbit(group, p)
        np.testing.assert_allclose(np.linalg.norm(net, axis=-1), np.linalg.norm(p[0]), atol=1e-12)
        self.assertIsNone(hamel.plot._orbit(hamel.Group("T3"), p))
        with self.assertRaises(ValueError):
            hamel.plot.momentum(run, hamel.Group("SE2", "T1"))

    def test_reactions_of_a_wheel_are_centripetal(self):
        system = hamel.System(root / "examples" / "systems" / "unicycle.json")
        run = system.run(2)
        forces = system.reactions(run)                            # m v omega to the left; it rolls on without a force
        np.testing.assert_allclose(forces, np.tile([0, 1.3 * 0.9 * 0.5, 0, 0], (len(run), 1)), atol=1e-12)
        ax = hamel.plot.reactions(system, run)
        self.assertIn("reaction, at most 0.585", [text.get_text() for text in ax.get_legend().get_texts()])
        suslov = hamel.System(root / "examples" / "systems" / "suslov.json")
        self.assertEqual(len(hamel.plot.reactions(suslov, suslov.run(1)).lines), 1)
        with self.assertRaises(ValueError):
            system.reactions(system.run(1, "free"))


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
