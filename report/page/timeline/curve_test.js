// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import test from 'node:test';

import {evaluate, lastKeyAt, rangeBetween} from './curve.js';
import {makeTrack} from './test_tracks.js';

const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-6, `${a}, not ${b}`);

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

test('compact keys are straight lines', () => {
  const line = makeTrack([[0, 0], [2, 4]]);
  for (const t of [0.001, 0.5, 1, 1.7, 1.999]) near(evaluate(line, t), 2 * t);
});

test('without weights it is Hermite\'s cubic', () => {
  const curve = makeTrack([[0, 0, 0, 4, 0, 0, 0], [1, 0, -4, 0, 0, 0, 0]]);
  for (const t of [0.1, 0.5, 0.8]) near(evaluate(curve, t), 4 * t * (1 - t));
  near(rangeBetween(curve, 0)[1], 1);
});

test('with weights, time is a cubic, too', () => {
  // x(u) = 3 u² - 2 u³ with both weights 0; a third of each is u itself.
  const third = makeTrack([[0, 0, 0, 3, 0, 1 / 3, 3], [1, 1, 3, 0, 1 / 3, 0, 3]]);
  near(evaluate(third, 0.5), 0.5);
  // Only the out weight is in use: x(u) = u q² 3 · 1 + 2 u² q + u³.
  const one = makeTrack([[0, 0, 0, 2, 0, 1, 2], [1, 0, 0, 0, 0, 0, 0]]);
  const u = 0.4;
  const x = 3 * u * 0.36 + 3 * (2 / 3) * u * u * 0.6 + u * u * u;
  near(evaluate(one, x), 3 * 2 * u * 0.36);
});

test('infinite tangents are steps', () => {
  const step = makeTrack([[0, 1, 0, Infinity], [1, 5, 0, 0], [2, 7, -Infinity]]);
  assert.equal(evaluate(step, 0.99), 1);
  assert.equal(evaluate(step, 1), 5);
  assert.equal(evaluate(step, 1.99), 5);
  assert.equal(evaluate(step, 2), 7);
});

test('curves repeat outside their keys', () => {
  const keys = [[1, 0], [3, 2]];
  const loop = makeTrack(keys, {wrap: [2, 2]});
  near(evaluate(loop, 3.5), 0.5);
  near(evaluate(loop, 0.5), 1.5);
  const pong = makeTrack(keys, {wrap: [4, 4]});
  near(evaluate(pong, 3.5), 1.5);
  near(evaluate(pong, 0.5), 0.5);
  assert.equal(evaluate(loop, Infinity), 2);
});

test('of two keys at one time the later one counts', () => {
  const jump = makeTrack([[0, 0], [1, 1], [1, 5], [2, 5]], {kind: 'lines'});
  near(evaluate(jump, 0.5), 0.5);
  assert.equal(evaluate(jump, 1), 5);
});

test('steps hold', () => {
  const states = makeTrack([[0, 0], [1, 1]], {kind: 'steps'});
  assert.equal(evaluate(states, 0.99), 0);
  assert.equal(evaluate(states, 1), 1);
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
