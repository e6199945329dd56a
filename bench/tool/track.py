# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""bazel run //bench:track

Measures what is in the workspace, appends one line of JSON about it to a
history, and draws the history as one HTML page that needs nothing else.

Figures of different processors and compilers are kept apart. The history's
default place is a folder that git ignores, because it is a machine's: to keep
it, keep that folder, or name a file elsewhere with --history.
"""

import argparse
import datetime
import json
import os
import pathlib
import statistics
import subprocess
import sys

import compare
import programs
import results

# Ours, and the rivals as a yardstick of the machine.
DEFAULT_FILTER = (
    compare.OURS
    + r"|^BytesToMatrix/|^W[1-4].*/(cursor|branchless)$|^PlainRead/.*M"
)


OPTIONS = (
    ("--history", "FILE", str, None,
     "the lines of JSON (default: bench-history/history.jsonl in the"
     " workspace)"),
    ("--page", "FILE", str, None,
     "the page (default: index.html beside the history)"),
    ("--filter", "REGEX", str, DEFAULT_FILTER,
     "which benchmarks (default: the project's own, and rivals)"),
    ("--repetitions", "N", int, 9,
     "of each benchmark (%(default)s; comparing takes 7 at least)"),
    compare.BAZEL_FLAG,
)  # fmt: skip


class HistoryError(Exception):
    """A history that cannot be read."""


def entry_of(result, date):
    """A line of the history, as a dict."""
    benchmarks = {}
    for name, times in result.times.items():
        median = statistics.median(times)
        ordered = sorted(times)
        quarter = len(ordered) // 4
        benchmarks[name] = {
            "median_ns": median,
            # The middle half of the repetitions, as a share of the median.
            "spread": (ordered[-1 - quarter] - ordered[quarter]) / median,
            "times_ns": times,
        }
        if name in result.items:
            benchmarks[name]["items"] = result.items[name]
        if name in result.errors:
            benchmarks[name]["worst_error"] = result.errors[name]
    context = result.context
    return {
        "date": date,
        **{
            key: context.get(key, "unknown")
            for key in ("commit", "cpu", "kernel", "compiler", "flags")
        },
        "benchmarks": benchmarks,
    }


def result_of(entry):
    """The Result that a line was made of."""
    return results.Result(
        {key: value for key, value in entry.items() if key != "benchmarks"},
        {name: b["times_ns"] for name, b in entry["benchmarks"].items()},
    )


def machine_of(entry):
    """Returns the properties that must agree for figures to be comparable."""
    return (entry["cpu"], entry["compiler"], entry["flags"])


def read_history(path):
    """The lines of a history, oldest first; none if there is no such file."""
    if not path.exists():
        return []
    entries = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, start=1):
            try:
                entry = json.loads(line)
                machine_of(entry)
                result_of(entry)
                entries.append(entry)
            except (ValueError, KeyError, TypeError) as error:
                raise HistoryError(
                    f"{path}, line {number}: not a measurement ({error!r})"
                ) from error
    return entries


def changes(entries):
    """The newest entry compared with the one before it on the same machine:
    that one and the rows, or None and no rows if it is the first."""
    newest = entries[-1]
    before = [e for e in entries[:-1] if machine_of(e) == machine_of(newest)]
    if not before:
        return None, []
    options = compare.parse_options(["before", "newest"])
    rows = compare.rows_of_files(
        result_of(before[-1]), result_of(newest), options
    )
    return before[-1], rows


def measure(options):
    """Runs the benchmarks of the workspace; returns the entry."""
    program = programs.build_workspace(options.bazel_flag)
    commit = programs.describe_workspace()
    programs.say(f"measuring {commit} (a few minutes)")
    args = [
        f"--benchmark_filter={options.filter}",
        f"--benchmark_repetitions={options.repetitions}",
    ]
    result = programs.run(program, commit, args)
    now = datetime.datetime.now(datetime.timezone.utc)
    return entry_of(result, now.strftime("%Y-%m-%d %H:%M UTC"))


def parse_options(argv):
    parser = argparse.ArgumentParser(
        prog="bazel run //bench:track --",
        description=__doc__.split("\n", 2)[2],
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--page-only",
        action="store_true",
        help="measure nothing, draw what there is",
    )
    compare.add_options(parser, OPTIONS)
    return parser.parse_args(argv)


def main(argv):
    options = parse_options(argv)
    os.chdir(os.environ.get("BUILD_WORKING_DIRECTORY", "."))
    try:
        if options.history:
            history = pathlib.Path(options.history)
        else:
            history = programs.workspace() / "bench-history" / "history.jsonl"
        page = (
            pathlib.Path(options.page)
            if options.page
            else history.with_name("index.html")
        )
        entries = read_history(history)
        if not options.page_only:
            entries.append(measure(options))
            history.parent.mkdir(parents=True, exist_ok=True)
            with open(history, "a", encoding="utf-8") as file:
                file.write(json.dumps(entries[-1]) + "\n")
            print(f"appended to {history}")
    except (
        HistoryError,
        OSError,
        programs.ProgramError,
        results.ResultError,
    ) as error:
        print(error, file=sys.stderr)
        return 2
    if not entries:
        print(f"{history} has no measurements yet", file=sys.stderr)
        return 2
    before, rows = changes(entries)
    if before:
        print(f"compared with {before['commit']} of {before['date']}:")
        print(compare.table(rows))
    try:
        import trend_page  # takes matplotlib
    except ImportError:
        subprocess.run(
            [
                str(programs.workspace() / "bazelw"),
                "--setup",
                "python3-matplotlib",
            ],
            check=False,
        )
        import trend_page
    page.write_text(trend_page.render(entries, before, rows), encoding="utf-8")
    print(f"drawn as {page}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
