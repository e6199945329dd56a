# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""Tests of stats.py."""

import math
import random
import unittest

import stats


def noisy(rng, centre, count, scatter=0.01):
    return [centre * math.exp(rng.gauss(0, scatter)) for _ in range(count)]


class ShiftTest(unittest.TestCase):

    def test_estimate(self):
        shift = stats.Shift([100.0] * 8, [105.0] * 8)
        for number in (shift.estimate, *shift.sure, *shift.likely):
            self.assertAlmostEqual(number, math.log(1.05))

    def test_outliers_do_not_move_it(self):
        shift = stats.Shift([100.0] * 9 + [300.0], [105.0] * 9 + [50.0])
        self.assertAlmostEqual(shift.estimate, math.log(1.05))

    def test_too_few_samples(self):
        shift = stats.Shift([1.0] * 3, [2.0] * 3)
        self.assertEqual(shift.likely, (-math.inf, math.inf))
        shift = stats.Shift([1.0] * 5, [2.0] * 5)
        self.assertEqual(shift.sure, (-math.inf, math.inf))
        self.assertNotEqual(shift.likely, (-math.inf, math.inf))

    def test_intervals_contain_the_truth(self):
        rng = random.Random(1)
        surprised, missed = 0, 0
        for _ in range(1000):
            shift = stats.Shift(noisy(rng, 100, 8), noisy(rng, 105, 8))
            truth = math.log(1.05)
            missed += not shift.likely[0] <= truth <= shift.likely[1]
            surprised += not shift.sure[0] <= truth <= shift.sure[1]
        self.assertLess(missed, 70)
        self.assertGreater(missed, 10)
        self.assertLess(surprised, 5)


class VerdictTest(unittest.TestCase):

    def judge(self, base, head, noise=0.01, floor=0.01, resolution=0.1):
        shift = stats.Shift(base, head)
        return stats.verdict(shift, noise, floor, resolution)

    def test_each(self):
        rng = random.Random(2)
        base = noisy(rng, 100, 10, 0.005)
        self.assertEqual(self.judge(base, noisy(rng, 105, 10, 0.005)), "slower")
        self.assertEqual(self.judge(base, noisy(rng, 95, 10, 0.005)), "faster")
        self.assertEqual(self.judge(base, noisy(rng, 100, 10, 0.005)), "same")
        self.assertEqual(
            self.judge(noisy(rng, 100, 10, 0.5), noisy(rng, 105, 10, 0.5)),
            "cannot tell",
        )
        self.assertEqual(self.judge([1.0], [2.0]), "cannot tell")

    def test_noise_and_floor_count(self):
        rng = random.Random(3)
        base, head = noisy(rng, 100, 10, 0.002), noisy(rng, 105, 10, 0.002)
        self.assertEqual(self.judge(base, head), "slower")
        self.assertEqual(self.judge(base, head, noise=0.07), "same")
        self.assertEqual(self.judge(base, head, floor=0.07), "same")
        # There is a change, but it may be noise, or not.
        self.assertEqual(self.judge(base, head, noise=0.05), "cannot tell")

    def test_the_same_is_never_different(self):
        rng = random.Random(4)
        verdicts = []
        for scatter in [0.001, 0.01, 0.05, 0.2] * 250:
            base, again, head = (
                noisy(rng, 100, 10, scatter) for _ in range(3)
            )
            noise = abs(stats.Shift(base, again).estimate)
            verdicts.append(self.judge(base + again, head, max(noise, 0.01)))
        self.assertLessEqual(set(verdicts), {"same", "cannot tell"})

    def test_finds_five_percent(self):
        rng = random.Random(5)
        for _ in range(200):
            verdict = self.judge(noisy(rng, 100, 20), noisy(rng, 105, 10))
            self.assertEqual(verdict, "slower")


class OtherTest(unittest.TestCase):

    def test_quantile(self):
        self.assertEqual(stats.quantile([], 0.9), 0)
        self.assertEqual(stats.quantile([5], 0.9), 5)
        self.assertEqual(stats.quantile(range(1, 11), 0.9), 9)
        self.assertEqual(stats.quantile(range(1, 11), 1), 10)

    def test_halves(self):
        self.assertEqual(stats.halves_shift([1.0]), 0)
        self.assertAlmostEqual(
            stats.halves_shift([10.0, 10.0, 99.0, 11.0, 11.0]), math.log(1.1)
        )


if __name__ == "__main__":
    unittest.main()
