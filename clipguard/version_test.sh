#!/bin/sh
# The version of clipguard/version.h, which the program prints, is MODULE.bazel's.
set -eu
said=$("$1" --version)
module=$(sed -nE 's/^ *version = "([0-9.]+)",$/\1/p' MODULE.bazel)
echo "'$said', module '$module'"
[ "$said" = "clipguard $module" ]
