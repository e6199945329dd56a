#!/usr/bin/env python3
# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""Shows a report with the page as it is in the working tree, without a build.

  report/browser/look.py --out=shot.png --hash='file=0&view=bytes' PATH...

The data are of bazel-bin/cli/clipguard (or --program), or of a report that is
there already (--data=report.html); the page around them is bundled anew. Saves a
picture as headless Chromium draws it, prints what its console says, and keeps the
page beside the picture.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "report/html"))
import bundle  # noqa: E402

BLOCKS = re.compile(
    r'<script type="(?:application/json|text/plain)" id="[a-z0-9-]+">.*?</script>\n', re.S)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=pathlib.Path, default="report.png")
    parser.add_argument("--hash", default="")
    parser.add_argument("--data", type=pathlib.Path)
    parser.add_argument("--program", default=ROOT / "bazel-bin/cli/clipguard")
    parser.add_argument("--width", type=int, default=1200)
    parser.add_argument("--height", type=int, default=800)
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--wait", type=int, default=2000, help="milliseconds")
    parser.add_argument("paths", nargs="*", help="and flags of report")
    flags, more = parser.parse_known_args()
    page = flags.out.with_suffix(".html").resolve()
    data = flags.data or page
    if not flags.data:
        subprocess.run([str(flags.program), "report", "-o", str(page), *more,
                        *flags.paths], check=False)
    text = data.read_text(encoding="utf-8")
    blocks = "".join(BLOCKS.findall(text))
    head, tail = bundle.page_of(ROOT / "report/page")
    page.write_text(head + blocks + tail, encoding="utf-8")
    with tempfile.TemporaryDirectory() as profile:
        command = [
            "chromium-headless-shell", "--no-sandbox", "--hide-scrollbars",
            "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
            f"--user-data-dir={profile}", "--enable-logging=stderr", "--v=0",
            f"--window-size={flags.width},{flags.height}",
            f"--virtual-time-budget={flags.wait}",
            f"--screenshot={flags.out.resolve()}"]
        if flags.dark:
            command.append("--blink-settings=preferredColorScheme=0")
        command.append(f"file://{page}" + ("#" + flags.hash if flags.hash else ""))
        said = subprocess.run(command, capture_output=True, text=True,
                              check=False).stderr
    for line in said.splitlines():
        if "CONSOLE" in line:
            print(line)
    print(f"{flags.out} {page}")


if __name__ == "__main__":
    main()
