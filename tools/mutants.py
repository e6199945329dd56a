#!/usr/bin/python3
# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""Do the tests notice? Plants small faults in base/, parser/ and eval/, one
at a time.

    tools/mutants.py --count=200 --seed=1 --report=report.json

A fault that does not compile, or that leaves every object file as it was, is
counted and not used. For each of the others, the tests that depend on the file
are linked and run, the nearest first, until one fails. One that takes ten times
as long as usual has failed. Exit status 1: some fault was not noticed.

Bazel builds the tests once, as usual, and says how; compiling, linking and
running with a fault goes past it. The source tree is left alone: the compiler
sees the fault through an overlay. With --log, what has been tried is not tried
again while its file is as it was. docs/mutants.md says what was found.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import xml.etree.ElementTree

import faults

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("base", "parser", "eval")
# Those of bench/ are about measuring.
TESTS = "//... - //bench/..."

# Libraries that only tests and the generator of the corpus use.
SUPPORT = {
    "corpus/forge/armature_examples.cc": "examples that tests read",
    "corpus/forge/example_builder.h": "examples that tests read",
    "corpus/forge/generator.cc": "examples that tests read",
    "corpus/forge/machine_examples.cc": "examples that tests read",
    "corpus/forge/text_examples.cc": "examples that tests read",
    "eval/curve/kernel/kernel_hash.cc": "hashes that tests compare",
    "testing/kernel_hash.h": "hashes that tests compare",
    "eval/skeleton/kernel_hash.cc": "hashes that tests compare",
    "testing/bits_hash.h": "hashes that tests compare",
}

NOTICED = "noticed"
SURVIVED = "survived"
EQUIVALENT = "equivalent"
NOT_COMPILED = "does not compile"

# A test that a fault keeps busy: 10 times as long as usual, and this much more,
# because the machine may be busy too.
_TIMES, _GRACE = 10, 10.0
# A fault in a header that many files include is compiled into this many of
# them: those of the nearest tests.
_MOST_OBJECTS = 8
_DATA_LIMIT = 3 << 30
_FILE_LIMIT = 256 << 20

Test = collections.namedtuple("Test", "label binary arguments programs")


def bazel(*arguments):
    return subprocess.run(
        [str(ROOT / "bazelw"), *arguments], cwd=ROOT, check=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True).stdout


def path_of(label):
    """//a/b:c/d.cc to a/b/c/d.cc"""
    return label.removeprefix("//").replace(":", "/").lstrip("/")


# ---- What Bazel knows -------------------------------------------------------


def production_files():
    """Sources of the libraries that are not only for tests."""
    where = " + ".join(f"//{folder}/..." for folder in FOLDERS)
    tree = xml.etree.ElementTree.fromstring(
        bazel("query", "--noshow_progress", "--output=xml",
              f"kind(cc_library, {where})").replace('version="1.1"', 'version="1.0"'))
    files, for_tests = set(), set()
    for rule in tree.iter("rule"):
        testonly = any(b.get("name") == "testonly" and b.get("value") == "true"
                       for b in rule.iter("boolean"))
        for group in rule.findall("list"):
            if group.get("name") in ("srcs", "hdrs", "textual_hdrs"):
                (for_tests if testonly else files).update(
                    path_of(label.get("value")) for label in group.findall("label"))
    return sorted(f for f in files - for_tests
                  if f not in SUPPORT and f.startswith(FOLDERS)
                  and (ROOT / f).is_file())


def test_rules():
    """{label: arguments} of all tests in C++."""
    tree = xml.etree.ElementTree.fromstring(
        bazel("query", "--noshow_progress", "--output=xml",
              f"kind(cc_test, {TESTS})").replace('version="1.1"', 'version="1.0"'))
    rules = {}
    for rule in tree.iter("rule"):
        rules[rule.get("name")] = [
            word for group in rule.findall("list") if group.get("name") == "args"
            for value in group.findall("string")
            for word in shlex.split(value.get("value"))]
    return rules


