// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import test from 'node:test';
import { ALL, fileCount, filesOf, filterFindings, groupByCode, sortFindings } from './rows.js';

const file = (path, verdict, errors, warnings) =>
  ({ path, verdict, errors, warnings, bytes: path.length, summary: '' });

/** @type {any} */
const index = {
  files: [file('a.bin', 'invalid', 2, 0), file('b.bin', 'valid', 0, 0),
    file('c.m3d', 'warnings', 0, 1)],
  findings: {
    file: [0, 0, 2],
    code: ['BROKEN', 'FOLLOWS', 'ODD'],
    severity: [1, 1, 0],
    offset: [40, 8, 3],
    length: [4, 4, 1],
    line: [0, 0, 7],
    count: [1, 500, 1],
    path: ['header', 'keys[3]', 'bones'],
    message: ['is broken', 'follows', 'is odd'],
    time: [null, 2.5, 0.5],
    cause: [null, 0, null],
  },
};

test('filters look at all texts', () => {
  assert.deepEqual(filterFindings(index, ALL), [0, 1, 2]);
  assert.deepEqual(filterFindings(index, { ...ALL, text: ' C.M3D ' }), [2]);
  assert.deepEqual(filterFindings(index, { ...ALL, text: 'keys[3]' }), [1]);
  assert.deepEqual(filterFindings(index, { ...ALL, severity: 'warning' }), [2]);
  assert.deepEqual(filterFindings(index, { ...ALL, code: 'ODD' }), [2]);
  assert.deepEqual(filterFindings(index, { ...ALL, file: 0 }), [0, 1]);
  assert.deepEqual(filterFindings(index, { ...ALL, verdict: 'warnings' }), [2]);
});

test('causes come before what follows from them', () => {
  assert.deepEqual(sortFindings(index, [2, 1, 0], 'severity', false), [0, 1, 2]);
  assert.deepEqual(sortFindings(index, [0, 1, 2], 'offset', false), [2, 1, 0]);
  assert.deepEqual(sortFindings(index, [0, 1, 2], 'time', false), [2, 1, 0]);
});

test('files that are not ours are counted apart', () => {
  const some = { counts: { files: 4, foreign: 1 }, files: [...index.files, file('d.png', 'foreign', 0, 0)] };
  assert.equal(fileCount(some, [0, 1, 2, 3]), '3 files, 1 not ours');
  assert.equal(fileCount(some, [0, 2]), '2 of 3 files');
  assert.equal(fileCount(some, [3]), '0 of 3 files, 1 not ours');
});

test('groups: the worst code first', () => {
  const groups = groupByCode(index, [0, 1, 2]);
  assert.deepEqual(groups.map((group) => group.code), ['BROKEN', 'FOLLOWS', 'ODD']);
  assert.equal(groups[1].occurrences, 500);
  assert.equal(groups[1].follows, true);
});

test('files: the worst verdict first', () => {
  const names = index.files.map((one) => one.path);
  assert.deepEqual(filesOf(index, names, ALL, 'verdict', false), [0, 2, 1]);
  assert.deepEqual(filesOf(index, names, ALL, 'path', true), [2, 1, 0]);
  assert.deepEqual(filesOf(index, names, { ...ALL, verdict: 'invalid' }, 'verdict', false), [0]);
  assert.deepEqual(filesOf(index, names, { ...ALL, code: 'ODD' }, 'verdict', false), [2]);
  assert.deepEqual(filesOf(index, names, { ...ALL, text: 'B.' }, 'verdict', false), [1]);
});
