"""The site builds without a warning, its links and anchors lead somewhere, nothing of the pages is lost on the way, and a browser
shows formulas and finds no page wider than a phone."""

import html
from html.parser import HTMLParser
import json
import re
import shutil
import subprocess
import tempfile
import unittest
from urllib.parse import unquote, urldefrag

from pages import PAGES, ROOT, prose

SITE = ROOT / "build" / "site"
# Asks each page, in a frame of a width, how wide it is, and what KaTeX made of its formulas.
MEASURE = """<!DOCTYPE html><body></body><script>
addEventListener("load", async () => {
  const found = [];
  for (const width of %s) for (const page of %s) {
    const frame = document.createElement("iframe");
    frame.style.width = width + "px";
    frame.style.height = "800px";
    const loaded = new Promise((done) => frame.onload = done);
    frame.src = page;
    document.body.appendChild(frame);
    await loaded;
    const seen = frame.contentDocument, count = (what) => seen.querySelectorAll(what).length;
    found.push([page, width, seen.documentElement.scrollWidth, count(".arithmatex"), count(".arithmatex .katex"), count(".katex-error")]);
    frame.remove();
  }
  document.body.textContent = JSON.stringify(found);
});
</script>"""


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
        pictures = [link for link in Page(SITE / "gallery.html").links if link.startswith("pictures/") and link.endswith(".png")]
        self.assertGreaterEqual(len(pictures), 10)
        for picture in pictures:
            self.assertGreater((SITE / picture).stat().st_size, 10000)

    def test_the_gallery_moves(self):
        pictures = {link for link in Page(SITE / "gallery.html").links if link.endswith(".svg")}
        self.assertGreaterEqual(len(pictures), 4)
        for picture in pictures:
            text = (SITE / picture).read_text("utf-8")
            self.assertIn("repeatCount", text)
            self.assertLess(len(text), 300000, picture)

    def test_nothing_in_angles_is_lost(self):
        count = 0
        for page in PAGES:
            if page.name == "CONTRIBUTING.md":
                continue
            name = "index" if page.name == "README.md" else str(page.relative_to(ROOT / "docs").with_suffix(""))
            shown = re.sub(r"<[^>]*>", "", (SITE / f"{name}.html").read_text("utf-8"))
            shown = " ".join(html.unescape(shown).split())
            for angles in re.findall(r"<[a-zA-Z/][^<>|$]*>", prose(page)):
                if not angles.startswith("<http"):
                    count += 1
                    said = " ".join(re.sub(r"\\([*_])", r"\1", angles).split())
                    self.assertTrue(said in shown, f"{page.name}: {said}")
        self.assertGreater(count, 10)

    def test_lists_are_lists(self):
        for page in SITE.rglob("*.html"):
            lost = re.findall(r"<p>[^<]*\n(?:- |\d+\. ).*", page.read_text("utf-8"))
            self.assertEqual(lost, [], page.name)

    @unittest.skipUnless(shutil.which("chromium"), "chromium is not installed")
    def test_in_a_browser(self):
        pages = sorted(str(path.relative_to(SITE)) for path in SITE.rglob("*.html") if path.name != "404.html")
        measure = SITE / "measure.html"
        measure.write_text(MEASURE % ("[400, 1280]", json.dumps(pages)), "utf-8")
        self.addCleanup(measure.unlink)
        with tempfile.TemporaryDirectory() as home:
            options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
                       "--disable-component-update", "--disable-sync", "--disable-quic", "--allow-file-access-from-files",
                       f"--user-data-dir={home}", "--virtual-time-budget=600000", "--dump-dom"]
            text = subprocess.run(["chromium", *options, measure.as_uri()], capture_output=True, text=True, timeout=550).stdout
        found = json.loads(html.unescape(re.search(r"<body>(.*?)</body>", text, re.S)[1]))
        self.assertEqual(len(found), 2 * len(pages))
        self.assertEqual([(page, width, wide) for page, width, wide, *_ in found if wide > width], [])
        self.assertEqual([page for page, _, _, formulas, made, _ in found if made != formulas], [])
        self.assertEqual([page for page, *_, wrong in found if wrong], [])
        self.assertGreater(sum(made for _, _, _, _, made, _ in found), 200)

    def test_angles_of_the_reference_are_shown_without_what_escapes_them(self):
        text = (SITE / "api.html").read_text("utf-8")
        self.assertIn("&lt;", text)
        self.assertIn("Split(const System&amp; system, const Eigen::MatrixBase&lt;Derived&gt;&amp; distribution", text)  # a constructor
        for wrong in ("\\&lt;", "\\&gt;", "\\|", "&amp;lt;"):
            self.assertNotIn(wrong, re.sub(r"<pre.*?</pre>", "", text, flags=re.S), wrong)


if __name__ == "__main__":
    unittest.main()
