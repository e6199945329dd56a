# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""How far two sets of times differ, and whether that means anything.

Times are compared by the logarithms of their ratios: 0.05 is five percent.
Nothing is assumed about how times scatter; all of it rests on ranks.
"""

import functools
import math
import statistics


@functools.lru_cache(maxsize=None)
def _arrangements(n, m):
    """How many arrangements of n and m samples have U = 0, 1, ..., n*m."""
    if n == 0 or m == 0:
        return (1,)
    # The largest of all is one of the n (then it exceeds all m), or of the m.
    counts = [0] * (n * m + 1)
    for u, count in enumerate(_arrangements(n - 1, m)):
        counts[u + m] += count
    for u, count in enumerate(_arrangements(n, m - 1)):
        counts[u] += count
    return tuple(counts)


class Shift:
    """By how much head differs from base: the median of all ratios (Hodges and
    Lehmann's estimate), and intervals that contain the true shift.

    Attributes:
      estimate: the shift.
      sure: the 99.9% interval (low, high), for claims that something changed.
      likely: the 95% interval, for claims that nothing did.
    Intervals are infinite where there are too few samples for them.
    """

    def __init__(self, base, head):
        ratios = sorted(math.log(h / b) for b in base for h in head)
        self.estimate = statistics.median(ratios)
        self.sure = _interval(ratios, len(base), len(head), 0.999)
        self.likely = _interval(ratios, len(base), len(head), 0.95)


def _interval(ratios, n, m, confidence):
    """The interval of Mann and Whitney's test, exact; of ratios in order."""
    allowed = (1 - confidence) / 2 * math.comb(n + m, n)
    # The ratios to leave out at either end.
    out, tail = 0, 0
    for count in _arrangements(n, m):
        tail += count
        if tail > allowed:
            break
        out += 1
    if out == 0:
        return (-math.inf, math.inf)
    return (ratios[out - 1], ratios[-out])


def quantile(numbers, share):
    """The smallest number that is not below `share` of them; 0 if none."""
    ordered = sorted(numbers)
    if not ordered:
        return 0.0
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def halves_shift(samples):
    """Returns the change between the first and the second half of one run."""
    half = len(samples) // 2
    if half == 0:
        return 0.0
    first = statistics.median(samples[:half])
    second = statistics.median(samples[-half:])
    return abs(math.log(second / first))


def verdict(shift, noise, floor, resolution):
    """'slower', 'faster', 'same' or 'cannot tell'.

    Args:
      shift: a Shift.
      noise: how far two runs of the same program differ, as a share.
      floor: the smallest change, as a share, that matters.
      resolution: 'same' means that a change as large as this is unlikely, and
        that it is not sure that there is one.
    """
    limit = max(noise, floor)
    low, high = shift.sure
    if low > limit:
        return "slower"
    if high < -limit:
        return "faster"
    if -limit <= low and high <= limit:
        return "same"
    if low <= 0 <= high:
        low, high = shift.likely
        if -resolution < low and high < resolution:
            return "same"
    return "cannot tell"
