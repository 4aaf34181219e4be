"""Writes the reference of the public headers and of the Python package as pages: what they say of themselves.

Usage: docs/api.py FOLDER, where api.md, api-internal.md and python-api.md are written. Exit status 1, with a line for each, where a header does not say what it is, or a comment
stands before nothing.
"""

import ast
from pathlib import Path
import re
import sys

ROOT = Path(__file__).parents[1]
LAYERS = ["core", "algebra", "group", "retraction", "system", "dynamics", "integrator", "ensemble", "check", "chart",
          "steer", "diagnostics", "io", "interop"]
HIDDEN = re.compile(r"namespace detail\b")
OPENS = re.compile(r"^(?:template .*)?\s*(class|struct|union)\b")
NOT_SAID = re.compile(r"HAMEL_ALWAYS_INLINE |\[\[gnu::\w+\]\] ")         # of the compiler's concern alone
SKIPPED = re.compile(r"static_assert\b|friend\b|using (typename )?\w+::|using \w+<.*>::")


def public_headers():
    """The headers that programs include: hamel.hpp, what it includes, and what examples and how-tos include or name."""
    include = re.compile(r"#include <(hamel/[\w/]+\.hpp)>")
    texts = [ROOT / "include" / "hamel" / "hamel.hpp", ROOT / "README.md", *(ROOT / "examples").glob("*.cpp"),
             *(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "how-to").glob("*.md"), *(ROOT / "docs" / "lessons").glob("*.md")]
    found = set()
    for file in texts:
        text = file.read_text("utf-8")
        found |= set(include.findall(text))
        if file.suffix == ".md" and file.name != "theory.md" and file.name != "design.md":
            found |= {f"hamel/{name}" for name in re.findall(r"`(?:include/)?(?:hamel/)?((?:\w+/)\w+\.hpp)`", text)}
    return found


def declaration(lines, at):
    """The declaration that begins at a line, without its body or initialisers."""
    text, depth = "", 0
    while at < len(lines) and len(text) < 900:
        line = re.sub(r"//.*", "", lines[at]).strip()
        for place, sign in enumerate(line):
            if not depth and (sign in "{;" or re.match(r"(?<=\)) : |: ", line[place:]) and place and line[:place].rstrip().endswith(")")
                              or (not place and line.startswith(": "))):
                return f"{text} {line[:place]}".strip().rstrip(" =")
            depth += (sign in "([") - (sign in ")]")
        text = f"{text} {line}".strip()
        at += 1
    return text


def comment_at(lines, at, indent):
    """The lines of a documenting comment that begins at a line, joined by paragraphs, and where it ends."""
    paragraphs, mark = [""], indent + "///"
    while at < len(lines) and lines[at].startswith(mark) and not lines[at].startswith(mark + "<"):
        said = lines[at][len(mark):].strip()
        if said:
            paragraphs[-1] = f"{paragraphs[-1]} {said}".strip()
        else:
            paragraphs.append("")
        at += 1
    return "\n\n".join(filter(None, paragraphs)), at


def members(lines, first, last, is_class):
    """The public members between two lines, as (text, comment); what has no comment is shown by its declaration."""
    found, public, at = [], not is_class, first + 1
    while at < last:
        line = lines[at]
        access = re.match(r" (public|private|protected):", line)
        if access:
            public = access[1] == "public"
        elif re.match(r"  \S", line) and not line.startswith("  }"):
            comment, begin = comment_at(lines, at, "  ")
            if begin >= last:
                break
            text = declaration([one[2:] for one in lines[begin:last]], 0)
            end = begin
            while end < last and not re.search(r"[;{}]\s*(//.*)?$", lines[end]):
                end += 1
            if end < last and not re.search(r";\s*(//.*)?$", lines[end]):
                while end < last and not re.match(r"  }", lines[end]) and not re.search(r"}\s*(//.*)?$", lines[begin if end == begin else end]):
                    end += 1
            aside = re.search(r"///< ?(.*)", "\n".join(lines[begin:end + 1]))
            if public and text and not SKIPPED.match(text) and text not in ("public:", "private:"):
                found.append((text, comment or (aside[1].strip() if aside else "")))
            at = max(end, begin)
        at += 1
    return found


