#!/bin/bash
# Do others read the captures (.handsbin) that clipguard writes? A reader in C#, by
# .NET's own BinaryReader as Unity's is, must find the values of clipguard's JSON in
# all that convert makes of recordings and captures, in both versions, and that repair
# mends.
#
#   tools/check_captures.sh
#
# Takes the corpus, and what is in $CLIPGUARD_DATA. Skipped (status 77) where Mono
# cannot be installed.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

[ $# = 0 ] || { echo "usage: tools/check_captures.sh" >&2; exit 2; }
./bazelw --setup mono-mcs mono-runtime || skip "Mono is not here"
./bazelw build //cli:clipguard

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mcs -out:"$scratch/reader.exe" tools/captures/reader.cs

data=()
if [ -n "${CLIPGUARD_DATA:-}" ]; then
  data=("$CLIPGUARD_DATA"/mrtk/{golden,real}/*.bin
    "$CLIPGUARD_DATA"/xrhands/*/*.handsbin)
fi
written=0 values=0
# Writes a capture with the words, if the file can become one, and looks at it.
look() { # FILE WORD...
  local file=$1 out=$scratch/capture.handsbin
  shift
  rm -f "$out"
  # Files that have errors for it, or lose something.
  bazel-bin/cli/clipguard "$@" -q -o "$out" "$file" >"$scratch/said" 2>&1 || true
  [ -e "$out" ] || return 0
  # Mended as far as that goes.
  bazel-bin/cli/clipguard validate -q "$out" >/dev/null || return 0
  bazel-bin/cli/clipguard convert --to=json -q -o "$scratch/json" "$out" >/dev/null
  # Names that are not UTF-8, odd booleans and lengths are bytes there.
  ! grep -qE '"(bytes|lengthBytes|layoutPadding|[a-zA-Z]*Byte)":' "$scratch/json" || return 0
  mono "$scratch/reader.exe" "$out" >"$scratch/printed"
  local count
  count=$(python3 tools/captures/compare.py "$scratch/printed" "$scratch/json") || {
    echo "$file: $*"
    exit 1
  }
  written=$((written + 1)) values=$((values + count))
}
for file in corpus/mrtk/{valid,warnings}/*.bin corpus/xrhands/*/*.handsbin "${data[@]}"; do
  [ -f "$file" ] || continue
  look "$file" convert --to=handsbin --lossy
  look "$file" convert --to=handsbin-1 --lossy
  case $file in *.handsbin) look "$file" repair --unsafe ;; esac
done
echo "a second reader in C# agrees: $written captures, $values values"
[ "$written" -gt 20 ]
