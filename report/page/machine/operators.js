// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The ten operators of Forge's time values, in float32 as the game computes
// them: the bits of eval/machine/time/time_operator.h. A sum, difference,
// product, quotient or root of two float32 numbers that is computed in double
// and then rounded is the float32 result, bit for bit.

const fround = Math.fround;

/** In the order of their letters in OPERATOR_LETTERS. */
export const OPERATOR_LETTERS = '+-*/mMrRfF';

/** Whether a number is less than zero, or is -0. */
function isNegative(value) {
  return value < 0 || Object.is(value, -0);
}

/** NaN wins over numbers; -0 is less than 0. */
export function javaMin(v, a) {
  if (Number.isNaN(v)) return v;
  if (v === a) return isNegative(v) ? v : a;
  return v < a ? v : a;
}

export function javaMax(v, a) {
  if (Number.isNaN(v)) return v;
  if (v === a) return isNegative(v) ? a : v;
  return v > a ? v : a;
}

/**
 * The running value combined with an operand.
 * @param {string} letter one of OPERATOR_LETTERS
 * @param {number} v float32
 * @param {number} a float32
 * @return {number} float32
 */
export function applyOperator(letter, v, a) {
  switch (letter) {
    case '+':
      return fround(v + a);
    case '-':
      return fround(v - a);
    case '*':
      return fround(v * a);
    case '/':
      return fround(v / a);
    case 'm':
      return javaMin(v, a);
    case 'M':
      return javaMax(v, a);
    case 'r':
      return fround(Math.floor(fround(v / a)) * a);
    case 'R':
      return fround(Math.ceil(fround(v / a)) * a);
    case 'f':
      // The product and the difference are rounded to double, not to float32.
      return fround(v - Math.floor(fround(v / a)) * a);
    default:  // 'F'
      return fround(fround(Math.ceil(fround(v / a)) * a) - v);
  }
}
