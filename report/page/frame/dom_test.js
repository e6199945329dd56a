// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import test from 'node:test';
import { pathText, text } from './dom.js';

/** As much of an element as is made here. */
class Made {
  textContent = '';

  /** @type {Made[]} */
  children = [];

  setAttribute() {}

  /** @param {Made} child */
  append(child) {
    this.children.push(child);
  }
}

test('a path is one line in which nothing is invisible', () => {
  Object.assign(globalThis, {
    document: { createElement: () => new Made() },
    Text: class { /** @param {string} data */ constructor(data) { this.data = data; } },
  });
  const [line] = /** @type {any} */ (pathText('good.bin\nx\ty\u202E.bin')).children;
  assert.equal(line.textContent, 'good.bin\\u{A}x\\u{9}y\\u{202E}.bin');
  assert.equal(text('a\n\tb').data, 'a\n\tb'); // a file's other texts keep their lines
});
