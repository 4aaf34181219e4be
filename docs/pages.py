"""Makes the pages of the site from docs/ and README: what mkdocs reads.

Usage: docs/pages.py FOLDER. README is the first page; links to files that are not pages become their names; angles in prose are
escaped, which Markdown would take for tags; KaTeX (Debian package libjs-katex) is copied beside them.
"""

from pathlib import Path
import re
import shutil
import sys

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
KATEX = Path("/usr/share/javascript/katex")
TOOLS = {"site", "checker", "api.py", "notebooks.py", "pages.py", "animation.py", "theme"}
# code, mathematics, links in angles, and comments stay as they are
KEPT = re.compile(r"(`+).+?\1(?!`)|\$\$.+?\$\$|\$[^$\n]+\$|<https?:[^>]*>|<!--.*?-->", re.S)


def prose_parts(text):
    """The text in order as (is prose, part): fenced blocks, code and mathematics are no prose."""
    for part in re.split(r"(^```.*?^```$)", text, flags=re.S | re.M):
        if part.startswith("```"):
            yield False, part
            continue
        at = 0
        for kept in KEPT.finditer(part):
            yield True, part[at:kept.start()]
            yield False, kept[0]
            at = kept.end()
        yield True, part[at:]


def escaped_angles(text):
    return "".join(part.replace("<", "&lt;") if prose else part for prose, part in prose_parts(text))


def lists_apart(text):
    """With an empty line before each list, which mkdocs asks for and others do not."""
    lines, in_code, before = [], False, ""
    for line in text.splitlines(keepends=True):
        starts = re.match(r"(?:- |\d+\. )", line)
        if starts and not in_code and before.strip() and not re.match(r"(?:- |\d+\. | )", before):
            lines.append("\n")
        in_code ^= line.startswith("```")
        lines.append(line)
        before = line
    return "".join(lines)


def without_foreign_links(text):
    """Links that lead out of docs/, and so out of the site, become their names."""
    return re.sub(r"(?<!!)\[([^\]]*)\]\((?:\.\./)+(?:examples|include|src|tests|bench|CONTRIBUTING|CITATION|CHANGELOG)[^)]*\)", r"\1", text)


def main(folder):
    folder = Path(folder)
    if folder.exists():
        shutil.rmtree(folder)
    shutil.copytree(DOCS, folder, ignore=lambda where, names: TOOLS | {"__pycache__"} if Path(where) == DOCS else set())
    shutil.copy(ROOT / "README.md", folder / "index.md")
    for page in folder.rglob("*.md"):
        text = page.read_text("utf-8")
        if page.name == "index.md":
            text = text.replace("](docs/", "](")
        page.write_text(escaped_angles(lists_apart(without_foreign_links(text))), "utf-8")
    katex = folder / "web" / "katex"
    (katex / "fonts").mkdir(parents=True)
    for name in ("katex.min.js", "katex.min.css"):
        shutil.copy(KATEX / name, katex / name)
    for font in (KATEX / "fonts").glob("*.woff2"):
        shutil.copy(font, katex / "fonts" / font.name)


if __name__ == "__main__":
    main(sys.argv[1])
