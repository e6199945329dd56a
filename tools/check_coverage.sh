#!/bin/bash
# Does the committed corpus still reach what it should? Line and branch coverage
# of parser/ and eval/ by the replay of all fuzz targets, and nothing else.
#
#   tools/check_coverage.sh           fails below the floor
#   tools/check_coverage.sh --list    and names every place not reached
#
# docs/fuzzing.md says why the rest is not reached.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

# Per cent. Raise them when the coverage rises.
readonly kLines=99.0 kBranches=96.0

./bazelw --setup build
exec /usr/bin/python3 -B fuzz/tool/check_coverage.py --lines="$kLines" \
  --branches="$kBranches" "$@"
