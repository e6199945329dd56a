// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The boxes of the page are where they are in the .glb of `clipguard convert`, at
// any time: armatures of the corpus, and those of CLIPGUARD_DATA if it is set, with
// models that a seed makes.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { blocksOf } from '../frame/testing.js';
import { Machine } from '../machine/animation_machine.js';
import { readGraph, readProgram } from '../machine/program.js';
import { program, random, ROOT, sectionsOf, withFolder } from '../machine/testing.js';
import { BoxPose } from './box_pose.js';

// three.js is found by what was imported already.
const { Armature } = await import('./armature.js');
const options = { skip: program() === null && 'clipguard was not built' };
const DATA = process.env.CLIPGUARD_DATA;
const DEGREES = 0.001;
const TIMES = 12;

// ---- A reader of .glb files, no more of it than armatures need ---------------

function readGlb(bytes) {
  const size = bytes.readUInt32LE(12);
  const json = JSON.parse(bytes.subarray(20, 20 + size).toString());
  const data = bytes.subarray(28 + size);
  const accessor = (index) => {
    const { bufferView, byteOffset = 0, count, type } = json.accessors[index];
    const width = { SCALAR: 1, VEC3: 3, VEC4: 4 }[type];
    const at = (json.bufferViews[bufferView].byteOffset ?? 0) + byteOffset;
    return Array.from({ length: count }, (_, i) =>
      Array.from({ length: width }, (__, c) => data.readFloatLE(at + 4 * (width * i + c))));
  };
  return { json, accessor };
}

function slerp(a, b, p) {
  let cosine = a.reduce((sum, value, i) => sum + value * b[i], 0);
  const sign = cosine < 0 ? -1 : 1;
  cosine = Math.min(1, cosine * sign);
  const angle = Math.acos(cosine);
  const [u, v] = angle < 1e-6 ? [1 - p, p] :
    [Math.sin((1 - p) * angle) / Math.sin(angle), Math.sin(p * angle) / Math.sin(angle)];
  return a.map((value, i) => u * value + v * sign * b[i]);
}

function valueAt({ accessor }, { input, output, interpolation }, path, t) {
  const times = accessor(input).map(([time]) => time);
  const values = accessor(output);
  let i = times.findIndex((time) => time > t) - 1;
  if (i === -2 || times.length === 1) return values[times.length - 1];
  if (i < 0) return values[0];
  if (interpolation === 'STEP') return values[i];
  const p = (t - times[i]) / (times[i + 1] - times[i]);
  if (path === 'rotation') return slerp(values[i], values[i + 1], p);
  return values[i].map((value, c) => value * (1 - p) + values[i + 1][c] * p);
}

function rotated([x, y, z, w], v) {
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0]];
  const t = cross([x, y, z], v).map((value) => 2 * value);
  const u = cross([x, y, z], t);
  return v.map((value, c) => value + w * t[c] + u[c]);
}

/** The corners of each box at a time, by its name. */
function cornersOfGlb(glb, animation, t) {
  const { json } = glb;
  const nodes = json.nodes.map((node) => ({
    translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1], ...node }));
  for (const { target, sampler } of animation?.channels ?? []) {
    nodes[target.node][target.path] =
      valueAt(glb, animation.samplers[sampler], target.path, t);
  }
  const found = new Map();
  const visit = (index, above) => {
    const { translation, rotation, scale, children = [], mesh, name } = nodes[index];
    const place = (v) => above(rotated(rotation, v.map((value, c) => value * scale[c]))
      .map((value, c) => value + translation[c]));
    if (mesh !== undefined) {
      found.set(name, Array.from({ length: 8 }, (_, corner) =>
        place([0, 1, 2].map((c) => (corner >> c & 1) - 0.5))));
    }
    for (const child of children) visit(child, place);
  };
  for (const root of json.scenes[0].nodes) visit(root, (v) => v);
  return found;
}

// ---- What is compared ---------------------------------------------------------

/** A box for each element that joints name, and some more: turned, flat, far. */
function modelFor(armature, next) {
  let most = 0;
  for (const elements of Object.values(armature.joints ?? {})) {
    for (const key of Object.keys(elements ?? {})) most = Math.max(most, Number(key) || 0);
  }
  const number = () => Math.round(48 * next() - 16);
  return {
    elements: Array.from({ length: Math.min(most + 3, 500) }, () => ({
      from: [number(), number(), number()], to: [number(), number(), number()],
      ...next() < 0.5 ? { rotation: {
        origin: [8, number(), 8], axis: 'xyz'[Math.floor(3 * next())],
        angle: 22.5 * Math.floor(5 * next() - 2), rescale: next() < 0.5 } } : {},
    })),
  };
}

const run = (...args) => execFileSync(program(), args, { stdio: ['ignore', 'pipe', 'pipe'] });

/** @return {Promise<?{boxes: number, worst: number}>} null: it cannot be converted */
async function compare(file, model, folder, next) {
  const out = join(folder, 'out.glb');
  const page = join(folder, 'out.html');
  try {
    run('convert', '--to=glb', `--degrees=${DEGREES}`, `--model=${model}`, '-o', out, file);
  } catch {
    return null;
  }
  run('report', '--no-config', '--fail-on=none', `--model=${model}`, '-o', page, file);
  const { scene } = (await blocksOf(page)).get('file-0');
  const glb = readGlb(readFileSync(out));
  const armature = await Armature.load(scene.glb);
  const matrices = new Float64Array(16 * armature.joints.length);
  const boxes = new BoxPose(scene.boxes);
  let worst = 0;
  const clips = armature.clips.length ? armature.clips : [null];
  for (const clip of clips) {
    const animation = clip && (glb.json.animations ?? []).find(({ name }) => name === clip.name);
    for (let i = 0; i < TIMES; ++i) {
      const t = Math.fround(0.999 * next());
      armature.joints.forEach((_, joint) => armature.pose(joint, animation && clip, t, matrices, 16 * joint));
      const expected = [...cornersOfGlb(glb, animation, t).values()].flat(2);
      const points = [];
      boxes.addCorners(Infinity, matrices, points);
      assert.equal(points.length, expected.length, file);
      points.forEach((value, c) => {
        const reach = 1 + Math.abs(expected[c]);
        worst = Math.max(worst, Math.abs(value - expected[c]) / reach);
      });
    }
  }
  return { boxes: boxes.count, worst };
}

