"""Gradients of runs, against differences of runs and by torch."""

import importlib.util
from pathlib import Path
import re
import unittest

import numpy as np

import hamel
from hamel import _core
from hamel.gradients import differentiable_run, value_and_grad

files = Path(__file__).parents[2] / "examples" / "systems"


def robot():
    return hamel.System(
        group=["SE2", "T1"], parameters={"k": "3/10", "m": "13/10"},
        metric=[["m", 0, 0, "1/10"], [0, "m + x^2/10", 0, 0], [0, 0, "7/10", 0], ["1/10", 0, 0, "2/5"]],
        potential="k*cos(phi) + x^2/2 + sin(y)", constraint={"span": [[1, 0, 0, 1], [0, 0, 1, 0]]},
        inputs={"push": {"force": ["cos(phi)", 0, 0, 0]}, "turn": {"force": [0, 0, 1, 0]}},
        initial={"x": {"x": 0.3, "y": -0.2, "phi": 0.7}, "a": [0.5, 0, 1.1, 0.5]})


def car():
    """Its d moves with the steering angle."""
    return hamel.System(files / "car.json")


def cost(run):
    """A cost with its derivatives by the rows: the end's squares and what is on the way."""
    rows = np.linspace(0.5, 1.5, len(run.t))[:, None]
    value = (rows * np.sin(run.x)).sum() + (rows * run.a**2).sum() / 2
    return value, rows * np.cos(run.x), rows * run.a


@unittest.skipUnless(hasattr(_core, "linearised_run"), "built without steering")
class Runs(unittest.TestCase):
    steps, h = 12, 0.05

    def test_are_those_of_simulations(self):
        for system in (robot(), car()):
            count = len(system.simulation().inputs)
            w = np.random.default_rng(1).uniform(-1, 1, (self.steps, count))
            run = differentiable_run(system, self.steps, self.h, inputs=w if count else None)
            self.assertTrue(run.ok, run.status)
            simulation = system.simulation(method="variational")
            for k in range(self.steps + 1):
                now = simulation.look()
                np.testing.assert_allclose(run.x[k], now["x"], atol=1e-11)
                np.testing.assert_allclose(run.a[k], now["a"], atol=1e-11)
                self.assertAlmostEqual(run.t[k], now["t"])
                if k == self.steps:
                    break
                simulation.step(self.h, w[k] if count else None)

    def assert_is_the_gradient(self, system, **more):
        e, rank, names = 2e-5, system._model.rank, system._model.inputs
        w = np.random.default_rng(2).uniform(-1, 1, (self.steps, len(names))) if names else None
        u = np.linspace(0.7, 1.1, rank)
        x = np.array([float(number) for number in system.start["x"]])
        value, gradient = value_and_grad(cost, system, self.steps, self.h, u=u, inputs=w, **more)

        def of(x=x, u=u, w=w):
            return cost(differentiable_run(system, self.steps, self.h, x=list(x), u=list(u), inputs=w, **more))[0]
        self.assertAlmostEqual(of(), value, places=10)
        for i, d in enumerate(np.eye(rank) * e):
            self.assertAlmostEqual(gradient.u[i], (of(u=u + d) - of(u=u - d)) / (2 * e), delta=2e-7)
        group = hamel.Group(*np.atleast_1d(system.description()["group"]).tolist())
        element = group.from_coordinates(x)
        for i, d in enumerate(np.eye(group.dim) * e):
            ends = [group.coordinates(group.plus(element, sign * d)) for sign in (1, -1)]
            self.assertAlmostEqual(gradient.x[i], (of(x=ends[0]) - of(x=ends[1])) / (2 * e), delta=2e-7)
        for k, j in [(0, 0), (5, -1), (self.steps - 1, 0)] if names else []:
            d = np.zeros_like(w)
            d[k, j] = e
            self.assertAlmostEqual(gradient.inputs[k, j], (of(w=w + d) - of(w=w - d)) / (2 * e), delta=2e-7)
        return gradient

    def test_gradients_by_starts_and_inputs(self):
        self.assert_is_the_gradient(robot())
        self.assert_is_the_gradient(car())
        body = hamel.System(group="SE2", metric=np.diag([1, 2, 3]), potential="x^2*y", initial={"a": [1, 0, 0]})
        self.assert_is_the_gradient(body, t=0.5)

    def test_gradients_by_parameters(self):
        system = robot()
        _, gradient = value_and_grad(cost, system, self.steps, self.h, parameters=["k", "m"], u=[1, 2])
        for name in ("k", "m"):
            values = []
            for d in (1e-3, -1e-3, 2e-3, -2e-3):
                other = system.copy()
                other[name] = float(system[name]) + d
                values.append(cost(differentiable_run(other, self.steps, self.h, u=[1.0, 2.0]))[0])
            slope = (8 * (values[0] - values[1]) - (values[2] - values[3])) / 12e-3
            self.assertAlmostEqual(gradient.parameters[name], slope, delta=1e-7)

    def test_what_is_refused(self):
        system = robot()
        with self.assertRaises(hamel.InputError):
            differentiable_run(system, 3, 0.1, inputs=np.zeros((2, 2)))
        with self.assertRaises(hamel.InputError):
            differentiable_run(system, 0, 0.1)
        with self.assertRaises(hamel.InputError):
            differentiable_run(system, 3, 0.1, a=[0, 1, 0, 0])
        with self.assertRaises(hamel.InputError):
            differentiable_run(system, 3, 0.1).pull_back(by_x=np.zeros((3, 4)))
        failed = differentiable_run(system, 3, 1e200)
        self.assertFalse(failed.ok)
        with self.assertRaises(hamel.NumericalFailure):
            failed.pull_back()
        with self.assertRaises(hamel.NumericalFailure):
            value_and_grad(cost, system, 3, 1e200)


