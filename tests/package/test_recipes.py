"""The recipes of docs/packaging: their versions, and their steps with stand-ins for what conda and vcpkg bring."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECIPES = ROOT / "docs" / "packaging"
VERSION = re.search(r"VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text("utf-8").split("project(", 1)[1])[1]

# What a port may call, as far as ours does.
VCPKG = """
cmake_minimum_required(VERSION 3.22)
function(vcpkg_check_features)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "OUT_FEATURE_OPTIONS" "FEATURES")
  list(GET arg_FEATURES 0 feature)
  list(GET arg_FEATURES 1 option)
  set(on OFF)
  if(feature IN_LIST FEATURES)
    set(on ON)
  endif()
  set(${arg_OUT_FEATURE_OPTIONS} -D${option}=${on} PARENT_SCOPE)
endfunction()
function(vcpkg_cmake_configure)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "SOURCE_PATH" "OPTIONS")
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${arg_SOURCE_PATH} -B ${BUILD} -G Ninja -DCMAKE_BUILD_TYPE=Release
    -DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR} -DCMAKE_INSTALL_LIBDIR=lib ${arg_OPTIONS} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
function(vcpkg_cmake_install)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${BUILD} --target install COMMAND_ERROR_IS_FATAL ANY)
endfunction()
function(vcpkg_cmake_config_fixup)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "PACKAGE_NAME;CONFIG_PATH" "")
  if(NOT EXISTS ${CURRENT_PACKAGES_DIR}/${arg_CONFIG_PATH}/${arg_PACKAGE_NAME}Config.cmake)
    message(FATAL_ERROR "nothing to fix up in ${arg_CONFIG_PATH}")
  endif()
endfunction()
function(vcpkg_install_copyright)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "FILE_LIST")
  file(COPY ${arg_FILE_LIST} DESTINATION ${CURRENT_PACKAGES_DIR}/share/hamel)
endfunction()
set(FEATURES core)
include(${CURRENT_PORT_DIR}/portfile.cmake)
"""


def run(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **more)
    if done.returncode != 0:
        raise AssertionError(f"{command}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def works(prefix):
    """A program finds the package below a prefix."""
    with tempfile.TemporaryDirectory() as folder:
        run("cmake", "-S", str(ROOT / "tests/package/foreign"), "-B", folder, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}")


class Recipes(unittest.TestCase):
    def test_versions(self):
        port = json.loads((RECIPES / "vcpkg/vcpkg.json").read_text("utf-8"))
        self.assertEqual(port["version"], VERSION)
        self.assertIn(f'set version = "{VERSION}"', (RECIPES / "conda/meta.yaml").read_text("utf-8"))

    def test_vcpkg(self):
        with tempfile.TemporaryDirectory() as folder:
            script, prefix = pathlib.Path(folder, "port.cmake"), pathlib.Path(folder, "packages")
            script.write_text(VCPKG, "utf-8")
            run("cmake", f"-DCURRENT_PORT_DIR={RECIPES / 'vcpkg'}", f"-DCURRENT_PACKAGES_DIR={prefix}",
                f"-DBUILD={folder}/build", "-P", str(script))
            self.assertTrue((prefix / "include/hamel/hamel.hpp").exists())
            self.assertTrue((prefix / "share/hamel/LICENSE").exists())
            works(prefix)

    def test_conda(self):
        with tempfile.TemporaryDirectory() as folder:
            prefix = pathlib.Path(folder, "prefix")
            pip = pathlib.Path(folder, "python")   # the package itself has a test of its own
            pip.write_text("#!/bin/sh\n[ \"$*\" = \"-m pip install . --no-deps --no-build-isolation\" ]\n", "utf-8")
            pip.chmod(0o755)
            source = pathlib.Path(folder, "source")
            source.mkdir()
            for name in ("CMakeLists.txt", "include", "src"):
                os.symlink(ROOT / name, source / name)
            run("sh", str(RECIPES / "conda/build.sh"), cwd=source, env={
                **os.environ, "PREFIX": str(prefix), "PYTHON": str(pip), "HAMEL_ARGS": "-DHAMEL_BUILD_COMMAND=OFF"})
            works(prefix)


if __name__ == "__main__":
    sys.exit(unittest.main())
