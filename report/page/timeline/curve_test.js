// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import test from 'node:test';

import {evaluate, lastKeyAt, rangeBetween} from './curve.js';
import {makeTrack} from './test_tracks.js';

// report/browser/timeline_test.js compares what is evaluated with `sample`.

test('the last key that is not later counts', () => {
  const times = new Float32Array([0, 1, 1, 2]);
  assert.equal(lastKeyAt(times, -1), -1);
  assert.equal(lastKeyAt(times, 0), 0);
  assert.equal(lastKeyAt(times, 1), 2);
  assert.equal(lastKeyAt(times, 9), 3);
  assert.equal(lastKeyAt(new Float32Array(0), 1), -1);
});

test('no key, one key, before and after', () => {
  assert.ok(Number.isNaN(evaluate(makeTrack([]), 0)));
  assert.equal(evaluate(makeTrack([[3, 5]]), -7), 5);
  const line = makeTrack([[1, 2], [3, 4]]);
  assert.equal(evaluate(line, 0), 2);
  assert.equal(evaluate(line, 9), 4);
  assert.ok(Number.isNaN(evaluate(line, NaN)));
});

test('of two keys at one time the later one counts', () => {
  const jump = makeTrack([[0, 0], [1, 1], [1, 5], [2, 5]], {kind: 'lines'});
  assert.equal(evaluate(jump, 0.5), 0.5);
  assert.equal(evaluate(jump, 1), 5);
});

test('what nobody knows is no number', () => {
  assert.ok(Number.isNaN(evaluate(makeTrack([[1, 0], [0, 1]], {unordered: true}), 0)));
  assert.ok(Number.isNaN(evaluate(makeTrack([[0, NaN], [1, 1]]), 0.5)));
});

test('any numbers give something', () => {
  const odd = [0, 1, -1, Infinity, -Infinity, NaN, 3e38, -3e38, 1e-45, 0.3];
  let seed = 1;
  const pick = () => odd[(seed = (seed * 48271) % 2147483647) % odd.length];
  for (let i = 0; i < 2000; ++i) {
    const keys = [0, 1].map(
        () => [pick(), pick(), pick(), pick(), pick(), pick(), i % 4]);
    const track = makeTrack(keys, {wrap: [i % 5, 4]});
    assert.equal(typeof evaluate(track, pick()), 'number');
    rangeBetween(track, 0);
  }
});
