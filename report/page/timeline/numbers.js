// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Numbers for people who look at curves.

import {shortestFloat} from '../frame/text.js';

/** Five digits that count, or fewer: "0.12346", "-1.5e-9". @param {number} value */
export function valueText(value) {
  if (Number.isNaN(value)) return 'not a number';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) return value.toExponential(3);
  return String(Number(value.toPrecision(5)));
}

/** All digits of a float32, and no more. @param {number} value */
export function exactText(value) {
  if (!Number.isFinite(value)) return valueText(value);
  return String(shortestFloat(value, 6));
}

/** @param {number} time seconds */
export function timeText(time) {
  if (!Number.isFinite(time)) return valueText(time);
  return Math.abs(time) >= 1e6 ? `${time.toExponential(3)} s` :
                                 `${Number(time.toFixed(4))} s`;
}

/** Returns the name of a weighted mode. @param {number} mode */
export function modeText(mode) {
  return ['none', 'in', 'out', 'both'][mode & 3];
}
