# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""Draws a history of measurements as one HTML page without outside parts."""

import base64
import html
import io
import math
import pathlib

import matplotlib

matplotlib.use("svg")
# pylint: disable=wrong-import-position
from matplotlib import figure, ticker  # noqa: E402

KERNELS = {
    "avx512": "#0b6e4f",
    "avx2": "#2f7fd1",
    "sse2": "#c2701c",
    "scalar": "#8a4fa3",
}
OTHER = "#3d4854"
RIVAL = "#9aa3ad"

TITLES = {
    "W1": "W1: a curve, weighted, times ascending",
    "W2": "W2: a curve, weighted, times at random",
    "W3": "W3: a curve, Hermite, times ascending",
    "W4_10s": "W4: a pose at 60 Hz, clip of 10 s",
    "W4_60s": "W4: a pose at 60 Hz, clip of 60 s",
    "Compile": "Compile all curves",
    "BytesToMatrix": "File bytes to baked matrix, five minutes",
    "ClipSampler": "Poses with normalised rotations",
    "MrtkParse": "Read the structure",
    "MrtkValidate": "Validate fully",
    "PlainRead": "Read the bytes, for comparison",
}
ITEMS = {
    "Compile": "key",
    "BytesToMatrix": "value",
    "ClipSampler": "value",
}

# Looks that all pages of clipguard have, and what only this one needs.
LOOKS = [
    pathlib.Path(__file__).absolute().parents[2] / "report/page" / name
    for name in ("frame/colors.css", "static.css")
]
STYLE = """
figure { margin: 0; border: 1px solid var(--line); border-radius: 8px;
  padding: 0.7rem 0.7rem 0.4rem; }
figcaption { font-weight: 600; }
figcaption span { font-weight: 400; color: var(--muted); }
figure img { display: block; width: 100%; height: auto; margin-top: 0.4rem;
  background: #fff; border-radius: 4px; }
.key { display: flex; flex-wrap: wrap; gap: 4px 18px; margin-top: 8px; }
.key i { display: inline-block; width: 20px; height: 0; margin-right: 6px;
  vertical-align: middle; border-top: 3px solid; }
th:last-child, td:last-child { text-align: left; }
.slower { color: var(--error); } .faster { color: var(--ok); }
"""


def number(value):
    """Three digits that matter."""
    if value == 0 or not math.isfinite(value):
        return "0"
    value = float(f"{value:.3g}") if abs(value) < 1000 else value
    digits = max(0, 2 - math.floor(math.log10(abs(value)) + 1e-9))
    return f"{value:,.{digits}f}"


def duration(ns):
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if ns >= size:
            return f"{number(ns / size)} {unit}"
    return f"{number(ns)} ns"


def split(name):
    """'SeekPose/random/avx2' is ('SeekPose/random', 'avx2'); a rival's name is ('W1',
    'halley-float/cursor'); a benchmark without kernels has None."""
    group, _, last = name.rpartition("/")
    if last in KERNELS:
        return group, last
    first, _, rest = name.partition("/")
    if first[:1] == "W" and first[1:2].isdigit():
        return first, rest
    return name, None


def per_item(benchmark):
    """Nanoseconds of one item, or of the whole if it has no items."""
    return benchmark["median_ns"] / benchmark.get("items", 1)


def title(group):
    """Returns the title of a group of benchmarks, and the rest of its name."""
    first, _, rest = group.partition("/")
    return TITLES.get(first, first), rest


def unit(group):
    first = group.partition("/")[0]
    if first in ITEMS:
        return f"ns a {ITEMS[first]}"
    return "ns a value" if first.startswith("W") else "time"


def fastest_rival(entry, group):
    """The name and the time of the fastest rival in an entry's group."""
    rivals = [
        (per_item(benchmark), split(name)[1])
        for name, benchmark in entry["benchmarks"].items()
        if split(name)[0] == group and split(name)[1] not in (None, *KERNELS)
    ]
    return min(rivals, default=(None, None))


