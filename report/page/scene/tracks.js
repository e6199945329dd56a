// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A recording's poses between the samples that report/mrtk/pose_tracks.h made:
// all numbers of a sample on lines, and then, of rotations and directions, the
// length made 1. So a report shows what `clipguard sample` prints.

import { floats, uint32s } from '../frame/decode.js';

const FIELDS = 4;  // of a track: width, samples, first time, first value

/** A track's number where there is none. */
export const NO_TRACK = -1;

export class Tracks {
  /** @param {{tracks: string, times: string, values: string}} section */
  constructor(section) {
    this.list_ = uint32s(section.tracks);
    this.times_ = floats(section.times);
    this.values_ = floats(section.values);
    this.count = this.list_.length / FIELDS;
    // Where each track was found last: the next time is mostly near it.
    this.last_ = new Uint32Array(this.count);
  }

  /** @param {number} track */
  width(track) {
    return this.list_[track * FIELDS];
  }

  /** @param {number} track */
  samples(track) {
    return this.list_[track * FIELDS + 1];
  }

  /** Where the track's numbers are. @param {number} track @returns {Float32Array} */
  valuesOf(track) {
    const first = this.list_[track * FIELDS + 3];
    return this.values_.subarray(
        first, first + this.width(track) * this.samples(track));
  }

  /**
   * The last sample that is not after a time; the first if all are.
   * @param {number} track
   * @param {number} t
   */
  find_(track, t) {
    const first = this.list_[track * FIELDS + 2];
    const end = first + this.list_[track * FIELDS + 1] - 1;
    const times = this.times_;
    let at = first + this.last_[track];
    if (!(times[at] <= t && (at === end || t < times[at + 1]))) {
      let low = first;
      let high = end;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (times[middle] <= t) {
          low = middle;
        } else {
          high = middle - 1;
        }
      }
      at = low;
      this.last_[track] = at - first;
    }
    return at - first;
  }

  /**
   * Writes the numbers at a time to out[at], out[at + 1] and so on. Those of a
   * track that there is not are 0.
   * @param {number} track
   * @param {number} seconds rounded to a float, as samples' times are
   * @param {Float64Array} out
   * @param {number} at
   */
  sample(track, seconds, out, at) {
    const t = Math.fround(seconds);
    const width = this.width(track);
    const i = this.find_(track, t);
    const row = this.list_[track * FIELDS + 3] + i * width;
    const time = this.list_[track * FIELDS + 2] + i;
    const from = this.times_[time];
    const next = i + 1 < this.samples(track) && t > from;
    const u = next ? (t - from) / (this.times_[time + 1] - from) : 0;
    for (let c = 0; c < width; ++c) {
      const value = this.values_[row + c];
      out[at + c] = u === 0
          ? value
          : value + (this.values_[row + width + c] - value) * u;
    }
  }

  /** Metres, x y z. @param {number} track @param {number} t @param {Float64Array} out @param {number} at */
  position(track, t, out, at) {
    if (track === NO_TRACK) {
      out.fill(0, at, at + 3);
    } else {
      this.sample(track, t, out, at);
    }
  }

  /**
   * A place that a track had near a time, into out[0] and so on: of samples that
   * are places, the last one before it, or else the first one. False: there is none.
   * @param {number} track
   * @param {number} t
   * @param {Float64Array} out
   */
  placeNear(track, t, out) {
    const values = this.valuesOf(track);
    const from = this.find_(track, Math.fround(t));
    const isAt = (/** @type {number} */ i) => {
      for (let c = 0; c < 3; ++c) out[c] = values[3 * i + c];
      return Number.isFinite(out[0] + out[1] + out[2]);
    };
    for (let i = from; i >= 0; --i) if (isAt(i)) return true;
    for (let i = from + 1; i < this.samples(track); ++i) if (isAt(i)) return true;
    return false;
  }

  /**
   * A quaternion x y z w of length 1; 0 0 0 1 for one of length 0.
   * @param {number} track @param {number} t @param {Float64Array} out @param {number} at
   */
  rotation(track, t, out, at) {
    if (track === NO_TRACK) {
      out.fill(0, at, at + 4);
    } else {
      this.sample(track, t, out, at);
    }
    if (!normalize(out, at, 4)) out[at + 3] = 1;
  }

  /** A vector of length 1; or 0 0 0. @param {number} track @param {number} t @param {Float64Array} out @param {number} at */
  direction(track, t, out, at) {
    this.position(track, t, out, at);
    normalize(out, at, 3);
  }

  /** @param {number} track @param {number} t */
  state(track, t) {
    if (track === NO_TRACK) return false;
    this.sample(track, t, STATE, 0);
    return STATE[0] > 0.5;
  }
}

const STATE = new Float64Array(1);

/**
 * Divides by the length; false if that is 0. By the largest number first, so
 * that no square vanishes.
 * @param {Float64Array} out
 * @param {number} at
 * @param {number} width
 */
function normalize(out, at, width) {
  let largest = 0;
  let nan = false;
  for (let c = at; c < at + width; ++c) {
    largest = Math.max(largest, Math.abs(out[c]));
    nan = nan || Number.isNaN(out[c]);
  }
  if (nan || !Number.isFinite(largest)) {
    out.fill(NaN, at, at + width);
    return true;
  }
  if (largest === 0) return false;
  let square = 0;
  for (let c = at; c < at + width; ++c) {
    out[c] /= largest;
    square += out[c] * out[c];
  }
  const length = Math.sqrt(square);
  for (let c = at; c < at + width; ++c) out[c] /= length;
  return true;
}
