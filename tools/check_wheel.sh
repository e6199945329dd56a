#!/bin/bash
# Does the wheel of //python:wheel work? It is installed into a fresh environment,
# without a network, beside Debian's NumPy and pandas; then the package's tests run.
# Their values are compared with those of `clipguard sample`.
#
# Skipped (status 77) where venv, NumPy and pandas cannot be had.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

./bazelw --setup build
./bazelw --setup python3-venv python3-numpy python3-pandas ||
  skip "venv, NumPy or pandas is not here"
./bazelw build //python:wheel
wheel=$(echo bazel-bin/python/*.whl)

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
/usr/bin/python3 -m venv --system-site-packages "$scratch/venv"
"$scratch/venv/bin/pip" install --quiet --no-index --disable-pip-version-check "$wheel"
# The program came along, and needs nothing of this machine.
"$scratch/venv/bin/clipguard" --version

export CORPUS=$PWD/corpus
cp python/clipguard_test.py "$scratch"
cd "$scratch"
env -u CLIPGUARD_PROGRAM "$scratch/venv/bin/python" -B clipguard_test.py
