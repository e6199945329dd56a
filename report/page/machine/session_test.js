// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import test from 'node:test';
import '../frame/testing.js';
import { shortestFloat } from '../frame/text.js';
import { parseInput } from './inputs.js';
import { scriptText, whyNoScript } from './play_script.js';
import { Act, Kind } from './program.js';
import { Session } from './session.js';
import { MOST_STEPS, StepError } from './values.js';

const { Machine } = await import('./animation_machine.js');
const { errorText, valueText } = await import('./panel.js');

// Two states: "go" plays an event when time - #in reaches 0; "rest" is still.
// A trigger of "go" leads to "rest".
// The trigger's value has `heavy` numbers more added to it.
function makeMachine(heavy = 0) {
  const rows = [
    [Kind.TRIGGER, 0, 1, 2, 0], // 0: go
    [Kind.TRIGGER, 0, 3, 2, 1], // 1: its clip: a trigger, too
    [Kind.OPERATORS, 0, 5, 1, 0], // 2: time - #in
    [Kind.NO_CLIP, 0, 0, 0, 0], // 3
    [Kind.OPERATORS, 0, 6, 1, 0], // 4: time - 0.5
    [Kind.INPUT, 0, 0, 0, 0], // 5
    [Kind.NUMBER, 0.5, 0, 0, 0], // 6
    [Kind.NO_CLIP, 0, 0, 0, 0], // 7: rest
  ];
  for (let i = 0; i < heavy; ++i) rows.push([Kind.NUMBER, 0, 0, 0, 0]);
  // The operands of an expression are neighbours: they come last.
  if (heavy !== 0) {
    rows[2] = [Kind.OPERATORS, 0, rows.length, heavy + 1, 1];
    rows.push([Kind.INPUT, 0, 0, 0, 0], ...rows.slice(8));
  }
  const column = (i) => rows.map((row) => row[i]);
  const program = {
    kind: column(0), number: column(1), first: column(2), children: column(3),
    extra: column(4), operators: ['-', `-${'+'.repeat(heavy)}`], clips: [], joints: [], inputs: ['in'],
    events: [{ name: '!transition:rest', act: 1 }, { name: 'tick', act: Act.NONE }],
  };
  const transitions = [[0, 1], [1, 0]].map(([from, to], index) => (
    { index, from, to, causes: [], listed: true }));
  const graph = {
    states: [
      { name: 'go', root: 0 }, { name: 'rest', root: 7 },
    ],
    transitions,
    leaving: [[transitions[0]], [transitions[1]]],
    start: 0,
  };
  return new Machine(program, graph);
}

const told = (session) => session.told.map(({ kind, text }) => `${kind} ${text}`);

test('the clock is followed frame by frame', () => {
  const session = new Session(makeMachine(), [2], () => 0);
  session.advance(1);
  assert.deepEqual(told(session), ['event tick']);
  assert.equal(session.steps.filter(({ kind }) => kind === 'apply').length, 61);
  assert.equal(session.machine.state, 0);
  session.advance(3);
  assert.equal(session.machine.state, 1);
  assert.deepEqual(told(session), ['event tick', 'state rest']);
});

test('time goes back, and what was done is done again when the time comes', () => {
  const session = new Session(makeMachine(), [2], () => 0);
  session.advance(1);
  session.transition(1);
  assert.equal(session.machine.state, 1);
  session.advance(0.25);
  assert.equal(session.machine.state, 0);
  assert.deepEqual(told(session), []);
  session.advance(0.75);
  assert.equal(session.machine.state, 0);
  session.advance(1.5);
  assert.equal(session.machine.state, 1);
  // Something else is done before: what was to come is forgotten.
  session.advance(0.25);
  session.set(0, 100);
  session.advance(1.5);
  assert.equal(session.machine.state, 0);
});

test('more steps than are remembered', () => {
  const session = new Session(makeMachine(), [2], () => 0);
  let t = 0;
  for (let i = 0; i < 40_000; ++i) session.advance(t += 1 / 60);
  assert.ok(session.steps.length <= 36_000);
  assert.equal(session.whole, false);
  session.advance(t - 1);
  assert.equal(session.machine.state, 1);
  session.advance(0);
  assert.equal(session.machine.state, 1, 'as far back as is known');
  session.restart();
  assert.equal(session.machine.state, 0, 'the start, however long it went on');
  assert.equal(session.whole, true);
  assert.equal(session.steps.length, 2);
  session.advance(3);
  assert.deepEqual(told(session), ['event tick', 'state rest']);
  session.advance(0);
  assert.equal(session.machine.state, 0);
  assert.deepEqual([...session.machine.inputs], [2]);
});

test('to go back takes no more work than a few frames', () => {
  const session = new Session(makeMachine(2_000), [100], () => 0);
  const { machine } = session;
  for (let i = 1; i <= 250; ++i) session.advance(i / 60);
  const all = machine.spent;
  assert.ok(all > 5 * MOST_STEPS, String(all));
  for (let i = 249; i > 240; --i) {
    const before = machine.spent;
    session.advance(i / 60);
    assert.ok(machine.spent - before < 1.1 * MOST_STEPS);
  }
  const undone = session.steps.length;
  session.advance(0.5);
  session.advance(240 / 60);
  assert.equal(session.now, 4);
  assert.ok(session.steps.length <= undone);
});

