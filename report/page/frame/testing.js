// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// For tests: what is in a page; and three.js, which Node finds where report/html/bundle.py
// does once this module was imported.

import { readFileSync } from 'node:fs';
import { register } from 'node:module';
import { unpack } from './unpack.js';

const HOOKS = `
const THREE = 'file:///usr/share/javascript/three/';
export async function resolve(name, context, next) {
  const [first, ...rest] = name.split('/');
  const path = { three: 'build/three.module.js', 'three-examples': 'examples/jsm/' + rest.join('/') }[first];
  return path ? { url: THREE + path, format: 'module', shortCircuit: true } : next(name, context);
}
export async function load(url, context, next) {
  return next(url, url.startsWith(THREE) ? { ...context, format: 'module' } : context);
}`;
register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);

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
