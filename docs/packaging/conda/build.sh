#!/bin/sh
# The library, the command and the Python package; conda sets PREFIX, PYTHON and CMAKE_ARGS.
set -eu
# shellcheck disable=SC2086 # lists
cmake -S . -B build/conda -G Ninja ${CMAKE_ARGS:-} -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$PREFIX" \
  -DCMAKE_INSTALL_LIBDIR=lib -DHAMEL_BUILD_TESTS=OFF -DHAMEL_BUILD_EXAMPLES=OFF ${HAMEL_ARGS:-}
cmake --build build/conda
cmake --install build/conda
"$PYTHON" -m pip install . --no-deps --no-build-isolation
