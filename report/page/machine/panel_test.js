// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import test from 'node:test';
import '../frame/testing.js';

const { waitsText } = await import('./panel.js');

test('why a transition does not happen', () => {
  assert.equal(waitsText(-0.3), 'now -0.30, happens at 0');
  assert.equal(waitsText(-1e-9), 'now -1.0e-9, happens at 0');
  assert.equal(waitsText(2), 'now 2.00, has to come from below 0');
  assert.equal(waitsText(0), 'now 0.00, has to come from below 0');
  assert.equal(waitsText(-Infinity), 'now -Infinity, happens at 0');
  assert.equal(waitsText(NaN), 'cannot happen: the value is not a number');
  assert.equal(waitsText(null), 'cannot happen: a value is missing');
});
