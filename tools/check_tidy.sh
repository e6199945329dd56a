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
# The files that changed last, themselves or in a header that they include, come
# first, as far as git knows. No new file is taken after CLIPGUARD_TIDY_SECONDS
# (40; 0: all are taken), and those not reached are named: nothing is new in them.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

./bazelw --setup build clang-tidy-19
files=("$@")
# Prints "WHEN FILE" of all C++ files: 0 for what is not committed, then the
# number of the last commit with the file, counted from the newest.
ages() {
  {
    git status --porcelain -uall | cut -c4-
    git log --format=format:commit --name-only
  } 2>/dev/null | awk '
    /^commit$/ { when++; next }
    /\.(h|cc)$/ && !($0 in known) { known[$0] = 1; print when + 0, $0 }'
}

# Prints the sources, the youngest first; tests after others of the same age.
by_age() {
  local sources
  mapfile -t sources < <(cxx_files cc)
  awk '
    FILENAME == ARGV[1] { age[$2] = $1; next }
    FNR == 1 { if (file != "") print best, test, file
      file = FILENAME; test = file ~ /_test\.cc$/
      best = file in age ? age[file] : 999999 }
    /^#include "/ { split($0, part, "\"")
      if (part[2] in age && age[part[2]] < best) best = age[part[2]] }
    END { print best, test, file }' <(ages) "${sources[@]}" |
    LC_ALL=C sort -k1,1n -k2,2n -k3 | cut -d' ' -f3
}

if [ ${#files[@]} = 0 ]; then mapfile -t files < <(by_age); fi
if [ ${#files[@]} = 0 ]; then skip "no C++ files"; fi

# Bazel's mirror of RapidJSON, where the packaged one needs edits to be read.
mirror=$(./bazelw info output_base 2>/dev/null)/external/rapidjson/include
# The headers as examples/ includes them.
./bazelw build --noshow_progress //:clipguard 2>/dev/null || true
public=$(./bazelw info bazel-bin 2>/dev/null)/clipguard/clipguard_include
seconds=${CLIPGUARD_TIDY_SECONDS:-40}
deadline=$(($(date +%s) + (seconds == 0 ? 1000000 : seconds)))
late=$(mktemp)
trap 'rm -f "$late"' EXIT
export mirror public deadline late

tidy_one() {
  local file=$1 checks='' flags=(-std=c++20 -I. -Wall -Wextra)
  if [ "$(date +%s)" -ge "$deadline" ]; then
    echo "not checked, out of time: $file" | tee -a "$late"
    return
  fi
  case $file in
    examples/*)
      flags+=(-isystem "$public" "-I${file%/*}")
      checks=-bugprone-unchecked-optional-access
      ;;
    # For another kind of processor: its header is not here.
    *_neon.cc) [ "$(uname -m)" = aarch64 ] || return 0 ;;
    # For another standard library, which declares less.
    wasm/absent.cc | windows/*) return 0 ;;
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
