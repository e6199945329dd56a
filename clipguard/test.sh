#!/bin/bash
# What a clipguard_test runs (//:defs.bzl), in the folder of its runfiles. What
# stands in braces is filled in by the rule.
set -uo pipefail

tool='{TOOL}'
mapfile -t flags <'{FLAGS}'
flags+=("$@")
[ -z "${TEST_TOTAL_SHARDS:-}" ] || flags+=(--shard=auto)

# What the log has, for machines.
if [ -n "${XML_OUTPUT_FILE:-}" ]; then
  flags+=("--output=junit:$XML_OUTPUT_FILE")
fi
if [ -n "${TEST_UNDECLARED_OUTPUTS_DIR:-}" ]; then
  flags+=("--output=json:$TEST_UNDECLARED_OUTPUTS_DIR/report.ndjson"
          "--output=sarif:$TEST_UNDECLARED_OUTPUTS_DIR/report.sarif")
fi
exec "$tool" validate "${flags[@]}"
