#!/bin/bash
# Do others read the .glb files that clipguard writes? Khronos' validator must
# have neither errors nor warnings. three.js plays them in headless Chromium: nodes
# and vertices must be where `clipguard sample` has them in the original;
# recordings once more with skeletons (--rig).
# IWER's player must show hands where they are in recordings and captures (--to=iwer).
#
# ../shared/players/check, where it is there, plays one in three of them in three.js,
# Babylon and PlayCanvas, each clip alone and after the others: all must be as glTF
# says. $CLIPGUARD_EVERY: each of them is played.
#
#   tools/check_gltf.sh              with these
#   tools/check_gltf.sh --programs   only with Blender and Godot, by the same; and
#                                    WebXR's generic hand (npm, 98 MB) must fit
#
# Takes the valid files of the corpus, and what is in $CLIPGUARD_DATA. Skipped
# (status 77) where npm's packages cannot be had.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

players=../shared/players/check
programs=
case $* in
  '') ;;
  --programs)
    programs=yes
    [ -x "$players" ] || skip "$players is not here"
    ;;
  *)
    echo "usage: tools/check_gltf.sh [--programs]" >&2
    exit 2
    ;;
esac

./bazelw --setup build chromium-headless-shell
./bazelw build //cli:clipguard
command -v npm >/dev/null || ./bazelw --setup npm || skip "npm is not here"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp tools/gltf/* "$scratch"
export PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1
(cd "$scratch" && npm ci --silent --no-audit --no-fund >npm.log 2>&1) || {
  cat "$scratch/npm.log"
  skip "npm cannot fetch gltf-validator, iwer, playwright-core and three"
}

# Even a lossy conversion must write a valid file. The rest is compared.
mkdir "$scratch/glb"
files=() said=() refused=0
data=() captures=()
if [ -n "${CLIPGUARD_DATA:-}" ]; then
  data=("$CLIPGUARD_DATA"/forge/real/*/*/a{rmature,sm}s/{,*/}*.json
    "$CLIPGUARD_DATA"/mrtk/{golden,real}/*.bin
    "$CLIPGUARD_DATA"/m3d/{golden,real}/*.m3d)
  captures=("$CLIPGUARD_DATA"/mrtk/{golden,real}/*.bin
    "$CLIPGUARD_DATA"/xrhands/{golden,made}/*.handsbin)
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
    # Refused: a file with errors, or a target that the format does not have.
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

# Plays what was written and whose name does not match the expression: one file in
# so many.
play() { # ONE_IN EXCEPT FLAG...
  local chosen=() one_in=${CLIPGUARD_EVERY:+1} except=$2 i=0
  one_in=${one_in:-$1}
  shift 2
  for file in "${files[@]}"; do
    [[ ${file##*/} =~ $except ]] && continue
    i=$((i + 1))
    [ $((i % one_in)) = 0 ] && chosen+=("$file")
  done
  "$players" --leak "$@" "${chosen[@]}" >"$scratch/played" || {
    grep -v '^ok ' "$scratch/played"
    exit 1
  }
  tail -n 1 "$scratch/played"
}
# Numbers up to 1e38, which no player has room for, a recording whose 4 MB take
# long, and what has no motion.
passed_over='_warnings_|extreme-values|hand_authored|\.asm\.json|_asms_'
if [ -n "$programs" ]; then
  # These cannot turn a skeleton whose bones' scales are uneven.
  passed_over+='|synth3clips'
  play 1 "$passed_over" --players=blender
  # Godot has 60 keys a second, and makes a ramp of a step. So it is 1 degree off,
  # and 13 mm, where samples of an armature lie between those.
  play 1 "$passed_over|corpus_|mrtk_golden" --players=godot --threshold-mm=15 \
    --threshold-deg=1.1
  profiles=@webxr-input-profiles/assets
  (cd "$scratch" && npm install --silent --no-audit --no-fund --no-save \
    $profiles@1.0.20 >npm.log 2>&1) || { cat "$scratch/npm.log"; exit 1; }
  bazel-bin/cli/clipguard convert --to=glb --joint-names=webxr -q \
    -o "$scratch/webxr.glb" corpus/mrtk/valid/v11-full.bin
  node "$scratch/webxr_hand.mjs" "$scratch/webxr.glb" \
    "$scratch/node_modules/$profiles/dist/profiles/generic-hand"
  exit
fi
if [ -x "$players" ]; then
  play 3 "$passed_over"
else
  echo "NOT PLAYED in three.js, Babylon and PlayCanvas: $players is not here"
fi

node "$scratch/validate.js" "${files[@]}"
# Not those that move by metres within a float32 of time.
mapfile -t captures < <(printf '%s\n' corpus/mrtk/valid/*.bin \
  corpus/xrhands/{valid,warnings}/* "${captures[@]}" |
  grep -Ev 'extreme-values|hand_authored')
node "$scratch/iwer.mjs" bazel-bin/cli/clipguard "$scratch" "${captures[@]}"

esbuild "$scratch/player.js" --bundle --format=iife --log-level=warning \
  --outfile="$scratch/page.js"
node "$scratch/compare.js" bazel-bin/cli/clipguard "$scratch/page.js" \
  "${said[@]}"
