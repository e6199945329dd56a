// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Values that the game's code would supply: what to begin with, and how wide a
// slider is.

import { Kind } from './program.js';

/** Numbers that have names. */
const NAMED = new Map([
  ['nan', NaN],
  ['inf', Infinity],
  ['infinity', Infinity],
  ['-inf', -Infinity],
  ['-infinity', -Infinity],
]);
/** Operators that a zero makes useless. */
const DIVIDING = '/rRfF';

/**
 * Values to begin with: 1 for what something is divided by, else 0.
 * @return {Array<number>} by input
 */
export function firstInputs(program) {
  const values = program.inputs.map(() => 0);
  program.kind.forEach((kind, e) => {
    if (kind !== Kind.OPERATORS) return;
    const letters = program.operators[program.extra[e]];
    const count = Math.min(letters.length, program.children[e]);
    for (let i = 0; i < count; ++i) {
      const operand = program.first[e] + i;
      if (DIVIDING.includes(letters[i]) &&
          program.kind[operand] === Kind.INPUT) {
        values[program.first[operand]] = 1;
      }
    }
  });
  return values;
}

/** The ends of a slider that has the value in it. */
export function sliderRange(value) {
  if (!Number.isFinite(value)) return {min: 0, max: 10};
  const most = Math.max(10, 2 * Math.abs(value));
  return {min: value < 0 ? -most : 0, max: most};
}

/**
 * A number as a person types it, as `--set` takes it; null if it is not one.
 * @param {string} text
 * @return {?number} float32
 */
export function parseInput(text) {
  const word = text.trim();
  const named = NAMED.get(word.toLowerCase());
  if (named !== undefined) return named;
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(word)) return null;
  return Math.fround(Number(word));
}
