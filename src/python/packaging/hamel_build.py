"""Builds the wheel of the package hamel with CMake: the hooks of PEP 517 that `pip install .` and `pip wheel .` call.

Every Python, compiler and list of options has a build folder of its own below build/pip, so that no build finds the cache of
another. The environment may say more: CXX and CXXFLAGS as usual, CMAKE_ARGS options for CMake, CMAKE_BUILD_PARALLEL_LEVEL how
many compilers run at once, and HAMEL_BUILD_FOLDER an existing build folder, whose module is packed as it is.
"""

import base64
import hashlib
import os
from pathlib import Path
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile

ROOT = Path(__file__).resolve().parents[3]
SUFFIXES = (".py", ".pyi", ".typed", sysconfig.get_config_var("EXT_SUFFIX"))
OPTIONS = ["-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_UNITY_BUILD=ON", "-DHAMEL_BUILD_PYTHON=ON", "-DHAMEL_BUILD_TESTS=OFF",
           "-DHAMEL_BUILD_EXAMPLES=OFF"]


def _version():
    return re.search(r"project\(Hamel VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text("utf-8"))[1]


def _tag():
    """The Python, ABI and platform that the module is for."""
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    return f"{python}-{python}{getattr(sys, 'abiflags', '')}-{platform}"


def _metadata():
    about = {"Metadata-Version": "2.1", "Name": "hamel", "Version": _version(),
             "Summary": "Mechanics with constraints on Lie groups", "Requires-Python": ">=3.10"}
    lines = [f"{key}: {value}" for key, value in about.items()]
    lines += ["License-File: LICENSE", "Description-Content-Type: text/markdown", "Requires-Dist: numpy",
              "Requires-Dist: matplotlib; extra == 'plot'", "Provides-Extra: plot"]
    return "\n".join(lines) + "\n\n" + (ROOT / "README.md").read_text("utf-8")


def _built():
    """The folder of the package with its compiled module."""
    if "HAMEL_BUILD_FOLDER" in os.environ:
        return Path(os.environ["HAMEL_BUILD_FOLDER"]) / "src" / "python" / "hamel"
    options = [*OPTIONS, f"-DPYTHON_EXECUTABLE={sys.executable}", *shlex.split(os.environ.get("CMAKE_ARGS", ""))]
    if shutil.which("ninja"):
        options += ["-G", "Ninja"]
    chosen = [*options, *(os.environ.get(name, "") for name in ("CXX", "CXXFLAGS", "LDFLAGS"))]
    folder = ROOT / "build" / "pip" / f"{_tag()}-{hashlib.sha256(repr(chosen).encode()).hexdigest()[:8]}"
    at_once = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", str(os.cpu_count() or 1))
    subprocess.run(["cmake", "-S", str(ROOT), "-B", str(folder), *options], check=True)
    subprocess.run(["cmake", "--build", str(folder), "--target", "hamel_python", "--parallel", at_once], check=True)
    return folder / "src" / "python" / "hamel"


def _record(files):
    """The list that a wheel has of its files."""
    lines = []
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(content)}")
    return lines


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Builds the module and packs it with the package into a wheel, whose name is returned."""
    package = _built()
    files = {f"hamel/{path.name}": path.read_bytes() for path in sorted(package.iterdir()) if path.name.endswith(SUFFIXES)}
    if not any(name.endswith(SUFFIXES[-1]) for name in files):
        raise RuntimeError(f"{package}: found no compiled module *{SUFFIXES[-1]}, expected the target hamel_python to be built")
    about = f"hamel-{_version()}.dist-info"
    wheel = f"Wheel-Version: 1.0\nGenerator: hamel_build\nRoot-Is-Purelib: false\nTag: {_tag()}\n"
    files |= {f"{about}/METADATA": _metadata().encode(), f"{about}/WHEEL": wheel.encode(),
              f"{about}/LICENSE": (ROOT / "LICENSE").read_bytes()}
    files[f"{about}/RECORD"] = "\n".join([*_record(files), f"{about}/RECORD,,", ""]).encode()
    name = f"hamel-{_version()}-{_tag()}.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(zipfile.ZipInfo(path, (2020, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return name


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    """Writes what pip asks for before it builds; returns its folder."""
    about = f"hamel-{_version()}.dist-info"
    folder = Path(metadata_directory) / about
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(_metadata(), "utf-8")
    return about


def build_sdist(sdist_directory, config_settings=None):
    """Packs what a build needs into an archive of sources, whose name is returned."""
    top = f"hamel-{_version()}"
    with tarfile.open(Path(sdist_directory) / f"{top}.tar.gz", "w:gz") as archive:
        for part in ("CMakeLists.txt", "pyproject.toml", "README.md", "LICENSE", "include", "src", "examples/systems"):
            archive.add(ROOT / part, f"{top}/{part}", filter=lambda one: None if "__pycache__" in one.name else one)
        about = Path(sdist_directory) / "PKG-INFO"
        about.write_text(_metadata(), "utf-8")
        archive.add(about, f"{top}/PKG-INFO")
        about.unlink()
    return f"{top}.tar.gz"
