"""The order of methods on a file, answers in JSON, tables of forces, hints, and progress on a terminal."""

import hashlib
import json
import os
import pty
import subprocess
import tempfile
import time
import unittest

HAMEL, SYSTEMS = os.environ["HAMEL"], os.environ["SYSTEMS"]


def run(*arguments, system=None):
    path = [os.path.join(SYSTEMS, system + ".json")] if system else []
    return subprocess.run([HAMEL, arguments[0], *path, *arguments[1:]], capture_output=True, text=True)


def orders(system, *arguments):
    answer = run("converge", "--json", *arguments, system=system)
    assert answer.returncode == 0, answer.stderr
    return {entry["method"]: entry for entry in json.loads(answer.stdout)["methods"]}


class Converge(unittest.TestCase):
    def test_declared_orders_are_reached(self):
        for system, dynamics, least in [("chaplygin_sleigh", "nonholonomic", 7), ("chaplygin_sleigh", "vakonomic", 7),
                                        ("suslov", "free", 7), ("chart_particle", "nonholonomic", 5)]:
            found = orders(system, "--dynamics", dynamics, "--t-end", "2")
            measured = {name: entry for name, entry in found.items() if entry["measured"] is not None}
            self.assertGreaterEqual(len(measured), least, system)
            for name, entry in measured.items():
                self.assertAlmostEqual(entry["measured"], entry["order"], delta=0.15, msg=f"{system} {name}")

    def test_steps_are_halved_and_errors_are_those_of_the_run(self):
        entry, = orders("suslov", "--method", "variational", "--steps", "50").values()
        self.assertEqual([point["step"] for point in entry["points"]], [1 / (50 * 2**k) for k in range(6)])
        ratios = [a["error"] / b["error"] for a, b in zip(entry["points"], entry["points"][1:])]
        for ratio in ratios:
            self.assertAlmostEqual(ratio, 4, delta=0.1)

    def test_rounding_has_no_order(self):
        entry, = orders("unicycle", "--method", "gauss6").values()     # exact on circles
        self.assertIsNone(entry["measured"])
        self.assertLess(max(point["error"] for point in entry["points"]), 1e-12)

    def test_methods_that_do_not_serve_say_so(self):
        found = orders("chart_particle")
        self.assertEqual(found["variational-cayley"]["points"], [])
        self.assertEqual(found["variational-cayley"]["reason"], "does not serve this system")
        self.assertIn("does not serve this system", run("converge", system="chart_particle").stdout)

    def test_refusals(self):
        for arguments, words in [(["--method", "variatonal"], "close to 'variational'"),
                                 (["--method", "dop853"], "one of fixed steps"), (["--steps", "0"], "--steps"),
                                 (["--t-end", "-1"], "--t-end"), (["--dynamics", "fre"], "close to 'free'")]:
            refused = run("converge", *arguments, system="unicycle")
            self.assertEqual(refused.returncode, 2)
            self.assertIn(words, refused.stderr)


class Json(unittest.TestCase):
    def test_simulate(self):
        answer = json.loads(run("simulate", "--json", "--t-end", "2", system="suslov").stdout)
        self.assertEqual((answer["status"], answer["t"], answer["steps"]), ("ok", 2, 200))
        self.assertLess(answer["energy"]["change"], 1e-12)
        self.assertIsNone(answer["momentum_change"])                   # nothing keeps it under a constraint
        free = json.loads(run("simulate", "--json", "--dynamics", "free", "--t-end", "2", system="suslov").stdout)
        self.assertLess(free["momentum_change"], 1e-10)

    def test_list(self):
        for topic in ["groups", "methods", "conditions", "systems"]:
            listed = json.loads(run("list", topic, "--json").stdout)
            self.assertEqual(list(listed)[3:], [topic])
            words = run("list", topic).stdout
            for line in listed[topic]:
                self.assertIn(line["name"], words)


