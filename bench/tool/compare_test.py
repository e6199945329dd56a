# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""Tests of compare.py and results.py, without building anything."""

import contextlib
import io
import json
import math
import os
import random
import tempfile
import unittest
import unittest.mock

import compare
import results

NAMES = ["W1/avx512", "W1/avx2", "BytesToMatrix/full/avx512"]
RIVALS = ["W1/halley-float/cursor", "W1/unit-bezier/cursor", "PlainRead/x"]


def document(scale, rng, repetitions=9, scatter=0.005, drift=1.0):
    """A result in which benchmarks take 1 ms times scale[name]."""
    benchmarks = []
    for name in NAMES + RIVALS:
        for i in range(repetitions):
            time = 1000 * drift * scale.get(name, 1) * (
                math.exp(rng.gauss(0, scatter))
            )
            benchmarks.append(
                {
                    "name": name,
                    "run_name": name,
                    "run_type": "iteration",
                    "repetition_index": i,
                    "cpu_time": time,
                    "real_time": 2 * time,
                    "time_unit": "us",
                    "items_per_second": 1e6 / time * 500,
                }
            )
        benchmarks.append(
            {"name": name + "_mean", "run_type": "aggregate", "cpu_time": 1}
        )
    return {"context": {"commit": "abc", "cpu": "x"}, "benchmarks": benchmarks}


class CompareTest(unittest.TestCase):

    def setUp(self):
        self.rng = random.Random(1)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        os.environ["BUILD_WORKING_DIRECTORY"] = self.folder
        self.addCleanup(os.chdir, os.getcwd())

    def write(self, name, content):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(
                content if isinstance(content, str) else json.dumps(content)
            )

    def run_main(self, *args):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = compare.main(list(args))
        return status, out.getvalue(), err.getvalue()

    def test_same(self):
        for _ in range(50):
            self.write("a.json", document({}, self.rng))
            self.write("b.json", document({}, self.rng))
            status, out, _ = self.run_main("a.json", "b.json")
            self.assertEqual(status, 0)
            self.assertIn(
                "same: 0 slower, 0 faster, 0 cannot tell, 6 same", out
            )

    def test_slower(self):
        for _ in range(50):
            self.write("a.json", document({}, self.rng))
            self.write("b.json", document({"W1/avx2": 1.1}, self.rng))
            status, out, _ = self.run_main(
                "a.json", "b.json", "--filter=W1/avx"
            )
            self.assertEqual(status, 1)
            self.assertIn("slower: 1 slower, 0 faster", out)
            self.assertRegex(out, r"(?m)^slower +W1/avx2 .* \+(8|9|10|11|12)\.")
            self.assertRegex(out, r"(?m)^same +W1/avx512 ")

    def test_faster_is_no_failure(self):
        self.write("a.json", document({}, self.rng))
        self.write("b.json", document({NAMES[2]: 0.5}, self.rng))
        status, out, _ = self.run_main("a.json", "b.json")
        self.assertEqual(status, 0)
        self.assertRegex(out, r"(?m)^faster +BytesToMatrix")

    def test_a_machine_that_drifts(self):
        # Everything takes 30% longer, the rivals too.
        self.write("a.json", document({}, self.rng))
        self.write("b.json", document({}, self.rng, drift=1.3))
        status, out, _ = self.run_main("a.json", "b.json")
        self.assertEqual(status, 0)
        self.assertIn("0 slower, 0 faster", out)

    def test_a_noisy_machine(self):
        for _ in range(50):
            self.write("a.json", document({}, self.rng, scatter=0.2))
            self.write("b.json", document({}, self.rng, scatter=0.2))
            status, out, _ = self.run_main("a.json", "b.json")
            self.assertEqual(status, 0)
            self.assertIn("0 slower, 0 faster", out)

    def test_too_few_repetitions(self):
        self.write("a.json", document({}, self.rng, repetitions=3))
        self.write("b.json", document({"W1/avx2": 2}, self.rng, repetitions=3))
        status, out, _ = self.run_main("a.json", "b.json")
        self.assertEqual(status, 0)
        self.assertIn("cannot tell: 0 slower, 0 faster, 6 cannot tell", out)

    def test_floor(self):
        self.write("a.json", document({}, self.rng))
        self.write("b.json", document({"W1/avx2": 1.2}, self.rng))
        status, out, _ = self.run_main("a.json", "b.json", "--floor=250000")
        self.assertEqual(status, 0)
        self.assertIn("0 slower", out)

    def test_what_cannot_be_used(self):
        self.write("a.json", document({}, self.rng))
        self.write("broken.json", "{")
        self.write("none.json", {"context": {}, "benchmarks": []})
        for other, words in [
            ("broken.json", "not a result of Google Benchmark"),
            ("none.json", "no single repetitions"),
        ]:
            status, out, err = self.run_main("a.json", other)
            self.assertEqual((status, out), (2, ""))
            self.assertIn(words, err)
        status, _, err = self.run_main(
            "a.json", "a.json", "--filter=NoSuchBenchmark"
        )
        self.assertEqual(status, 2)
        self.assertIn("no benchmark", err)
        status, _, err = self.run_main("a.json", "HEAD")
        self.assertEqual(status, 2)
        self.assertIn("a file and a commit", err)

    def test_what_is_no_commit(self):
        os.environ["BUILD_WORKSPACE_DIRECTORY"] = self.folder
        status, out, err = self.run_main("HEAD", "nosuch")
        self.assertEqual((status, out), (2, ""))
        self.assertIn("neither a file nor a commit", err)

    def test_notes_other_machines(self):
        self.write("a.json", document({}, self.rng))
        other = document({}, self.rng)
        other["context"]["cpu"] = "y"
        self.write("b.json", other)
        _, _, err = self.run_main("a.json", "b.json")
        self.assertIn("another cpu: x, y", err)


