# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""Tests of track.py and of the page that it draws."""

import contextlib
import html.parser
import io
import json
import math
import os
import pathlib
import random
import tempfile
import unittest

import results
import track

try:
    import trend_page
except ImportError:  # tests run without matplotlib, too
    trend_page = None

NAMES = ["W1/avx512", "W1/scalar", "W1/halley-float/cursor", "Compile/full"]


def measure(rng, scale=1.0, **context):
    times = {
        name: [1e6 * scale * math.exp(rng.gauss(0, 0.004)) for _ in range(9)]
        for name in NAMES
    }
    context = {
        "commit": "0123456789ab",
        "cpu": "A <processor>",
        "kernel": "avx512",
        "compiler": "c++",
        "flags": "-O2",
        **context,
    }
    result = results.Result(
        context, times, {"W1/avx512": 1000}, {"W1/avx512": 5e-7}
    )
    return track.entry_of(result, "2026-01-02 03:04 UTC")


class HistoryTest(unittest.TestCase):

    def setUp(self):
        self.rng = random.Random(1)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        os.environ["BUILD_WORKING_DIRECTORY"] = folder.name
        os.environ["BUILD_WORKSPACE_DIRECTORY"] = folder.name
        self.addCleanup(os.chdir, os.getcwd())

    def write(self, entries):
        path = self.folder / "history.jsonl"
        path.write_text("".join(json.dumps(e) + "\n" for e in entries))
        return path

    def run_main(self, *args):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = track.main(list(args))
        return status, out.getvalue(), err.getvalue()

    def test_an_entry_has_what_is_needed(self):
        entry = json.loads(json.dumps(measure(self.rng)))
        self.assertEqual(entry["commit"], "0123456789ab")
        self.assertEqual(entry["date"], "2026-01-02 03:04 UTC")
        benchmark = entry["benchmarks"]["W1/avx512"]
        self.assertAlmostEqual(benchmark["median_ns"], 1e6, delta=1e4)
        self.assertGreater(benchmark["spread"], 0)
        self.assertLess(benchmark["spread"], 0.02)
        self.assertEqual(benchmark["items"], 1000)
        self.assertEqual(benchmark["worst_error"], 5e-7)

    def test_history_is_read_back(self):
        entries = [measure(self.rng), measure(self.rng)]
        self.assertEqual(track.read_history(self.write(entries)), entries)
        self.assertEqual(track.read_history(self.folder / "none"), [])

    def test_a_damaged_history_is_named(self):
        path = self.write([measure(self.rng)])
        with open(path, "a") as file:
            file.write('{"date": 1}\n')
        status, _, err = self.run_main("--history", str(path), "--page-only")
        self.assertEqual(status, 2)
        self.assertIn("line 2: not a measurement", err)

    def test_nothing_to_draw(self):
        status, _, err = self.run_main("--page-only")
        self.assertEqual(status, 2)
        self.assertIn("no measurements yet", err)

    def test_changes_are_those_of_one_machine(self):
        entries = [
            measure(self.rng, commit="first"),
            measure(self.rng, 0.5, commit="elsewhere", cpu="another"),
            measure(self.rng, commit="last"),
        ]
        before, rows = track.changes(entries)
        self.assertEqual(before["commit"], "first")
        self.assertEqual({row.verdict for row in rows}, {"same"})
        self.assertEqual(track.changes(entries[:2]), (None, []))

    @unittest.skipUnless(trend_page, "matplotlib is not here")
    def test_page(self):
        entries = [measure(self.rng, commit="first0"), measure(self.rng)]
        slow = entries[1]["benchmarks"]["W1/avx512"]
        slow["times_ns"] = [2 * time for time in slow["times_ns"]]
        self.write(entries)
        status, out, _ = self.run_main(
            "--page-only", "--history=history.jsonl", "--page=page.html"
        )
        self.assertEqual(status, 0)
        self.assertIn("1 slower", out)
        page = (self.folder / "page.html").read_text(encoding="utf-8")
        self.assertIn("1 slower</span> since first0", page)
        self.assertIn("slower by", page)
        self.assertIn("A &lt;processor&gt;", page)
        self.assertNotIn("http", page)

        class Images(html.parser.HTMLParser):
            count = 0

            def handle_starttag(self, tag, attrs):
                if tag == "img":
                    self.count += 1
                    assert dict(attrs)["src"].startswith("data:image/svg+xml")

        images = Images()
        images.feed(page)
        self.assertEqual(images.count, 2)  # W1, Compile

    @unittest.skipUnless(trend_page, "matplotlib is not here")
    def test_first_page(self):
        entry = measure(self.rng)
        page = trend_page.render([entry], None, [])
        self.assertIn("The first measurement on this machine", page)


class PageTest(unittest.TestCase):

    @unittest.skipUnless(trend_page, "matplotlib is not here")
    def test_numbers(self):
        self.assertEqual(trend_page.number(0.9349), "0.935")
        self.assertEqual(trend_page.number(9.999), "10.0")
        self.assertEqual(trend_page.number(12.34), "12.3")
        self.assertEqual(trend_page.number(1234.5), "1,234")
        self.assertEqual(trend_page.duration(4.5e6), "4.50 ms")
        self.assertEqual(
            trend_page.split("SeekPose/random/avx2"), ("SeekPose/random", "avx2")
        )
        self.assertEqual(
            trend_page.split("W1/halley-float/cursor"),
            ("W1", "halley-float/cursor"),
        )
        self.assertEqual(
            trend_page.split("MrtkParse/full/1.7MB"),
            ("MrtkParse/full/1.7MB", None),
        )


if __name__ == "__main__":
    unittest.main()
