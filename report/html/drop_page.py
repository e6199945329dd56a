#!/usr/bin/env python3
# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""Makes the page where files are dropped, of report/page/ and its room drop/.

  drop_page.py --page=report/page --shell=shell.html --module=clipguard.wasm \\
      --module-js=npm/module.js --html=clipguard.html

In the place of a report's data it has the module, the worker that runs it, and the
page that a saved report is made of, compressed.
"""

import argparse
import base64
import pathlib
import sys
import zlib

# No files are left beside the sources.
sys.dont_write_bytecode = True
import bundle  # noqa: E402

ROOM = "drop"
# The page needs no permission for the network.
MAY = " 'wasm-unsafe-eval'; worker-src blob:"

MOST_BYTES = 3_000_000


def block(name, content):
    packed = base64.b64encode(zlib.compress(content, 9)).decode()
    return f'<script type="text/plain" id="{name}">{packed}</script>\n'


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for flag in ("page", "shell", "module", "module-js", "html"):
        parser.add_argument(f"--{flag}", type=pathlib.Path, required=True)
    flags = parser.parse_args()
    head, tail = bundle.page_of(flags.page, ROOM, MAY)
    worker = bundle.bundle(flags.page / ROOM / "worker.js", "js",
                           {"clipguard-module": flags.module_js.resolve()})
    page = "".join([
        head,
        block("worker", worker.encode()),
        block("module", flags.module.read_bytes()),
        block("page", flags.shell.read_bytes()),
        tail,
    ])
    if len(page.encode()) > MOST_BYTES:
        sys.exit(f"drop_page.py: the page has {len(page.encode())} bytes; it may "
                 f"have {MOST_BYTES}")
    flags.html.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