def draw(entries, group, names):
    """One group's history as an SVG image in a data URI."""
    fig = figure.Figure(figsize=(4.4, 2.5), dpi=100)
    axes = fig.add_axes((0.13, 0.11, 0.84, 0.85))
    shown = []

    def line(values, colour, dashed, widths=None):
        points = [(i, v) for i, v in enumerate(values) if v is not None]
        if not points:
            return
        xs, ys = zip(*points)
        shown.extend(ys)
        axes.plot(
            xs,
            ys,
            color=colour,
            linewidth=1.2 if dashed else 1.8,
            linestyle=(0, (4, 3)) if dashed else "-",
            marker=None if dashed and len(xs) > 1 else "o",
            markersize=3.5,
            zorder=2 if dashed else 3,
        )
        if widths:
            half = [w / 2 for w in widths if w is not None]
            axes.errorbar(
                xs, ys, yerr=half, fmt="none", ecolor=colour, alpha=0.45,
                elinewidth=4, zorder=1,
            )  # fmt: skip

    for name in names:
        benchmarks = [e["benchmarks"].get(name) for e in entries]
        kernel = split(name)[1]
        line(
            [b and per_item(b) for b in benchmarks],
            KERNELS.get(kernel, OTHER),
            False,
            [b and per_item(b) * b["spread"] for b in benchmarks],
        )
    line([fastest_rival(e, group)[0] for e in entries], RIVAL, True)

    axes.set_yscale("log")
    low, high = min(shown), max(shown)
    # A tenth of noise must not look like a cliff.
    middle = math.sqrt(low * high)
    axes.set_ylim(min(low / 1.3, middle / 2), max(high * 1.3, middle * 2))
    axes.yaxis.set_major_locator(
        ticker.LogLocator(base=10, subs=(1, 2, 5), numticks=12)
    )
    axes.yaxis.set_minor_locator(ticker.NullLocator())
    axes.yaxis.set_major_formatter(
        ticker.FuncFormatter(lambda y, _: axis_label(y, unit(group)))
    )
    count = len(entries)
    step = max(1, math.ceil(count / 6))
    ticks = list(range(count - 1, -1, -step))
    axes.set_xticks(ticks, [entries[i]["commit"][:7] for i in ticks])
    axes.set_xlim(-0.5, count - 0.5)
    axes.tick_params(labelsize=8.5, colors="#5a6570", length=0)
    axes.grid(axis="y", color="#e6e9ed", linewidth=0.8)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color("#c5ccd3")
    buffer = io.BytesIO()
    fig.savefig(buffer, format="svg", metadata={"Date": None})
    return "data:image/svg+xml;base64," + base64.b64encode(
        buffer.getvalue()
    ).decode("ascii")


def amount(ns, what):
    return duration(ns) if what == "time" else f"{number(ns)} {what}"


def axis_label(value, what):
    if what == "time":
        return duration(value).replace(".00", "").replace(".0 ", " ")
    return f"{value:g}"


def summary(entry, group, names):
    """The newest figures in words: the widest kernel's, and its lead."""
    for kernel in KERNELS:
        name = f"{group}/{kernel}"
        if name in names and name in entry["benchmarks"]:
            time = per_item(entry["benchmarks"][name])
            rival, who = fastest_rival(entry, group)
            what = unit(group)
            text = amount(time, what) + f" with {kernel}"
            if rival:
                text += f"; {number(rival / time)} × as fast as {who}"
            return text
    name = names[0]
    if name not in entry["benchmarks"]:
        return ""
    return amount(per_item(entry["benchmarks"][name]), unit(group))


def headline(text, bad=False):
    return f'<div class="verdict{" bad" if bad else ""}"><h1>{text}</h1></div>'


def verdict_text(before, rows):
    """The page's first words, as HTML."""
    if before is None:
        return headline("The first measurement on this machine")
    parts = []
    for verdict in ("slower", "faster"):
        names = [row.name for row in rows if row.verdict == verdict]
        if names:
            parts.append(
                f'<span class="{verdict}">{len(names)} {verdict}</span>'
            )
    unclear = sum(row.verdict == "cannot tell" for row in rows)
    since = html.escape(before["commit"][:12])
    head = ", ".join(parts) if parts else "Nothing got slower"
    slower = any(row.verdict == "slower" for row in rows)
    text = headline(f"{head} since {since}", slower)
    for row in sorted(rows, key=lambda row: -row.change):
        if row.verdict in ("slower", "faster"):
            text += (
                f'<p><span class="{row.verdict}">{row.verdict} by'
                f" {abs(100 * row.change):.1f} %</span>:"
                f" {html.escape(row.name)}</p>"
            )
    same = sum(row.verdict == "same" for row in rows)
    text += f"<p>{same} of {len(rows)} benchmarks are the same"
    if unclear:
        text += f"; {unclear} too noisy to tell"
    return text + ".</p>"


