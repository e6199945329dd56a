// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import test from 'node:test';
import { Distances } from './distance.js';

const at = (path, x) => ({ path, name: path, position: [x, 0, 0] });

/** Two motions of 10 seconds: where a and b are, by the time. */
function distancesOf(a, b) {
  const distances = new Distances(10);
  while (!distances.isDone) {
    const t = distances.next;
    distances.add([at('a', 0), at('b', 0), at('mine', 0)],
      [at('b', b(t)), at('a', a(t)), at('other', 5)]);
  }
  return distances;
}

test('the farthest joint, and the worst moments, apart from each other', () => {
  const distances = distancesOf(
    (t) => t < 2 ? 1 - Math.abs(t - 1) : 0, (t) => t >= 5 && t < 5.02 ? 3 : 0.25);
  assert.equal(distances.times.length, 601);
  assert.deepEqual(distances.worst().map(({ path, worst }) => [path, worst]), [['b', 3], ['a', 1]]);
  const [first, second] = distances.moments();
  assert.deepEqual([first.joint.path, first.time, first.distance], ['b', 5, 3]);
  assert.deepEqual([second.joint.path, second.time, second.distance], ['a', 1, 1]);
  // And the beginning and end of what is 0.25 all the time: the first of equals.
  assert.ok(distances.moments().length <= 4);
});

test('what only turns is apart, too', () => {
  const distances = new Distances(1);
  const turned = (path, tip) => ({ ...at(path, 0), tip });
  while (!distances.isDone) {
    distances.add([turned('a', [0, 0, 3]), turned('b', [NaN, 0, 0])],
      [turned('a', [0, 4, 0]), turned('b', [0, 0, 1])]);
  }
  assert.deepEqual(distances.worst().map(({ path, worst }) => [path, worst]), [['a', 5]]);
});

test('hidden in both motions is not apart; in one it is', () => {
  const distances = new Distances(1);
  const row = (path, x, hidden) => ({ ...at(path, x), hidden });
  while (!distances.isDone) {
    distances.add([row('both', 0, true), row('one', 0, true)], [row('both', 7, true), row('one', 2, false)]);
  }
  assert.deepEqual(distances.worst().map(({ path, worst }) => [path, worst]), [['one', 2]]);
});

test('the same motion, places that are none, and no time at all', () => {
  assert.deepEqual(distancesOf(() => 0, () => 0).moments(), []);
  assert.deepEqual(distancesOf(() => NaN, () => Infinity).worst(), []);
  const still = new Distances(0);
  while (!still.isDone) still.add([at('a', 1)], [at('a', 3)]);
  assert.equal(still.moments()[0].distance, 2);
  assert.ok(Number.isFinite(still.moments()[0].time));
});
