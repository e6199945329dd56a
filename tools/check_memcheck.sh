#!/bin/bash
# Valgrind's memcheck over the replay of the committed corpus by all fuzz targets:
# values that were never written, which ASan does not see.
#
#   tools/check_memcheck.sh [TARGET...]     default: all but what measures time
#
# Too slow for .ci/run: 20 to 140 s a target on a busy machine, ten minutes one of
# Forge's cost targets.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

./bazelw --setup build
./bazelw --setup valgrind
exec /usr/bin/python3 -B fuzz/tool/check_memcheck.py "$@"