class Page(unittest.TestCase):
    """The lines of docs/how-to/python.md for libraries of automatic differentiation."""

    def setUp(self):
        page = Path(__file__).parents[2] / "docs" / "how-to" / "python.md"
        self.torch, self.jax = re.findall(r"```py\n(.*?)```", page.read_text("utf-8"), re.S)

    def test_are_python(self):
        for block in (self.torch, self.jax):
            compile(block, "python.md", "exec")

    @unittest.skipUnless(importlib.util.find_spec("torch"), "no torch (Debian: python3-torch)")
    @unittest.skipUnless(hasattr(_core, "linearised_run"), "built without steering")
    def test_by_torch(self):
        import torch
        driven = hamel.System(group="SE2", metric=np.eye(3), constraint={"span": [[1, 0, 0], [0, 0, 1]]},
                              inputs={"push": {"force": [1, 0, 0]}, "turn": {"force": [0, 0, 1]}}, initial={"a": [0, 0, 0]})
        random = torch.manual_seed(1)
        u = torch.rand(2, dtype=torch.float64, generator=random, requires_grad=True)
        w = torch.rand(50, 2, dtype=torch.float64, generator=random, requires_grad=True)
        names = {"torch": torch, "differentiable_run": differentiable_run, "driven": driven, "u": u, "inputs": w}
        exec(compile(self.torch, "python.md", "exec"), names)
        apply = names["Motion"].apply
        self.assertEqual(tuple(names["x"].shape), (51, 3))

        def ends(u, first):
            x, a = apply(u, torch.cat([first, w[3:].detach()]))
            return x[[10, -1]], a[[10, -1]]
        self.assertTrue(torch.autograd.gradcheck(ends, (u, w[:3].detach().requires_grad_()), eps=1e-5, atol=1e-7))
        optimiser, losses = torch.optim.Adam([w], lr=0.3), []
        for _ in range(40):
            optimiser.zero_grad()
            x, _ = apply(u.detach(), w)
            loss = ((x[-1, :2] - torch.tensor([1.0, 0.2]))**2).sum()
            losses.append(loss.item())
            loss.backward()
            optimiser.step()
        self.assertLess(losses[-1], losses[0] / 50)


if __name__ == "__main__":
    unittest.main()
