// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Blocks of files, as report/html/detail_writer.h packs them: JSON, and the arrays
// of numbers that it refers to, compressed.

const HEADER = 16;  // bytes
// No text is compressed better than that.
const MOST_TIMES = 1100;

/** @param {string} text in base64 @returns {Uint8Array} */
export function bytesOf(text) {
  const raw = atob(text);
  const out = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; ++i) out[i] = raw.charCodeAt(i);
  return out;
}

/**
 * Decompresses the bytes; fails unless the result has `size` bytes.
 * @param {Uint8Array} packed
 * @param {number} size
 * @returns {Promise<Uint8Array>}
 */
async function inflate(packed, size) {
  if (!(size >= HEADER && size <= MOST_TIMES * packed.length)) throw new RangeError('size');
  const out = new Uint8Array(size);
  let at = 0;
  const stream = new Blob([/** @type {any} */ (packed)]).stream()
    .pipeThrough(new DecompressionStream('deflate'));
  for (const reader = stream.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    // Throws if there is more than there is room for.
    out.set(value, at);
    at += value.length;
  }
  if (at !== size) throw new RangeError('size');
  return out;
}

/**
 * Numbers from their differences, of which all lowest bytes come first.
 * @template {Uint16Array | Uint32Array} Numbers
 * @param {Uint8Array} bytes
 * @param {Numbers} out
 * @returns {Numbers}
 */
function sumUp(bytes, out) {
  const count = out.length;
  let last = 0;
  for (let i = 0; i < count; ++i) {
    let by = 0;
    for (let at = i, shift = 0; at < bytes.length; at += count, shift += 8) {
      by |= bytes[at] << shift;
    }
    last = (last + by) | 0;
    out[i] = last;
  }
  return out;
}

/** The arrays of a block. */
class Pools {
  /** @param {Uint8Array} rest what follows the JSON @param {number[]} counts */
  constructor(rest, [words, halves, bytes]) {
    const end = 4 * words + 2 * halves;
    if (end + bytes !== rest.length) throw new RangeError('arrays');
    const u32 = sumUp(rest.subarray(0, 4 * words), new Uint32Array(words));
    /** @type {Object<string, any>} */
    this.all = {
      u32,
      f32: new Float32Array(u32.buffer),
      u16: sumUp(rest.subarray(4 * words, end), new Uint16Array(halves)),
      u8: rest.subarray(end),
    };
  }

  /**
   * Rows of numbers, of which each column lies somewhere.
   * @param {string} kind
   * @param {number[]} of how many rows, and where each column begins
   */
  array(kind, [rows, ...columns]) {
    const pool = this.all[kind];
    if (!columns.every((first) => first + rows <= pool.length)) throw new RangeError('array');
    if (columns.length < 2) return pool.slice(columns[0] ?? 0, (columns[0] ?? 0) + rows);
    const out = new pool.constructor(rows * columns.length);
    columns.forEach((first, c) => {
      for (let row = 0, at = c; row < rows; ++row, at += columns.length) {
        out[at] = pool[first + row];
      }
    });
    return out;
  }

  /** The value with arrays in place of what refers to them. @param {any} value @returns {any} */
  filled(value) {
    if (typeof value !== 'object' || value === null) return value;
    const keys = Object.keys(value);
    if (keys.length === 1 && Object.hasOwn(this.all, keys[0])) {
      return this.array(keys[0], value[keys[0]]);
    }
    for (const key of keys) {
      if (typeof value[key] === 'object') value[key] = this.filled(value[key]);
    }
    return value;
  }
}

/** Unpacks a block. @param {string} text @returns {Promise<any>} */
export async function unpack(text) {
  const space = text.indexOf(' ');
  const plain = await inflate(bytesOf(text.slice(space + 1)), Number(text.slice(0, space)));
  const header = new DataView(plain.buffer, 0, HEADER);
  const [json, ...counts] = [0, 4, 8, 12].map((at) => header.getUint32(at, true));
  const pools = new Pools(plain.subarray(HEADER + json), counts);
  return pools.filled(JSON.parse(new TextDecoder().decode(plain.subarray(HEADER, HEADER + json))));
}
