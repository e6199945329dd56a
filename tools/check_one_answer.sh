#!/bin/bash
# One answer, whichever kernel evaluates and whatever compiled clipguard.
#
#   tools/check_one_answer.sh         the scalar kernel and this machine's widest one
#   tools/check_one_answer.sh --gcc   besides, clang's program and g++'s
#
# Both must write the same bytes and end with the same status, for the commands that
# use kernels (with --gcc: for all commands), over the corpus and over what is in
# $CLIPGUARD_DATA. Without --gcc, g++ compiles the kernels only, and their hashes
# (testing/kernel_hash.h) are compared.
#
# Standard error counts, too, but for names that differ between two programs.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

case $* in
  '') gcc= ;;
  --gcc) gcc=yes ;;
  *) sed -n '4,5s/^# \?//p' "$0" >&2; exit 2 ;;
esac
export gcc

./bazelw --setup build
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# build LABEL... [FLAG...]: and prints the folder of what was built.
build() {
  ./bazelw build --noshow_progress "$@" >&2
  ./bazelw info "${@:$#}" bazel-bin 2>/dev/null
}
readonly kClang=--noshow_progress kGcc=--config=gcc
cp "$(build //cli:clipguard $kClang)/cli/clipguard" "$scratch/one"
cp "$scratch/one" "$scratch/two"
if [ -n "$gcc" ]; then
  cp "$(build //cli:clipguard $kGcc)/cli/clipguard" "$scratch/two"
else
  mapfile -t folders < <(git ls-files '*/kernel_hash.cc' | xargs -n 1 dirname)
  for compiler in $kClang $kGcc; do
    bin=$(build "${folders[@]/%/:kernel_hash}" "$compiler")
    for folder in "${folders[@]}"; do "$bin/$folder/kernel_hash" | sed "s,^,$folder ,"; done
  done >"$scratch/hashes"
  # FOLDER KERNEL HASH
  awk '!($1 in hash) { hash[$1] = $3 } hash[$1] != $3 { other = 1; print "not the bits of the others:", $0 }
    END { exit other }' "$scratch/hashes"
  echo "$(wc -l <"$scratch/hashes") kernels of clang and g++: the same bits in each of ${#folders[@]} folders"
fi

mapfile -t files < <(
  find corpus -type f | LC_ALL=C sort
  if [ -n "${CLIPGUARD_DATA:-}" ]; then
    find "$CLIPGUARD_DATA" -type f \
      \( -name '*.bin' -o -name '*.m3d' -o -path '*/real/*.json' \) |
      LC_ALL=C sort
  fi
)

# all_of PROGRAM FOLDER FILE: what each command says of it goes into the folder.
all_of() {
  local program=$1 file=$3
  local to=$2/${file#/}
  mkdir -p "$to"
  say() {
    local as=$1 status=0
    shift
    "$program" "$@" >"$to/$as" 2>"$to/$as.errors" </dev/null || status=$?
    echo "$status" >>"$to/$as.errors"
  }
  say validate validate --format=json "$file"
  say sample sample --fps=30 --from=0 --to=2 "$file"
  say raw sample --raw-rotation --times=0,0.125,0.7,1e9 --format=csv "$file"
  say play play --to=1 "$file"
  say report report --no-config -o - "$file"
  say repair repair --unsafe --format=json -o - "$file"
  local target targets=(glb)
  if [ -n "$gcc" ]; then
    say text validate --verbose "$file"
    say sarif validate --format=sarif "$file"
    say info info "$file"
    say graph graph "$file"
    targets+=(json csv bedrock forge mrtk mrtk-full mrtk-1.0 m3d m3d-d3d11)
  fi
  for target in "${targets[@]}"; do
    say "$target" convert --lossy --to="$target" -o - "$file"
  done
  say arcs convert --lossy --to=glb --linear --fps=24 -o - "$file"
  say optimize optimize --tolerance=0.001 --degrees=1 --format=json -o - "$file"
  if [ -s "$to/optimize" ]; then say diff diff --all "$file" "$to/optimize"; fi
  if [ -s "$to/glb" ]; then say diff.glb diff --all "$file" "$to/glb"; fi
  # The folder's name is the only difference there may be.
  sed -i "s,$2/,," "$to"/diff* 2>/dev/null || true
}
export -f all_of

run_all() {
  printf '%s\0' "${files[@]}" |
    xargs -0 -n 1 -P "$(nproc)" bash -c 'all_of "$0" "$1" "$2"' "$1" "$2"
}
CLIPGUARD_KERNEL=scalar run_all "$scratch/one" "$scratch/of_one"
run_all "$scratch/two" "$scratch/of_two"

if ! diff -rq "$scratch/of_one" "$scratch/of_two" >"$scratch/differences"; then
  sed "s,$scratch/of_one/,,; s, and .*, is another answer," "$scratch/differences" |
    head -n 40
  echo "the scalar kernel and the widest one${gcc:+, of g++,} do not agree: $(wc -l <"$scratch/differences") times"
  exit 1
fi
answers=$(find "$scratch/of_one" -type f ! -name '*.errors' | wc -l)
bytes=$(find "$scratch/of_one" -type f -printf '%s\n' | awk '{ n += $1 } END { print n }')
echo "$answers answers of ${#files[@]} files, $bytes bytes: the same twice"
