#!/bin/bash
# Does each room include from the rooms above it in the table of docs/HACKING.md,
# and from no others? Are there no circles of folders, of the page either, no folder
# with more than 32 sources, and no product file with more than 600 lines? Tests may
# use any room.
#
#   tools/check_rooms.sh
set -euo pipefail
. "$(dirname "$0")/lib.sh"
exec /usr/bin/python3 -B - <<'EOF'
import collections
import os
import pathlib
import re
import subprocess
import sys

PAGE = "docs/HACKING.md"
MOST_SOURCES = 32
MOST_LINES = 600
text = pathlib.Path(PAGE).read_text(encoding="utf-8")
table = text.partition("## The house")[2].partition("\n## ")[0]

# "| `parser/mrtk/`, `m3d/` | ... |" is a row of two rooms, neither above the other; of
# "`base/memory/`, then `base/`" the first is. Names are beside the first one's, or whole.
rows = {}
place = 0
for cell in re.findall(r"^\| (`[^|]*) \|", table, re.M):
    first = re.search(r"`([^`]+)/`", cell)[1]
    parent, top = first.rpartition("/")[0], first.partition("/")[0]
    for part in cell.split(", then "):
        place += 1
        for name in re.findall(r"`([^`]+)/`", part):
            is_whole = name.partition("/")[0] == top
            rows[name if is_whole else f"{parent}/{name}"] = place


def room_of(folder):
    while folder not in rows and "/" in folder:
        folder = folder.rpartition("/")[0]
    return folder if folder in rows else None


sources = [pathlib.Path(name) for name in subprocess.check_output(
    ["git", "ls-files", "--cached", "--others", "--exclude-standard",
     "*.h", "*.cc", "*.inc", "report/page/*.js"], text=True).split("\n") if name]
sources = [path for path in sources if path.exists()]
known = {str(path) for path in sources}
folders = {room.partition("/")[0] for room in rows}
faults = []
uses = 0
edges = collections.defaultdict(dict)
for path in sources:
    folder = str(path.parent)
    product = (path.parts[0] in folders
               and not re.search(r"_test(_|\.)|^test_|/test_", str(path)))
    if not product:
        continue
    lines = path.read_text(encoding="utf-8").splitlines()
    if len(lines) > MOST_LINES:
        faults.append(f"{path}: {len(lines)} lines, more than {MOST_LINES}")
    room = room_of(folder)
    # Where folders have rooms of their own, each has.
    second = "/".join(path.parts[:2]) if len(path.parts) > 2 else None
    if second and second not in rows and any(
            other.startswith(f"{path.parts[0]}/") and other.count("/") == 1
            for other in rows):
        room = None
    if room is None:
        faults.append(f"{PAGE}: no row for {folder}")
        continue
    for line in lines:
        match = re.match(r"""#include "([^"]+)"|.*\bfrom '(\.[^']+)';""", line)
        if not match:
            continue
        name = match[1] or os.path.normpath(f"{folder}/{match[2]}")
        if name not in known:
            continue
        used_folder = name.rpartition("/")[0]
        if used_folder != folder:
            edges[folder].setdefault(used_folder, f"{path} includes {name}")
        used = room_of(used_folder)
        if used in (None, room):
            continue
        uses += 1
        if rows[used] >= rows[room]:
            faults.append(f"{path} includes {name}, whose room is not above its own")

# A folder that reaches itself. Each circle is said once, by its first folder.
for start in sorted(edges):
    came_from = {start: None}
    todo = [start]
    while todo:
        folder = todo.pop()
        for used in edges[folder]:
            if used == start:
                circle = []
                while folder is not None:
                    circle.append(folder)
                    folder = came_from[folder]
                if start == min(circle):
                    faults.append("folders in a circle: " + ", ".join(sorted(circle)))
                todo = []
                break
            if used not in came_from:
                came_from[used] = folder
                todo.append(used)

for folder, count in collections.Counter(str(path.parent) for path in sources).items():
    if count > MOST_SOURCES:
        faults.append(f"{folder}: {count} sources, more than {MOST_SOURCES}")
if not rows or not uses:
    faults.append(f"{PAGE}: no table of rooms")
print("\n".join(sorted(set(faults))) or
      f"{len(rows)} rooms include from rooms above them, {uses} times")
sys.exit(bool(faults))
EOF