class RoundsTest(unittest.TestCase):

    def times(self, scale, scatter=0.005):
        return {
            name: [
                1e6 * scale.get(name, 1) * math.exp(self.rng.gauss(0, scatter))
                for _ in range(10)
            ]
            for name in NAMES
        }

    def test_by_turns(self):
        self.rng = random.Random(1)
        options = compare.parse_options(["a", "b"])
        for _ in range(50):
            rows = compare.rows_of_rounds(
                self.times({}),
                self.times({}),
                self.times({"W1/avx2": 1.05}),
                options,
            )
            verdicts = [row.verdict for row in rows]
            self.assertEqual(verdicts, ["same", "slower", "same"])


    def test_more_rounds_where_they_cannot_tell(self):
        rng = random.Random(1)
        runs = []

        def run(program, commit, args):
            runs.append(commit)
            scatter = 0.3 if program == "noisy" else 0.001
            return results.Result(
                {},
                {"a": [1e6 * math.exp(rng.gauss(0, scatter))] * 5},
            )

        options = compare.parse_options(["a", "b", "--rounds=6"])
        with unittest.mock.patch("programs.run", run), (
            contextlib.redirect_stderr(io.StringIO())
        ):
            rows = compare.rows_by_turns(
                ("quiet", "x"), ("quiet", "y"), options
            )
            self.assertEqual(rows[0].verdict, "same")
            self.assertEqual((runs.count("x"), runs.count("y")), (12, 6))
            runs.clear()
            compare.rows_by_turns(("noisy", "x"), ("noisy", "y"), options)
            self.assertEqual((runs.count("x"), runs.count("y")), (36, 18))

    def test_stopped_says_what_it_knows(self):
        rng = random.Random(1)
        options = compare.parse_options(["a", "b"])

        def rows_after(runs_before_stop):
            left = [runs_before_stop]

            def run(program, commit, args):
                left[0] -= 1
                if left[0] < 0:
                    raise KeyboardInterrupt
                slower = 1.5 if program == "slow" else 1
                time = 1e6 * slower * math.exp(rng.gauss(0, 0.001))
                return results.Result({}, {"a": [time] * 5})

            with unittest.mock.patch("programs.run", run), (
                contextlib.redirect_stderr(io.StringIO())
            ):
                return compare.rows_by_turns(
                    ("quick", "x"), ("slow", "y"), options
                )

        self.assertEqual(rows_after(8 * 3 + 1)[0].verdict, "slower")
        self.assertEqual(rows_after(5 * 3)[0].name, "a")
        with self.assertRaises(KeyboardInterrupt):
            rows_after(5 * 3 - 1)


class ResultsTest(unittest.TestCase):

    def test_reads_times_items_and_errors(self):
        text = json.dumps(document({}, random.Random(1), scatter=0))
        result = results.parse(text, "x")
        self.assertEqual(set(result.times), set(NAMES + RIVALS))
        for time in result.times["W1/avx2"]:
            self.assertAlmostEqual(time, 1e6)
        self.assertEqual(result.items["W1/avx2"], 500)
        self.assertEqual(result.context["commit"], "abc")

    def test_wall_time_where_the_name_says_so(self):
        content = document({}, random.Random(1), scatter=0)
        for entry in content["benchmarks"]:
            entry["run_name"] = "BytesToMatrix/real_time"
        result = results.parse(json.dumps(content), "x")
        self.assertAlmostEqual(result.times["BytesToMatrix/real_time"][0], 2e6)


if __name__ == "__main__":
    unittest.main()
