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
import shutil
import subprocess
import sys
import tempfile

import shake

# Where Debian's packages put modules.
MODULES = "/usr/share/nodejs"
ESBUILD = "/usr/bin/esbuild"
# Of what is no module of Node's: name and place.
THREE = pathlib.Path("/usr/share/javascript/three")
CONTROLS = "controls/OrbitControls.js"

# A reader waits for the page before there is anything to see.
MOST_BYTES = 900_000
MOST_COMPRESSED = 250_000

POLICY = ("default-src 'none'; script-src 'sha256-{script}'; "
          "style-src 'sha256-{style}'; img-src data: blob:; "
          "base-uri 'none'; form-action 'none'")
DATA = "<!-- DATA -->\n"


def small_three(copy, place):
    """What the page needs of three.js, in a folder; its modules' new places."""
    controls = (THREE / "examples/jsm" / CONTROLS).read_text(encoding="utf-8")
    wanted = shake.imported(controls, "three.module.js")
    for module in copy.rglob("*.js"):
        wanted |= shake.imported(module.read_text(encoding="utf-8"), "three")
    three = (THREE / "three.module.js").read_text(encoding="utf-8")
    target = place / "three/build/three.module.js"
    # Where the controls, three folders below, look for it.
    moved = place / "three/examples/jsm" / CONTROLS
    for path, text in ((target, shake.shake(three, wanted)), (moved, controls)):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return {"three": target, "three-examples": moved.parent.parent}


def bundle(source, kind, aliases):
    """The text of a module or style with all that it imports."""
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


def page_of(folder):
    """The page before and after the data."""
    with tempfile.TemporaryDirectory() as scratch:
        # Bazel's sandbox has links to the sources; imports are seen from a copy.
        copy = pathlib.Path(shutil.copytree(folder, scratch + "/page"))
        aliases = small_three(copy, pathlib.Path(scratch))
        script = bundle(copy / "main.js", "js", aliases)
        style = bundle(copy / "style.css", "css", {})
    # Neither ends its own element.
    script = script.replace("</script", "<\\/script")
    script = script.replace("<!--", "<\\!--")
    if "</style" in style.lower():
        sys.exit("bundle.py: the style ends its own element")
    policy = POLICY.format(script=hash_of(script), style=hash_of(style))
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
