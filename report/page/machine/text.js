// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Names of strangers and numbers, as a person reads them.

import { escaped } from '../frame/text.js';

/**
 * Escapes invisible characters, and those that turn the text around them; quotes a name that is
 * empty or begins or ends with a space.
 * @param {string} name
 */
export function visible(name) {
  const shown = escaped(name);
  return shown === '' || shown.trim() !== shown ? `"${shown}"` : shown;
}

/** A number with four digits or so. @param {number} value */
export function short(value) {
  if (!Number.isFinite(value)) {
    return Number.isNaN(value) ? 'NaN' : value < 0 ? '-\u221e' : '\u221e';
  }
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) return value.toExponential(2);
  return String(Number(value.toFixed(size >= 100 ? 1 : size >= 1 ? 3 : 4)));
}
