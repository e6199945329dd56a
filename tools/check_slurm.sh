#!/bin/bash
# Do the recipes for many machines work? GNU parallel, and Slurm with its real daemons
# on this machine, validate a million small files in 64 parts; a task is killed and
# queued again, a part is lost. The merged report has to be that of one run.
#
#   tools/check_slurm.sh [FLAGS of tools/many_files.py]
#
# Skipped (status 77) where that cannot be installed, or without root.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

./bazelw --setup build
./bazelw --setup slurm-wlm munge parallel || skip "Slurm or GNU parallel is not here"
[ "$(id -u)" = 0 ] || skip "Slurm's daemons start only as root"
./bazelw build //cli:clipguard
/usr/bin/python3 -B tools/many_files.py --files=1000000 --shards=64 "$@"
