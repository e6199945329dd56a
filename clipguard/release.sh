#!/bin/bash
# Packs a program as a release: the same bytes for the same program.
#
#   release.sh PROGRAM INSTALLER LICENSE ARCHIVE
#
# CHANGELOG.md lies beside the licence, README.md and sbom.py beside the installer. In the
# archive are also a list of what is linked (sbom.spdx.json), the licences of that, and
# SHA256SUMS; beside it is ARCHIVE.sha256.
set -euo pipefail
program=$1 installer=$2 licence=$3 archive=$4
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
version=$("$program" --version | grep -oE '[0-9]+\.[0-9]+\.[0-9]+')
name=clipguard-$version-linux-$(uname -m)
CLIPGUARD_PROGRAM=$program CLIPGUARD_PARTS=${licence%/*} \
  "$installer" --prefix="$scratch/$name" --program-only 2>/dev/null
install -m 644 "$(dirname "$licence")/CHANGELOG.md" "$licence" \
  "$(dirname "$installer")/README.md" "$scratch/$name"
/usr/bin/python3 -B "$(dirname "$installer")/sbom.py" --version="$version" \
  --licenses="$scratch/$name/share/doc/clipguard/licenses" >"$scratch/$name/sbom.spdx.json"
(cd "$scratch/$name" && find . -type f -printf '%P\n' | LC_ALL=C sort | xargs sha256sum \
  >"$scratch/sums" && mv "$scratch/sums" SHA256SUMS)
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 --mode=u=rwX,go=rX \
  -C "$scratch" -cf - "$name" | gzip -9n >"$archive"
(cd "$(dirname "$archive")" && sha256sum "$(basename "$archive")") >"$archive.sha256"
