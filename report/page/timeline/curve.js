// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Evaluates a track at a time. The rules are those of docs/formats/mrtk-input-animation.md,
// "Evaluating a curve", which eval/curve/reference.cc has in C++; curve_test.js compares the two.

import {leading} from '../frame/search.js';

/** @typedef {import('./tracks.js').Track} Track */
/** @typedef {import('./tracks.js').Key} Key */

const NONE = [];
const LOOP = 2;
const PING_PONG = 4;
const MOST = 3.4028234663852886e38;  // the largest float

/**
 * The last key that is not later than a time; -1 if there is none.
 * @param {Float32Array} times ascending
 * @param {number} time
 */
export function lastKeyAt(times, time) {
  return leading(times.length, (i) => times[i] <= time) - 1;
}

/**
 * The time at which a curve is looked at: rule 1.
 * @param {Track} track with keys
 * @param {number} time
 */
export function wrapTime(track, time) {
  const first = track.times[0];
  const last = track.times[track.size - 1];
  const range = last - first;
  if ((time >= first && time <= last) || !(range > 0)) return time;
  if (!Number.isFinite(time)) return time;
  const mode = time < first ? track.preWrap : track.postWrap;
  if (mode === LOOP) {
    const phase = (time - first) % range;
    return Math.min(first + (phase < 0 ? phase + range : phase), last);
  }
  if (mode === PING_PONG) {
    const phase = Math.abs(time - first) % (2 * range);
    return Math.min(first + (phase > range ? 2 * range - phase : phase), last);
  }
  return time;
}

/** A weight as it counts: rule 4, and weights that are infinite. */
function weight(used, value) {
  return used ? Math.min(Math.max(value, -MOST), MOST) : 1 / 3;
}

/**
 * The stretch between two keys as a Bézier curve: its four values, and as shares
 * of the time between the keys where the two in the middle are. Null for a step.
 * @param {Key} left
 * @param {Key} right
 * @return {?{w1: number, w2: number, v: number[], dt: number}}
 */
export function bezierBetween(left, right) {
  if (Math.abs(left.outTangent) === Infinity ||
      Math.abs(right.inTangent) === Infinity) {
    return null;
  }
  const dt = right.time - left.time;
  const w1 = weight(left.mode & 2, left.outWeight);
  const w2 = weight(right.mode & 1, right.inWeight);
  return {
    dt,
    w1,
    w2,
    v: [
      left.value,
      left.value + w1 * left.outTangent * dt,
      right.value - w2 * right.inTangent * dt,
      right.value,
    ],
  };
}

/** Whether time goes forward all along a Bézier curve. */
export function goesForward({w1, w2}) {
  return w1 >= 0 && w1 <= 1 && w2 >= 0 && w2 <= 1;
}

/** A cubic of Bernstein's polynomials. */
export function bernstein([a, b, c, d], u) {
  const q = 1 - u;
  return a * q * q * q + 3 * b * u * q * q + 3 * c * u * u * q + d * u * u * u;
}

/** Where in (0, 1) the derivative a u² + 2 h u + c is 0, ascending. */
function turningPoints(a, h, c) {
  const discriminant = h * h - a * c;
  if (!(discriminant > 0)) return [];
  const root = Math.sqrt(discriminant);
  const k = -(h + (h < 0 ? -root : root));
  return [c / k, k / a].filter((u) => u > 0 && u < 1).sort((x, y) => x - y);
}

/**
 * Where between its ends a cubic of Bernstein's polynomials turns.
 * @param {number[]} values
 */
export function turns([a, b, c, d]) {
  return turningPoints(d - 3 * c + 3 * b - a, c - 2 * b + a, b - a);
}

