// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import test from 'node:test';
import { ROW_HEIGHT, scaleOf, visibleRange } from './virtual_table.js';

test('the rows in sight are drawn, and some more', () => {
  assert.deepEqual(visibleRange(0, 10 * ROW_HEIGHT, 1000), { first: 0, end: 18 });
  const middle = visibleRange(500 * ROW_HEIGHT, 10 * ROW_HEIGHT, 1000);
  assert.deepEqual(middle, { first: 492, end: 518 });
});

test('there is nothing beyond the last row', () => {
  assert.deepEqual(visibleRange(0, 500, 0), { first: 0, end: 0 });
  assert.deepEqual(visibleRange(1e9, 500, 3), { first: 3, end: 3 });
});

test('more rows than an element is high can all be scrolled to', () => {
  assert.equal(scaleOf(1000 * ROW_HEIGHT, 500), 1);
  const count = 46_228_055;
  const height = count * ROW_HEIGHT;
  const scale = scaleOf(height, 500);
  // At the end of the scroll bar the last row is in sight.
  assert.equal(visibleRange((8_000_000 - 500) * scale, 500, count).end, count);
});
