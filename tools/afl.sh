#!/bin/bash
# Fuzzes one property with AFL++, the second engine. Leaves what it finds in
# fuzz-work/PROPERTY/afl.
#
#   tools/afl.sh PROPERTY SECONDS          tools/afl.sh mrtk_naive 60
set -euo pipefail
[ $# = 2 ] || { sed -n '2,5s/^# \?//p' "$0" >&2; exit 2; }
. "$(dirname "$0")/lib.sh"
name=$1 seconds=$2
./bazelw --setup build
./bazelw --setup afl++
source=$(grep -lE "^CLIPGUARD_[A-Z]+_PROPERTY\($name," fuzz/*/*.cc) ||
  { echo "no fuzz property $name" >&2; exit 2; }
family=$(dirname "$source")
./bazelw build --config=afl "//$family:fuzz"
folder=$(./bazelw info --config=afl bazel-bin 2>/dev/null)/$family

work=fuzz-work/$name/afl
rm -rf "$work.seeds"
mkdir -p "$work" "$work.seeds"
# AFL++ passes no flags on: the program's name says which property.
program=$work.program/$name
mkdir -p "$work.program"
ln -sf "$folder/fuzz" "$program"
dictionary=()
for word in $("$folder/fuzz" --list-properties | grep "^$name " | cut -d' ' -f2-); do
  case $word in
    -dict=*) dictionary=(-x "${word#-dict=}") ;;
    # AFL++ wants small seeds: the first few hundred do.
    *)
      find "$word" -type f -size -5k ! -name '*.md' ! -name manifest.json \
        -exec cp -t "$work.seeds" {} +
      ;;
  esac
done

# AFL++ shall run without the set-up of the machine that it recommends.
export AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1
export AFL_NO_UI=1 AFL_NO_AFFINITY=1 AFL_AUTORESUME=1
export ASAN_OPTIONS=abort_on_error=1:symbolize=0:detect_leaks=0
exec afl-fuzz -V "$seconds" -m none -t 5000 "${dictionary[@]}" \
  -i "$work.seeds" -o "$work" -- "$program"
