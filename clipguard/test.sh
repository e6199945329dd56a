#!/bin/bash
# The script of a clipguard_test (//:defs.bzl), run in the folder of its
# runfiles. The rule fills in the words in braces.
set -uo pipefail

tool='{TOOL}'
mapfile -t flags <'{FLAGS}'
flags+=("$@")
[ -z "${TEST_TOTAL_SHARDS:-}" ] || flags+=(--shard=auto)

# The same findings as in the log, for machines.
if [ -n "${XML_OUTPUT_FILE:-}" ]; then
  flags+=("--output=junit:$XML_OUTPUT_FILE")
fi
if [ -n "${TEST_UNDECLARED_OUTPUTS_DIR:-}" ]; then
  flags+=("--output=json:$TEST_UNDECLARED_OUTPUTS_DIR/report.ndjson"
          "--output=sarif:$TEST_UNDECLARED_OUTPUTS_DIR/report.sarif")
fi
exec "$tool" validate "${flags[@]}"
