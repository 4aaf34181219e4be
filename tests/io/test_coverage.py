"""What each subcommand takes of a system file: the table of docs/command.md, cell by cell.

`yes` is an answer, `part` one that names what of it is not covered (exit status 3), `no` a refusal that names the key.
`verify` is asked about every certificate that `check`, `study` and `inverse` write, or, where they write none, about one of a
system without the key.
"""

import copy
import json
import os
from pathlib import Path
import re
import subprocess
import tempfile
import unittest

HAMEL = os.environ["HAMEL"]
PAGE = Path(__file__).resolve().parents[2] / "docs" / "command.md"

SLED = {"schema": 1, "name": "sled", "group": "SE2", "parameters": {"k": "1"},
        "metric": [["2", "0", "0"], ["0", "2", "0"], ["0", "0", "1"]],
        "constraint": {"span": [["1", "0", "0"], ["0", "0", "1"]]}, "initial": {"a": ["1", "0", "1/2"]}}
PARTICLE = {"schema": 1, "name": "particle", "chart": {"coordinates": ["x", "y", "z"]},
            "metric": [["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"]], "constraints": ["z_dot - y*x_dot"],
            "parameters": {"k": "1"}, "initial": {"q_dot": {"x": "1", "y": "1"}}}
INPUTS = {"push": {"force": ["1", "0", "0"]}, "turn": {"force": ["0", "0", "1"]}}


def sled(**parts):
    return {**copy.deepcopy(SLED), **parts}


def driven(signal):
    return sled(inputs={"push": {"force": ["1", "0", "0"], "signal": signal}})


def moved(signal):
    return sled(inputs={"wind": {"velocity": ["0", "1", "0"], "signal": signal}})


def particle(without=(), **parts):
    return {key: value for key, value in {**copy.deepcopy(PARTICLE), **parts}.items() if key not in without}


# each key with a file that has it, and what a refusal of it may say
ROWS = {"annihilator": [["0", "1", "0"]]}
FILES = {
    "initial.u": (sled(initial={"u": ["1", "1/2"]}), "u"),
    "initial.t": (sled(initial={"t": "1/2", "a": ["1", "0", "1/2"]}), "t"),
    "initial.p": (sled(initial={"a": ["1", "0", "1/2"], "p": ["2", "0", "1/2"]}), "p"),
    "initial.find": (sled(initial={"a": ["1", "1", "1/2"], "find": ["a2"]}), "find"),
    "define": (sled(define={"m": "2*k"}, metric=[["m", "0", "0"], ["0", "m", "0"], ["0", "0", "1"]]), "define"),
    "events": (sled(events={"far": {"when": "x - 10"}}), "events"),
    "constraint.annihilator": (sled(constraint=ROWS), "annihilator"),
    "constraint.drift": (sled(constraint={**ROWS, "drift": ["t"]}), "(drift|annihilator)"),
    "constraint.offset": (sled(constraint={**SLED["constraint"], "offset": ["0", "t", "0"]}), "offset"),
    "constraint.span, moving": (sled(constraint={"span": [["cos(phi)", "-sin(phi)", "0"], ["0", "0", "1"]]},
                                     initial={"u": ["1", "1/2"]}), "span"),
    "constraint.span, empty": (sled(constraint={"span": [], "offset": ["1", "0", "1/2"]}, initial={"u": []}), "span"),
    "constraint.holonomic": (sled(constraint={"holonomic": ["x^2 + y^2 - 1"]},
                                  initial={"x": {"x": "1"}, "a": ["0", "1", "0"]}), "holonomic"),
    "constraint.holonomic beside span": (sled(constraint={**SLED["constraint"], "holonomic": ["phi - y/2"]},
                                              initial={"u": ["1", "0"]}), "holonomic"),
    "force": (sled(force=["-k*a1", "0", "0"]), "force"),
    "inputs, a signal": (driven("sin(t)"), "inputs"),
    "inputs, a table": (driven({"t": [0, 20], "w": [1, 2], "between": "linear"}), "inputs"),
    "inputs, a velocity": (moved("t"), "(inputs|offset)"),
    "inputs, a velocity by a table": (moved({"t": [0, 20], "w": [0, 2], "between": "linear"}), "(inputs|offset)"),
    "chart": (particle(), "chart"),
    "chart: force": (particle(force=["-x_dot", "0", "0"]), "(force|chart)"),
    "chart: t": (particle(potential="sin(t)*x"), "(potential|chart)"),
    "chart: holonomic": (particle(["constraints"], holonomic=["z - x^2/2"],
                                  initial={"q": {"x": "1", "z": "1/2"}, "q_dot": {"x": "1", "z": "1"}}),
                         "(holonomic|chart)"),
}
CALLS = {
    "check": [],
    "check --vary": ["--vary", "k"],
    "study": [],
    "inverse": [],
    "verify": [],
    "simulate": ["--t-end", "1"],
    "simulate --reactions": ["--t-end", "1", "--reactions", "reactions.csv"],
    "sweep": ["--vary", "k=1,2", "--t-end", "1"],
    "converge": ["--method", "rk4"],
    "compare": ["--t-end", "1"],
    "steer": ["--to", "x=2"],
    "steer --effort": ["--to", "x=2", "--effort", "--steps", "10"],
    "linearise": [],
}


