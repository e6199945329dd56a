// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// One index of many: each is of a file that was checked alone.

import { emptyIndex } from '../frame/data.js';

/** @typedef {import('../frame/data.js').Index} Index */

const COUNTS = ['files', 'valid', 'warned', 'invalid', 'unreadable', 'foreign', 'bytes',
  'errors', 'warnings', 'ignored', 'baselined'];
// Texts about what is missing; nobody reads more.
const MOST_LEFT_OUT = 20;

/**
 * @param {Index[]} all
 * @param {{path: string, problem: string}} [unreadable] a file that is not among them
 * @returns {Index}
 */
export function merged(all, unreadable) {
  const index = emptyIndex();
  for (const name of COUNTS) index.counts[name] = 0;
  for (const one of all) {
    const first = index.files.length;
    const before = index.findings.file.length;
    index.tool = one.tool;
    for (const name of COUNTS) index.counts[name] += one.counts[name] ?? 0;
    Object.assign(index.codes, one.codes);
    for (const file of one.files) index.files.push(file);
    for (const text of one.left_out) {
      if (index.left_out.length === MOST_LEFT_OUT) break;
      index.left_out.push(`${one.files[0]?.path}: ${text}`);
    }
    for (const [name, column] of Object.entries(index.findings)) {
      /** @type {any[]} */
      // @ts-ignore: a column of it
      const values = one.findings[name];
      const by = name === 'file' ? first : name === 'cause' ? before : 0;
      for (const value of values) column.push(by && value !== null ? value + by : value);
    }
  }
  if (unreadable) {
    ++index.counts.files;
    ++index.counts.unreadable;
    index.files.push({
      ...unreadable, format: null, version: null, layout: null, summary: '', bytes: 0,
      verdict: 'unreadable', errors: 0, warnings: 0, detail: false,
    });
  }
  return index;
}
