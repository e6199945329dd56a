#!/bin/bash
# clang-tidy (.clang-tidy) over the C++ sources.
#
#   tools/check_tidy.sh            all of them
#   tools/check_tidy.sh FILE...    some of them
#
# Headers are checked through the sources that include them. Takes no compile
# database: the project's flags are the same everywhere, but for the kernels,
# which are named after what they need.
#
# Stops taking new files after CLIPGUARD_TIDY_SECONDS (330) and says which ones
# it did not reach; tests come last.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

./bazelw --setup build clang-tidy-19
files=("$@")
if [ ${#files[@]} = 0 ]; then
  mapfile -t files < <(cxx_files cc | grep -v '_test\.cc$'
                       cxx_files cc | grep '_test\.cc$')
fi
if [ ${#files[@]} = 0 ]; then skip "no C++ files"; fi

# Bazel's mirror of RapidJSON, where the packaged one needs edits to be read.
mirror=$(./bazelw info output_base 2>/dev/null)/external/rapidjson/include
deadline=$(($(date +%s) + ${CLIPGUARD_TIDY_SECONDS:-330}))
late=$(mktemp)
trap 'rm -f "$late"' EXIT
export mirror deadline late

tidy_one() {
  local file=$1 checks='' flags=(-std=c++20 -I. -Wall -Wextra)
  if [ "$(date +%s)" -ge "$deadline" ]; then
    echo "not checked, out of time: $file" | tee -a "$late"
    return
  fi
  case $file in
    # For another kind of processor: its header is not here.
    *_neon.cc) [ "$(uname -m)" = aarch64 ] || return 0 ;;
    # It does not know that ASSERT_TRUE(x.has_value()) ends the test.
    *_test.cc) checks=-bugprone-unchecked-optional-access ;;
    *_avx2.cc) flags+=(-mavx2 -mfma) ;;
    *_avx512.cc)
      flags+=(-mavx512f -mavx512cd -mavx512bw -mavx512dq -mavx512vl) ;;
  esac
  if [ -d "$mirror" ]; then flags+=(-isystem "$mirror"); fi
  local output
  if ! output=$(clang-tidy-19 --quiet --checks="$checks" "$file" -- \
    "${flags[@]}" 2>&1); then
    printf '%s\n' "$output" | grep -vE '^[0-9]+ warnings? (generated|treated)'
    echo "FAILED: $file"
    return 1
  fi
}
export -f tidy_one

printf '%s\0' "${files[@]}" |
  xargs -0 -n 1 -P "$(nproc)" bash -c 'tidy_one "$1"' tidy_one
echo "$((${#files[@]} - $(wc -l <"$late"))) of ${#files[@]} files checked, all tidy"
