#!/bin/bash
# Does clipguard/sources.cmake list the sources and public headers of //clipguard,
# and does CMakeLists.txt have the flags of build_defs/? The arguments are what
# Bazel says of the sources and headers; with a third one, --update, the list is
# written anew.
set -euo pipefail

# Prints the list as it should be.
list() {
  echo "# What //clipguard is made of. tools/update_generated.sh writes this."
  echo
  echo "set(CLIPGUARD_PUBLIC_HEADERS"
  sed 's/^/  /' "$2"
  echo ")"
  echo
  echo "set(CLIPGUARD_SOURCES"
  sed 's,^//,  ,; s,:,/,' "$1" | LC_ALL=C sort
  echo ")"
}

if [ "${3:-}" = --update ]; then
  list "$1" "$2" >"$BUILD_WORKSPACE_DIRECTORY/clipguard/sources.cmake"
  exit
fi
list "$1" "$2" | diff clipguard/sources.cmake - || {
  echo "tools/update_generated.sh writes the list anew"
  exit 1
}
for flag in $(sed -nE 's/^ *.*"(-(m|f)[a-z0-9=-]+)".*/\1/p' build_defs/flags.bzl) \
  $(grep -oE '"-m[a-z0-9]+"' build_defs/kernels.bzl | tr -d '"'); do
  grep -qE -e "[ \"(]$flag([ )\"]|\$)" CMakeLists.txt || {
    echo "CMakeLists.txt lacks $flag"
    exit 1
  }
done
