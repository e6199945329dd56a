#!/usr/bin/python3
# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""Would the fuzzers find it? Plants faults of the kinds that the readers exist to
prevent, one at a time: a bounds check that is gone, `<=` for `<`, a count that is
trusted, an index that is not checked, bytes that are used when they are gone.

    tools/planted.py [--seconds=60] [--only=WORD] [--list]

The property of each fault is fuzzed from its committed seeds, under ASan and
UBSan, for so many seconds. Prints a table, and exits with 1 if one of them is not
found. Like tools/mutants.py it compiles, links and runs past Bazel, which says how;
the source tree is left alone. docs/fuzzing.md has the table.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import mutants

ROOT = mutants.ROOT
CONFIG = "--config=fuzz"

# `old` becomes `new` where it stands first in the file, as the objects see it whose
# paths contain `objects`; the others keep the header as it is.
Planted = collections.namedtuple("Planted", "kind path old new objects property")

CURSOR = "base/byte_cursor.h"
TOKENS = "parser/m3d/token_cursor.h"
VIEW = "parser/mrtk/input_animation_view.cc"
JSON = "parser/json/json_document.cc"

PLANTED = [
    # Recordings.
    Planted("bounds check gone", CURSOR, "if (sizeof(T) > remaining()) return false;",
            "", "bin/parser/mrtk/_objs", "mrtk_validate"),
    Planted("bounds check gone", CURSOR, "if (count > remaining()) return false;\n    offset_",
            "offset_", "bin/parser/mrtk/_objs", "mrtk_validate"),
    Planted("added before compared", CURSOR,
            "if (sizeof(T) > remaining()) return false;",
            "if (offset_ + sizeof(T) > bytes_.size() + 1) return false;",
            "bin/parser/mrtk/_objs", "mrtk_validate"),
    Planted("count trusted", VIEW, "if (!in_.Skip(size)) {",
            "if (!in_.Skip(size) && !in_.Skip(in_.remaining())) {",
            "bin/parser/mrtk/_objs", "mrtk_naive"),
    Planted("negative count", VIEW, "if (header.key_count < 0) {",
            "if (header.key_count < -2) {", "bin/parser/mrtk/_objs", "mrtk_naive"),
    Planted("<= for <", "base/name_length.h", "while (length.size < kMaxSize)",
            "while (length.size <= kMaxSize)", "bin/parser/mrtk/_objs", "mrtk_naive"),
    Planted("length not compared", VIEW, "if (!in_.Skip(length.value)) {",
            "if (!in_.Skip(std::min<uint64_t>(length.value, in_.remaining()))) {",
            "bin/parser/mrtk/_objs", "mrtk_naive"),
    Planted("use after free", VIEW,
            "const std::vector<uint8_t> bytes = WithoutConversion(view_.bytes_);",
            "const std::span<const uint8_t> bytes = "
            "std::span<const uint8_t>(std::vector<uint8_t>("
            "WithoutConversion(view_.bytes_)));",
            "bin/parser/mrtk/_objs", "mrtk_validate"),
    # Characters.
    Planted("bounds check gone", TOKENS,
            "while (begin < bytes_.size() && IsSpace(bytes_[begin])) ++begin;",
            "while (IsSpace(bytes_[begin])) ++begin;",
            "bin/parser/m3d/reader/_objs", "m3d_validate"),
    Planted("<= for <", TOKENS,
            "while (end < bytes_.size() && !IsSpace(bytes_[end])) ++end;",
            "while (end <= bytes_.size() && !IsSpace(bytes_[end])) ++end;",
            "bin/parser/m3d/reader/_objs", "m3d_validate"),
    Planted("count trusted", "parser/m3d/reader/clip_reader.cc",
            "if (least > left + 1) {", "if (least > left + (1u << 30)) {",
            "bin/parser/m3d/reader/_objs", "cost_m3d_read"),
    Planted("count trusted", "parser/m3d/reader/header_reader.cc",
            "if (used <= left + 1) continue;",
            "if (used <= left + (1u << 30)) continue;",
            "bin/parser/m3d/reader/_objs", "cost_m3d_read"),
    Planted("index not checked", "parser/m3d/reader/mesh_reader.cc",
            "row.Indices(r.out.triangles[i], r.counts.vertices)",
            "row.Indices(r.out.triangles[i], r.counts.vertices + 1)",
            "bin/parser/m3d/reader/_objs", "m3d_naive"),
    Planted("bounds check gone", "parser/m3d/reader/row_reader.cc",
            "for (; offset < bytes_.size() && IsSpace(bytes_[offset]); ++offset)",
            "for (; IsSpace(bytes_[offset]); ++offset)",
            "bin/parser/m3d/reader/_objs", "m3d_validate"),
    # Forge.
    Planted("<= for <", JSON, "return at_ < text_.size() ? text_[at_] : '\\0';",
            "return at_ <= text_.size() ? text_[at_] : '\\0';",
            "bin/parser/json/_objs", "forge_validate"),
    Planted("bounds check gone", JSON, "while (text_.size() - at > 8 &&",
            "while (", "bin/parser/json/_objs", "forge_validate"),
    Planted("bounds check gone", JSON,
            "while (from < text.size() && IsDigit(text[from])) ++from;",
            "while (IsDigit(text[from])) ++from;", "bin/parser/json/_objs",
            "forge_validate"),
    Planted("depth not limited", JSON, "if (open_.size() >= depth_) {",
            "if (open_.size() > depth_) {", "bin/parser/json/_objs",
            "forge_naive"),
    # Repair.
    Planted("<= for <", "actions/repair/mrtk/curve_plan.cc",
            "for (size_t k = 1; k < size(); ++k)",
            "for (size_t k = 1; k <= size(); ++k)", "bin/actions/repair/mrtk/_objs",
            "repair_mrtk"),
    Planted("<= for <", "actions/repair/edits.cc", "at_ < edits_.size()",
            "at_ <= edits_.size()", "bin/actions/repair/_objs", "repair_m3d"),
    # Convert.
    Planted("index not checked", "actions/convert/gltf/original.cc",
            "if (*found.view >= found.views().size()) return Damaged();", "",
            "bin/actions/convert/gltf/_objs", "convert_back"),
    Planted("bounds check gone", CURSOR, "if (sizeof(T) > remaining()) return false;",
            "", "bin/actions/convert/textures/_objs", "convert_texture"),
    # The page.
    Planted("<= for <", "report/mrtk/curves_section.cc",
            "for (size_t i = 0; i < curve.size(); ++i)",
            "for (size_t i = 0; i <= curve.size(); ++i)", "bin/report/mrtk/_objs",
            "report"),
    Planted("index not checked", "report/fields/mrtk_fields.cc",
            "if (offset < keys || offset - keys >= curve.key_bytes().size())",
            "if (offset < keys)", "bin/report/fields/_objs", "report"),
]


