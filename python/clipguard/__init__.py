# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""Animation files that you do not trust: checked, sampled, mended, converted, shown.

    import clipguard

    verdict = clipguard.validate("hands.bin")
    for finding in verdict.findings:
        print(finding.code, finding.path, finding.offset, finding.message)

    samples = clipguard.read("hands.bin").sample(fps=60)
    samples.time                                    # seconds, float32
    samples["hands.right.IndexTip.position"]        # metres, one row a time
    samples.tracked["right"]                        # 1 while the hand was seen
    samples.to_pandas(shape="long")

    clipguard.convert("hands.bin", to="glb", out="hands.glb")
    clipguard.repair("cut.bin", out="mended.bin")
    clipguard.report("hands.bin")                   # in a notebook: the page

Values that were not recorded are NaN. Units, axes and frames of reference are those of
`clipguard sample`: see docs/sample.md. A file is a path, or its bytes.

Each call runs the program `clipguard`, which comes with this package and is on
the PATH, too. All functions may be called from several threads.
"""

from __future__ import annotations

import difflib
import html
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, Optional
from typing import Sequence, Tuple, Union
from urllib.parse import unquote_to_bytes

if TYPE_CHECKING:
    import numpy
    import pandas

__all__ = [
    "Animation", "Change", "ClipguardError", "Finding", "InvalidFileError",
    "Page", "RefusedError", "Result", "Samples", "Verdict", "convert",
    "explain", "program", "read", "repair", "report", "run", "sample_all",
    "validate", "validate_all", "version",
]

Source = Union[str, "os.PathLike[str]", bytes]

# Exit codes of the program.
_OK, _FINDINGS = 0, 1


class ClipguardError(Exception):
    """The program could not do what was asked: its message, and its exit code
    (2: it was asked wrongly, 3: something could not be read or written)."""

    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(message)
        self.exit_code = exit_code

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (*self.args, self.exit_code), self.__dict__


class InvalidFileError(ClipguardError):
    """The file has errors. validate() lists them."""


class RefusedError(ClipguardError):
    """Nothing was written; `result` says why."""

    def __init__(self, message: str, exit_code: int, result: Result) -> None:
        super().__init__(message, exit_code)
        self.result = result

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (*self.args, self.exit_code, self.result), self.__dict__


@dataclass(frozen=True)
class Finding:
    """Something about a file, and the bytes where it is."""

    code: str  # of a note: ""
    severity: str  # "error" or "warning"; of a note or loss: ""
    message: str
    path: str  # in the format's own words: "hands.left.Palm.position.x"
    offset: Optional[int]
    length: Optional[int]
    count: int  # findings that this one stands for
    line: Optional[int] = None
    column: Optional[int] = None


@dataclass(frozen=True)
class Verdict:
    """The result of validate() for a file."""

    file: str
    format: Optional[str]  # "mrtk", "m3d", "forge-armature", "forge-asm", "xr-hands"; None: not known
    valid: bool
    findings: List[Finding]
    data: Dict[str, Any] = field(repr=False)  # all that the program says

    def __bool__(self) -> bool:
        return self.valid

    @property
    def errors(self) -> List[Finding]:
        return [f for f in self.findings if f.severity == "error"]

    @property
    def warnings(self) -> List[Finding]:
        return [f for f in self.findings if f.severity == "warning"]


@dataclass(frozen=True)
class Change:
    """A change by repair() in one place."""

    code: str
    path: str
    before: Optional[str]
    after: Optional[str]
    lost: Optional[str]
    safe: bool


@dataclass(frozen=True)
class Result:
    """The result of convert() or repair() for a file."""

    written: bool
    content: Optional[bytes] = field(repr=False)  # None if `out` was given
    notes: List[Finding]  # what the target never holds
    findings: List[Finding]  # losses of convert(); what repair() left
    changes: List[Change]  # of repair()
    data: Dict[str, Any] = field(repr=False)  # all that the program says


# ---- The program ------------------------------------------------------------


def program() -> str:
    """The path of the program. $CLIPGUARD_PROGRAM is another one."""
    chosen = os.environ.get("CLIPGUARD_PROGRAM")
    if chosen:
        return chosen
    folders = [sysconfig.get_path("scripts"), os.path.join(sys.prefix, "bin")]
    # Beside the package: pip install --target, and --user.
    folders.append(os.path.join(os.path.dirname(os.path.dirname(__file__)), "bin"))
    folders.append(sysconfig.get_path("scripts", f"{os.name}_user"))
    for folder in folders:
        path = os.path.join(folder, "clipguard")
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    found = shutil.which("clipguard")
    if found:
        return found
    raise FileNotFoundError("the program clipguard is not installed beside its package")


def run(*arguments: str, input: Optional[bytes] = None) -> subprocess.CompletedProcess[bytes]:
    """Runs the program: any command, any flags. Raises nothing: see its
    `returncode`, `stdout` and `stderr`."""
    stdin: Dict[str, Any] = {"stdin": subprocess.DEVNULL} if input is None else {"input": input}
    return subprocess.run([program(), *arguments], capture_output=True, check=False, **stdin)


def version() -> str:
    """The program's version."""
    return run("--version").stdout.decode().split()[-1]


