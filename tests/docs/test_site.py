"""The site builds without a warning, and every link and anchor of its pages leads somewhere."""

from html.parser import HTMLParser
import re
import shutil
import subprocess
import unittest
from urllib.parse import unquote, urldefrag

from pages import ROOT

SITE = ROOT / "build" / "site"


class Page(HTMLParser):
    """The links, pictures and anchors of a page."""

    def __init__(self, path):
        super().__init__()
        self.links, self.anchors = [], set()
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.anchors |= {attributes[key] for key in ("id", "name") if attributes.get(key)}
        self.links += [attributes[key] for key in ("href", "src") if attributes.get(key)]


@unittest.skipUnless(shutil.which("mkdocs"), "mkdocs is not installed")
class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.built = subprocess.run(["sh", ROOT / "docs" / "site"], capture_output=True, text=True)

    def test_builds_without_a_warning(self):
        self.assertEqual(self.built.returncode, 0, self.built.stderr)
        self.assertEqual(self.built.stderr, "")
        self.assertTrue(self.built.stdout.endswith("build/site/index.html\n"))

    def test_links_and_anchors_lead_somewhere(self):
        pages = {path: Page(path) for path in SITE.rglob("*.html") if path.name != "404.html"}
        self.assertGreater(len(pages), 20)
        broken, inside = [], 0
        for path, page in pages.items():
            for link in page.links:
                address, anchor = urldefrag(link)
                if ":" in address.split("/")[0] or address.startswith("//"):
                    continue
                target = (path.parent / unquote(address)).resolve() if address else path
                inside += 1
                if not target.is_file() or (anchor and target in pages and unquote(anchor) not in pages[target].anchors):
                    broken.append(f"{path.relative_to(SITE)}: {link}")
        self.assertEqual(broken, [])
        self.assertGreater(inside, 500)

    def test_the_gallery_shows_its_pictures(self):
        pictures = [link for link in Page(SITE / "gallery.html").links if link.endswith(".png")]
        self.assertGreaterEqual(len(pictures), 10)
        for picture in pictures:
            self.assertGreater((SITE / picture).stat().st_size, 10000)

    def test_angles_of_the_reference_are_shown_without_what_escapes_them(self):
        text = (SITE / "api.html").read_text("utf-8")
        self.assertIn("&lt;", text)
        for wrong in ("\\&lt;", "\\&gt;", "\\|", "&amp;lt;"):
            self.assertNotIn(wrong, re.sub(r"<pre>.*?</pre>", "", text, flags=re.S), wrong)


if __name__ == "__main__":
    unittest.main()
