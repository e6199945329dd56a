// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Tests of tracks at a time; scene_test.js compares whole files with `sample`.

import assert from 'node:assert/strict';
import test from 'node:test';
import { NO_TRACK, Tracks } from './tracks.js';

function tracksOf(times, values) {
  return new Tracks({
    tracks: [{ times: new Float32Array(times), values: new Float32Array(values) }],
  });
}

const out = new Float64Array(4);

test('lines between samples, and what is at the ends outside', () => {
  const tracks = tracksOf([1, 2, 4], [0, 0, 0, 1, 2, 3, 1, 2, 7]);
  for (const [t, expected] of [
    [0, [0, 0, 0]], [1, [0, 0, 0]], [1.5, [0.5, 1, 1.5]], [2, [1, 2, 3]],
    [3, [1, 2, 5]], [9, [1, 2, 7]], [1.5, [0.5, 1, 1.5]],
  ]) {
    tracks.position(0, t, out, 0);
    assert.deepEqual([...out.subarray(0, 3)], expected, String(t));
  }
});

test('rotations have length 1, whatever they had', () => {
  const tracks = tracksOf([0, 1, 2, 3], [
    0, 0, 0, 0, 0, 0, 2, 0, 1e-30, 0, 0, 0, NaN, 0, 0, 0]);
  tracks.rotation(0, 0, out, 0);
  assert.deepEqual([...out], [0, 0, 0, 1]);
  tracks.rotation(0, 1, out, 0);
  assert.deepEqual([...out], [0, 0, 1, 0]);
  tracks.rotation(0, 2, out, 0);
  assert.deepEqual([...out], [1, 0, 0, 0]);
  tracks.rotation(0, 2.5, out, 0);
  assert.ok(out.every(Number.isNaN));
});

test('what there is not is at 0, does not turn, and is not tracked', () => {
  const tracks = tracksOf([0, 1], [1, 1]);
  tracks.position(NO_TRACK, 0, out, 0);
  assert.deepEqual([...out.subarray(0, 3)], [0, 0, 0]);
  tracks.rotation(NO_TRACK, 0, out, 0);
  assert.deepEqual([...out], [0, 0, 0, 1]);
  assert.equal(tracks.state(NO_TRACK, 0), false);
  assert.equal(tracks.state(0, 0.5), true);
});
