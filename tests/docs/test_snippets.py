"""The blocks of the lessons and of README run, in the order in which a reader meets them, in a folder of their own.

A block `json` after a line that names a file is that file. A block `sh` is run, and the lines of a block `text` after it
stand in its output, in their order. Blocks `python` go on from one another.
"""

import contextlib
import io
import json
import os
from pathlib import Path
import re
import shutil
import subprocess
import tempfile
import unittest

from pages import LESSONS, ROOT, blocks

HAMEL, COMPILER, EIGEN = os.environ["HAMEL"], os.environ["COMPILER"], os.environ["EIGEN"]
HAS_PYTHON = "PYTHONPATH" in os.environ
RANKS = Path(HAMEL).with_name("hamel-mpi")
HAS_RANKS = RANKS.exists() and shutil.which("mpirun")
MPI = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1",
       "OMPI_MCA_btl_vader_single_copy_mechanism": "none"}


class Blocks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "bin").mkdir()
        (self.folder / "bin" / "hamel").symlink_to(HAMEL)
        if HAS_RANKS:
            (self.folder / "bin" / "hamel-mpi").symlink_to(RANKS)
        for name in ("examples", "docs"):
            (self.folder / name).symlink_to(ROOT / name)
        self.environment = {**os.environ, "PATH": f"{self.folder}/bin:{os.environ['PATH']}", **MPI}
        if not shutil.which("gnuplot"):
            self.skipTest("gnuplot is not installed")

    def shell(self, text):
        run = subprocess.run(["sh", "-e"], input=text, cwd=self.folder, env=self.environment, text=True,
                             capture_output=True)
        self.assertEqual(run.returncode, 3 if "not covered: " in run.stdout else 0, text + run.stderr)
        return run.stdout + run.stderr

    def assert_stands_in(self, expected, output):
        at = 0
        for line in filter(str.strip, expected.splitlines()):
            found = output.find(line, at)
            self.assertGreaterEqual(found, 0, f"{line!r} is not in\n{output}")
            at = found + len(line)

    def walk(self, page):
        output, names = "", {"__name__": "page"}
        here = os.getcwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, here)
        for language, text, before in blocks(page):
            if language == "json":
                name = re.search(r"`(\w+\.json)`", before)
                self.assertTrue(name, f"no file is named before {text}")
                (self.folder / name[1]).write_text(text)
            elif language == "sh":
                output = self.shell(text)
            elif language == "text":
                self.assert_stands_in(text, output)
            elif language == "python" and (HAS_PYTHON or "hamel" not in text):
                with contextlib.redirect_stdout(io.StringIO()):
                    exec(compile(text, page.name, "exec"), names)


class Lessons(Blocks):
    def test_first(self):
        self.walk(LESSONS[0])
        self.assertTrue((self.folder / "unicycle.html").exists())

    def test_questions(self):
        self.walk(LESSONS[1])

    def test_moving(self):
        self.walk(LESSONS[2])

    def test_steering(self):
        self.walk(LESSONS[3])

    @unittest.skipUnless(HAS_PYTHON, "the Python package is not built")
    def test_python(self):
        self.walk(LESSONS[4])


class HowTos(Blocks):
    def test_commands(self):
        shutil.copy(ROOT / "examples" / "systems" / "unicycle.json", self.folder / "mine.json")
        count = 0
        for page in sorted((ROOT / "docs" / "how-to").glob("*.md")):
            for language, text, _ in blocks(page):
                text = re.sub(r"^mpirun -n \d+ hamel-mpi", "mpirun -n 2 hamel-mpi" if HAS_RANKS else "hamel", text, flags=re.M)
                for line in re.findall(r"^(?:hamel|mpirun) .*", text, re.M) if language in ("", "sh") else []:
                    with self.subTest(page.name, line=line):
                        self.shell(re.sub(r"(:\d+):100\b", r"\1:3", line))           # long sweeps with fewer members
                        count += 1
        self.assertGreaterEqual(count, 12)

    @unittest.skipUnless(HAS_PYTHON, "the Python package is not built")
    def test_python(self):
        here = os.getcwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, here)
        for page in ("python.md", "groups.md"):
            names = {"__name__": "page"}
            for language, text, _ in blocks(ROOT / "docs" / "how-to" / page):
                if language == "python":
                    with contextlib.redirect_stdout(io.StringIO()):
                        exec(compile(text, page, "exec"), names)

    def test_files(self):
        whole, keys = [], 0
        for language, text, _ in blocks(ROOT / "docs" / "system-files.md"):
            if language == "json" and text.startswith("{"):
                whole.append(text)
            elif language == "json":
                json.loads("{" + text + "}")
                keys += 1
        self.assertEqual((len(whole), keys), (3, 11))
        for text in whole:
            run = subprocess.run([HAMEL, "simulate" if '"span": []' in text else "compare", "-", "--t-end", "1"], input=text, capture_output=True, text=True)
            self.assertEqual(run.returncode, 0, run.stderr)


