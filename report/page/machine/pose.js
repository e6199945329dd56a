// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// How joints' matrices blend, and clips' events between two times: the same
// operations in the same order as eval/machine/pose.cc, and so, of events, the same
// bits. Matrices are row-major, for column vectors, in blocks.

import { javaMax } from './operators.js';

const fround = Math.fround;

export const IDENTITY = Object.freeze(
    [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);

function nanMatrix() {
  return new Array(16).fill(NaN);
}

/** Returns the time less the whole number below; the game uses only that. */
function fraction(time) {
  return fround(time - Math.floor(time));
}

// ---- Matrices ---------------------------------------------------------------

function dot(a, b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a, b) {
  return [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];
}

function times(a, f) {
  return [a[0] * f, a[1] * f, a[2] * f];
}

/** Fills in the columns of a rotation that a scale of 0 has wiped out. */
function complete(columns, scale) {
  const zeros = scale.filter((s) => s === 0).length;
  if (zeros === 3) {
    columns[0] = [1, 0, 0];
    columns[1] = [0, 1, 0];
    columns[2] = [0, 0, 1];
  } else if (zeros === 2) {
    const i = scale.findIndex((s) => s !== 0);
    const a = columns[i];
    const other = [0, 0, 0];
    other[Math.abs(a[i]) > 0.5 ? (i + 1) % 3 : i] = 1;
    let b = cross(cross(a, other), a);
    b = times(b, 1 / Math.sqrt(dot(b, b)));
    columns[(i + 1) % 3] = b;
    columns[(i + 2) % 3] = cross(a, b);
  } else if (zeros === 1) {
    const i = scale.findIndex((s) => s === 0);
    columns[i] = cross(columns[(i + 1) % 3], columns[(i + 2) % 3]);
  }
}

/** x y z w of a rotation, given by its columns. */
function toQuaternion(columns) {
  const m = (row, column) => columns[column][row];
  const trace = m(0, 0) + m(1, 1) + m(2, 2);
  if (trace > 0) {
    const s = Math.sqrt(trace + 1) * 2;
    return [
      (m(2, 1) - m(1, 2)) / s,
      (m(0, 2) - m(2, 0)) / s,
      (m(1, 0) - m(0, 1)) / s,
      s / 4,
    ];
  }
  let i = m(1, 1) > m(0, 0) ? 1 : 0;
  if (m(2, 2) > m(i, i)) i = 2;
  const j = (i + 1) % 3;
  const k = (i + 2) % 3;
  const s = Math.sqrt(1 + m(i, i) - m(j, j) - m(k, k)) * 2;
  const q = [0, 0, 0, 0];
  q[i] = s / 4;
  q[j] = (m(j, i) + m(i, j)) / s;
  q[k] = (m(k, i) + m(i, k)) / s;
  q[3] = (m(k, j) - m(j, k)) / s;
  return q;
}

/**
 * Translation, rotation and scale of a matrix; a mirror image has a negative
 * scale in z.
 */
export function takeApart(m) {
  const translation = [0, 0, 0];
  const scale = [0, 0, 0];
  const columns = [];
  for (let c = 0; c < 3; ++c) {
    columns[c] = [m[c], m[4 + c], m[8 + c]];
    translation[c] = m[4 * c + 3];
    scale[c] = Math.sqrt(dot(columns[c], columns[c]));
    if (scale[c] !== 0) columns[c] = times(columns[c], 1 / scale[c]);
  }
  complete(columns, scale);
  if (dot(cross(columns[0], columns[1]), columns[2]) < 0) {
    columns[2] = times(columns[2], -1);
    scale[2] = -scale[2];
  }
  return {translation, rotation: toQuaternion(columns), scale};
}

function putTogether({translation, rotation, scale}) {
  const [x, y, z, w] = rotation;
  const rows = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
  const m = [...IDENTITY];
  for (let row = 0; row < 3; ++row) {
    for (let c = 0; c < 3; ++c) {
      m[4 * row + c] = fround(rows[row][c] * scale[c]);
    }
    m[4 * row + 3] = fround(translation[row]);
  }
  return m;
}

/** Along the shorter arc; a straight line where that makes no difference. */
function slerpRotations(from, to, progress) {
  let cosine = 0;
  for (let i = 0; i < 4; ++i) cosine += from[i] * to[i];
  const near = cosine < 0 ? to.map((part) => -part) : to;
  let apart = 0;
  for (let i = 0; i < 4; ++i) {
    apart += (near[i] - from[i]) * (near[i] - from[i]);
  }
  // As std::min(): what is NaN stays so.
  const half = Math.sqrt(apart) / 2;
  const most = Math.sqrt(0.5);
  const halfSine = most < half ? most : half;
  let left = 1 - progress;
  let right = progress;
  if (halfSine > 1e-6) {
    const angle = 2 * Math.asin(halfSine);
    const sine = Math.sin(angle);
    left = Math.sin(left * angle) / sine;
    right = Math.sin(right * angle) / sine;
  }
  return from.map((part, i) => part * left + near[i] * right);
}

/** From one matrix to another; progress is clamped to 0 and 1. */
export function slerp(from, to, progress) {
  if (Number.isNaN(progress)) return nanMatrix();
  const p = progress < 0 ? 0 : 1 < progress ? 1 : progress;
  const a = takeApart(from);
  const b = takeApart(to);
  const mix = (x, y) => x.map((value, i) => value * (1 - p) + y[i] * p);
  return putTogether({
    translation: mix(a.translation, b.translation),
    scale: mix(a.scale, b.scale),
    rotation: slerpRotations(a.rotation, b.rotation, p),
  });
}

// ---- Events -----------------------------------------------------------------

/** `value` shifted by a whole number into (first, first + 1]. */
function shiftInto(value, first) {
  let shifted = value;
  if (!(Math.abs(first) < 4)) {
    shifted = fround(shifted + Math.floor(first - shifted));
  }
  for (let i = 0; i < 8 && shifted <= first; ++i) shifted = fround(shifted + 1);
  for (let i = 0; i < 8 && shifted > fround(first + 1); ++i) {
    shifted = fround(shifted - 1);
  }
  return shifted;
}

/** How many of the events are not later; of a time that is NaN, all. */
function countUpTo(events, time) {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (events[middle].time > time) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

/**
 * The events of a clip between two times, the latest first, in the game's order
 * and with its losses.
 * @return {Array<{event: number, offset: number}>}
 */
export function pastEvents({events, loop}, last, now) {
  const past = [];
  if (events.length === 0 || last >= now) return past;
  let to = fraction(now);
  let from = fraction(last);
  // The shorter of the two ways round, whichever it was.
  if (from > to) [from, to] = [to, from];
  if (fround(to - from) > 0.5) [from, to] = [to, from];
  let i = countUpTo(events, to);
  if (i === 0) {
    if (!loop) return past;
    i = events.length;
  }
  --i;
  let at = events[i].time;
  if (at >= to) at = fround(at - 1);
  if (from >= to) from = fround(from - 1);
  if (at < from) return past;
  const append = (which, offset) => {
    past.push({event: events[which].event, offset});
  };
  append(i, fround(to - at));
  if (loop) {
    appendAround(events, i, from, append);
  } else {
    appendBefore(events, i, from, to, append);
  }
  return past;
}

/** The events before the first, of a clip that does not loop. */
function appendBefore(events, first, from, to, append) {
  for (let i = first - 1; i >= 0; --i) {
    const time = events[i].time;
    // Without a beginning all are passed, infinitely long ago.
    if (Number.isNaN(from)) {
      append(i, Infinity);
      continue;
    }
    if (!(from < time)) return;
    if (time < to) append(i, fround(to - time));
  }
}

/** The same of a clip that loops. */
function appendAround(events, begin, from, append) {
  const first = events[0].time;
  const stop = shiftInto(from, first);
  let i = begin;
  for (let n = 1; n < events.length; ++n) {
    i = i === 0 ? events.length - 1 : i - 1;
    const time = events[i].time;
    if (!(time > stop)) return;
    append(i, fround(1 - fround(1 - fround(first - time)) % 1));
  }
}

/** As the game compares floats: NaN is the greatest, -0 less than 0. */
export function isLater(a, b) {
  if (Number.isNaN(b)) return false;
  if (Number.isNaN(a)) return true;
  if (a === b) return !Object.is(a, b) && Object.is(javaMax(a, b), a);
  return a > b;
}
