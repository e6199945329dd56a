# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""The report of a campaign: one HTML file that needs nothing else, and JSON."""

import html
import json
import pathlib

import coverage

# Looks that all pages of clipguard have, and what only this one needs.
_LOOKS = [
    pathlib.Path(__file__).absolute().parents[2] / "report/page" / name
    for name in ("frame/colors.css", "static.css")
]
_STYLE = """
svg { display: block; }
svg text { font: 11px system-ui, sans-serif; fill: currentColor; }
pre.hex { max-height: 26rem; overflow-y: auto; }
"""


def number(n):
    return f"{n:,.0f}"


def seconds_text(seconds):
    seconds = int(seconds)
    if seconds < 120:
        return f"{seconds} s"
    minutes = seconds // 60
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h {minutes % 60} min"


def _esc(text):
    return html.escape(str(text))


def _plot(points, title, y_format=number, y_from_zero=True, width=300, height=120):
    """A line through (x in seconds, y)."""
    left, right, top, bottom = 52, 10, 22, 20
    if len(points) < 2:
        points = points * 2 or [(0, 0), (1, 0)]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    x_max = max(xs) or 1
    y_min = 0 if y_from_zero else min(ys)
    y_max = max(ys) if max(ys) > y_min else y_min + 1

    def x(v):
        return left + (width - left - right) * v / x_max

    def y(v):
        return height - bottom - (height - top - bottom) * (v - y_min) / (y_max - y_min)

    line = " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in points)
    return (
        f'<svg viewBox="0 0 {width} {height}" width="100%" role="img" '
        f'aria-label="{_esc(title)}">'
        f'<text x="0" y="12" font-weight="600">{_esc(title)}</text>'
        f'<line x1="{left}" x2="{width - right}" y1="{y(y_min):.1f}" y2="{y(y_min):.1f}" '
        f'stroke="var(--line)"/>'
        f'<line x1="{left}" x2="{width - right}" y1="{y(y_max):.1f}" y2="{y(y_max):.1f}" '
        f'stroke="var(--line)" stroke-dasharray="2 3"/>'
        f'<text x="{left - 5}" y="{y(y_min) + 4:.1f}" text-anchor="end">{_esc(y_format(y_min))}</text>'
        f'<text x="{left - 5}" y="{y(y_max) + 4:.1f}" text-anchor="end">{_esc(y_format(y_max))}</text>'
        f'<text x="{left}" y="{height - 4}">0</text>'
        f'<text x="{width - right}" y="{height - 4}" text-anchor="end">{seconds_text(x_max)}</text>'
        f'<polyline points="{line}" fill="none" stroke="var(--series-0)" stroke-width="2"/></svg>')


def _share(stages, name):
    if not stages.get("executed") or name not in stages:
        return "–"
    return f"{100 * stages[name] / stages['executed']:.0f} %"


def _speed(target, config):
    seconds = target["seconds"].get(config, 0)
    return number(target["executions"].get(config, 0) / seconds) if seconds >= 1 else "–"


