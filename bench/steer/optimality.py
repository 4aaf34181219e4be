"""What `hamel steer` says of optimality, against a reduced Hessian computed here.

Variations of the controls, constant on each of N intervals, are carried along the motion by their own equations (fixed
controls, differences of exact gradients); the second variation of cost minus multiplier times end is restricted to
those that keep the end. Its least eigenvalue tells whether the motion is locally the best. Nothing of Hamel is used
but the answer: velocity and multiplier at the start, and the word.

    python3 bench/steer/optimality.py --hamel build/release/src/hamel [--ends 500] [--write docs/measured/optimality.md]
"""

import argparse
import concurrent.futures
import json
import math
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter

import numpy as np


def power(symbol, n):
    return [f"{symbol}{i + 1}" for i in range(n)]


class System:
    def of_end(self, x, away):
        """What of a change of the end matters: coordinates are independent."""
        return away


class Chain(System):
    """x1' = u1, x2' = u2, x3' = x2 u1, x4' = x3 u1, ..., cost (u1^2 + u2^2)/2."""

    def __init__(self, n):
        self.name = f"chain{n}"
        self.coordinates = power("x", n)
        self.start = [0.0] * n
        self.r = 2
        self.intervals = 140
        constraints = [f"x{i}_dot-x{i - 1}*x1_dot" for i in range(3, n + 1)]
        self.file = {
            "schema": 1,
            "name": self.name,
            "chart": {"coordinates": self.coordinates},
            "lagrangian": "(x1_dot^2+x2_dot^2)/2",
            "constraints": constraints,
        }

    def initial(self, start):
        return {"q": {c: repr(v) for c, v in zip(self.coordinates, start)}, "q_dot": {}}

    def target(self, rng):
        n = len(self.coordinates)
        scale = rng.choice([1, 1, 0.4])
        return [rng.uniform(-1, 1) * scale ** max(1, i) / math.factorial(max(0, i - 1)) for i in range(n)]

    def mirrored(self, target):
        """x2 -> -x2 with x1 kept: x3, x4, ... change sign; and x1 -> -x1."""
        return [target[0]] + [-v for v in target[1:]]

    def flow(self, x, u):
        return [u[0], u[1]] + [x[i - 1] * u[0] for i in range(2, len(x))]

    def cost(self, x, u):
        return (u[0] ** 2 + u[1] ** 2) / 2

    def momentum(self, start, answer):
        """p = L_v + lambda phi_v."""
        v, lam = answer["a"], answer["mu"]
        p = [v[0], v[1]] + lam
        for i, value in enumerate(lam):
            p[0] -= value * start[i + 1]
        return p


class OnGroup(System):
    """A group with span D(x), metric 1, that begins at the identity, or with other angles of joints."""

    intervals = 100
    r = 2

    def initial(self, start):
        x = {c: repr(v) for c, v in zip(self.coordinates, start)}
        return {"x": x, "a": ["0"] * len(self.file["metric"])}

    def file_of(self, group, span, n):
        return {
            "schema": 1,
            "name": self.name,
            "group": group,
            "metric": [["1" if i == j else "0" for j in range(n)] for i in range(n)],
            "constraint": {"span": span},
        }

    def momentum(self, start, answer):
        return [a + m for a, m in zip(answer["a"], answer["mu"])]


class Heisenberg(OnGroup):
    def __init__(self):
        self.name, self.coordinates, self.start = "H3", ["x", "y", "z"], [0.0] * 3
        self.file = self.file_of("H3", [["1", "0", "0"], ["0", "1", "0"]], 3)

    def target(self, rng):
        if rng.random() < 0.3:  # above the start: a circle of motions, by symmetry
            return [0.0, 0.0, rng.uniform(-2, 2)]
        return [rng.uniform(-2, 2) for _ in range(3)]

    def mirrored(self, target):
        return [target[0], -target[1], -target[2]]

    def flow(self, x, u):
        return [u[0], u[1], x[1] * u[0] - x[0] * u[1]]

    def cost(self, x, u):
        return (u[0] ** 2 + u[1] ** 2) / 2


