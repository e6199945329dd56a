#!/bin/bash
# Does Blender read the skeletons of `convert --to=glb --rig`, and are their joints
# where `clipguard sample` has them?
#
#   tools/check_blender.sh
#
# Takes a recording of the corpus, and those in $CLIPGUARD_DATA. Skipped (status 77)
# where Debian's Blender, 150 packages, cannot be had.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

./bazelw --setup build
./bazelw --setup blender python3-numpy || skip "Blender is not here"
./bazelw build //cli:clipguard

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
files=(corpus/mrtk/valid/v11-full.bin)
[ -z "${CLIPGUARD_DATA:-}" ] || files+=("$CLIPGUARD_DATA"/mrtk/real/*.bin)
for file in "${files[@]}"; do
  basename "$file"
  bazel-bin/cli/clipguard convert --to=glb --rig --lossy -q -o "$scratch/rig.glb" "$file"
  bazel-bin/cli/clipguard sample --fps=60 --shape=long -q -o "$scratch/rig.csv" "$file"
  status=0
  blender --background --python-exit-code 2 --python tools/gltf/blender_rig.py -- \
    "$scratch/rig.glb" "$scratch/rig.csv" >"$scratch/log" 2>&1 || status=$?
  if [ "$status" != 0 ]; then
    cat "$scratch/log"
    exit 1
  fi
  grep '^Blender .*bones' "$scratch/log"
done
