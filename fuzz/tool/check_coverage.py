# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""Compares the coverage of the committed corpus with a floor."""

import argparse
import pathlib
import sys
import tempfile

import coverage
import targets


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=float, required=True, help="floor in per cent")
    parser.add_argument("--branches", type=float, required=True, help="floor in per cent")
    parser.add_argument("--list", action="store_true", help="name what is not reached")
    options = parser.parse_args()
    root = pathlib.Path(__file__).resolve().parent.parent.parent
    found = targets.find(root)
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        # Binaries that the sanitizers' tests have built are measured as well.
        targets.build(root, "asan", found, scratch / "bin", suffix="_replay")
        measured = coverage.measure(
            {t.name: (t.binaries["asan"], t.seeds) for t in found}, root, scratch)
    below = False
    for path, file in sorted(measured.files.items()):
        numbers = (*file.line_totals(), *file.branch_totals())
        print("{:<44} lines {:>4} of {:>4}   branches {:>4} of {:>4}".format(path, *numbers))
    for what, floor in (("lines", options.lines), ("branches", options.branches)):
        covered, total = measured.totals()[what]
        reached = coverage.percent(covered, total)
        low = reached < floor
        below = below or low
        print(f"{covered} of {total} {what}, {reached:.2f} %: "
              f"{'BELOW' if low else 'above'} the floor of {floor} %")
    if options.list or below:
        for path, line, what in measured.missed():
            source = (root / path).read_text(encoding="utf-8").splitlines()[line - 1]
            print(f"{path}:{line}: {what}: {source.strip()}")
    return 1 if below else 0


if __name__ == "__main__":
    sys.exit(main())
