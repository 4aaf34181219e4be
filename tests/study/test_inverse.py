"""hamel inverse: its pieces against `hamel check` of single members."""

import itertools
import json
import os
import random
import re
import subprocess
import tempfile
import unittest
from fractions import Fraction

HAMEL = os.environ["HAMEL"]


def asked(subcommand, system, *options):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "system.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(system, file)
        run = subprocess.run([HAMEL, subcommand, path, *options, "--budget", "none", "--json"],
                             capture_output=True, text=True)
    assert run.returncode in (0, 3), run.stderr
    answer = json.loads(run.stdout)
    assert (run.returncode == 3) == names_what_is_not_covered(answer), path
    return answer


def names_what_is_not_covered(answer):
    """Somewhere in the answer a reason stands under not_covered."""
    if isinstance(answer, list):
        return any(map(names_what_is_not_covered, answer))
    return isinstance(answer, dict) and any(
        bool(value) if key == "not_covered" else names_what_is_not_covered(value) for key, value in answer.items())


def body(group, metric, span):
    of = {"algebra": group} if isinstance(group, dict) else {"group": group}
    return {"schema": 1, "name": "body", **of, "metric": [[str(x) for x in row] for row in metric],
            "constraint": {"span": [[str(x) for x in row] for row in span]}}


def value(polynomial, values):
    terms = re.sub(r"[A-Za-z]\w*", lambda name: f"values['{name[0]}']", polynomial.replace("^", "**"))
    return eval(re.sub(r"(?<![\w'*])(\d+)", r"Fraction(\1)", terms), {"values": values, "Fraction": Fraction})


def lies_in(pieces, values):
    return any(all(value(p, values) == 0 for p in piece["zero"]) and all(value(p, values) != 0 for p in piece["nonzero"])
               for piece in pieces)


def matrix(rows):
    return [[Fraction(x) for x in row] for row in rows]


def times(a, b):
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]


def transposed(a):
    return [list(row) for row in zip(*a)]


def inverse(a):
    n = len(a)
    rows = [list(row) + [Fraction(int(i == j)) for j in range(n)] for i, row in enumerate(a)]
    for k in range(n):
        pivot = next(i for i in range(k, n) if rows[i][k] != 0)
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [x / rows[k][k] for x in rows[k]]
        for i in range(n):
            if i != k:
                rows[i] = [x - rows[i][k] * y for x, y in zip(rows[i], rows[k])]
    return [row[n:] for row in rows]


def cayley(a, b, c):
    """(1 + w) (1 - w)^-1 of w = (a, b, c) as a skew matrix: a rotation."""
    w = [[0, -c, b], [c, 0, -a], [-b, a, 0]]
    return times([[int(i == j) + w[i][j] for j in range(3)] for i in range(3)],
                 inverse([[Fraction(int(i == j)) - w[i][j] for j in range(3)] for i in range(3)]))


def q1(system):
    return asked("check", system)["q1"]["answer"]


