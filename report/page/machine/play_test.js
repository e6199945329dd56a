// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The page plays machines as `clipguard play` does: states, events and errors of the
// same steps, bit for bit, and matrices as near as those of a .glb are. Machines of the
// corpus, machines that a seed makes, and those of CLIPGUARD_DATA if it is set.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { play } from './play_script.js';
import { NOWHERE, readGraph, readProgram } from './program.js';
import { played, program, random, ROOT, sectionsOf, withFolder } from './testing.js';

const { Machine } = await import('./animation_machine.js');
const options = { skip: program() === null && 'clipguard was not built' };
const DATA = process.env.CLIPGUARD_DATA;

// ---- Comparing --------------------------------------------------------------

const NEAR = 1e-4;
const worst = { difference: 0, numbers: 0, where: '' };
// By what the program said: how often both did.
const seen = new Map();

function count(what, by = 1) {
  seen.set(what, (seen.get(what) ?? 0) + by);
}

function numberOf(value) {
  return Math.fround(Number(value));
}

function sameBits(a, b) {
  return Object.is(a, b);
}

/**
 * A matrix. Where a number is none, the joint of a .glb stands still; where the time is
 * none, the game may have the value of a sample.
 */
function compareNumbers(ours, theirs, where) {
  assert.equal(ours.length, theirs.length, where);
  const others = theirs.map(Number);
  if (![...ours, ...others].every(Number.isFinite)) return;
  const size = Math.max(1, ...others.map(Math.abs));
  ours.forEach((value, i) => {
    ++worst.numbers;
    const difference = Math.abs(value - others[i]) / size;
    if (difference > worst.difference) {
      worst.difference = difference;
      worst.where = `${where} [${i}]: ${value} ${others[i]}`;
    }
    assert.ok(difference <= NEAR, `${where} [${i}]: ${value} and ${others[i]}`);
  });
}

function compareStep(ours, theirs, where) {
  assert.equal(ours.error?.code, theirs.error?.code, where);
  assert.equal(ours.state, theirs.state, where);
  if (theirs.error) {
    count(theirs.error.code);
    return;
  }
  count(theirs.state === theirs.state_before ? 'same state' : 'other state');
  assert.equal(ours.state_before, theirs.state_before, where);
  assert.deepEqual(ours.unused, theirs.unused, where);
  if (ours.events === undefined) return;
  assert.deepEqual(ours.dropped, theirs.dropped, where);
  count('event', theirs.events.length);
  count('dropped', theirs.dropped?.length ?? 0);
  assert.deepEqual(
    ours.events.map(([name]) => name), theirs.events.map(([name]) => name), where);
  ours.events.forEach(([, offset], i) => {
    const other = numberOf(theirs.events[i][1]);
    assert.ok(sameBits(offset, other), `${where}: event ${i}: ${offset} ${other}`);
  });
  assert.deepEqual(Object.keys(ours.joints), Object.keys(theirs.joints), where);
  for (const [joint, matrix] of Object.entries(ours.joints)) {
    compareNumbers(matrix, theirs.joints[joint], `${where} ${joint}`);
  }
}

/** Plays steps here and there. */
function compare(path, section, steps, resources, folder) {
  const graph = readGraph(section);
  assert.ok(section.play, path);
  if (graph.start === NOWHERE) return 0;
  const machine = new Machine(readProgram(section), graph);
  const theirs = played(path, steps, resources, folder);
  assert.equal(theirs.length, steps.length, path);
  steps.forEach((step, i) => {
    const where = `${path} step ${i} ${JSON.stringify(step)}`;
    compareStep(play(machine, step), theirs[i], where);
  });
  return steps.length;
}

// ---- Scripts ----------------------------------------------------------------

const ODD = ['NaN', 'Infinity', '-Infinity', '-0', 1e30, -1e30, 1e-40, 0];

/** Steps that try everything that a machine has. */
function scriptFor(section, seed) {
  const next = random(seed);
  const pick = (list) => list[Math.floor(next() * list.length)];
  const steps = [{ apply: 0 }];
  const value = () => next() < 0.15 ? pick(ODD) : Math.fround((next() - 0.3) * 6);
  let t = 0;
  for (let i = 0; i < 120; ++i) {
    const what = next();
    if (what < 0.15 && section.inputs.length !== 0) {
      steps.push({ set: { [pick(section.inputs)]: value() } });
    } else if (what < 0.3) {
      steps.push({ transition: pick([...section.states.names, 'nowhere']) });
    } else if (what < 0.36) {
      steps.push({ apply: value() });
    } else {
      t = Math.fround(t + next() * next());
      steps.push({ apply: t });
    }
  }
  steps.push({ set: { 'nobody uses this': 1 } });
  return steps;
}

