// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A state machine at work, step by step: what `clipguard play` does, and
// eval/machine/animation_machine.h. A step that fails has happened as far as it
// came.

import { eventsBetween, poseAt, triggersAt } from './clips.js';
import { Act, NOWHERE } from './program.js';
import { Budget, MOST_STEPS, StepError, TimeValues } from './values.js';

/**
 * @typedef {object} Step what an apply did
 * @property {number} before the state whose clip was shown
 * @property {Array<{name: string, offset: number}>} events the latest first
 * @property {Array<string>} dropped special events that the game does not know
 */

export class Machine {
  /**
   * @param {object} program of readProgram()
   * @param {object} graph of readGraph(), which has a start
   */
  constructor(program, graph) {
    this.program = program;
    this.graph = graph;
    this.inputs = program.inputs.map(() => null);
    this.values = new TimeValues(program, this.inputs);
    this.listed = new Set();
    for (const {from, to, listed} of graph.transitions) {
      if (listed) this.listed.add(this.pairOf(from, to));
    }
    this.state = graph.start;
    this.shown = graph.start;
    this.time = 0;
    this.last = -Infinity;
    /** Steps of work that applies have taken. */
    this.spent = 0;
    // The inputs of the last snapshot, as long as none was set since.
    this.saved = null;
  }

  pairOf(from, to) {
    return from * 4294967296 + to;
  }

  /** Returns a copy of the state, to return to it. */
  snapshot() {
    const {state, shown, time, last} = this;
    this.saved ??= [...this.inputs];
    return {state, shown, time, last, inputs: this.saved};
  }

  restore({state, shown, time, last, inputs}) {
    Object.assign(this, {state, shown, time, last});
    inputs.forEach((value, i) => {
      this.inputs[i] = value;
    });
    this.saved = inputs;
    this.values.forget();
  }

  /** @param {number} input its number */
  setInput(input, value) {
    this.inputs[input] = Math.fround(value);
    this.saved = null;
    this.values.forget();
  }

  /** Goes to a state, by its number. */
  transition(to) {
    const {states} = this.graph;
    if (!this.listed.has(this.pairOf(this.state, to))) {
      throw new StepError(
          'TRANSITION_NOT_LISTED',
          `no transition from "${states[this.state].name}" to "${
              states[to].name}" is listed`);
    }
    this.state = to;
  }

  /**
   * Shows the current state at a time, and lets the events since the last call
   * happen.
   * @return {Step}
   */
  apply(at) {
    const time = Math.fround(at);
    // Values at other times are of no use any more.
    this.values.forget();
    if (this.last === -Infinity) this.last = time;
    this.shown = this.state;
    this.time = time;
    const {events: all} = this.program;
    const past = this.eventsUntil(time);
    this.last = time;
    const step = {before: this.state, events: [], dropped: []};
    // The oldest first.
    for (let i = past.length - 1; i >= 0; --i) {
      const {name, act} = all[past[i].event];
      if (act === Act.NONE) continue;
      if (act === Act.DROPPED) {
        step.dropped.push(name);
      } else if (act === Act.UNKNOWN_STATE) {
        throw new StepError(
            'STATE_UNKNOWN',
            `there is no state "${name.slice('!transition:'.length)}"`);
      } else {
        this.transition(act);
      }
    }
    step.events = past.filter(({event}) => all[event].act === Act.NONE)
                      .map(({event, offset}) => ({
                             name: all[event].name,
                             offset,
                           }));
    return step;
  }

  /** The events since the last apply, the latest first. */
  eventsUntil(time) {
    const budget = new Budget();
    try {
      return eventsBetween(
          this.program, this.rootOf(this.state), this.last, time, this.values,
          budget);
    } finally {
      this.spent += MOST_STEPS - budget.left;
    }
  }

  rootOf(state) {
    const root = this.graph.states[state].root;
    return root === undefined ? NOWHERE : root;
  }

  /**
   * Returns the pose of the last apply: clips, blends and a matrix for each of the first `most`
   * joints. For no joints, it cannot fail.
   */
  pose(most = Infinity) {
    if (this.program.joints.length === 0 && most === Infinity) {
      return {nodes: [], root: NOWHERE, poses: []};
    }
    return poseAt(
        this.program, this.rootOf(this.shown), this.time, this.values,
        new Budget(), most);
  }

  /**
   * Returns, for transitions that the current state's triggers ask for, the values that they wait
   * for, as of the last apply.
   * @param {number} most steps
   * @return {Map<number, Array<?number>>} by the state to which they lead
   */
  waiting(most) {
    const {events, extra} = this.program;
    const found = new Map();
    for (const {trigger, value} of triggersAt(
             this.program, this.rootOf(this.state), this.time, this.values,
             new Budget(most))) {
      const {act} = events[extra[trigger]];
      if (act < 0) continue;
      if (!found.has(act)) found.set(act, []);
      found.get(act).push(value);
    }
    return found;
  }

  /**
   * Time values at the last apply. All of them together may take `most` steps:
   * each an equal part of what those before it have left.
   * @param {Array<number>} expressions
   * @return {Array<?number|StepError>} null: an input is not set, or there is
   *     an error in it
   */
  valuesOf(expressions, most) {
    let left = most;
    return expressions.map((expression, i) => {
      const part = Math.floor(left / (expressions.length - i));
      const budget = new Budget(part);
      try {
        return this.values.evaluate(expression, this.time, budget);
      } catch (error) {
        if (!(error instanceof StepError)) throw error;
        return error;
      } finally {
        left -= part - Math.max(budget.left, 0);
      }
    });
  }
}
