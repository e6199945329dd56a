# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""Builds //bench of a commit, and runs it."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import results


class ProgramError(Exception):
    """A commit that does not exist, does not build, or does not run."""


def say(text):
    """Tells how it goes."""
    print(text, file=sys.stderr, flush=True)


def workspace():
    """The folder that `bazel run` was called in."""
    folder = os.environ.get("BUILD_WORKSPACE_DIRECTORY")
    if folder is None:
        raise ProgramError("to be called by `bazel run`: no workspace is known")
    return pathlib.Path(folder)


def cache_folder():
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return pathlib.Path(base) / "clipguard-bench"


def _call(*command, **options):
    """Runs a command that may fail; its output, one stream, is text."""
    return subprocess.run(
        [str(word) for word in command],
        **{"stderr": subprocess.STDOUT, **options},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )


def _git(*args):
    try:
        done = _call("git", "-C", workspace(), *args, stderr=subprocess.PIPE)
    except FileNotFoundError as error:
        raise ProgramError("git is not installed") from error
    if done.returncode != 0:
        raise ProgramError(f"git {args[0]}: {done.stderr.strip()}")
    return done.stdout.strip()


def commit_of(revision):
    """The full name of a revision."""
    try:
        return _git("rev-parse", "--verify", revision + "^{commit}")
    except ProgramError as error:
        raise ProgramError(
            f"{revision} is neither a file nor a commit ({error})"
        ) from error


def describe_workspace():
    """Returns the workspace's commit, with -dirty if it was changed."""
    return _git(
        "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"
    )


def _build(folder, flags, target):
    """Builds //bench in a folder and copies the program to `target`."""
    log = _call(
        folder / "bazelw", "build", "--noshow_progress", *flags, "//bench",
        cwd=folder,
    )  # fmt: skip
    if log.returncode != 0:
        tail = "\n".join(log.stdout.splitlines()[-30:])
        raise ProgramError(f"//bench does not build in {folder}:\n{tail}")
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(folder / "bazel-bin/bench/bench", target)
    target.chmod(0o755)


def build_workspace(flags):
    """Builds what is in the workspace, committed or not."""
    target = cache_folder() / "workspace" / "bench"
    say("building the workspace")
    _build(workspace(), flags, target)
    return target


def build_commit(commit, flags):
    """Builds a commit in a worktree of its own, unless that was done before.

    The programs are kept in the cache folder, and so is what Bazel compiled,
    for the next commit, which often differs in little.
    """
    variant = "".join(c if c.isalnum() else "_" for c in " ".join(flags))
    target = cache_folder() / "programs" / f"{commit[:12]}{variant}" / "bench"
    if target.exists():
        return target
    say(f"building {commit[:12]} (a minute or two)")
    with tempfile.TemporaryDirectory(prefix="clipguard-bench-") as scratch:
        tree = pathlib.Path(scratch) / "tree"
        _git("worktree", "add", "--detach", str(tree), commit)
        try:
            disk = f"--disk_cache={cache_folder() / 'bazel'}"
            _build(tree, [disk, *flags], target)
        finally:
            _call(tree / "bazelw", "clean", "--expunge", cwd=tree)
            _git("worktree", "remove", "--force", str(tree))
    return target


def run(program, commit, args):
    """Runs a program and returns its Result."""
    with tempfile.TemporaryDirectory(prefix="clipguard-bench-") as scratch:
        out = pathlib.Path(scratch) / "result.json"
        done = _call(
            program,
            *args,
            f"--benchmark_out={out}",
            "--benchmark_out_format=json",
            env={**os.environ, "CLIPGUARD_COMMIT": commit},
        )
        if done.returncode == 0 and out.exists() and not out.stat().st_size:
            raise ProgramError(f"no benchmark of {commit} matches the filter")
        if done.returncode != 0 or not out.exists():
            tail = "\n".join(done.stdout.splitlines()[-10:])
            raise ProgramError(f"//bench of {commit} failed:\n{tail}")
        return results.load(out)
