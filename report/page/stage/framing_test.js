// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import test from 'node:test';
import { ballAround } from './framing.js';

test('a ball has all points, unless some are far away', () => {
  const line = Array.from({ length: 100 }, (_, i) => [i / 99, 0, 0]).flat();
  const ball = ballAround(line);
  assert.deepEqual(ball.center, [0.5, 0, 0]);
  assert.equal(ball.radius, 0.5);
  const damaged = ballAround([...line, 1e30, 0, 0, NaN, 0, 0, 0, Infinity, 0]);
  assert.ok(damaged.radius < 1, String(damaged.radius));
});

test('nothing, one point, and numbers near the end of all numbers', () => {
  assert.equal(ballAround([]), null);
  assert.equal(ballAround([NaN, 0, 0]), null);
  const one = ballAround([1, 2, 3]);
  assert.deepEqual(one.center, [1, 2, 3]);
  assert.ok(one.radius > 0);
  const huge = ballAround([1e308, 0, 0, -1e308, 0, 0]);
  assert.ok(Number.isFinite(huge.radius));
});