class Car(OnGroup):
    def __init__(self):
        self.name, self.coordinates, self.start = "SE2", ["x", "y", "phi"], [0.0] * 3
        self.file = self.file_of("SE2", [["1", "0", "0"], ["0", "0", "1"]], 3)

    def target(self, rng):
        return [rng.uniform(-4, 4), rng.uniform(-4, 4), rng.uniform(-3, 3)]

    def mirrored(self, target):
        return [target[0], -target[1], -target[2]]

    def flow(self, x, u):
        return [u[0] * np.cos(x[2]), u[0] * np.sin(x[2]), u[1]]

    def cost(self, x, u):
        return (u[0] ** 2 + u[1] ** 2) / 2


class Rotations(OnGroup):
    """SO(3) in the nine entries of R: R' = R hat(u)."""

    def __init__(self, turns):
        self.turns = turns
        self.name = "SO3, turns about e3" if turns else "SO3"
        self.coordinates = [f"R{i}{j}" for i in (1, 2, 3) for j in (1, 2, 3)]
        self.start = [1.0, 0, 0, 0, 1.0, 0, 0, 0, 1.0]
        self.file = self.file_of("SO3", [["1", "0", "0"], ["0", "1", "0"]], 3)

    def target(self, rng):
        if self.turns:
            a = rng.uniform(-math.pi, math.pi)
            return [math.cos(a), -math.sin(a), 0, math.sin(a), math.cos(a), 0, 0, 0, 1.0]
        q = np.array([rng.gauss(0, 1) for _ in range(4)])
        w, x, y, z = q / np.linalg.norm(q)
        return [
            *(1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
            *(2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
            *(2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
        ]

    def mirrored(self, target):
        """e2 -> -e2 and e3 -> -e3 as axes: R -> S R S, S = diag(1, -1, -1)."""
        s = [1, -1, -1]
        return [target[3 * i + j] * s[i] * s[j] for i in range(3) for j in range(3)]

    def flow(self, x, u):
        rows = []
        for i in range(3):
            a, b, c = x[3 * i : 3 * i + 3]
            rows += [-c * u[1], c * u[0], a * u[1] - b * u[0]]  # (a, b, c) hat(u1, u2, 0)
        return rows

    def cost(self, x, u):
        return (u[0] ** 2 + u[1] ** 2) / 2

    def of_end(self, x, away):
        """R^T dR is skew."""
        turn = np.einsum("ki,kjc->ijc", x.reshape(3, 3), away.reshape(3, 3, -1))
        return np.array([turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1]])

    def momentum(self, start, answer):
        p = [a + m for a, m in zip(answer["a"], answer["mu"])]
        return [v / 2 for v in (0, -p[2], p[1], p[2], 0, -p[0], -p[1], p[0], 0)]


class Trailers(OnGroup):
    """A car with one or two trailers at distance 1, hitch angles theta1, theta2; metric 1 also of the angles."""

    intervals = 120

    def __init__(self, count):
        self.count = count
        self.name = f"SE2 x T{count}, trailers"
        self.coordinates = ["x", "y", "phi"] + power("theta", count)
        self.start = [0.0, 0.0, 0.0] + [0.4, -0.3][:count]
        span = [["1", "0", "0", "-sin(theta1)"], ["0", "0", "1", "-1"]]
        if count == 2:
            span[0].append("sin(theta1)-cos(theta1)*sin(theta2)")
            span[1].append("0")
        self.file = self.file_of(["SE2", f"T{count}"], span, 3 + count)

    def target(self, rng):
        return [rng.uniform(-2, 2), rng.uniform(-1, 1), rng.uniform(-1, 1)] + [
            rng.uniform(-0.8, 0.8) for _ in range(self.count)
        ]

    def mirrored(self, target):
        return [target[0]] + [-v for v in target[1:]]

    def rates(self, x, u):
        rates = [-np.sin(x[3]) * u[0] - u[1]]
        if self.count == 2:
            rates.append((np.sin(x[3]) - np.cos(x[3]) * np.sin(x[4])) * u[0])
        return rates

    def flow(self, x, u):
        return [u[0] * np.cos(x[2]), u[0] * np.sin(x[2]), u[1]] + self.rates(x, u)

    def cost(self, x, u):
        return (u[0] ** 2 + u[1] ** 2 + sum(v**2 for v in self.rates(x, u))) / 2


def hamiltonian(system, x, p, u):
    return sum(a * b for a, b in zip(p, system.flow(x, u))) - system.cost(x, u)


def gradient(system, x, p, u, of_controls=True):
    """Of the Hamiltonian by (x, u), by complex steps; x, p, u: rows of values at many times."""
    n, r = len(x), len(u)
    z = np.concatenate([x, u]).astype(complex)
    rows = []
    for k in range(n + r if of_controls else n):
        w = z.copy()
        w[k] = w[k] + 1e-30j
        rows.append(np.broadcast_to(np.imag(hamiltonian(system, w[:n], p, w[n:])) / 1e-30, x[0].shape))
    return np.array(rows)


def controls(system, x, p):
    """Where the Hamiltonian, quadratic in u, is largest."""
    r = system.r
    unit = np.eye(r)
    at = [np.array(np.broadcast_arrays(*[c + 0 * x[0] for c in system.flow(x, e)])) for e in unit]
    b = np.array([np.sum(p * v, axis=0) for v in at])
    single = [system.cost(x, e) + 0 * x[0] for e in unit]
    mixed = system.cost(x, unit[0] + unit[1]) - single[0] - single[1] + 0 * x[0]
    g11, g22 = 2 * single[0], 2 * single[1]
    det = g11 * g22 - mixed**2
    return np.array([(g22 * b[0] - mixed * b[1]) / det, (g11 * b[1] - mixed * b[0]) / det])


def motion(system, x, p, steps, time, parts=1):
    """By a method of order 4, each step in so many parts; rows of x and p at every step."""
    n, unit = len(x), [(1, 0), (0, 1)]

    def rate(z):
        x, p = z[:n], z[n:]
        b = [sum(v * c for v, c in zip(p, system.flow(x, e))) for e in unit]
        g11, g22 = (2 * system.cost(x, e) for e in unit)
        mixed = system.cost(x, (1, 1)) - (g11 + g22) / 2
        det = g11 * g22 - mixed**2
        u = ((g22 * b[0] - mixed * b[1]) / det, (g11 * b[1] - mixed * b[0]) / det)
        change = system.flow(x, u)
        for k in range(n):
            moved = list(x)
            moved[k] = moved[k] + 1e-30j
            h = sum(v * c for v, c in zip(p, system.flow(moved, u))) - system.cost(moved, u)
            change.append(-complex(h).imag / 1e-30)
        return np.array(change, dtype=float)

    z, h = np.array(list(x) + list(p), dtype=float), time / (steps * parts)
    all_z = [z]
    for _ in range(steps):
        for _ in range(parts):
            a = rate(z.tolist())
            b = rate((z + h / 2 * a).tolist())
            c = rate((z + h / 2 * b).tolist())
            z = z + h / 6 * (a + 2 * b + 2 * c + rate((z + h * c).tolist()))
        all_z.append(z)
    all_z = np.array(all_z).T
    return all_z[:n], all_z[n:]


def least_eigenvalue(system, x, p, time=1.0):
    """Of the second variation on variations that keep the end; x and p at both ends and the middle of each interval."""
    intervals = x.shape[1] // 2
    u = controls(system, x, p)
    n, r = len(x), len(u)
    d = 1e-5
    hessian = np.empty((n + r, n + r, x.shape[1]))
    for k in range(n + r):
        values = []
        for sign in (1, -1):
            moved = np.concatenate([x, u])
            moved[k] += sign * d
            values.append(gradient(system, moved[:n], p, moved[n:]))
        hessian[:, k] = (values[0] - values[1]) / (2 * d)
    by = np.empty((n, n + r, x.shape[1]))
    for k in range(n + r):
        z = np.concatenate([x, u]).astype(complex)
        z[k] += 1e-30j
        by[:, k] = np.array([np.broadcast_to(np.imag(c) / 1e-30, x[0].shape) for c in system.flow(z[:n], z[n:])])
    h = time / intervals
    size = r * intervals
    away = np.zeros((n, size))
    form = np.zeros((size, size))
    for k in range(intervals):
        u_k = np.zeros((r, size))
        u_k[:, r * k : r * k + r] = np.eye(r)
        at = [2 * k, 2 * k + 1, 2 * k + 2]

        def slope(i, y):
            return by[:, :n, i] @ y + by[:, n:, i] @ u_k

        a = slope(at[0], away)
        b = slope(at[1], away + h / 2 * a)
        c = slope(at[1], away + h / 2 * b)
        e = slope(at[2], away + h * c)
        end = away + h / 6 * (a + 2 * b + 2 * c + e)
        middle = (away + end) / 2 + h / 8 * (a - e)
        for y, i, weight in ((away, at[0], 1), (middle, at[1], 4), (end, at[2], 1)):
            both = np.vstack([y, u_k])
            form -= h / 6 * weight * (both.T @ hessian[:, :, i] @ both)
        away = end
    away = system.of_end(x[:, -1], away)
    rows = away / np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-300)
    _, values, kernel = np.linalg.svd(rows)
    rank = int(np.sum(values > 1e-8 * values[0]))
    inside = kernel[rank:]
    return float(np.linalg.eigvalsh(inside @ form @ inside.T / h)[0])


def judged(system, start, target, answer, time):
    """The word of an answer, the least eigenvalue, and whether they contradict."""
    momentum = system.momentum(start, answer)
    for parts in (1, 8):  # neighbouring motions depart like e^t
        x, p = motion(system, start, momentum, 2 * system.intervals, time, parts)
        miss = float(np.abs(x[:, -1] - target).max())
        if miss < 1e-5:
            break
    few = least_eigenvalue(system, x[:, ::2], p[:, ::2], time)
    value = least_eigenvalue(system, x, p, time)
    clear = max(0.01, 2 * abs(value - few))
    word = answer["optimality"]
    wrong = (
        (word == "locally optimal" and value < -clear)
        or (word == "beyond conjugate point" and value > clear)
        or (word == "at a conjugate point" and abs(value) > clear)
        or miss > 1e-3
    )
    if answer.get("cut_time", 0) > time * (1 + 1e-9) and word != "locally optimal":
        wrong = True
    return {"word": word, "least": value, "clear": clear, "miss": miss, "wrong": bool(wrong)}


def steer(hamel, system, start, target, time=1.0, candidates=1):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "system.json")
        with open(path, "w", encoding="utf-8") as out:
            json.dump(dict(system.file, initial=system.initial(start)), out)
        to = ",".join(f"{c}={v!r}" for c, v in zip(system.coordinates, target))
        command = [hamel, "steer", path, "--to", to, "--json", "--t-end", repr(time), "--candidates", str(candidates)]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
    return json.loads(run.stdout)["candidates"] if run.stdout.startswith("{") else []


