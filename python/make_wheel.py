# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""Packs the program and its Python package as a wheel: the same bytes for the same
files.

  make_wheel.py --program=PROGRAM --license=LICENSE --readme=README.md --out=WHEEL FILE...

A wheel is a zip archive (PEP 427), and its name says where it runs. The program goes
where programs go; each FILE is one of the package clipguard. The program is static:
the wheel needs no glibc, and suits any Python from 3.9 on.
"""

import argparse
import base64
import hashlib
import pathlib
import subprocess
import sys
import zipfile

PYTHON = "3.9"


def record_line(name, content):
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(content)}\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True, type=pathlib.Path)
    parser.add_argument("--license", required=True, type=pathlib.Path)
    parser.add_argument("--readme", required=True, type=pathlib.Path)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    args = parser.parse_args()

    said = subprocess.run([args.program, "--version"], capture_output=True, check=True)
    version = said.stdout.decode().split()[-1]
    if not args.out.name.startswith(f"clipguard-{version}-py3-none-"):
        sys.exit(f"{args.out.name}: the program is version {version}")
    info = f"clipguard-{version}.dist-info"
    platforms = args.out.stem.split("-")[-1].split(".")

    entries = {f"clipguard/{path.name}": path.read_bytes() for path in args.files}
    program = f"clipguard-{version}.data/scripts/clipguard"
    entries[program] = args.program.read_bytes()
    entries[f"{info}/METADATA"] = (
        "Metadata-Version: 2.1\n"
        "Name: clipguard\n"
        f"Version: {version}\n"
        "Summary: Animation files that you do not trust: checked, sampled, mended, converted\n"
        "License: Apache-2.0\n"
        "License-File: LICENSE\n"
        f"Requires-Python: >={PYTHON}\n"
        "Requires-Dist: numpy\n"
        "Provides-Extra: pandas\n"
        "Requires-Dist: pandas; extra == 'pandas'\n"
        "Description-Content-Type: text/markdown\n\n"
        + args.readme.read_text(encoding="utf-8")).encode()
    entries[f"{info}/WHEEL"] = (
        "Wheel-Version: 1.0\n"
        "Generator: clipguard\n"
        "Root-Is-Purelib: false\n"
        + "".join(f"Tag: py3-none-{platform}\n" for platform in platforms)).encode()
    entries[f"{info}/LICENSE"] = args.license.read_bytes()
    record = f"{info}/RECORD"
    entries[record] = (
        "".join(record_line(*entry) for entry in sorted(entries.items()))
        + f"{record},,\n").encode()

    with zipfile.ZipFile(args.out, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, content in entries.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if name == program else 0o100644) << 16
            wheel.writestr(entry, content, compresslevel=9)


if __name__ == "__main__":
    main()
