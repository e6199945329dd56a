#!/bin/bash
# Does clipguard.exe do what the program for Linux does? Both run over the corpus, and
# over what is in $CLIPGUARD_DATA, the one in wine: all is validated, shown, sampled
# with each kernel, converted, repaired, compared and reported. Exit codes, messages and
# files must be the same, byte for byte. Then what is Windows' own: separators, drive
# letters, long paths, names in UTF-8.
#
#   tools/check_windows.sh
#
# Not a part of .ci/run: to compile the program takes minutes of both processors.
# Skipped (status 77) where Debian's packages for it cannot be installed.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

./bazelw --setup mingw wine || skip "mingw-w64 or wine is not here"
./bazelw build @debian_source//:headers || skip "Debian serves no sources here"
./bazelw build //cli:clipguard //windows:clipguard
native=$PWD/bazel-bin/cli/clipguard
exe=$(realpath bazel-bin/windows/clipguard.exe)
echo "clipguard.exe: $(stat -c %s "$exe") bytes, $(gzip -9nc "$exe" | wc -c) compressed"

scratch=$(mktemp -d)
export WINEPREFIX=$scratch/wine WINEDEBUG=-all
wine=/usr/lib/wine/wine64
trap '/usr/lib/wine/wineserver64 -k || true; rm -rf "$scratch"' EXIT
"$wine" "$exe" --version | tr -d '\r' | grep -qx "$("$native" --version)"

mkdir "$scratch/linux"
cp -rL corpus "$scratch/linux/corpus"
find "$scratch/linux" \( -name '*.cc' -o -name '*.h' -o -name '*.bazel' \) -delete
if [ -n "${CLIPGUARD_DATA:-}" ]; then
  cp -rL "$CLIPGUARD_DATA" "$scratch/linux/data"
  chmod -R u+w "$scratch/linux/data"
fi
cp -r "$scratch/linux" "$scratch/windows"
cd "$scratch/linux"
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
  mv out "../$who.files"
)
# same ARGUMENTS...: do both the same?
same() {
  runs=$((runs + 1))
  run linux "$native" "$@" &
  run windows "$wine" "$exe" "$@"
  wait $!
  local what
  for what in out err files; do
    diff -r "../linux.$what" "../windows.$what" >../difference && continue
    differences=$((differences + 1))
    echo "DIFFERENT ($what): clipguard $*"
    head -n 5 ../difference | cut -c 1-300
  done
}

for format in text json sarif junit github gitlab markdown; do
  same validate --format=$format -- *
done
same validate --strict --output=json:out/report.json --output=sarif:out/r.sarif --include='*.bin' -- *
same info --format=json -- *
same info -- corpus
same repair -o out/ -- *
same report -o out/page.html -- corpus
same report -o out/pages/ --max-size=2M -- corpus/m3d
for kernel in scalar sse2 avx2 avx512; do
  export CLIPGUARD_KERNEL=$kernel
  "$native" validate corpus/mrtk/valid >/dev/null 2>&1 || { echo "no $kernel here"; continue; }
  same validate --format=json corpus
  same sample --times=0,0.5,7 --format=npy -o out/ -- *
  same sample --fps=30 --shape=long --format=csv -- corpus
done
unset CLIPGUARD_KERNEL
for folder in corpus/ data/*/; do
  [ -d "$folder" ] || continue
  for to in glb json csv bedrock mrtk m3d; do
    same convert --to=$to --lossy --format=json -o out/ -- "$folder"
  done
  same repair --unsafe --format=json -o out/ -- "$folder"
done
same optimize --format=json -o out/ -- corpus
last=
for file in corpus/*/warnings/*; do
  same diff --format=json "$file" "${last:-$file}"
  last=$file
done
same play --help
same graph --format=dot corpus/forge/valid/chest.asm.json
same reduce -o out/small.bin corpus/mrtk/invalid/marker-name-not-utf8.bin
same explain --format=json
same explain ROTATION_W_LOST
same help
same
same validate missing.bin
same validate missing/a.bin
same validate corpus/README.md/a.bin
same validate --nonsense
same validate --output=json:out corpus/mrtk/valid
same validate --output=json:corpus/mrtk/valid/parts-camera-hands.bin corpus/mrtk/valid
same convert --to=glb -o corpus/README.md/a.glb corpus/m3d/valid/biped.m3d
same convert --to=glb -o out/a/b/c.glb corpus/m3d/valid/biped.m3d
echo "$runs runs: $differences differences"

# The things that only Windows has.
cd "$scratch/windows"
failed=0
expect() {
  echo "$2" | diff - <(tr -d '\r' <"$3") >../difference && return
  echo "DIFFERENT: $1"
  head -n 5 ../difference
  failed=1
}
one=corpus/mrtk/valid/parts-camera-hands.bin
verdict=$("$native" validate $one)
windows() { "$wine" "$exe" "$@" >../out.txt 2>&1 || true; }
windows validate 'corpus\mrtk\valid\parts-camera-hands.bin'
expect 'a path with \' "$verdict" ../out.txt
windows validate "$("$wine" winepath -w "$PWD/$one" 2>/dev/null | tr -d '\r')"
expect 'a drive letter' "${verdict/corpus/Z:$PWD\/corpus}" ../out.txt
mkdir 'Bär 骨'
cp $one 'Bär 骨/aß.bin'
windows validate 'Bär 骨\aß.bin'
expect 'a name in UTF-8' "${verdict/$one/Bär 骨/aß.bin}" ../out.txt
# 300 characters and more: written and read.
long=$(printf 'a%.0s' {1..120})
long=out/$long/$long/$long
mkdir out
windows convert --to=json -o "${long//\//\\}\\a.json" "$one"
cmp "$long/a.json" <("$native" convert --to=json -o - $one 2>/dev/null) || failed=1
windows validate "$long/a.json"
[ "$(cat ../out.txt)" = "$("$native" validate "$long/a.json" 2>&1)" ] || failed=1
# A file that is there is replaced, and an original is not.
windows convert --to=json -o "$long/a.json" corpus/mrtk/valid/parts-camera-hands.bin
cmp "$long/a.json" <("$native" convert --to=json -o - $one 2>/dev/null) || failed=1
before=$(sha256sum $one)
status=0
"$wine" "$exe" convert --to=mrtk -o "CORPUS\\mrtk\\valid\\parts-camera-hands.bin" $one >../out.txt 2>&1 ||
  status=$?
[ "$status" = 2 ] && [ "$(sha256sum $one)" = "$before" ] || { echo "not refused: $status"; failed=1; }
# A pipe, and "*" as no shell of Windows' puts names for it.
"$wine" "$exe" validate - <$one >../out.txt
expect 'standard input' "${verdict/$one/-}" ../out.txt
windows validate --format=json 'corpus\m3d\valid\*.m3d'
"$native" validate --format=json corpus/m3d/valid/*.m3d | cmp - ../out.txt || failed=1
find . -name 'clipguard-*.tmp' | grep . && failed=1
[ "$differences" = 0 ] && [ "$failed" = 0 ]
