# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""bazel run //bench:compare -- BASE HEAD

Says for each benchmark whether HEAD is slower, faster, or the same, or that it
cannot tell. BASE and HEAD are

  FILE.json   a result of `bazel run //bench -- --benchmark_out=FILE.json`
              (same options for both; no aggregates only), or
  COMMIT      anything that git knows as one: it is built in a worktree of its
              own, and its program is kept in ~/.cache/clipguard-bench, or
  .           the workspace as it is.

The first word of the answer is about all of them: slower or faster if one is.

Two commits are run by turns, BASE twice as often: how much BASE differs from
itself is the machine's noise. For files the noise is how much the first half of
a run differs from the second, or how much the rivals, whose code is not ours to
change, differ between the runs, and --between on top: files tell large changes,
and only when they were made one right after the other.

Stopped with Ctrl-C or SIGTERM after five rounds of commits, it says what those
tell.

slower       the change is significant (Mann and Whitney, exact), above the
             noise, and above --floor and --least
faster       likewise
same         no change is sure, and one of --resolution or more is unlikely
cannot tell  neither: a busy machine, or too few repetitions (7 at least)
"""

import argparse
import math
import os
import random
import re
import signal
import statistics
import sys

import programs
import results
import stats

# How many times the rounds that were asked for are run to tell more.
LONGEST = 3
# Fewer cannot tell anything.
LEAST_ROUNDS = 5
ORDER = ["slower", "faster", "cannot tell", "same"]
# Benchmarks of code that is not under test.
CONTROLS = r"^(PlainRead/|W.*/(cursor|search|branchless)$)"
# The benchmarks that two commits are compared by, unless the caller says
# otherwise.
OURS = (
    r"^(W[1-4].*/(scalar|sse2|avx2|avx512)|Compile/|BytesToMatrix/full/avx"
    r"|ClipSampler/|Mrtk(Parse|Validate)/.*M)"
)


class Row:
    """The comparison of one benchmark."""

    def __init__(self, name, base, head, noise, resolution, options):
        self.name = name
        self.base = statistics.median(base)
        self.head = statistics.median(head)
        self.noise = noise
        shift = stats.Shift(base, head)
        self.change = math.expm1(shift.estimate)
        self.low, self.high = (math.expm1(end) for end in shift.sure)
        # A change of `floor` nanoseconds, as a share of this benchmark.
        floor = max(options.floor / self.base, options.least / 100)
        self.verdict = stats.verdict(shift, noise, floor, resolution / 100)


def rows_of_files(base, head, options):
    """Compares two Results."""
    both = [name for name in base.times if name in head.times]
    # Noise within the runs, and between them.
    noises = [
        stats.halves_shift(result.times[name])
        for result in (base, head)
        for name in both
    ]
    noise = stats.quantile(noises, 0.9)
    controls = [
        abs(
            math.log(
                statistics.median(head.times[name])
                / statistics.median(base.times[name])
            )
        )
        for name in both
        if re.search(options.controls, name)
    ]
    noise = max(noise, stats.quantile(controls, 0.9)) + options.between / 100
    return [
        Row(
            name,
            base.times[name],
            head.times[name],
            max(
                noise,
                stats.halves_shift(base.times[name]),
                stats.halves_shift(head.times[name]),
            ),
            options.resolution or 10,
            options,
        )
        for name in both
        if re.search(options.filter or "", name)
    ]


def rows_of_rounds(base, again, head, options):
    """Compares what was run by turns: for each benchmark, a time a round."""
    both = [name for name in base if name in again and name in head]
    own = {
        name: abs(stats.Shift(base[name], again[name]).estimate)
        for name in both
    }
    noise = stats.quantile(own.values(), 0.9)
    return [
        Row(
            name,
            base[name] + again[name],
            head[name],
            max(noise, own[name]),
            options.resolution or 5,
            options,
        )
        for name in both
    ]


def rows_by_turns(base, head, options):
    """Runs two programs, given as (program, commit), in rounds, and more rounds
    while there is something that they cannot tell. Returns the rows."""
    arms = [({}, *base), ({}, *base), ({}, *head)]
    args = [
        f"--benchmark_filter={options.filter or OURS}",
        f"--benchmark_repetitions={options.repetitions}",
        f"--benchmark_min_time={options.min_time}",
    ]
    os.environ["CLIPGUARD_BENCH_CHECK"] = "sparse"
    # Where a program lies in memory changes from run to run on purpose, and
    # which one is first as well.
    order = random.Random(1)
    done = 0
    rows = []
    try:
        for turn in range(1, options.rounds * LONGEST + 1):
            programs.say(f"round {turn}")
            run_round(order.sample(arms, len(arms)), args)
            done = turn
            if turn % options.rounds == 0:
                rows = rows_of_rounds(*(times for times, _, _ in arms), options)
                if all(row.verdict != "cannot tell" for row in rows):
                    break
    except KeyboardInterrupt:
        # Half an hour of rounds is not thrown away.
        if done < LEAST_ROUNDS:
            raise
        programs.say(f"stopped after {done} rounds: what they say")
        rows = rows_of_rounds(*(times for times, _, _ in arms), options)
    return rows


def run_round(arms, args):
    """Runs each program once, and adds its times to the arm's."""
    for times, program, commit in arms:
        result = programs.run(program, commit, args)
        for name, repetitions in result.times.items():
            # Disturbances mostly make a repetition longer; the very shortest is
            # as odd, where clocks go up and down.
            sample = stats.quantile(repetitions, 0.25)
            times.setdefault(name, []).append(sample)


def duration(ns):
    for unit, size in (("s", 1e9), ("ms", 1e6), ("us", 1e3)):
        if ns >= size:
            return f"{ns / size:.3g} {unit}"
    return f"{ns:.3g} ns"


