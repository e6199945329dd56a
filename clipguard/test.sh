#!/bin/bash
# What a clipguard_test runs (//:defs.bzl), in the folder of its runfiles. What
# stands in braces is filled in by the rule.
set -uo pipefail

mapfile -t files <'{FILES}'
mapfile -t flags <'{FLAGS}'
flags+=("$@")

if [ -n "${TEST_TOTAL_SHARDS:-}" ] && [ "$TEST_TOTAL_SHARDS" != 0 ]; then
  [ -z "${TEST_SHARD_STATUS_FILE:-}" ] || : >"$TEST_SHARD_STATUS_FILE"
  flags+=("--shard=$((TEST_SHARD_INDEX + 1))/$TEST_TOTAL_SHARDS")
fi

# report FORMAT FILE: what the log has, for machines.
report() {
  '{TOOL}' validate "--format=$1" "${flags[@]}" -- "${files[@]}" >"$2" 2>/dev/null
}

if [ -n "${XML_OUTPUT_FILE:-}" ]; then
  report junit "$XML_OUTPUT_FILE"
fi
if [ -n "${TEST_UNDECLARED_OUTPUTS_DIR:-}" ]; then
  report json "$TEST_UNDECLARED_OUTPUTS_DIR/report.ndjson"
  report sarif "$TEST_UNDECLARED_OUTPUTS_DIR/report.sarif"
fi
exec '{TOOL}' validate "${flags[@]}" -- "${files[@]}"
