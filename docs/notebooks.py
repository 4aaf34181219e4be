"""Makes notebooks of the lessons: prose and blocks become cells, a plot is shown after the cell that drew it.

Usage: docs/notebooks.py FOLDER. A file that a page names before a block `json` is written by its cell; a block `text`, which says
what a cell prints, stays prose. A notebook with blocks `sh` first looks for the command `hamel`: on the path, else in a build
folder of this clone or of one above the notebook; no alias of a shell is needed.
"""

import json
from pathlib import Path
import re
import sys

DOCS = Path(__file__).parent
LESSONS = ["first", "questions", "moving", "steering", "python"]


FIND_COMMAND = """\
# Where the command hamel is: on the path, or in a build folder of a clone.
import os, pathlib, shutil
if not shutil.which("hamel"):
    above = [pathlib.Path({root!r}), *pathlib.Path.cwd().parents, pathlib.Path.cwd()]
    built = [command for folder in above for command in sorted(folder.glob("build/*/src/hamel"))]
    assert built, "no command hamel: `sh examples/run` in a clone builds it"
    os.environ["PATH"] = f"{{built[0].parent}}:{{os.environ['PATH']}}"
"""


def pieces(text):
    """The page in order, as (language, lines); the language of prose is None."""
    language, lines = None, []
    for line in text.splitlines():
        fence = re.match(r"```(\w*)$", line)
        if fence:
            yield language, lines
            language, lines = (fence[1] or "text", []) if language is None else (None, [])
        else:
            lines.append(line)
    yield language, lines


def cell(kind, source):
    code = {"execution_count": None, "outputs": []} if kind == "code" else {}
    return {"cell_type": kind, "metadata": {}, "source": source, **code}


def cells_of(text):
    cells, named = [], None
    if re.search("^```sh$", text, re.M):
        cells.append(cell("code", FIND_COMMAND.format(root=str(DOCS.parent)).strip()))
    for language, lines in pieces(text):
        source = "\n".join(lines).strip("\n")
        if not source.strip():
            continue
        if language is None:
            names = re.findall(r"`(\w+\.json)`", source)
            named = names[-1] if names else named
            cells.append(cell("markdown", source))
        elif language == "json":
            cells.append(cell("code", f"%%writefile {named}\n{source}"))
        elif language == "sh":
            cells.append(cell("code", f"%%sh\nset -e\n{source}"))
            for plot in re.findall(r"--plot (\S+\.svg)", source):
                cells.append(cell("code", f'from IPython.display import SVG\nSVG("{plot}")'))
        elif language == "python":
            cells.append(cell("code", source))
        else:
            cells.append(cell("markdown", f"It prints, among other lines:\n```\n{source}\n```"))
    for number, one in enumerate(cells):
        one["id"] = f"cell-{number}"
    return cells


def notebook(page):
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": kernel},
            "cells": cells_of(page.read_text("utf-8"))}


def main(folder):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name in LESSONS:
        page = DOCS / "lessons" / f"{name}.md"
        (folder / f"{name}.ipynb").write_text(json.dumps(notebook(page), indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
