#!/usr/bin/python3
# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""What a million small files cost: seconds and memory, and one report for all.

    tools/many_files.py --files=1000000

Makes the files from the corpus (nine of ten valid, each JSON and .m3d file a
content of its own), then measures `validate` with two jobs, its shards under GNU
parallel and as a Slurm array on this machine, one task of which is killed and queued
again. All of them must give the same report, to the byte; without one of its parts,
`merge` must say so.
Needs Debian's parallel, slurm-wlm and munge, and root for Slurm; what is not there
is skipped, and said. The folder is removed at the end.
"""

import argparse
import os
import pathlib
import random
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PER_FOLDER = 1000
LARGEST = 4000  # bytes of a file: one block


def corpus():
    """Valid files and others: [(content, whether it may end in blanks)]."""
    by_kind = {True: [], False: []}
    for path in sorted((ROOT / "corpus").glob("*/*/*")):
        if path.stat().st_size <= LARGEST:
            is_text = path.parent.parent.name != "mrtk"
            by_kind[path.parent.name == "valid"].append((path.read_bytes(), is_text))
    return by_kind


def blanks(number):
    """Blanks that say a number: a content of its own, and the same verdict."""
    return bytes(b"\t"[0] if number >> i & 1 else b" "[0] for i in range(20))


def make(folder, count):
    """Makes the files; their bytes in all."""
    rng = random.Random(1)
    by_kind = corpus()
    total = 0
    for i in range(count):
        if i % PER_FOLDER == 0:
            inside = folder / f"{i // PER_FOLDER:04d}"
            inside.mkdir(parents=True)
        valid = i % 10 != 9
        content, is_text = rng.choice(by_kind[valid])
        if is_text and valid:
            content += b"\n" + blanks(i)
        total += len(content)
        (inside / f"{i:07d}.bin").write_bytes(content)
    return total


class Lab:
    """Runs clipguard, and measures it."""

    def __init__(self, program, work):
        self.program = program
        self.work = work

    def run(self, name, command):
        """Says seconds and memory, which is that of the largest process."""
        begun = time.monotonic()
        with subprocess.Popen(command, cwd=self.work, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE) as process:
            errors = process.stderr.read()
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - begun
        if process.returncode not in (0, 1):
            sys.exit(f"{name}: exit code {process.returncode}\n"
                     f"{errors.decode(errors='replace')[-2000:]}")
        print(f"  {name:34} {seconds:8.1f} s {used.ru_maxrss / 1024:8.1f} MB "
              f"{used.ru_utime + used.ru_stime:8.1f} s of CPU", flush=True)

    def validate(self, *flags):
        return [self.program, "validate", *flags, "--files-from=files.list"]

    def must_be_the_same(self, path):
        """Compares a report with that of the run with two jobs."""
        done = subprocess.run(["cmp", "whole.ndjson", path], cwd=self.work,
                              check=False)
        if done.returncode:
            sys.exit(f"{path} is another report")


def measure_jobs(lab):
    for jobs in (1, 2):
        lab.run(f"validate --jobs={jobs}, json",
                lab.validate(f"--jobs={jobs}", "--output=json:whole.ndjson", "-q"))
    for report in ("text", "sarif", "junit", "shard"):
        lab.run(f"validate --jobs=2, {report}",
                lab.validate("--jobs=2", f"--format={report}"))


def merge(lab, name, shards):
    lab.run(f"merge, {name}", [lab.program, "merge", "--quiet",
                               "--output=json:merged.ndjson", *shards])
    lab.must_be_the_same("merged.ndjson")


def measure_parallel(lab, shards):
    if not shutil.which("parallel"):
        print("  GNU parallel is not installed: skipped")
        return
    command = " ".join(lab.validate("--shard={}/%d" % shards, "--jobs=1", "-q",
                                    "--fail-on=none",
                                    "--output=shard:p{}.ndjson"))
    lab.run(f"{shards} shards under GNU parallel -j2",
            ["parallel", "-j2", command, ":::",
             *[str(i + 1) for i in range(shards)]])
    merge(lab, "GNU parallel", [f"p{i + 1}.ndjson" for i in range(shards)])


class Slurm:
    """Slurm on this machine, with its own daemons, settings and state."""

    CONF = """ClusterName=here
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmctldPort=26817
SlurmdPort=26818
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=1000
ReturnToService=2
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""

    def __init__(self, folder):
        self.folder = folder
        self.processes = []

    def __enter__(self):
        for name in ("state", "spool"):
            (self.folder / name).mkdir(parents=True)
        conf = self.folder / "slurm.conf"
        conf.write_text(self.CONF.format(host=socket.gethostname().split(".")[0],
                                         folder=self.folder, cpus=os.cpu_count()))
        os.environ["SLURM_CONF"] = str(conf)
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o400)
        self.start("munged", "--foreground", "--force", f"--key-file={key}",
                   f"--socket={self.folder}/munge.socket",
                   f"--pid-file={self.folder}/munged.pid",
                   f"--log-file={self.folder}/munged.log",
                   f"--seed-file={self.folder}/munged.seed")
        time.sleep(1)
        self.start("slurmctld", "-D", "-c")
        time.sleep(1)
        self.start("slurmd", "-D")
        for _ in range(60):
            asked = subprocess.run(["sinfo", "-h", "-o", "%T"], check=False,
                                   capture_output=True, text=True)
            if "idle" in asked.stdout:
                return self
            time.sleep(0.5)
        raise RuntimeError(f"Slurm does not start: {self.folder}/*.log")

    def start(self, program, *arguments):
        path = shutil.which(program, path="/usr/sbin:/usr/bin")
        with open(self.folder / f"{program}.out", "wb") as out:
            self.processes.append(subprocess.Popen(
                [path, *arguments], stdout=out, stderr=out,
                stdin=subprocess.DEVNULL))

    def __exit__(self, *_):
        for process in reversed(self.processes):
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def measure_slurm(lab, shards):
    missing = [name for name in ("slurmctld", "slurmd", "munged", "sbatch")
               if not shutil.which(name, path="/usr/sbin:/usr/bin")]
    if missing or os.geteuid() != 0:
        print(f"  Slurm: {', '.join(missing) or 'only as root'}: skipped")
        return
    # munged wants its key where only root can write.
    folder = pathlib.Path(tempfile.mkdtemp(prefix="clipguard-slurm.",
                                           dir="/run"))
    folder.chmod(0o755)
    try:
        with Slurm(folder):
            begun = time.monotonic()
            killed = kill_one(submit(lab, f"1-{shards}", shards), shards)
            print(f"  Slurm, array of {shards}; task {killed} killed "
                  f"{time.monotonic() - begun:8.1f} s", flush=True)
            # Some parts again, as an array of their own.
            again = sorted({shards // 3 + 1, shards - 1})
            for part in again:
                (lab.work / f"slurm/{part}.ndjson").unlink()
            job = submit(lab, ",".join(map(str, again)), shards)
            while subprocess.run(["squeue", "-h", "-j", job], check=False,
                                 capture_output=True).stdout:
                time.sleep(0.1)
    finally:
        shutil.rmtree(folder)
    reports = [f"slurm/{i + 1}.ndjson" for i in range(shards)]
    merge(lab, "Slurm", reports)
    lost = shards // 3
    done = subprocess.run(
        [lab.program, "merge", "-q", *reports[:lost], *reports[lost + 1:]],
        cwd=lab.work, check=False, capture_output=True, text=True)
    named = f"{lost + 1}" in done.stderr
    if done.returncode != 3 or not named:
        sys.exit(f"merge without shard {lost + 1}: exit code {done.returncode}: {done.stderr}")
    print(f"  without shard {lost + 1}: {done.stderr.strip().splitlines()[0]}")


def submit(lab, array, shards):
    """Queues tasks of the recipe, and gives the job's number."""
    done = subprocess.run(
        ["sbatch", "--parsable", f"--array={array}",
         f"--output={lab.work}/slurm-%a.txt", "--export=ALL",
         str(ROOT / "examples/slurm/validate.sbatch"), "files.list", "slurm",
         str(shards)],
        cwd=lab.work, env=dict(os.environ, CLIPGUARD=lab.program), check=True,
        capture_output=True, text=True)
    return done.stdout.strip()


def kill_one(job, shards):
    """Waits for an array; kills one of its tasks in the middle, and queues it again."""
    killed = None
    while True:
        asked = subprocess.run(["squeue", "-h", "-r", "-j", job, "-o", "%K %T"],
                               check=False, capture_output=True, text=True)
        tasks = [line.split() for line in asked.stdout.splitlines()]
        running = [task for task, state in tasks if state == "RUNNING"]
        if not tasks:
            return killed
        if killed is None and running and len(tasks) <= shards // 2:
            task = f"{job}_{running[-1]}"
            stopped = subprocess.run(["scancel", "--signal=KILL", "--full", task],
                                     check=False, capture_output=True)
            # It is gone from the queue before it can be queued again.
            for _ in range(100):
                again = subprocess.run(["scontrol", "requeue", task], check=False,
                                       capture_output=True)
                if stopped.returncode or again.returncode == 0:
                    break
                time.sleep(0.1)
            if stopped.returncode == 0 and again.returncode == 0:
                killed = running[-1]
        time.sleep(0.05)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--program", default=str(ROOT / "bazel-bin/cli/clipguard"))
    parser.add_argument("--shards", type=int, default=8)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="clipguard-many.") as folder:
        work = pathlib.Path(folder)
        begun = time.monotonic()
        total = make(work / "files", args.files)
        with open(work / "files.list", "w", encoding="ascii") as listed:
            for i in range(args.files):
                listed.write(f"files/{i // PER_FOLDER:04d}/{i:07d}.bin\n")
        print(f"{args.files} files, {total / 1e6:.0f} MB, made in "
              f"{time.monotonic() - begun:.0f} s; {os.cpu_count()} CPUs, load "
              f"{os.getloadavg()[0]:.1f}", flush=True)
        lab = Lab(str(pathlib.Path(args.program).resolve()), work)
        measure_jobs(lab)
        measure_parallel(lab, args.shards)
        measure_slurm(lab, args.shards)
        print("the same report from all of them")


if __name__ == "__main__":
    main()
