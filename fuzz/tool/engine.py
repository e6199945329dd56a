# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""Runs a fuzz target for a while and says what came of it."""

import dataclasses
import os
import pathlib
import re
import signal
import subprocess
import time

SYMBOLIZER = "/usr/bin/llvm-symbolizer-19"

_PROGRESS = re.compile(
    r"^#(\d+)\s+(\w+)\s+cov: (\d+) ft: (\d+)(?: corp: (\d+)/(\S+))?")
_STAT = re.compile(r"^stat::(\w+):\s+(\d+)")
_STAGE = re.compile(r"^stage: (\d+) (.+)$")
_ARTIFACT = re.compile(r"Test unit written to (\S+)")

# Not in these: the input is to be kept, the run was not cut short by it.
_PATIENCE = 60  # seconds that an engine may take longer than it was told


@dataclasses.dataclass
class Run:
    """One run of an engine."""

    seconds: float = 0.0
    executions: int = 0
    edges: int = 0  # of the instrumented program
    features: int = 0
    corpus: int = 0  # inputs that the engine kept
    points: list = dataclasses.field(default_factory=list)  # (second, features)
    stages: dict = dataclasses.field(default_factory=dict)  # name -> times
    artifacts: list = dataclasses.field(default_factory=list)
    # Why it ended, if neither the time was up nor an input was to blame.
    failure: str = ""


class Target:
    """A property and its programs."""

    def __init__(self, name, label):
        self.name = name
        self.label = label  # of the program
        self.dictionary = None  # a path, or None
        self.seeds = []  # folders
        self.outside = []  # folders of somebody else's inputs
        self.binaries = {}  # configuration -> path; its file has the target's name


def environment():
    """Returns the environment of programs that may crash: symbolized, and in no other folder."""
    env = dict(os.environ)
    env.pop("BUILD_WORKING_DIRECTORY", None)
    env.pop("BUILD_WORKSPACE_DIRECTORY", None)
    env["ASAN_SYMBOLIZER_PATH"] = SYMBOLIZER
    env["UBSAN_OPTIONS"] = "print_stacktrace=1"
    env["CLIPGUARD_FUZZ_STAGES"] = "1"
    return env


def run(target, config, seconds, corpus, artifacts, log, stop, report,
        extra=()):
    """Fuzzes for that many seconds, or until stop() says so.

    report(Run) is called now and then while it runs.
    """
    corpus.mkdir(parents=True, exist_ok=True)
    artifacts.mkdir(parents=True, exist_ok=True)
    command = [
        str(target.binaries[config]),
        f"-max_total_time={max(1, int(seconds))}",
        "-print_final_stats=1",
        "-rss_limit_mb=2560",
        "-timeout=25",
        "-reload=0",
        f"-artifact_prefix={artifacts}/",
        *extra,
    ]
    if target.dictionary:
        command.append(f"-dict={target.dictionary}")
    command += [str(corpus), *map(str, target.seeds), *map(str, target.outside)]
    result = Run()
    start = time.monotonic()
    with open(log, "wb") as out:
        # A session of its own: Ctrl-C is ours to pass on.
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=out, stderr=out,
            env=environment(), start_new_session=True)
        told = None
        while process.poll() is None:
            now = time.monotonic()
            if told is None and (stop() or now - start > seconds + _PATIENCE):
                process.send_signal(signal.SIGINT)
                told = now
            elif told is not None and now - told > 10:
                process.kill()
            time.sleep(0.2)
            if report and int(now * 5) % 5 == 0:
                _read_log(log, result, now - start)
                report(result)
    result.seconds = time.monotonic() - start
    _read_log(log, result, result.seconds)
    if process.returncode != 0 and not result.artifacts and told is None:
        result.failure = f"ended with status {process.returncode}"
    return result


def _read_log(log, result, seconds):
    text = pathlib.Path(log).read_text(encoding="utf-8", errors="replace")
    result.artifacts = []
    for line in text.splitlines():
        if match := _PROGRESS.match(line):
            result.executions = int(match[1])
            result.edges = int(match[3])
            result.features = int(match[4])
            if match[5]:
                result.corpus = int(match[5])
        elif match := _STAT.match(line):
            if match[1] == "number_of_executed_units":
                result.executions = int(match[2])
        elif match := _STAGE.match(line):
            result.stages[match[2]] = int(match[1])
        elif match := _ARTIFACT.search(line):
            result.artifacts.append(match[1])
    result.points.append((round(seconds, 1), result.features))


def merge(target, config, corpus, stop):
    """Keeps of a corpus, and of outside ones, what adds something to the seeds.
    False if it fails."""
    smaller = corpus.with_name(corpus.name + ".merged")
    subprocess.run(["rm", "-rf", str(smaller)], check=True)
    smaller.mkdir(parents=True)
    # The engine puts into its first folder what the others have beyond it. So
    # the seeds come first, and what was added to them is the result.
    for seed in target.seeds:
        for path in pathlib.Path(seed).rglob("*"):
            if path.is_file():
                (smaller / f"seed-{path.name}").write_bytes(path.read_bytes())
    process = subprocess.Popen(
        [str(target.binaries[config]), "-merge=1", "-rss_limit_mb=2560",
         "-timeout=25", str(smaller), str(corpus), *map(str, target.outside)],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, env=environment(), start_new_session=True)
    deadline = time.monotonic() + 300
    while process.poll() is None:
        if stop() or time.monotonic() > deadline:
            process.kill()
        time.sleep(0.1)
    if process.returncode != 0:
        subprocess.run(["rm", "-rf", str(smaller)], check=True)
        return False
    for path in smaller.glob("seed-*"):
        path.unlink()
    subprocess.run(["rm", "-rf", str(corpus)], check=True)
    smaller.rename(corpus)
    return True
