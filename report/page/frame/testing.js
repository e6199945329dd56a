// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// For tests: what is in a page.

import { readFileSync } from 'node:fs';
import { unpack } from './unpack.js';

/**
 * The data blocks of a page by their names: "index", "file-0".
 * @param {string} path
 * @returns {Promise<Map<string, any>>}
 */
export async function blocksOf(path) {
  const blocks = new Map();
  for (const [, type, id, text] of readFileSync(path, 'utf8').matchAll(
    /<script type="([^"]*)" id="([^"]*)">(.*?)<\/script>/gs)) {
    blocks.set(id, type === 'text/plain' ? await unpack(text) : JSON.parse(text));
  }
  return blocks;
}
