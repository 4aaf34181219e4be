"""Pictures, and the page that introduces the package."""

from fractions import Fraction
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

    def test_an_animation_shows_each_time(self):
        system = hamel.System(root / "examples" / "systems" / "unicycle.json")
        runs = [system.run(t_end, dynamics) for t_end, dynamics in ((2, "nonholonomic"), (1, "vakonomic"))]
        animation = hamel.plot.animate(*runs, seconds=1, frames_per_second=4)
        page = animation.to_jshtml()
        self.assertEqual(page.count("data:image/png"), 4)
        ax = animation._fig.axes[0]
        trail, point = ax.lines[2:4]
        self.assertAlmostEqual(point.get_xdata()[0], runs[0]["x"][-1])     # the last frame
        self.assertEqual(len(trail.get_xdata()), len(runs[0]) + 1)
        self.assertEqual(ax.get_title(), "t = 2.00")

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


    def test_forces_of_both_constrained_motions_balance_the_momentum(self):
        """nu = (M a)' - ad*_a (M a) by differences of outputs; the vakonomic one is what mu' takes."""
        step = 1e-3
        system = hamel.System(root / "examples" / "systems" / "suslov.json")
        metric = np.array([[float(Fraction(entry)) for entry in row] for row in system.description()["metric"]])
        for dynamics in ["nonholonomic", "vakonomic"]:
            run = system.run(1, dynamics, h=step)
            a = np.stack([run[f"a{i}"] for i in (1, 2, 3)], axis=-1)
            p, q = a @ metric, np.stack([run[f"p{i}"] for i in (1, 2, 3)], axis=-1)
            rate = lambda f: (8 * (f[3:-1] - f[1:-3]) - (f[4:] - f[:-4])) / (12 * step)
            forces = system.reactions(run)[2:-2]
            np.testing.assert_allclose(forces, rate(p) - np.cross(p, a)[2:-2], atol=1e-9)
            mu = q - p
            if dynamics == "vakonomic":
                np.testing.assert_allclose(forces, np.cross(mu, a)[2:-2] - rate(mu), atol=1e-9)
            self.assertGreater(np.abs(forces).max(), 0.01)

    def test_forces_in_coordinates_are_those_on_the_group(self):
        """Coordinates x, y, phi of a sleigh: the force on the blade, turned into the plane."""
        sleigh = {"parameters": {"m": 2, "J": Fraction(1, 2), "l": Fraction(1, 4)}}
        on_group = hamel.System(group="SE2", metric=[["m", 0, 0], [0, "m", "m*l"], [0, "m*l", "J + m*l^2"]],
                                constraint={"span": [[1, 0, 0], [0, 0, 1]]}, initial={"a": [1, 0, 2]}, **sleigh)
        chart = hamel.System(
            chart={"coordinates": ["x", "y", "phi"]},
            metric=[["m", 0, "-m*l*sin(phi)"], [0, "m", "m*l*cos(phi)"], ["-m*l*sin(phi)", "m*l*cos(phi)", "J + m*l^2"]],
            constraints=["cos(phi)*y_dot - sin(phi)*x_dot"],
            initial={"q_dot": {"x": 1, "phi": 2}}, **sleigh)
        body, plane = on_group.run(2, h=0.1), chart.run(2, h=0.1)
        nu, force = on_group.reactions(body), chart.reactions(plane)
        phi = plane["phi"]
        np.testing.assert_allclose(force, np.stack([-np.sin(phi) * nu[:, 1], np.cos(phi) * nu[:, 1], nu[:, 2]], -1), atol=1e-8)
        self.assertGreater(np.abs(nu).max(), 1)
        labels = [[text.get_text() for text in hamel.plot.reactions(s, run).get_legend().get_texts()]
                  for s, run in [(on_group, body), (chart, plane)]]
        self.assertEqual(labels[0][1], labels[1][1])
        optimal = chart.run(1, "vakonomic", h=0.01)
        lambda_rate = np.gradient(optimal["lambda1"], optimal["t"], edge_order=2)
        phi, x_dot, y_dot = optimal["phi"], optimal["x_dot"], optimal["y_dot"]
        expected = -lambda_rate * np.cos(phi) + optimal["lambda1"] * np.sin(phi) * optimal["phi_dot"]  # on y
        np.testing.assert_allclose(chart.reactions(optimal)[1:-1, 1], expected[1:-1], atol=1e-3)


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
