#!/usr/bin/env python3
"""What a user's few lines cost to compile: CPU seconds and peak memory of g++, as ratios to a file with Eigen alone.

    python3 bench/compile/measure.py [--repeat 3] [--compiler g++] [--write docs/measured/compile.md]

The lines are those of README as they stand. The files are compiled in turn, so that a busy machine slows all alike, and the least of the repetitions counts.
Exit status 1 when a ratio at -O2 exceeds its goal.
"""
import argparse
import os
from pathlib import Path
import re
import subprocess
import sys
import tempfile

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FILES = [("eigen", "Eigen's Core and LU, one inverse", None),
         ("snippet", "README's lines", 2.5),
         ("derivative", "the same with `step_derivative`", 4.0)]


def programs():
    """The text of each file."""
    snippet = re.search(r"^```cpp\n(#include.*?)^```", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL)[1]
    before, run, after = re.split(r"^(.*= integrate\(.*\n)", snippet, flags=re.MULTILINE)
    slope = ("  const auto slope = step_derivative(rolling, Variational<>{}, 0, 1e-2, start);\n"
             "  if (!slope.status) return 1;\n")
    return {"eigen": (HERE / "eigen.cpp").read_text(), "snippet": snippet, "derivative": before + run + slope + after}


def cost(compiler, level, text):
    """CPU seconds and peak memory in MB of one compilation."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "lines.cpp"
        file.write_text(text)
        child = subprocess.Popen([compiler, "-std=c++20", level, "-c", "-I", ROOT / "include",
                                  "-isystem", "/usr/include/eigen3", file, "-o", os.devnull])
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = status
    if status != 0:
        sys.exit(f"this does not compile:\n{text}")
    # ru_maxrss is that of the compiler proper, the largest descendant that was waited for
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    lines = ["# What a user's lines cost to compile", "",
             "Written by `python3 bench/compile/measure.py --write docs/measured/compile.md`: CPU seconds, the ratio to "
             f"the file with Eigen alone, and peak memory; least of {options.repeat}.", "",
             "| file | level | CPU s | ratio | goal | MB |", "|---|---|---|---|---|---|"]
    missed, text_of = False, programs()
    for level in ("-O0", "-O2"):
        least = {}
        for _ in range(options.repeat):
            for name, _, _ in FILES:
                seconds, memory = cost(options.compiler, level, text_of[name])
                before = least.get(name, (seconds, memory))
                least[name] = (min(seconds, before[0]), min(memory, before[1]))
        for name, what, goal in FILES:
            ratio = least[name][0] / least["eigen"][0]
            missed |= goal is not None and level == "-O2" and ratio > goal
            lines.append(f"| {what} | {level} | {least[name][0]:.2f} | {ratio:.2f} | {goal or ''} | "
                         f"{least[name][1]:.0f} |")
    text = "\n".join(lines) + "\n"
    print(text, end="")
    if options.write:
        options.write.write_text(text)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
