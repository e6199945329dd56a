#!/bin/sh
# Runs the Python program that has this script's name, with Debian's Python:
# another one on the PATH may lack Debian's libraries. Bazel's own rules for
# Python would do the same, but differ from release to release.
exec /usr/bin/python3 -B "bench/tool/$(basename "$0").py" "$@"