/** All files of a folder that end so. */
function filesOf(folder, end) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end)).map((name) => join(folder, name)).sort();
}

// ---- Machines that a seed makes ---------------------------------------------

const JOINTS = ['lid', 'arm', 'toe', 'eye'];
const VARIABLES = [
  'offset_x', 'offset_y', 'offset_z', 'axis_x', 'axis_y', 'axis_z', 'angle',
  'scale', 'scale_x', 'scale_y', 'scale_z', 'origin_x', 'origin_y', 'origin_z',
];

function makeArmature(next) {
  const pick = (list) => list[Math.floor(next() * list.length)];
  const number = () => next() < 0.2 ? pick([0, 1, -1, 0.5, 180, 360]) :
    Math.fround((next() - 0.5) * 400) * (next() < 0.5 ? 1 : 0.005);
  const clips = {};
  for (const clip of ['c0', 'c1', 'c2', 'c3']) {
    const jointClips = {};
    for (const joint of JOINTS) {
      if (next() < 0.4) continue;
      const variables = VARIABLES.filter(() => next() < 0.3);
      jointClips[joint] = variables.map((variable) => ({
        variable,
        type: 'uniform',
        // An axis that turns quickly is one that no keyframes follow.
        interpolation: next() < 0.7 && !variable.startsWith('axis') ? 'linear' : 'nearest',
        samples: Array.from({ length: 1 + Math.floor(next() * 5) }, number),
      }));
    }
    const events = {};
    for (let i = Math.floor(next() * 6); i > 0; --i) {
      const time = pick([0, 1, 0.5, Math.fround(next()), Math.fround(next())]);
      events[String(time)] = pick(
        ['step', 'creak', '!transition:s1', '!transition:s2', '!shout', '!transition:none']);
    }
    clips[clip] = { loop: next() < 0.5, joint_clips: jointClips, events };
  }
  return { joints: { lid: { 0: [1] }, arm: { 1: [0.5] } }, clips };
}

function makeMachine(next) {
  const pick = (list) => list[Math.floor(next() * list.length)];
  const parameters = {};
  const clips = {};
  const number = () => next() < 0.1 ? pick([0, -0.0, 1e38, 1e-38]) : Math.fround((next() - 0.4) * 5);
  const value = (depth) => {
    const what = next();
    if (depth > 3 || what < 0.25) return number();
    if (what < 0.4) return '#identity';
    if (what < 0.55) return pick(['#i0', '#i1']);
    if (what < 0.7 && Object.keys(parameters).length) return `#${pick(Object.keys(parameters))}`;
    if (what < 0.8) return ['compose', value(depth + 1), value(depth + 1)];
    const letters = Array.from({ length: 1 + Math.floor(next() * 3) }, () => pick('+-*/mMrRfF')).join('');
    return [letters, ...Array.from(letters, () => value(depth + 1))];
  };
  const clip = (depth) => {
    const what = next();
    if (depth > 3 || what < 0.35) {
      return pick(['mod:b/a@c0', 'mod:b/a@c1', 'mod:b/a@c2', 'mod:b/a@c3', 'mod:b/a@none', 'mod:b/a#v@c0', '#identity']);
    }
    if (what < 0.45 && Object.keys(clips).length) return `#${pick(Object.keys(clips))}`;
    if (what < 0.65) return ['apply', clip(depth + 1), value(1)];
    if (what < 0.8) return ['slerp', clip(depth + 1), clip(depth + 1), value(1), value(1)];
    return ['trigger_positive', clip(depth + 1), value(1),
      pick(['ding', '!transition:s0', '!transition:s1', '!transition:s3', '!hm'])];
  };
  for (let i = 0; i < 6; ++i) parameters[`p${i}`] = value(0);
  const states = ['s0', 's1', 's2', 's3'];
  for (const state of states) clips[state] = clip(0);
  const transitions = {};
  for (const state of states) transitions[state] = states.filter(() => next() < 0.6);
  return { parameters, clips, states, transitions, start_state: 's0' };
}

