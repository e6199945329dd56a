#!/bin/bash
# Fuzzes one target with AFL++, the second engine. Leaves what it finds in
# fuzz-work/TARGET/afl.
#
#   tools/afl.sh TARGET SECONDS          tools/afl.sh mrtk_naive 60
set -euo pipefail
[ $# = 2 ] || { sed -n '2,5s/^# \?//p' "$0" >&2; exit 2; }
. "$(dirname "$0")/lib.sh"
target=$1 seconds=$2
./bazelw --setup build
./bazelw --setup afl++
label=$(./bazelw query --noshow_progress \
  "attr(name, '^$target\$', kind(cc_binary, //fuzz/...))" 2>/dev/null)
[ -n "$label" ] || { echo "no fuzz target $target" >&2; exit 2; }
./bazelw build --config=afl "$label"
path=${label#//}
program=$(./bazelw info --config=afl bazel-bin 2>/dev/null)/${path/:/\/}

work=fuzz-work/$target/afl
rm -rf "$work.seeds"
mkdir -p "$work" "$work.seeds"
dictionary=()
while IFS== read -r kind value; do
  case $kind in
    --default-dict) dictionary=(-x "$value") ;;
    # AFL++ wants small seeds: the first few hundred do.
    --default-seeds)
      find "$value" -type f -size -5k ! -name '*.md' ! -name '*.json' \
        -exec cp -t "$work.seeds" {} +
      ;;
  esac
done < <(./bazelw query --noshow_progress --output=build "$label" |
  grep -oE -- '--default-(dict|seeds)=[^"]+')

# What AFL++ would rather have set up on the machine is no affair of ours.
export AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1
export AFL_NO_UI=1 AFL_NO_AFFINITY=1 AFL_AUTORESUME=1
export ASAN_OPTIONS=abort_on_error=1:symbolize=0:detect_leaks=0
exec afl-fuzz -V "$seconds" -m none -t 5000 "${dictionary[@]}" \
  -i "$work.seeds" -o "$work" -- "$program"