class Build:
    """How each object is compiled, each program linked and each test run."""

    def __init__(self, scratch):
        rules = test_rules()
        labels = sorted(rules)
        subprocess.run([str(ROOT / "bazelw"), "build", "--noshow_progress", *labels],
                       cwd=ROOT, check=True)
        self.root = pathlib.Path(
            bazel("info", "--noshow_progress", "execution_root").strip())
        actions = json.loads(bazel(
            "aquery", "--noshow_progress", "--output=jsonproto",
            "--noinclude_artifacts", 'mnemonic("CppCompile|CppLink", '
            f'deps({" + ".join(labels)}))'))["actions"]
        self.kept = scratch / "kept"
        self.compile = {}  # object -> command
        self.link = {}  # program -> words
        for action in actions:
            words = action["arguments"]
            if "-o" not in words:
                continue
            output = words[words.index("-o") + 1]
            if action["mnemonic"] == "CppCompile" and not output.endswith(".pic.o"):
                self.compile[output] = words
            elif action["mnemonic"] == "CppLink" and not output.endswith(".so"):
                self.link[output] = [w for w in words if not w.startswith("@")]
        self.link = {o: w for o, w in self.link.items()
                     if (self.root / o).is_file() and "/external/" not in o}
        self.objects = {program: [w for w in words if w in self.compile]
                        for program, words in self.link.items()}
        self._keep()
        self.users = collections.defaultdict(set)  # source -> objects
        for output in self.compile:
            listed = self.root / (output[:-2] + ".d")
            if not listed.is_file():
                continue
            for word in listed.read_text(encoding="utf-8").split():
                if word.startswith(FOLDERS):
                    self.users[word].add(output)
        self.tests = []
        for label, arguments in rules.items():
            binary = next((p for p in self.link
                           if p.endswith("/bin/" + path_of(label))), None)
            if binary is None:
                raise RuntimeError(f"{label} has no link command")
            programs = [binary] + [p for p in self._data(binary) if p in self.link]
            self.tests.append(Test(label, binary, arguments, programs))

    def _keep(self):
        """Builds that follow may replace the objects; these stay."""
        for program, objects in self.objects.items():
            for path in [program, *objects]:
                kept = self.kept / path
                if kept.exists():
                    continue
                kept.parent.mkdir(parents=True, exist_ok=True)
                source = (self.root / path).resolve()
                try:
                    os.link(source, kept)
                except OSError:
                    shutil.copy2(source, kept)

    def runfiles(self, binary):
        return self.root / (binary + ".runfiles") / self.root.name

    def _data(self, binary):
        """Programs that a test finds beside itself."""
        manifest = self.root / (binary + ".runfiles_manifest")
        found = []
        for line in manifest.read_text(encoding="utf-8").splitlines():
            name, _, target = line.partition(" ")
            if "/bazel-out/" in target:
                output = "bazel-out/" + target.split("/bazel-out/", 1)[1]
                if output != binary:
                    found.append(output)
        return found


# ---- One fault --------------------------------------------------------------


def words_of(path):
    return set(re.split(r"[_./]", path))


def distance(path, test):
    """How far a test is from a file: the smaller, the likelier it notices."""
    folder, _, name = path.rpartition("/")
    stem = name.rsplit(".", 1)[0]
    where, _, test_name = path_of(test.label).rpartition("/")
    test_stem = test_name.removesuffix("_test")
    if where == folder:
        if test_stem == stem:
            return 0
        whole_folder = test_stem == folder.rpartition("/")[2]
        return 1 if whole_folder or test_stem in stem or stem in test_stem else 2
    if where.startswith(folder + "/") or folder.startswith(where + "/"):
        return 3
    shared = len(words_of(path) & words_of(path_of(test.label)))
    return (4 if shared else 5) + (2 if where == "cli" else 0)


