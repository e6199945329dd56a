# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""Tests of faults.py, and of the parts of mutants.py that build nothing."""

import contextlib
import io
import json
import pathlib
import tempfile
import unittest
import unittest.mock

import faults
import mutants

SOURCE = """\
// A comment: a < b + 1.
#include <vector>
#define TWICE(x) \\
  (x + x)

static_assert(1 + 1 == 2,
              "so it is");

template <int n = 3>
bool Inside(const std::vector<int>& list, int at) {
  assert(at < 9); const char* text = "a + b // < c";  // 'it''s'
  const std::array<int, 3> sizes = {};
  if (at < 0 && !list.empty()) return true;
  list.Use(at, '"', 1'000);
  total += at;
  ++total;
  for (int i = 0; i < 3; ++i) {
    if (i == at) continue;
    Call(i);
  }
  if (at > 2) {
    Call(at);
  } else {
    total = at;
  }
  return at <= std::max(total,
                        at);
}
"""


def plants():
    return {(f.line, f.kind, f.old, f.new) for f in faults.faults("a.cc", SOURCE)}


class MaskTest(unittest.TestCase):

    def test_keeps_length_and_lines(self):
        masked = faults.mask(SOURCE)
        self.assertEqual(len(SOURCE), len(masked))
        self.assertEqual(SOURCE.count("\n"), masked.count("\n"))

    def test_blanks_what_is_no_code(self):
        masked = faults.mask(SOURCE)
        for gone in ("comment", "include", "TWICE", "x + x", "static_assert",
                     "so it is", "< c", "it"):
            self.assertNotIn(gone + " ", masked.replace("list", "") + " ")
        self.assertIn("1'000", masked)
        self.assertIn("total += at;", masked)

    def test_raw_strings_and_block_comments(self):
        text = 'f(R"x(a + b)" )x", 1); /* a\n+ b */ g();\n'
        self.assertEqual('f(' + " " * 15 + ', 1);     \n       g();\n',
                         faults.mask(text))

    def test_escapes(self):
        self.assertEqual("f(      + c);", faults.mask("f('\\'' "[0:6] + "  + c);"))
        self.assertEqual("f(     , a);", faults.mask('f("\\"x", a);'))


class FaultsTest(unittest.TestCase):

    def test_none_outside_of_code(self):
        lines = {line for line, *_ in plants()}
        self.assertEqual(set(), lines & {1, 2, 3, 4, 6, 7, 9, 10, 11})

    def test_comparisons_and_logic(self):
        self.assertLessEqual(
            {(13, "comparison", "<", "<="), (13, "comparison", "<", ">="),
             (13, "logic", "&&", "||"), (13, "not", "!", ""),
             (18, "comparison", "==", "!="), (26, "comparison", "<=", "<")},
            plants())

    def test_numbers(self):
        self.assertLessEqual(
            {(13, "constant", "0", "1"), (17, "constant", "3", "4"),
             (17, "constant", "3", "2"), (13, "constant", "true", "false"),
             (14, "constant", "1'000", "1001")}, plants())
        # Neither below zero nor in the size of an array.
        self.assertNotIn((13, "constant", "0", "-1"), plants())
        self.assertNotIn(12, {line for line, *_ in plants()})
        self.assertFalse(faults.faults("a.h", "  double row[4][3];\n"))
        of_float = faults.faults("a.cc", "x = y * 1e-6f;\n")
        self.assertIn("(1e-6f + 1)", {f.new for f in of_float})
        of_hex = faults.faults("a.cc", "x = y & 0xFFu;\n")
        self.assertLessEqual({"256u", "254u", "|"}, {f.new for f in of_hex})

    def test_arithmetic(self):
        self.assertLessEqual(
            {(15, "arithmetic", "+=", "-="), (16, "arithmetic", "++", "--")},
            plants())

    def test_statements(self):
        dropped = {line for line, kind, *_ in plants() if kind == "dropped statement"}
        # Not the declarations, nor the last `return`.
        self.assertEqual({13, 14, 15, 16, 18, 19, 22, 24}, dropped)

    def test_keeps_the_if_of_an_else(self):
        text = "  Call();\n  if (a) Call();\n  else Other();\n"
        dropped = [f.line for f in faults.faults("a.cc", text)
                   if f.kind == "dropped statement"]
        self.assertEqual([1], dropped)

    def test_arguments_over_two_lines(self):
        old = SOURCE[SOURCE.index("total,\n"):SOURCE.rindex(");")]
        self.assertIn((26, "swapped arguments", old, "at, total"), plants())
        self.assertIn((26, "extreme", "max", "min"), plants())

    def test_returned_values_and_jumps(self):
        kinds = {(line, kind) for line, kind, *_ in plants()}
        self.assertIn((26, "returned value"), kinds)
        self.assertNotIn((13, "returned value"), kinds)
        self.assertIn((18, "jump", "continue", "break"), plants())

    def test_each_can_be_planted(self):
        for fault in faults.faults("a.cc", SOURCE):
            planted = faults.plant(SOURCE, fault)
            self.assertNotEqual(SOURCE, planted)
            self.assertEqual(
                SOURCE, planted[:fault.begin] + fault.old
                + planted[fault.begin + len(fault.new):])


