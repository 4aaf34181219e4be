#!/usr/bin/env python3
"""What Python costs: the same runs from Python and from C++, in CPU time of one machine, each the least of several turns.

    cmake --preset bench -DHAMEL_BUILD_COMMAND=ON -DHAMEL_BUILD_PYTHON=ON && cmake --build build/bench --target hamel_python bench_python
    PYTHONPATH=build/bench/src/python python3 bench/python/measure.py build/bench/bench/python/bench_python "the flags of a Release build" > docs/measured/python.md

Both sides read the text of each member, set its parameter, keep all outputs and use the same compiled library. The sums of the
last rows must agree to the last bit, else there is nothing to compare.
"""

from fractions import Fraction
import json
from pathlib import Path
import subprocess
import sys
import time

import hamel

ROOT = Path(__file__).parents[2]
TURNS = 7


def formula_system():
    """A rotor on a spring whose stiffness and inertia are functions of Python."""
    return hamel.System(
        name="cart", group=["SE2", "T1"], parameters={"m": Fraction(3, 2), "k": Fraction(2)},
        metric=[[lambda m, theta1: m + theta1 ** 2 / 2, 0, 0, 0], [0, "m", 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]],
        potential=lambda k, x, y, theta1: k * (x * x + y * y) / 2 + x * theta1 / 4,
        constraint={"span": [[1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]},
        initial={"x": {"x": 1, "y": Fraction(1, 2)}, "a": [Fraction(1, 2), 0, 1, Fraction(1, 3)]})


def from_python(system, members, threads, plan):
    values = [1 + Fraction(k, members) for k in range(members)]
    start = time.process_time()
    runs = system.sweep({"m": values}, threads, **plan)
    spent = time.process_time() - start
    total = 0.0
    for _, run in runs:
        for number in run.numbers[-1].tolist():
            total += number
    return spent, total


def from_cpp(program, system, members, threads, plan):
    command = [program, "m", str(members), str(threads), "nonholonomic", str(plan["t_end"]), plan["method"]]
    out = subprocess.run(command, input=json.dumps(system.description()), capture_output=True, text=True, check=True).stdout
    spent, total = out.split()
    return float(spent), float(total)


def main(program, optimisation):
    unicycle = hamel.System(ROOT / "examples/systems/unicycle.json")
    rows = []
    for name, system, members, threads, plan in [
            ("ensemble of 64 unicycles, default method, 2 threads", unicycle, 64, 2, {"t_end": 10, "method": hamel.methods()[0]}),
            ("ensemble of 64 unicycles, `variational`, 2 threads", unicycle, 64, 2, {"t_end": 10, "method": "variational"}),
            ("one run with formulas of Python, default method", formula_system(), 1, 1, {"t_end": 200, "method": hamel.methods()[0]}),
            ("one run with formulas of Python, `variational`", formula_system(), 1, 1, {"t_end": 200, "method": "variational"})]:
        python, cpp = [], []
        for _ in range(TURNS):
            python.append(from_python(system, members, threads, plan))
            cpp.append(from_cpp(program, system, members, threads, plan))
        if python[0][1] != cpp[0][1]:
            raise SystemExit(f"{name}: the last rows sum to {python[0][1]!r} in Python, to {cpp[0][1]!r} in C++")
        ours, theirs = min(python)[0], min(cpp)[0]
        rows.append(f"| {name} | {1e3 * ours:.1f} | {1e3 * theirs:.1f} | {ours / theirs:.3f} |")
    print("# What Python costs\n\n"
          "Written by `bench/python/measure.py`: the same runs from Python and from C++, milliseconds of CPU time over all threads, the "
          f"least of {TURNS} turns that alternate. Both read the text of each member, set its parameter and keep all outputs; their last "
          f"rows agree to the last bit. Both were compiled with {optimisation}. The budget is 1.1.\n\n"
          "| what | Python | C++ | ratio |\n|---|---|---|---|")
    print("\n".join(rows))


if __name__ == "__main__":
    main(*sys.argv[1:])
