// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Time values: what eval/machine/time/ computes, one value at a time. Nothing
// recurses, what is referred to twice is computed once, and a budget ends what
// takes too long.

import { applyOperator } from './operators.js';
import { Kind, NOWHERE } from './program.js';

/** An error in a step, with a code of `clipguard play`. */
export class StepError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/**
 * Steps that one call may take: a page that stands still helps nobody.
 * `clipguard play` goes further (--limit=request-steps).
 */
export const MOST_STEPS = 400_000;

export class Budget {
  constructor(most = MOST_STEPS) {
    this.left = most;
  }

  spend(steps) {
    this.left -= steps;
    if (this.left < 0) {
      throw new StepError(
          'LIMIT_EXCEEDED',
          'this step takes too long for a page; clipguard play may go on');
    }
  }
}

const bits = new DataView(new ArrayBuffer(4));

/** A number for each float32 that differs, whatever NaN it is. */
export function floatKey(value) {
  bits.setFloat32(0, value);
  return bits.getUint32(0);
}

/** Values at times, as long as nothing is set. */
export class TimeValues {
  /**
   * @param {object} program
   * @param {Array<?number>} inputs by number; null: not set
   */
  constructor(program, inputs) {
    this.program = program;
    this.inputs = inputs;
    this.known = new Map();
  }

  /** After an input was set. */
  forget() {
    this.known.clear();
  }

  /**
   * @param {number} root an expression
   * @param {number} time float32
   * @return {?number} float32; null if it needs an input that is not set, or
   *     has an error
   */
  evaluate(root, time, budget) {
    const p = this.program;
    const values = [];
    const tasks = [];
    const find = (e, x) => tasks.push(() => visit(e, x));
    // Null: there is no value.
    const visit = (e, x) => {
      const first = p.first[e];
      switch (p.kind[e]) {
        case Kind.NUMBER:
          return values.push(p.number[e]);
        case Kind.TIME:
          return values.push(x);
        case Kind.INPUT: {
          const value = this.inputs[first] ?? null;
          return value === null ? null : values.push(value);
        }
        case Kind.PARAMETER: {
          if (first === NOWHERE) return null;
          const key = this.keyOf(first, x);
          const known = this.known.get(key);
          if (known !== undefined) return values.push(known);
          tasks.push(() => this.known.set(key, values[values.length - 1]));
          return find(first, x);
        }
        case Kind.COMPOSE:
          if (p.children[e] !== 2) return null;
          tasks.push(() => visit(first, values.pop()));
          return find(first + 1, x);
        case Kind.OPERATORS: {
          const letters = p.operators[p.extra[e]];
          if (letters.length > p.children[e]) return null;
          budget.spend(letters.length);
          values.push(x);
          for (let i = letters.length - 1; i >= 0; --i) {
            tasks.push(() => {
              const operand = values.pop();
              values.push(applyOperator(letters[i], values.pop(), operand));
            });
            find(first + i, x);
          }
          return undefined;
        }
        default:
          return null;
      }
    };
    find(root, time);
    while (tasks.length !== 0) {
      budget.spend(1);
      if (tasks.pop()() === null) return null;
    }
    return values[0];
  }

  /** Whole numbers up to 2^53 are exact, and expressions are fewer than 2^21. */
  keyOf(e, x) {
    return e * 4294967296 + floatKey(x);
  }
}
