# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""Are the values that reader.cs prints those of clipguard's JSON?

  compare.py PRINTED JSON
"""

import json
import struct
import sys


def values(node):
    """All that is no key, in the order of the text."""
    if isinstance(node, dict):
        node = list(node.values())
    if isinstance(node, list):
        for child in node:
            yield from values(child)
    elif node is not None:
        yield node


def said(value, kind):
    """A value of the JSON as reader.cs would print it."""
    if kind == "b":
        return {True: "1", False: "0"}.get(value, repr(value))
    if kind == "f":
        return struct.pack(">f", float(value)).hex()
    return str(value)


def main(printed, text):
    with open(printed, encoding="utf-8") as lines:
        read = [line.rstrip("\n").split(" ", 1) for line in lines]
    with open(text, encoding="utf-8") as source:
        model = json.load(
            source, parse_int=lambda text: -0.0 if text == "-0" else int(text))
    expected = list(values(model["capture"]))
    if len(read) != len(expected):
        sys.exit(f"{len(read)} values, not {len(expected)}")
    for i, ((kind, value), wanted) in enumerate(zip(read, expected)):
        if value != said(wanted, kind):
            sys.exit(f"value {i}: {kind} {value}, not {wanted}")
    print(len(read))


main(*sys.argv[1:])
