#!/bin/bash
# Are all C++ files formatted as .clang-format says?
#
#   tools/check_format.sh          tells
#   tools/check_format.sh --fix    formats them
set -euo pipefail
. "$(dirname "$0")/lib.sh"

./bazelw --setup clang-format-19
mapfile -t files < <(cxx_files h cc)
if [ ${#files[@]} = 0 ]; then skip "no C++ files"; fi
mode=(--dry-run -Werror)
if [ "${1:-}" = --fix ]; then mode=(-i); fi
clang-format-19 "${mode[@]}" "${files[@]}"
echo "${#files[@]} files are formatted"
