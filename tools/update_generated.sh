#!/bin/bash
# Writes anew what is made from the code: the output shown in README.md,
# docs/my-file.md, docs/tour.md, docs/diff.md and docs/findings.md, the flags and limits
# in docs/cli.md, and the sources that CMakeLists.txt names.
set -euo pipefail
cd "$(dirname "$0")/.."
./bazelw run //cli:pages_test -- --update
./bazelw run //clipguard:sources_test -- --update
