#!/bin/bash
# What a clipguard_test runs (//:defs.bzl), in the folder of its runfiles. What
# stands in braces is filled in by the rule.
set -uo pipefail

tool='{TOOL}'
mapfile -t flags <'{FLAGS}'
flags+=("$@")
[ -z "${TEST_TOTAL_SHARDS:-}" ] || flags+=(--shard=auto)

# report FORMAT FILE: what the log has, for machines.
report() {
  "$tool" validate "--format=$1" "${flags[@]}" >"$2" 2>/dev/null
}

if [ -n "${XML_OUTPUT_FILE:-}" ]; then
  report junit "$XML_OUTPUT_FILE"
fi
if [ -n "${TEST_UNDECLARED_OUTPUTS_DIR:-}" ]; then
  report json "$TEST_UNDECLARED_OUTPUTS_DIR/report.ndjson"
  report sarif "$TEST_UNDECLARED_OUTPUTS_DIR/report.sarif"
fi
exec "$tool" validate "${flags[@]}"
