// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import test from 'node:test';
import { firstInputs, parseInput, sliderRange } from './inputs.js';
import { applyOperator } from './operators.js';
import { Kind } from './program.js';
import { short, visible } from './text.js';
import { Budget, StepError, TimeValues } from './values.js';

test('what something is divided by begins with 1', () => {
  const program = {
    inputs: ['a', 'b', 'c'],
    kind: [Kind.OPERATORS, Kind.INPUT, Kind.INPUT, Kind.INPUT],
    first: [1, 0, 1, 2],
    children: [3, 0, 0, 0],
    extra: [0, 0, 0, 0],
    operators: ['-/f'],
  };
  assert.deepEqual(firstInputs(program), [0, 1, 1]);
  program.children[0] = 1;
  assert.deepEqual(firstInputs(program), [0, 0, 0]);
});

test('numbers as people type them', () => {
  for (const [text, value] of [
    ['1', 1], [' -2.5e0 ', -2.5], ['.5', 0.5], ['0.1', Math.fround(0.1)],
    ['NaN', NaN], ['-inf', -Infinity], ['Infinity', Infinity], ['1e99', Infinity],
  ]) {
    assert.ok(Object.is(parseInput(text), value), text);
  }
  for (const text of ['', 'three', '1 2', '0x10', '1,5', '--1', 'constructor', '__proto__']) {
    assert.equal(parseInput(text), null, text);
  }
});

test('a slider has its value in it', () => {
  for (const value of [0, 3, -4, 1e30, -1e-9]) {
    const { min, max } = sliderRange(value);
    assert.ok(min <= value && value <= max && min < max);
  }
  assert.deepEqual(sliderRange(NaN), { min: 0, max: 10 });
});

test('names are shown as what they are', () => {
  assert.equal(visible('a\u202eb\n'), 'a\\u{202E}b\\u{A}');
  assert.equal(visible(''), '""');
  assert.equal(visible(' x'), '" x"');
  assert.equal(visible('<b>'), '<b>');
});

test('numbers are short', () => {
  assert.deepEqual([0, 1, 0.5, 1 / 3, 123.456, 1e9, NaN, -Infinity].map(short),
    ['0', '1', '0.5', '0.3333', '123.5', '1.00e+9', 'NaN', '-\u221e']);
});

test('NaN wins, and -0 is less than 0', () => {
  assert.ok(Object.is(applyOperator('m', 0, -0), -0));
  assert.ok(Object.is(applyOperator('M', -0, 0), 0));
  assert.ok(Number.isNaN(applyOperator('m', 1, NaN)));
  assert.ok(Number.isNaN(applyOperator('r', 1, 0)));
});

test('parameters that double cost what they are; what never ends is ended', () => {
  // p0 = time; p(i) = p(i-1) + p(i-1), each an expression with two references.
  const program = { kind: [Kind.TIME], number: [0], first: [0], children: [0],
    extra: [0], operators: ['*+'], inputs: [] };
  const add = (kind, first, children) => {
    for (const [list, value] of [
      [program.kind, kind], [program.number, 1], [program.first, first],
      [program.children, children], [program.extra, 0],
    ]) {
      list.push(value);
    }
    return program.kind.length - 1;
  };
  let last = 0;
  for (let i = 0; i < 60; ++i) {
    const first = add(Kind.PARAMETER, last, 0);
    add(Kind.PARAMETER, last, 0);
    last = add(Kind.OPERATORS, first, 2);
  }
  const values = new TimeValues(program, []);
  const budget = new Budget(2_000);
  assert.equal(values.evaluate(last, 0, budget), 0);
  assert.ok(budget.left > 0);
  assert.throws(() => values.evaluate(last, 1, new Budget(20)), StepError);
});
