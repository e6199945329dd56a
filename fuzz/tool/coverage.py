# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""Measures how much a set of inputs reaches: line and branch coverage of the libraries.

Each fuzz target, or its replay test, built with --config=corpus-coverage or
--config=asan, replays its inputs. Their coverage is merged into one
profile, of which llvm-cov makes one account; the programs have to be of one
build. A branch of a template or an inline function counts once, however many
copies of it there are.
"""

import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess

PROFDATA = "llvm-profdata-19"
COV = "llvm-cov-19"

# The folders whose coverage is measured.
FOLDERS = ("parser/", "eval/")

# Functions of which each call is the compiler's: from the line that contains
# the text to the brace that closes it.
COMPILED_AWAY = [
    ("eval/curve/kernel/batch_kernel_vector.inc", "constexpr BatchKernel MakeKernel("),
    ("eval/skeleton/skeleton_kernel_vector.inc", "constexpr SkeletonKernel MakeKernel("),
    ("parser/finding.h", "consteval explicit(false) CodeTaking("),
    ("parser/finding_catalog.cc", "consteval bool HasGoodPlaceholders("),
    ("parser/finding_catalog.cc", "consteval bool IsComplete("),
    ("parser/finding_catalog.cc", "consteval bool IsNameOf("),
    ("parser/finding_catalog.cc", "consteval auto MakeCatalog("),
    ("parser/finding_catalog.cc", "consteval const CodeInfo& EntryOf("),
    ("parser/finding_catalog.h", "constexpr const FindingTexts& TextsOf("),
    ("parser/format_set.h", "friend constexpr FormatSet operator|("),
    ("parser/m3d/character_fields.h", "constexpr bool Holds("),
    ("parser/m3d/character_fields.h", "constexpr bool Hold("),
    ("parser/mrtk/checks/key_scan_vector.inc", "constexpr explicit Table("),
    ("parser/mrtk/checks/key_scan_vector.inc", "constexpr KeyScan MakeScan("),
]


class File:
    """Counts of one source file."""

    def __init__(self):
        self.lines = collections.Counter()  # line -> times run
        # (line, column, end line, end column) -> [times true, times false]
        self.branches = {}

    def line_totals(self):
        """(covered, all)"""
        return sum(1 for n in self.lines.values() if n), len(self.lines)

    def branch_totals(self):
        """(covered, all): each condition has two."""
        sides = [n for pair in self.branches.values() for n in pair]
        return sum(1 for n in sides if n), len(sides)


class Coverage:
    """Counts of all files, by path."""

    def __init__(self, files):
        self.files = files

    def totals(self):
        """{"lines": (covered, all), "branches": (covered, all)}"""
        lines = [f.line_totals() for f in self.files.values()]
        branches = [f.branch_totals() for f in self.files.values()]
        return {
            "lines": (sum(c for c, _ in lines), sum(n for _, n in lines)),
            "branches": (sum(c for c, _ in branches), sum(n for _, n in branches)),
        }

    def missed(self):
        """[(path, line, what)] of lines never run and sides never taken."""
        found = []
        for path, file in sorted(self.files.items()):
            for line, count in file.lines.items():
                if not count:
                    found.append((path, line, "not run"))
            for (line, column, _, _), (true, false) in file.branches.items():
                if not file.lines.get(line, 1):
                    continue  # the line says it all
                if not true:
                    found.append((path, line, f"column {column} never true"))
                if not false:
                    found.append((path, line, f"column {column} never false"))
        return sorted(found)


def percent(covered, total):
    return 100.0 * covered / total if total else 100.0


def counts(path):
    name = path.rsplit("/", 1)[-1]
    return path.startswith(FOLDERS) and not (
        name.startswith("test_") or name.endswith("_test.cc"))


def _lacks_kernel(path):
    """Whether it is a kernel that this machine cannot run."""
    cpu = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8")
    return any(f"_{k}.cc" in path and k.replace("avx512", "avx512vl") not in cpu
               for k in ("avx2", "avx512"))


def _never_run(path, root):
    """Lines that are no code of the program."""
    lines = (root / path).read_text(encoding="utf-8").splitlines()
    # An assertion that does not hold is a branch never taken.
    skipped = {n for n, text in enumerate(lines, 1)
               if text.lstrip().startswith(("#", "assert("))}
    for where, begin in COMPILED_AWAY:
        if where != path:
            continue
        first = next((n for n, text in enumerate(lines) if begin in text), None)
        if first is None:
            raise RuntimeError(f"{path} has no '{begin}' any more; see COMPILED_AWAY")
        end = re.match(" *", lines[first])[0] + "}"
        last = next(n for n in range(first, len(lines)) if lines[n] == end)
        skipped.update(range(first + 1, last + 2))
    return skipped


def _relative(name, root):
    """A path in the workspace, or None. Bazel compiles in a folder of its own."""
    for prefix in ("/proc/self/cwd/", str(root) + "/", "./"):
        if name.startswith(prefix):
            name = name[len(prefix):]
    return None if name.startswith("/") else os.path.normpath(name)


def _export(binaries, profile, arguments):
    """Returns the output of llvm-cov for all these programs together."""
    objects = [word for binary in binaries[1:] for word in ("-object", str(binary))]
    return subprocess.run(
        [COV, "export", str(binaries[0]), *objects, f"-instr-profile={profile}",
         "-ignore-filename-regex=^/usr/|external/", *arguments],
        check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        text=True).stdout


def _replay(name, binary, inputs, root, scratch):
    """Runs the inputs; returns the file with the counts."""
    raw = scratch / f"{name}.profraw"
    environment = dict(os.environ, LLVM_PROFILE_FILE=str(raw))
    environment.pop("BUILD_WORKING_DIRECTORY", None)
    log = scratch / f"{name}.replay.log"
    with open(log, "w", encoding="utf-8") as out:
        status = subprocess.run([str(binary)] + [str(i) for i in inputs],
                                cwd=root, env=environment, check=False,
                                stdout=out, stderr=out).returncode
    if status:
        raise RuntimeError(f"{name}: the replay ended with status {status}; see {log}")
    return raw


def _size_of(seeds):
    """Bytes of files, and of those in folders."""
    return sum(file.stat().st_size for seed in seeds
               for file in ([seed] if seed.is_file() else seed.rglob("*")))


def measure(targets, root, scratch):
    """Replays the inputs of all targets.

    targets: {name: (binary, [file or folder])}; the binaries of one build
    """
    scratch.mkdir(parents=True, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        # The longest first, so that no processor waits for it at the end.
        longest = sorted(targets.items(), reverse=True,
                         key=lambda item: _size_of(item[1][1]))
        counted = list(pool.map(
            lambda item: _replay(item[0], *item[1], root, scratch), longest))
        profile = scratch / "all.profdata"
        subprocess.run([PROFDATA, "merge", "-sparse", "-o", str(profile),
                        *map(str, counted)], check=True)
        binaries = sorted({binary.resolve() for binary, _ in targets.values()})
        lcov, document = pool.map(
            lambda arguments: _export(binaries, profile, arguments),
            (["-format=lcov", "-skip-branches"], ["-skip-functions"]))
    files = collections.defaultdict(File)
    _add_lines(lcov, root, files)
    _add_branches(json.loads(document), root, files)
    files = {p: f for p, f in files.items() if counts(p) and not _lacks_kernel(p)}
    for path, file in files.items():
        skipped = _never_run(path, root)
        file.lines = collections.Counter(
            {n: count for n, count in file.lines.items() if n not in skipped})
        file.branches = {place: sides for place, sides in file.branches.items()
                         if place[0] not in skipped}
        # A condition known at compile time has neither side.
        file.branches = {
            place: sides for place, sides in file.branches.items()
            if any(sides) or not file.lines.get(place[0], 1)}
    return Coverage(files)


def _add_lines(lcov, root, files):
    path = None
    for line in lcov.splitlines():
        if line.startswith("SF:"):
            path = _relative(line[3:], root)
        elif path and line.startswith("DA:"):
            number, count = line[3:].split(",")[:2]
            files[path].lines[int(number)] += int(count)


def _add_branches(document, root, files):
    for entry in document["data"][0]["files"]:
        path = _relative(entry["filename"], root)
        if not path:
            continue
        for branch in entry.get("branches", []):
            sides = files[path].branches.setdefault(tuple(branch[:4]), [0, 0])
            sides[0] += branch[4]
            sides[1] += branch[5]
