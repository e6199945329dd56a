# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""The parts linked into the program, or packed into its page: names, versions and
licences, as SPDX 2.3, and the texts of the licences.

  sbom.py --version=VERSION --licenses=FOLDER [--windows] >sbom.spdx.json

Versions are those of the Debian packages of this machine; elsewhere they are not
known (NOASSERTION), and there are no texts. The same machine, the same bytes.
"""

import argparse
import glob
import json
import pathlib
import shutil
import subprocess

# Name, Debian package (the last that fits), licence.
PARTS = (
    ("Abseil", "libabsl-dev", "Apache-2.0"),
    ("fast_float", "libfast-float-dev", "Apache-2.0 OR MIT"),
    ("libsodium", "libsodium-dev", "ISC"),
    ("libpng", "libpng-dev", "libpng-2.0"),
    ("libsquish", "libsquish-dev", "MIT"),
    ("zlib", "zlib1g-dev", "Zlib"),
    ("toml++", "libtomlplusplus-dev", "MIT"),
    ("xsimd", "libxsimd-dev", "BSD-3-Clause"),
    ("RapidJSON", "rapidjson-dev", "MIT"),
    ("GNU C Library", "libc6-dev", "LGPL-2.1-or-later"),
    ("libstdc++", "libstdc++-*-dev", "GPL-3.0-or-later WITH GCC-exception-3.1"),
    ("three.js", "libjs-three", "MIT"),
    ("d3-axis", "node-d3-axis", "NOASSERTION"),
    ("d3-brush", "node-d3-brush", "NOASSERTION"),
    ("d3-scale", "node-d3-scale", "NOASSERTION"),
    ("d3-zoom", "node-d3-zoom", "NOASSERTION"),
    ("dagre", "python3-xstatic-dagre", "MIT"),
)

# Parts of the program for Windows, instead of those that begin alike.
WINDOWS = {
    "GNU C Library": ("mingw-w64", "mingw-w64-x86-64-dev", "NOASSERTION"),
    "libstdc++": ("libstdc++", "g++-mingw-w64-x86-64-posix",
                  "GPL-3.0-or-later WITH GCC-exception-3.1"),
}


def installed(pattern):
    """The last installed package whose name fits, and its version, or None twice."""
    try:
        said = subprocess.run(
            ["dpkg-query", "-W", "-f", "${db:Status-Abbrev}|${Package}|${Version}\n", pattern],
            capture_output=True, check=False, text=True).stdout
    except FileNotFoundError:
        return None, None
    found = sorted(line.split("|")[1:] for line in said.splitlines() if line.startswith("ii"))
    return found[-1] if found else (None, None)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--version", required=True)
    parser.add_argument("--licenses", required=True, type=pathlib.Path)
    parser.add_argument("--windows", action="store_true")
    args = parser.parse_args()

    packages = [{
        "SPDXID": "SPDXRef-clipguard", "name": "clipguard", "versionInfo": args.version,
        "downloadLocation": "NOASSERTION", "licenseConcluded": "Apache-2.0",
        "licenseDeclared": "Apache-2.0", "copyrightText": "Copyright 2026 The clipguard authors",
    }]
    args.licenses.mkdir(parents=True, exist_ok=True)
    for part in PARTS:
        name, pattern, licence = WINDOWS.get(part[0], part) if args.windows else part
        package, version = installed(pattern)
        entry = {
            "SPDXID": "SPDXRef-" + "".join(c if c.isalnum() else "-" for c in name),
            "name": name, "versionInfo": version or "NOASSERTION",
            "downloadLocation": "NOASSERTION", "licenseConcluded": licence,
            "licenseDeclared": licence, "copyrightText": "NOASSERTION",
        }
        if package:
            entry["externalRefs"] = [{
                "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                "referenceLocator": f"pkg:deb/debian/{package}@{version}",
            }]
            text = f"/usr/share/doc/{glob.escape(package)}/copyright"
            if pathlib.Path(text).exists():
                shutil.copyfile(text, args.licenses / f"{package}.txt")
        packages.append(entry)

    print(json.dumps({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"clipguard-{args.version}",
        "documentNamespace": f"urn:clipguard:{args.version}",
        "creationInfo": {"created": "1970-01-01T00:00:00Z", "creators": ["Tool: clipguard"]},
        "packages": packages,
        "relationships": [
            {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
             "relatedSpdxElement": "SPDXRef-clipguard"},
            *({"spdxElementId": "SPDXRef-clipguard", "relationshipType": "STATIC_LINK",
               "relatedSpdxElement": package["SPDXID"]} for package in packages[1:]),
        ],
    }, indent=1))


if __name__ == "__main__":
    main()
