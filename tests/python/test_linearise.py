"""The derivative of a step, against steps from near its start."""

from pathlib import Path
import unittest

import numpy as np

import hamel

files = Path(__file__).parents[2] / "examples" / "systems"


def robot(**changes):
    description = dict(
        group=["SE2", "T1"], parameters={"k": "3/10"},
        metric=[[1.3, 0, 0, 0.1], [0, 1.3, 0, 0], [0, 0, 0.7, 0], [0.1, 0, 0, 0.4]], potential="k*cos(phi) + x^2/2 + sin(y)",
        constraint={"span": [[1, 0, 0, 1], [0, 0, 1, 0]]},
        inputs={"push": {"force": ["cos(phi)", 0, 0, 0]}, "turn": {"force": [0, 0, 1, 0]}},
        initial={"x": {"x": 0.3, "y": -0.2, "phi": 0.7}, "a": [0.5, 0, 1.1, 0.5]})
    return hamel.System(**{**description, **changes})


class Derivative(unittest.TestCase):
    def assert_is_the_derivative(self, system, group, dynamics, metric):
        """Steps of `simulation` from states displaced by +-e along every direction, differenced."""
        h, w = 0.05, [0.7, -0.4] if system.simulation().inputs else []
        step = system.linearise(h, inputs=w, dynamics=dynamics)
        self.assertTrue(step.ok, step.status)
        n, r = step.D.shape
        start = system.description()["initial"]
        names = group.coordinate_names
        x0 = group.coordinates(group.from_coordinates(
            [start.get("x", {}).get(name, value) for name, value in zip(names, group.coordinates(group.identity()))]))
        a0 = np.array(start["a"], float)
        m0 = step.D.T @ metric @ a0

        def end(dx, dm, dw):
            x = group.coordinates(group.compose(group.from_coordinates(x0), group.exp(dx)))
            u = np.linalg.solve(step.D.T @ metric @ step.D, m0 + dm)
            moved = hamel.System(**{**{k: v for k, v in system.description().items() if k != "schema"},
                                    "initial": {"x": dict(zip(names, x)), "a": list(step.D @ u)}})
            run = moved.simulation(dynamics, "variational")
            ok, why = run.step(h, list(np.array(w) + dw)) if w else run.step(h)
            self.assertTrue(ok, why)
            now = run.look()
            return group.from_coordinates(now["x"]), step.D.T @ now["p"]

        x_end, m_end = end(np.zeros(n), np.zeros(r), np.zeros(len(w)))
        np.testing.assert_allclose(group.coordinates(x_end), step.x, atol=1e-13)
        np.testing.assert_allclose(step.D.T @ metric @ step.a, m_end, atol=1e-13)
        e = 1e-5  # differences err by e^2 and by rounding over e
        columns = []
        for direction in np.eye(n + r + len(w)):
            ends = [end(s * direction[:n], s * direction[n:n + r], s * direction[n + r:]) for s in (e, -e)]
            away = [group.log(group.compose(group.inverse(x_end), x)) for x, _ in ends]
            columns.append(np.concatenate([away[0] - away[1], ends[0][1] - ends[1][1]]) / (2 * e))
        np.testing.assert_allclose(np.column_stack(columns), np.hstack([step.A, step.B]), atol=2e-9)

    def test_of_a_robot_on_wheels(self):
        metric = np.array([[1.3, 0, 0, 0.1], [0, 1.3, 0, 0], [0, 0, 0.7, 0], [0.1, 0, 0, 0.4]])
        self.assert_is_the_derivative(robot(), hamel.Group("SE2", "T1"), "nonholonomic", metric)
        loose = {key: value for key, value in robot().description().items() if key not in ("schema", "constraint")}
        self.assert_is_the_derivative(hamel.System(**loose), hamel.Group("SE2", "T1"), "free", metric)
        np.testing.assert_array_equal(robot().linearise(dynamics="free").A, hamel.System(**loose).linearise().A)

    def test_of_a_body(self):
        body = hamel.System(group="SO3", metric=np.diag([1, 2, 3]), initial={"a": [0.4, 0.9, -0.3]}, potential="R11 + R23/2")
        self.assert_is_the_derivative(body, hamel.Group("SO3"), "free", np.diag([1.0, 2, 3]))

    def test_where_the_constraint_moves(self):
        car = hamel.System(files / "car.json")
        step = car.linearise(0.02)
        self.assertTrue(step.ok)
        run = car.simulation(method="variational")
        run.step(0.02)
        np.testing.assert_allclose(run.look()["x"], step.x, atol=1e-13)
        np.testing.assert_allclose(run.look()["a"], step.a, atol=1e-13)

    def test_a_regulator_made_of_it_regulates(self):
        cart = hamel.System(group="SE2", metric=np.diag([1, 1, 0.5]), constraint={"span": [[1, 0, 0], [0, 0, 1]]},
                            inputs={"push": {"force": [1, 0, 0]}, "turn": {"force": [0, 0, 1]}}, initial={"a": [1, 0, 0]})
        step = cart.linearise(0.05)
        p = np.eye(5)
        for _ in range(2000):                                       # Riccati's iteration
            gain = np.linalg.solve(np.eye(2) + step.B.T @ p @ step.B, step.B.T @ p @ step.A)
            p = np.eye(5) + step.A.T @ p @ (step.A - step.B @ gain)
        self.assertLess(np.abs(np.linalg.eigvals(step.A - step.B @ gain)).max(), 1)
        group = hamel.Group("SE2")
        moved = hamel.System(**{**{k: v for k, v in cart.description().items() if k != "schema"},
                                "initial": {"x": {"y": 0.2, "phi": 0.1}, "a": [0.8, 0, 0]}})
        run = moved.simulation(method="variational")
        reference = step.D.T @ np.diag([1, 1, 0.5]) @ [1, 0, 0]
        for _ in range(400):
            now = run.look()
            aim = group.from_coordinates([now["t"], 0, 0])
            off = group.log(group.compose(group.inverse(aim), group.from_coordinates(now["x"])))
            self.assertTrue(run.step(0.05, list(-gain @ np.concatenate([off, step.D.T @ now["p"] - reference])))[0])
        now = run.look()
        # What the closed loop leaves of an error of 0.2 after 20 units of time.
        np.testing.assert_allclose(now["x"], [now["t"], 0, 0], atol=1e-3)


