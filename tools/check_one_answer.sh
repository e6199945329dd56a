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

# in/: a copy of all files, so that no answer has a name that is this machine's.
mkdir -p "$scratch/of_one/in/data"
find corpus -type f \( -name '*.bin' -o -name '*.m3d' -o -name '*.json' \) \
  -exec cp --parents -t "$scratch/of_one/in" {} +
if [ -n "${CLIPGUARD_DATA:-}" ]; then
  (cd "$CLIPGUARD_DATA" && find . -type f \
    \( -name '*.bin' -o -name '*.m3d' -o -path '*/real/*.json' \) \
    -exec cp --parents -t "$scratch/of_one/in/data" {} +)
fi
cp -r "$scratch/of_one" "$scratch/of_two"

# say PROGRAM "AS COMMAND..."...: what each command says goes into files that AS
# begins. Starts hardly anything but PROGRAM: there are thousands of commands.
say() {
  local program=$1 line words as status
  shift
  for line; do
    read -ra words <<<"$line"
    as=${words[0]} status=0
    [ -d "${as%/*}" ] || mkdir -p "${as%/*}"
    "$program" "${words[@]:1}" >"$as.said" 2>"$as.errors" </dev/null || status=$?
    echo "$status" >>"$as.errors"
  done
}
export -f say

# AS COMMAND... of each command, a line each; most over all files at a time, since
# starting a program takes longer than any file.
commands() {
  echo all/validate validate --format=json in
  echo all/sample sample --fps=30 --from=0 --to=2 --format=json -o sample/ in
  echo all/raw sample --raw-rotation --times=0,0.125,0.7,1e9 --format=csv -o raw/ in
  echo all/report report --no-config --max-size=1G -o report.html in
  echo all/repair repair --unsafe --format=json -o repair/ in
  echo all/optimize optimize --tolerance=0.001 --degrees=1 --format=json -o optimize/ in
  echo all/arcs convert --lossy --to=glb --linear --fps=24 -o arcs/ in
  local target targets=(glb)
  if [ -n "$gcc" ]; then
    echo all/text validate --verbose in
    echo all/sarif validate --format=sarif in
    echo all/info info in
    echo all/pages report --no-config -o report/ in
    targets+=(json csv bedrock forge mrtk mrtk-full mrtk-1.0 m3d m3d-d3d11)
  fi
  for target in "${targets[@]}"; do
    echo "all/$target" convert --lossy "--to=$target" -o "$target/" in
  done
  # State machines play alone; and of a Forge file with errors the rest is sampled
  # where it is alone.
  local file
  while read -r file; do
    echo "each/$file.sample" sample --fps=30 --from=0 --to=2 "$file"
    echo "each/$file.raw" sample --times=0,0.125,0.7,1e9 --format=csv "$file"
    echo "each/$file.play" play --to=1 "$file"
    if [ -n "$gcc" ]; then echo "each/$file.graph" graph "$file"; fi
  done < <(find in -path '*/forge/*' -name '*.json')
}

# Each file beside what optimize and convert made of it.
diffs() {
  local to made original
  for to in optimize glb; do
    while read -r made; do
      original=in/${made#"$to/"}
      for original in "${original%.*}".{bin,m3d,json}; do
        if [ -e "$original" ]; then echo "diff/$to/$original" diff --all "$original" "$made"; fi
      done
    done < <(find "$to" -type f)
  done
}

all_of() { # PROGRAM FOLDER
  cd "$2"
  local list
  for list in commands diffs; do
    "$list" | xargs -d '\n' -P "$(nproc)" -n 32 bash -c 'say "$0" "$@"' "$1"
  done
}
(CLIPGUARD_KERNEL=scalar all_of "$scratch/one" "$scratch/of_one")
(all_of "$scratch/two" "$scratch/of_two")

cd "$scratch"
# A command that was refused as a whole would be the same twice.
if grep -lxE '[2-9]|[0-9]{2,}' of_one/all/*.errors; then
  echo "no answer: status above 1"
  exit 1
fi
if ! diff -rq of_one of_two >differences; then
  sed 's,of_one/,,; s, and .*, is another answer,' differences | head -n 40
  echo "the scalar kernel and the widest one${gcc:+, of g++,} do not agree: $(wc -l <differences) times"
  exit 1
fi
answers=$(find of_one -type f ! -path 'of_one/in/*' ! -name '*.errors' | wc -l)
bytes=$(find of_one -type f ! -path 'of_one/in/*' -printf '%s\n' | awk '{ n += $1 } END { print n }')
echo "$answers answers of $(find of_one/in -type f | wc -l) files, $bytes bytes: the same twice"
