# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""Tests of the package, as it is installed: tools/check_wheel.sh runs them.

In $CORPUS is the folder corpus/; in $CLIPGUARD_DATA, if it is set, are real files.
"""

import io
import os
import pathlib
import pickle
import subprocess
import tempfile
import unittest
from unittest import mock

import clipguard
import numpy
import pandas

CORPUS = pathlib.Path(os.environ["CORPUS"])
VALID = CORPUS / "mrtk/valid"
BROKEN = sorted((CORPUS / "mrtk/invalid").glob("*.bin"))[0]
BIPED = CORPUS / "m3d/valid/biped.m3d"
SOME = VALID / "parts-camera-hands.bin"
DATA = os.environ.get("CLIPGUARD_DATA")


def recordings():
    files = sorted(VALID.glob("*.bin"))
    if DATA:
        files += sorted(pathlib.Path(DATA).glob("mrtk/real/*.bin"))
    return files


def csv_of(*arguments):
    done = subprocess.run(
        [clipguard.program(), "sample", "--format=csv", *arguments],
        capture_output=True, check=True)
    return pandas.read_csv(io.BytesIO(done.stdout), dtype={"clip": str})


def write(folder, names, content):
    for name in names:
        pathlib.Path(folder, name).write_bytes(content)


class in_folder:
    """An empty working directory."""

    def __enter__(self):
        self.before = os.getcwd()
        self.folder = tempfile.TemporaryDirectory()
        os.chdir(self.folder.name)
        return self.folder.name

    def __exit__(self, *error):
        os.chdir(self.before)
        self.folder.cleanup()


class ErrorTest(unittest.TestCase):
    def test_errors_pass_between_processes(self):
        for error in (
                clipguard.ClipguardError("a", 3), clipguard.InvalidFileError("b", 1),
                clipguard.RefusedError("c", 1, clipguard.Result(False, None, [], [], [], {}))):
            error.more = 5
            again = pickle.loads(pickle.dumps(error))
            self.assertIs(type(again), type(error))
            self.assertEqual(str(again), str(error))
            self.assertEqual(vars(again), vars(error))

    def test_asked_wrongly(self):
        for ask in (
                lambda: clipguard.convert(SOME, "glb", out="-"),
                lambda: clipguard.repair(SOME, out=pathlib.Path("-")),
                lambda: clipguard.explain("--help"),
                lambda: clipguard.validate(SOME, flags=["--format=text"]),
                lambda: clipguard.read(SOME).sample(fps=1, flags=["--help"])):
            with self.assertRaises(clipguard.ClipguardError):
                ask()
        with self.assertRaises(TypeError):
            clipguard.sample_all(fps=5)
        with self.assertRaises(TypeError):
            clipguard.sample_all(b"", fps=5)

    def test_files_that_are_missing(self):
        for ask in (
                lambda: clipguard.report("nope.bin"),
                lambda: clipguard.report(SOME, "nope.bin"),
                lambda: clipguard.sample_all("nope.bin", fps=5),
                lambda: clipguard.sample_all(SOME, "nope.bin", fps=5)):
            with self.assertRaisesRegex(clipguard.ClipguardError, "nope.bin") as caught:
                ask()
            self.assertEqual(caught.exception.exit_code, 3)


class ValidateTest(unittest.TestCase):
    def test_each_file_of_the_corpus(self):
        for kind, valid in (("valid", True), ("warnings", True), ("invalid", False)):
            files = [
                path for path in sorted((CORPUS / "m3d" / kind).glob("*.m3d"))
                # Those need a flag to be one.
                if not path.name.startswith(("limit-", "target-"))
            ]
            for verdict in clipguard.validate_all(*files):
                self.assertEqual(bool(verdict), valid, verdict)
                self.assertEqual(bool(verdict.errors), not valid)
                self.assertFalse(verdict.warnings and kind == "valid", verdict)

    def test_a_finding_has_a_place(self):
        path = CORPUS / "m3d/invalid/name-has-space.m3d"
        for source in (path, str(path), path.read_bytes()):
            (finding,) = clipguard.validate(source).findings
            self.assertEqual(finding.code, "NAME_HAS_SPACE")
            self.assertEqual((finding.offset, finding.length), (279, 12))
            self.assertEqual((finding.line, finding.column), (15, 13))
            self.assertEqual(finding.path, "materials[0].diffuseMap")
            self.assertEqual(clipguard.explain(finding.code)["severity"], "error")

    def test_what_is_no_file_of_ours(self):
        with self.assertRaisesRegex(clipguard.ClipguardError, "No such file"):
            clipguard.validate("nothing.bin")
        with self.assertRaises(IsADirectoryError):
            clipguard.validate(VALID)
        self.assertFalse(clipguard.validate(b"nothing that is known"))
        with in_folder() as folder:
            write(folder, ["--help"], b"?")
            self.assertFalse(clipguard.validate("--help"))


class SampleTest(unittest.TestCase):
    def test_values_are_those_of_the_program(self):
        sampled = 0
        for path in recordings():
            with self.subTest(path=path.name):
                try:
                    samples = clipguard.read(path).sample(fps=7)
                except clipguard.ClipguardError as error:
                    # Its times are too far apart.
                    self.assertIn("--to", str(error))
                    continue
                sampled += 1
                table = csv_of("--fps=7", str(path))
                wide = samples.to_pandas()
                self.assertEqual(list(wide.columns), list(table.columns))
                numpy.testing.assert_array_equal(
                    wide.to_numpy(numpy.float32), table.to_numpy(numpy.float32))
                self.assertEqual(samples.time.dtype, numpy.float32)
        self.assertGreater(sampled, 10)

    def test_wide_tables_of_others_are_those_of_the_program(self):
        for name in ("m3d/valid/biped.m3d", "forge/valid/chest.armature.json"):
            path = CORPUS / name
            wide = clipguard.read(path).sample(fps=5).to_pandas()
            table = csv_of("--fps=5", "--shape=wide", str(path))
            self.assertEqual(list(wide.columns), list(table.columns))
            numpy.testing.assert_array_equal(
                wide[["time", "m00", "m33"]].to_numpy(numpy.float32),
                table[["time", "m00", "m33"]].to_numpy(numpy.float32))

    def test_long_tables_are_those_of_the_program(self):
        for path in (SOME, BIPED):
            long = clipguard.read(path).sample(fps=5).to_pandas(shape="long")
            table = csv_of("--fps=5", "--shape=long", str(path))
            self.assertEqual(["file", *long.columns], list(table.columns))
            for name in ("x", "y", "z", "qx", "qy", "qz", "qw", "tracked", "time"):
                numpy.testing.assert_array_equal(
                    long[name].to_numpy(numpy.float32), table[name].to_numpy(numpy.float32))

    def test_what_was_not_recorded_is_nan(self):
        samples = clipguard.read(VALID / "one-hand.bin").sample(times=[0, 0.5])
        self.assertEqual(len(samples.time), 2)
        self.assertTrue(all(
            numpy.isnan(samples[name]).all() for name in samples
            if name.startswith("hands.right.") and name.endswith(".position")))
        self.assertFalse(any(
            (samples[name] == 0).all() for name in samples if name.endswith(".rotation")))

    def test_choices(self):
        path = SOME
        some = clipguard.read(path).sample(fps=30, end=1, only=["camera", "right.IndexTip"])
        self.assertIn("camera.position", some)
        self.assertNotIn("hands.left.Palm.position", some)
        self.assertEqual(len(some.time), 31)
        self.assertEqual(some["camera.position"].shape, (31, 3))
        with self.assertRaisesRegex(clipguard.ClipguardError, "(?i)did you mean"):
            clipguard.read(path).sample(fps=1, only="camara")
        with self.assertRaises(TypeError):
            clipguard.read(path).sample()

    def test_the_times_of_keys(self):
        times = clipguard.read(VALID / "parts-camera.bin").sample(times="keys").time
        self.assertGreater(len(times), 1)
        self.assertTrue((numpy.diff(times) > 0).all())
        with self.assertRaisesRegex(clipguard.ClipguardError, "has no keys"):
            clipguard.read(CORPUS / "forge/valid/chest.armature.json").sample(times="keys")

    def test_many_files(self):
        paths = [str(SOME), str(VALID / "one-hand.bin")]
        many = clipguard.sample_all(*paths, fps=5)
        self.assertEqual(list(many), paths)
        for path in paths:
            alone = clipguard.read(path).sample(fps=5)
            numpy.testing.assert_array_equal(many[path].time, alone.time)
            for name in alone:
                numpy.testing.assert_array_equal(many[path][name], alone[name])
        self.assertEqual(list(clipguard.sample_all(paths[0], fps=5)), paths[:1])
        self.assertGreater(len(clipguard.sample_all(VALID, times="keys")), 5)
        with self.assertRaisesRegex(KeyError, "did you mean camera.position"):
            many[paths[0]]["camera.positon"]

    def test_many_files_without_those_that_have_errors(self):
        for names in ([], ["a.bin"], ["a.bin", "b.bin"]):
            with in_folder() as folder:
                write(folder, names, SOME.read_bytes())
                write(folder, ["broken.bin"], BROKEN.read_bytes())
                paths = [os.path.join(folder, name) for name in names]
                self.assertEqual(list(clipguard.sample_all(folder, fps=5)), paths)
                self.assertEqual(
                    list(clipguard.sample_all(*paths, "broken.bin", fps=5)), paths)

    def test_many_files_have_the_paths_that_are_given(self):
        content = SOME.read_bytes()
        names = ["-dash.bin", "a%.bin", "g%FF.bin", "g\udcff.bin"]
        with in_folder() as folder:
            write(folder, names, content)
            for given in (names, ["."]):
                samples = clipguard.sample_all(*given, fps=5)
                self.assertEqual([os.path.relpath(path) for path in samples], names)
                for one in samples.values():
                    self.assertEqual(len(one.to_pandas("long").time.unique()), len(one.time))
        one = clipguard.sample_all(SOME, SOME, fps=5)[str(SOME)]
        self.assertTrue((numpy.diff(one.time) > 0).all())

    def test_long_tables_of_many_files(self):
        for paths in ([SOME], [SOME, VALID / "one-hand.bin"]):
            long = clipguard.sample_all(*paths, fps=5, only="camera")[str(SOME)].to_pandas("long")
            alone = clipguard.read(SOME).sample(fps=5, only="camera").to_pandas("long")
            pandas.testing.assert_frame_equal(long, alone)

    def test_names_that_are_not_there(self):
        samples = clipguard.read(SOME).sample(fps=1)
        self.assertNotIn(5, samples)
        self.assertNotIn("x", samples)

    def test_more_times_than_a_command_line_takes(self):
        times = numpy.linspace(0, 0.5, 9000)
        numpy.testing.assert_array_equal(
            clipguard.read(SOME).sample(times=times).time, times.astype(numpy.float32))

        few = [0.25, 0, 0.125, 0.4, 0.3]
        for sources in ([SOME], [BIPED], [BIPED, BROKEN, SOME]):
            one = clipguard.sample_all(*sources, times=few)
            with mock.patch.multiple(clipguard, _MOST_BYTES=15, _MOST_TIMES=2):
                several = clipguard.sample_all(*sources, times=few)
            self.assertEqual(list(several), list(one))
            for path in one:
                self.assertEqual(list(several[path]), list(one[path]))
                for name in one[path]:
                    numpy.testing.assert_array_equal(several[path][name], one[path][name])
        samples = clipguard.read(BIPED).sample(times=few)
        with mock.patch.multiple(clipguard, _MOST_BYTES=15, _MOST_TIMES=2):
            several = samples.to_pandas("long")
        pandas.testing.assert_frame_equal(several, samples.to_pandas("long"))

    def test_a_broken_file(self):
        for path in sorted((CORPUS / "mrtk/invalid").glob("*.bin"))[:20]:
            with self.assertRaises(clipguard.InvalidFileError):
                clipguard.read(path).sample(fps=10, end=1)

    def test_bytes_are_as_good_as_a_path(self):
        path = SOME
        a = clipguard.read(path)
        b = clipguard.read(path.read_bytes())
        self.assertEqual(a.info["duration"], b.info["duration"])
        one, other = a.sample(fps=3), b.sample(fps=3)
        self.assertEqual(list(one), list(other))
        for name in one:
            numpy.testing.assert_array_equal(one[name], other[name])
        self.assertEqual(a.columns(), b.columns())


class ChangeTest(unittest.TestCase):
    def test_convert(self):
        path = SOME
        result = clipguard.convert(path, to="glb")
        self.assertEqual(result.content[:4], b"glTF")
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder, "a.glb")
            self.assertIsNone(clipguard.convert(path, "glb", place).content)
            self.assertEqual(place.read_bytes(), result.content)
        with self.assertRaises(clipguard.ClipguardError):
            clipguard.convert(path, to="nothing")

    def test_convert_that_loses_something(self):
        refused = []
        for path in sorted((CORPUS / "m3d/warnings").glob("*.m3d")):
            try:
                clipguard.convert(path, to="glb")
            except clipguard.RefusedError as error:
                refused.append(path)
                self.assertTrue(error.result.findings, path)
                self.assertFalse(error.result.written)
                self.assertTrue(clipguard.convert(path, to="glb", lossy=True).findings)
        self.assertTrue(refused)

    def test_repair(self):
        mended = 0
        for path in sorted((CORPUS / "mrtk/invalid").glob("*.bin")):
            before = path.read_bytes()
            try:
                result = clipguard.repair(before, unsafe=True)
            except clipguard.RefusedError as error:
                self.assertFalse(error.result.written)
                continue
            self.assertTrue(clipguard.validate(result.content))
            # A file with findings only under a certain flag is copied.
            self.assertNotEqual(bool(clipguard.validate(path)), bool(result.changes))
            mended += bool(result.changes)
            self.assertEqual(path.read_bytes(), before)
        self.assertGreater(mended, 5)


class PageTest(unittest.TestCase):
    def test_a_notebook_shows_the_page(self):
        page = clipguard.report(VALID / "one-hand.bin")
        self.assertTrue(page.html.startswith("<!doctype html>") or "<html" in page.html[:500])
        frame = page._repr_html_()
        self.assertTrue(frame.startswith("<iframe sandbox="))
        # Nothing of it ends the attribute that it is in.
        self.assertEqual(frame.count('"'), 8)
        with tempfile.TemporaryDirectory() as folder:
            page.save(pathlib.Path(folder, "a.html"))


if __name__ == "__main__":
    unittest.main()
