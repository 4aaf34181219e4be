"""JSON Schemas: what the command reads and prints keeps them, and what it refuses for its form they refuse too."""

import copy
import functools
import hashlib
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

import jsonschema

HAMEL, SOURCE = os.environ["HAMEL"], pathlib.Path(os.environ["SOURCE"])
SYSTEMS = SOURCE / "examples" / "systems"
PUBLIC = sorted([*SYSTEMS.glob("*.json"), *(SOURCE / "examples" / "first").glob("*.json"),
                 *(path for folder in ("", "moving", "regress", "faults") for path in (SOURCE / "tests" / "data" / folder).glob("*.json"))])


def run(*arguments):
    return subprocess.run([HAMEL, *map(str, arguments)], capture_output=True, text=True)


@functools.cache
def validator(name):
    printed = run("schema", name)
    assert printed.returncode == 0, printed.stderr
    schema = json.loads(printed.stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def objects(value):
    """All objects inside of a value."""
    if isinstance(value, dict):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from objects(part)


class SystemFiles(unittest.TestCase):
    def accepted(self):
        """The files that the command reads."""
        for path in PUBLIC:
            if run("simulate", path, "--dynamics", "free", "--t-end", "1e-6", "--h", "1e-6").returncode != 2:
                yield path

    def test_files_that_are_read_keep_the_schema(self):
        count = 0
        for path in self.accepted():
            with self.subTest(path.name):
                validator("system").validate(json.loads(path.read_text("utf-8")))
                count += 1
        self.assertGreater(count, 70)

    def test_a_key_that_is_unknown_is_refused_where_the_command_refuses_it(self):
        refused = 0
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "broken.json"
            for name in ("car", "car_chart", "carriage", "unicycle", "heavy_top", "chart_particle", "so21_lorentz", "snakeboard_gait"):
                system = json.loads((SYSTEMS / f"{name}.json").read_text("utf-8"))
                for key in ("reference", "expect"):
                    system.pop(key, None)
                for k in range(len(list(objects(system)))):
                    broken = copy.deepcopy(system)
                    list(objects(broken))[k]["not a name"] = "1"
                    file.write_text(json.dumps(broken))
                    self.assertEqual(run("check", file).returncode, 2, broken)
                    self.assertFalse(validator("system").is_valid(broken), broken)
                    refused += 1
        self.assertGreater(refused, 20)

    def test_wrong_forms_are_refused(self):
        system = json.loads((SYSTEMS / "carriage.json").read_text("utf-8"))
        chart = json.loads((SYSTEMS / "chart_particle.json").read_text("utf-8"))
        wrong = [({"schema": 2}, system), ({"name": ""}, system), ({"name": 3}, system), ({"metric": "1"}, system),
                 ({"metric": [[True]]}, system), ({"events": []}, system), ({"events": {"e": "x"}}, system),
                 ({"events": {"e": {"stop": True}}}, system), ({"events": {"e": {"when": "x", "stop": "1"}}}, system), ({"group": 3}, system), ({"group": {"matrices": []}}, system),
                 ({"algebra": {"dim": 3, "brackets": {}}}, system), ({"potential": ["0"]}, system), ({"parameters": ["m"]}, system),
                 ({"parameters": {"2m": "1"}}, system), ({"constraint": {"offset": ["0"]}}, system),
                 ({"initial": {"x": {}}}, system), ({"initial": {"a": ["1"], "u": ["1"]}}, system),
                 ({"initial": {"a": ["1"], "mu": ["1"], "p": ["1"]}}, system), ({"inputs": {"left": {"signal": "t"}}}, system),
                 ({"inputs": {"left": {"force": ["1"], "bounds": ["1"]}}}, system), ({"target": {}}, system),
                 ({"target": {"x": {}, "via": [{"x": {}}]}}, system), ({"vehicle": [{}]}, system),
                 ({"vehicle": [{"line": [["0", "0"]]}]}, system), ({"chart": {"coordinates": []}}, chart),
                 ({"chart": {"coordinates": ["x", "x"]}}, chart), ({"chart": {}}, chart), ({"lagrangian": "0"}, chart),
                 ({"constraints": "x"}, chart), ({"initial": {"q": {}}}, chart), ({"heading": "x"}, chart)]
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "broken.json"
            for change, whole in wrong:
                broken = {**whole, **change}
                with self.subTest(change):
                    file.write_text(json.dumps(broken))
                    self.assertEqual(run("check", file).returncode, 2)
                    self.assertFalse(validator("system").is_valid(broken))
        for key in ("schema", "name", "metric", "group"):
            self.assertFalse(validator("system").is_valid({k: v for k, v in system.items() if k != key}), key)


class Answers(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.kept = os.path.join(self.folder.name, "kept.json")

    def require(self, subcommand, *arguments):
        """The answer keeps its schema, and would not with a key more, in it or in one of its parts."""
        printed = run(subcommand, *arguments, "--json")
        with self.subTest(subcommand, arguments=[str(one) for one in arguments]):
            self.assertIn(printed.returncode, (0, 1, 3), printed.stderr)
            answer = json.loads(printed.stdout)
            validator(subcommand).validate(answer)
            for part in [answer, *(value for value in answer.values() if isinstance(value, dict) and value),
                         *(value[0] for value in answer.values() if isinstance(value, list) and value and isinstance(value[0], dict))]:
                if part in answer.get("rows", ()):     # whose columns are those of the system
                    continue
                part["more"] = {}
                self.assertFalse(validator(subcommand).is_valid(answer))
                del part["more"]
            validator(subcommand).validate(answer)

    def test_every_subcommand_with_json_has_one(self):
        listed = re.findall(r"^  ([a-z]+) ", run("--help").stdout.partition("Subcommands:")[2], re.M)
        with_json = {name for name in listed if "--json" in run(name, "--help").stdout}
        names = run("schema").stdout.split()
        self.assertEqual(names[:2], ["system", "certificate"])
        self.assertEqual(set(names[2:]), with_json)
        refused = run("schema", "chek")
        self.assertEqual(refused.returncode, 2)
        self.assertIn("close to 'check'", refused.stderr)

    def test_check(self):
        for path in sorted(SYSTEMS.glob("*.json")):
            self.require("check", path)
        for name, parameters in [("carriage_offset", "l"), ("carriage_offset", "l,J"), ("chaplygin_sleigh", "m"), ("unicycle_potential", "m")]:
            self.require("check", SYSTEMS / f"{name}.json", "--vary", parameters)

    def test_verify(self):
        for subcommand, name, *options in [("check", "carriage"), ("check", "suslov"), ("check", "car"), ("study", "suslov"),
                                           ("inverse", "suslov"), ("check", "carriage_offset", "--vary", "l,J")]:
            file = SYSTEMS / f"{name}.json"
            self.require(subcommand, file, *options, "--certificate", self.kept)
            self.require("verify", file, self.kept)
            kept = pathlib.Path(self.kept)
            certificate = json.loads(kept.read_text())
            validator("certificate").validate(certificate)
            self.assertEqual(certificate["sha256"], hashlib.sha256(file.read_bytes()).hexdigest())
            for key, other in [("sha256", "0" * 64), ("question", "simulate"), ("certificate_for", "another"), ("schema", "hamel/certificate/3"),
                               ("claims", {"q1": {"statement": "true", "equation": "0 = 0", "source": "nobody"}})]:
                kept.write_text(json.dumps({**certificate, key: other}))
                refused = run("verify", file, kept)
                self.assertEqual(refused.returncode, 2, key)
                self.assertIn(f"$.{key}", refused.stderr)
            for key in [*certificate, "more"]:
                without = {**certificate, "more": 1} if key == "more" else {k: v for k, v in certificate.items() if k != key}
                self.assertFalse(key not in ("sha256", "decompositions", "conditions") and validator("certificate").is_valid(without), key)

    def test_study(self):
        for name in ("suslov", "unicycle", "heavy_top", "car", "tilting_disk", "chart_particle", "chaplygin_ball", "roller_racer",
                     "snakeboard_gait", "z2_sl2"):
            self.require("study", SYSTEMS / f"{name}.json")

    def test_inverse(self):
        for name in ("suslov", "unicycle", "heisenberg", "z2_sl2"):
            self.require("inverse", SYSTEMS / f"{name}.json")

    def test_motions(self):
        for name in ("suslov", "car", "chart_particle", "so21_lorentz"):
            self.require("simulate", SYSTEMS / f"{name}.json", "--t-end", "1")
            self.require("compare", SYSTEMS / f"{name}.json", "--t-end", "1")
        self.require("simulate", SOURCE / "tests" / "data" / "regress" / "blow_up.json")
        self.require("simulate", SOURCE / "tests" / "data" / "regress" / "thrown.json", "--at", "0.1,0.2")
        self.require("converge", SYSTEMS / "suslov.json", "--method", "variational", "--method", "rk4")
        self.require("converge", SYSTEMS / "chart_particle.json", "--method", "variational-cayley")
        self.require("sweep", SYSTEMS / "unicycle.json", "--vary", "m=1,0,2", "--t-end", "1")
        self.require("sweep", SYSTEMS / "chart_particle.json", "--vary", "x=0:1:3", "--t-end", "1", "--out", self.kept)

    def test_steer(self):
        self.require("steer", SYSTEMS / "heisenberg.json", "--to", "x=1,y=0,z=1/4")
        self.require("steer", SYSTEMS / "unicycle.json", "--to", "x=1,y=1/2", "--free", "theta1", "--via", "t=1/2,x=1/4")
        self.require("steer", SYSTEMS / "car_chart.json", "--to", "x=1/2,y=1/4")
        if "needs a build with Ipopt" not in run("steer", SYSTEMS / "carriage.json", "--effort").stderr:
            pushed = json.loads((SYSTEMS / "heisenberg.json").read_text("utf-8"))
            pushed["inputs"] = {"first": {"force": ["1", "0", "0"]}, "second": {"force": ["0", "1", "0"]}}
            pushed["initial"] = {"a": ["0", "0", "0"]}
            file = pathlib.Path(self.folder.name) / "pushed.json"
            file.write_text(json.dumps(pushed))
            self.require("steer", file, "--to", "x=1,y=0,z=0", "--effort", "--steps", "10")

    def test_linearise(self):
        for name in ("suslov", "car_chart", "tilting_disk", "roller_racer", "snakeboard_gait", "so21_lorentz"):
            self.require("linearise", SYSTEMS / f"{name}.json")
        self.require("linearise", SYSTEMS / "chaplygin_sleigh.json", "--at", "3")
        self.require("linearise", SOURCE / "examples" / "linear" / "bicycle.json", "--vary", "v=0:10:5")
        self.require("linearise", SOURCE / "examples" / "linear" / "skateboard.json", "--step", "0.1", "--orbit", "1")

    def test_list(self):
        self.require("list")
        self.require("list", "groups")


if __name__ == "__main__":
    unittest.main()