class FuzzBuild:
    """How the fuzz programs are compiled and linked, and their properties."""

    def __init__(self):
        labels = mutants.bazel(
            "query", "--noshow_progress",
            r'attr(tags, "\bfuzz\b", kind(cc_binary, //...))').split()
        subprocess.run([str(ROOT / "bazelw"), "build", CONFIG, "--noshow_progress",
                        *labels], cwd=ROOT, check=True)
        self.root = pathlib.Path(mutants.bazel(
            "info", CONFIG, "--noshow_progress", "execution_root").strip())
        actions = json.loads(mutants.bazel(
            "aquery", CONFIG, "--noshow_progress", "--output=jsonproto",
            "--noinclude_artifacts",
            f'mnemonic("CppCompile|CppLink|CppArchive", deps({" + ".join(labels)}))'))
        self.compile, self.link = {}, {}
        for action in actions["actions"]:
            words = action["arguments"]
            if "-o" not in words or words[words.index("-o") + 1].endswith(".so"):
                continue
            output = words[words.index("-o") + 1]
            if action["mnemonic"] == "CppCompile":
                self.compile[output] = words
            elif output.endswith("/fuzz"):
                self.link[output] = [w for w in words if not w.startswith("@")]
        self.properties = {}  # name -> (program, its words)
        for program in self.link:
            listed = subprocess.run(
                [str(self.root / program), "--list-properties"], check=True, text=True,
                stdout=subprocess.PIPE).stdout
            for line in listed.splitlines():
                name, *words = line.split()
                self.properties[name] = program, words

    def users(self, path, within):
        """Objects of these rooms that read the file."""
        found = []
        for output in self.compile:
            listed = self.root / (output[:-2] + ".d")
            if within in output and listed.is_file() and path in listed.read_text(
                    encoding="utf-8").split():
                found.append(output)
        return found


