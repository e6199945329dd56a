// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Arrays of numbers, as report/html/base64.h writes them: base64 of
// little-endian numbers.

/** @param {string} text @returns {Uint8Array} */
export function bytes(text) {
  const raw = atob(text);
  const out = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; ++i) out[i] = raw.charCodeAt(i);
  return out;
}

const LITTLE = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/**
 * @param {string} text
 * @param {number} size of a number
 * @returns {ArrayBuffer}
 */
function words(text, size) {
  const raw = bytes(text);
  if (!LITTLE) {
    for (let i = 0; i + size <= raw.length; i += size) {
      raw.subarray(i, i + size).reverse();
    }
  }
  const whole = raw.length - (raw.length % size);
  return raw.buffer.slice(0, whole);
}

/** @param {string} text @returns {Float32Array} */
export function floats(text) {
  return new Float32Array(words(text, 4));
}

/** @param {string} text @returns {Uint16Array} */
export function uint16s(text) {
  return new Uint16Array(words(text, 2));
}

/** @param {string} text @returns {Uint32Array} */
export function uint32s(text) {
  return new Uint32Array(words(text, 4));
}