class Arguments(unittest.TestCase):
    def test_by_name_and_in_order(self):
        system = robot()
        one = system.linearise(x={"x": 0.5}, a=[1, 0, 0, 1], inputs={"turn": 2})
        two = system.linearise(x=[0.5, -0.2, 0.7, 0], a=np.array([1, 0, 0, 1]), inputs=[0, 2])
        np.testing.assert_array_equal(one.A, two.A)
        np.testing.assert_array_equal(one.x, two.x)

    def test_refusals(self):
        system = robot()
        for wrong, words in [(dict(a=[1, 0, 0, 0]), "off the constraint"), (dict(a=[1, 0]), "2 numbers"),
                             (dict(x={"z": 1}), "'z'"), (dict(inputs=[1]), "inputs"), (dict(inputs={"pull": 1}), "'pull'"),
                             (dict(h=0), "h"), (dict(h=float("nan")), "h"), (dict(dynamics="vakonomic"), "vakonomic"),
                             (dict(x=[0, 0, float("inf"), 0]), "finite")]:
            with self.subTest(wrong), self.assertRaisesRegex(hamel.InputError, words) as caught:
                system.linearise(**wrong)
            self.assertTrue(caught.exception.where)
        with self.assertRaisesRegex(hamel.InputError, "coordinates"):
            hamel.System(files / "chart_particle.json").linearise()
        long = system.linearise(h=1e200)
        self.assertFalse(long.ok)
        self.assertNotEqual(long.status, "ok")


if __name__ == "__main__":
    unittest.main()
