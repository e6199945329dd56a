// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The least and greatest value of a track in each column of a picture, from its
// keys or from the levels that C++ baked. A column takes a logarithm of the
// keys, so that an hour at 60 keys a second is drawn as quickly as a minute.

import {evaluate, lastKeyAt, rangeBetween, turnsBetween} from './curve.js';

/** @typedef {import('./tracks.js').Track} Track */

const NOTHING = 65535;  // Levels::kNothing

/** Least and greatest of ranges of numbers, in a tree of pairs of pairs. */
export class RangeTree {
  /**
   * @param {Float64Array} least NaN where there is nothing
   * @param {Float64Array} greatest as many
   */
  constructor(least, greatest) {
    this.levels_ = [[least, greatest]];
    while (this.levels_.at(-1)[0].length > 1) {
      this.levels_.push(halve(this.levels_.at(-1)));
    }
  }

  get size() {
    return this.levels_[0][0].length;
  }

  /**
   * Returns the range of the numbers from `begin` up to `end`, without the latter.
   * @return {[number, number]} NaN if there is nothing
   */
  query(begin, end) {
    let low = NaN;
    let high = NaN;
    begin = Math.max(begin, 0);
    end = Math.min(end, this.size);
    for (const [least, greatest] of this.levels_) {
      if (begin >= end) break;
      if (begin % 2 === 1) {
        low = lesser(low, least[begin]);
        high = greater(high, greatest[begin]);
        ++begin;
      }
      if (end % 2 === 1) {
        --end;
        low = lesser(low, least[end]);
        high = greater(high, greatest[end]);
      }
      begin /= 2;
      end /= 2;
    }
    return [low, high];
  }
}

// Math.min and Math.max for which NaN is nothing.
const lesser = (a, b) => a <= b || b !== b ? a : b;
const greater = (a, b) => a >= b || b !== b ? a : b;

function halve([least, greatest]) {
  const size = Math.ceil(least.length / 2);
  const low = new Float64Array(size);
  const high = new Float64Array(size);
  for (let i = 0; i < size; ++i) {
    const other = Math.min(2 * i + 1, least.length - 1);
    low[i] = lesser(least[2 * i], least[other]);
    high[i] = greater(greatest[2 * i], greatest[other]);
  }
  return [low, high];
}

/** The tree over the stretches between a track's keys. */
function treeOfKeys(track) {
  const size = Math.max(track.size - 1, 0);
  const least = new Float64Array(size);
  const greatest = new Float64Array(size);
  for (let i = 0; i < size; ++i) {
    const [low, high] = rangeBetween(track, i);
    least[i] = finite(low);
    greatest[i] = finite(high);
  }
  return new RangeTree(least, greatest);
}

/** The tree over a track's baked levels. */
function treeOfLevels(track) {
  const numbers = track.levels;
  const bins = numbers.length / 2;
  const least = new Float64Array(bins);
  const greatest = new Float64Array(bins);
  const step = (track.max - track.min) / (NOTHING - 1);
  for (let i = 0; i < bins; ++i) {
    const known = numbers[i] !== NOTHING;
    least[i] = known ? track.min + step * numbers[i] : NaN;
    greatest[i] = known ? track.min + step * numbers[bins + i] : NaN;
  }
  return new RangeTree(least, greatest);
}

/** @type {WeakMap<Track, RangeTree>} */
const trees = new WeakMap();

function treeOf(track) {
  let tree = trees.get(track);
  if (!tree) {
    tree = track.hasKeys ? treeOfKeys(track) : treeOfLevels(track);
    trees.set(track, tree);
  }
  return tree;
}

/**
 * Returns the range of a track in each of `columns` equally wide columns.
 * @param {Track} track with keys in order, or with levels
 * @param {{from: number, to: number}} view the times at both edges
 * @param {{from: number, to: number}} all the times of the levels
 * @param {number} columns
 * @return {{least: Float64Array, greatest: Float64Array}} NaN: nothing is there
 */
export function envelope(track, view, all, columns) {
  const least = new Float64Array(columns).fill(NaN);
  const greatest = new Float64Array(columns).fill(NaN);
  if (!track.hasKeys && !track.levels) return {least, greatest};
  const tree = treeOf(track);
  const put = (c, low, high) => {
    least[c] = lesser(least[c], low);
    greatest[c] = greater(greatest[c], high);
  };
  const width = (view.to - view.from) / columns;
  if (!track.hasKeys) {
    const perSecond = tree.size / (all.to - all.from || 1);
    for (let c = 0; c < columns; ++c) {
      const time = view.from + c * width;
      const begin = Math.floor((time - all.from) * perSecond);
      const end = Math.ceil((time + width - all.from) * perSecond);
      put(c, ...tree.query(begin, Math.max(end, begin + 1)));
    }
    return {least, greatest};
  }
  // Adds the turns of a stretch between keys that crosses the edge of a column.
  const putTurns = (i) => {
    for (const {time, value} of turnsBetween(track, i)) {
      const c = Math.floor((time - view.from) / width);
      if (c >= 0 && c < columns) put(c, finite(value), finite(value));
    }
  };
  let value = finite(evaluate(track, view.from));
  let key = lastKeyAt(track.times, view.from);
  putTurns(key);
  for (let c = 0; c < columns; ++c) {
    const end = view.from + (c + 1) * width;
    const next = finite(evaluate(track, end));
    put(c, value, value);
    put(c, next, next);
    const endKey = lastKeyAt(track.times, end);
    if (endKey > key) {
      // Keys and stretches that lie within the column as a whole.
      put(c, ...tree.query(key + 1, endKey));
      putTurns(endKey);
      for (const i of [key + 1, endKey]) {
        put(c, finite(track.values[i]), finite(track.values[i]));
      }
    }
    value = next;
    key = endKey;
  }
  return {least, greatest};
}

/**
 * The least and greatest value around a time, of a track whose keys are left
 * out; NaN if there are none.
 * @param {Track} track with levels
 * @param {{from: number, to: number}} all the times of the levels
 * @param {number} time
 */
export function levelAt(track, all, time) {
  const tree = treeOf(track);
  const at = (time - all.from) / (all.to - all.from || 1) * tree.size;
  const bin = Math.min(Math.max(Math.floor(at), 0), tree.size - 1);
  return tree.query(bin, bin + 1);
}

const finite = (value) => Number.isFinite(value) ? value : NaN;