class Command(Blocks):
    def test_its_commands_run(self):
        page = (ROOT / "docs" / "command.md").read_text(encoding="utf-8")
        lines = [line for line in re.findall(r"`(hamel \w+ FILE [^`]*)`", page) if "[" not in line]
        self.assertGreaterEqual(len(lines), 1)
        self.shell("hamel simulate examples/systems/unicycle.json --t-end 5 --csv run.csv")  # which lines go on from
        for line in lines:
            self.shell(line.replace("FILE", "examples/systems/unicycle.json").replace(":100 ", ":3 "))

    def test_the_opening_is_that_of_an_answer(self):
        (_, opening, _), = (block for block in blocks(ROOT / "docs" / "command.md") if block[0] == "json")
        answer = json.loads(self.shell("hamel check examples/systems/chaplygin_sleigh.json --json"))
        self.assertEqual(list(answer.items())[:3], list(json.loads(opening).items()))

    def help_of(self, *subcommand):
        return subprocess.run([HAMEL, *subcommand, "--help"], check=True, capture_output=True, text=True).stdout

    def test_the_page_names_every_subcommand_and_option(self):
        page = (ROOT / "docs" / "command.md").read_text(encoding="utf-8")
        subcommands = re.findall(r"^  ([a-z]+) ", self.help_of().partition("Subcommands:")[2], re.M)
        self.assertIn("simulate", subcommands)
        listed = page.partition("## What each subcommand takes")[0]
        self.assertEqual(re.findall(r"^\| `([a-z]+)` \|", listed, re.M), subcommands)
        known = {"--help", "--version"}
        for subcommand in subcommands:
            options = set(re.findall(r"^  (?:-\w,)?(--[a-z-]+)", self.help_of(subcommand), re.M))
            for option in options - known:
                self.assertRegex(page, rf"`{option}\b", subcommand)
            known |= options
        for option in re.findall(r"`(--[a-z-]+)", page):
            self.assertIn(option, known)


class Gallery(Blocks):
    def test_every_picture_is_made_by_its_command(self):
        page = ROOT / "docs" / "gallery.md"
        made = set()
        for language, text, _ in blocks(page):
            for line in re.findall(r"^hamel .*", text, re.M) if language == "sh" else []:
                self.shell(line)
                name = re.search(r"--plot (\S+)", line)[1]
                self.assertGreater((self.folder / name).stat().st_size, 5000, name)
                made.add(name)
            for line in re.findall(r"^python3 docs/animation.py .*", text, re.M) if language == "sh" else []:
                self.shell(line)
                name = line.split()[2]
                self.assertGreater((self.folder / name).read_text("utf-8").count("<animate "), 2, name)
                made.add(name)
        self.assertEqual(made, set(re.findall(r"\(pictures/(\S+)\)", page.read_text(encoding="utf-8"))))

    def test_its_examples_exist(self):
        page = (ROOT / "docs" / "gallery.md").read_text(encoding="utf-8")
        listed = (ROOT / "examples" / "CMakeLists.txt").read_text()
        examples = re.findall(r"build/release/examples/example_(\w+)", page)
        self.assertGreater(len(examples), 30)
        for name in examples:
            self.assertTrue((ROOT / "examples" / f"{name}.cpp").exists(), name)
        self.assertTrue(all(name in listed for name in examples))


class Readme(Blocks):
    def test_commands(self):
        page = ROOT / "README.md"
        commands = "".join(text for language, text, _ in blocks(page) if language == "sh")
        scripts = re.findall(r"^sh ([\w/]+)", commands, re.M)
        self.assertEqual(scripts, ["examples/run", "tests/run"])  # which build, and are run as they are
        for script in scripts:
            subprocess.run(["sh", "-n", ROOT / script], check=True)
        for room in ("FAMILIES", "STEERING", "STUDY"):                  # which the lessons ask for
            self.assertNotIn(f"-DHAMEL_BUILD_{room}=OFF", (ROOT / "examples" / "run").read_text())
        output, count = "", 0
        for language, text, _ in blocks(page):
            if language == "sh":
                lines = re.findall(r"^hamel .*", text, re.M)
                output, count = "".join(map(self.shell, lines)), count + len(lines)
            elif language == "text":
                self.assert_stands_in(text, output)
        self.assertGreaterEqual(count, 8)

    def test_its_file(self):
        text, = (text for language, text, _ in blocks(ROOT / "README.md") if language == "json")
        self.assertEqual(text, (ROOT / "examples" / "first" / "wheel.json").read_text("utf-8"))

    @unittest.skipUnless(HAS_PYTHON, "the Python package is not built")
    def test_python_lines(self):
        text = "".join(text for language, text, _ in blocks(ROOT / "README.md") if language == "python")
        self.assertLessEqual(len(text.splitlines()), 12)
        here = os.getcwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, here)
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(text, "README.md", "exec"), {})

    def test_lines_of_cpp(self):
        text, = (text for language, text, _ in blocks(ROOT / "README.md") if language == "cpp")
        self.assertLessEqual(len(text.splitlines()), 25)
        (self.folder / "robot.cpp").write_text(text)
        (self.folder / "include").symlink_to(ROOT / "include")
        lines = [line for page in (ROOT / "README.md", ROOT / "docs" / "how-to" / "group.md")
                 for language, text, _ in blocks(page) if language == "sh" for line in re.findall(r"^g\+\+ .*", text, re.M)]
        self.assertEqual(len(lines), 3)
        for line in sorted(set(lines)):
            line = line.replace("g++ ", f"{COMPILER} ", 1).replace("/usr/include/eigen3", EIGEN).replace("-O2", "-O1")
            self.assertTrue(self.shell(line).strip())


if __name__ == "__main__":
    unittest.main()
