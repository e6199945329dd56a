// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The view of a state machine: drawn, played by clicks, keys and the clock, and
// what it makes of hostile and of large machines.

import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { as, check, data, every, look, makeReport, picture, scratch } from './harness.js';

const resources = path.join(scratch, 'resources');
mkdirSync(path.join(resources, 'example/armatures/block'), { recursive: true });
writeFileSync(path.join(resources, 'example/armatures/block/door.json'), JSON.stringify({
  joints: { leaf: { 0: [1] } },
  clips: {
    open: {
      loop: false,
      joint_clips: {
        leaf: [
          { variable: 'axis_y', type: 'uniform', interpolation: 'nearest', samples: [1, 1] },
          { variable: 'angle', type: 'uniform', interpolation: 'linear', samples: [0, 90] },
        ],
      },
      events: { 0.5: 'creak' },
    },
  },
}));

mkdirSync(path.join(resources, 'example/models/block'), { recursive: true });
writeFileSync(path.join(resources, 'example/models/block/door.json'), JSON.stringify({
  elements: [{ from: [2, 0, 7], to: [14, 16, 9] }, { from: [0, 0, 6], to: [2, 16, 10] }],
}));

function machineFile(name, machine) {
  const file = path.join(scratch, `${name}.json`);
  writeFileSync(file, JSON.stringify(machine));
  return file;
}

const DOOR = {
  parameters: { end: ['+', 0] },
  clips: {
    closed: ['apply', 'example:block/door@open', 0],
    opening: ['trigger_positive',
      ['apply', 'example:block/door@open', ['-', '#click']],
      ['-', ['compose', ['+', 0.9], '#click']], '!transition:open'],
    open: ['apply', 'example:block/door@open', 0.99],
    bricked: '#identity',
  },
  states: ['closed', 'opening', 'open', 'bricked'],
  transitions: { closed: 'opening', opening: 'open', open: 'closed', bricked: 'closed' },
  start_state: 'closed',
};

const door = makeReport('door', [`--resources=${resources}`, machineFile('door', DOOR)]);

const current = (page) => page.locator('.machine-now').innerText();
const time = (page, t) => page.evaluate((at) => {
  location.hash = `view=machine&t=${at}`;
}, t);

test('a transition, an event and a transition by itself', async () => {
  await look(door, 'machine-played', { hash: 'view=machine&t=0' }, async (page) => {
    await page.locator('.machine-current').waitFor();
    assert.equal(await current(page), 'closed');
    assert.match(await page.locator('.machine-shows').innerText(), /holds door@open at 0/);
    await page.locator('.machine-target').first().click();
    assert.equal(await current(page), 'opening');
    await time(page, 0.6);
    await page.locator('.machine-log', { hasText: 'creak' }).waitFor();
    assert.equal(await current(page), 'opening');
    // Why it is not open yet.
    assert.match(await page.locator('.machine-why').first().innerText(), /^now -0\.30, happens at 0$/);
    const turned = await page.locator('.machine-right tbody tr').first().innerText();
    assert.match(turned, /leaf.*54\.0°/s);
    await time(page, 1);
    await page.locator('.machine-now', { hasText: /^open$/ }).waitFor();
    // Back in time it is what it was, and what was done is done again.
    await time(page, 0.25);
    await page.locator('.machine-now', { hasText: 'opening' }).waitFor();
    await time(page, 1.5);
    await page.locator('.machine-now', { hasText: /^open$/ }).waitFor();
  });
});

/** Returns a picture of the model, as text. */
const seen = async (page) => (await page.locator('.machine-model').screenshot()).toString('base64');

test('the boxes of its models move', async () => {
  await look(door, 'machine-model', { hash: 'view=machine&t=0' }, async (page) => {
    await page.locator('.machine-model canvas').waitFor();
    const host = page.getByRole('region', { name: 'The model' });
    assert.match(await host.innerText(), /2 elements of the model/);
    await page.waitForTimeout(200);
    const closed = await seen(page);
    await picture(page, 'machine-model-closed');
    await page.locator('.machine-target').first().click();
    await time(page, 0.6);
    await page.locator('.machine-log', { hasText: 'creak' }).waitFor();
    await page.waitForTimeout(200);
    const opening = await seen(page);
    assert.notEqual(opening, closed);
    await picture(page, 'machine-model-opening');
    // From another side.
    await host.getByRole('button', { name: 'Look from: top' }).click();
    await page.waitForTimeout(200);
    assert.notEqual(await seen(page), opening);
    await picture(page, 'machine-model-top');
    await as(page, { dark: true });
    await page.waitForTimeout(200);
    await picture(page, 'machine-model-dark');
  });
});