def entries(path):
    """The first line of a header, and its documented declarations at the level of a namespace as (text, comment, members)."""
    lines = path.read_text("utf-8").splitlines()
    summary = lines[0][2:].strip() if lines and lines[0].startswith("//") else ""
    documented, complaints, hidden = [], [], False
    at = 0
    while at < len(lines):
        line = lines[at]
        if HIDDEN.match(line):
            hidden = True
        elif hidden and line.startswith("}"):
            hidden = False
        elif not hidden and line.startswith("///"):
            first = at
            comment, at = comment_at(lines, at, "")
            text = declaration(lines, at) if at < len(lines) and lines[at].strip() else ""
            kind = OPENS.match(text)
            if text:
                last = next((k for k in range(at, len(lines)) if lines[k].startswith("};")), at) if kind else at
                shut = next((k for k in range(at, len(lines)) if re.search(r"[;{]", lines[k])), at)
                has_body = kind and "{" in lines[shut] and not re.search(r"{\s*}", lines[shut])
                inside = members(lines, shut, last, kind[1] == "class") if has_body else []
                documented.append((text, comment, inside))
            else:
                complaints.append(f"{path.relative_to(ROOT)}:{first + 1}: a comment that stands before nothing")
            continue
        at += 1
    if not summary:
        complaints.append(f"{path.relative_to(ROOT)}:1: the header does not say what it is")
    return summary, documented, complaints


def escaped(text):
    """Prose as it was written: code between backticks stays code, nothing else is read as Markdown."""
    parts = re.split(r"(`[^`]+`)", text)
    return "".join(code(part[1:-1]) if part.startswith("`") and len(part) > 2 else plain(part) for part in parts)


def plain(text):
    text = re.sub(r"([\\`*_\[\]$])", r"\\\1", text.replace("&", "&amp;"))
    return text.replace("<", "&lt;").replace(">", "&gt;").replace("|", "&#124;")  # which no backslash escapes everywhere


def code(text):
    """Code in prose or in a cell of a table."""
    return f"<code>{plain(NOT_SAID.sub('', text))}</code>"


def signature(node):
    """How a function or class is called."""
    if isinstance(node, ast.ClassDef):
        made = [f for f in node.body if isinstance(f, ast.FunctionDef) and f.name == "__init__"]
        return node.name + (f"({ast.unparse(made[0].args)})".replace("(self, ", "(").replace("(self)", "()") if made else "")
    return f"{node.name}({ast.unparse(node.args)})"


def python_reference():
    """The page of the package, and where a public name says nothing."""
    page, complaints = ["# Reference of the Python package\n"], []
    package = ROOT / "src" / "python" / "hamel"
    trees = {path.name: ast.parse(path.read_text("utf-8")) for path in package.glob("*.py")}
    exported = next(ast.literal_eval(node.value) for node in trees["__init__.py"].body
                    if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__")
    for name in ["__init__.py", "formulas.py", "gradients.py", "groups.py", "plot.py"]:
        tree = trees[name]
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

        if name == "__init__.py":                  # what it takes from the modules behind it
            visit(sorted((node for file, one in trees.items() if file.startswith("_") for node in one.body
                          if getattr(node, "name", None) in exported), key=lambda node: exported.index(node.name)), "###")
        else:
            visit(tree.body, "###")
    return "".join(page), complaints


def page_of(title, said, headers):
    """A page of headers by layers, and what is wrong with them."""
    page, complaints = [f"# {title}\n\n{said}\n"], []
    for layer in LAYERS:
        paths = [path for path in headers if path.parent.name == layer]
        page += [f"\n## {layer}\n"] if paths else []
        for path in paths:
            summary, documented, wrong = entries(path)
            complaints += wrong
            page.append(f"\n### hamel/{layer}/{path.name}\n\n{escaped(summary)}\n")
            for text, comment, inside in documented:
                page.append(f"\n```cpp\n{NOT_SAID.sub('', text)}\n```\n{escaped(comment)}\n")
                if inside:
                    page.append("\n| member | |\n|---|---|\n")
                    page += [f"| {code(member)} | {' '.join(escaped(about).split())} |\n" for member, about in inside]
    return "".join(page), complaints


def main(folder):
    public = public_headers()
    headers = [path for layer in LAYERS for path in sorted((ROOT / "include" / "hamel" / layer).glob("*.hpp"))]
    is_public = {path: f"hamel/{path.parent.name}/{path.name}" in public for path in headers}
    pages, complaints = {}, []
    pages["api"], wrong = page_of(
        "Reference of the public headers",
        "What programs include, in the order of the layers; `hamel/hamel.hpp` includes most of it. What they are made of is in "
        "[internal headers](api-internal.md).", [path for path in headers if is_public[path]])
    pages["api-internal"], wrong_inside = page_of(
        "Reference of the internal headers",
        "What the [public headers](api.md) are made of. It may change in any version.",
        [path for path in headers if not is_public[path]])
    pages["python-api"], wrong_python = python_reference()
    complaints = wrong + wrong_inside + wrong_python
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, text in pages.items():
        (Path(folder) / f"{name}.md").write_text(text, encoding="utf-8")
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
