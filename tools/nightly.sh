#!/bin/bash
# Checks that take long and seldom fail when the rest of .ci/run passes: other
# compilers, other checkers, and outside programs.
#
#   tools/nightly.sh
#
# Every step is made, whatever became of those before. Fails if one did.
set -uo pipefail
. "$(dirname "$0")/lib.sh"

failed=0
step() {
  printf '\n=== %s (at %d s)\n' "$*" "$SECONDS"
  local status=0
  "$@" || status=$?
  if [ "$status" != 0 ] && [ "$status" != "$kSkipped" ]; then
    echo "FAILED: $*"
    failed=1
  fi
}

step ./bazelw test --config=gcc //...
# Unit tests, which .ci/run has without sanitizers only; and the checks that
# --config=asan leaves out, in what reads and evaluates.
step ./bazelw test --config=asan -- //... -//bench/... -//base/... -//simd/... \
  -//parser/... -//eval/... -//fuzz/...
step ./bazelw test --config=asan-pointers --test_env=CLIPGUARD_FUZZ_EVERY=1 \
  //base/... //simd/... //parser/... //eval/... //fuzz/...
step tools/check_one_answer.sh --gcc
step tools/check_sarif.sh --azure
step tools/check_npm.sh --all
step tools/check_release.sh --all
step tools/check_windows.sh
step env CLIPGUARD_EVERY=yes tools/check_report.sh
step tools/check_tsan.sh
step tools/check_examples.sh
step env CLIPGUARD_TIDY_SECONDS=0 tools/check_tidy.sh
step tools/check_memcheck.sh
step tools/check_blender.sh
step tools/check_gltf.sh --programs
step env CLIPGUARD_EVERY=yes tools/check_gltf.sh
step tools/check_slurm.sh
step tools/check_captures.sh
step tools/planted.py
exit "$failed"
