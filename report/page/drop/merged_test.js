// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import test from 'node:test';
import { findingAt, rangesByFile } from '../frame/data.js';
import { merged } from './merged.js';

/** The index of a file with so many findings, each after the first caused by it. */
function indexOf(path, findings) {
  const index = merged([]);
  index.counts.files = 1;
  index.counts.errors = findings;
  index.files.push(/** @type {any} */ ({ path, verdict: findings ? 'invalid' : 'valid' }));
  for (let i = 0; i < findings; ++i) {
    for (const column of Object.values(index.findings)) column.push(/** @type {never} */ (0));
    index.findings.cause[i] = i ? 0 : null;
    index.findings.path[i] = `${path}[${i}]`;
  }
  return index;
}

test('findings keep their files and causes', () => {
  const index = merged([indexOf('a', 2), indexOf('b', 0), indexOf('c', 2)]);
  assert.deepEqual(index.files.map(({ path }) => path), ['a', 'b', 'c']);
  assert.equal(index.counts.files, 3);
  assert.equal(index.counts.errors, 4);
  assert.deepEqual([...rangesByFile(index)],
    [[0, { first: 0, end: 2 }], [2, { first: 2, end: 4 }]]);
  assert.equal(findingAt(index, 3)?.path, 'c[1]');
  assert.deepEqual(index.findings.cause, [null, 0, null, 2]);
});

test('a file of which nothing can be said', () => {
  const index = merged([merged([], { path: 'x', problem: 'gone' }), indexOf('a', 1)]);
  assert.equal(index.counts.unreadable, 1);
  assert.equal(index.files[0].problem, 'gone');
  assert.deepEqual(index.findings.file, [1]);
});