test('a machine in its mod moves its armature without a flag, as cubes if there is no model', async () => {
  const mod = path.join(scratch, 'mod/example');
  mkdirSync(path.join(mod, 'asms'), { recursive: true });
  cpSync(path.join(resources, 'example/armatures'), path.join(mod, 'armatures'), { recursive: true });
  writeFileSync(path.join(mod, 'asms/door.json'), JSON.stringify(DOOR));
  const report = makeReport('mod-door', [path.join(mod, 'asms/door.json')]);
  await look(report, 'machine-cubes', { hash: 'view=machine&t=0' }, async (page) => {
    await page.getByText('a cube for each joint (leaf)').waitFor();
    const chart = await page.locator('.machine-svg').boundingBox();
    const { x, y } = await page.locator('.machine-model').boundingBox();
    assert.ok(x > chart.x + chart.width && y < chart.y + chart.height);
    await page.waitForTimeout(200);
    const before = await seen(page);
    await page.locator('.machine-target').first().click();
    await time(page, 0.6);
    await page.locator('.machine-log', { hasText: 'creak' }).waitFor();
    await page.waitForTimeout(200);
    assert.notEqual(await seen(page), before);
  });
});

test('by keyboard: keys of transitions, states by arrows, and start again', async () => {
  await look(door, 'machine-keys', { hash: 'view=machine&t=0' }, async (page) => {
    await page.locator('.machine-current').waitFor();
    await page.keyboard.press('a');
    assert.equal(await current(page), 'opening');
    await page.keyboard.press('r');
    assert.equal(await current(page), 'closed');
    await page.locator('.machine-current').focus();
    await page.keyboard.press('ArrowDown');
    assert.match(await page.locator('[aria-live]').innerText(), /opening, plays door@open/);
    await page.keyboard.press('Enter');
    assert.equal(await current(page), 'opening');
    await page.keyboard.press('?');
    assert.match(await page.getByRole('dialog').innerText(), /transition 1 of the current state/);
  });
});

test('a value that is set, and one that is none', async () => {
  await look(door, 'machine-inputs', { hash: 'view=machine&t=0' }, async (page) => {
    const field = page.getByLabel('#click', { exact: true });
    await field.fill('NaN');
    await field.press('Enter');
    await page.keyboard.press('a');
    assert.equal(await current(page), 'closed', 'letters belong to the field');
    await field.fill('three');
    await field.press('Enter');
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    await field.fill('-2.5e0');
    await field.press('Enter');
    assert.equal(await field.getAttribute('aria-invalid'), 'false');
    await page.locator('.machine-target').first().click();
    assert.match(await page.locator('.machine-clips').innerText(), /at 2\.5/);
  });
});

test('what cannot be reached stands apart, and the table has all', async () => {
  await look(door, 'machine-apart', { hash: 'view=machine' }, async (page) => {
    await page.locator('.machine-current').waitFor();
    const top = (name) => page.locator('.machine-state', { hasText: name })
      .evaluate((state) => state.getBoundingClientRect().top);
    const tops = [await top(/^closed:/), await top(/^opening:/), await top(/^bricked:/)];
    assert.ok(tops[0] < tops[1] && tops[1] < tops[2], String(tops));
    assert.match(await page.locator('.machine-legend').innerText(), /cannot be reached/);
    await page.locator('.machine-list summary').click();
    const rows = page.locator('.machine-list tbody tr');
    assert.equal(await rows.count(), 4);
    assert.match(await rows.nth(3).innerText(), /bricked.*closed.*cannot be reached/s);
  });
});

