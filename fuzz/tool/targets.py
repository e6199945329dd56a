# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""The fuzz targets as the build knows them, and how to build them."""

import os
import pathlib
import re
import subprocess

import engine

QUERY = r'attr(tags, "\bfuzz\b", kind(cc_binary, //...))'


def bazel(root, *arguments):
    """What it prints. Ends the program if it fails."""
    env = {k: v for k, v in os.environ.items() if not k.startswith("BUILD_W")}
    done = subprocess.run([str(root / "bazelw"), *arguments], cwd=root, env=env,
                          stdin=subprocess.DEVNULL, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        raise SystemExit(f"bazelw {' '.join(arguments)} failed:\n{done.stderr[-4000:]}")
    return done.stdout


def find(root, names=()):
    """Those with these names, or all."""
    labels = sorted(bazel(root, "query", "--noshow_progress", QUERY).split())
    known = {label.rsplit(":", 1)[1] for label in labels}
    unknown = set(names) - known
    if unknown or not labels:
        raise SystemExit(f"no such target: {', '.join(sorted(unknown)) or 'none at all'}; "
                         f"there are {', '.join(sorted(known))}")
    rules = bazel(root, "query", "--noshow_progress", "--output=build", QUERY)
    found = []
    for label in labels:
        name = label.rsplit(":", 1)[1]
        if names and name not in names:
            continue
        rule = next(r for r in rules.split("cc_binary(") if f'name = "{name}",' in r)
        arguments = re.findall(r'"--default-(dict|seeds)=([^"]*)"', rule)
        found.append(engine.Target(
            label, next((root / v for k, v in arguments if k == "dict"), None),
            [root / v for k, v in arguments if k == "seeds"]))
    return found


def build(root, config, targets, suffix=""):
    """Builds them; {name: path of the program}. "_replay": their tests."""
    labels = {t.name: t.label + suffix for t in targets}
    bazel(root, "build", f"--config={config}", *labels.values())
    folder = pathlib.Path(bazel(root, "info", f"--config={config}", "bazel-bin").strip())
    return {name: folder / label[2:].replace(":", "/") for name, label in labels.items()}