def percent(value):
    return f"{100 * value:+.1f}%" if math.isfinite(value) else "?"


def overall(rows):
    """One word for all rows: the worst of them, but 'cannot tell' only if there
    is no change and little else."""
    verdicts = [row.verdict for row in rows]
    for verdict in ("slower", "faster"):
        if verdict in verdicts:
            return verdict
    unclear = verdicts.count("cannot tell")
    return "cannot tell" if 2 * unclear > len(verdicts) else "same"


def table(rows):
    """The rows as text, verdict first."""
    counts = {v: sum(row.verdict == v for row in rows) for v in ORDER}
    told = ", ".join(f"{n} {v}" for v, n in counts.items())
    lines = [f"{overall(rows)}: {told}", ""]
    width = max((len(row.name) for row in rows), default=0)
    lines.append(
        f"{'':11}  {'':{width}}  {'base':>8}  {'head':>8}  {'change':>7}"
        f"  {'99.9% interval':>17}  noise"
    )
    rank = {verdict: i for i, verdict in enumerate(ORDER)}
    for row in sorted(rows, key=lambda row: (rank[row.verdict], -row.change)):
        interval = f"{percent(row.low)} .. {percent(row.high)}"
        lines.append(
            f"{row.verdict:11}  {row.name:{width}}  {duration(row.base):>8}"
            f"  {duration(row.head):>8}  {percent(row.change):>7}"
            f"  {interval:>17}  {100 * row.noise:4.1f}%"
        )
    return "\n".join(lines)


# Name, the value's name, type, default, and help.
BAZEL_FLAG = (
    "--bazel-flag", "FLAG", list, [],
    "build with it, as --bazel-flag=--config=gcc",
)  # fmt: skip
OPTIONS = (
    ("--filter", "REGEX", str, None,
     "which benchmarks (default: of commits, the project's own ones)"),
    ("--floor", "NS", float, 2,
     "changes of fewer nanoseconds an iteration are none (%(default)s)"),
    ("--least", "PERCENT", float, 1,
     "changes of fewer percent are none (%(default)s)"),
    ("--resolution", "PERCENT", float, None,
     "the change that 'same' makes unlikely (default: 5 for commits, 10 for"
     " files)"),
    ("--controls", "REGEX", str, CONTROLS,
     "of files: benchmarks of code that did not change"),
    ("--between", "PERCENT", float, 5,
     "of files: what to add to the noise for the difference between any two"
     " processes (%(default)s)"),
    ("--rounds", "N", int, 12,
     "of commits: how often each is run (%(default)s; at least 5; up to three"
     " times that where they cannot tell)"),
    ("--repetitions", "N", int, 5,
     "of commits: repetitions in a run (%(default)s)"),
    ("--min-time", "SECONDS", float, 0.02,
     "of commits: for each repetition (%(default)s)"),
    (*BAZEL_FLAG[:4], "of commits: " + BAZEL_FLAG[4]),
)  # fmt: skip


def add_options(parser, options):
    """Adds rows as OPTIONS has them; those of lists may be given repeatedly."""
    for name, metavar, kind, default, text in options:
        how = {"action": "append"} if kind is list else {"type": kind}
        parser.add_argument(
            name, metavar=metavar, default=default, help=text, **how
        )


def parse_options(argv):
    parser = argparse.ArgumentParser(
        prog="bazel run //bench:compare --",
        description=__doc__.split("\n", 2)[2],
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="Exit code: 0, or 1 if something is slower, or 2 if there is"
        " nothing to say.",
    )
    parser.add_argument("base", metavar="BASE")
    parser.add_argument("head", metavar="HEAD")
    add_options(parser, OPTIONS)
    return parser.parse_args(argv)


def name_of(revision):
    """The commit's name; the workspace's as far as it has one."""
    if revision == ".":
        return programs.describe_workspace()
    return programs.commit_of(revision)[:12]


def build(revision, flags):
    """Returns the program of a revision."""
    if revision == ".":
        return programs.build_workspace(flags)
    return programs.build_commit(programs.commit_of(revision), flags)


def compare(options):
    """Returns two lines about what is compared, and the rows."""
    files = [os.path.isfile(name) for name in (options.base, options.head)]
    if all(files):
        base, head = results.load(options.base), results.load(options.head)
        contexts = (base.context, head.context)
        for key in ("cpu", "compiler", "flags"):
            one, other = (context.get(key) for context in contexts)
            if one != other:
                programs.say(f"note: another {key}: {one}, {other}")
        names = [
            f"{path} (commit {context.get('commit', 'unknown')})"
            for path, context in zip((options.base, options.head), contexts)
        ]
        return names, rows_of_files(base, head, options)
    if any(files):
        raise results.ResultError(
            "a file and a commit cannot be compared: the machine was not the"
            " same at both times"
        )
    # Report a commit that does not exist before anything is built.
    names = [name_of(revision) for revision in (options.base, options.head)]
    base, head = (
        (build(revision, options.bazel_flag), name)
        for revision, name in zip((options.base, options.head), names)
    )
    return names, rows_by_turns(base, head, options)


def main(argv):
    options = parse_options(argv)
    # Relative paths are the caller's.
    os.chdir(os.environ.get("BUILD_WORKING_DIRECTORY", "."))
    # As Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        names, rows = compare(options)
        if not rows:
            raise results.ResultError("there is no benchmark that both have")
    except (results.ResultError, programs.ProgramError) as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        programs.say("stopped before there was anything to say")
        return 2
    print(f"base {names[0]}\nhead {names[1]}\n")
    print(table(rows))
    return 1 if any(row.verdict == "slower" for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
