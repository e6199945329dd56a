# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""The fuzz properties, and the programs that check them.

A program has the properties of a folder, and checks the one that its own file is
named after. So each property gets a link of its name.
"""

import os
import pathlib
import re
import shutil
import subprocess

import engine

# The line that makes a property.
_ENTRY = re.compile(r"^CLIPGUARD_\w+_PROPERTY\((\w+),", re.M)


def bazel(root, *arguments):
    """Returns bazel's output. Ends the program if it fails."""
    env = {k: v for k, v in os.environ.items() if not k.startswith("BUILD_W")}
    done = subprocess.run([str(root / "bazelw"), *arguments], cwd=root, env=env,
                          stdin=subprocess.DEVNULL, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        raise SystemExit(f"bazelw {' '.join(arguments)} failed:\n{done.stderr[-4000:]}")
    return done.stdout


def find(root, names=()):
    """The properties with these names, or all."""
    labels = {name: f"//{source.parent.relative_to(root)}:fuzz"
              for source in sorted(root.glob("fuzz/*/*.cc"))
              for name in _ENTRY.findall(source.read_text(encoding="utf-8"))}
    unknown = set(names) - set(labels)
    if unknown:
        raise SystemExit(f"no such target: {', '.join(sorted(unknown))}; "
                         f"there are {', '.join(sorted(labels))}")
    return [engine.Target(name, labels[name]) for name in sorted(set(names) or labels)]


def build(root, config, targets, folder, suffix="", copy=False):
    """Builds their programs, and puts them into a folder under the targets'
    names. "_replay": the replay tests. A copy outlives the next build. The
    seeds and dictionaries that programs name go to the targets."""
    labels = sorted({t.label + suffix for t in targets})
    bazel(root, "build", f"--config={config}", *labels)
    built = pathlib.Path(bazel(root, "info", f"--config={config}", "bazel-bin").strip())
    folder.mkdir(parents=True, exist_ok=True)
    table = {}
    for label in labels:
        program = built / label[2:].replace(":", "/")
        if copy:
            kept = folder / label[2:].replace("/", "-").replace(":", "-")
            kept.unlink(missing_ok=True)
            program = pathlib.Path(shutil.copy2(program, kept))
        env = engine.environment() | {"LLVM_PROFILE_FILE": os.devnull}
        listed = subprocess.run([str(program), "--list-properties"], check=True, text=True,
                                stdout=subprocess.PIPE, env=env).stdout
        for line in listed.splitlines():
            name, *words = line.split()
            table[name] = (program, words)
    for target in targets:
        program, words = table[target.name]
        link = folder / target.name
        link.unlink(missing_ok=True)
        link.symlink_to(program)
        target.binaries[config] = link
        target.seeds = [root / w for w in words if not w.startswith("-")]
        target.dictionary = next((root / w.removeprefix("-dict=") for w in words
                                  if w.startswith("-dict=")), None)
