"""Every internal link of every page leads somewhere, and every page can be reached."""

import re
import unittest

from pages import LESSONS, PAGES, ROOT, anchors, links, prose


class Links(unittest.TestCase):
    def test_every_link_leads_somewhere(self):
        broken = []
        for page in PAGES:
            for address in links(page):
                path, _, anchor = address.partition("#")
                target = (page.parent / path).resolve() if path else page
                if not target.exists() or (anchor and anchor not in anchors(target)):
                    broken.append(f"{page.relative_to(ROOT)}: {address}")
        self.assertEqual(broken, [])

    def test_files_named_in_the_text_exist(self):
        missing = []
        for page in PAGES:
            for name in re.findall(r"`((?:include|src|examples|tests|bench|docs)/[\w/.-]+)`", page.read_text("utf-8")):
                if not (ROOT / name).exists() and not name.startswith("build/"):
                    missing.append(f"{page.relative_to(ROOT)}: {name}")
        self.assertEqual(missing, [])

    def test_every_page_is_in_the_navigation_once(self):
        text = (ROOT / "mkdocs.yml").read_text("utf-8")
        named = re.findall(r": ([\w/-]+\.md)$", text, re.M)
        pages = [str(page.relative_to(ROOT / "docs")) for page in PAGES if ROOT / "docs" in page.parents]
        expected = {*pages, "index.md", "api.md", "api-internal.md", "python-api.md"}  # made of README and the code
        self.assertEqual(expected ^ set(named), set(), "pages of docs/ that mkdocs.yml does not name, or the reverse")
        self.assertEqual(len(named), len(expected))

    def test_lessons_are_found_from_the_first_page(self):
        linked = {(ROOT / address.partition("#")[0]).resolve() for address in links(ROOT / "README.md")}
        self.assertIn(LESSONS[0], linked)
        for lesson in LESSONS[1:]:
            self.assertIn(lesson.name, set(links(LESSONS[0])))

    def test_code_is_not_prose(self):
        for page in PAGES:
            self.assertNotIn("```", prose(page), page.name)


if __name__ == "__main__":
    unittest.main()
