#!/bin/sh
# Unpacks Debian's source package of the abseil that is installed.
#
#   abseil_source.sh FOLDER
#
# FOLDER/source is the source then; the rest of FOLDER is apt's own. The lists of
# packages are asked for as this machine is set up, with sources instead of
# binaries; nothing outside FOLDER changes, and root is not needed.
set -eu
mkdir -p "$1"
cd "$1"
folder=$PWD
version=$(dpkg-query -W -f '${source:Version}' libabsl-dev)

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
# A list that is not served is not the end: abseil may be in another one.
apt-get "$@" update || true
apt-get "$@" source --download-only "abseil=$version"
rm -rf source
dpkg-source --no-check -x abseil_*.dsc source
# Its own BUILD files would hide its folders from ours.
find source -name BUILD.bazel -delete
rm -rf parts lists cache
