#!/bin/bash
# Would OSS-Fuzz take our build? Runs .clusterfuzzlite/build.sh with the
# environment of its builder, and then what its check of builds looks at: each
# program starts wherever it lies, is instrumented by the right sanitizer and no
# other, survives its seeds, and needs no library of ours from the system.
#
#   tools/oss_fuzz_check.sh address|undefined|coverage
#
# A stand-in: the real one is a container that not every machine can run.
set -euo pipefail
case ${1:-} in
  address | undefined | coverage) ;;
  *) sed -n '2,9s/^# \?//p' "$0" >&2 && exit 2 ;;
esac
. "$(dirname "$0")/lib.sh"
./bazelw --setup build
./bazelw --setup zip
./bazelw --setup unzip

# Bounds of OSS-Fuzz's check, in calls and edges of a program.
readonly kMinAsanCalls=1000 kMaxUbsanCallsBesideAsan=200 kMinUbsanCalls=169
readonly kMinEdges=100

export SANITIZER=$1 FUZZING_ENGINE=libfuzzer FUZZING_LANGUAGE=c++
export ARCHITECTURE=x86_64 LIB_FUZZING_ENGINE=-fsanitize=fuzzer
export CC=clang-19 CXX=clang++-19
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export SRC=$scratch/src OUT=$scratch/build WORK=$scratch/work
mkdir -p "$SRC" "$OUT" "$WORK"

flags="-O1 -fno-omit-frame-pointer -gline-tables-only"
flags+=" -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION"
case $SANITIZER in
  address)
    flags+=" -fsanitize=address -fsanitize-address-use-after-scope"
    flags+=" -fsanitize=fuzzer-no-link"
    ;;
  undefined)
    checks=array-bounds,bool,builtin,enum,function,integer-divide-by-zero,null
    checks+=,object-size,return,returns-nonnull-attribute,shift
    checks+=,signed-integer-overflow,unreachable,vla-bound,vptr
    flags+=" -fsanitize=$checks -fno-sanitize-recover=$checks"
    flags+=" -fsanitize=fuzzer-no-link"
    ;;
  coverage) flags+=" -fprofile-instr-generate -fcoverage-mapping" ;;
esac
export CFLAGS=$flags CXXFLAGS=$flags

if ! bash -eu .clusterfuzzlite/build.sh >"$scratch/build.log" 2>&1; then
  tail -n 30 "$scratch/build.log"
  exit 1
fi
# It will lie elsewhere when it runs.
mv "$OUT" "$scratch/elsewhere"
OUT=$scratch/elsewhere

bad=0
complain() {
  echo "BAD: $*"
  bad=1
}

calls() { grep -cE "call.*<__$1" "$2" || true; }

check_instrumentation() {
  local name=$1 edges asan ubsan
  edges=$(grep -oE 'INFO: Loaded .*' "$scratch/$name.log" |
    grep -oE '\([0-9]+ [a-z -]*counters\)|[0-9]+ inline' | grep -oE '[0-9]+' | head -n 1)
  objdump -d "$OUT/$name" >"$scratch/code"
  asan=$(calls asan "$scratch/code") ubsan=$(calls ubsan "$scratch/code")
  if [ "${edges:-0}" -lt "$kMinEdges" ]; then complain "$name: ${edges:-no} edges"; fi
  if [ "$SANITIZER" = address ]; then
    if [ "$asan" -lt "$kMinAsanCalls" ]; then complain "$name: $asan calls of ASan"; fi
    if [ "$ubsan" -gt "$kMaxUbsanCallsBesideAsan" ]; then
      complain "$name: $ubsan calls of UBSan in a build for ASan"
    fi
  else
    if [ "$ubsan" -lt "$kMinUbsanCalls" ]; then complain "$name: $ubsan calls of UBSan"; fi
    if [ "$asan" -gt 0 ]; then complain "$name: $asan calls of ASan in a build for UBSan"; fi
  fi
  echo "$name: $edges edges, $asan calls of ASan, $ubsan of UBSan"
}

count=0 seen=()
for program in "$OUT"/*; do
  [ -x "$program" ] || continue
  name=$(basename "$program")
  count=$((count + 1))
  [[ $name =~ ^[A-Za-z0-9_-]+$ ]] || complain "$name: not a name for a program"
  # Profiles of coverage builds are not for the tree.
  export LLVM_PROFILE_FILE=$scratch/%p.profraw
  (cd "$OUT" && env -u OUT -u SRC -u WORK "./$name" -seed=1337 -runs=4) \
    >"$scratch/$name.log" 2>&1 </dev/null || true
  grep -q 'Done 4 runs' "$scratch/$name.log" || complain "$name: does not start"
  # Properties of a folder share a program.
  inode=$(stat -c %i "$program")
  if [ "$SANITIZER" != coverage ] && [ -z "${seen[$inode]:-}" ]; then
    check_instrumentation "$name"
  fi
  seen[inode]=yes
  if ldd "$program" | grep -E 'absl|simdjson|benchmark'; then
    complain "$name: needs libraries that are not there where it runs"
  fi
  mkdir -p "$scratch/seeds/$name"
  unzip -qo "$OUT/${name}_seed_corpus.zip" -d "$scratch/seeds/$name" ||
    complain "$name: no seeds"
  dictionary=()
  if [ -f "$program.dict" ]; then dictionary=("-dict=$program.dict"); fi
  (cd "$OUT" && "./$name" -rss_limit_mb=2560 -timeout=25 -runs=0 \
    "${dictionary[@]}" "$scratch/seeds/$name") >"$scratch/$name.log" 2>&1 </dev/null || {
    complain "$name: a seed crashes"
    tail -n 5 "$scratch/$name.log"
  }
done
if [ "$count" = 0 ]; then complain "no programs"; fi
echo "$count properties, $SANITIZER: $([ "$bad" = 0 ] && echo good || echo BAD)"
exit "$bad"
