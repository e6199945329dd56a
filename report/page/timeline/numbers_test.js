// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import test from 'node:test';

import {exactText, modeText, timeText, valueText} from './numbers.js';

test('values are short', () => {
  assert.equal(valueText(0.123456789), '0.12346');
  assert.equal(valueText(-0), '0');
  assert.equal(valueText(1.5e-9), '1.500e-9');
  assert.equal(valueText(3e38), '3.000e+38');
  assert.equal(valueText(NaN), 'not a number');
  assert.equal(valueText(-Infinity), '−∞');
});

test('exact numbers read back the same', () => {
  for (const value of [0.1, 1 / 3, 16777216, -1e-45, 3.4e38]) {
    const float = Math.fround(value);
    assert.equal(Math.fround(Number(exactText(float))), float);
  }
  assert.equal(exactText(Math.fround(0.1)), '0.1');
  assert.equal(exactText(Infinity), '∞');
});

test('times and modes', () => {
  assert.equal(timeText(1.25), '1.25 s');
  assert.equal(timeText(1e30), '1.000e+30 s');
  assert.equal(modeText(2), 'out');
});