// ---- Tests ------------------------------------------------------------------

test('machines that a seed makes', options, () => withFolder(async (folder) => {
  const resources = join(folder, 'resources');
  mkdirSync(join(resources, 'mod/armatures/b'), { recursive: true });
  const next = random(16);
  let steps = 0;
  for (let round = 0; round < 4; ++round) {
    writeFileSync(
      join(resources, 'mod/armatures/b/a.json'), JSON.stringify(makeArmature(next)));
    const paths = [];
    for (let i = 0; i < 25; ++i) {
      const path = join(folder, `m${round}_${i}.json`);
      writeFileSync(path, JSON.stringify(makeMachine(next)));
      paths.push(path);
    }
    const sections = await sectionsOf(paths, resources, folder);
    assert.equal(sections.size, paths.length);
    for (const [path, section] of sections) {
      steps += compare(path, section, scriptFor(section, ++steps), resources, folder);
    }
  }
  assert.ok(steps > 10_000);
}));

test('machines of the corpus', options, () => withFolder(async (folder) => {
  const paths = filesOf(join(ROOT, 'corpus/forge'), '.asm.json');
  const resources = join(folder, 'resources');
  mkdirSync(resources);
  const sections = await sectionsOf(paths, resources, folder);
  assert.ok(sections.size > 20);
  let seed = 0;
  for (const [path, section] of sections) {
    compare(path, section, scriptFor(section, ++seed), resources, folder);
  }
}));

test('machines of published mods', { skip: options.skip || (!DATA && 'CLIPGUARD_DATA is not set') }, () => withFolder(async (folder) => {
  const real = join(DATA, 'forge/real');
  let compared = 0;
  for (const mod of readdirSync(real)) {
    const resources = join(real, mod);
    const paths = filesOf(resources, '.json').filter((path) => path.includes('/asms/'));
    for (const [path, section] of await sectionsOf(paths, resources, folder)) {
      ++compared;
      compare(path, section, scriptFor(section, compared), resources, folder);
    }
  }
  assert.ok(compared >= 20);
}));

test('scripts of the reference data', { skip: options.skip || (!DATA && 'CLIPGUARD_DATA is not set') }, () => withFolder(async (folder) => {
  const { cases } = JSON.parse(readFileSync(join(DATA, 'forge/golden/scripts.json'), 'utf8'));
  let compared = 0;
  for (const [i, one] of cases.entries()) {
    if (one.load?.outcome !== 'loaded') continue;
    const resources = join(folder, `resources${i}`);
    mkdirSync(resources);
    const inline = { ...one.armatures };
    for (const [name, path] of Object.entries(one.armature_files ?? {})) {
      inline[name] = readFileSync(join(DATA, 'forge', path), 'utf8');
    }
    for (const [name, armature] of Object.entries(inline)) {
      const [domain, inside] = name.split(':');
      const path = join(resources, domain, 'armatures', `${inside}.json`);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, typeof armature === 'string' ? armature : JSON.stringify(armature));
    }
    const path = join(folder, `machine${i}.json`);
    const text = one.file ? readFileSync(join(DATA, 'forge', one.file), 'utf8') :
      typeof one.asm === 'string' ? one.asm : JSON.stringify(one.asm);
    if (text === undefined) continue;
    writeFileSync(path, text);
    const section = (await sectionsOf([path], resources, folder)).get(path);
    if (!section) continue;
    const steps = [{ set: one.external ?? {} }];
    for (const step of one.steps) {
      for (const kind of ['set', 'transition', 'apply']) {
        if (step[kind] !== undefined) steps.push({ [kind]: step[kind] });
      }
    }
    compared += compare(path, section, steps, resources, folder);
  }
  assert.ok(compared > 100, String(compared));
}));

test('how far apart the matrices were', options, (t) => {
  const { numbers, difference, where } = worst;
  t.diagnostic(`${numbers} numbers, worst difference ${difference} ${where}`);
  t.diagnostic([...seen].map(([what, times]) => `${what}: ${times}`).join(', '));
  assert.ok(numbers > 100_000);
  assert.ok(seen.get('event') > 300 && seen.get('other state') > 500);
  assert.equal(existsSync(program()), true);
});