def one_end(job):
    hamel, system, start, target, kind = job
    found = steer(hamel, system, start, target, candidates=3)
    judgements = [judged(system, start, target, one, 1.0) for one in found]
    result = {"system": system.name, "kind": kind, "target": target, "start": start, "found": judgements, "differs": []}
    if not found:
        return result

    def same(name, others):
        """The cheapest has the same word, unless another is as cheap."""
        if others and abs(others[0]["cost"] - found[0]["cost"] * result["scale"]) < 1e-6 * abs(found[0]["cost"]):
            if others[0]["optimality"] != found[0]["optimality"]:
                result["differs"].append(name)
        else:
            result["other"] = result.get("other", 0) + 1

    if kind == "mirror":
        result["scale"] = 1
        mirrored = start if start == system.start and system.start.count(0.0) == len(start) else None
        if isinstance(system, Rotations):
            mirrored = start
        elif mirrored is None:
            mirrored = system.mirrored(start)
        same("mirror", steer(hamel, system, mirrored, system.mirrored(target)))
    elif kind == "time":
        result["scale"] = 1 / 1000
        same("time", steer(hamel, system, start, target, 1000.0))
    elif kind == "reversal" and isinstance(system, (Chain, Car, Trailers, Heisenberg)):
        result["scale"] = 1
        same("reversal", steer(hamel, system, target, start))
    elif kind == "units" and isinstance(system, (Chain, Heisenberg)):
        result["scale"] = 0.01
        by = [1, 1, 2] if isinstance(system, Heisenberg) else [1, 1] + list(range(2, len(target)))
        same("units", steer(hamel, system, start, [v * 0.1**k for v, k in zip(target, by)]))
    return result


