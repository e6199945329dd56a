#!/bin/bash
# One answer, whatever compiled clipguard and whichever kernel evaluates: g++'s
# program with the widest kernel of this machine, and clang's with the scalar one,
# must write the same bytes and end with the same status, for every command over
# the corpus and over what is in $CLIPGUARD_DATA.
#
#   tools/check_one_answer.sh
#
# Standard error counts, too, but for names that differ between two programs.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

./bazelw --setup build
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for compiler in clang gcc; do
  flags=()
  if [ "$compiler" = gcc ]; then flags=(--config=gcc); fi
  ./bazelw build --noshow_progress "${flags[@]}" //cli:clipguard
  cp "$(./bazelw info "${flags[@]}" bazel-bin 2>/dev/null)/cli/clipguard" \
    "$scratch/$compiler"
done

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
  say text validate --verbose "$file"
  say sarif validate --format=sarif "$file"
  say info info "$file"
  say sample sample --fps=30 --from=0 --to=2 "$file"
  say raw sample --raw-rotation --times=0,0.125,0.7,1e9 --format=csv "$file"
  say play play --to=1 "$file"
  say graph graph "$file"
  say report report --no-config -o - "$file"
  say repair repair --unsafe --format=json -o - "$file"
  local target
  for target in glb json csv bedrock forge mrtk mrtk-full mrtk-1.0 m3d m3d-d3d11; do
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
CLIPGUARD_KERNEL=scalar run_all "$scratch/clang" "$scratch/of_one"
run_all "$scratch/gcc" "$scratch/of_two"

if ! diff -rq "$scratch/of_one" "$scratch/of_two" >"$scratch/differences"; then
  sed "s,$scratch/of_one/,,; s, and .*, is another answer," "$scratch/differences" |
    head -n 40
  echo "clang's program, scalar, and g++'s do not agree: $(wc -l <"$scratch/differences") times"
  exit 1
fi
answers=$(find "$scratch/of_one" -type f ! -name '*.errors' | wc -l)
bytes=$(find "$scratch/of_one" -type f -printf '%s\n' | awk '{ n += $1 } END { print n }')
echo "$answers answers of ${#files[@]} files, $bytes bytes: the same from both"
