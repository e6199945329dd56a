#!/bin/sh
# Runs the Python tests that have this script's name, with Debian's Python, as
# bench/tool/python_tool.sh does.
exec /usr/bin/python3 -B "tools/$(basename "$0").py" "$@"
