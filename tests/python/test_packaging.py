"""The package as it is installed: by pip into an environment, by CMake below a prefix."""

import importlib.util
import os
from pathlib import Path
import subprocess
import sys
import sysconfig
import tempfile
import unittest
import zipfile

import hamel

root = Path(__file__).parents[2]
PACKAGE = Path(hamel.__file__).parent
BUILD = PACKAGE.parents[2]                                 # whose module is packed as it is
WORDS = ("import hamel, sys; print(hamel.__version__, hamel.__file__); "
         "print(hamel.System(group='SO3', metric=[[1, 0, 0], [0, 2, 0], [0, 0, 3]], initial={'a': [1, 0, 0]}).run(1).ok)")


def run(*command, **more):
    """What a command prints; it starts in an empty folder, with no path of the build tree."""
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(list(map(str, command)), env={**environment, **more}, cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(done.stdout[-2000:] + done.stderr[-3000:])
    return done.stdout


class Installed(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    @unittest.skipUnless(importlib.util.find_spec("pip"), "no pip (Debian: python3-pip)")
    def test_by_pip_into_an_environment(self):
        run(sys.executable, "-m", "venv", "--system-site-packages", "--without-pip", self.folder / "env")
        python = self.folder / "env" / "bin" / "python"
        run(python, "-m", "pip", "install", "--no-index", "--disable-pip-version-check", root, HAMEL_BUILD_FOLDER=str(BUILD))
        version, ok = run(python, "-c", WORDS).splitlines()
        self.assertEqual(version.split()[0], hamel.__version__)
        self.assertIn(str(self.folder / "env"), version)
        self.assertEqual(ok, "True")
        self.assertIn(f"Version: {hamel.__version__}", run(python, "-m", "pip", "show", "hamel"))
        run(python, "-m", "pip", "uninstall", "--yes", "hamel")
        self.assertFalse(list((self.folder / "env").rglob("hamel")))

    def backend(self):
        sys.path.insert(0, str(root / "src" / "python" / "packaging"))
        self.addCleanup(sys.path.pop, 0)
        import hamel_build
        return hamel_build

    def test_a_wheel_holds_the_package(self):
        os.environ["HAMEL_BUILD_FOLDER"] = str(BUILD)
        self.addCleanup(os.environ.pop, "HAMEL_BUILD_FOLDER")
        with zipfile.ZipFile(self.folder / self.backend().build_wheel(self.folder)) as wheel:
            names = wheel.namelist()
            record = next(name for name in names if name.endswith("RECORD"))
            self.assertEqual([line.split(",")[0] for line in wheel.read(record).decode().splitlines()], names)
        held = {name.partition("/")[2] for name in names if name.startswith("hamel/")}
        sources = {path.name for path in (root / "src" / "python" / "hamel").iterdir() if path.is_file()}
        self.assertEqual(held - sources, {"_core" + sysconfig.get_config_var("EXT_SUFFIX")})
        self.assertLessEqual(sources, held)

    def test_sources_hold_what_a_build_reads(self):
        import tarfile
        backend = self.backend()
        with tarfile.open(self.folder / backend.build_sdist(self.folder)) as archive:
            names = {name.partition("/")[2] for name in archive.getnames()}
        for name in ("CMakeLists.txt", "pyproject.toml", "PKG-INFO", "include/hamel/hamel.hpp", "src/python/packaging/hamel_build.py",
                     "src/python/hamel/__init__.py", "examples/systems/unicycle.json"):
            self.assertIn(name, names)
        self.assertFalse([name for name in names if name.startswith(("build", "tests", ".git"))])

    def test_by_cmake_below_a_prefix(self):
        """Debian's Python looks where the module is put below /usr/local, and the module is found there from any folder."""
        def install(prefix):
            stage = self.folder / prefix[1:].replace("/", "-")
            run("cmake", "--install", BUILD, "--component", "python", "--prefix", prefix, DESTDIR=str(stage))
            package, = stage.rglob("hamel")
            return package.parent, "/" + str(package.parent.relative_to(stage))
        local, below_local = install("/usr/local")
        looked = run(sys.executable, "-c", "import sys; print('\\n'.join(sys.path))").splitlines()
        if os.path.realpath(sys.executable).startswith("/usr/bin/"):
            self.assertIn(below_local, looked)
            self.assertIn(install("/usr")[1], looked)
        version = run(sys.executable, "-c", WORDS, PYTHONPATH=str(local)).splitlines()[0]
        self.assertIn(str(local), version)


if __name__ == "__main__":
    unittest.main()
