// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import test from 'node:test';
import { headline } from './summary.js';

/** Returns the summary of a report with so many files of each verdict. */
function saysOf(counts) {
  const all = {
    valid: 0, warned: 0, invalid: 0, unreadable: 0, foreign: 0, errors: 0, warnings: 0, ...counts,
  };
  all.files = all.valid + all.warned + all.invalid + all.unreadable + all.foreign;
  const files = Array.from({ length: all.files }, () => ({}));
  const { verdict, text } = headline(/** @type {any} */ ({ index: { counts: all, files } }));
  return `${verdict}: ${text}`;
}

test('sentences for no file, one, and many', () => {
  assert.equal(saysOf({}), 'foreign: No file was checked.');
  assert.equal(saysOf({ foreign: 3 }), 'foreign: No file is of a format that clipguard reads.');
  assert.equal(saysOf({ valid: 1, foreign: 2 }),
    'valid: The only file of a format that clipguard reads is valid.');
  assert.equal(saysOf({ valid: 2, foreign: 2 }), 'valid: All 2 files of formats that clipguard reads are valid.');
  assert.equal(saysOf({ invalid: 1, foreign: 1 }),
    'invalid: The only file of a format that clipguard reads is invalid.');
  assert.equal(saysOf({ unreadable: 1, valid: 1 }), 'unreadable: 1 of 2 files is unreadable.');
  assert.equal(saysOf({ invalid: 2, valid: 1 }), 'invalid: 2 of 3 files are invalid.');
  assert.equal(saysOf({ invalid: 2, valid: 1, foreign: 9 }), 'invalid: 2 of 3 files are invalid.');
  assert.equal(saysOf({ warned: 1, warnings: 1, foreign: 1 }),
    'warnings: No file has an error; 1 warning.');
});
