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
  // Pixels help a little, and never enough.
  play(pace, 1000, (i) => 25 + 10 * pace.step.ratio + 10 * (i % 2));
  assert.deepEqual(pace.step, { ratio: 0.5, coarse: true });
});

test('where a graphics card draws, pixels go before triangles', () => {
  const pace = new Pace({ finest: 1, software: false, canBeCoarse: true });
  const took = (i) => (pace.step.coarse ? 20 : i % 2 ? 50 : 30);
  play(pace, 22, took);
  assert.deepEqual(pace.step, { ratio: 0.8, coarse: false });
  play(pace, 1000, took);
  assert.deepEqual(pace.step, { ratio: 0.5, coarse: true });
});

test('a screen that shows fewer frames is no slow machine', () => {
  for (const took of [20, 33.3]) {
    const pace = new Pace({ finest: 2, software: false, canBeCoarse: true });
    // One look at the last step is enough.
    assert.equal(play(pace, 45, () => took), 2);
    assert.deepEqual(pace.step, pace.whole);
    assert.equal(play(pace, 2000, () => took), 0, String(took));
  }
});

test('a machine that is slow in the same way each time is no such screen', () => {
  const pace = new Pace({ finest: 1, software: false, canBeCoarse: true });
  play(pace, 45, () => (pace.step.coarse ? 16.7 : 33.3));
  assert.deepEqual(pace.step, { ratio: 0.5, coarse: true });
});

test('where coarser steps do not help, all is drawn again', () => {
  const pace = new Pace({ finest: 1, software: true, canBeCoarse: true });
  play(pace, 200, () => 16.7);
  // A browser that saves power.
  assert.ok(play(pace, 200, () => 33.3) > 1);
  assert.deepEqual(pace.step, pace.whole);
  assert.equal(play(pace, 2000, (i) => 33.3 + i % 2), 0);
  // It saves no more; then something is slow that coarser steps do help.
  assert.equal(play(pace, 200, () => 16.7), 0);
  play(pace, 200, (i) => (pace.step === pace.whole && i % 2 ? 50 : 16.7));
  assert.deepEqual(pace.step, { ratio: 1, coarse: true });
});

test('a screen of fifty frames a second that are not even', () => {
  const pace = new Pace({ finest: 1, software: true, canBeCoarse: true });
  play(pace, 200, (i) => (i % 2 ? 17 : 23));
  assert.equal(play(pace, 2000, (i) => (i % 2 ? 17 : 23)), 0);
  assert.deepEqual(pace.step, pace.whole);
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
    now += pace.step.ratio === 1 && i % 2 ? 43.3 : 16.7;
  }
  assert.ok(waits.length > 2, String(waits));
  assert.ok(waits.every((wait, i) => i === 0 || wait > waits[i - 1]), String(waits));
});

test('a pause says nothing of the pace', () => {
  const pace = new Pace({ finest: 1, software: true, canBeCoarse: true });
  assert.equal(play(pace, 100, (i) => (i % 10 ? 16.7 : 2000)), 0);
});