def _named(source: Source) -> Tuple[str, Optional[bytes]]:
    """The argument for a file, and what standard input is to be."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return "-", bytes(source)
    path = os.fspath(source)
    # No flag, whatever the file is called.
    return (os.path.join(".", path) if path.startswith("-") else path), None


def _failure(done: subprocess.CompletedProcess[bytes]) -> ClipguardError:
    said = done.stderr.decode(errors="replace").strip() or f"exit code {done.returncode}"
    said = said[len("clipguard: "):] if said.startswith("clipguard: ") else said
    kind = InvalidFileError if done.returncode == _FINDINGS else ClipguardError
    return kind(said, done.returncode)


def _objects(done: subprocess.CompletedProcess[bytes]) -> List[Dict[str, Any]]:
    """The lines of a report in JSON."""
    lines = done.stdout.decode(errors="replace").splitlines()
    try:
        return [json.loads(line) for line in lines if line]
    except ValueError:
        raise ClipguardError(
            "the program's output is not JSON: no flag may change its form", 2) from None


def _finding(data: Mapping[str, Any]) -> Finding:
    return Finding(
        code=data.get("code", ""), severity=data.get("severity", ""),
        message=data.get("message", ""), path=data.get("path") or "",
        offset=data.get("offset"), length=data.get("length"),
        count=data.get("count", 1), line=data.get("line"), column=data.get("column"))


def _findings(data: Mapping[str, Any], *names: str) -> List[Finding]:
    return [_finding(one) for name in names for one in data.get(name) or []]


# ---- Checking ---------------------------------------------------------------


def _verdict(data: Dict[str, Any]) -> Verdict:
    if "error" in data:
        raise ClipguardError(f"{data['file']}: {data['error']['message']}", 3)
    return Verdict(
        file=data["file"], format=data.get("format"), valid=bool(data.get("valid")),
        findings=_findings(data, "findings"), data=data)


def validate(source: Source, flags: Sequence[str] = ()) -> Verdict:
    """Whether a file is sound, and what is wrong with it. `flags` are more of
    `clipguard validate`'s. A file of no format that is known is not valid."""
    name, content = _named(source)
    if content is None and os.path.isdir(name):
        raise IsADirectoryError(f"{name} is a folder: validate_all() checks all its files")
    done = run("validate", "--format=json", *flags, "--", name, input=content)
    found = _objects(done)
    if not found:
        raise _failure(done)
    return _verdict(found[0])


def validate_all(*sources: Source, jobs: Optional[int] = None,
                 flags: Sequence[str] = ()) -> List[Verdict]:
    """The same of many files and of folders, in their order; files of no known
    format in a folder are passed over."""
    names = [_named(source)[0] for source in sources]
    if "-" in names:
        raise TypeError("validate_all() takes paths")
    if jobs is not None:
        flags = [f"--jobs={jobs}", *flags]
    done = run("validate", "--format=json", *flags, "--", *names)
    if done.returncode > _FINDINGS:
        raise _failure(done)
    return [_verdict(data) for data in _objects(done)]


def explain(code: str) -> Dict[str, Any]:
    """Returns the meaning of a code: cause, advice, an example."""
    done = run("explain", "--format=json", "--", code)
    if done.returncode != _OK:
        raise _failure(done)
    return _objects(done)[0]


# ---- Sampling ---------------------------------------------------------------


