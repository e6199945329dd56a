#!/bin/bash
# `./bazelw run //fuzz:campaign -- --minutes=N`: see main.py.
# Debian's Python, whatever else is on the PATH.
exec /usr/bin/python3 -B "${BUILD_WORKSPACE_DIRECTORY:?start it with bazel run}/fuzz/tool/main.py" "$@"
