# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""Replays the committed corpus in Valgrind's memcheck."""

import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import targets

# Exit status for a read of what was never written, or of what is not ours.
FOUND = 99


def measures_time(target):
    """Whether it checks what a byte costs: fifty times as much in here."""
    return target.name.endswith("_resources")


def replay(target, program, root):
    """(target, exit status, what it printed, seconds)"""
    start = time.monotonic()
    # No leak check: the sanitizers have it. Valgrind knows no AVX-512, and its
    # processor says so.
    done = subprocess.run(
        ["valgrind", "--quiet", f"--error-exitcode={FOUND}", "--leak-check=no",
         "--track-origins=yes", str(program), *map(str, target.seeds)],
        cwd=root, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, check=False, text=True, errors="replace")
    return target, done.returncode, done.stdout, time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", help="default: all that measure no time")
    options = parser.parse_args()
    root = pathlib.Path(__file__).resolve().parent.parent.parent
    found = targets.find(root, options.targets)
    if not options.targets:
        found = [t for t in found if not measures_time(t)]
    bad = 0
    with (tempfile.TemporaryDirectory() as folder,
          concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool):
        targets.build(root, "memcheck", found, pathlib.Path(folder))
        for target, status, text, seconds in pool.map(
                lambda t: replay(t, t.binaries["memcheck"], root), found):
            print(f"{target.name}: {'clean' if status == 0 else f'status {status}'}, "
                  f"{seconds:.0f} s", flush=True)
            if status:
                bad += 1
                # The input is named before what was found in it.
                print("\n".join(text.splitlines()[-60:]), flush=True)
    print(f"{len(found) - bad} of {len(found)} targets are clean")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
