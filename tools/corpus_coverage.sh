#!/bin/bash
# Region, line and branch coverage that a corpus reaches through a fuzz target.
#
#   tools/corpus_coverage.sh TARGET CORPUS [FOLDER]
#   tools/corpus_coverage.sh //fuzz:mrtk fuzz/corpus/mrtk
#
# Prints a table, and leaves in FOLDER (default: coverage) html/index.html and
# summary.json.
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,8s/^# \?//p' "$0" >&2; exit 2; }
target=$1 corpus=$2 out=${3:-coverage}
cd "$(dirname "$0")/.."

./bazelw build --config=corpus-coverage "$target"
relative=${target#//}
binary=bazel-bin/${relative/:/\/}

mkdir -p "$out"
rm -f "$out"/corpus-*.profraw
LLVM_PROFILE_FILE="$out/corpus-%p.profraw" "$binary" "$corpus" \
  2>"$out/replay.log" || { tail "$out/replay.log" >&2; exit 1; }
llvm-profdata-19 merge -sparse -o "$out/corpus.profdata" "$out"/corpus-*.profraw
rm "$out"/corpus-*.profraw

# Bazel compiles in its own folder, under a name that does not change.
flags=(
  "-instr-profile=$out/corpus.profdata"
  '-ignore-filename-regex=^/usr/|^external/|build_defs/|_fuzz\.cc$'
  "-path-equivalence=/proc/self/cwd,$PWD"
)
llvm-cov-19 show "$binary" "${flags[@]}" -show-branches=count -format=html \
  -output-dir="$out/html" >/dev/null
llvm-cov-19 export "$binary" "${flags[@]}" -summary-only >"$out/summary.json"
llvm-cov-19 report "$binary" "${flags[@]}" -show-branch-summary
