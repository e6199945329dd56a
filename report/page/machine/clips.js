// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Walks the tree of a clip at a moment, in the order of
// eval/machine/clip_walker.h: joints' poses, and the events between two times.
// Nothing recurses.

import { IDENTITY, isLater, pastEvents, slerp } from './pose.js';
import { Kind, NOWHERE } from './program.js';
import { floatKey, StepError } from './values.js';

// Costs of a visit, in steps of the budget.
const CLIP_STEPS = 16;
const MATRIX_STEPS = 64;
const BLEND_STEPS = 160;
/** Events that a page shows at once. `clipguard play` goes further. */
const MOST_EVENTS = 20_000;

function brokenClip() {
  return new StepError(
      'CLIP_BROKEN',
      'the clip has an error, or refers to one that does not exist');
}

/**
 * Walks a clip; `visitor` says what is made of it. A moment is whatever the
 * visitor takes for one.
 */
function walk(root, at, visitor) {
  const tasks = [() => look(root, at, tasks, visitor)];
  while (tasks.length !== 0) tasks.pop()();
}

/** Tasks are pushed last things first: what is made of results, then clips that have them. */
function look(clip, at, tasks, visitor) {
  const p = visitor.program;
  const lookAt = (next, then) => tasks.push(() => look(next, then, tasks, visitor));
  visitor.budget.spend(CLIP_STEPS);
  const first = p.first[clip];
  switch (p.kind[clip]) {
    case Kind.NO_CLIP:
      visitor.addNothing();
      return;
    case Kind.CLIP_REFERENCE:
      if (first === NOWHERE) throw brokenClip();
      if (visitor.recall(first, at)) return;
      tasks.push(() => visitor.remember(first, at));
      lookAt(first, at);
      return;
    case Kind.MODEL_CLIP: {
      const number = p.extra[clip];
      if (number === NOWHERE) {
        visitor.addNothing();
        return;
      }
      if (p.clips[number].broken) throw brokenClip();
      visitor.addModelClip(number, at);
      return;
    }
    case Kind.APPLY:
      lookAt(first, visitor.value(first + 1, at));
      return;
    case Kind.TRIGGER:
      if (visitor.fires(first + 1, at, clip)) tasks.push(() => visitor.addTrigger(clip));
      lookAt(first, at);
      return;
    case Kind.SLERP: {
      const input = visitor.value(first + 2, at);
      const progress = visitor.progress(first + 3, at);
      tasks.push(() => visitor.blend(progress));
      lookAt(first + 1, input);
      lookAt(first, input);
      return;
    }
    default:
      throw brokenClip();
  }
}

/** A time value, or the reason why there is none. */
function valueOf(values, expression, at, budget) {
  const value = values.evaluate(expression, at, budget);
  if (value !== null) return value;
  throw new StepError(
      'INPUT_NOT_SET',
      'a time value has an error, or needs a value that was not supplied');
}

/** Makes a result of each clip; that of a reference at a moment is made once. */
class Visitor {
  /** @param {any} nothing the result of clips that move nothing */
  constructor(program, values, budget, nothing) {
    this.program = program;
    this.values = values;
    this.budget = budget;
    this.nothing = nothing;
    this.results = [];
    this.known = new Map();
  }

  addNothing() {
    this.results.push(this.nothing);
  }
  recall(clip, at) {
    const result = this.known.get(this.keyOf(clip, at));
    if (result === undefined) return false;
    this.results.push(result);
    return true;
  }
  remember(clip, at) {
    this.known.set(this.keyOf(clip, at), this.results[this.results.length - 1]);
  }
}

// ---- Poses ------------------------------------------------------------------

/** Writes down which clips are shown at which times, and how they blend. */
class PoseVisitor extends Visitor {
  constructor(program, values, budget) {
    super(program, values, budget, 0);
    // The first is that of clips that move nothing.
    this.nodes = [{clip: NOWHERE, at: 0, from: NOWHERE, to: NOWHERE}];
  }

  value(expression, at) {
    return valueOf(this.values, expression, at, this.budget);
  }
  progress(expression, at) {
    return this.value(expression, at);
  }
  fires() {
    return false;
  }
  addModelClip(clip, at) {
    this.add({clip, at, from: NOWHERE, to: NOWHERE});
  }
  blend(at) {
    const to = this.results.pop();
    const from = this.results.pop();
    // A blend of identities is one, to the bit.
    if (from === 0 && to === 0 && !Number.isNaN(at)) {
      this.results.push(0);
      return;
    }
    this.add({clip: NOWHERE, at, from, to});
  }
  add(node) {
    this.results.push(this.nodes.length);
    this.nodes.push(node);
  }
  keyOf(clip, at) {
    return clip * 4294967296 + floatKey(at);
  }
}