def compile_with(build, fault, scratch):
    """{object: the one with the fault}"""
    text = (ROOT / fault.path).read_text(encoding="utf-8")
    if fault.old not in text:
        raise SystemExit(f"{fault.path} has no '{fault.old}' any more")
    planted = scratch / pathlib.Path(fault.path).name
    planted.write_text(text.replace(fault.old, fault.new, 1), encoding="utf-8")
    overlay = scratch / "overlay.yaml"
    overlay.write_text(json.dumps({"version": 0, "roots": [
        {"type": "directory", "name": str((base / fault.path).parent),
         "contents": [{"type": "file", "name": planted.name,
                       "external-contents": str(planted)}]}
        for base in (build.root, ROOT)]}), encoding="utf-8")
    made = {}
    for output in build.users(fault.path, fault.objects):
        words = list(build.compile[output])
        made[output] = str(scratch / f"{len(made)}.o")
        words[words.index("-o") + 1] = made[output]
        if "-MF" in words:
            words[words.index("-MF") + 1] = os.devnull
        subprocess.run(words + ["-w", "-ivfsoverlay", str(overlay)], cwd=build.root,
                       check=True)
    if not made:
        raise SystemExit(f"nothing in {fault.objects} reads {fault.path}")
    return made


def try_one(build, fault, seconds, scratch):
    """(how it was found, or nothing; seconds; runs)"""
    program, words = build.properties[fault.property]
    made = compile_with(build, fault, scratch)
    linked = scratch / "fuzz"
    command = [str(linked) if w == program else w
               for w in build.link[program] if w not in made]
    # First: what is inline is taken from the first object that has it.
    at = command.index("-o") + 2
    command[at:at] = made.values()
    subprocess.run(command, cwd=build.root, check=True)
    corpus = scratch / "corpus"
    corpus.mkdir()
    seeds = [str(ROOT / w) for w in words if not w.startswith("-")]
    flags = [w for w in words if w.startswith("-")]
    log = scratch / "log"
    begun = time.monotonic()
    with open(log, "w", encoding="utf-8") as out:
        status = subprocess.run(
            [str(linked), f"--property={fault.property}", "-seed=1", "-reload=0",
             f"-max_total_time={seconds}", "-rss_limit_mb=2048", "-timeout=25",
             "-print_final_stats=1",
             f"-artifact_prefix={scratch}/", *flags, str(corpus), *seeds],
            cwd=ROOT, check=False, stdout=out, stderr=out,
            timeout=seconds + 600).returncode
    took = time.monotonic() - begun
    text = log.read_text(encoding="utf-8", errors="replace")
    how = re.search(r"does not hold: .*|too dear: \w+|runtime error: .*|AddressSanitizer: [\w-]+|"
                    r"Assertion .* failed|libFuzzer: .*", text)
    how = how.group() if how else f"status {status}"
    runs = re.search(r"number_of_executed_units: *(\d+)", text)
    return (how if status else ""), took, int(runs.group(1)) if runs else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=60, help="for each fault")
    parser.add_argument("--only", default="", help="faults with this word in them")
    parser.add_argument("--list", action="store_true", help="only say what is planted")
    options = parser.parse_args()
    chosen = [f for f in PLANTED if options.only in " ".join(f)]
    if options.list:
        for fault in chosen:
            print(f"{fault.property}: {fault.kind} in {fault.path}: {fault.old}")
        return 0
    build = FuzzBuild()
    found = 0
    print("| fault | in | property | found after | runs | by |\n|---|---|---|---:|---:|---|")
    for fault in chosen:
        scratch = pathlib.Path(tempfile.mkdtemp(prefix="planted-"))
        try:
            how, took, runs = try_one(build, fault, options.seconds, scratch)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
        found += bool(how)
        print(f"| {fault.kind} | `{fault.path}` | `{fault.property}` | "
              f"{f'{took:.0f} s' if how else 'not'} | {runs:,} | "
              f"{how[:100].replace('|', chr(92) + '|')} |", flush=True)
    print(f"{found} of {len(chosen)} found")
    return found != len(chosen)


if __name__ == "__main__":
    sys.exit(main())
