#!/bin/bash
# Do others get clipguard to work? Builds examples/ as a stranger would, from
# copies outside of this tree:
#
#   tools/check_examples.sh [OUTPUT_ROOT]
#
# examples/workspace with Bazel: the rules over good, bad and foreign files, and
# the library's values under unfriendly flags. examples/cmake against what
# `./bazelw run //:install` installs, with pkg-config, and against this checkout; the
# program of docs/library.md by the page's own command. OUTPUT_ROOT keeps the stranger's
# build for the next time.
set -euo pipefail
. "$(dirname "$0")/lib.sh"
project=$PWD
./bazelw --setup build
./bazelw --setup cmake pkgconf groff-base fish zsh

work=$(mktemp -d)
output=${1:-$work/output}
stranger() {
  (cd "$work/workspace" && /usr/bin/bazel --output_user_root="$output" "$@")
}
trap 'stranger shutdown 2>/dev/null || true; chmod -R u+w "$work"; rm -rf "$work"' EXIT
cp -r examples/workspace examples/cmake "$work/"
for link in "$work"/workspace/bazel-*; do
  if [ -L "$link" ]; then rm "$link"; fi
done

bad=0
complain() {
  echo "BAD: $*"
  bad=1
}

# expect WHAT FILE PATTERN...
expect() {
  local what=$1 file=$2 pattern
  shift 2
  for pattern; do
    if ! grep -qE -e "$pattern" "$file"; then
      complain "$what does not have '$pattern'"
      tail -n 40 "$file"
    fi
  done
}

# The program that the rules run is not optimised, which is sooner done:
# --config=gcc tests the optimised one.
flags=(--override_repository=clipguard="$project" --noshow_progress
       --nosandbox_debug --config=unfriendly --host_compilation_mode=fastbuild)

check_rules() {
  echo "--- a workspace: the rules, and the library"
  if ! stranger test "${flags[@]}" --test_output=all //... >"$work/good.log" 2>&1; then
    complain "bazel test //..."
    tail -n 60 "$work/good.log"
    return
  fi
  grep -E '^(clipguard|recording|character|state machine|//)' "$work/good.log"
  expect "the values' test" "$work/good.log" '^recording +scalar'
  if grep -q WRONG "$work/good.log"; then complain "other bits"; fi

  echo "--- bad and foreign files, in two shards"
  if stranger test "${flags[@]}" --test_output=all //:everything_test \
    >"$work/bad.log" 2>&1; then
    complain "a test of bad files passes"
  fi
  grep -E '^(INVALID|ok|WARN|not ours|//|  error|[0-9]+ files)' "$work/bad.log" || true
  expect "the log" "$work/bad.log" KEY_TIME_DECREASING LABEL_MISMATCH \
    'everything_test .*FAILED'
  check_outputs "$(stranger info "${flags[@]}" bazel-testlogs 2>/dev/null)/everything_test"

  echo "--- a filegroup whose files are checked"
  stranger build "${flags[@]}" //:animations >"$work/filegroup.log" 2>&1 ||
    complain "the filegroup of good files"
  if stranger build "${flags[@]}" //:everything >"$work/filegroup.log" 2>&1; then
    complain "a filegroup of bad files builds"
  fi
  expect "the build's log" "$work/filegroup.log" KEY_TIME_DECREASING
}

# check_outputs FOLDER: each shard's XML has a case for each of its files, and
# its reports are there.
check_outputs() {
  local shard cases=0
  for shard in shard_1_of_2 shard_2_of_2; do
    cases=$((cases + $(grep -c '<testcase ' "$1/$shard/test.xml" || true)))
    /usr/bin/python3 -B - "$1/$shard/test.outputs/outputs.zip" <<'EOF' ||
import json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
lines = archive.read("report.ndjson").decode().splitlines()
sarif = json.loads(archive.read("report.sarif"))
print(sys.argv[1].split("/")[-3], len(lines), "files,",
      len(sarif["runs"][0]["results"]), "results as SARIF")
EOF
      complain "$shard has no reports"
  done
  if [ "$cases" != 9 ]; then complain "$cases cases of 9 in the tests' XML"; fi
}

check_stranger_cannot_see_the_rest() {
  echo "--- what is private"
  echo 'cc_library(name = "x", deps = ["@clipguard//base:base"])' \
    >"$work/workspace/parser/BUILD.bazel"
  if stranger build "${flags[@]}" --nobuild //parser:x >"$work/private.log" 2>&1; then
    complain "a library of ours can be used directly"
  fi
  expect "Bazel's message" "$work/private.log" 'not visible'
  rm "$work/workspace/parser/BUILD.bazel"
}

