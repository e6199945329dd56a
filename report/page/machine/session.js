// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A machine that follows the page's clock, and what a person has done to it:
// values that were set, states that were asked for. Time can go back: then the
// machine is brought to where it was, and what was done later is done again
// when the time comes, unless something else is done before.
//
// All of it is a list of steps that `clipguard play --script` plays the same.

import { MOST_STEPS as MOST_WORK, StepError } from './values.js';

/** How often the machine is shown between two moments that are far apart. */
export const FRAMES_A_SECOND = 60;
/** Further apart than this, only the later one is shown. */
const LONGEST_GAP = 30;
/** Steps that are remembered: ten minutes. */
const MOST_STEPS = 36_000;
/** Steps between two snapshots, unless they take much work. */
const SNAPSHOT_EVERY = 256;
/** Milliseconds after which a jump is made at once. */
const PATIENCE = 60;

/**
 * @typedef {object} Step
 * @property {'set'|'transition'|'apply'} kind
 * @property {number} at the page's time, in seconds
 */

export class Session {
  /**
   * @param {import('./animation_machine.js').Machine} machine
   * @param {Array<?number>} inputs values to begin with, by number
   * @param {function(): number} clock milliseconds
   */
  constructor(machine, inputs, clock = () => performance.now()) {
    this.machine = machine;
    this.start = machine.snapshot();
    this.firstInputs = inputs;
    this.clock = clock;
    this.restart();
  }

  /** Back to the start, and all that was done is forgotten. */
  restart() {
    this.machine.restore(this.start);
    /** @type {Array<Step>} what was done */
    this.steps = [];
    /** @type {Array<Step>} what will be done again */
    this.ahead = [];
    this.snapshots = [];
    // Events and errors, the latest last, each with its step's number.
    this.told = [];
    this.error = null;
    this.now = 0;
    this.whole = true;
    this.firstInputs.forEach((value, input) => {
      if (value !== null) this.do({kind: 'set', at: 0, input, value});
    });
    this.do({kind: 'apply', at: 0, time: 0});
  }

  /** Sets an input now. */
  set(input, value) {
    this.ahead = [];
    this.do({kind: 'set', at: this.now, input, value: Math.fround(value)});
    this.showAgain();
  }

  /** Asks for a state now. */
  transition(to) {
    this.ahead = [];
    this.do({kind: 'transition', at: this.now, to});
    if (this.error === null) this.showAgain();
  }

  /** Applies the same time again, as the picture depends on the steps so far. */
  showAgain() {
    this.do({kind: 'apply', at: this.now, time: Math.fround(this.now)});
  }

  /** Follows the clock to a moment, before or after the last. */
  advance(t) {
    if (t === this.now || !Number.isFinite(t)) return;
    if (t < this.now) this.goBack(t);
    const late = this.clock() + PATIENCE;
    let next = 0;
    while (next < this.ahead.length && this.ahead[next].at <= t) ++next;
    for (const step of this.ahead.splice(0, next)) {
      if (step.kind === 'set' && this.clock() >= late) {
        this.now = step.at;
      } else {
        this.play(step.at, late);
      }
      this.do(step);
    }
    this.play(t, late);
  }

  /**
   * Shows what lies between two moments, frame by frame until it is late.
   * @param {number} late milliseconds of the clock
   */
  play(t, late) {
    const begin = this.now;
    if (t <= begin) return;
    const gap = t - begin;
    const frame = 1 / FRAMES_A_SECOND;
    if (gap > 4 * frame && gap <= LONGEST_GAP) {
      for (let i = 1; i * frame < gap && this.clock() < late; ++i) {
        this.showAt(begin + i * frame);
      }
    }
    this.showAt(t);
  }

  showAt(t) {
    this.now = t;
    this.do({kind: 'apply', at: t, time: Math.fround(t)});
  }

  /** To the last moment that is not after `t`. */
  goBack(t) {
    let kept = this.steps.length;
    while (kept > 0 && this.steps[kept - 1].at > t) --kept;
    const undone = this.steps.slice(kept).filter(
        ({kind}) => kind !== 'apply');
    this.ahead = [...undone, ...this.ahead];
    while (this.snapshots.length !== 0 &&
           this.snapshots[this.snapshots.length - 1].steps > kept) {
      this.snapshots.pop();
    }
    // The first has no steps before it, and stays.
    const from = this.snapshots[this.snapshots.length - 1];
    const again = this.steps.slice(from.steps, kept);
    this.steps.length = from.steps;
    this.told = this.told.filter(({step}) => step < from.steps);
    this.error = null;
    this.machine.restore(from.machine);
    this.spent = this.machine.spent;
    this.now = t;
    for (const step of again) this.do(step);
    if (again.length === 0 || kept === 0) this.showAgain();
  }

  /** Does a step, and remembers it and what it did. */
  do(step) {
    if (this.steps.length >= MOST_STEPS) this.forgetHalf();
    this.remember();
    const number = this.steps.length;
    this.steps.push(step);
    this.error = null;
    try {
      this.run(step, number);
    } catch (error) {
      if (!(error instanceof StepError)) throw error;
      this.error = error;
      const last = this.told[this.told.length - 1];
      if (last?.text !== error.message) {
        this.tell(step, number, 'error', error.message);
      }
    }
  }

  /** Takes a snapshot, if it would take long to come here from the last. */
  remember() {
    const steps = this.steps.length;
    const last = this.snapshots[this.snapshots.length - 1];
    const {spent} = this.machine;
    if (last !== undefined &&
        (last.steps === steps || steps - last.steps < SNAPSHOT_EVERY &&
             spent - this.spent < MOST_WORK)) {
      return;
    }
    this.snapshots.push({steps, machine: this.machine.snapshot()});
    this.spent = spent;
  }

  run(step, number) {
    const {machine} = this;
    const names = machine.graph.states;
    const before = machine.state;
    if (step.kind === 'set') {
      machine.setInput(step.input, step.value);
    } else if (step.kind === 'transition') {
      machine.transition(step.to);
      this.tell(step, number, 'state', names[machine.state].name);
    } else {
      let applied;
      try {
        applied = machine.apply(step.time);
      } finally {
        // Work done before the step failed is kept: log the change of state.
        if (machine.state !== before) {
          this.tell(step, number, 'state', names[machine.state].name);
        }
      }
      for (let i = applied.events.length - 1; i >= 0; --i) {
        this.tell(step, number, 'event', applied.events[i].name);
      }
      for (const name of applied.dropped) {
        this.tell(step, number, 'dropped', name);
      }
    }
  }

  tell(step, number, kind, text) {
    this.told.push({step: number, at: step.at, kind, text});
    if (this.told.length > MOST_STEPS) this.told.splice(0, MOST_STEPS / 2);
  }

  /** Nobody goes back so far; and there is no script of what is left. */
  forgetHalf() {
    const from = this.snapshots.find(({steps}) => steps >= MOST_STEPS / 2);
    this.steps.splice(0, from.steps);
    this.snapshots = this.snapshots.filter(({steps}) => steps >= from.steps)
                         .map(({steps, machine}) => ({
                                steps: steps - from.steps,
                                machine,
                              }));
    for (const told of this.told) told.step -= from.steps;
    this.whole = false;
  }
}
