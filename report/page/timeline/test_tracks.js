// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Tracks for tests.

import {Track, TrackSet} from './tracks.js';

/**
 * A track of keys: [time, value, inTangent, outTangent, inWeight, outWeight, mode].
 * @param {number[][]} keys
 * @param {object} [more] members of its JSON
 */
export function trackJson(keys, more = {}) {
  const column = (i) => Float32Array.from(keys, (key) => key[i] ?? 0);
  const finite = keys.map((key) => key[1]).filter(Number.isFinite);
  return {
    path: 'a.b',
    label: 'b',
    kind: 'bezier',
    keys: keys.length,
    min: Math.min(...finite),
    max: Math.max(...finite),
    t: column(0),
    v: column(1),
    it: column(2),
    ot: column(3),
    iw: column(4),
    ow: column(5),
    m: Uint16Array.from(keys, (key) => key[6] ?? 3),
    ...more,
  };
}

export function makeTrack(keys, more = {}) {
  return new Track(trackJson(keys, more));
}

export function makeSet(tracks, more = {}) {
  return new TrackSet({from: 0, to: 10, tracks, ...more});
}