/** The smallest u in [0, 1] at which the time of a Bézier curve is s. */
function parameterAt({w1, w2}, s) {
  let low = 0;
  let high = 1;
  const c1 = 3 * w1;
  const c3 = 1 + c1 - 3 * (1 - w2);
  const c2 = 1 - c1 - c3;
  const timeAt = (u) => ((c3 * u + c2) * u + c1) * u;
  // The first piece on which time goes forward, and that reaches s.
  for (const u of turns([0, w1, 1 - w2, 1])) {
    if (timeAt(u) >= s) {
      high = u;
      break;
    }
    low = u;
  }
  // Newton's method; where it would leave the piece, or takes long, halves it.
  let u = Math.min(Math.max(s, low), high);
  for (let i = 0; i < 80; ++i) {
    const excess = timeAt(u) - s;
    if (excess >= 0) high = u;
    if (excess <= 0) low = u;
    const next = u - excess / ((3 * c3 * u + 2 * c2) * u + c1);
    const halve = i % 4 === 3 || !(next > low && next < high);
    const step = (halve ? (low + high) / 2 : next) - u;
    u += step;
    if (Math.abs(step) < 1e-15) break;
  }
  return u;
}

/**
 * Whether the curve between keys i and i + 1 is a straight line: with weights of
 * 0, as compact keys have them, time and value are the same cubic.
 * @param {Track} track
 * @param {number} i
 */
export function isLine(track, i) {
  if (track.kind !== 'bezier') return track.kind === 'lines';
  return track.outWeights[i] === 0 && track.inWeights[i + 1] === 0 &&
      (track.modeAt(i) & 2) !== 0 && (track.modeAt(i + 1) & 1) !== 0 &&
      Math.abs(track.outTangents[i]) < Infinity &&
      Math.abs(track.inTangents[i + 1]) < Infinity;
}

/** The value between two neighbouring keys: rules 3 to 5. */
function between(track, i, time) {
  if (track.kind === 'steps') return track.values[i];
  const t0 = track.times[i];
  const t1 = track.times[i + 1];
  if (!(t1 > t0) || !(time > t0)) return track.values[i];
  const s = (time - t0) / (t1 - t0);
  if (isLine(track, i)) {
    return track.values[i] * (1 - s) + track.values[i + 1] * s;
  }
  const left = track.key(i);
  const right = track.key(i + 1);
  const curve = bezierBetween(left, right);
  if (!curve) return left.value;
  // Without weights, u is s.
  const plain = !(left.mode & 2) && !(right.mode & 1);
  return bernstein(curve.v, plain ? s : parameterAt(curve, s));
}

/**
 * The value at a time. NaN where nobody knows it: no keys in the report, keys
 * out of order or not finite.
 * @param {Track} track
 * @param {number} time seconds
 */
export function evaluate(track, time) {
  if (track.size === 0 || track.unordered || Number.isNaN(time)) return NaN;
  if (track.size === 1) return track.values[0];
  const at = wrapTime(track, time);
  const i = lastKeyAt(track.times, at);
  if (i < 0) return track.values[0];
  if (i + 1 === track.size) return track.values[i];
  return between(track, i, at);
}

/**
 * Where a track turns between keys i and i + 1, in no order. With weights outside
 * [0, 1] time may run back and forth: then these are all turns of the Bézier, of
 * which the curve may leave some out.
 * @param {Track} track whose keys are in order
 * @param {number} i
 * @return {{time: number, value: number}[]}
 */
export function turnsBetween(track, i) {
  if (track.kind !== 'bezier' || i < 0 || i + 1 >= track.size) return NONE;
  if (track.outTangents[i] === 0 && track.inTangents[i + 1] === 0) return NONE;
  const left = track.key(i);
  const curve = bezierBetween(left, track.key(i + 1));
  if (!curve || !(curve.dt > 0)) return NONE;
  const times = [0, curve.w1, 1 - curve.w2, 1];
  return turns(curve.v).map((u) => ({
    time: left.time +
        curve.dt * Math.min(Math.max(bernstein(times, u), 0), 1),
    value: bernstein(curve.v, u),
  }));
}

/**
 * The least and greatest value between keys i and i + 1; NaN if there is none.
 * @param {Track} track whose keys are in order
 * @param {number} i
 * @return {[number, number]}
 */
export function rangeBetween(track, i) {
  let low = Math.min(track.values[i], track.values[i + 1]);
  let high = Math.max(track.values[i], track.values[i + 1]);
  for (const {value} of turnsBetween(track, i)) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return [low, high];
}
