"""Stubs that say what there is, no more and no less, and a docstring for everything that is public."""

import ast
import inspect
import os
from pathlib import Path
import re
import shutil
import subprocess
import tempfile
import unittest

import hamel
from hamel import _core, formulas, gradients, groups, plot

package = Path(__file__).parents[2] / "src" / "python" / "hamel"
MODULES = {"__init__.pyi": hamel, "_core.pyi": _core, "formulas.pyi": formulas, "gradients.pyi": gradients, "groups.pyi": groups,
           "plot.pyi": plot}
SHOWN_OPERATORS = {"__init__", "__getitem__", "__setitem__", "__len__", "__mul__"}


def own(module):
    """The public classes and functions of a module, by name."""
    return {name: thing for name, thing in vars(module).items()
            if not name.startswith("_") and getattr(thing, "__module__", None) == module.__name__
            and (inspect.isclass(thing) or callable(thing))}


def members(cls):
    return {name: thing for name, thing in vars(cls).items()
            if not name.startswith("_") and (callable(thing) or isinstance(thing, (property, classmethod, staticmethod)))}


def parameters_of_stub(node):
    named = node.args
    return [a.arg for a in (*named.posonlyargs, *named.args, *named.kwonlyargs, named.vararg, named.kwarg) if a]


def parameters_of(thing):
    """The names of the parameters; those of compiled functions stand in the first line of what they say."""
    try:
        signature = inspect.signature(thing)
        order = sorted(signature.parameters.values(), key=lambda p: (p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD), p.kind))
        return [p.name for p in order]
    except (TypeError, ValueError):
        line = thing.__doc__.split("\n")[0]
        inside = line[line.index("(") + 1:line.rindex(") ->")]
        names = [part.split(":")[0].strip() for part in re.sub(r"\[[^\]]*\]", "", inside).split(", ")]
        return [name for name in names if name and not name.startswith("hamel")]


class Stubs(unittest.TestCase):
    def test_name_what_there_is(self):
        for file, module in MODULES.items():
            tree = ast.parse((package / file).read_text())
            stated = {n.name: n for n in tree.body if isinstance(n, (ast.ClassDef, ast.FunctionDef)) and not n.name.startswith("_")}
            there = own(module)
            there.pop("InputError", None)
            stated.pop("InputError", None)
            self.assertEqual(set(stated), set(there), file)
            for name, thing in there.items():
                if inspect.isclass(thing):
                    self.assert_class(f"{file}: {name}", stated[name], thing)
                else:
                    self.assertEqual(parameters_of_stub(stated[name]), parameters_of(thing), f"{file}: {name}")

    def assert_class(self, where, node, cls):
        functions = {n.name: n for n in node.body if isinstance(n, ast.FunctionDef)}
        attributes = {n.target.id for n in node.body if isinstance(n, ast.AnnAssign)}
        there = members(cls)
        public = {name for name in functions if not name.startswith("_")}
        self.assertEqual((public | attributes) & set(there), set(there), where)
        self.assertLessEqual(public, set(there), where)
        for name in SHOWN_OPERATORS & set(vars(cls)) - {"__init__"}:
            self.assertIn(name, functions, where)
        if not cls.__module__.endswith("_core"):
            for name, thing in there.items():
                if inspect.isfunction(thing):
                    self.assertEqual(parameters_of_stub(functions[name]), parameters_of(thing), f"{where}.{name}")


    @unittest.skipUnless(shutil.which("stubtest"), "no stubtest (Debian: mypy)")
    def test_agree_with_what_there_is_by_stubtest(self):
        with tempfile.TemporaryDirectory() as cache:
            run = subprocess.run(["stubtest", "hamel", "--mypy-config-file", str(package.parents[2] / "pyproject.toml"), "--allowlist",
                                  str(Path(__file__).with_name("stubtest.allow")), "--ignore-unused-allowlist"],
                                 env={**os.environ, "MYPYPATH": str(package.parent), "MYPY_CACHE_DIR": cache}, cwd=cache,
                                 capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stdout[-3000:] + run.stderr[-3000:])


class Docstrings(unittest.TestCase):
    def test_everything_public_says_what_it_is(self):
        silent = []
        for module in MODULES.values():
            if not module.__doc__:
                silent.append(module.__name__)
            for name, thing in own(module).items():
                if not inspect.getdoc(thing):
                    silent.append(name)
                if inspect.isclass(thing):
                    silent += [f"{name}.{member}" for member, value in members(thing).items()
                               if len((inspect.getdoc(getattr(value, "__func__", value)) or "").split("\n")[-1]) < 5]
        self.assertEqual(silent, [])

    def test_everything_that_is_exported_exists(self):
        for module in (hamel, formulas, gradients, groups):
            for name in module.__all__:
                self.assertTrue(hasattr(module, name), name)


if __name__ == "__main__":
    unittest.main()
