// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Where to look: a ball around what is there. A few points that are far away, as
// in damaged files, do not count.

const SHARE = 0.95;  // of the points are not far away
const FAR = 2.5;  // times as large as the box around these

/**
 * @param {ArrayLike<number>} points x y z, one after the other
 * @returns {{center: number[], radius: number, bottom: number} | null} null: no
 *     point is one
 */
export function ballAround(points) {
  const axes = /** @type {number[][]} */ ([[], [], []]);
  for (let i = 0; i + 2 < points.length; i += 3) {
    if (!Number.isFinite(points[i] + points[i + 1] + points[i + 2])) continue;
    for (let c = 0; c < 3; ++c) axes[c].push(points[i + c]);
  }
  const count = axes[0].length;
  if (count === 0) return null;
  const bounds = axes.map((values) => {
    const sorted = Float64Array.from(values).sort();
    const cut = Math.floor(count * (1 - SHARE) / 2);
    const low = sorted[cut];
    const high = sorted[count - 1 - cut];
    const mid = sorted[count >> 1];
    const all = sorted[count - 1] - sorted[0];
    return all <= FAR * (high - low)
        ? { low: sorted[0], high: sorted[count - 1], mid }
        : { low, high, mid };
  });
  const center = bounds.map(({ low, high }) => (low + high) / 2);
  let radius = Math.hypot(...bounds.map(({ low, high }) => (high - low) / 2));
  if (!Number.isFinite(radius)) {
    return { center: bounds.map(({ mid }) => mid), radius: 1, bottom: bounds[1].mid };
  }
  // One point, or all in one place.
  const size = Math.max(...center.map(Math.abs), 1e-3);
  radius = Math.max(radius, size * 1e-3);
  return { center, radius, bottom: bounds[1].low };
}
