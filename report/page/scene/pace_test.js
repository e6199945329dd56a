// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import test from 'node:test';
import { Pace } from './pace.js';

/** Draws frames that take so long. @param {Pace} pace @param {number} count @param {(i: number) => number} took */
function play(pace, count, took) {
  let now = 1000;
  let changes = 0;
  pace.begin();
  for (let i = 0; i < count; ++i) {
    if (pace.frame(now)) ++changes;
    now += took(i);
  }
  return changes;
}

test('a machine that draws in time draws all', () => {
  const pace = new Pace({ finest: 2, software: false, canBeCoarse: true });
  assert.equal(play(pace, 1000, () => 16.7), 0);
  assert.deepEqual(pace.step, { ratio: 2, coarse: false });
  // Once in a while a frame is late.
  assert.equal(play(pace, 1000, (i) => (i % 50 ? 16.7 : 40)), 0);
});

test('where a program draws, triangles go before pixels', () => {
  const pace = new Pace({ finest: 1, software: true, canBeCoarse: true });
  // Each second frame is late: a mean of 25 ms.
  assert.equal(play(pace, 22, (i) => (i % 2 ? 16.7 : 33.3)), 1);
  assert.deepEqual(pace.step, { ratio: 1, coarse: true });
  assert.deepEqual(pace.whole, { ratio: 1, coarse: false });
  play(pace, 1000, () => 40);
  assert.deepEqual(pace.step, { ratio: 0.5, coarse: true });
});

test('where a graphics card draws, pixels go before triangles', () => {
  const pace = new Pace({ finest: 1, software: false, canBeCoarse: true });
  play(pace, 22, () => 40);
  assert.deepEqual(pace.step, { ratio: 0.8, coarse: false });
  play(pace, 1000, () => 40);
  assert.deepEqual(pace.step, { ratio: 0.5, coarse: true });
});

test('what was too slow is tried again, later and later', () => {
  const pace = new Pace({ finest: 1, software: true, canBeCoarse: false });
  const waits = [];
  let now = 0;
  let since = 0;
  pace.begin();
  for (let i = 0; i < 4000; ++i) {
    const before = pace.step.ratio;
    if (pace.frame(now)) {
      if (pace.step.ratio > before) waits.push(i - since);
      since = i;
    }
    now += pace.step.ratio === 1 ? 30 : 16.7;
  }
  assert.ok(waits.length > 2, String(waits));
  assert.ok(waits.every((wait, i) => i === 0 || wait > waits[i - 1]), String(waits));
});

test('a pause says nothing of the pace', () => {
  const pace = new Pace({ finest: 1, software: true, canBeCoarse: true });
  assert.equal(play(pace, 100, (i) => (i % 10 ? 16.7 : 2000)), 0);
});
