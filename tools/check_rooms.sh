#!/bin/bash
# Does each room use those above it in the table of docs/HACKING.md, and no others?
# Tests may use any room.
#
#   tools/check_rooms.sh
set -euo pipefail
. "$(dirname "$0")/lib.sh"
exec /usr/bin/python3 -B - <<'EOF'
import pathlib
import re
import sys

PAGE = "docs/HACKING.md"
text = pathlib.Path(PAGE).read_text(encoding="utf-8")
table, _, rest = text.partition("## The house")[2].partition("What only tests")

# "| `parser/mrtk/`, `m3d/` | ... |" is a row of two rooms, neither above the other.
rows = {}
for row, cell in enumerate(re.findall(r"^\| (`[^|]*) \|", table, re.M)):
    names = re.findall(r"`([^`]+)/`", cell)
    parent = names[0].rpartition("/")[0]
    for name in [names[0], *(f"{parent}/{name}" for name in names[1:])]:
        rows[name] = row

# "- `parser/format.h` names all formats": a file that looks down.
excused = {name.rpartition(".")[0]
           for line in re.findall(r"^- (`.*)", table, re.M)
           for name in re.findall(r"`([\w/]+\.h)`", line)}


def room_of(package):
    while package not in rows and "/" in package:
        package = package.rpartition("/")[0]
    return package if package in rows else None


faults = []
uses = 0
used_excuses = set()
folders = {room.partition("/")[0] for room in rows}
for build in sorted(pathlib.Path(".").glob("*/**/BUILD.bazel")):
    package = str(build.parent)
    room = room_of(package)
    if room is None:
        if build.parts[0] in folders:
            faults.append(f"{PAGE}: no row for {package}")
        continue
    rules = build.read_text(encoding="utf-8")
    for line in re.findall(r"^\w+\(.*//.*$", rules, re.M):
        if not line.startswith(("load(", "package(", "exports_files(")):
            faults.append(f"{build}: a rule on one line: {line}")
    for rule, body in re.findall(r"^(\w+)\(\n(.*?)^\)", rules, re.M | re.S):
        if rule.endswith("_test") or "testonly = True" in body:
            continue
        name = re.search(r'^    name = "([^"]+)"', body, re.M)
        target = f"{package}/{name[1]}" if name else package
        for other in re.findall(r'"//([^":]+)[:"]', body):
            used = room_of(other)
            if used in (None, room):
                continue
            uses += 1
            if rows[used] < rows[room]:
                continue
            if target in excused:
                used_excuses.add(target)
            else:
                faults.append(f"{target} uses {other}, which is not above it")
faults += [f"{PAGE}: {name}.h uses no room below it" for name in sorted(excused - used_excuses)]
if not rows or not uses:
    faults.append(f"{PAGE}: no table of rooms")
print("\n".join(sorted(set(faults))) or f"{len(rows)} rooms use each other {uses} times, downwards "
      f"only in {len(excused)} places that {PAGE} names")
sys.exit(bool(faults))
EOF