/** The matrix of one joint, from what is shown. */
function computeJoint(program, nodes, joint, budget) {
  const matrices = [];
  for (const {clip, at, from, to} of nodes) {
    if (from !== NOWHERE) {
      budget.spend(BLEND_STEPS);
      const [a, b] = [matrices[from], matrices[to]];
      const isNone = a === IDENTITY && b === IDENTITY && !Number.isNaN(at);
      matrices.push(isNone ? IDENTITY : slerp(a, b, at));
      continue;
    }
    const moved = clip === NOWHERE ? undefined : program.clips[clip].moved.get(joint);
    if (moved === undefined) {
      matrices.push(IDENTITY);
      continue;
    }
    if (moved.broken) throw brokenClip();
    budget.spend(MATRIX_STEPS);
    const matrix = [...IDENTITY];
    moved.pose(at, matrix);
    matrices.push(matrix);
  }
  return matrices;
}

/**
 * Evaluates a clip at a time.
 * @return {{nodes: Array, root: number, poses: Array<Array<number>>}} the
 *     clips and blends that take part, and a matrix for each of the program's
 *     first `most` joints
 */
export function poseAt(program, clip, time, values, budget, most = Infinity) {
  const visitor = new PoseVisitor(program, values, budget);
  try {
    walk(clip, time, visitor);
  } catch (error) {
    // Joint by joint, the first would have met this before.
    const isBroken = visitor.nodes.some(
        (node) => node.clip !== NOWHERE &&
            program.clips[node.clip].moved.get(0)?.broken);
    throw isBroken ? brokenClip() : error;
  }
  const {nodes, results} = visitor;
  const root = results[results.length - 1];
  const count = Math.min(program.joints.length, most);
  const poses = [];
  for (let joint = 0; joint < count; ++joint) {
    budget.spend(nodes.length);
    poses.push(computeJoint(program, nodes, joint, budget)[root]);
  }
  return {nodes, root, poses};
}

/** Finds triggers, and what each waits for. */
class TriggerVisitor extends PoseVisitor {
  constructor(program, values, budget) {
    super(program, values, budget);
    this.found = [];
  }
  fires(expression, at, trigger) {
    this.found.push({trigger, value: this.values.evaluate(expression, at, this.budget)});
    return false;
  }
}

/**
 * The triggers of a clip and their values at a time; null: a value is missing, or
 * has an error. They fire when the value comes from below 0 to 0 or above.
 * @return {Array<{trigger: number, value: ?number}>}
 */
export function triggersAt(program, clip, time, values, budget) {
  const visitor = new TriggerVisitor(program, values, budget);
  try {
    walk(clip, time, visitor);
  } catch (error) {
    // Those that were found are right.
    if (!(error instanceof StepError)) throw error;
  }
  return visitor.found;
}

// ---- Events -----------------------------------------------------------------

/**
 * One list after the other by the offsets of their heads; of equal ones the
 * left comes first. The lists themselves may be out of order.
 */
function merge(left, right) {
  const merged = [];
  let l = 0;
  let r = 0;
  while (l < left.length && r < right.length) {
    merged.push(
        isLater(left[l].offset, right[r].offset) ? right[r++] : left[l++]);
  }
  return merged.concat(left.slice(l), right.slice(r));
}

const NO_EVENTS = Object.freeze([]);

/** Its results are lists of events, the latest first. */
class EventVisitor extends Visitor {
  constructor(program, values, budget) {
    super(program, values, budget, NO_EVENTS);
  }

  value(expression, {last, now}) {
    return {
      last: valueOf(this.values, expression, last, this.budget),
      now: valueOf(this.values, expression, now, this.budget),
    };
  }
  // Events are merged, however far the blend is.
  progress(expression, at) {
    return at;
  }
  fires(expression, at) {
    const passed = this.value(expression, at);
    return passed.last < 0 && passed.now >= 0;
  }
  addModelClip(number, {last, now}) {
    this.add(pastEvents(this.program.clips[number], last, now));
  }
  addTrigger(trigger) {
    const event = {event: this.program.extra[trigger], offset: 0};
    this.add(merge(this.results.pop(), [event]));
  }
  blend() {
    const right = this.results.pop();
    const left = this.results.pop();
    this.add(
        right.length === 0 ? left :
            left.length === 0 ? right : merge(left, right));
  }
  add(list) {
    this.budget.spend(list.length);
    if (list.length > MOST_EVENTS) {
      throw new StepError(
          'LIMIT_EXCEEDED',
          'these are more events than a page shows; clipguard play may go on');
    }
    this.results.push(list);
  }
  keyOf(clip, {last, now}) {
    return `${clip},${floatKey(last)},${floatKey(now)}`;
  }
}

/** The events of a clip between two times, the latest first. */
export function eventsBetween(program, clip, last, now, values, budget) {
  const visitor = new EventVisitor(program, values, budget);
  walk(clip, {last, now}, visitor);
  return visitor.results[visitor.results.length - 1];
}
