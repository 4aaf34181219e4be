"""Steering to random ends, measured: python3 bench/steer/measure.py [--build build/bench] [--count 1000] [--write PAGE].

Runs bench_steer and bench_steer_collocation of a build (preset bench) and prints the page docs/measured/steering.md.
"""
import argparse
import json
import os
import subprocess
import tempfile

PAGE = """# Steering: random ends

Written by `python3 bench/steer/measure.py --write docs/measured/steering.md` (preset bench, one core; times are processor time
in milliseconds; {load:.0f} programs ran at once on {cores} cores). Ends are drawn with a fixed seed: H3 with |x_i| <= 2; SE2 with |x|, |y| <= 6 and all headings; SO3 uniformly;
SE2 x T1 as SE2 with |theta| <= 6; SE3 with d = <e1,e5,e6>, |x_i| <= 2 and uniform rotations. Metric 1, time 1. "Reached" is a
residual of at most 1e-10 along another run from the start; "wrong" counts motions said to reach their end that miss it by
more than 1e-9 when run once more by another method.

{reached}

## A moving target
The same search, then its end moved by 0.01 and solved anew from the motion found; beside one adaptive run of that motion.
The ratio is the median of the ratios.

{again}

## A plain single shooting
A guess by the logarithm, Newton's method with differences, a fixed step of order 4, at most 50 iterations. Its cost over ours
is the median where it arrives.

{plain}

## Direct collocation
Hermite-Simpson in separated form with exact sparse derivatives, Ipopt to 1e-10 from the straight line, the fewest intervals
among 25, 50, 100, ... whose controls lead to the target within 1e-8; its time is that of this last run alone. Rotations are
unit quaternions there. The first ends of each group; medians.

{collocation}
"""


def table(heads, rows):
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in row) + " |" for row in lines)


def run(*command):
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in output.splitlines()]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build/bench")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--write")
    options = parser.parse_args()
    folder = os.path.join(options.build, "bench", "steer")
    with tempfile.TemporaryDirectory() as scratch:
        ends = os.path.join(scratch, "ends")
        ours = run(os.path.join(folder, "bench_steer"), str(options.count), ends)
        program = os.path.join(folder, "bench_steer_collocation")
        theirs = run(program, ends) if os.path.exists(program) else []
    name = lambda row: row["group"].replace("x", " x ")
    page = PAGE.format(
        load=os.getloadavg()[1], cores=os.cpu_count(),
        reached=table(["group", "reached", "wrong", "worst residual", "median", "90 %"],
                      [[name(r), f"{r['reached']} of {r['ends']}", r["wrong"], f"{r['residual']:.1e}",
                        f"{r['median']:.3f}", f"{r['ninety']:.3f}"] for r in ours]),
        again=table(["group", "reached", "median", "a trajectory", "ratio"],
                    [[name(r), f"{r['followed']} of {r['reached']}", f"{r['again']:.3f}", f"{r['trajectory']:.3f}",
                      f"{r['ratio']:.1f}"] for r in ours]),
        plain=table(["group", "reached", "median", "its cost over ours", "ours dearer"],
                    [[name(r), r["plain_reached"], f"{r['plain_median']:.3f}", f"{r['plain_dearness']:.3f}", r["dearer"]]
                     for r in ours]),
        collocation=table(
            ["group", "ends", "ours", "it reached", "intervals", "its time", "its miss", "its time over ours",
             "ours cost less / more"],
            [[name(r), r["ends"], f"{r['ours']:.3f}", r["reached"], f"{r['intervals']:.0f}", f"{r['median']:.1f}",
              f"{r['miss']:.1e}", f"{r['ratio']:.0f}", f"{r['cheaper']} / {r['dearer']}"] for r in theirs])
        if theirs else "Not built: no Ipopt.")
    if options.write:
        with open(options.write, "w", encoding="utf-8") as file:
            file.write(page)
    else:
        print(page, end="")


if __name__ == "__main__":
    main()