def table():
    """The cells of the table, by key and call."""
    text = PAGE.read_text(encoding="utf-8").split("## What each subcommand takes")[1].split("\n## ")[0]
    rows = [[cell.strip().strip("`") for cell in line.strip("|").split("|")]
            for line in text.splitlines() if line.startswith("|")]
    return {row[0].replace("`", ""): dict(zip([head.strip("`") for head in rows[0][1:]], row[1:])) for row in rows[2:]}


class Coverage(unittest.TestCase):
    def command(self, folder, *words):
        return subprocess.run([HAMEL, *words], capture_output=True, text=True, cwd=folder)

    def certificates(self, system, folder):
        """Those that are written about a system, which is left in system.json."""
        (folder / "system.json").write_text(json.dumps(system), encoding="utf-8")
        for subcommand in ("check", "study", "inverse"):
            name = f"{subcommand}.cert"
            (folder / name).unlink(missing_ok=True)
            self.command(folder, subcommand, "system.json", "--certificate", name)
            if (folder / name).exists():
                yield name

    def verify(self, system, folder):
        runs = [self.command(folder, "verify", "system.json", name) for name in self.certificates(system, folder)]
        if not runs:
            without = next(self.certificates(PARTICLE if "chart" in system else SLED, folder))
            (folder / "system.json").write_text(json.dumps(system), encoding="utf-8")
            runs = [self.command(folder, "verify", "system.json", without)]
        return max(runs, key=lambda run: run.returncode)

    def run_on(self, system, call, folder):
        if call == "verify":
            return self.verify(system, folder)
        if call == "steer --effort":
            system = {**system, "inputs": {**INPUTS, **system.get("inputs", {})}}
        (folder / "system.json").write_text(json.dumps(system), encoding="utf-8")
        return self.command(folder, call.split()[0], "system.json", *CALLS[call])

    def test_the_table(self):
        cells = table()
        self.assertEqual(list(cells), list(FILES))
        with tempfile.TemporaryDirectory() as folder:
            for key, (system, named) in FILES.items():
                self.assertEqual(list(cells[key]), list(CALLS))
                for call, said in cells[key].items():
                    with self.subTest(key=key, call=call):
                        run = self.run_on(system, call, Path(folder))
                        if "a build without" in run.stderr or "this build has no solver" in run.stderr:
                            continue
                        self.assertEqual(run.returncode, {"yes": 0, "part": 3, "no": 2}[said], run.stderr)
                        if said == "no":
                            self.assertRegex(run.stderr, r"\$[\w.]*\." + named)


if __name__ == "__main__":
    unittest.main()