class Opening(unittest.TestCase):
    """Which answer it is, of which program, about the bytes of which file."""

    def require(self, command, text, file):
        with open(file, "rb") as stream:
            digits = hashlib.sha256(stream.read()).hexdigest()
        with open(file, encoding="utf-8") as stream:
            name = json.load(stream)["name"]
        answer = json.loads(text)
        self.assertEqual(list(answer)[:3], ["schema", "hamel", "system"], command)
        self.assertEqual(answer["schema"], f"hamel/{command}/1")
        self.assertEqual(answer["hamel"], run("--version").stdout.strip())
        self.assertEqual(answer["system"], {"name": name, "sha256": digits}, command)

    def test_every_answer_about_a_file(self):
        sleigh = os.path.join(SYSTEMS, "chaplygin_sleigh.json")
        heisenberg = os.path.join(SYSTEMS, "heisenberg.json")
        with tempfile.TemporaryDirectory() as folder:
            kept = os.path.join(folder, "kept")
            calls = [("check", [sleigh]), ("check", [sleigh, "--vary", "m"]), ("check", [sleigh, "--vary", "m,J"]),
                     ("check", [sleigh, "--certificate", kept]), ("verify", [sleigh, kept]),
                     ("check", [sleigh, "--vary", "m,J", "--certificate", kept]), ("verify", [sleigh, kept]),
                     ("study", [sleigh]), ("study", [sleigh, "--certificate", kept]), ("verify", [sleigh, kept]),
                     ("inverse", [heisenberg]), ("inverse", [heisenberg, "--certificate", kept]), ("verify", [heisenberg, kept]),
                     ("simulate", [sleigh, "--t-end", "1"]), ("compare", [sleigh, "--t-end", "1"]),
                     ("sweep", [sleigh, "--vary", "m=1,2", "--t-end", "1"]),
                     ("sweep", [sleigh, "--vary", "m=1,2", "--t-end", "1", "--csv", kept]),
                     ("converge", [sleigh, "--method", "variational"]), ("steer", [heisenberg, "--to", "x=1,y=0,z=0"]),
                     ("linearise", [sleigh])]
            for command, arguments in calls:
                answer = run(command, *arguments, "--json")
                self.assertEqual(answer.stderr, "", (command, arguments))
                self.require(command, answer.stdout, arguments[0])

    def test_the_bytes_are_those_of_the_file(self):
        with open(os.path.join(SYSTEMS, "suslov.json"), "rb") as stream:
            system = stream.read()
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "suslov.json")
            for more in range(-len(system) % 64, 64 + -len(system) % 64 + 1):    # around the ends of a block
                with open(file, "wb") as stream:
                    stream.write(system + more * b" ")
                answer = run("simulate", file, "--json", "--t-end", "0.01").stdout
                self.require("simulate", answer, file)
            with open(file, "rb") as stream:
                piped = subprocess.run([HAMEL, "simulate", "-", "--json", "--t-end", "0.01"], stdin=stream, capture_output=True, text=True)
            self.assertEqual(piped.stdout, answer)

    def test_a_list_is_about_no_file(self):
        answer = json.loads(run("list", "--json").stdout)
        self.assertEqual(list(answer), ["schema", "hamel", "system", "groups", "methods", "conditions", "systems"])
        self.assertEqual((answer["schema"], answer["system"]), ("hamel/list/1", None))


class Claims(unittest.TestCase):
    """Every condition and claim says what it is about, where that is from, and what it is worth."""

    KEYS = ("statement", "equation", "source", "status")
    WORTH = ("proved", "recomputed", "rounded", "undecided", "not covered")

    def require(self, claim):
        for key in self.KEYS:
            self.assertTrue(claim.get(key), claim)
        self.assertIn(claim["status"], self.WORTH)
        return claim["status"]

    def test_check_and_verify_agree(self):
        known = {line["name"]: line for line in json.loads(run("list", "conditions", "--json").stdout)["conditions"]}
        verified, words = 0, set()
        with tempfile.TemporaryDirectory() as folder:
            for name in ("carriage", "chaplygin_skate", "suslov", "heavy_top", "unicycle_potential", "car", "chart_particle", "z2_sl2",
                         "ball_on_turntable", "skate_on_incline", "heisenberg_generalized"):
                kept = os.path.join(folder, "kept")
                answer = json.loads(run("check", "--json", "--certificate", kept, system=name).stdout)
                said = {}
                for claim in [*answer["conditions"], {"id": "q1", **answer["q1"]}]:
                    said[claim["id"]] = self.require(claim)
                    self.assertEqual((claim["statement"], claim["source"]),
                                     (known[claim["id"]]["summary"], known[claim["id"]]["source"]))
                    self.assertEqual(claim["answer"] == "undecided", claim["status"] == "undecided")
                    self.assertEqual(claim["status"] in ("proved", "recomputed"), claim["exact"] and claim["answer"] != "undecided")
                words |= set(said.values())
                for verdict in json.loads(run("verify", kept, "--json", system=name).stdout)["verdicts"]:
                    self.require(verdict)
                    if verdict["id"] != "q2":
                        self.assertEqual(said[verdict["id"]], verdict["status"], (name, verdict["id"]))
                        verified += 1
        self.assertGreater(verified, 60)
        self.assertGreaterEqual(words, {"proved", "recomputed", "undecided"})

    def test_the_other_answers(self):
        for claim in json.loads(run("check", "--vary", "m", "--json", system="chaplygin_sleigh").stdout)["conditions"]:
            self.require(claim)
        several = json.loads(run("check", "--vary", "l,J", "--json", system="carriage_offset").stdout)
        self.assertEqual(self.require(several["q1"]), "recomputed")            # in several parts
        self.assertEqual(self.require(json.loads(run("compare", "--t-end", "1", "--json", system="suslov").stdout)["q2"]), "proved")
        for flow in json.loads(run("study", "--json", system="suslov").stdout)["flows"]:
            for key in {"integrals", "measure", "steady"} & set(flow):
                status = self.require(flow[key])
                self.assertEqual(status, "not covered" if flow[key]["not_covered"] else "proved")
        inverse = json.loads(run("inverse", "--json", system="heisenberg").stdout)
        for key in ("eq_3_11_metrics", "metrics", "distributions", "potentials"):
            self.require(inverse[key])


