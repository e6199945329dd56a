# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""Inputs that a target does not survive: which are the same, and the smallest."""

import dataclasses
import hashlib
import json
import pathlib
import re
import subprocess

import engine

_FRAME = re.compile(r"^\s+#\d+ 0x[0-9a-f]+ in (.+?) (?:\(|/proc/self/cwd/)?(\S*)")
_OFFSET = re.compile(r"^\s+#\d+ 0x[0-9a-f]+ .*\(.*\+0x([0-9a-f]+)\)")
_CHECK = re.compile(r"^(\S+:\d+): does not hold: (.*)$")
_KIND = re.compile(
    r"(?:ERROR: (?:AddressSanitizer|LeakSanitizer|libFuzzer): ([\w -]+?)"
    r"(?: on | after |\s*\(|:|$)|runtime error: (.*))")

_RUNS = 600  # that minimising may take
_FRAMES = 4  # that tell one crash from another


@dataclasses.dataclass
class Crash:
    """A crash, and all inputs that lead to it."""

    target: str
    kind: str  # "does not hold: ...", "heap-buffer-overflow"
    stack: list  # functions and places in our own code, innermost first
    path: str  # the smallest input
    size: int = 0
    original_size: int = 0
    inputs: int = 1
    output: str = ""

    def key(self):
        return json.dumps([self.target, self.kind, self.stack[:_FRAMES]])

    def slug(self):
        """A name for the input's file."""
        words = re.sub(r"[^a-z0-9]+", "-", self.kind.lower()).strip("-")[:40]
        digest = hashlib.sha256(self.key().encode()).hexdigest()[:6]
        return f"{self.target.replace('_', '-')}.{words.strip('-')}.{digest}"


def _execute(binary, path, symbolize):
    """(crashed, output) of one run."""
    env = engine.environment()
    options = f"symbolize={int(symbolize)}:detect_leaks=1"
    env["ASAN_OPTIONS"] = options
    try:
        done = subprocess.run(
            [str(binary), "-runs=1", "-timeout=25", "-rss_limit_mb=2560",
             str(path)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, env=env, timeout=120, check=False)
    except subprocess.TimeoutExpired:
        return True, "ERROR: libFuzzer: timeout\n"
    return done.returncode != 0, done.stdout.decode("utf-8", "replace")


def _describe(output):
    """(kind, stack) of a symbolized report."""
    kind, stack = "unknown", []
    for line in output.splitlines():
        if match := _CHECK.match(line):
            kind = f"does not hold: {match[2]}"
            stack.append(match[1])
        elif kind == "unknown" and (match := _KIND.search(line)):
            # Numbers differ from input to input.
            kind = re.sub(r"-?\d+", "N", (match[1] or match[2]).strip())
        line = line.replace("(anonymous namespace)::", "")
        if (match := _FRAME.match(line)) and "clipguard" in match[1]:
            function = re.sub(r"\(.*", "", match[1])
            place = re.sub(r":\d+$", "", match[2].strip("()"))
            stack.append(f"{function} {place}".strip())
        elif stack and not line.strip() and len(stack) >= _FRAMES:
            break
    return kind, stack


def _fingerprint(output):
    """The same crash of the same program, without symbols: quick to get."""
    kind, _ = _describe(output)
    return kind, tuple(_OFFSET.findall(output)[:12])


def minimize(binary, data, scratch, stop):
    """The smallest input found with the same fingerprint."""
    path = scratch / "candidate"

    def fingerprint(candidate):
        path.write_bytes(candidate)
        crashed, output = _execute(binary, path, symbolize=False)
        return _fingerprint(output) if crashed else None

    wanted = fingerprint(data)
    if wanted is None:
        return data
    runs, step = 1, max(1, len(data) // 2)
    while runs < _RUNS and not stop():
        shrunk, at = False, 0
        while at < len(data) and runs < _RUNS and not stop():
            candidate = data[:at] + data[at + step:]
            runs += 1
            # An engine does not run an empty input as it does others.
            if candidate and fingerprint(candidate) == wanted:
                data, shrunk = candidate, True
            else:
                at += step
        if step == 1 and not shrunk:
            break
        if not shrunk:
            step = max(1, step // 2)
    return data


def collect(targets, folder_of, known, scratch, stop):
    """Sorts all crashing inputs below folder_of(target) into crashes.

    known: crashes of an earlier call, by key; is added to and returned.
    Inputs that crash no more are left out.
    """
    scratch.mkdir(parents=True, exist_ok=True)
    seen = {c.path for c in known.values()}
    for target in targets:
        binary = target.binaries["fuzz"]
        for path in sorted(folder_of(target).glob("*-*")):
            if str(path) in seen or path.name.startswith("smallest-") or stop():
                continue
            crashed, output = _execute(binary, path, symbolize=True)
            if not crashed:
                path.rename(path.with_name("gone." + path.name))
                continue
            kind, stack = _describe(output)
            crash = Crash(target.name, kind, stack, str(path),
                          path.stat().st_size, path.stat().st_size,
                          output=output[-20000:])
            old = known.get(crash.key())
            if old:
                old.inputs += 1
                path.unlink()
                continue
            smallest = minimize(binary, path.read_bytes(), scratch, stop)
            best = path.with_name(f"smallest-{crash.slug()}")
            best.write_bytes(smallest)
            path.unlink()
            crash.path, crash.size = str(best), len(smallest)
            known[crash.key()] = crash
    return known


def promote(path, name, why, regressions):
    """Makes an input a named regression file with a line that says what it was."""
    source = pathlib.Path(path)
    name = name or source.name.removeprefix("smallest-")
    copy = regressions / name
    copy.write_bytes(source.read_bytes())
    readme = regressions / "README.md"
    text = readme.read_text(encoding="utf-8").rstrip("\n")
    if "| file | what it was |" not in text:
        text += "\n\n| file | what it was |\n|---|---|"
    readme.write_text(f"{text}\n| `{name}` | {why} |\n", encoding="utf-8")
    return copy