test('what will be done again is done at once if it takes too long', () => {
  let now = 0;
  const session = new Session(makeMachine(), [100], () => now);
  for (let i = 1; i <= 100; ++i) {
    session.advance(i / 100);
    session.set(0, 100 + i);
  }
  session.advance(0);
  const before = session.steps.length;
  now = 1;
  session.clock = () => now += 1000;
  session.advance(1);
  assert.deepEqual([...session.machine.inputs], [200]);
  assert.ok(session.steps.length - before <= 102);
});

test('a place that was gone back to has one snapshot', () => {
  const session = new Session(makeMachine(), [2], () => 0);
  for (let i = 1; i <= 600; ++i) session.advance(i / 60);
  for (let i = 0; i < 50; ++i) {
    session.advance(5);
    session.advance(5.1);
  }
  const places = session.snapshots.map(({ steps }) => steps);
  assert.equal(new Set(places).size, places.length);
});

test('a snapshot has the inputs that were set then', () => {
  const machine = makeMachine();
  machine.setInput(0, 1);
  const first = machine.snapshot();
  assert.equal(machine.snapshot().inputs, first.inputs, 'copied once');
  machine.setInput(0, 2);
  const second = machine.snapshot();
  machine.restore(first);
  assert.deepEqual(machine.inputs, [1]);
  machine.setInput(0, 3);
  assert.deepEqual([first.inputs, second.inputs], [[1], [2]]);
});

test('all parameters of a frame share one allowance', () => {
  const machine = makeMachine(2_000);
  machine.setInput(0, 1);
  machine.apply(3);
  // 40 times what takes 6,000 steps, and one that takes one.
  const values = machine.valuesOf([...Array(40).fill(2), 6], 30_000);
  assert.ok(values.filter((value) => value instanceof StepError).length >= 30);
  assert.deepEqual(values.slice(-1), [0.5], 'what takes little is there');
  assert.deepEqual(values.map(valueText)[0], 'takes too long');
  assert.deepEqual(machine.valuesOf([2], 30_000), [2]);
  machine.setInput(0, NaN);
  assert.deepEqual(machine.valuesOf([2, 6], 30_000).map(valueText), ['NaN', '0.5']);
  machine.inputs[0] = null;
  assert.deepEqual(machine.valuesOf([2], 30_000).map(valueText), ['not set']);
});

test('a mistake in the page is not taken for a limit', () => {
  const machine = makeMachine();
  machine.values.evaluate = () => {
    throw new TypeError('a mistake');
  };
  assert.throws(() => machine.valuesOf([2], 30_000), TypeError);
});

test('names in errors are shown as what they are', () => {
  assert.equal(
    errorText(new StepError('STATE_UNKNOWN', 'there is no state "\u202egpj"')),
    'STATE_UNKNOWN: there is no state "\\u{202E}gpj"');
});

test('-0 stays -0', () => {
  const session = new Session(makeMachine(), [-0], () => 0);
  const { program, graph } = session.machine;
  assert.equal(scriptText(session.steps, program, graph), [
    '{"set":{"in":"-0"}}', '{"apply":0}',
  ].join('\n'));
  assert.ok(Object.is(shortestFloat(-0), -0));
  assert.ok(Object.is(parseInput('-0'), -0));
});

test('a jump that takes too long is made at once', () => {
  let now = 0;
  const session = new Session(makeMachine(), [2], () => now += 50);
  session.advance(10);
  assert.ok(session.steps.length < 10);
});

test('a transition that is refused is told, and changes nothing', () => {
  const session = new Session(makeMachine(), [2], () => 0);
  session.transition(0);
  assert.equal(session.error.code, 'TRANSITION_NOT_LISTED');
  assert.equal(session.machine.state, 0);
  assert.match(told(session)[0], /^error no transition/);
});

test('a value that was not set', () => {
  const session = new Session(makeMachine(), [null], () => 0);
  assert.equal(session.error.code, 'INPUT_NOT_SET');
  session.set(0, NaN);
  assert.equal(session.error, null);
});

test('as a script', () => {
  const session = new Session(makeMachine(), [-Infinity], () => 0);
  session.transition(1);
  const { program, graph } = session.machine;
  assert.equal(scriptText(session.steps, program, graph), [
    '{"set":{"in":"-Infinity"}}', '{"apply":0}', '{"transition":"rest"}', '{"apply":0}',
  ].join('\n'));
});

test('there is no script of names that were cut', () => {
  const session = new Session(makeMachine(), [1], () => 0);
  session.transition(1);
  const { program, graph } = session.machine;
  const why = () => whyNoScript(session.steps, program, graph);
  assert.equal(why(), null);
  for (const [name, cut] of [
    [`${'x'.repeat(1000)}...`, true], [`${'\u20ac'.repeat(333)}...`, true],
    ['x'.repeat(1000), false], [`${'x'.repeat(997)}...`, true],
    [`${'x'.repeat(900)}...`, false], ['...', false],
  ]) {
    graph.states[1].name = name;
    assert.equal(why() !== null, cut, `${name.length}`);
  }
  graph.states[1].name = 'rest';
  program.inputs[0] = `${'x'.repeat(1000)}...`;
  assert.match(why(), /1,000 bytes/);
});
