#!/usr/bin/env python3
# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""Makes one HTML page of report/page/, and a C++ source that holds it.

  bundle.py --page=report/page --html=shell.html --cc=shell.cc

esbuild makes one script and one style of the modules and of the libraries that
they import, which Debian's packages bring. Their hashes become the page's
Content-Security-Policy: nothing else runs in it. The place of the data is the
line DATA of index.html.
"""

import argparse
import base64
import gzip
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# No files are left beside the sources.
sys.dont_write_bytecode = True
import prune  # noqa: E402

# Where Debian's packages put modules.
MODULES = "/usr/share/nodejs"
ESBUILD = "/usr/bin/esbuild"
# Libraries that are no Node modules: name and place.
ALIASES = {
    "dagre": "/usr/lib/python3/dist-packages/xstatic/pkg/dagre/data/dagre.min.js",
}
# three.js, and what of its examples is used.
THREE = "/usr/share/javascript/three"
THREE_MODULE = "build/three.module.js"
THREE_EXAMPLES = "examples/jsm"
LOADER = "loaders/GLTFLoader.js"
IMPORTS = re.compile(r"import\s*\{([^}]*)\}\s*from\s*[\"']([^\"']+)[\"']")

# A reader waits for the page before there is anything to see.
MOST_BYTES = 900_000
MOST_COMPRESSED = 250_000

POLICY = ("default-src 'none'; script-src 'sha256-{script}'{may}; "
          "style-src 'sha256-{style}'; img-src data: blob:; "
          "base-uri 'none'; form-action 'none'")
DATA = "<!-- DATA -->\n"


def names_imported(folder, is_from):
    """Returns the names that modules below a folder import from such a module."""
    names = set()
    for module in sorted(folder.rglob("*.js")):
        if module.name.endswith("_test.js"):
            continue
        for imported, source in IMPORTS.findall(module.read_text(encoding="utf-8")):
            if is_from(source):
                names |= {name.split(" as ")[0].strip()
                          for name in imported.split(",") if name.strip()}
    return names


def copy_three(page, into):
    """Copies what the page uses of three.js; gives the aliases for it."""
    examples = into / THREE_EXAMPLES
    wanted = names_imported(page, lambda source: source == "three")
    for module in sorted(page.rglob("*.js")):
        for _, source in IMPORTS.findall(module.read_text(encoding="utf-8")):
            prefix, _, name = source.partition("/")
            if prefix == "three-examples":
                (examples / name).parent.mkdir(parents=True, exist_ok=True)
                text = pathlib.Path(THREE, THREE_EXAMPLES, name).read_text(encoding="utf-8")
                if name == LOADER:
                    text = prune.prune_loader(text)
                (examples / name).write_text(text, encoding="utf-8")
    if examples.exists():
        wanted |= names_imported(examples, lambda source: source.endswith(THREE_MODULE))
    if not wanted:
        return {}
    module = into / THREE_MODULE
    module.parent.mkdir(parents=True)
    text = pathlib.Path(THREE, THREE_MODULE).read_text(encoding="utf-8")
    module.write_text(prune.prune(text, wanted), encoding="utf-8")
    return {"three": module, "three-examples": examples}


def bundle(source, kind, aliases=None):
    """The text of a module or style with all that it imports."""
    aliases = {**ALIASES, **(aliases or {})}
    with tempfile.TemporaryDirectory() as scratch:
        out = pathlib.Path(scratch) / f"out.{kind}"
        flags = [f"--alias:{name}={path}" for name, path in aliases.items()]
        if kind == "js":
            flags.append("--format=iife")
        subprocess.run(
            [ESBUILD, str(source), "--bundle", "--minify",
             "--target=es2021", "--legal-comments=none", "--log-level=warning",
             f"--outfile={out}", *flags],
            check=True, env={**os.environ, "NODE_PATH": MODULES})
        return out.read_text(encoding="utf-8")


def hash_of(text):
    digest = hashlib.sha256(text.encode()).digest()
    return base64.b64encode(digest).decode()


def page_of(folder, room=".", may=""):
    """The page before and after the data.

    A room of it may have another script and style, and its policy allow more.
    """
    with tempfile.TemporaryDirectory() as scratch:
        # Bazel's sandbox has links to the sources; imports are seen from a copy.
        copy = pathlib.Path(shutil.copytree(folder, scratch + "/page"))
        three = copy_three(copy, pathlib.Path(scratch, "three"))
        script = bundle(copy / room / "main.js", "js", three)
        style = bundle(copy / room / "style.css", "css")
    # Neither ends its own element.
    script = script.replace("</script", "<\\/script")
    script = script.replace("<!--", "<\\!--")
    if "</style" in style.lower():
        sys.exit("bundle.py: the style ends its own element")
    policy = POLICY.format(script=hash_of(script), style=hash_of(style), may=may)
    page = (folder / "index.html").read_text(encoding="utf-8")
    for mark, text in (("POLICY", policy), ("STYLE", style), ("SCRIPT", script)):
        if page.count(f"@{mark}@") != 1:
            sys.exit(f"bundle.py: index.html needs one @{mark}@")
        page = page.replace(f"@{mark}@", text)
    head, data, tail = page.partition(DATA)
    if not data:
        sys.exit(f"bundle.py: index.html has no line {DATA.strip()}")
    return head, tail


def literal(text):
    """A C++ string literal of any text, in lines that compilers like."""
    lines, line = [], ""
    for byte in text.encode():
        char = chr(byte)
        if char in '"\\':
            line += "\\" + char
        elif char == "\n":
            line += "\\n"
        elif char == "?" or not 32 <= byte < 127:
            line += f"\\{byte:03o}"
        else:
            line += char
        if len(line) > 1000:
            lines.append(f'    "{line}"')
            line = ""
    lines.append(f'    "{line}"')
    return "\n".join(lines)


SOURCE = """// Made by report/html/bundle.py.

#include "report/html/shell.h"

namespace clipguard::report {{
namespace {{

constexpr char kHead[] =
{head};

constexpr char kTail[] =
{tail};

}}  // namespace

std::string_view ShellHead() {{ return {{kHead, sizeof(kHead) - 1}}; }}
std::string_view ShellTail() {{ return {{kTail, sizeof(kTail) - 1}}; }}

}}  // namespace clipguard::report
"""


def check_size(page):
    size = len(page.encode())
    compressed = len(gzip.compress(page.encode(), 9))
    if size > MOST_BYTES or compressed > MOST_COMPRESSED:
        sys.exit(f"bundle.py: the page has {size} bytes, {compressed} compressed; "
                 f"it may have {MOST_BYTES} and {MOST_COMPRESSED}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--page", type=pathlib.Path, required=True)
    parser.add_argument("--html", type=pathlib.Path)
    parser.add_argument("--cc", type=pathlib.Path)
    flags = parser.parse_args()
    if not os.path.exists(ESBUILD):
        sys.exit("bundle.py: esbuild is not here (./bazelw --setup esbuild)")
    head, tail = page_of(flags.page)
    check_size(head + tail)
    if flags.html:
        flags.html.write_text(head + DATA + tail, encoding="utf-8")
    if flags.cc:
        flags.cc.write_text(
            SOURCE.format(head=literal(head), tail=literal(tail)),
            encoding="utf-8")


if __name__ == "__main__":
    main()