def hex_dump(data, findings, limit=2048):
    """HTML: sixteen bytes a line, what findings speak of marked and named."""
    marked, notes = {}, {}
    for finding in findings:
        begin, end = finding["offset"], finding["offset"] + max(1, finding["length"])
        for at in range(begin, min(end, len(data))):
            marked[at] = True
        notes.setdefault(begin // 16, []).append(f"{finding['path']}: {finding['code']}")
    if data[:4] == b"\xc6\x42\x9e\x0f":
        notes.setdefault(0, []).insert(0, "magic, version")
    lines = []
    for row in range(0, min(len(data), limit), 16):
        chunk = data[row:row + 16]
        cells = []
        for i, byte in enumerate(chunk):
            cell = f"{byte:02x}"
            cells.append(f"<mark>{cell}</mark>" if marked.get(row + i) else cell)
        text = "".join(chr(b) if 32 <= b < 127 else "." for b in chunk)
        padding = "   " * (16 - len(chunk))
        note = "; ".join(notes.get(row // 16, []))
        lines.append(f"{row:06x}  {' '.join(cells)}{padding}  {_esc(text):<16}  {_esc(note)}".rstrip())
    if len(data) > limit:
        lines.append(f"... {number(len(data) - limit)} more bytes")
    return "\n".join(lines)


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
    return (bool(crashes or failures), head,
            f"{len(state['targets'])} targets, {time} of processor time in "
            f"{seconds_text(state['wall_seconds'])}.{end}")


def _targets_table(state):
    rows = []
    for name, t in sorted(state["targets"].items()):
        stages = t["stages"]
        rows.append(
            f"<tr><td><code>{_esc(name)}</code></td>"
            f"<td>{number(sum(t['executions'].values()))}</td>"
            f"<td>{_speed(t, 'fuzz')}</td><td>{_speed(t, 'fuzz-fast')}</td>"
            f"<td>{number(t['corpus'])}</td><td>{number(t['features'])}</td>"
            f"<td>{_share(stages, 'past the header')}</td>"
            f"<td>{_share(stages, 'evaluated')}</td>"
            f"<td>{len([c for c in state['crashes'] if c['target'] == name])}</td></tr>")
    return (
        '<div class="wide"><table><tr><th>target</th><th>executions</th>'
        "<th>a second,<br>sanitizers</th><th>a second,<br>without</th>"
        "<th>inputs kept</th><th>features</th><th>past the<br>header</th>"
        "<th>evaluated</th><th>crashes</th></tr>" + "".join(rows) + "</table></div>")


def _coverage_section(state):
    points = state["coverage"]
    if not points:
        return "<p>Not measured.</p>"
    first, last = points[0], points[-1]
    rows = "".join(
        f"<tr><td>{what}</td><td>{first[what][0]:,} of {first[what][1]:,}</td>"
        f"<td>{coverage.percent(*first[what]):.2f} %</td>"
        f"<td>{last[what][0]:,} of {last[what][1]:,}</td>"
        f"<td>{coverage.percent(*last[what]):.2f} %</td></tr>"
        for what in ("lines", "branches"))
    plots = "".join(
        "<div>" + _plot([(p["seconds"], coverage.percent(*p[what])) for p in points],
                        f"{what} reached, per cent", lambda v: f"{v:.1f}",
                        y_from_zero=False) + "</div>"
        for what in ("lines", "branches"))
    missed = "".join(
        f'<tr><td><code>{_esc(m["place"])}</code></td><td>{number(m["reach"])}</td>'
        f'<td class="text">{_esc(m["what"])}</td>'
        f'<td class="text"><code>{_esc(m["source"])}</code></td></tr>'
        for m in state["missed"][:60])
    return (
        "<p>Of <code>parser/</code> and <code>eval/</code>, each branch counted on both "
        "sides. The committed corpus alone, and with what the campaign found:</p>"
        "<table><tr><th></th><th>committed</th><th></th><th>now</th><th></th></tr>"
        f'{rows}</table><div class="plots">{plots}</div>'
        f"<h3>Not reached: {len(state['missed'])} places, the nearest first</h3>"
        "<p>By how often the code just before it ran in the replay.</p>"
        '<div class="wide"><table><tr><th>place</th><th>reach</th><th class="text">what</th>'
        f'<th class="text">source</th></tr>{missed}</table></div>')


def _crash_section(state, folder):
    if not state["crashes"]:
        return "<p>None.</p>"
    parts = []
    for crash in state["crashes"]:
        path = pathlib.Path(crash["path"])
        data = path.read_bytes() if path.exists() else b""
        shown = path.relative_to(folder.parent.parent) if path.is_relative_to(
            folder.parent.parent) else path
        stack = "\n".join(_esc(s) for s in crash["stack"]) or "no frame of our own"
        parts.append(
            f'<h3 class="bad-text">{_esc(crash["target"])}: {_esc(crash["kind"])}</h3>'
            f"<p>{'One input' if crash['inputs'] == 1 else number(crash['inputs']) + ' inputs'}; "
            f"{number(crash['original_size'])} bytes, minimised to "
            f"{number(crash['size'])}. To replay, and to keep:</p>"
            f"<pre>./bazelw run --config=fuzz //fuzz:{_esc(crash['target'])} -- \\\n"
            f"  {_esc(shown)}\n"
            f"./bazelw run //fuzz:campaign -- --why 'what it was' --promote \\\n"
            f"  {_esc(shown)}</pre>"
            f"<pre>{stack}</pre>"
            f"<pre class=\"hex\">{hex_dump(data, crash.get('findings', []))}</pre>")
    return "".join(parts)


def _failures(state):
    if not state["failures"]:
        return ""
    items = "".join(
        f"<h3>{_esc(f['target'])}: {_esc(f['what'])}</h3><pre>{_esc(f['tail'])}</pre>"
        for f in state["failures"])
    return f"<h2>Engines that failed</h2>{items}"


def write(state, folder):
    """Writes report.html and report.json."""
    bad, head, facts = _verdict(state)
    plots = "".join(
        "<div>" + _plot(t["points"], name) + "</div>"
        for name, t in sorted(state["targets"].items()))
    style = "".join(path.read_text(encoding="utf-8") for path in _LOOKS) + _STYLE
    page = (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>Fuzzing: {_esc(head)}</title><style>{style}</style>"
        f'<div class="verdict{" bad" if bad else ""}"><h1>{_esc(head)}</h1>'
        f"<div>{_esc(facts)}</div></div>"
        f'<p class="muted">{_esc(state["commit"])}, {_esc(state["machine"])}, '
        f'{_esc(state["started"])}</p>'
        f"<h2>Crashes</h2>{_crash_section(state, folder)}{_failures(state)}"
        f"<h2>Targets</h2>{_targets_table(state)}"
        f'<h2>Features over time</h2><div class="plots">{plots}</div>'
        f"<h2>Coverage</h2>{_coverage_section(state)}</html>")
    (folder / "report.html").write_text(page, encoding="utf-8")
    (folder / "report.json").write_text(json.dumps(state, indent=1), encoding="utf-8")