class Inverse(unittest.TestCase):
    def agrees(self, answer, values, system):
        if lies_in(answer["undecided"], values):
            return None
        expected = "yes" if lies_in(answer["yes_iff"], values) else "no"
        self.assertEqual(q1(system), expected, system)
        return expected

    def test_metrics(self):
        dice = random.Random(5)
        for group, span in [("SO3", [[1, 0, 0], [0, 1, 0]]), ("SE2", [[1, 0, 0], [0, 0, 1]]), ("H3", [[1, 0, 0], [0, 1, 0]])]:
            unit = [[int(i == j) for j in range(3)] for i in range(3)]
            answer = asked("inverse", body(group, unit, span))["metrics"]
            self.assertEqual(answer["not_covered"], "")
            seen = set()
            for trial in range(24):
                few = trial % 2 == 0                         # half of them with what is special: zeros and equal moments
                off = [0 if few and dice.random() < 0.7 else dice.randint(-1, 1) for _ in range(3)]
                on = [dice.choice([3, 3, 4] if few else [3, 4, 5]) for _ in range(3)]
                metric = [[on[0], off[0], off[1]], [off[0], on[1], off[2]], [off[1], off[2], on[2]]]
                values = {f"g{i + 1}{j + 1}": Fraction(metric[i][j]) for i in range(3) for j in range(i, 3)}
                seen.add(self.agrees(answer["q1"], values, body(group, metric, span)))
            if group == "SO3":
                self.assertGreaterEqual(seen, {"yes", "no"})

    def test_metrics_in_other_dimensions(self):
        oscillator = {"dim": 4, "brackets": {"1,2": {"3": "4"}, "1,3": {"2": "-1"}, "2,3": {"4": "2"}}}
        carriage = (["SE2", "T2"], [[9, 0, 0, 10, 10], [0, 0, 3, 5, -5]])
        dice = random.Random(8)
        for group, span in [carriage, (oscillator, [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]])]:
            n = len(span[0])
            unit = [[int(i == j) for j in range(n)] for i in range(n)]
            answer = asked("inverse", body(group, unit, span))["metrics"]
            self.assertEqual(answer["not_covered"], "")
            self.assertEqual(len(answer["q1"]["parameters"]), n * (n + 1) // 2)
            seen = {self.agrees(answer["q1"], {f"g{i + 1}{j + 1}": Fraction(unit[i][j]) for i in range(n) for j in range(i, n)},
                                body(group, unit, span))}
            for trial in range(10):                          # the first are diagonal, and so on
                metric = [[dice.choice([1, 1, 2]) + 3 if i == j else 0 for j in range(n)] for i in range(n)]
                for _ in range(0 if trial < 4 else trial - 3):
                    i, j = sorted(dice.sample(range(n), 2))
                    metric[i][j] = metric[j][i] = dice.choice([-1, 1])
                values = {f"g{i + 1}{j + 1}": Fraction(metric[i][j]) for i in range(n) for j in range(i, n)}
                seen.add(self.agrees(answer["q1"], values, body(group, metric, span)))
            self.assertGreaterEqual(seen, {"yes", "no"})
            self.assertEqual(len(answer["q1_in_basis"]["parameters"]), {5: 5, 4: 9}[n])

    def test_where_every_plane_has_it(self):                 # a bi-invariant metric
        so4 = {"dim": 6, "brackets": {"1,2": {"3": "1"}, "2,3": {"1": "1"}, "3,1": {"2": "1"}, "4,5": {"6": "1"},
                                      "5,6": {"4": "1"}, "6,4": {"5": "1"}}}
        unit = [[int(i == j) for j in range(6)] for i in range(6)]
        found = asked("inverse", body(so4, unit, [[1, 0, 0, -1, 0, 0], [0, 1, 0, 0, -1, 0], [0, 0, 1, 0, 0, -1]]))
        families = found["distributions"]["families"]
        self.assertEqual(len(families), 20)
        for family in families:
            self.assertEqual(family["q1"]["yes_iff"], [{"zero": [], "nonzero": []}])
        self.assertEqual(found["metrics"]["q1"], None)
        self.assertEqual(found["metrics"]["normal_form"], "h12 = 0, h13 = 0, h23 = 0 by automorphisms of g and d; "
                         "k36 = 0 by changes that no motion feels")
        self.agrees_in_normal_form(found["metrics"], so4, [[1, 0, 0, -1, 0, 0], [0, 1, 0, 0, -1, 0], [0, 0, 1, 0, 0, -1]])

    def agrees_in_normal_form(self, metrics, algebra, span):
        """Members of the normal form, and others that rotations and a change that is not felt make of them."""
        dice, seen = random.Random(3), set()
        basis = matrix(metrics["basis"])
        self.assertEqual(metrics["q1_in_basis"]["undecided"], [])
        for trial in range(27):
            h = [Fraction(dice.randint(2, 6)) for _ in range(3)]
            k = [[Fraction(0)] * 3 for _ in range(3)]
            k[0][0], k[1][1] = Fraction(dice.randint(1, 3)), Fraction(dice.randint(4, 6))
            kind = trial % 9
            if kind == 1:                                        # on a cubic
                (p, q), (a, b) = (k[0][0], k[1][1]), h[:2]
                if q * b == p * a:
                    continue
                h[2] = (p * q * (p - q) + (q - p) * a * b) / (q * b - p * a)
            if kind == 2:
                h[1], k[1][1] = h[0], k[0][0]
            if kind == 3:                                        # antisymmetric
                h[1], k = h[0], [[0, Fraction(2), 0], [Fraction(-2), 0, 0], [0, 0, 0]]
                h[2] = (4 + h[0] ** 2) / h[0]
            if kind == 4:
                k[dice.randrange(3)][dice.randrange(3)] += 1
                k[2][2] = Fraction(0)
            if kind == 5:                                        # of rank one, but for the unit matrix
                v = [Fraction(dice.choice([-2, -1, 1, 3])) for _ in range(3)]
                h, k = [h[0]] * 3, [[x * y - v[2] ** 2 * (i == j) for j, y in enumerate(v)] for i, x in enumerate(v)]
            if kind >= 6:                                        # k_ij h_jj symmetric or antisymmetric
                sign = -1 if kind == 6 else 1
                k[0][0], k[1][1] = (Fraction(0), Fraction(0)) if kind == 6 else (k[0][0], k[1][1])
                for i, j in [(0, 1), (0, 2), (1, 2)]:
                    number = Fraction(dice.choice([-2, -1, 1, 3]))
                    k[i][j], k[j][i] = number / h[j], sign * number / h[i]
            if kind == 8:                                        # and only in a plane, where h is a multiple of 1
                h[1], k[0][2], k[2][0], k[1][2], k[2][1] = h[0], *[Fraction(0)] * 4
                k[1][0] = k[0][1]
                h[2] = (h[0] ** 2 - k[0][0] * k[1][1] + k[0][1] ** 2) / h[0]
                if h[2] == 0:
                    continue
            values = {f"h{i + 1}{i + 1}": h[i] for i in range(3)}
            values.update({f"k{i + 1}{j + 4}": k[i][j] for i in range(3) for j in range(3)})
            values["w"] = Fraction(997)
            expected = "yes" if lies_in(metrics["q1_in_basis"]["yes_iff"], values) else "no"
            seen.add((kind, expected))
            metric = [[h[i] if i == j and i < 3 else k[i][j - 3] if i < 3 <= j else k[j][i - 3] if j < 3 <= i else
                       Fraction(997 * (i == j)) for j in range(6)] for i in range(6)]
            turn = cayley(*[Fraction(dice.randint(-2, 2)) for _ in range(3)])
            both = [[turn[i % 3][j % 3] if i // 3 == j // 3 else Fraction(0) for j in range(6)] for i in range(6)]
            for changed in (metric, times(transposed(both), times(metric, both))):
                for i in range(3):
                    changed[i][i + 3] += trial
                    changed[i + 3][i] += trial
                back = inverse(transposed(basis))                # columns of the basis are b
                given = times(transposed(back), times(changed, back))
                self.assertEqual(q1(body(algebra, given, span)), expected, (kind, values))
        self.assertGreaterEqual(seen, {(0, "no"), (1, "yes"), (2, "yes"), (3, "yes"), (4, "no"), (5, "yes"), (6, "no"), (7, "no"),
                                       (8, "yes")})

    def test_planes(self):
        metric = [[1, 0, 0], [0, 2, 0], [0, 0, 3]]
        families = asked("inverse", body("SO3", metric, [[1, 0, 0], [0, 1, 0]]))["distributions"]["families"]
        self.assertEqual([f["pivots"] for f in families], [[1, 2], [1, 3], [2, 3]])
        for family in families:
            pivots = family["pivots"]
            for numbers in itertools.product([Fraction(0), Fraction(1), Fraction(-1, 2)], repeat=2):
                values, span, left = {}, [], list(numbers)
                for p in pivots:
                    row = [Fraction(int(k + 1 == p)) for k in range(3)]
                    for k in range(p, 3):
                        if k + 1 not in pivots:
                            row[k] = values[f"t{p}{k + 1}"] = left.pop()
                    span.append(row)
                values.setdefault("t", Fraction(0))
                self.agrees(family["q1"], values, body("SO3", metric, span))

    def test_planes_in_six_dimensions(self):
        metric = [[[1, 1, 1, 2, 3, 5][i] * int(i == j) for j in range(6)] for i in range(6)]
        families = asked("inverse", body("SE3", metric, [[1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 1, 0]]))["distributions"]["families"]
        for pivots, names in [([2, 6], ("t13", "t14", "t15")), ([3, 5], ("t14", "t16", "t26"))]:
            family = next(f for f in families if f["pivots"] == pivots)
            self.assertNotIn([], [piece["zero"] for piece in family["q1"]["undecided"]])
            seen = set()
            for numbers in itertools.product([0, 1, Fraction(-1, 2)], repeat=3):
                values = dict(zip(names, map(Fraction, numbers)))
                span = [[int(k == p) + (values.get(f"t{row}{k}", 0) if k > p else 0) for k in range(1, 7)]
                        for row, p in enumerate(pivots, 1)]
                seen.add(self.agrees(family["q1"], values, body("SE3", metric, span)))
            self.assertGreaterEqual(seen, {"yes", "no"})

    def test_planes_by_invariants(self):
        """se(3) is R^3 with a x b over the dual numbers R[e], G = k + e m its scalar product: where the rotations of a plane
        b1, b2 are independent, b1, b2, b3 = [b1, b2] and e b_i are a basis, [b1, b3] = G12 b1 - G11 b2, [b2, b3] = G22 b1 - G12 b2."""
        names = ["k11", "k12", "k22", "m11", "m12", "m22", "h22", "w"]

        def plane(of):
            k11, k12, k22, m11, m12, m22, h22, w = (of[name] for name in names)
            minus = lambda x: f"-({x})"
            brackets = {"1,2": {"3": "1"}, "1,5": {"6": "1"}, "2,4": {"6": "-1"},
                        "1,3": {"1": k12, "4": m12, "2": minus(k11), "5": minus(m11)},
                        "2,3": {"1": k22, "4": m22, "2": minus(k12), "5": minus(m12)},
                        "1,6": {"4": k12, "5": minus(k11)}, "2,6": {"4": k22, "5": minus(k12)},
                        "3,4": {"4": minus(k12), "5": k11}, "3,5": {"4": minus(k22), "5": k12}}
            metric = [[w if i == j else 0 for j in range(6)] for i in range(6)]
            metric[0][0], metric[1][1], metric[1][2], metric[2][1] = 1, h22, h22, h22
            return body({"dim": 6, "brackets": brackets}, metric, [[1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0]])

        family = plane({name: name for name in names})
        family["parameters"] = dict(zip(names, ["2", "1", "3", "1", "2", "5", "7", "1000"]))
        answer = asked("check", family, "--vary", ",".join(names))["q1"]
        self.assertEqual(answer.get("undecided", []), [])
        dice, seen = random.Random(4), set()
        for trial in range(16):
            of = {name: Fraction(dice.randint(-3, 3)) for name in names}
            of["h22"], of["w"] = Fraction(dice.randint(1, 4)), Fraction(997)
            if trial % 2 == 1:
                of["k12"], of["k22"] = Fraction(0), of["h22"] * (of["k11"] + 1)
            expected = "yes" if lies_in(answer["yes_iff"], of) else "no"
            self.assertEqual(q1(plane({name: str(number) for name, number in of.items()})), expected, of)
            seen.add(expected)
        self.assertEqual(seen, {"yes", "no"})

    def test_metrics_of_3_11(self):
        found = asked("inverse", body("SO3", [[2, 0, 0], [0, 2, 0], [0, 0, 5]], [[1, 0, 0], [0, 1, 0]]))["eq_3_11_metrics"]
        self.assertEqual(found["basis"], [[["1", "0"], ["0", "1"]]])
        self.assertEqual(found["signatures"], [[2, 0], [0, 2]])
        self.assertTrue(found["all_signatures"])

    def test_words(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "system.json")
            for metric in ([[2, 0, 0], [0, 3, 0], [0, 0, 4]], [[2, 1, 0], [1, 3, 0], [0, 0, 4]]):
                with open(path, "w", encoding="utf-8") as file:
                    json.dump(body("SO3", metric, [[1, 0, 0], [0, 1, 0]]), file)
                run = subprocess.run([HAMEL, "inverse", path], capture_output=True, text=True)
                self.assertEqual(run.returncode, 3 if "not covered: " in run.stdout else 0, run.stderr)
                self.assertLess(max(map(len, run.stdout.splitlines())), 2000)
                for part in run.stdout.split("\n  d with")[1:]:
                    self.assertFalse("undecided" in part and "no         always" in part, part)

    def test_what_is_refused(self):
        chart = {"schema": 1, "name": "c", "chart": {"coordinates": ["x"]}, "metric": [["1"]]}
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "system.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(chart, file)
            run = subprocess.run([HAMEL, "inverse", path], capture_output=True, text=True)
        self.assertEqual(run.returncode, 2)
        self.assertIn("a system on a group", run.stderr)


if __name__ == "__main__":
    unittest.main()
