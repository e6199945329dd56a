// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import test from 'node:test';
import { readable } from '../frame/text.js';
import { fieldsIn } from './bytes.js';
import { FieldMap, valueText } from './fields.js';
import { hexRows, rowOf, spansOf, textRows, Windows } from './rows.js';

const bytesOf = (/** @type {string | number[]} */ text) =>
  new Uint8Array(Buffer.from(/** @type {any} */ (text)));

const fields = new FieldMap({
  fields: [[0, 8, 'header.magic', 'bytes'], [8, 4, 'header.majorVersion', 'int32']],
  runs: [[20, 8, 3, 'camera.position.x.keys[', '].',
    [[0, 4, 'time', 'float32'], [4, 4, 'value', 'float32']]]],
});

test('each byte of a run belongs to a part of an element', () => {
  assert.equal(fields.count, 8);
  assert.equal(fields.find(9)?.path, 'header.majorVersion');
  assert.equal(fields.find(12), null);
  const value = fields.find(20 + 8 + 5);
  assert.deepEqual(value, {
    offset: 32, length: 4, type: 'float32', path: 'camera.position.x.keys[1].value', index: 5,
  });
  assert.deepEqual(fields.at(5), value);
  assert.equal(fields.find(20 + 24), null);
  assert.equal(fields.at(8), null);
  assert.equal(fields.at(-1), null);
});

test('of a part of a file, the fields are those that begin in it', () => {
  assert.deepEqual([0, 1, 9, 13, 20, 21, 24, 25, 43, 100].map((at) => fields.before(at)),
    [0, 1, 2, 2, 2, 3, 3, 4, 8, 8]);
  const windows = new Windows([[0, bytesOf('\0'.repeat(10))], [26, bytesOf('\0'.repeat(8))]], 44);
  assert.deepEqual([...fieldsIn(fields, windows)], [0, 1, 4, 5]);
  // 50 million of them cost nothing, unless their bytes are here.
  const long = new FieldMap({ fields: [], runs: [[0, 8, 25_000_000, 'keys[', '].',
    [[0, 4, 'time', 'float32'], [4, 4, 'value', 'float32']]]] });
  assert.equal(long.count, 50_000_000);
  const end = new Windows([[199_999_984, bytesOf('\0'.repeat(16))]], 200_000_000);
  assert.deepEqual([...fieldsIn(long, end)], [49_999_996, 49_999_997, 49_999_998, 49_999_999]);
});

test('values are as short as they can be', () => {
  const of = (/** @type {number} */ value) =>
    valueText('float32', new Uint8Array(new Float32Array([value]).buffer));
  assert.equal(of(0.1), '0.1');
  assert.equal(of(16777216), '16777216');
  assert.equal(of(NaN), 'NaN');
  assert.equal(of(-Infinity), '-Infinity');
  assert.equal(valueText('int32', new Uint8Array([255, 255, 255, 255])), '-1');
  assert.equal(valueText('varint', new Uint8Array([0x80, 0x01])), '128');
  assert.equal(valueText('bytes', new Uint8Array([1, 171])), '01 AB');
  assert.equal(valueText('float32', new Uint8Array([1])), '01');
});

test('nothing is invisible', () => {
  assert.equal(readable('a\u202Eb\u0000\u200F'), 'a\\u{202E}b\\u{0}\\u{200F}');
  assert.equal(readable('\u{E0041}\u180E\u{1D173}'), '\\u{E0041}\\u{180E}\\u{1D173}');
  assert.equal(readable('a\r\nb\u{1F600}\u0600'), 'a\\u{D}\nb\u{1F600}\u0600');
  assert.equal(readable('\tä'), '\tä');
});

test('rows of bytes begin at multiples of sixteen, gaps are rows', () => {
  const windows = new Windows([[0, bytesOf('x'.repeat(20))], [40, bytesOf('y'.repeat(10))]], 60);
  assert.deepEqual(hexRows(windows), [
    { offset: 0, length: 16 }, { offset: 16, length: 4 },
    { offset: 20, length: 20, gap: true },
    { offset: 40, length: 8 }, { offset: 48, length: 2 },
    { offset: 50, length: 10, gap: true },
  ]);
  assert.equal(rowOf(hexRows(windows), 47), 3);
  assert.equal(rowOf(hexRows(windows), 999), 5);
});

test('lines have numbers as long as they are known', () => {
  const windows = new Windows([[0, bytesOf('ab\n\nc')], [9, bytesOf('d\n')]], 11);
  assert.deepEqual(textRows(windows), [
    { offset: 0, length: 3, line: 1 }, { offset: 3, length: 1, line: 2 },
    { offset: 4, length: 1, line: 3 }, { offset: 5, length: 4, gap: true },
    { offset: 9, length: 2, line: undefined },
  ]);
});

test('a long line goes on in the next row, between characters', () => {
  const rows = textRows(new Windows([[0, bytesOf('ä'.repeat(100))]], 200));
  assert.deepEqual(rows.map((row) => row.length), [120, 80]);
  const odd = textRows(new Windows([[0, bytesOf('a' + 'ä'.repeat(100))]], 201));
  assert.deepEqual(odd.map((row) => row.length), [121, 80]);
});

test('spans end where fields and findings do', () => {
  const spans = spansOf({ offset: 16, length: 16 }, (at) => fields.find(at),
    (at) => (at >= 24 && at < 26 ? 'error' : ''));
  assert.deepEqual(spans.map(({ offset, length, field, mark }) =>
    [offset, length, field?.path ?? '', mark]), [
    [16, 4, '', ''],
    [20, 4, 'camera.position.x.keys[0].time', ''],
    [24, 2, 'camera.position.x.keys[0].value', 'error'],
    [26, 2, 'camera.position.x.keys[0].value', ''],
    [28, 4, 'camera.position.x.keys[1].time', ''],
  ]);
});
