// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

/**
 * How many of so many things something holds for, if it holds for the first ones only.
 * @param {number} count @param {(i: number) => boolean} holds
 */
export function leading(count, holds) {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
