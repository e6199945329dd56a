#!/bin/sh
# Unpacks Debian's source of packages that are installed: in their versions, or in
# another one that is served, where Debian has repaired something since.
#
#   debian_source.sh FOLDER PACKAGE...
#
# FOLDER/PACKAGE is the source then. The lists of packages are asked for as this
# machine is set up, with sources instead of binaries; nothing outside FOLDER
# changes, and root is not needed.
set -eu
mkdir -p "$1"
cd "$1"
folder=$PWD
shift
packages=$*

mkdir -p parts lists/partial cache/archives/partial
for file in /etc/apt/sources.list.d/*.sources; do
  [ ! -e "$file" ] ||
    sed 's/^Types:.*/Types: deb-src/' "$file" >"parts/${file##*/}"
done
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
  [ ! -e "$file" ] || sed -n 's/^deb /deb-src /p' "$file" >"parts/${file##*/}.list"
done
set -- -q -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$folder/parts" \
  -o "Dir::State::lists=$folder/lists" -o "Dir::Cache=$folder/cache" \
  -o APT::Sandbox::User=root
# A list that is not served is not the end: the source may be in another one.
apt-get "$@" update || true
for package in $packages; do
  source=$(dpkg-query -W -f '${source:Package}=${source:Version}' "$package")
  name=${source%%=*}
  for version in "${source#*=}" \
    $(apt-cache "$@" showsrc --only-source "$name" | sed -n 's/^Version: //p'); do
    apt-get "$@" source --download-only "$name=$version" || continue
    dpkg-source --no-check -x "${name}_${version#*:}.dsc" "$package"
    break
  done
  [ -d "$package" ]
done
# Their own BUILD files would hide folders from ours.
find . \( -name BUILD -o -name BUILD.bazel \) -delete
rm -rf parts lists cache