def latest_table(entry, rows):
    """All newest figures, those that changed first."""
    by_name = {row.name: row for row in rows}
    order = {"slower": 0, "faster": 1, "cannot tell": 2}

    def key(name):
        row = by_name.get(name)
        return order.get(row.verdict, 3) if row else 3

    lines = []
    for name in sorted(entry["benchmarks"], key=lambda n: (key(n), n)):
        benchmark = entry["benchmarks"][name]
        row = by_name.get(name)
        item = (
            f"{number(per_item(benchmark))} ns" if "items" in benchmark else ""
        )
        error = benchmark.get("worst_error")
        cells = [
            html.escape(name),
            duration(benchmark["median_ns"]),
            item,
            f"{100 * benchmark['spread']:.1f} %",
            "" if error is None else f"{error:.1e}",
            f"{100 * row.change:+.1f} %" if row else "",
            f'<span class="{row.verdict}">{row.verdict}</span>' if row else "",
        ]
        lines.append("<tr>" + "".join(f"<td>{c}</td>" for c in cells) + "</tr>")
    head = (
        "benchmark",
        "time",
        "an item",
        "spread",
        "worst error",
        "change",
        "verdict",
    )
    return (
        '<div class="wide"><table><thead><tr>'
        + "".join(f"<th>{h}</th>" for h in head)
        + "</tr></thead><tbody>"
        + "\n".join(lines)
        + "</tbody></table></div>"
    )


def render(entries, before, rows):
    """The page. `before` and `rows` are what track.changes() returns."""
    newest = entries[-1]
    keys = ("cpu", "compiler", "flags")
    mine = [e for e in entries if all(e[k] == newest[k] for k in keys)]
    groups = {}
    for entry in mine:
        for name in entry["benchmarks"]:
            group, kernel = split(name)
            if kernel in (None, *KERNELS):
                groups.setdefault(group, [])
                if name not in groups[group]:
                    groups[group].append(name)
    rank = {name: i for i, name in enumerate(TITLES)}
    figures = []
    for group in sorted(
        groups, key=lambda g: (rank.get(g.partition("/")[0], 99), g)
    ):
        names = groups[group]
        text, rest = title(group)
        rest = f" <span>({html.escape(rest)})</span>" if rest else ""
        words = html.escape(summary(newest, group, names))
        figures.append(
            f"<figure><figcaption>{html.escape(text)}{rest}<br>"
            f'<span>{words}</span></figcaption><img alt="History of'
            f' {html.escape(group)}" src="{draw(mine, group, names)}">'
            "</figure>"
        )
    legend = "".join(
        f'<span><i style="border-color:{colour}"></i>{kernel}</span>'
        for kernel, colour in KERNELS.items()
    )
    legend += (
        f'<span><i style="border-color:{OTHER}"></i>one for all kernels</span>'
        f'<span><i style="border-color:{RIVAL};border-top-style:dashed"></i>'
        "the fastest rival</span>"
    )
    others = len(entries) - len(mine)
    elsewhere = (
        f"<p class='muted'>{others} measurements of other machines or compilers"
        " are in the history, and not shown.</p>"
        if others
        else ""
    )
    looks = "".join(path.read_text(encoding="utf-8") for path in LOOKS)
    return f"""<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>clipguard: performance</title>
<style>{looks}{STYLE}</style>
<p class="muted">clipguard: performance</p>
{verdict_text(before, rows)}
<p class="muted">{html.escape(newest["commit"])}, {html.escape(newest["date"])};
{html.escape(newest["cpu"])}; {html.escape(newest["compiler"])}</p>
{elsewhere}
<h2>Trends</h2>
<p class="muted">Medians, with the middle half of the repetitions as a bar, on a
logarithmic scale: less is better. The newest commit is on the right.</p>
<div class="key">{legend}</div>
<div class="plots">
{chr(10).join(figures)}
</div>
<h2>Newest figures</h2>
{latest_table(newest, rows)}
<p class="muted">Built with {html.escape(newest["flags"])}</p>
</html>
"""
