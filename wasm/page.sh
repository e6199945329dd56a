#!/bin/bash
# Puts the page where files are dropped in its place.
#
#   ./bazelw run //wasm:page -- -o clipguard.html
set -euo pipefail

if [ "$#" != 3 ] || [ "$2" != -o ]; then
  echo "say where the page goes: ./bazelw run //wasm:page -- -o clipguard.html" >&2
  exit 2
fi
page=$PWD/$1 place=$3
cd "${BUILD_WORKING_DIRECTORY:-.}"
mkdir -p "$(dirname "$place")"
# Replaces the file as a whole.
cp --no-preserve=mode "$page" "$place.tmp"
mv "$place.tmp" "$place"
echo "WROTE $place ($(stat -c %s "$place") bytes)"
