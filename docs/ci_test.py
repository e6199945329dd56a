#!/usr/bin/python3 -B
# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""Do the jobs of ci.md and the action do what the page says? A shell plays the runner:
each job's commands are run as they stand there, in a repository with a good and a bad
file. They fetch the archive of //:release_linux, which two stand-ins copy.

  ci_test.py ARCHIVE PAGE HOOKS ACTION GOOD BAD
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

archive, page, hooks, action, good, bad = (pathlib.Path(a).resolve() for a in sys.argv[1:])
NAME = "clipguard-linux-x86_64.tar.gz"
text = page.read_text(encoding="utf-8")
scratch = pathlib.Path(tempfile.mkdtemp())
served = scratch / "served"
tools = scratch / "tools"
runner = scratch / "runner"
repository = scratch / "work" / "repository"
for folder in (served, tools, runner, repository / "assets", repository / ".git"):
    folder.mkdir(parents=True)
shutil.copy(archive, served / NAME)
shutil.copy(good, repository / "assets" / "good.bin")
shutil.copy(bad, repository / "assets" / "bad.m3d")
(repository / ".git" / "config").write_text("[core]\n")
total = subprocess.run(["sha256sum", NAME], cwd=served, check=True, capture_output=True)
(served / (NAME + ".sha256")).write_bytes(total.stdout)


def stand_in(name, script):
    path = tools / name
    path.write_text(f"#!/bin/bash\nset -eu\n{script}\n")
    path.chmod(0o755)


stand_in("gh", f"""[ "$1 $2 $3" = "release download v0.1.0" ]
to=.
while [ $# -gt 0 ]; do case $1 in --dir) to=$2 ;; --pattern) what=$2 ;; esac; shift; done
cp {served}/$what "$to" """)
stand_in("wget", f'for at; do [ "$at" = -q ] || cp "{served}/${{at##*/}}" .; done')
stand_in("git", '[ "$1" = add ] && [ -e "$2" ]')
variables = {
    "PATH": f"{tools}:/usr/bin:/bin",
    "RUNNER_TEMP": str(runner),
    "GITHUB_PATH": str(runner / "path"),
    "GITHUB_STEP_SUMMARY": str(runner / "summary"),
}
(runner / "summary").touch()


def fenced(language, after):
    found = re.search(rf"^```{language}\n(.*?)^```$", text[text.index(after):], re.S | re.M)
    return found[1]


def run(script, expected, shell=("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c")):
    ended = subprocess.run([*shell, script], cwd=repository, env=variables, check=False,
                           capture_output=True, text=True)
    said = ended.stdout + ended.stderr
    assert ended.returncode == expected, f"{script}\n{ended.returncode}: {said}"
    return said


def two_steps(job):
    steps = re.findall(r"^( +)run: \|\n((?:\1  .*\n|\n)+)", job, re.M)
    assert len(steps) == 2, steps
    return [re.sub(f"^{indent}  ", "", step, flags=re.M) for indent, step in steps]


# The action: the steps, and between them what a runner does.
get, check = two_steps(action.read_text(encoding="utf-8"))
path = variables["PATH"]
variables |= {"RUNNER_OS": "Linux", "RUNNER_ARCH": "X64", "REPOSITORY": "OWNER/clipguard",
              "TAG": "v0.1.0", "SARIF": "a.sarif"}
assert "clipguard " in run(get, 0)
variables["PATH"] = (runner / "path").read_text().strip() + ":" + path
for paths, flags, expected in (("assets/good.bin", "", 0), ("assets", "", 1),
                               ("assets/good.bin\nassets/bad.m3d\n", "", 1),
                               ("assets", "--fail-on=none\n--verbose", 0)):
    variables |= {"PATHS": paths, "FLAGS": flags}
    run(check, expected)
    results = json.loads((repository / "a.sarif").read_text())["runs"][0]["results"]
    assert bool(results) == ("bad" in paths or paths == "assets"), results
    assert (runner / "summary").read_text().startswith("## clipguard: "), paths
variables["RUNNER_OS"] = "macOS"
assert "there is no clipguard for macOS" in run(get, 1)
(repository / "a.sarif").unlink()
(runner / "path").unlink()
shutil.rmtree(runner / "clipguard")
variables["PATH"] = path

# GitHub: the same without the action.
get, check = two_steps(fenced("yaml", "## GitHub"))
run(get, 0)
variables["PATH"] = (runner / "path").read_text().strip() + ":" + path
said = run(check, 1)
assert "::error file=assets/bad.m3d" in said, said
assert "hidden" not in said and ".git" not in said, said
summary = (runner / "summary").read_text()
assert summary.startswith("## clipguard: 1 of 2 files with errors\n"), summary
assert "| error | assets/bad.m3d | line " in summary and "### To do" in summary, summary

# GitLab: the lines of the script, in the image's shell.
job = fenced("yaml", "## GitLab")
address = re.search(r"^ +CLIPGUARD_ARCHIVE: (.*)$", job, re.M)[1]
lines = re.findall(r"^ {4}- (.*)$", job[job.index("script:"):], re.M)
variables["CLIPGUARD_ARCHIVE"] = address
run("\n".join(lines), 1, shell=("sh", "-ec"))
quality = json.loads((repository / "quality.json").read_text())
assert quality[0]["location"]["path"] == "assets/bad.m3d", quality
assert "<failure" in (repository / "tests.xml").read_text()

# A known finding is no error any more; a new one is.
for name in ("quality.json", "tests.xml", NAME, NAME + ".sha256"):
    (repository / name).unlink()
run(fenced("sh", "## What is known"), 0)
(repository / "clipguard.toml").write_text(fenced("toml", "## What is known"))
run("clipguard validate .", 0)
(repository / "assets" / "old").mkdir()
shutil.copy(bad, repository / "assets" / "old" / "left.m3d")
run("clipguard validate .", 0)
shutil.copy(bad, repository / "assets" / "new.m3d")
run("clipguard validate .", 1)
run("clipguard validate --nonsense .", 2)
run("clipguard validate missing.bin", 3)

# pre-commit: what the hook says, of the files that it names.
hook = hooks.read_text(encoding="utf-8")
entry = re.search(r"^  entry: (.*)$", hook, re.M)[1]
pattern = re.compile(re.search(r"^  files: '(.*)'$", hook, re.M)[1])
names = [str(p.relative_to(repository)) for p in sorted(repository.rglob("*")) if p.is_file()]
names = [name for name in names if pattern.search(name)]
assert "assets/new.m3d" in names and "assets/good.bin" in names, names
assert "clipguard.toml" not in names, names
assert pattern.search("assets/mod/asms/block/door.json"), pattern
assert "assets/new.m3d" in run(f"{entry} {' '.join(names)}", 1)
run(f"{entry} assets/good.bin", 0)
shutil.rmtree(scratch)