class Trial:
    """Compiles, links and runs with one fault planted."""

    def __init__(self, build, usual, fault, text, scratch):
        self.build, self.usual, self.scratch = build, usual, scratch
        self.fault = fault
        self.compiled = {}  # object -> path of the new one, None if the same
        scratch.mkdir(parents=True, exist_ok=True)
        planted = scratch / ("planted" + pathlib.Path(fault.path).suffix)
        planted.write_text(faults.plant(text, fault), encoding="utf-8")
        self.overlay = scratch / "overlay.yaml"
        # Both names of the file: Bazel's folder links to the source tree.
        roots = [{"type": "directory", "name": str((base / fault.path).parent),
                  "contents": [{"type": "file",
                                "name": pathlib.Path(fault.path).name,
                                "external-contents": str(planted)}]}
                 for base in (build.root, ROOT)]
        self.overlay.write_text(json.dumps({"version": 0, "roots": roots}),
                                encoding="utf-8")
        self.affected = build.users[fault.path]

    def _compile(self, output):
        """Whether it compiles; whether it differs is in self.compiled."""
        if output in self.compiled:
            return True
        words = list(self.build.compile[output])
        new = self.scratch / f"{len(self.compiled)}.o"
        words[words.index("-o") + 1] = str(new)
        if "-MF" in words:
            words[words.index("-MF") + 1] = os.devnull
        # The tests judge, not the warnings.
        words += ["-w", "-ivfsoverlay", str(self.overlay)]
        if subprocess.run(words, cwd=self.build.root, check=False,
                          stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL).returncode:
            return False
        old = (self.build.kept / output).read_bytes()
        if new.read_bytes() == old:
            new.unlink()
            new = None
        self.compiled[output] = new
        return True

    def _program(self, program):
        """The path of the program with the fault, None if it has none."""
        objects = [o for o in self.build.objects[program] if o in self.affected]
        if all(self.compiled[o] is None for o in objects):
            return None
        linked = self.scratch / (pathlib.Path(program).name + ".linked")
        words = []
        for word in self.build.link[program]:
            if word == program:
                word = str(linked)
            elif self.compiled.get(word):
                word = str(self.compiled[word])
            elif word in self.build.compile:
                word = str(self.build.kept / word)
            words.append(word)
        subprocess.run(words, cwd=self.build.root, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return linked

    def run(self, most):
        """(result, the test that noticed or a note, tests run: so many at most)"""
        depends = [t for t in self.build.tests
                   if any(self.affected & set(self.build.objects[p])
                          for p in t.programs)]
        depends.sort(key=lambda t: (distance(self.fault.path, t),
                                    self.usual.guess(t.label), t.label))
        ran = 0
        for test in depends:
            if ran == most:
                break
            needed = {o for p in test.programs for o in self.build.objects[p]
                      if o in self.affected}
            if self.compiled and len(needed | set(self.compiled)) > _MOST_OBJECTS:
                continue
            if not all(self._compile(output) for output in sorted(needed)):
                return NOT_COMPILED, "", ran
            programs = {p: self._program(p) for p in test.programs}
            if not any(programs.values()):
                continue
            ran += 1
            verdict = self._fails(test, programs)
            for linked in programs.values():
                if linked:
                    linked.unlink()
            if verdict:
                return NOTICED, f"{test.label} {verdict}", ran
        if not any(self.compiled.values()):
            return EQUIVALENT, "", ran
        return SURVIVED, "", ran

    def _fails(self, test, programs):
        usual = self.usual.seconds(test)
        if usual is None:
            return ""
        limit = usual * _TIMES + _GRACE
        folder = self.build.runfiles(test.binary)
        if any(programs[p] for p in test.programs[1:]):
            folder = self._other_runfiles(test, programs)
        binary = programs[test.binary] or self.build.kept / test.binary
        return run_test(binary, test, folder, self.scratch / "tmp", limit)[0]

    def _other_runfiles(self, test, programs):
        """The test's files, with the programs that have the fault."""
        copy = self.scratch / "runfiles" / self.build.root.name
        if copy.parent.exists():
            shutil.rmtree(copy.parent)
        shutil.copytree(self.build.runfiles(test.binary), copy, symlinks=True)
        for output, linked in programs.items():
            inside = copy / output.split("/bin/", 1)[1]
            if linked and inside.is_symlink():
                inside.unlink()
                shutil.copy2(linked, inside)
        return copy


def _limits():
    resource.setrlimit(resource.RLIMIT_DATA, (_DATA_LIMIT, _DATA_LIMIT))
    resource.setrlimit(resource.RLIMIT_FSIZE, (_FILE_LIMIT, _FILE_LIMIT))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run_test(binary, test, folder, scratch, limit):
    """(why it failed or "", seconds)"""
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    environment = dict(
        os.environ, TEST_TMPDIR=str(scratch), TEST_SRCDIR=str(folder.parent),
        RUNFILES_DIR=str(folder.parent), TEST_WORKSPACE=folder.name,
        GTEST_FAIL_FAST="1", HOME=str(scratch))
    began = time.monotonic()
    process = subprocess.Popen(
        [str(binary), *test.arguments], cwd=folder, env=environment,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, start_new_session=True, preexec_fn=_limits)
    try:
        status = process.wait(timeout=limit)
        verdict = f"status {status}" if status else ""
    except subprocess.TimeoutExpired:
        verdict = "timeout"
    try:
        os.killpg(process.pid, 9)  # with what it started
    except ProcessLookupError:
        pass
    process.wait()
    shutil.rmtree(scratch, ignore_errors=True)
    return verdict, time.monotonic() - began


class UsualTimes:
    """How long each test takes without a fault, measured when first asked; None
    for one that fails without, outside Bazel or on a busy machine: it is named
    and left out."""

    def __init__(self, build, scratch):
        self.build, self.scratch = build, scratch
        self.measured = {}
        self.lock = threading.Lock()

    def guess(self, label):
        return round(self.measured.get(label) or 1.0, 1)

    def seconds(self, test):
        with self.lock:
            if test.label not in self.measured:
                verdict, took = run_test(
                    self.build.kept / test.binary, test,
                    self.build.runfiles(test.binary), self.scratch / "usual", 600)
                if verdict:
                    print(f"left out: {test.label} fails without a fault: {verdict}",
                          file=sys.stderr, flush=True)
                self.measured[test.label] = None if verdict else took
            return self.measured[test.label]


# ---- The whole --------------------------------------------------------------


def identity(fault, text):
    return {"path": fault.path, "line": fault.line, "kind": fault.kind,
            "old": fault.old, "new": fault.new, "begin": fault.begin,
            "code": text.split("\n")[fault.line - 1].strip(),
            "file": hashlib.sha256(text.encode()).hexdigest()[:16]}


def key_of(entry):
    return tuple(entry[k] for k in ("path", "begin", "old", "new", "file"))


def read_log(path):
    known = {}
    if path and path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            known[key_of(entry)] = entry
    return known


def summary(entries):
    """Counts, and the share that was noticed in per cent."""
    counts = collections.Counter(e["result"] for e in entries)
    planted = counts[NOTICED] + counts[SURVIVED]
    share = 100.0 * counts[NOTICED] / planted if planted else 100.0
    return {"planted": planted, "noticed": counts[NOTICED],
            "survived": counts[SURVIVED], "share": round(share, 1),
            "equivalent": counts[EQUIVALENT],
            "not compiled": counts[NOT_COMPILED]}


def describe(entry):
    old = entry["old"] if len(entry["old"]) < 40 else entry["old"][:37] + "..."
    return (f'{entry["path"]}:{entry["line"]}: {entry["kind"]}: '
            f'`{old}` to `{entry["new"]}`')


def chosen(entry, again):
    """Whether it is one of them: the same place if its file is as it was, or
    else the same code."""
    return any(all(e[k] == entry[k] for k in ("path", "code", "old", "new"))
               and (e["file"] != entry["file"] or e["begin"] == entry["begin"])
               for e in again)


def parse(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200,
                        help="faults to plant, of those that change the code")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--files", default="",
                        help="only paths that begin like this, or this (a,b)")
    parser.add_argument("--skip", default="",
                        help="no paths that begin like this, or this")
    parser.add_argument("--jobs", type=int, default=1, help="faults at a time")
    parser.add_argument("--tests", type=int, default=0,
                        help="at most so many tests a fault, the nearest first")
    parser.add_argument("--report", type=pathlib.Path, help="JSON, at the end")
    parser.add_argument("--log", type=pathlib.Path,
                        help="JSON lines, as it goes; a second run goes on there")
    parser.add_argument("--again", type=pathlib.Path,
                        help="only what survived according to this report or log")
    parser.add_argument("--list", action="store_true",
                        help="only says what would be planted")
    return parser.parse_args(arguments)


