// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import test from 'node:test';
import { JointNames, nameInPaths } from './joint_names.js';

const LONG = 'x'.repeat(1000);

test('long names are cut at a character', () => {
  assert.equal(nameInPaths('lid'), 'lid');
  assert.equal(nameInPaths(LONG), LONG);
  assert.equal(nameInPaths(`${LONG}y`), `${LONG}...`);
  assert.equal(nameInPaths('\u20ac'.repeat(400)), `${'\u20ac'.repeat(333)}...`);
  assert.equal(nameInPaths('\u{1F600}'.repeat(251)), `${'\u{1F600}'.repeat(250)}...`);
});

test('joints are found by all of a name, or by as much as paths have', () => {
  const names = new JointNames(['lid', `${LONG}a`, '\u20ac'.repeat(400)]);
  assert.equal(names.find('lid'), 0);
  assert.equal(names.find('constructor'), -1);
  assert.equal(names.find(`${LONG}...`), 1);
  assert.equal(names.find(`${LONG}a`), 1);
  assert.equal(names.find(`${'\u20ac'.repeat(333)}...`), 2);
  for (const joint of [0, 1, 2]) assert.equal(names.find(names.inPath(joint)), joint);
});

test('of joints whose names begin alike none is marked for the other', () => {
  const names = new JointNames([`${LONG}a`, `${LONG}b`, `${LONG}c`]);
  assert.equal(names.find(`${LONG}...`), -1);
  for (const joint of [0, 1, 2]) assert.equal(names.find(names.inPath(joint)), joint);
  // A name that is not long, and ends so.
  const own = new JointNames([`${LONG}a`, `${LONG}...`]);
  assert.equal(own.find(own.inPath(0)), 0);
  assert.equal(own.find(own.inPath(1)), 1);
});
