#!/bin/bash
# Packs a program as a release: the same bytes for the same program.
#
#   release.sh PROGRAM INSTALLER LICENSE ARCHIVE
#
# README.md and CHANGELOG.md lie beside the licence.
set -euo pipefail
program=$1 installer=$2 licence=$3 archive=$4
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
name=clipguard-$("$program" --version | grep -oE '[0-9]+\.[0-9]+\.[0-9]+')-linux-$(uname -m)
CLIPGUARD_PROGRAM=$program CLIPGUARD_PARTS=${licence%/*} \
  "$installer" --prefix="$scratch/$name" --program-only 2>/dev/null
for page in README.md CHANGELOG.md LICENSE; do
  install -m 644 "$(dirname "$licence")/$page" "$scratch/$name/$page"
done
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 --mode=u=rwX,go=rX \
  -C "$scratch" -cf - "$name" | gzip -9n >"$archive"