def systems():
    """Each with its share of the ends."""
    return [
        (Rotations(True), 60),
        (Rotations(False), 60),
        (Heisenberg(), 70),
        (Car(), 80),
        (Chain(4), 60),
        (Chain(5), 50),
        (Chain(6), 30),
        (Chain(7), 20),
        (Trailers(1), 40),
        (Trailers(2), 30),
    ]


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--hamel", required=True)
    options.add_argument("--ends", type=int, default=500)
    options.add_argument("--only", default="")
    options.add_argument("--write")
    options.add_argument("--log")
    options.add_argument("--seed", type=int, default=1)
    options = options.parse_args()
    jobs = []
    for system, share in systems():
        if options.only and options.only not in system.name:
            continue
        rng = random.Random(f"{options.seed} {system.name}")
        for k in range(max(1, round(share * options.ends / 500))):
            kind = ["mirror", "reversal", "units", "time"][k % 4]
            jobs.append((options.hamel, system, system.start, system.target(rng), kind))
    rows = {}
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        for result in pool.map(one_end, jobs):
            rows.setdefault(result["system"], []).append(result)
            bad = result["differs"] or any(f["wrong"] or f["word"] == "unknown" for f in result["found"])
            if options.log or bad:
                with open(options.log or os.devnull, "a", encoding="utf-8") as log:
                    log.write(json.dumps(result) + "\n")
            if bad:
                print(json.dumps(result), file=sys.stderr, flush=True)
    lines = [
        "| system | ends | no motion | answers | locally optimal | at | beyond | unknown | wrong | pairs that differ |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    total = Counter()
    for name, results in rows.items():
        words = Counter(f["word"] for one in results for f in one["found"])
        counts = [
            len(results),
            sum(not one["found"] for one in results),
            sum(words.values()),
            words["locally optimal"],
            words["at a conjugate point"],
            words["beyond conjugate point"],
            words["unknown"],
            sum(f["wrong"] for one in results for f in one["found"]),
            sum(len(one["differs"]) for one in results),
        ]
        total.update(dict(enumerate(counts)))
        lines.append("| " + " | ".join([name] + [str(c) for c in counts]) + " |")
    lines.append("| all | " + " | ".join(str(total[k]) for k in range(9)) + " |")
    print("\n".join(lines))
    if options.write:
        with open(options.write, "w", encoding="utf-8") as out:
            out.write(PAGE.format(table="\n".join(lines)))
    return 1 if total[7] or total[8] else 0


PAGE = """# Optimality of steered motions

Written by `python3 bench/steer/optimality.py --hamel build/release/src/hamel --write docs/measured/optimality.md`.

Ends are drawn with a fixed seed. `hamel steer` gives up to three motions to each. For each motion the program computes
the least eigenvalue of a reduced Hessian: variations of the controls, constant on each of 100 to 140 intervals, that keep
the end. It uses nothing of Hamel but the velocity and the multiplier at the start. An answer is wrong if it says
"locally optimal" where the eigenvalue is clearly negative, "beyond conjugate point" where it is clearly positive, "at a
conjugate point" where it is clearly not 0, or anything else than "locally optimal" before a known cut time. "Clearly"
means by more than 0.01 and twice the change since half as many intervals. Each end has a partner: its mirror image, the way
back, the same in other units of length, or in another time; the cheapest motion to both must have the same word.

{table}
"""


if __name__ == "__main__":
    sys.exit(main())
