"""Every fenced block of README and of the pages has a test that runs it or compiles it."""

from fnmatch import fnmatch
from pathlib import Path
import json
import re
import unittest

from pages import PAGES, ROOT, blocks

# by page and language, the tests that run its blocks
TESTS = {
    "README.md": {"sh": "Readme.test_commands", "text": "Readme.test_commands", "json": "Readme.test_its_file", "cpp": "Readme.test_lines_of_cpp", "python": "Readme.test_python_lines",
                  "cmake": "Cmake.test_readme_finds_the_package"},
    "docs/lessons/*.md": {"sh": "Lessons", "text": "Lessons", "json": "Lessons", "python": "Lessons"},
    "docs/how-to/python.md": {"python": "HowTos.test_python", "sh": "Cmake.test_python_is_built_by_options_that_exist",
                              "py": "Page.test_by_torch"},
    "docs/how-to/groups.md": {"python": "HowTos.test_python", "cpp": "HowTos.test_every_block_compiles"},
    "docs/how-to/*.md": {"cpp": "HowTos.test_every_block_compiles", "": "HowTos.test_commands", "sh": "HowTos.test_commands",
                         "json": "Files.test_json_is_json"},
    "docs/command.md": {"json": "Command.test_the_opening_is_that_of_an_answer"},
    "docs/chart.md": {"cpp": "HowTos.test_every_block_compiles"},
    "docs/gallery.md": {"sh": "Gallery.test_every_picture_is_made_by_its_command"},
    "docs/system-files.md": {"json": "HowTos.test_files"},
    "docs/measured/*.md": {"text": None},                          # what programs wrote
}


class Inventory(unittest.TestCase):
    def test_every_block_has_its_test(self):
        tests = "".join(file.read_text(encoding="utf-8") for folder in ("docs", "python")
                        for file in (ROOT / "tests" / folder).glob("test_*.py"))
        for page in PAGES:
            name = str(page.relative_to(ROOT))
            known = next((rows for pattern, rows in TESTS.items() if fnmatch(name, pattern)), {})
            for language, text, _ in blocks(page):
                self.assertIn(language, known, f"{name}: a block that no test runs:\n{text}")
                if known[language]:
                    group, _, test = known[language].partition(".")
                    self.assertRegex(tests, rf"class {group}\b")
                    self.assertRegex(tests, rf"def {test}")

    def test_commands_stand_in_fenced_blocks(self):
        for page in PAGES:
            for line in page.read_text(encoding="utf-8").splitlines():
                self.assertNotRegex(line, r"^    (hamel|cmake|sh|python3|mpirun|apt-get) ", page.name)


class Language(unittest.TestCase):
    """Sentences that stopped readers do not come back."""

    GONE = ["picture is the question", "reach all four directions", "is told with its place", "vakonomic all the same", "they contradict each other at",
            "best multiplier leaves", "only numbers are to be had", "stops nobody", "as finely as they bend", "no third way", "to be wished for",
            "says what its variables", "of no account", "optimisation nothing does", "The same of any step", "a wrong guess costs"]

    def test_plain_sentences(self):
        files = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
        for folder in ("include", "src", "examples", "bench"):
            files += [file for file in (ROOT / folder).rglob("*") if file.suffix in (".hpp", ".cpp", ".py", ".json")]
        self.assertGreater(len(files), 500)
        for file in files:
            text = " ".join(file.read_text("utf-8").replace("///", " ").replace("//", " ").split())
            for words in self.GONE:
                self.assertNotIn(words, text, file.name)


class Versions(unittest.TestCase):
    def test_citation_and_changelog_have_the_version_of_the_project(self):
        version = re.search(r"VERSION (\d+\.\d+\.\d+)", (ROOT / "CMakeLists.txt").read_text())[1]
        self.assertIn(f"\nversion: {version}\n", (ROOT / "CITATION.cff").read_text("utf-8"))
        released = re.findall(r"^## \[(\d\S*)\] - \d{4}-\d\d-\d\d$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
        self.assertEqual(released[0], version)

    def test_changelog_has_the_form_of_keep_a_changelog(self):
        text = (ROOT / "CHANGELOG.md").read_text("utf-8")
        self.assertRegex(text, r"\A# Changelog\n(?:(?!\n## ).*\n)*\n## \[Unreleased\]\n")
        kinds = re.findall(r"^### (.*)$", text, re.M)
        self.assertLessEqual(set(kinds), {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"})


class Cmake(unittest.TestCase):
    def test_readme_finds_the_package(self):
        """Its lines are those of the foreign project that tests/package builds."""
        text, = (text for language, text, _ in blocks(ROOT / "README.md") if language == "cmake")
        foreign = (ROOT / "tests" / "package" / "foreign" / "CMakeLists.txt").read_text()
        for line in text.splitlines():
            self.assertIn(line.replace("robot", "foreign"), foreign)

    def test_python_is_built_by_options_that_exist(self):
        page = ROOT / "docs" / "how-to" / "python.md"
        text = "".join(text for language, text, _ in blocks(page) if language == "sh") + (ROOT / "README.md").read_text("utf-8")
        lists = (ROOT / "CMakeLists.txt").read_text()
        for option in re.findall(r"-D(HAMEL_\w+)=", text):
            self.assertRegex(lists, rf"(option|set)\({option} ", option)
        packages = (ROOT / ".ci" / "packages").read_text()
        for package in re.search(r"apt-get install (.*)", text)[1].split():
            self.assertIn(package, packages)

    def test_presets_exist(self):
        presets = json.loads((ROOT / "CMakePresets.json").read_text())
        names = {preset["name"] for kind in presets if kind.endswith("Presets") for preset in presets[kind]}
        for page in PAGES:
            for name in re.findall(r"--preset[ =](\w+)", page.read_text(encoding="utf-8")):
                self.assertIn(name, names, page.name)


if __name__ == "__main__":
    unittest.main()