test('machines without states, and without a start', async () => {
  const empty = { parameters: {}, clips: {}, states: [], transitions: {}, start_state: 'x' };
  const none = makeReport('no-states', [machineFile('none', empty)]);
  await look(none, 'machine-none', { hash: 'view=machine' }, (page) =>
    page.getByText('The machine has no states.').waitFor());
  const lost = makeReport('no-start', [machineFile('lost', {
    ...empty, clips: { a: '#identity' }, states: ['a', 'b'], transitions: { a: 'b' },
  })]);
  await look(lost, 'machine-lost', { hash: 'view=machine' }, async (page) => {
    await page.getByText('The machine has no state to start in.').waitFor();
    await page.locator('.machine-state').first().click();
  });
});

test('ten thousand states: the surroundings of one, soon', async (t) => {
  const count = 10_000;
  const clips = {};
  const transitions = {};
  const states = [];
  for (let i = 0; i < count; ++i) {
    states.push(`s${i}`);
    clips[`s${i}`] = '#identity';
    transitions[`s${i}`] = [`s${(i + 1) % count}`, `s${(i * 7 + 3) % count}`];
  }
  const report = makeReport('many-states', [machineFile('many',
    { parameters: {}, clips, states, transitions, start_state: 's0' })]);
  await look(report, 'machine-many', { hash: 'view=machine&t=0' }, async (page) => {
    await page.locator('.machine-current').waitFor();
    assert.match(await page.locator('.machine-note').innerText(), /of 10,000 states are shown/);
    const took = await page.evaluate(async () => {
      const begin = performance.now();
      for (let i = 0; i < 5; ++i) {
        document.querySelector('.machine-target').click();
        await new Promise((done) => requestAnimationFrame(done));
      }
      return performance.now() - begin;
    });
    t.diagnostic(`five transitions in ${Math.round(took)} ms`);
    assert.equal(await current(page), 's5');
    await page.locator('.machine-list summary').click();
    assert.equal(await page.locator('.machine-list tbody tr').count(), 100);
    // All of it is asked for, as small as it gets.
    await page.getByRole('button', { name: 'Show all of it' }).click();
    const [inner, outer] = await page.$$eval('.machine-drawing, .machine-chart .machine-svg', (parts) =>
      parts.map((one) => one.getBoundingClientRect().toJSON()).sort((a, b) => a.width - b.width));
    assert.ok(inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top &&
      inner.bottom <= outer.bottom, JSON.stringify([inner, outer]));
  });
});

test('clips that double fifteen times over cost what a page can pay', async () => {
  const clips = { s: '#d15', d0: ['trigger_positive', '#identity', ['-', 1], 'tick'] };
  for (let i = 1; i < 16; ++i) clips[`d${i}`] = ['slerp', `#d${i - 1}`, `#d${i - 1}`, '#identity', 0];
  const report = makeReport('doubled', [machineFile('doubled',
    { parameters: {}, clips, states: ['s'], transitions: {}, start_state: 's' })]);
  await look(report, 'machine-doubled', { hash: 'view=machine&t=0' }, async (page) => {
    await page.locator('.machine-current').waitFor();
    await time(page, 2);
    await page.locator('.machine-log', { hasText: 'clipguard play may go on' }).waitFor();
  });
});

/** Looks at a machine by light and, with axe, in the dark; leaves it in a narrow window. */
async function inAllLights(page, name) {
  await page.locator('.machine-current').waitFor();
  for (const [light, options] of Object.entries({ light: {}, dark: { dark: true } })) {
    await as(page, options);
    await picture(page, `${name}-${light}`);
    if (options.dark) await check({ page, problems: [] }, name);
  }
  await as(page, { width: 360, height: 1400 });
}

test('machines of published mods', { skip: !data && 'CLIPGUARD_DATA is not set' }, async () => {
  const real = path.join(data, 'forge/real');
  for (const mod of readdirSync(real).filter((_, i) => every || i % 3 === 0)) {
    const files = readdirSync(path.join(real, mod), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.includes('/asms/') && name.endsWith('.json')).sort();
    const sizeOf = (file) => statSync(path.join(real, mod, file)).size;
    const largest = files.reduce((a, b) => (sizeOf(b) > sizeOf(a) ? b : a));
    const name = path.basename(largest, '.json');
    const report = makeReport(`mod-${name}`,
      [`--resources=${path.join(real, mod)}`, path.join(real, mod, largest)]);
    await look(report, `machine-${name}-narrow`, { hash: 'view=machine&t=0.5' },
      (page) => inAllLights(page, `machine-${name}`));
  }
});