class Samples(Mapping[str, "numpy.ndarray"]):
    """Arrays of float32, by the names of `clipguard sample`: of a recording
    "hands.left.Palm.position" (x, y, z) and "hands.left.Palm.rotation" (x, y, z,
    w); of others, see docs/sample.md. All have one row a time. NaN is what was
    not recorded."""

    def __init__(self, arrays: Dict[str, numpy.ndarray], animation: Animation,
                 flags: Sequence[str]) -> None:
        self._arrays = arrays
        self._animation = animation
        self._flags = flags

    def __getitem__(self, name: str) -> numpy.ndarray:
        if name not in self._arrays:
            if not isinstance(name, str):
                raise KeyError(name)
            near = difflib.get_close_matches(name, self._arrays, n=1)
            raise KeyError(f"{name}: did you mean {near[0]}?" if near else name)
        return self._arrays[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)

    def __repr__(self) -> str:
        return f"<Samples: {len(self)} arrays of {len(self.time)} rows>"

    @property
    def time(self) -> numpy.ndarray:
        """Seconds; of an armature 0 to 1."""
        return self._arrays["time"]

    @property
    def tracked(self) -> Dict[str, numpy.ndarray]:
        """Returns, by hand that the recording knows: 1 while it was seen, else 0."""
        return {
            name.split(".")[1]: values for name, values in self._arrays.items()
            if name.startswith("hands.") and name.endswith(".tracked")
        }

    def to_pandas(self, shape: str = "wide") -> pandas.DataFrame:
        """A table. "wide": a row a time, a column for each number. "long": a row
        for each time, part and joint: time, part, joint, x, y, z, qx, qy, qz,
        qw, tracked."""
        import numpy
        import pandas

        if shape == "long":
            table = pandas.DataFrame(_table("npy", self._flags, self._animation._source))
            return table.drop(columns=["file"])
        if shape != "wide":
            raise ValueError(f"shape is 'wide' or 'long', not {shape!r}")
        # Numbers side by side are one block of memory, without a copy of each column.
        tables = []
        # Texts, which are last in the archive, come after the time.
        arrays = sorted(self._arrays.items(), key=lambda array: (
            array[0] != "time", array[1].dtype.kind == "f"))
        for name, values in arrays:
            names = _columns(name, values)
            if values.dtype.kind == "f" and tables and tables[-1][0][0].dtype.kind == "f":
                tables[-1][0].append(values.reshape(len(values), -1))
                tables[-1][1].extend(names)
            else:
                tables.append(([values.reshape(len(values), -1)], names))
        return pandas.concat(
            [pandas.DataFrame(numpy.concatenate(parts, axis=1), columns=names)
             for parts, names in tables], axis=1)


def _columns(name: str, values: numpy.ndarray) -> List[str]:
    """Returns the names that `clipguard sample` gives the columns of an array."""
    if values.ndim == 1:
        return [name]
    if values.ndim == 3:
        return [f"m{row}{column}" for row in range(4) for column in range(4)]
    return [f"{name}.{axis}" for axis in "xyzw"[:values.shape[1]]]


class Animation:
    """A file that is sampled. Made by read()."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def __repr__(self) -> str:
        name, content = _named(self._source)
        return f"<Animation: {name if content is None else f'{len(content)} bytes'}>"

    @property
    def info(self) -> Dict[str, Any]:
        """Returns the contents of the file: duration, curves, bones, clips."""
        name, content = _named(self._source)
        done = run("info", "--format=json", "--", name, input=content)
        if done.returncode != _OK:
            raise _failure(done)
        return _objects(done)[0]

    def columns(self) -> List[str]:
        """Returns the column names that `only` can choose."""
        name, content = _named(self._source)
        done = run("sample", "--list-columns", "--", name, input=content)
        if done.returncode != _OK:
            raise _failure(done)
        return done.stdout.decode(errors="replace").splitlines()

    def sample(self, fps: Optional[float] = None, *,
               times: Union[str, Sequence[float], None] = None,
               start: Optional[float] = None, end: Optional[float] = None,
               only: Union[str, Sequence[str], None] = None,
               clip: Optional[str] = None, flags: Sequence[str] = ()) -> Samples:
        """Values at `fps` times a second, from `start` to `end` or of the whole
        file, or at the given times (seconds; of armatures 0 to 1), or at those
        of the file's own keys (times="keys"). `only` are parts and joints:
        "camera", "right.IndexTip", "*.position".

        Raises InvalidFileError if the file has errors."""
        chosen = _sample_flags(fps, times, start, end, only, flags)
        if clip is not None:
            chosen.append(f"--clip={clip}")
        return Samples(_table("npz", chosen, self._source), self, chosen)


def _sample_flags(fps: Optional[float], times: Union[str, Sequence[float], None],
                  start: Optional[float], end: Optional[float],
                  only: Union[str, Sequence[str], None], flags: Sequence[str]) -> List[str]:
    chosen = list(flags)
    if (fps is None) == (times is None):
        raise TypeError("sampling takes fps or times")
    if fps is not None:
        chosen.append(f"--fps={float(fps)!r}")
    if isinstance(times, str):
        chosen.append(f"--times={times}")
    elif times is not None:
        chosen.append("--times=" + ",".join(repr(float(t)) for t in times))
    if start is not None:
        chosen.append(f"--from={float(start)!r}")
    if end is not None:
        chosen.append(f"--to={float(end)!r}")
    if only is not None:
        names = [only] if isinstance(only, str) else only
        chosen.extend(f"--only={name}" for name in names)
    return chosen


# Bytes of one argument: Linux takes 128 KiB, and a time as Python writes it has 25.
_MOST_BYTES, _MOST_TIMES = 100_000, 4000


def _runs(flags: Sequence[str]) -> List[List[str]]:
    """The flags of each run: one run, unless there are too many times."""
    for at, flag in enumerate(flags):
        if flag.startswith("--times=") and len(flag) > _MOST_BYTES:
            times = flag[len("--times="):].split(",")
            return [
                [*flags[:at], "--times=" + ",".join(times[i:i + _MOST_TIMES]), *flags[at + 1:]]
                for i in range(0, len(times), _MOST_TIMES)
            ]
    return [list(flags)]


def _blocks(table: Mapping[str, numpy.ndarray]) -> numpy.ndarray:
    """Returns the number of each row's file and clip, whose rows follow each other."""
    import numpy

    begins = numpy.zeros(len(table["time"]), bool)
    for name in ("path", "file", "clip"):
        if name in table:
            begins[1:] |= table[name][1:] != table[name][:-1]
    return numpy.cumsum(begins)


