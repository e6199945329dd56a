// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A recording's poses between the samples that report/mrtk/pose_tracks.h made:
// all numbers of a sample on lines, and then, of rotations and directions, the
// length made 1. So a report shows what `clipguard sample` prints.


/** A track's number where there is none. */
export const NO_TRACK = -1;

export class Tracks {
  /** @param {{tracks: {times: Float32Array, values: Float32Array}[]}} section */
  constructor({ tracks }) {
    this.list_ = tracks;
    // Where each track was found last: the next time is mostly near it.
    this.last_ = new Uint32Array(tracks.length);
  }

  /**
   * The last sample that is not after a time; the first if all are.
   * @param {number} track
   * @param {number} t
   */
  find_(track, t) {
    const { times } = this.list_[track];
    const end = times.length - 1;
    const at = this.last_[track];
    if (times[at] <= t && (at === end || t < times[at + 1])) return at;
    let low = 0;
    let high = end;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (times[middle] <= t) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    this.last_[track] = low;
    return low;
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
    const { times, values } = this.list_[track];
    const width = values.length / times.length;
    const i = this.find_(track, t);
    const row = i * width;
    const from = times[i];
    const next = i + 1 < times.length && t > from;
    const u = next ? (t - from) / (times[i + 1] - from) : 0;
    for (let c = 0; c < width; ++c) {
      const value = values[row + c];
      out[at + c] = u === 0
          ? value
          : value + (values[row + width + c] - value) * u;
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
    const { times, values } = this.list_[track];
    const from = this.find_(track, Math.fround(t));
    const isAt = (/** @type {number} */ i) => {
      for (let c = 0; c < 3; ++c) out[c] = values[3 * i + c];
      return Number.isFinite(out[0] + out[1] + out[2]);
    };
    for (let i = from; i >= 0; --i) if (isAt(i)) return true;
    for (let i = from + 1; i < times.length; ++i) if (isAt(i)) return true;
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