class Hints(unittest.TestCase):
    def test_a_mistyped_option_is_told_the_name_it_is_close_to(self):
        for arguments, words in [(["simulate", "--metod", "rk4"], "'--metod', close to '--method'"),
                                 (["compare", "--t-ende=3"], "'--t-ende', close to '--t-end'")]:
            refused = run(*arguments, system="unicycle")
            self.assertEqual(refused.returncode, 2)
            self.assertIn(words, refused.stderr)


class Progress(unittest.TestCase):
    def test_rate_and_time_left_on_a_terminal_only(self):
        path = os.path.join(SYSTEMS, "unicycle_potential.json")
        terminal, end = pty.openpty()
        process = subprocess.Popen([HAMEL, "simulate", path, "--t-end", "1e7", "--every", "1000"], stderr=end,
                                   stdout=subprocess.DEVNULL)
        os.close(end)
        shown, until = "", time.monotonic() + 20
        while time.monotonic() < until and "left" not in shown:
            shown += os.read(terminal, 4096).decode()
        process.terminate()
        process.wait()
        os.close(terminal)
        self.assertRegex(shown, r"\d+\.\d %, [\d.e+]+ of time a second, [\d.]+ (s|h) left")
        quiet = run("simulate", "--t-end", "1", system="unicycle")
        self.assertEqual(quiet.stderr, "")


class Forces(unittest.TestCase):
    """`--reactions`: tables of the forces that keep the constraint."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.table = os.path.join(folder.name, "forces.csv")

    def columns(self, *arguments, system):
        answer = run(*arguments, "--reactions", self.table, system=system)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        with open(self.table, encoding="utf-8") as file:
            names, *rows = [line.strip().split(",") for line in file]
        return {name: [float(row[k]) for row in rows] for k, name in enumerate(names)}

    def test_of_a_wheel(self):
        forces = self.columns("simulate", "--t-end", "20", "--h", "0.01", system="unicycle")
        self.assertEqual(list(forces), ["t", "nu1", "nu2", "nu3", "nu4"])
        self.assertEqual((len(forces["t"]), forces["t"][-1]), (2001, 20))
        for nu in zip(*(forces[f"nu{i}"] for i in (1, 2, 3, 4))):                    # m v omega to the left
            for found, expected in zip(nu, (0, 1.3 * 0.9 * 0.5, 0, 0)):
                self.assertAlmostEqual(found, expected, places=10)

    def test_side_by_side_in_coordinates(self):
        forces = self.columns("compare", "--t-end", "2", system="chart_particle")    # z' = y x', unit masses
        nu = [[f"{motion}_nu{i}" for i in (1, 2, 3)] for motion in ("nonholonomic", "vakonomic")]
        self.assertEqual(list(forces), ["t", *nu[0], "nonholonomic_constraint1", *nu[1]])
        motions = run("compare", "--t-end", "2", "--csv", "/dev/stdout", system="chart_particle").stdout.splitlines()
        names, *rows = [line.split(",") for line in motions]
        y = [float(row[names.index("nonholonomic_y")]) for row in rows]
        for y, x, *others in zip(y, *(forces[f"nonholonomic_nu{i}"] for i in (1, 2, 3))):
            self.assertAlmostEqual(others[0], 0, places=12)
            self.assertAlmostEqual(x, -y * others[1], places=10)
        step = 2 / 500
        z_dot = [float(row[names.index("vakonomic_z_dot")]) for row in rows]
        for k in range(1, 500):                                                      # m z'' is the force on z
            self.assertAlmostEqual(forces["vakonomic_nu3"][k], (z_dot[k + 1] - z_dot[k - 1]) / (2 * step), places=3)

    def test_refused(self):
        for system, arguments in [("heavy_top", ()), ("unicycle", ("--dynamics", "free"))]:
            answer = run("simulate", *arguments, "--reactions", self.table, system=system)
            self.assertEqual(answer.returncode, 2)
            self.assertIn("--reactions: found", answer.stderr)
            self.assertFalse(os.path.exists(self.table))
        same = run("simulate", "--csv", self.table, "--reactions", self.table, system="unicycle")
        self.assertEqual((same.returncode, "--reactions" in same.stderr), (2, True))


if __name__ == "__main__":
    unittest.main()
