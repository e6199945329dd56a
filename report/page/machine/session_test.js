// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import test from 'node:test';
import { Machine } from './animation_machine.js';
import { scriptText } from './play_script.js';
import { Act, Kind } from './program.js';
import { Session } from './session.js';

// Two states: "go" plays an event when time - #in reaches 0; "rest" is still.
// A trigger of "go" leads to "rest".
function makeMachine() {
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
  const column = (i) => rows.map((row) => row[i]);
  const program = {
    kind: column(0), number: column(1), first: column(2), children: column(3),
    extra: column(4), operators: ['-'], clips: [], joints: [], inputs: ['in'],
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

test('the beginning is the beginning, however long it went on', () => {
  const session = new Session(makeMachine(), [2], () => 0);
  for (let t = 0; t < 20; t += 1 / 60) session.advance(t);
  assert.equal(session.machine.state, 1);
  session.advance(0);
  assert.equal(session.machine.state, 0);
  assert.deepEqual([...session.machine.inputs], [2]);
  session.restart();
  assert.equal(session.steps.length, 2);
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
