#!/bin/bash
# Does the archive of //:release_linux work where nothing else is? It is unpacked into an empty
# folder, which becomes the root of the file system: no library, no shell, no /proc and no
# /dev. Each command that needs nothing else has to work there, and to give the bytes that
# it gives here. The list of what is linked has to be valid.
#
#   tools/check_release.sh         the archive for Linux
#   tools/check_release.sh --all   and that for Windows: is it whole?
#                                  tools/check_windows.sh runs its program
#
# Skipped (status 77) where nobody may change the root.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

./bazelw --setup build
if [ "${1:-}" = --all ]; then
  ./bazelw --setup mingw
  ./bazelw build //:release
  (cd bazel-bin/clipguard && sha256sum --check --quiet clipguard-windows.zip.sha256)
  /usr/bin/python3 -B - bazel-bin/clipguard/clipguard-windows.zip <<'EOF'
import hashlib
import sys
import zipfile

with zipfile.ZipFile(sys.argv[1]) as packed:
    names = {name.split("/", 1)[1]: name for name in packed.namelist()}
    sums = packed.read(names.pop("SHA256SUMS")).decode().splitlines()
    assert {line.split("  ")[1] for line in sums} == set(names), names
    for line in sums:
        total, name = line.split("  ")
        assert hashlib.sha256(packed.read(names[name])).hexdigest() == total, name
    assert b"bazelw" not in packed.read(names["README.md"])  # which is of the sources
    print(f"for Windows: {len(names)} files,",
          packed.getinfo(names["clipguard.exe"]).file_size, "bytes of program")
EOF
fi
./bazelw build //:release_linux //cli:clipguard
archive=$PWD/bazel-bin/clipguard/clipguard-linux.tar.gz
here=$PWD/bazel-bin/cli/clipguard

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
(cd "${archive%/*}" && sha256sum --check --quiet "${archive##*/}.sha256")
mkdir "$scratch/root"
tar -C "$scratch/root" --strip-components=1 -xzf "$archive"
(cd "$scratch/root" && sha256sum --check --quiet SHA256SUMS)
if grep -n bazelw "$scratch/root/README.md"; then
  echo "the archive has the README of the sources"
  exit 1
fi
/usr/bin/python3 -B - "$scratch/root/sbom.spdx.json" <<'EOF'
import json
import sys

bill = json.load(open(sys.argv[1], encoding="utf-8"))
names = {package["SPDXID"] for package in bill["packages"]}
assert len(names) == len(bill["packages"]) > 10
assert all(one["relatedSpdxElement"] in names for one in bill["relationships"])
unknown = [p["name"] for p in bill["packages"] if p["versionInfo"] == "NOASSERTION"]
print(f"sbom: {len(names)} parts; versions that are not known: {unknown or 'none'}")
EOF

# Who is not root may be in a namespace of its own.
inside=(chroot)
chroot "$scratch/root" /bin/clipguard --version >/dev/null 2>&1 ||
  inside=(unshare --user --map-root-user chroot)
"${inside[@]}" "$scratch/root" /bin/clipguard --version ||
  skip "nobody may change the root here"

cp -r corpus/mrtk/valid/parts-camera-hands.bin corpus/mrtk/invalid \
  corpus/m3d/valid/biped.m3d corpus/forge/valid "$scratch/root/"
mkdir "$scratch/out" "$scratch/root/out"
checked=0
# $1: the exit code. {} is where results go.
both() {
  local expected=$1 status=0
  shift
  (cd "$scratch/root" && "$here" "${@//\{\}/$scratch/out}") \
    >"$scratch/out.here" 2>&1 || status=$?
  [ "$status" = "$expected" ] || { cat "$scratch/out.here"; echo "here: $*: $status"; exit 1; }
  status=0
  "${inside[@]}" "$scratch/root" /bin/clipguard "${@//\{\}//out}" \
    >"$scratch/out.there" 2>&1 || status=$?
  [ "$status" = "$expected" ] || { cat "$scratch/out.there"; echo "there: $*: $status"; exit 1; }
  diff <(sed "s,$scratch/out,/out,g" "$scratch/out.here") "$scratch/out.there"
  diff -r "$scratch/out" "$scratch/root/out"
  checked=$((checked + 1))
}
recording=parts-camera-hands.bin
both 1 validate --format=json invalid
both 0 validate -v biped.m3d valid
both 0 info --format=json biped.m3d
both 0 sample --fps=30 -o {}/a.csv "$recording"
both 0 sample --fps=30 -o {}/a.npz "$recording" biped.m3d
both 0 convert --to=glb -o {}/a.glb biped.m3d
both 0 convert --to=json -o {}/a.json "$recording"
both 1 repair -o {}/mended/ invalid
both 0 diff "$recording" "$recording"
both 0 optimize -o {}/small.bin "$recording"
both 0 report -o {}/a.html biped.m3d "$recording"
both 0 graph --format=dot valid/chest.asm.json
both 0 explain ROTATION_W_LOST
both 0 help convert
echo "$checked commands do in an empty root what they do here"
