# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""Reads what Google Benchmark writes: JSON with all repetitions."""

import json

_NANOSECONDS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}


class ResultError(Exception):
    """A file that is no result, or not one that can be used."""


class Result:
    """One run of the benchmarks.

    Attributes:
      context: what the program says about machine and build.
      times: for each benchmark, the nanoseconds of an iteration, by repetition.
      items: for each benchmark that has any, the items of an iteration.
      errors: for each benchmark that says so, its worst error.
    """

    def __init__(self, context, times, items=None, errors=None):
        self.context = context
        self.times = times
        self.items = items or {}
        self.errors = errors or {}


def parse(text, name):
    """Makes a Result of the JSON text; `name` is for the error's message."""
    try:
        document = json.loads(text)
        entries = document["benchmarks"]
        context = document["context"]
    except (ValueError, TypeError, KeyError) as error:
        raise ResultError(
            f"{name}: not a result of Google Benchmark in JSON ({error})"
        ) from error
    runs = {}
    for entry in entries:
        if entry.get("run_type") != "iteration" or entry.get("error_occurred"):
            continue
        runs.setdefault(entry["run_name"], []).append(entry)
    if not runs:
        raise ResultError(
            f"{name}: no single repetitions in it; was it written with"
            " --benchmark_report_aggregates_only?"
        )
    times, items, errors = {}, {}, {}
    for benchmark, repetitions in runs.items():
        repetitions.sort(key=lambda entry: entry.get("repetition_index", 0))
        wall = "/real_time" in benchmark or "/manual_time" in benchmark
        field = "real_time" if wall else "cpu_time"
        times[benchmark] = [
            entry[field] * _NANOSECONDS[entry["time_unit"]]
            for entry in repetitions
        ]
        last = repetitions[-1]
        if "items_per_second" in last:
            items[benchmark] = round(
                last["items_per_second"] * times[benchmark][-1] * 1e-9
            )
        if "worst_error" in last:
            errors[benchmark] = last["worst_error"]
        if not all(time > 0 for time in times[benchmark]):
            del times[benchmark]  # too short to be measured
    return Result(context, times, items, errors)


def load(path):
    """Reads a Result from a file."""
    try:
        with open(path, encoding="utf-8") as file:
            return parse(file.read(), path)
    except (OSError, UnicodeDecodeError) as error:
        raise ResultError(f"{path}: cannot be read: {error}") from error
