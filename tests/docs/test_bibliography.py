"""Every work that is cited, by names and a year, stands in the bibliography with that year, and nothing else does."""

import re
import unicodedata
import unittest

from pages import ROOT

CITATION = re.compile(r"((?:[A-Z][\w'-]+(?:, | & | and | ))+)(?:et al\.? )?\(?((?:18|19|20)\d\d)\b")


def plain(text):
    """Without accents; a ü may be written ue."""
    text = text.replace("ü", "ue").replace("ä", "ae").replace("ö", "oe").replace("ø", "o")
    return unicodedata.normalize("NFD", text).encode("ascii", "ignore").decode()


def entries():
    page = (ROOT / "docs" / "bibliography.md").read_text("utf-8")
    return [plain(" ".join(entry.split())) for entry in re.split(r"^- ", page, flags=re.M)[1:]]


def citations():
    """(names, year, file) of every citation."""
    for folder in ("include", "src", "examples", "docs", "tests/systems"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix not in (".hpp", ".cpp", ".json", ".md") or path.name == "bibliography.md":
                continue
            text = re.sub(r"\n *(///?|\*)? *", " ", path.read_text("utf-8"))     # a citation may go over the end of a line
            for names, year in CITATION.findall(text):
                yield re.findall(r"[A-Z][\w'-]+", plain(names)), year, path.relative_to(ROOT)


class Bibliography(unittest.TestCase):
    def test_holds_what_is_cited(self):
        missing, used = set(), set()
        known = entries()
        count = 0
        for names, year, path in citations():
            count += 1
            found = [entry for entry in known if year in entry and any(re.search(rf"\b{name}\b", entry) for name in names)]
            used.update(found)
            if not found:
                missing.add(f"{path}: {' & '.join(names)} {year}")
        self.assertEqual(sorted(missing), [])
        self.assertGreater(count, 100)
        self.assertEqual([entry for entry in known if entry not in used], [], "not cited")


if __name__ == "__main__":
    unittest.main()
