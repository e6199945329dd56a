#!/usr/bin/python3 -B
# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""Packs the program for Windows as release.sh does that for Linux: the same bytes for
the same program.

  release_windows.py PROGRAM SBOM VERSION_H ARCHIVE PAGE...
"""

import hashlib
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile


def main():
    program, sbom, version_h, archive, *pages = map(pathlib.Path, sys.argv[1:])
    version = ".".join(re.findall(r"VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$",
                                  version_h.read_text(encoding="utf-8"), re.M))
    files = {page.name: page.read_bytes() for page in pages}
    files["clipguard.exe"] = program.read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        files["sbom.spdx.json"] = subprocess.run(
            [sys.executable, "-B", sbom, f"--version={version}", f"--licenses={folder}",
             "--windows"], check=True, capture_output=True).stdout
        for text in pathlib.Path(folder).iterdir():
            files["licenses/" + text.name] = text.read_bytes()
    files["SHA256SUMS"] = "".join(
        f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n"
        for name in sorted(files)).encode()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name in sorted(files):
            # A time is needed; this is the first that there is.
            info = zipfile.ZipInfo(f"clipguard-{version}-windows-x86_64/{name}",
                                   (1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(info, files[name])
    total = hashlib.sha256(archive.read_bytes()).hexdigest()
    archive.with_name(archive.name + ".sha256").write_text(f"{total}  {archive.name}\n")


main()