def _table(kind: str, flags: Sequence[str], *sources: Source,
           several: bool = False) -> Dict[str, numpy.ndarray]:
    """The columns of a table. If `several`, files with errors are left out."""
    import numpy

    tables = [_table_of_run(kind, run_flags, sources, several) for run_flags in _runs(flags)]
    if len(tables) == 1:
        return tables[0]
    # The rows of a clip follow each other, as if it were one run.
    order = numpy.argsort(numpy.concatenate([_blocks(table) for table in tables]), kind="stable")
    return {
        name: numpy.concatenate([table[name] for table in tables])[order] for name in tables[0]
    }


def _table_of_run(kind: str, flags: Sequence[str], sources: Sequence[Source],
                  several: bool) -> Dict[str, numpy.ndarray]:
    import numpy

    named = [_named(source) for source in sources]
    with tempfile.TemporaryDirectory(prefix="clipguard-") as folder:
        path = os.path.join(folder, f"table.{kind}")
        done = run("sample", f"--out={path}", *flags, "--", *(name for name, _ in named),
                   input=named[0][1])
        left_out = several and done.returncode == _FINDINGS
        if left_out and not os.path.exists(path):
            return {"time": numpy.zeros(0, numpy.float32), "path": numpy.zeros(0, "U1")}
        if not (done.returncode == _OK or left_out) or not os.path.exists(path):
            raise _failure(done)
        table = numpy.load(path, allow_pickle=False)
        if kind == "npy":
            return {name: table[name] for name in table.dtype.names}
        with table:
            return {name: table[name] for name in table.files}


def _path(text: str) -> str:
    """The path that the program writes as `text` (cli/io/name_text.h)."""
    path = again = unquote_to_bytes(text)
    for _ in range(4):
        try:
            again.decode()
        except UnicodeDecodeError:
            return os.fsdecode(path)
        again = unquote_to_bytes(again)
    return text


def sample_all(*sources: Union[str, "os.PathLike[str]"], fps: Optional[float] = None,
               times: Union[str, Sequence[float], None] = None,
               start: Optional[float] = None, end: Optional[float] = None,
               only: Union[str, Sequence[str], None] = None,
               flags: Sequence[str] = ()) -> Dict[str, Samples]:
    """The same of many files and of folders, by their paths. Files that have
    errors, or nothing to sample, are left out: validate_all() says why. Raises
    ClipguardError if a file cannot be read."""
    import numpy

    # A file that is given twice is sampled once.
    given = {_named(source)[0]: os.fspath(source) for source in sources}
    if not given or "-" in given:
        raise TypeError("sample_all() takes paths")
    chosen = _sample_flags(fps, times, start, end, only, flags)
    arrays = _table("npz", chosen, *given.values(), several=True)
    if "path" not in arrays:
        (path,) = given.values()
        return {path: Samples(arrays, Animation(path), chosen)}
    files = arrays.pop("path")
    # The rows of a file follow each other.
    begins = numpy.flatnonzero(numpy.append(True, files[1:] != files[:-1])) if len(files) else []
    samples: Dict[str, Samples] = {}
    for begin, stop in zip(begins, [*begins[1:], len(files)]):
        path = _path(str(files[begin]))
        path = given.get(path, path)
        samples[path] = Samples(
            {name: values[begin:stop] for name, values in arrays.items()},
            Animation(path), chosen)
    return samples


