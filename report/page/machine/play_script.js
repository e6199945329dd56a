// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Scripts of `clipguard play`: a page's own steps as one, and one played as
// `clipguard play --format=json` plays it, for tests to compare.

import { StepError } from './values.js';

/** A number as `clipguard play` reads and writes it. */
export function numberText(value) {
  // JSON.stringify() makes 0 of -0.
  if (Object.is(value, -0)) return '-0';
  return Number.isFinite(value) ? value : String(value);
}

// SectionName() of report/forge/machine_program.cc cuts longer names so.
const LONGEST_NAME = 1000;  // bytes of UTF-8
const CUT = '...';

/** Whether the page may have only the beginning of a name. */
function isCut(name) {
  if (!name.endsWith(CUT) || 3 * name.length < LONGEST_NAME) return false;
  const size = new TextEncoder().encode(name).length - CUT.length;
  return size <= LONGEST_NAME && size > LONGEST_NAME - 4;
}

/** Why there is no script of some steps; null: there is one. */
export function whyNoScript(steps, program, graph) {
  const nameOf = ({kind, input, to}) => kind === 'set' ? program.inputs[input] :
      kind === 'transition' ? graph.states[to].name : '';
  const names = new Set(steps.map(nameOf));
  return [...names].some(isCut) ?
      'Not copied: the page does not have all of a name that is longer than ' +
          `${LONGEST_NAME.toLocaleString('en-US')} bytes` :
      null;
}

/** The lines of a script, from steps of a Session. */
export function scriptText(steps, program, graph) {
  return steps
      .map((step) => {
        if (step.kind === 'set') {
          const name = program.inputs[step.input];
          return JSON.stringify({set: {[name]: numberText(step.value)}});
        }
        if (step.kind === 'transition') {
          return JSON.stringify({transition: graph.states[step.to].name});
        }
        return JSON.stringify({apply: numberText(step.time)});
      })
      .join('\n');
}

/** The first state of a name, if it can be entered. */
function stateCalled(graph, name) {
  const state = graph.states.findIndex((s) => s.name === name);
  return state !== -1 && graph.states[state].root !== 0xffffffff ? state : -1;
}

/** Does one step of a script; gives what `play` says of it. */
function playStep(machine, step) {
  const {graph, program} = machine;
  const result = {state_before: graph.states[machine.state].name};
  if (step.set !== undefined) {
    const unused = [];
    for (const [name, value] of Object.entries(step.set)) {
      const input = program.inputs.indexOf(name);
      if (input === -1) {
        unused.push(name);
      } else {
        machine.setInput(input, Number(value));
      }
    }
    if (unused.length !== 0) result.unused = unused;
  } else if (step.transition !== undefined) {
    const to = stateCalled(graph, step.transition);
    if (to === -1) {
      throw new StepError(
          'STATE_UNKNOWN', `there is no state "${step.transition}"`);
    }
    machine.transition(to);
  } else {
    const {events, dropped} = machine.apply(Number(step.apply));
    result.events = events.map(({name, offset}) => [name, offset]);
    if (dropped.length !== 0) result.dropped = dropped;
    const {poses} = machine.pose();
    result.joints = Object.fromEntries(
        poses.map((pose, i) => [program.joints[i], pose]));
  }
  result.state = graph.states[machine.state].name;
  return result;
}

/** Makes a step. Returns the object that `clipguard play --format=json` prints. */
export function play(machine, step) {
  try {
    return playStep(machine, step);
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    return {
      error: {code: error.code, message: error.message},
      state: machine.graph.states[machine.state].name,
    };
  }
}
