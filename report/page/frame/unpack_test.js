// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import test from 'node:test';
import { deflateSync } from 'node:zlib';
import { unpack } from './unpack.js';

/** A block as report/html/detail_writer.h says. */
function block(value, { words = [], halves = [], bytes = [], size = 0 } = {}) {
  const json = Buffer.from(JSON.stringify(value));
  const planes = (numbers, width) => {
    const out = Buffer.alloc(numbers.length * width);
    numbers.forEach((number, i) => {
      const by = (number - (numbers[i - 1] ?? 0)) >>> 0;
      for (let at = 0; at < width; ++at) out[at * numbers.length + i] = by >>> (8 * at);
    });
    return out;
  };
  const counts = new Uint32Array([json.length, words.length, halves.length, bytes.length]);
  const plain = Buffer.concat([
    Buffer.from(counts.buffer), json, planes(words, 4), planes(halves, 2), Buffer.from(bytes)]);
  return `${plain.length + size} ${deflateSync(plain).toString('base64')}`;
}

test('arrays take the place of what refers to them', async () => {
  const words = [0x3f800000, 0xffffffff, 7, 0x3f800000];
  const value = await unpack(block(
    { name: 'ä', none: null, list: [{ a: { u32: [3, 1] } }, 5], b: { f32: [1, 0] },
      rows: { u16: [2, 0, 2] }, c: { u8: [2, 1] }, empty: { f32: [0] } },
    { words, halves: [1, 2, 65535, 0], bytes: [1, 2, 3] }));
  assert.deepEqual(value, {
    name: 'ä', none: null, list: [{ a: Uint32Array.from(words.slice(1)) }, 5],
    b: Float32Array.of(1), rows: Uint16Array.of(1, 65535, 2, 0), c: Uint8Array.of(2, 3),
    empty: new Float32Array(0),
  });
});

test('blocks that are damaged are refused', async () => {
  const good = block({ a: { u32: [1, 0] } }, { words: [1] });
  assert.deepEqual(await unpack(good), { a: Uint32Array.of(1) });
  for (const bad of [
    '', '5', good.slice(0, -8), good.slice(1), `9${good}`, good.replace(' ', ' AAAA'),
    block({}, { size: 1 }), block({}, { size: -1 }), block({ a: { u32: [2, 0] } }, { words: [1] }),
    block({ a: { u8: [1, 0] } }), block({ a: { f32: 3 } }),
    // 2 GB that are said to be in a few bytes, and 100 MB that are.
    `2000000000 ${good.split(' ')[1]}`,
    `1000 ${deflateSync(Buffer.alloc(1e8)).toString('base64')}`,
  ]) {
    await assert.rejects(unpack(bad), undefined, bad.slice(0, 40));
  }
});
