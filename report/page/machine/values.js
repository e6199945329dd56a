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

// Kinds of tasks.
const EVALUATE = 0;     // an expression at a time
const EVALUATE_AT = 1;  // the same, at the value on top of the stack
const COMBINE = 2;      // the two values on top, by an operator
const REMEMBER = 3;     // the value on top is that of a parameter at a time

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
    const tasks = [{what: EVALUATE, e: root, x: time}];
    while (tasks.length !== 0) {
      budget.spend(1);
      const task = tasks.pop();
      if (task.what === COMBINE) {
        const a = values.pop();
        values.push(applyOperator(task.letter, values.pop(), a));
        continue;
      }
      if (task.what === REMEMBER) {
        this.known.set(this.keyOf(task.e, task.x), values[values.length - 1]);
        continue;
      }
      const x = task.what === EVALUATE_AT ? values.pop() : task.x;
      const e = task.e;
      switch (p.kind[e]) {
        case Kind.NUMBER:
          values.push(p.number[e]);
          break;
        case Kind.TIME:
          values.push(x);
          break;
        case Kind.INPUT: {
          const value = this.inputs[p.first[e]];
          if (value === null || value === undefined) return null;
          values.push(value);
          break;
        }
        case Kind.PARAMETER:
          if (p.first[e] === NOWHERE) return null;
          this.follow(p.first[e], x, tasks, values);
          break;
        case Kind.COMPOSE:
          if (p.children[e] !== 2) return null;
          tasks.push({what: EVALUATE_AT, e: p.first[e], x: 0});
          tasks.push({what: EVALUATE, e: p.first[e] + 1, x});
          break;
        case Kind.OPERATORS: {
          const letters = p.operators[p.extra[e]];
          if (letters.length > p.children[e]) return null;
          budget.spend(letters.length);
          values.push(x);
          for (let i = letters.length - 1; i >= 0; --i) {
            tasks.push({what: COMBINE, e, x, letter: letters[i]});
            tasks.push({what: EVALUATE, e: p.first[e] + i, x});
          }
          break;
        }
        default:
          return null;
      }
    }
    return values[0];
  }

  /** A parameter's value, if it is known, or what finds it. */
  follow(e, x, tasks, values) {
    const known = this.known.get(this.keyOf(e, x));
    if (known !== undefined) {
      values.push(known);
      return;
    }
    tasks.push({what: REMEMBER, e, x});
    tasks.push({what: EVALUATE, e, x});
  }

  /** Whole numbers up to 2^53 are exact, and expressions are fewer than 2^21. */
  keyOf(e, x) {
    return e * 4294967296 + floatKey(x);
  }
}
