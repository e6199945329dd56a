# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""The report of a campaign: text, and all of its figures as JSON."""

import json
import pathlib

import coverage


def number(n):
    return f"{n:,.0f}"


def seconds_text(seconds):
    seconds = int(seconds)
    if seconds < 120:
        return f"{seconds} s"
    minutes = seconds // 60
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h {minutes % 60} min"


def _share(stages, name):
    if not stages.get("executed") or name not in stages:
        return "-"
    return f"{100 * stages[name] / stages['executed']:.0f} %"


def _speed(target, config):
    seconds = target["seconds"].get(config, 0)
    return number(target["executions"].get(config, 0) / seconds) if seconds >= 1 else "-"


def _verdict(state):
    crashes, failures = state["crashes"], state["failures"]
    executions = sum(sum(t["executions"].values()) for t in state["targets"].values())
    time = seconds_text(state["core_seconds"])
    if crashes:
        word = "One crash" if len(crashes) == 1 else f"{len(crashes)} different crashes"
        head = f"{word} in {number(executions)} executions"
    elif failures:
        head = f"No crash in {number(executions)} executions, but an engine failed"
    else:
        head = f"No crash in {number(executions)} executions"
    end = {"finished": "", "interrupted": " Interrupted before its time."}.get(
        state["status"], " Still running.")
    return (f"{head}\n"
            f"{len(state['targets'])} targets, {time} of processor time in "
            f"{seconds_text(state['wall_seconds'])}.{end}")


def _table(rows):
    """Columns as wide as their widest cell, all but the first to the right."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    return ["  ".join([row[0].ljust(widths[0])] +
                      [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])])
            for row in rows]


def _targets(state):
    rows = [("target", "executions", "a second, sanitizers", "without", "inputs kept",
             "features", "past the header", "evaluated", "crashes")]
    for name, t in sorted(state["targets"].items()):
        rows.append((
            name, number(sum(t["executions"].values())), _speed(t, "fuzz"),
            _speed(t, "fuzz-fast"), number(t["corpus"]), number(t["features"]),
            _share(t["stages"], "past the header"), _share(t["stages"], "evaluated"),
            str(len([c for c in state["crashes"] if c["target"] == name]))))
    return _table(rows)


def _coverage(state):
    """Coverage by the committed corpus alone, and with the campaign's inputs."""
    if not state["coverage"]:
        return ["not measured"]
    lines = []
    for what in ("lines", "branches"):
        first, last = (f"{p[what][0]:,} of {p[what][1]:,} ({coverage.percent(*p[what]):.2f} %)"
                       for p in (state["coverage"][0], state["coverage"][-1]))
        lines.append(f"{what} of parser/ and eval/: committed {first}, now {last}")
    lines += ["", f"not reached: {len(state['missed'])} places, those first before which the "
              "code ran most often"]
    return lines + [f"  {m['place']}: {m['what']}: {m['source']}" for m in state["missed"][:60]]


def _crash(crash, label, folder):
    path = pathlib.Path(crash["path"])
    root = folder.parent.parent
    shown = path.relative_to(root) if path.is_relative_to(root) else path
    found = [f"  {f['offset']}: {f['path']}: {f['code']}" for f in crash.get("findings", [])]
    return [
        f"{crash['target']}: {crash['kind']}, {number(crash['inputs'])} "
        f"input{'s' if crash['inputs'] != 1 else ''}; "
        f"{number(crash['original_size'])} bytes, minimised to {number(crash['size'])}",
        f"  replay  ./bazelw run --config=fuzz {label} -- --property={crash['target']} {shown}",
        f"  keep    ./bazelw run //fuzz:campaign -- --why 'what it was' --promote {shown}",
        *(f"  {frame}" for frame in crash["stack"] or ["no frame of our own"]), *found, ""]


def write(state, labels, folder):
    """Writes report.txt and report.json. labels: the programs' of the targets."""
    lines = [_verdict(state), f"{state['commit']}, {state['machine']}, {state['started']}", ""]
    for crash in state["crashes"]:
        # It may be of an earlier part of a campaign, with other targets.
        label = labels.get(crash["target"], "//fuzz/FOLDER:fuzz")
        lines += _crash(crash, label, folder)
    for f in state["failures"]:
        lines += [f"{f['target']}: {f['what']}", f["tail"], ""]
    lines += [*_targets(state), "", *_coverage(state), ""]
    (folder / "report.txt").write_text("\n".join(lines), encoding="utf-8")
    (folder / "report.json").write_text(json.dumps(state, indent=1), encoding="utf-8")
