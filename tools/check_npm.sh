#!/bin/bash
# Is the npm package what the native program is? The package is packed, installed
# from the file into an empty folder, and run in Node: the whole corpus, and what
# is in $CLIPGUARD_DATA, is validated, shown, sampled, converted, repaired and
# compared by both. Verdicts, messages, exit codes and files must be the same,
# byte for byte. Then report/browser/drop_test.js opens the page of //wasm:page.
#
#   tools/check_npm.sh         each command once or a few times; of the folders,
#                              each becomes .glb and one other target
#   tools/check_npm.sh --all   each format and target with all files
#
# Skipped (status 77) where Node, npm or Debian's packages for WebAssembly cannot be
# installed.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

case $* in
  '') all= ;;
  --all) all=yes ;;
  *) sed -n '8,10s/^# \?//p' "$0" >&2; exit 2 ;;
esac

readonly kMostBytes=1965000 kMostPacked=868000

./bazelw --setup wasm || skip "the packages for WebAssembly are not here"
command -v npm >/dev/null || ./bazelw --setup npm || skip "npm is not here"
./bazelw build @debian_source//:headers || skip "Debian serves no sources here"
./bazelw build //cli:clipguard //npm:package //wasm:page
native=$PWD/bazel-bin/cli/clipguard
package=$PWD/bazel-bin/npm/clipguard.tgz
module=$PWD/bazel-bin/wasm/clipguard.wasm

size=$(stat -Lc %s "$module")
packed=$(gzip -9nc "$module" | wc -c)
html=$PWD/bazel-bin/wasm/clipguard.html
echo "clipguard.wasm: $size bytes, $packed compressed; clipguard.html: $(stat -Lc %s "$html")"
if [ "$size" -gt $kMostBytes ] || [ "$packed" -gt $kMostPacked ]; then
  echo "more than $kMostBytes, or $kMostPacked compressed"
  exit 1
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/empty" "$scratch/npm"
cp -rL corpus "$scratch/npm/corpus"
find "$scratch/npm" \( -name '*.cc' -o -name '*.h' -o -name '*.bazel' \) -delete
if [ -n "${CLIPGUARD_DATA:-}" ]; then
  cp -rL "$CLIPGUARD_DATA" "$scratch/npm/data"
  chmod -R u+w "$scratch/npm/data"
fi
cp tools/npm/*.mjs "$scratch/empty"
(cd "$scratch/empty" && npm install --silent --no-audit --no-fund --offline \
  --no-package-lock "$package")
bin=$scratch/empty/node_modules/.bin/clipguard
version=$(node -p "require('$scratch/empty/node_modules/clipguard/package.json').version")
if [ "$("$native" --version)" != "clipguard $version" ]; then
  echo "npm/package.json says that this is $version"
  exit 1
fi
node "$scratch/empty/module_test.mjs" "$scratch/npm/corpus"
node "$scratch/empty/cli_test.mjs" "$scratch/npm/corpus" "$native"

cp -r "$scratch/npm" "$scratch/native"
cd "$scratch/native"
files=$(find . -type f | wc -l)
runs=0 differences=0
# run WHO PROGRAM ARGUMENTS...: in its own folder, with "out" for what is written.
run() (
  who=$1 status=0
  shift
  cd "$scratch/$who"
  rm -rf "../$who.files"
  mkdir out
  "$@" >"../$who.out" 2>"../$who.err" </dev/null || status=$?
  echo "exit code $status" >>"../$who.err"
  # A folder that was made for a file that is not written is left by the native one.
  find out -mindepth 1 -type d -empty -delete
  mv out "../$who.files"
)
# same ARGUMENTS...: do both the same?
same() {
  runs=$((runs + 1))
  run native "$native" "$@" &
  run npm "$bin" "$@"
  wait $!
  local what
  for what in out err files; do
    diff -r "../native.$what" "../npm.$what" >../difference && continue
    differences=$((differences + 1))
    echo "DIFFERENT ($what): clipguard $*"
    head -n 5 ../difference | cut -c 1-300
  done
}

# Whether number $1 is looked at: with --all each is, and else one in $2.
every() { [ -n "$all" ] || [ $(($1 % $2)) = 0 ]; }

for format in json text sarif junit gitlab markdown; do
  [ -n "$all" ] || [ "$format" = json ] || continue
  same validate --format=$format -- *
done
same validate --strict --output=json:out/report.json --output=sarif:out/report.sarif --include='*.bin' -- *
same info --format=json -- *
[ -z "$all" ] || same info -- *
same repair -o out/ -- *
same report -o out/page.html -- corpus
same report -o - --handedness=left -- corpus/m3d/valid/arm.m3d
if [ -n "$all" ]; then
  same sample --times=0,0.5,7 --format=npz -o out/ -- corpus
  same sample --times=0,0.5,7 --shape=long --format=csv -- *
  same report -o out/page.html -- *
  same report -o out/pages/ --max-size=2M -- corpus/m3d
fi
folders=0
for folder in corpus/ data/*/; do
  [ -d "$folder" ] || continue
  same sample --times=0,0.5,7 --format=npy -o out/ -- "$folder"
  targets=$((folders++))
  for to in glb json csv bedrock mrtk m3d; do
    [ "$to" = glb ] || every $((targets++)) 5 || continue
    same convert --to=$to --lossy --format=json -o out/ -- "$folder"
  done
  [ -z "$all" ] || same repair --unsafe --format=json -o out/ -- "$folder"
done
same optimize --format=json -o out/ -- corpus
# Some beside the one before them. //clipguard:c_api_test compares them all.
pairs=0
for file in corpus/*/warnings/*; do
  if every $((pairs++)) 16; then same diff --format=json "$file" "${last:-$file}"; fi
  last=$file
done
same explain --format=json
same --version
same validate missing.bin
same validate --nonsense
for number in 2.5 1e400 1e-400; do
  for who in native npm; do
    printf '[limits]\nmarkers = %s\n' "$number" >"$scratch/$who/limits.toml"
  done
  same validate --config=limits.toml corpus/mrtk/valid
done
same help

echo "$runs runs over $files files: $differences differences"
[ "$differences" = 0 ]

cd "$OLDPWD"
# The test of the page is skipped if there is no browser for it.
CLIPGUARD_PAGE=$html tools/check_report.sh drop_test.js || [ $? = "$kSkipped" ]
