#!/bin/bash
# Do others read the .glb files that clipguard writes? Khronos' validator must
# have neither errors nor warnings. three.js plays them in headless Chromium: nodes
# and vertices must be where `clipguard sample` has them in the original;
# recordings once more with skeletons (--rig).
# Pictures of one file of each family stay in .ci/artifacts/gltf.
#
#   tools/check_gltf.sh
#
# Takes the valid files of the corpus, and what is in $CLIPGUARD_DATA. Skipped
# (status 77) where npm's packages cannot be had.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

./bazelw --setup build chromium-headless-shell
./bazelw build //cli:clipguard
command -v npm >/dev/null || ./bazelw --setup npm || skip "npm is not here"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp tools/gltf/* "$scratch"
export PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1
(cd "$scratch" && npm ci --silent --no-audit --no-fund >npm.log 2>&1) || {
  cat "$scratch/npm.log"
  skip "npm cannot fetch gltf-validator, playwright-core and three"
}

# Whatever is lost: what is written must be right. What is not lost is compared.
mkdir "$scratch/glb"
files=() said=() refused=0
data=()
if [ -n "${CLIPGUARD_DATA:-}" ]; then
  data=("$CLIPGUARD_DATA"/forge/real/*/*/a{rmature,sm}s/{,*/}*.json
    "$CLIPGUARD_DATA"/mrtk/{golden,real}/*.bin
    "$CLIPGUARD_DATA"/m3d/{golden,real}/*.m3d)
fi
# Converts a file with the flags, and notes what is to be looked at.
convert() { # FILE NAME FLAG...
  local file=$1 glb=$scratch/glb/$2.glb status=0
  shift 2
  bazel-bin/cli/clipguard convert --to=glb "$@" --format=json -o "$glb" \
    "$file" >"$glb.said" 2>"$scratch/errors" || status=$?
  if [ "$status" = 1 ]; then
    bazel-bin/cli/clipguard convert --to=glb "$@" --lossy --format=json \
      -o "$glb" "$file" >"$glb.said" 2>"$scratch/errors" || status=$?
    # What has errors for a reader that was not forced, or no such target.
    if [ ! -e "$glb" ]; then
      refused=$((refused + 1))
      return
    fi
  fi
  if [ "$status" -gt 1 ]; then
    echo "$file: status $status"
    cat "$scratch/errors"
    exit 1
  fi
  files+=("$glb")
  said+=("$glb.said")
}

for file in corpus/{mrtk,m3d}/{valid,warnings}/* \
  corpus/forge/{valid,warnings}/*.json "${data[@]}"; do
  [ -f "$file" ] || continue
  name=$(tr / _ <<<"${file#/}")
  convert "$file" "$name"
  case $file in *.bin) convert "$file" "$name.rig" --rig ;; esac
done
echo "${#files[@]} files written, $refused refused"
node "$scratch/validate.js" "${files[@]}"

esbuild "$scratch/player.js" --bundle --format=iife --log-level=warning \
  --outfile="$scratch/page.js"
node "$scratch/compare.js" bazel-bin/cli/clipguard "$scratch/page.js" \
  "${said[@]}"
pictures=.ci/artifacts/gltf
mkdir -p "$pictures"
shown=()
for file in corpus/mrtk/valid/v11-full.bin{,.rig} corpus/m3d/valid/biped.m3d \
  corpus/forge/valid/chest.armature.json; do
  shown+=("$scratch/glb/$(tr / _ <<<"$file").glb")
done
node "$scratch/play.js" "$scratch/page.js" "$pictures" "${shown[@]}"