def read(source: Source) -> Animation:
    """A recording, character or armature, to be sampled. Nothing is read yet."""
    return Animation(source)


# ---- Changing ---------------------------------------------------------------


def _written(command: str, source: Source, out: Optional[Source], ending: str,
             flags: Sequence[str]) -> Result:
    name, content = _named(source)
    with tempfile.TemporaryDirectory(prefix="clipguard-") as folder:
        place = os.path.join(folder, f"result{ending}")
        to = place if out is None else os.fspath(out)
        if to == "-":
            raise ClipguardError("without `out`, the file is in the result's `content`", 2)
        done = run(command, f"--out={to}", "--format=json", *flags, "--", name, input=content)
        found = _objects(done)
        if not found or "error" in found[0]:
            raise _failure(done)
        data = found[0]
        written = done.returncode == _OK and os.path.exists(to)
        made = Path(place).read_bytes() if written and out is None else None
    result = Result(
        written=written, content=made, notes=_findings(data, "notes"),
        findings=_findings(data, "findings", "left"),
        changes=[
            Change(one["code"], one["path"], one.get("before"), one.get("after"),
                   one.get("lost"), bool(one.get("safe")))
            for one in data.get("changes") or []
        ], data=data)
    if not written:
        why = data.get("problem") or "; ".join(f.message for f in result.findings[:3])
        said = done.stderr.decode(errors="replace").strip()
        raise RefusedError(why or said or f"{name} is not written", done.returncode, result)
    return result


def convert(source: Source, to: str, out: Union[str, "os.PathLike[str]", None] = None, *,
            lossy: bool = False, flags: Sequence[str] = ()) -> Result:
    """A file in another format: "glb", "csv", "json", "bedrock", "mrtk" and
    others (`clipguard help convert`). Without `out`, it is in the result's
    `content`. Raises RefusedError where something would be lost, unless `lossy`;
    then `findings` say what."""
    more = ["--lossy"] if lossy else []
    return _written("convert", source, out, f".{to}", [f"--to={to}", *more, *flags])


def repair(source: Source, out: Union[str, "os.PathLike[str]", None] = None, *,
           unsafe: bool = False, flags: Sequence[str] = ()) -> Result:
    """A mended copy, whose `changes` say what is different. Without `out`, it is
    in the result's `content`. `unsafe` also does what may be a wrong guess. Raises
    RefusedError if the copy would still have errors."""
    more = ["--unsafe"] if unsafe else []
    return _written("repair", source, out, ".repaired", [*more, *flags])


# ---- Showing ----------------------------------------------------------------


class Page:
    """A report: one HTML page that needs no network. Notebooks show it."""

    def __init__(self, text: str) -> None:
        self.html = text

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        Path(path).write_text(self.html, encoding="utf-8")

    def _repr_html_(self) -> str:
        # It has no part in the notebook's page: its own origin, its own policy.
        return (f'<iframe sandbox="allow-scripts allow-downloads" srcdoc="{html.escape(self.html)}" '
                'style="width:100%;height:720px;border:0" title="clipguard report"></iframe>')


def report(*sources: Source, flags: Sequence[str] = ()) -> Page:
    """The page of `clipguard report` about files and folders. Raises
    ClipguardError if a file cannot be read."""
    named = [_named(source) for source in sources]
    if not named:
        raise TypeError("report() takes a file")
    contents = [content for _, content in named if content is not None]
    if len(contents) > 1:
        raise TypeError("report() takes the bytes of one file at most")
    with tempfile.TemporaryDirectory(prefix="clipguard-") as folder:
        page = os.path.join(folder, "report.html")
        done = run("report", f"--out={page}", *flags, "--", *(name for name, _ in named),
                   input=contents[0] if contents else None)
        if done.returncode not in (_OK, _FINDINGS) or not os.path.exists(page):
            raise _failure(done)
        return Page(Path(page).read_text(encoding="utf-8"))