function armaturesIn(folder, isOne) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json') && isOne(name)).sort()
    .map((name) => join(folder, name));
}

test('boxes are where the .glb has them', options, async (t) => {
  const next = random(26);
  const files = [
    ...armaturesIn(join(ROOT, 'corpus/forge/valid'), (name) => name.endsWith('.armature.json')),
    ...DATA ? armaturesIn(join(DATA, 'forge/real'), (name) => name.includes('/armatures/')) : [],
    ...DATA ? armaturesIn(join(DATA, 'wild/armature'), () => true) : [],
  ];
  let compared = 0;
  let boxes = 0;
  let worst = 0;
  await withFolder(async (folder) => {
    for (const file of files) {
      let armature;
      try {
        armature = JSON.parse(readFileSync(file, 'utf8'));
      } catch {
        continue;
      }
      const model = join(folder, 'model.json');
      writeFileSync(model, JSON.stringify(modelFor(armature, next)));
      const found = await compare(file, model, folder, next);
      if (found === null) continue;
      ++compared;
      boxes += found.boxes;
      worst = Math.max(worst, found.worst);
      assert.ok(found.worst < 5e-5, `${file}: ${found.worst}`);
    }
  });
  t.diagnostic(`${compared} of ${files.length} armatures, ${boxes} boxes, at most ${worst} apart`);
  assert.ok(compared > 0);
});

test('a machine moves the boxes of its models, by the names of joints', options, async () => {
  const spin = (joint) => ({ loop: false, events: {}, joint_clips: { [joint]: [
    { variable: 'axis_y', type: 'uniform', interpolation: 'nearest', samples: [1, 1] },
    { variable: 'angle', type: 'uniform', interpolation: 'linear', samples: [0, 90] }] } });
  const box = (x) => ({ from: [x, 0, 0], to: [x + 2, 16, 4] });
  const files = {
    'armatures/one': { joints: { a: { 0: [1] }, b: { 1: [1] } }, clips: { c: spin('b') } },
    'models/one': { elements: [box(0), box(4)] },
    'armatures/two': { joints: { d: { 0: [1] }, b: { 2: [1] } }, clips: { c: spin('d') } },
    'models/two': { elements: [box(8), box(12), box(16)] },
    'asms/both': {
      parameters: {}, clips: { one: 'mod:one@c', two: 'mod:two@c' }, states: ['one', 'two'],
      transitions: { one: 'two' }, start_state: 'one',
    },
  };
  await withFolder(async (folder) => {
    for (const [name, value] of Object.entries(files)) {
      const file = join(folder, 'mod', `${name}.json`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(value));
    }
    const section = [...(await sectionsOf([join(folder, 'mod/asms/both.json')], folder, folder)).values()][0];
    const boxes = new BoxPose(section.boxes);
    const named = [...boxes.joints].map((joint) => section.play.joints[joint] ?? '');
    assert.deepEqual(named, ['a', 'b', 'b', 'd', '']);
    const machine = new Machine(readProgram(section), readGraph(section));
    machine.apply(0.5);
    const matrices = new Float64Array(machine.pose().poses.flat());
    const points = [];
    boxes.addCorners(Infinity, matrices, points);
    // As the .glb of the first armature, whose clip it plays; the second's b moves, too.
    const out = join(folder, 'one.glb');
    run('convert', '--to=glb', `--degrees=${DEGREES}`, `--resources=${folder}`, '-o', out,
      join(folder, 'mod/armatures/one.json'));
    const glb = readGlb(readFileSync(out));
    const expected = [...cornersOfGlb(glb, glb.json.animations[0], 0.5).values()].flat(2);
    expected.forEach((value, i) => assert.ok(Math.abs(points[i] - value) < 5e-5, `${i}`));
    // Element 2 of the second model is turned by 45 degrees.
    const middle = [0, 1, 2].map((c) =>
      points.slice(48, 72).reduce((sum, value, i) => sum + (i % 3 === c ? value / 8 : 0), 0));
    [0.6326, 0.5, -0.1629].forEach((value, c) =>
      assert.ok(Math.abs(middle[c] - value) < 1e-4, String(middle)));
  });
});

test('what is no matrix moves its boxes nowhere', () => {
  const boxes = new BoxPose({
    joints: new Uint32Array([0, 0xffffffff]),
    places: new Float32Array([
      0.5, 0.5, 0.5, 1, 1, 1, 0, 0, 0, 1,
      0.5, 0.25, 0.5, 1, 0.5, 1, 0, 0, 0, 1,
    ]),
  });
  const out = new Float64Array(16);
  assert.equal(boxes.put(0, new Float64Array(16).fill(NaN), out, 0), false);
  assert.deepEqual(out, new Float64Array(16));
  assert.equal(boxes.put(1, new Float64Array(16).fill(NaN), out, 0), true);
  assert.deepEqual([...out], [1, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 1, 0, 0.5, 0.25, 0.5, 1]);
  assert.deepEqual([...boxes.movers], [0]);
});
