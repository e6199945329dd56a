// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import test from 'node:test';

import {evaluate} from './curve.js';
import {envelope, levelAt, RangeTree} from './envelope.js';
import {makeTrack} from './test_tracks.js';

const WHOLE = {from: 0, to: 10};

test('trees give the least and greatest of any range', () => {
  const numbers = Float64Array.from({length: 37}, (_, i) => (i * 17) % 37);
  numbers[5] = NaN;
  const tree = new RangeTree(numbers, numbers);
  for (let begin = 0; begin < 37; ++begin) {
    for (let end = begin; end <= 40; ++end) {
      const some = [...numbers.slice(begin, end)].filter((n) => !Number.isNaN(n));
      const [low, high] = tree.query(begin, end);
      assert.equal(low, some.length ? Math.min(...some) : NaN);
      assert.equal(high, some.length ? Math.max(...some) : NaN);
    }
  }
  assert.deepEqual(new RangeTree(new Float64Array(0), new Float64Array(0)).query(0, 9),
                   [NaN, NaN]);
});

test('every value of a curve is in its column', () => {
  let seed = 7;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  for (let round = 0; round < 50; ++round) {
    const keys = Array.from({length: 60}, () => [random() * 10, random(),
      random() * 4 - 2, random() * 4 - 2, random(), random(), round % 4]);
    keys.sort((a, b) => a[0] - b[0]);
    const track = makeTrack(keys);
    const columns = 25;
    const {least, greatest} = envelope(track, WHOLE, WHOLE, columns);
    for (let c = 0; c < columns; ++c) {
      for (let k = 0; k <= 20; ++k) {
        const time = (c + k / 20) * 10 / columns;
        const value = evaluate(track, time);
        assert.ok(value >= least[c] - 1e-6 && value <= greatest[c] + 1e-6,
                  `${round} ${time}: ${value} not in ${least[c]}..${greatest[c]}`);
      }
    }
  }
});

test('a peak between two columns is not lost', () => {
  const track = makeTrack([[0, 0], [4.999, 0], [5, 9], [5.001, 0], [10, 0]]);
  for (const columns of [3, 4, 7, 10, 11]) {
    const {greatest} = envelope(track, WHOLE, WHOLE, columns);
    assert.equal(Math.max(...greatest), 9);
  }
});

test('gaps stay gaps', () => {
  const track = makeTrack([[0, 1], [2, 1], [3, NaN], [7, NaN], [8, 2], [10, 2]]);
  const {least} = envelope(track, WHOLE, WHOLE, 10);
  assert.equal(least[1], 1);
  assert.ok(Number.isNaN(least[5]));
  assert.equal(least[9], 2);
});

test('baked levels', () => {
  const track = makeTrack([], {
    t: undefined, min: -1, max: 1, keys: 100000,
    levels: Uint16Array.from([0, 32767, 65535, 0, 65534, 32767, 65535, 0]),
  });
  const {least, greatest} = envelope(track, WHOLE, WHOLE, 4);
  assert.deepEqual([...least].map(Math.round), [-1, 0, NaN, -1]);
  assert.deepEqual([...greatest].map(Math.round), [1, 0, NaN, -1]);
  assert.deepEqual(levelAt(track, WHOLE, 1).map(Math.round), [-1, 1]);
  assert.deepEqual(levelAt(track, WHOLE, 99).map(Math.round), [-1, -1]);
  assert.ok(Number.isNaN(levelAt(track, WHOLE, 6)[0]));
  // Two stretches in a column, and a column within a stretch.
  assert.equal(envelope(track, WHOLE, WHOLE, 2).greatest[0], 1);
  assert.equal(envelope(track, {from: 0.1, to: 0.2}, WHOLE, 1).greatest[0], 1);
  assert.ok(Number.isNaN(envelope(track, {from: 11, to: 12}, WHOLE, 1).least[0]));
});
