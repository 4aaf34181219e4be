"""Sweeps in parts: over ranks of MPI the same table as on one process, and what was ended goes on where it was."""

import os
from pathlib import Path
import signal
import subprocess
import tempfile
import time
import unittest

HAMEL, SYSTEMS = os.environ["HAMEL"], Path(os.environ["SYSTEMS"])
HAMEL_MPI, MPIRUN = os.environ.get("HAMEL_MPI"), os.environ.get("MPIRUN")
UNICYCLE = str(SYSTEMS / "unicycle.json")
VALUES = ["--vary", "R=1/2:2:10", "--vary", "phi=0:1:40", "--t-end", "2"]


def on_ranks(count, *arguments):
    environment = {**os.environ, "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_btl_vader_single_copy_mechanism": "none"}
    return subprocess.Popen([MPIRUN, "--allow-run-as-root", "--oversubscribe", "-n", str(count), HAMEL_MPI, *arguments],
                            env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            start_new_session=True)


class Parts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.folder = self.root / "parts"

    def run_alone(self, *arguments, status=0):
        run = subprocess.run([HAMEL, "sweep", *arguments], text=True, capture_output=True)
        self.assertEqual(run.returncode, status, run.stderr)
        return run

    def whole(self):
        """The table of one process without parts."""
        table = self.root / "whole.csv"
        self.run_alone(UNICYCLE, *VALUES, "--out", str(table))
        return table.read_bytes()

    def in_parts(self):
        return ["sweep", UNICYCLE, *VALUES, "--folder", str(self.folder), "--chunk", "7", "--out", str(self.root / "out.csv")]

    def table(self):
        return (self.root / "out.csv").read_bytes()

    def notes(self):
        """The parts that are noted, by the indexes that hold them."""
        return {path.name: [int(line.split()[0]) for line in path.read_text().splitlines()]
                for path in self.folder.glob("rank-*.index")}


class OneProcess(Parts):
    def test_goes_on_where_it_was_killed(self):
        run = subprocess.Popen([HAMEL, *self.in_parts(), "--threads", "1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        index = self.folder / "rank-0.index"
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and not (index.exists() and index.read_text().count("\n") > 3):
            time.sleep(0.002)
        run.kill()
        run.communicate()
        with open(index, "a") as torn:
            torn.write("5")  # a note that was being written
        with open(self.folder / "rank-0", "a") as torn:
            torn.write("1,2,3")  # and an output without a note
        found = len(self.notes()["rank-0.index"]) - 1
        words = self.run_alone(*self.in_parts()[1:]).stdout
        self.assertIn(f"{found} found, {58 - found} computed", words)
        self.assertEqual(self.table(), self.whole())
        again = self.run_alone(*self.in_parts()[1:]).stdout
        self.assertIn("58 found, 0 computed", again)

    def test_another_work_is_refused(self):
        self.run_alone(UNICYCLE, "--vary", "m=1,2", "--t-end", "0.1", "--folder", str(self.folder))
        for change in (["--vary", "m=1,3"], ["--vary", "m=1,2", "--t-end", "0.2"], ["--vary", "m=1,2", "--chunk", "9"]):
            run = self.run_alone(UNICYCLE, "--t-end", "0.1", "--folder", str(self.folder), *change, status=2) \
                if "--t-end" not in change else \
                self.run_alone(UNICYCLE, "--folder", str(self.folder), *change, status=2)
            self.assertIn("another work", run.stderr)
        other = self.root / "other"
        other.mkdir()
        (other / "thesis.txt").write_text("years")
        self.assertIn("other files", self.run_alone(UNICYCLE, "--vary", "m=1", "--folder", str(other), status=2).stderr)

    def test_an_output_that_changed_is_told(self):
        self.run_alone(*self.in_parts()[1:])
        data = self.folder / "rank-0"
        data.write_bytes(data.read_bytes().replace(b"ok", b"OK", 1))
        self.assertIn("changed since", self.run_alone(*self.in_parts()[1:], status=2).stderr)

    def test_failures_are_counted_in_parts_too(self):
        run = self.run_alone(UNICYCLE, "--vary", "m=1,0,2", "--t-end", "0.1", "--folder", str(self.folder), status=1)
        self.assertIn("1 failed", run.stdout)
        self.assertIn("member 1 (m = 0) is refused", run.stderr)


@unittest.skipUnless(HAMEL_MPI and MPIRUN, "a build without MPI")
class OnRanks(Parts):
    def test_have_the_numbers_of_one_process(self):
        run = on_ranks(4, *self.in_parts())
        words, errors = run.communicate(timeout=300)
        self.assertEqual(run.returncode, 0, errors)
        self.assertEqual(words.count("unicycle, nonholonomic motion"), 1)
        self.assertEqual(self.table(), self.whole())
        notes = self.notes()
        self.assertEqual(len(notes), 4)
        self.assertEqual(sorted(part for parts in notes.values() for part in parts), list(range(58)))
        self.assertGreater(sum(len(parts) > 0 for parts in notes.values()), 1)

    def test_go_on_after_one_was_killed_whatever_their_number(self):
        run = on_ranks(4, *self.in_parts())
        deadline = time.monotonic() + 100
        while time.monotonic() < deadline and sum(map(len, self.notes().values())) < 4:
            time.sleep(0.002)
        ranks = subprocess.run(["pgrep", "-P", str(run.pid)], text=True, capture_output=True).stdout.split()
        if run.poll() is None and ranks:
            os.kill(int(ranks[-1]), signal.SIGKILL)
        run.communicate(timeout=300)
        found = {part for parts in self.notes().values() for part in parts}
        if len(found) == 58:
            self.skipTest("all was computed before a rank could be killed")
        self.assertNotEqual(run.returncode, 0)
        self.assertFalse((self.root / "out.csv").exists())
        run = on_ranks(2, *self.in_parts())
        words, errors = run.communicate(timeout=300)
        self.assertEqual(run.returncode, 0, errors)
        self.assertIn(f"{len(found)} found, {58 - len(found)} computed", words)
        self.assertEqual(self.table(), self.whole())

    def test_refusals_are_told_once(self):
        for arguments, words in ((self.in_parts() + ["--vary", "mm=1"], "one of"),
                                 (self.in_parts() + ["--what"], "--what"),
                                 (["sweep", UNICYCLE, "--vary", "m=1"], "--folder"),
                                 (["check", UNICYCLE], "more than one rank")):
            run = on_ranks(3, *arguments)
            _, errors = run.communicate(timeout=100)
            self.assertEqual(run.returncode, 2, errors)
            self.assertEqual(errors.count("hamel: "), 1, errors)
            self.assertIn(words, errors)


if __name__ == "__main__":
    unittest.main()