class OrderTest(unittest.TestCase):

    def sample(self, source, seed=1):
        return [(f.path, source.split("\n")[f.line - 1], f.old, f.new)
                for f in faults.order(
                    {"a.cc": (source, faults.faults("a.cc", source))}, seed)]

    def test_same_seed_same_sample(self):
        self.assertEqual(self.sample(SOURCE), self.sample(SOURCE))
        self.assertNotEqual(self.sample(SOURCE), self.sample(SOURCE, 2))

    def test_one_of_each_line(self):
        lines = [line for _, line, _, _ in self.sample(SOURCE)]
        self.assertEqual(len(lines), len(set(lines)))

    def test_other_lines_change_nothing(self):
        more = SOURCE.replace("  total += at;\n", "  total += at;\n\n  More(8);\n")
        self.assertEqual(self.sample(SOURCE),
                         [s for s in self.sample(more) if "More" not in s[1]])


class RunnerTest(unittest.TestCase):

    def test_nearest_tests_first(self):
        def test(label):
            return mutants.Test(label, "", [], [])
        labels = ["//parser/mrtk/checks:key_scan_test", "//parser/mrtk/checks:checks_test",
                  "//fuzz/mrtk:fuzz_replay", "//cli:validate_test",
                  "//eval/curve:curve_test"]
        by_distance = sorted(
            labels, key=lambda l: mutants.distance("parser/mrtk/checks/validate.cc", test(l)))
        self.assertEqual(
            ["//parser/mrtk/checks:checks_test", "//parser/mrtk/checks:key_scan_test",
             "//fuzz/mrtk:fuzz_replay"], by_distance[:3])

    def test_share(self):
        entries = [{"result": r} for r in
                   ["noticed"] * 3 + ["survived", "equivalent", "does not compile"]]
        self.assertEqual(
            {"planted": 4, "noticed": 3, "survived": 1, "share": 75.0,
             "equivalent": 1, "not compiled": 1}, mutants.summary(entries))

    def test_log_is_for_the_same_file_only(self):
        fault = faults.faults("a.cc", SOURCE)[0]
        entry = dict(mutants.identity(fault, SOURCE), result="noticed")
        with tempfile.TemporaryDirectory() as folder:
            log = pathlib.Path(folder) / "log"
            self.assertEqual({}, mutants.read_log(log))
            log.write_text(json.dumps(entry) + "\n", encoding="utf-8")
            known = mutants.read_log(log)
        self.assertIn(mutants.key_of(entry), known)
        changed = mutants.identity(fault, SOURCE + "\n")
        self.assertNotIn(mutants.key_of(changed), known)

    def test_lists_a_sample(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "parser").mkdir()
            (root / "parser" / "a.cc").write_text(SOURCE, encoding="utf-8")
            out = io.StringIO()
            with unittest.mock.patch.object(mutants, "ROOT", root), \
                    unittest.mock.patch.object(
                        mutants, "production_files", lambda: ["parser/a.cc"]), \
                    contextlib.redirect_stdout(out):
                self.assertEqual(0, mutants.main(["--list", "--count=5"]))
        self.assertEqual(5, out.getvalue().count("parser/a.cc:"))

    def test_a_test_that_hangs_has_failed(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            test = mutants.Test("//a:b", "", ["60"], [])
            verdict, _ = mutants.run_test("/bin/sleep", test, root, root / "tmp", 0.1)
            self.assertEqual("timeout", verdict)
            verdict, _ = mutants.run_test("/bin/false", test, root, root / "tmp", 60)
            self.assertEqual("status 1", verdict)
            verdict, _ = mutants.run_test("/bin/true", test, root, root / "tmp", 60)
            self.assertEqual("", verdict)


if __name__ == "__main__":
    unittest.main()
