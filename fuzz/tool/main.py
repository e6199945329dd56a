# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""Fuzzes all targets for a while and reports.

  ./bazelw run //fuzz:campaign -- --minutes=60
  ./bazelw run //fuzz:campaign -- --minutes=10 --jobs=1 --target=mrtk_naive
  ./bazelw run //fuzz:campaign -- --minutes=10 --corpus=/srv/found-elsewhere
  ./bazelw run //fuzz:campaign -- --promote CRASH --why 'a marker count of -1'

Builds the targets, runs them in turn, without sanitizers and with them, merges
and minimises the corpora, sorts and minimises crashes, measures coverage, and
writes report.txt and report.json. Ctrl-C ends it early, with the report; a
campaign that was cut short otherwise goes on where it was.
"""

import argparse
import dataclasses
import json
import os
import pathlib
import queue
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

import coverage
import crashes
import engine
import report
import targets

CONFIGS = ("fuzz-fast", "fuzz")  # in turn: explores, then looks closely
COVERAGE = "corpus-coverage"
SLICE = 60  # seconds; shorter where that many do not fit


class Campaign:
    """State, and what changes it. The state is saved after every step."""

    def __init__(self, root, folder, options):
        self.root, self.folder, self.options = root, folder, options
        self.interrupted = False
        self.lock = threading.Lock()
        self.running = {}  # target name -> engine.Run
        self.line_shown = 0.0
        self.targets = []
        self.state = {}

    # ---- Build --------------------------------------------------------------

    def find_targets(self):
        self.targets = targets.find(self.root, self.options.target)
        for target in self.targets:
            for folder in self.options.corpus:
                own = folder / target.name
                target.outside.append(own if own.is_dir() else folder)

    def build(self):
        """Builds every configuration, and keeps a copy: the output folders are
        the developer's, who may go on building."""
        for config in (*CONFIGS, COVERAGE):
            self.say(f"building {len(self.targets)} targets, --config={config}")
            targets.build(self.root, config, self.targets, self.folder / "bin" / config,
                          copy=True)
        targets.bazel(self.root, "build", "//cli:clipguard")
        shutil.copy2(self.root / "bazel-bin/cli/clipguard", self.folder / "bin" / "clipguard.new")
        (self.folder / "bin" / "clipguard.new").replace(self.folder / "bin" / "clipguard")

    # ---- State --------------------------------------------------------------

    def start(self):
        """Takes up an unfinished campaign, or begins one; corpora stay."""
        path = self.folder / "state.json"
        old = json.loads(path.read_text(encoding="utf-8")) if path.exists() else None
        if (old and old["status"] != "finished" and not self.options.fresh
                and set(old["targets"]) == {t.name for t in self.targets}
                and old["minutes"] == self.options.minutes):
            self.state = old
            self.state["status"] = "running"
            self.say(f"goes on after {report.seconds_text(old['wall_seconds'])}")
            return
        commit = subprocess.run(["git", "log", "-1", "--format=%h %s"], cwd=self.root,
                                stdout=subprocess.PIPE, text=True, check=False).stdout.strip()
        model = re.search(r"model name\s*:\s*(.*)",
                          pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8"))
        self.state = {
            "status": "running", "minutes": self.options.minutes,
            "started": time.strftime("%Y-%m-%d %H:%M"), "commit": commit,
            "machine": f"{os.cpu_count()} processors, {model[1] if model else 'unknown'}",
            "wall_seconds": 0.0, "core_seconds": 0.0, "round": 0, "done_in_round": [],
            "crashes": [], "failures": [], "coverage": [], "missed": [],
            "targets": {t.name: {"executions": {}, "seconds": {}, "features": 0, "corpus": 0,
                                 "stages": {}} for t in self.targets},
        }

    def save(self):
        path = self.folder / "state.json"
        path.with_suffix(".new").write_text(json.dumps(self.state), encoding="utf-8")
        path.with_suffix(".new").replace(path)
        report.write(self.state, {t.name: t.label for t in self.targets}, self.folder)

    def stopping(self):
        return self.interrupted

    def corpus_of(self, target):
        return self.folder / target.name / "corpus"

    def crashes_of(self, target):
        return self.folder / target.name / "crashes"

    # ---- Telling ------------------------------------------------------------

    def say(self, text):
        if sys.stderr.isatty():
            print(f"\r\x1b[K{text}", file=sys.stderr, flush=True)
        else:
            print(text, file=sys.stderr, flush=True)

    def show_status(self):
        """One line in words: on a terminal every second, else every minute."""
        now = time.monotonic()
        tty = sys.stderr.isatty()
        if now - self.line_shown < (1 if tty else 60):
            return
        self.line_shown = now
        parts = [f"{name} at {report.number(r.executions / max(1.0, r.points[-1][0]))} a second"
                 for name, r in sorted(self.running.items()) if r.points]
        found = len(self.state["crashes"]) + sum(
            len(r.artifacts) for r in self.running.values())
        left = max(0.0, self.options.minutes * 60 - self.before - (now - self.began))
        line = (f"{report.seconds_text(left)} left, round {self.state['round'] + 1}: "
                f"{', '.join(parts) or 'starting'}; "
                f"{'no crash' if not found else f'{found} crashing inputs'}")
        if tty:
            width = shutil.get_terminal_size().columns - 1
            print(f"\r\x1b[K{line[:width]}", end="", file=sys.stderr, flush=True)
        else:
            print(line, file=sys.stderr, flush=True)

    # ---- Rounds -------------------------------------------------------------

    def fuzz(self):
        """All targets in turn, until the time is over."""
        self.began = time.monotonic()
        # Seconds that an interrupted campaign had run for.
        self.before = before = self.state["wall_seconds"]
        total = self.options.minutes * 60
        slice_seconds = min(SLICE, max(
            3, total * self.options.jobs / len(self.targets) / len(CONFIGS)))
        while not self.interrupted and time.monotonic() - self.began + before < total:
            config = CONFIGS[self.state["round"] % len(CONFIGS)]
            todo = queue.Queue()
            for target in self.targets:
                if target.name not in self.state["done_in_round"]:
                    todo.put(target)
            workers = [threading.Thread(target=self.work,
                                        args=(todo, config, slice_seconds, before, total))
                       for _ in range(self.options.jobs)]
            for worker in workers:
                worker.start()
            for worker in workers:
                while worker.is_alive():
                    worker.join(0.5)
                    with self.lock:
                        self.show_status()
            if not self.interrupted and todo.empty():
                self.state["round"] += 1
                self.state["done_in_round"] = []
            self.state["wall_seconds"] = before + time.monotonic() - self.began
            if not self.interrupted and self.state["round"] % 4 == 0:
                self.measure()
            self.save()

    def work(self, todo, config, slice_seconds, before, total):
        while not self.interrupted:
            left = total - before - (time.monotonic() - self.began)
            try:
                target = todo.get_nowait()
            except queue.Empty:
                return
            if left <= 1:
                return
            try:
                self.fuzz_one(target, config, min(slice_seconds, left))
            except OSError as error:  # no memory, no space: others may go on
                with self.lock:
                    self.fail(target, str(error), "")

    def fuzz_one(self, target, config, seconds):
        end = time.monotonic() + seconds
        log = self.folder / target.name / f"{config}.log"
        log.parent.mkdir(parents=True, exist_ok=True)
        for _ in range(5):  # after a crash, the rest of the time
            left = end - time.monotonic()
            if left < 1 or self.interrupted:
                break

            def progress(run):
                with self.lock:
                    self.running[target.name] = run
            extra = ["-use_value_profile=1"] if self.state["round"] % 4 == 2 else []
            run = engine.run(target, config, left, self.corpus_of(target),
                             self.crashes_of(target), log, self.stopping, progress, extra)
            with self.lock:
                self.running.pop(target.name, None)
                self.add(target, config, run, log)
            if not run.artifacts and not run.failure:
                break
        with self.lock:
            if not self.interrupted:
                self.state["done_in_round"].append(target.name)
            self.save()

    def add(self, target, config, run, log):
        t = self.state["targets"][target.name]
        t["executions"][config] = t["executions"].get(config, 0) + run.executions
        t["seconds"][config] = t["seconds"].get(config, 0) + run.seconds
        for stage, count in run.stages.items():
            t["stages"][stage] = t["stages"].get(stage, 0) + count
        # Features of the two builds do not compare: the larger is kept.
        t["features"] = max(t["features"], run.features)
        t["corpus"] = len(list(self.corpus_of(target).glob("*")))
        self.state["core_seconds"] += run.seconds
        if run.failure:
            self.fail(target, run.failure, log.read_text(encoding="utf-8",
                                                         errors="replace")[-3000:])

    def fail(self, target, what, tail):
        self.state["failures"] = self.state["failures"][-19:] + [
            {"target": target.name, "what": what, "tail": tail}]

    # ---- After --------------------------------------------------------------

    def measure(self):
        """Coverage of what there is, and where it ends."""
        inputs = {}
        for target in self.targets:
            found = [] if not self.state["coverage"] else [self.corpus_of(target)]
            inputs[target.name] = (target.binaries[COVERAGE],
                                   target.seeds + [f for f in found if f.exists()])
        try:
            measured = coverage.measure(inputs, self.root, self.folder / "coverage")
        except (RuntimeError, subprocess.CalledProcessError) as error:
            self.state["failures"].append(
                {"target": "coverage", "what": "was not measured", "tail": str(error)})
            return
        self.state["coverage"].append(
            {"seconds": self.state["wall_seconds"], **measured.totals()})
        self.state["missed"] = self.by_reach(measured)

    def by_reach(self, measured):
        missed = []
        for path, line, what in measured.missed():
            counts = measured.files[path].lines
            before = [n for n in range(max(1, line - 30), line + 1) if counts.get(n)]
            source = (self.root / path).read_text(encoding="utf-8").splitlines()
            missed.append({"place": f"{path}:{line}", "what": what,
                           "reach": counts[before[-1]] if before else 0,
                           "source": source[line - 1].strip() if line <= len(source) else ""})
        return sorted(missed, key=lambda m: -m["reach"])

    def sort_crashes(self):
        known = {}
        for entry in self.state["crashes"]:
            fields = {f.name: entry[f.name] for f in dataclasses.fields(crashes.Crash)}
            crash = crashes.Crash(**fields)
            known[crash.key()] = crash
        crashes.collect(self.targets, self.crashes_of, known, self.folder / "scratch",
                        self.stopping)
        self.state["crashes"] = [
            {**dataclasses.asdict(c), "findings": self.findings(c.path)}
            for c in known.values()]

    def findings(self, path):
        """Returns the command line's findings in a file; none if that crashes, too."""
        try:
            done = subprocess.run(
                [str(self.folder / "bin" / "clipguard"), "validate", "--format=json", path],
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=20, check=False)
            return json.loads(done.stdout)["findings"]
        except (subprocess.TimeoutExpired, ValueError, KeyError):
            return []

    def finish(self):
        first_interrupt = self.interrupted
        self.state["status"] = "interrupted" if first_interrupt else "finished"
        self.save()
        self.interrupted = False  # a second Ctrl-C ends what follows
        self.say("sorting crashes")
        self.sort_crashes()
        self.save()
        if not first_interrupt:
            for target in self.targets:
                if self.interrupted:
                    break
                self.say(f"merging what {target.name} found")
                if not engine.merge(target, "fuzz-fast", self.corpus_of(target), self.stopping):
                    self.say(f"{target.name}: not merged; its corpus stays as it is")
                self.state["targets"][target.name]["corpus"] = len(
                    list(self.corpus_of(target).glob("*")))
        if not self.interrupted:
            self.say("measuring coverage")
            self.measure()
        self.save()
        bad = len(self.state["crashes"]) + len(self.state["failures"])
        self.say(f"{len(self.state['crashes'])} crashes, {len(self.state['failures'])} failures; "
                 f"report: {self.folder / 'report.txt'}")
        return 1 if bad else 0


def parse_arguments():
    parser = argparse.ArgumentParser(
        prog="campaign", description=__doc__.split("\n\n", maxsplit=1)[0],
        epilog="What it finds is in fuzz-work/campaign of the workspace.")
    parser.add_argument("--minutes", type=float, help="how long to fuzz, all targets together")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(),
                        help="targets at a time (default: one for each processor)")
    parser.add_argument("--target", action="append", default=[], metavar="A,B",
                        help="only these targets; may be given more than once")
    parser.add_argument("--corpus", action="append", default=[], metavar="DIR",
                        help="also begin with the inputs of this folder (for a target NAME "
                        "those of DIR/NAME, if it is there), and keep what they add; "
                        "may be given more than once")
    parser.add_argument("--fresh", action="store_true",
                        help="begin anew, even if the last campaign was cut short")
    parser.add_argument("--promote", metavar="CRASH",
                        help="make this input a regression file, and stop")
    parser.add_argument("--name", help="with --promote: the name of the file")
    parser.add_argument("--why", help="with --promote: one line that says what it was")
    options = parser.parse_args()
    options.target = [n for names in options.target for n in names.split(",") if n]
    caller = pathlib.Path(os.environ.get("BUILD_WORKING_DIRECTORY", "."))
    options.corpus = [caller / folder for folder in options.corpus]
    for folder in options.corpus:
        if not folder.is_dir():
            parser.error(f"--corpus: there is no folder {folder}")
    if options.promote and not options.why:
        parser.error("--promote needs --why: one line that says what it was")
    if not options.promote and not (options.minutes and options.minutes > 0):
        parser.error("--minutes=N: say how long")
    if options.jobs < 1:
        parser.error("--jobs is at least 1")
    return options


def main():
    options = parse_arguments()
    here = pathlib.Path(__file__).resolve().parent
    root = pathlib.Path(os.environ.get("BUILD_WORKSPACE_DIRECTORY", here.parent.parent))
    if options.promote:
        path = pathlib.Path(os.environ.get("BUILD_WORKING_DIRECTORY", ".")) / options.promote
        copy = crashes.promote(path, options.name, options.why, root / "fuzz" / "regressions")
        print(f"{copy.relative_to(root)} is replayed by all targets from now on; "
              "commit it with fuzz/regressions/README.md")
        return 0
    folder = root / "fuzz-work" / "campaign"
    folder.mkdir(parents=True, exist_ok=True)
    campaign = Campaign(root, folder, options)

    def interrupt(*_):
        campaign.interrupted = True
        campaign.say("ending; the report follows")
    signal.signal(signal.SIGINT, interrupt)
    signal.signal(signal.SIGTERM, interrupt)
    campaign.find_targets()
    campaign.build()
    campaign.start()
    if not campaign.state["coverage"]:
        campaign.say("measuring the coverage of the committed corpus")
        campaign.measure()
    campaign.fuzz()
    return campaign.finish()


if __name__ == "__main__":
    sys.exit(main())