check_installed() {
  echo "--- installed: CMake and pkg-config"
  local prefix=$work/prefix recording=corpus/mrtk/valid/parts-camera.bin said
  ./bazelw run --noshow_progress --ui_event_filters=-info //:install -- \
    --prefix="$prefix" >"$work/install.log" 2>&1 || {
    complain "the installation"
    tail -n 30 "$work/install.log"
    return
  }
  (cd "$prefix" && find . -type f ! -path './include/*' | LC_ALL=C sort)
  if ! { cmake -S "$work/cmake" -B "$work/cmake/build" \
    -DCMAKE_PREFIX_PATH="$prefix" && cmake --build "$work/cmake/build"; } \
    >"$work/cmake.log" 2>&1; then
    complain "the CMake project"
    tail -n 30 "$work/cmake.log"
    return
  fi
  said=$("$work/cmake/build/example" "$recording")
  echo "$said"
  case $said in
    "camera at "*) ;;
    *) complain "the CMake project's program says: $said" ;;
  esac

  local found
  found=$(PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config --cflags --libs clipguard)
  # shellcheck disable=SC2086  # flags are words
  g++ -std=c++20 -O1 "$work/cmake/main.cc" "$work/cmake/recordings.cc" $found \
    -o "$work/by_pkg_config" || complain "a program by pkg-config"
  [ "$("$work/by_pkg_config" "$recording")" = "$said" ] ||
    complain "the program by pkg-config says something else"

  # The commands that the page tells people to type.
  sed -n '/^```cpp$/,/^```$/{/^```/!p}' docs/library.md >"$work/example.cc"
  (cd "$work" && PKG_CONFIG_PATH=$prefix/lib/pkgconfig \
    bash -c "$(grep '^g++ ' "$project/docs/library.md")") ||
    complain "the command of docs/library.md"
  sed -n '/^## In C$/,/^## From/{/^```c$/,/^```$/{/^```/!p}}' docs/library.md \
    >"$work/poses.c"
  (cd "$work" && PKG_CONFIG_PATH=$prefix/lib/pkgconfig \
    bash -c "$(grep '^cc ' "$project/docs/library.md")") ||
    complain "the command for C of docs/library.md"
  docs/library_example_test.sh "$work/example" "$work/poses" ||
    complain "a program of docs/library.md says something else"

  # Each header can be the first, and those who lack C++20 are told so.
  local header
  while read -r header; do
    echo "#include \"$header\""
  done < <(cd "$prefix/include" && find clipguard -name '*.h' | LC_ALL=C sort) \
    >"$work/all.cc"
  # shellcheck disable=SC2086
  g++ -std=c++20 -Wall -Wextra -Werror -fsyntax-only ${found%% -L*} "$work/all.cc" ||
    complain "the headers together"
  if g++ -std=c++17 -fsyntax-only -I"$prefix/include" "$work/cmake/recordings.cc" \
    2>"$work/old.log"; then
    complain "C++17 compiles"
  fi
  expect "g++'s message" "$work/old.log" 'clipguard needs C\+\+20'

  check_completions "$prefix/share"
  groff -man -Tutf8 -ww "$prefix/share/man/man1/clipguard.1" >"$work/man.txt" 2>&1 ||
    complain "the manual's page"
  expect "the manual's page" "$work/man.txt" 'clipguard - ' '--strict'
  echo "completions and a page of $(wc -l <"$work/man.txt") lines"
}

# Each shell is asked what it would offer.
check_completions() {
  bash --norc -c '
    . "$1/bash-completion/completions/clipguard"
    COMP_WORDS=(clipguard graph --format = "") COMP_CWORD=4
    _clipguard
    printf "%s\n" "${COMPREPLY[@]}"' - "$1" >"$work/bash.txt" 2>&1
  expect "bash" "$work/bash.txt" '^mermaid'
  HOME=$work fish --no-config -c '
    source $argv[1]/fish/vendor_completions.d/clipguard.fish
    complete -C "clipguard graph --format="
    complete -C "clipguard explain KEY_TIME_DEC"
    complete -C "clipguard va"' "$1" >"$work/fish.txt" 2>&1
  expect "fish" "$work/fish.txt" '^--format=mermaid' '^KEY_TIME_DECREASING' \
    '^validate.say whether'
  # zsh completes only at a prompt: this one is a terminal of its own.
  zsh -f -c '
    zmodload zsh/zpty
    zpty shell "TERM=dumb zsh -f -i"
    zpty -w shell "fpath=($1/zsh/site-functions \$fpath); bindkey \"^I\" list-choices"
    zpty -w shell "autoload -Uz compinit; compinit -u -D; print loaded \$?"
    zpty -r -m shell text "*loaded 0*"
    for word in "graph --format=" "explain KEY_TIME_DEC"; do
      zpty -w -n shell "clipguard $word"$'"'\\t'"'
      sleep 1
      zpty -w -n shell $'"'\\x15'"'
      while zpty -r -t shell text; do print -r -- "$text"; done
    done' - "$1" >"$work/zsh.txt" 2>&1
  expect "zsh" "$work/zsh.txt" 'mermaid +png' 'KEY_TIME_DECREASING'
}

# After check_installed(), which takes the programs from the page.
check_from_source() {
  echo "--- CMake: this checkout as a part of the project"
  # With the programs of docs/library.md.
  cat >>"$work/cmake/CMakeLists.txt" <<'EOF'
enable_language(C)
add_executable(of_page ../example.cc)
add_executable(poses ../poses.c)
target_link_libraries(of_page PRIVATE clipguard::clipguard)
target_link_libraries(poses PRIVATE clipguard::clipguard)
EOF
  if ! { cmake -S "$work/cmake" -B "$work/cmake/source" -DCLIPGUARD_SOURCE="$project" &&
    cmake --build "$work/cmake/source" --parallel "$(nproc)"; } >"$work/source.log" 2>&1; then
    complain "the CMake project from source"
    tail -n 30 "$work/source.log"
    return
  fi
  "$work/cmake/source/example" corpus/mrtk/valid/parts-camera.bin >"$work/source.txt" ||
    complain "the program from source"
  expect "the program from source" "$work/source.txt" '^camera at '
  docs/library_example_test.sh "$work/cmake/source/of_page" "$work/cmake/source/poses" ||
    complain "a program of docs/library.md from source says something else"
  mkdir "$work/c"
  printf '%s\n' 'cmake_minimum_required(VERSION 3.18)' 'project(mine C)' \
    "add_subdirectory($project clipguard)" >"$work/c/CMakeLists.txt"
  if cmake -S "$work/c" -B "$work/c/build" >"$work/c.log" 2>&1; then
    complain "a project in C alone"
  fi
  expect "CMake's message" "$work/c.log" 'needs project\(mine C CXX\)'
}

check_rules
check_stranger_cannot_see_the_rest
check_installed
check_from_source
exit "$bad"
