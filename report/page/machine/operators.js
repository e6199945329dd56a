// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The ten operators of Forge's time values, in float32 as the game computes
// them: the bits of eval/machine/time/time_operator.h. A sum, difference,
// product, quotient or root of two float32 numbers that is computed in double
// and then rounded is the float32 result, bit for bit.

const fround = Math.fround;

/** By their letters. @type {Object<string, (v: number, a: number) => number>} */
const OPERATORS = {
  '+': (v, a) => fround(v + a),
  '-': (v, a) => fround(v - a),
  '*': (v, a) => fround(v * a),
  '/': (v, a) => fround(v / a),
  // NaN wins over numbers, and -0 is less than 0, as in Java.
  m: Math.min,
  M: Math.max,
  r: (v, a) => fround(Math.floor(fround(v / a)) * a),
  R: (v, a) => fround(Math.ceil(fround(v / a)) * a),
  // The product and the difference are rounded to double, not to float32.
  f: (v, a) => fround(v - Math.floor(fround(v / a)) * a),
  F: (v, a) => fround(fround(Math.ceil(fround(v / a)) * a) - v),
};

/**
 * The running value combined with an operand.
 * @param {string} letter of an operator
 * @param {number} v float32
 * @param {number} a float32
 * @return {number} float32
 */
export function applyOperator(letter, v, a) {
  return OPERATORS[letter](v, a);
}
