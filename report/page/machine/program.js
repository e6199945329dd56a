// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The section "machine" of a file, as the page uses it. C++ writes it in
// report/forge/machine_section.cc, where the fields are said.

/** No such thing: parser/forge/state_machine.h has the same. */
export const NOWHERE = 0xffffffff;

/** forge::ExpressionKind. */
export const Kind = Object.freeze({
  INVALID: 0,
  NUMBER: 1,
  TIME: 2,
  PARAMETER: 3,
  INPUT: 4,
  COMPOSE: 5,
  OPERATORS: 6,
  NO_CLIP: 7,
  CLIP_REFERENCE: 8,
  MODEL_CLIP: 9,
  APPLY: 10,
  SLERP: 11,
  TRIGGER: 12,
});

/** The effects of an event besides being reported. Other numbers are states. */
export const Act = Object.freeze({
  NONE: -1,
  DROPPED: -2,
  UNKNOWN_STATE: -3,
});

/** A number as JSON has it: "NaN", "Infinity" and "-Infinity" are texts. */
function floatOf(value) {
  return Math.fround(Number(value));
}

/** A clip of an armature, with what poses each joint in it. */
function readClip(clip, armatures) {
  const armature = armatures[clip.armature];
  const played = armature.clips.find(({ name }) => name === clip.clip);
  const moved = new Map(clip.broken_joints.map((joint) => [joint, { broken: true }]));
  for (const joint of played?.moves.keys() ?? []) {
    const number = armature.numbers[joint];
    if (moved.has(number)) continue;
    moved.set(number, {
      pose(time, out) { armature.pose(joint, played, time, out, 0); },
    });
  }
  return {
    name: clip.name,
    loop: clip.loop,
    broken: clip.broken,
    moved,
    events: clip.events.map(([time, event]) => ({time: floatOf(time), event})),
  };
}

/**
 * Reads the program: expressions in flat arrays that refer to one another by index. Null if the
 * section has none, because it would have been too large. Its armatures were loaded.
 */
export function readProgram(section) {
  const play = section.play;
  if (!play) return null;
  const clips = play.clips.map((clip) => readClip(clip, play.armatures));
  return {
    ...play,
    events: play.events.names.map(
        (name, i) => ({name, act: play.events.acts[i]})),
    clips,
    inputs: section.inputs,
  };
}

/** The states and transitions of the graph. */
export function readGraph(section) {
  const unreachable = new Set(section.states.unreachable);
  const states = section.states.names.map((name, i) => ({
    name,
    words: section.states.words[i],
    root: section.states.roots[i],
    reachable: !unreachable.has(i),
  }));
  const { from, to } = section.transitions;
  const refused = new Set(section.transitions.refused);
  const causes = new Map(section.transitions.causes);
  const transitions = Array.from(from, (state, i) => ({
    index: i,
    from: state,
    to: to[i],
    causes: causes.get(i) ?? [],
    listed: !refused.has(i),
  }));
  /** @type {Array<Array<object>>} by state, what leads away from it */
  const leaving = states.map(() => []);
  for (const transition of transitions) {
    leaving[transition.from].push(transition);
  }
  return {
    states,
    transitions,
    leaving,
    start: section.start === null ? NOWHERE : section.start,
  };
}
