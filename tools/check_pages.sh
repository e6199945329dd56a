#!/bin/bash
# Do the files exist that the pages name, and the pages that they link to? And do
# pages name what they have to: each format, fuzz target and public header?
#
#   tools/check_pages.sh
#
# A name in `backticks` counts as a file's if it begins with one of the top
# folders; * and {a,b} may stand for several. NAME, FORMAT, KERNEL and WHAT stand for
# whatever a reader puts there, and are not looked for.
set -euo pipefail
. "$(dirname "$0")/lib.sh"
exec /usr/bin/python3 -B - <<'EOF'
import glob
import pathlib
import re
import sys

TOP = ("bench/", "build_defs/", "cli/", "corpus/", "docs/", "eval/", "examples/",
       "fuzz/", "parser/", "report/", "actions/", "simd/", "testing/", "third_party/", "tools/")

missing = []
pages = [pathlib.Path("README.md"), pathlib.Path("SECURITY.md"),
         *sorted(pathlib.Path("docs").rglob("*.md")),
         *sorted(page for page in pathlib.Path(".").glob("*/README.md")
                 if not page.parts[0].startswith("bazel-"))]
names = 0
for page in pages:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.S)
    for number, line in enumerate(text.splitlines(), 1):
        for name in re.findall(r"`([A-Za-z0-9_./*{},-]+)`", line):
            if not name.startswith(TOP) or re.search("NAME|FORMAT|WHAT|KERNEL", name):
                continue
            names += 1
            if not glob.glob(name):
                missing.append(f"{page}: {name}")
        for link in re.findall(r"\]\(([^)#: ]+)(?:#[^)]*)?\)", line):
            names += 1
            if not (page.parent / link).exists():
                missing.append(f"{page}: ({link})")


def must_name(page, names):
    text = pathlib.Path(page).read_text(encoding="utf-8")
    missing.extend(f"{page}: says nothing of {name}" for name in names if name not in text)


must_name("README.md", (f"({page})" for page in sorted(glob.glob("docs/formats/*.md"))))
must_name("corpus/README.md",
          (f"`{pathlib.Path(room).parent.name}/" for room in
           sorted(glob.glob("corpus/*/manifest.json"))))
must_name("docs/fuzzing.md",
          (f"`{name}`" for source in sorted(glob.glob("fuzz/*/*.cc"))
           for name in re.findall(r"^CLIPGUARD_[A-Z]+_PROPERTY\((\w+),",
                                  pathlib.Path(source).read_text(encoding="utf-8"), re.M)))
public = pathlib.Path("clipguard/BUILD.bazel").read_text(encoding="utf-8")
must_name("docs/library.md",
          (f"`{name}`" for name in re.findall(
              r'"([^"]+)"', re.search(r"HEADERS = \[(.*?)\]", public, re.S)[1])))
print("\n".join(missing) or f"{len(pages)} pages name {names} files, and all exist")
sys.exit(bool(missing))
EOF
