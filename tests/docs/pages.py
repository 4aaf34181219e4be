"""The pages of the project, their blocks and their links."""

from pathlib import Path
import re

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
LESSONS = [ROOT / "docs" / "lessons" / f"{name}.md" for name in ["first", "questions", "moving", "steering", "python"]]


def blocks(page):
    """The fenced blocks as (language, text, the line of prose before)."""
    before, language, lines = "", None, []
    for line in page.read_text(encoding="utf-8").splitlines():
        fence = re.match(r"```(\w*)$", line)
        if language is None and fence:
            language, lines = fence[1], []
        elif language is not None and line == "```":
            yield language, "\n".join(lines) + "\n", before
            language = None
        elif language is not None:
            lines.append(line)
        elif line.strip():
            before = line


def prose(page):
    """The text of a page without its code."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.S | re.M)
    return re.sub(r"`[^`\n]*`", lambda code: "x" * len(code[0]), text)


def anchors(page):
    """What #... may follow the address of a page: its headings, in lower case and hyphens."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.S | re.M)
    headings = re.findall(r"^#+ +(.*)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def links(page):
    """The addresses of links and pictures, where they are not those of another site."""
    for address in re.findall(r"!?\[[^\]]*\]\(([^)\s]+)\)", prose(page)):
        if not re.match(r"[a-z]+:", address):
            yield address
