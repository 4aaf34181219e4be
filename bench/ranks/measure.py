#!/usr/bin/env python3
"""Strong scaling of a sweep: the same members on one rank of MPI and on two, beside one thread and two of a single process.

    bench/ranks/measure.py [--program HAMEL_MPI] [--build FOLDER] [--turns N] [--members N]

Without --program hamel-mpi is built in FOLDER first. All are taken in turns and the fastest of each counts; the tables
that they write must be the same byte by byte.
"""
import argparse
import os
from pathlib import Path
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = Path(__file__).resolve().parent.parent.parent
SYSTEM = ROOT / "examples" / "systems" / "unicycle.json"


def build(folder):
    subprocess.run(["cmake", "--preset", "bench", "-B", folder, "-DHAMEL_BUILD_COMMAND=ON", "-DHAMEL_BUILD_MPI=ON",
                    "-DHAMEL_BUILD_FAMILIES=OFF", "-DHAMEL_BUILD_STEERING=OFF"], cwd=ROOT, check=True, stdout=sys.stderr)
    subprocess.run(["cmake", "--build", folder, "--target", "hamel_mpi_command"], check=True, stdout=sys.stderr)
    return Path(folder) / "src" / "hamel-mpi"


def sweep(program, ranks, threads, members, place):
    """Seconds of one sweep, the start of its processes included, and the table that it wrote."""
    folder, out = Path(place) / "parts", Path(place) / "out.csv"
    shutil.rmtree(folder, ignore_errors=True)
    command = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-n", ranks, program, "sweep", SYSTEM,
               "--vary", f"phi=0:1:{members}", "--t-end", 50, "--chunk", max(1, members // 16), "--threads", threads,
               "--folder", folder, "--out", out]
    began = time.monotonic()
    subprocess.run([str(word) for word in command], check=True, capture_output=True)
    return time.monotonic() - began, out.read_bytes()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program")
    parser.add_argument("--build", default=str(ROOT / "build" / "ranks"))
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--members", type=int, default=2048)
    options = parser.parse_args()
    if not shutil.which("mpirun"):
        print("no mpirun: ranks are not measured")
        return 0
    try:
        program = options.program or build(options.build)
    except subprocess.CalledProcessError as failure:
        print(f"hamel-mpi was not built ({failure}): ranks are not measured")
        return 0
    ways = {"one rank, one thread": (1, 1), "two ranks, one thread each": (2, 1), "one rank, two threads": (1, 2)}
    fastest = {}
    tables = set()
    with tempfile.TemporaryDirectory() as place:
        for _ in range(options.turns):
            for name, (ranks, threads) in ways.items():
                seconds, table = sweep(program, ranks, threads, options.members, place)
                fastest[name] = min(seconds, fastest.get(name, seconds))
                tables.add(table)
    alone = fastest["one rank, one thread"]
    print(f"{options.members} unicycles over 50 units of time in 16 parts; load {os.getloadavg()[0]:.1f} on "
          f"{os.cpu_count()} processors")
    print(f"{'':30}{'seconds':>9}{'gain':>7}")
    for name, seconds in fastest.items():
        print(f"{name:30}{seconds:9.2f}{alone / seconds:7.2f}")
    if len(tables) > 1:
        print("the tables differ")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
