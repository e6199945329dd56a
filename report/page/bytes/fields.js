// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The fields of a file: which one has a byte, and what its bytes mean.

import { leading } from '../frame/search.js';
import { readable, shortestFloat } from '../frame/text.js';

/**
 * @typedef {object} Field
 * @property {number} offset
 * @property {number} length
 * @property {string} path
 * @property {string} type
 * @property {number} index its place in the order of the file
 */

/** @typedef {{offset: number, end: number, first: number, count: number, of: (i: number) => Field, at: (offset: number) => Field | null}} Piece */

/** Fields and runs of a section as pieces, in the order of the file. */
export class FieldMap {
  /** @param {{fields: any[], runs: any[]}} section */
  constructor({ fields, runs }) {
    /** @type {Piece[]} */
    this.pieces_ = [...fields.map(single), ...runs.map(run)]
      .sort((a, b) => a.offset - b.offset);
    let first = 0;
    for (const piece of this.pieces_) {
      piece.first = first;
      first += piece.count;
    }
    this.count = first;
  }

  /** The field that has a byte; null: none. @param {number} offset */
  find(offset) {
    const piece = this.pieceBefore_((one) => one.offset <= offset);
    return piece && offset < piece.end ? piece.at(offset) : null;
  }

  /** The field of a place in the order of the file. @param {number} index */
  at(index) {
    if (index < 0 || index >= this.count) return null;
    const piece = this.pieceBefore_((one) => one.first <= index);
    return piece ? piece.of(index - piece.first) : null;
  }

  /** How many fields begin before a byte. @param {number} offset */
  before(offset) {
    const piece = this.pieceBefore_((one) => one.offset < offset);
    if (!piece) return 0;
    return piece.first + leading(piece.count, (i) => piece.of(i).offset < offset);
  }

  /** The last piece that is so; those that are so come first. @param {(piece: Piece) => boolean} isSo */
  pieceBefore_(isSo) {
    return this.pieces_[leading(this.pieces_.length, (i) => isSo(this.pieces_[i])) - 1] ?? null;
  }
}

/** @param {[number, number, string, string]} field */
function single([offset, length, path, type]) {
  const piece = {
    offset, end: offset + length, first: 0, count: 1,
    of: () => ({ offset, length, path, type, index: piece.first }),
    at: () => piece.of(),
  };
  return piece;
}

/** @param {[number, number, number, string, string, [number, number, string, string][]]} values */
function run([offset, stride, count, before, after, parts]) {
  const of = (/** @type {number} */ i) => {
    const element = Math.floor(i / parts.length);
    const [at, length, name, type] = parts[i % parts.length];
    return {
      offset: offset + element * stride + at, length, type,
      path: `${before}${element}${after}${name}`, index: piece.first + i,
    };
  };
  const piece = {
    offset, end: offset + count * stride, first: 0, count: count * parts.length, of,
    at: (/** @type {number} */ where) => {
      const element = Math.floor((where - offset) / stride);
      const inside = (where - offset) % stride;
      const part = parts.findIndex(([at, length]) => at <= inside && inside < at + length);
      return part < 0 ? null : of(element * parts.length + part);
    },
  };
  return piece;
}

/** @param {Uint8Array} bytes */
function varint(bytes) {
  let value = 0;
  bytes.forEach((byte, i) => {
    value += (byte & 0x7f) * 2 ** (7 * i);
  });
  return value;
}

const MOST_BYTES = 16;
const MOST_TEXT = 300;

/**
 * Returns the value of a field's bytes as text.
 * @param {string} type
 * @param {Uint8Array} bytes all of the field's
 */
export function valueText(type, bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (type === 'float32' && bytes.length === 4) return String(shortestFloat(view.getFloat32(0, true)));
  if (type === 'int32' && bytes.length === 4) return String(view.getInt32(0, true));
  if (type === 'uint8' && bytes.length === 1) return String(bytes[0]);
  if (type === 'varint') return String(varint(bytes));
  if (type === 'utf8' || type === 'word' || type === 'label') {
    return readable(new TextDecoder().decode(bytes)).slice(0, MOST_TEXT);
  }
  const shown = [...bytes.subarray(0, MOST_BYTES)].map(hexByte).join(' ');
  return bytes.length > MOST_BYTES ? `${shown} ...` : shown;
}

/** @param {number} byte */
export function hexByte(byte) {
  return byte.toString(16).toUpperCase().padStart(2, '0');
}
