// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// How joints' matrices blend, and clips' events between two times, as
// eval/machine/pose.cc has them: of events, the same operations in the same order, and
// so the same bits. Matrices are row-major, for column vectors, in blocks.

import { Matrix4, Quaternion, Vector3 } from 'three';
import { leading } from '../frame/search.js';

const fround = Math.fround;

export const IDENTITY = Object.freeze(
    [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);

/** Returns the time less the whole number below; the game uses only that. */
function fraction(time) {
  return fround(time - Math.floor(time));
}

// ---- Matrices ---------------------------------------------------------------

/** Fills in the columns of a rotation that a scale of 0 has wiped out. */
function complete(columns, scale) {
  const zeros = [0, 1, 2].filter((i) => scale.getComponent(i) === 0);
  if (zeros.length === 3) {
    columns.forEach((column, i) => column.setComponent(i, 1));
  } else if (zeros.length === 2) {
    const i = 3 - zeros[0] - zeros[1];
    const a = columns[i];
    const other = new Vector3().setComponent(
        Math.abs(a.getComponent(i)) > 0.5 ? (i + 1) % 3 : i, 1);
    const b = columns[(i + 1) % 3].crossVectors(a, other).cross(a).normalize();
    columns[(i + 2) % 3].crossVectors(a, b);
  } else if (zeros.length === 1) {
    const [i] = zeros;
    columns[i].crossVectors(columns[(i + 1) % 3], columns[(i + 2) % 3]);
  }
}

/**
 * Translation, rotation and scale of a matrix; a mirror image has a negative
 * scale in z.
 */
export function takeApart(m) {
  const matrix = new Matrix4().fromArray(m).transpose();
  const columns = [new Vector3(), new Vector3(), new Vector3()];
  matrix.extractBasis(...columns);
  const scale = new Vector3(...columns.map((column) => column.length()));
  for (const column of columns) column.normalize();
  complete(columns, scale);
  if (columns[0].clone().cross(columns[1]).dot(columns[2]) < 0) {
    columns[2].negate();
    scale.z *= -1;
  }
  return {
    translation: new Vector3().setFromMatrixPosition(matrix),
    rotation: new Quaternion().setFromRotationMatrix(matrix.makeBasis(...columns)),
    scale,
  };
}

/** From one matrix to another; progress is clamped to 0 and 1. */
export function slerp(from, to, progress) {
  if (Number.isNaN(progress)) return new Array(16).fill(NaN);
  const p = progress < 0 ? 0 : 1 < progress ? 1 : progress;
  const a = takeApart(from);
  const b = takeApart(to);
  return new Matrix4().compose(
      a.translation.lerp(b.translation, p), a.rotation.slerp(b.rotation, p),
      a.scale.lerp(b.scale, p)).transpose().toArray().map(fround);
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
  // Those that are not later; of a time that is NaN, all.
  let i = leading(events.length, (event) => !(events[event].time > to));
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
  if (a === b) return !Object.is(a, b) && Object.is(Math.max(a, b), a);
  return a > b;
}