def main(arguments):
    options = parse(arguments)
    within = tuple(w for w in options.files.split(",") if w)
    without = tuple(w for w in options.skip.split(",") if w)
    candidates = {}
    for path in production_files():
        if (within and not path.startswith(within)) or path.startswith(without or "\0"):
            continue
        text = (ROOT / path).read_text(encoding="utf-8")
        candidates[path] = (text, faults.faults(path, text))
    texts = {path: text for path, (text, _) in candidates.items()}
    if options.again:
        text = options.again.read_text(encoding="utf-8")
        before = (json.loads(text)["faults"] if options.again.suffix == ".json"
                  else [json.loads(line) for line in text.splitlines()])
        before = [e for e in before if e["result"] == SURVIVED]
        sample = [f for _, of_file in candidates.values() for f in of_file
                  if chosen(identity(f, texts[f.path]), before)]
    else:
        sample = faults.order(candidates, options.seed)
    if options.list:
        for fault in sample[:options.count]:
            print(describe(identity(fault, texts[fault.path])))
        return 0

    known = read_log(options.log)
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        scratch = pathlib.Path(folder)
        build = Build(scratch)
        # Kernels of other machines are not compiled.
        sample = [fault for fault in sample if build.users[fault.path]]
        usual = UsualTimes(build, scratch)
        logging = threading.Lock()

        def attempt(number, fault):
            entry = identity(fault, texts[fault.path])
            if key_of(entry) in known:
                return known[key_of(entry)]
            began = time.monotonic()
            trial = Trial(build, usual, fault, texts[fault.path],
                          scratch / str(number))
            try:
                entry["result"], entry["by"], entry["tests"] = trial.run(
                    options.tests or None)
            finally:
                shutil.rmtree(trial.scratch, ignore_errors=True)
            entry["seconds"] = round(time.monotonic() - began, 1)
            if options.log:
                with logging, open(options.log, "a", encoding="utf-8") as log:
                    log.write(json.dumps(entry) + "\n")
            return entry

        entries = []
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            waiting = collections.deque()
            queue = enumerate(sample)
            while summary(entries)["planted"] < options.count:
                # In the sample's order; a slow one does not hold up the next.
                while len(waiting) < 32 * options.jobs:
                    following = next(queue, None)
                    if following is None:
                        break
                    waiting.append(pool.submit(attempt, *following))
                if not waiting:
                    break
                entry = waiting.popleft().result()
                entries.append(entry)
                print(f'{entry["result"]:17}{describe(entry)} '
                      f'{entry["by"]} ({entry["seconds"]} s)', flush=True)
            pool.shutdown(cancel_futures=True)

    totals = summary(entries)
    if options.report:
        options.report.write_text(
            json.dumps({"summary": totals, "seed": options.seed, "faults": entries},
                       indent=1), encoding="utf-8")
    print("\nNot noticed:")
    for entry in entries:
        if entry["result"] == SURVIVED:
            print("  " + describe(entry) + "\n      " + entry["code"])
    print(f'{totals["noticed"]} of {totals["planted"]} noticed: {totals["share"]} %; '
          f'{totals["equivalent"]} equivalent, '
          f'{totals["not compiled"]} that do not compile')
    return 1 if totals["survived"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
