// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { readGraph, readProgram } from '../machine/program.js';
import { program, sectionsOf, withFolder } from '../machine/testing.js';

const { Machine } = await import('../machine/animation_machine.js');
const { Boxes } = await import('./boxes.js');
const options = { skip: program() === null && 'clipguard was not built' };

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
    const boxes = section.play.armatures.flatMap((armature) => armature.boxes);
    const named = boxes.map(({ joint }) => section.play.joints[joint] ?? '');
    assert.deepEqual(named, ['a', 'b', 'd', 'b', '']);
    const machine = new Machine(readProgram(section), readGraph(section));
    machine.apply(0.5);
    const points = [];
    new Boxes(boxes, 0).addCorners(new Float64Array(machine.pose().poses.flat()), points);
    // Both that b moves are turned by 45 degrees.
    [[0.0625, 0.5, 0.125], [0.1023, 0.5, 0.3674], [0.5625, 0.5, 0.125],
      [0.6326, 0.5, -0.1629], [0.8125, 0.5, 0.125]].forEach((place, box) => {
      const middle = [0, 1, 2].map((c) => points.slice(24 * box, 24 * (box + 1))
        .reduce((sum, value, i) => sum + (i % 3 === c ? value / 8 : 0), 0));
      place.forEach((value, c) => assert.ok(Math.abs(middle[c] - value) < 1e-4, `${box} ${middle}`));
    });
  });
});
