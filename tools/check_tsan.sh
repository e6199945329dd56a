#!/bin/bash
# ThreadSanitizer over what runs in threads: their tests, and the command line
# with many threads on all files of the corpus.
#
#   tools/check_tsan.sh
#
# Skipped (status 77) where the kernel does not let ThreadSanitizer start.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

readonly kTests=(
  //cli/files:files_test
  //cli/io:io_test
  //eval/curve:curve_test
)
readonly kReport=66  # exit status of a program that ThreadSanitizer ended

./bazelw --setup build
./bazelw build --config=tsan //cli:clipguard
program=$(./bazelw info --config=tsan bazel-bin 2>/dev/null)/cli/clipguard
export TSAN_OPTIONS="halt_on_error=1 exitcode=$kReport"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

if ! "$program" --version >"$scratch/out" 2>"$scratch/errors"; then
  if grep -q 'unexpected memory mapping' "$scratch/errors"; then
    skip "ThreadSanitizer does not start on this kernel"
  fi
  cat "$scratch/errors"
  exit 1
fi

./bazelw test --config=tsan --test_env=TSAN_OPTIONS "${kTests[@]}"

for jobs in 2 16; do
  status=0
  "$program" validate --jobs="$jobs" --format=json corpus \
    >"$scratch/$jobs.json" 2>"$scratch/errors" || status=$?
  # 1: there are errors in the files, as there should be.
  if [ "$status" != 1 ]; then
    cat "$scratch/errors"
    echo "validate --jobs=$jobs of the corpus: status $status"
    exit 1
  fi
done
cmp "$scratch/2.json" "$scratch/16.json"
echo "no data races in ${#kTests[@]} tests and $(find corpus -type f | wc -l) files"
