// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import test from 'node:test';
import { lengthText, roundLength } from './length.js';

test('lengths that people know', () => {
  for (const [length, round] of [[1, 1], [0.99, 0.5], [0.1, 0.1], [0.049, 0.02], [73, 50],
    [2000, 2000], [1e-9, 1e-9], [9.9e20, 5e20]]) {
    assert.ok(Math.abs(roundLength(length) / round - 1) < 1e-6, `${length}: ${roundLength(length)}`);
  }
});

test('lengths have units', () => {
  assert.equal(lengthText(0.005, 'metres'), '5 mm');
  assert.equal(lengthText(roundLength(0.12), 'metres'), '10 cm');
  assert.equal(lengthText(2, 'metres'), '2 m');
  assert.equal(lengthText(5000, 'metres'), '5 km');
  assert.equal(lengthText(0.2, 'blocks'), '0.2 blocks');
});
