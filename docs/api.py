"""Writes the reference of the public headers and of the Python package as pages: what they say of themselves.

Usage: docs/api.py FOLDER, where api.md and python-api.md are written. Exit status 1, with a line for each, where a header does not say what it is, or a comment
stands before nothing.
"""

import ast
from pathlib import Path
import re
import sys

ROOT = Path(__file__).parents[1]
LAYERS = ["core", "algebra", "group", "retraction", "system", "dynamics", "integrator", "ensemble", "check", "chart",
          "steer", "diagnostics", "io", "interop"]
INTERNAL = re.compile(r"namespace detail\b")


def declaration(lines, at):
    """The declaration that begins at a line, without its body."""
    text = ""
    while at < len(lines):
        line = lines[at].split("//")[0].strip()
        text = f"{text} {line}".strip()
        if text.startswith("template") and text.endswith(">"):
            at += 1
            continue
        end = re.search(r"[{;]", text)
        if end:
            return text[:end.start()].rstrip(" =")
        at += 1
        if len(text) > 600:
            break
    return text


def entries(path):
    """The first line of a header, and its documented declarations at the level of a namespace as (text, comment)."""
    lines = path.read_text("utf-8").splitlines()
    summary = lines[0][2:].strip() if lines and lines[0].startswith("//") else ""
    documented, complaints, hidden = [], [], False
    at = 0
    while at < len(lines):
        line = lines[at]
        if INTERNAL.match(line):
            hidden = True
        elif hidden and line.startswith("}"):
            hidden = False
        elif not hidden and line.startswith("///"):
            first, comment = at, []
            while at < len(lines) and lines[at].startswith("///"):
                comment.append(lines[at][3:].strip())
                at += 1
            text = declaration(lines, at) if at < len(lines) and lines[at].strip() else ""
            if text:
                documented.append((text, " ".join(comment)))
            else:
                complaints.append(f"{path.relative_to(ROOT)}:{first + 1}: a comment that stands before nothing")
            continue
        at += 1
    if not summary:
        complaints.append(f"{path.relative_to(ROOT)}:1: the header does not say what it is")
    return summary, documented, complaints


def escaped(text):
    text = re.sub(r"([\\`*_\[\]])", r"\\\1", text)
    return text.replace("<", "&lt;").replace(">", "&gt;").replace("|", "&#124;")  # which no backslash escapes everywhere


def signature(node):
    """How a function or class is called."""
    if isinstance(node, ast.ClassDef):
        made = [f for f in node.body if isinstance(f, ast.FunctionDef) and f.name == "__init__"]
        return node.name + (f"({ast.unparse(made[0].args)})".replace("(self, ", "(").replace("(self)", "()") if made else "")
    return f"{node.name}({ast.unparse(node.args)})"


def python_reference():
    """The page of the package, and where a public name says nothing."""
    page, complaints = ["# Reference of the Python package\n"], []
    for name in ["__init__.py", "formulas.py", "plot.py"]:
        tree = ast.parse((ROOT / "src" / "python" / "hamel" / name).read_text("utf-8"))
        page.append(f"\n## {'hamel' if name == '__init__.py' else 'hamel.' + name[:-3]}\n\n{ast.get_docstring(tree)}\n")

        def visit(nodes, depth):
            for node in nodes:
                if not isinstance(node, (ast.FunctionDef, ast.ClassDef)) or node.name.startswith("_"):
                    continue
                said = ast.get_docstring(node)
                own = [d for d in node.decorator_list if isinstance(d, ast.Name) and d.id == "property"]
                page.append(f"\n{depth} `{node.name if own else signature(node)}`\n\n{said or ''}\n")
                if not said and not own:
                    complaints.append(f"src/python/hamel/{name}:{node.lineno}: {node.name} does not say what it is")
                if isinstance(node, ast.ClassDef):
                    visit(node.body, depth + "#")

        visit(tree.body, "###")
    return "".join(page), complaints


def main(folder):
    pages, complaints = ["# Reference of the headers\n", "What each header says of itself; layers in their order.\n"], []
    for layer in LAYERS:
        pages.append(f"\n## {layer}\n")
        for path in sorted((ROOT / "include" / "hamel" / layer).glob("*.hpp")):
            summary, documented, wrong = entries(path)
            complaints += wrong
            pages.append(f"\n### hamel/{layer}/{path.name}\n\n{escaped(summary)}\n")
            for text, comment in documented:
                pages.append(f"\n```cpp\n{text}\n```\n{escaped(comment)}\n")
    python, wrong = python_reference()
    complaints += wrong
    Path(folder).mkdir(parents=True, exist_ok=True)
    (Path(folder) / "api.md").write_text("".join(pages), encoding="utf-8")
    (Path(folder) / "python-api.md").write_text(python, encoding="utf-8")
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
