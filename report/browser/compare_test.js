// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Two files in one scene, and what repairs change: both motions, how far they are
// apart, and the moments that lead there.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import test from 'node:test';
import { as, check, look, makeReport, picture, program, scratch, source } from './harness.js';

const HASH = 'file=0&view=scene&t=0';

/** A file that plays nearly the same. */
function nearly(file) {
  const out = path.join(scratch, `nearly-${path.basename(file)}`);
  execFileSync(program, ['optimize', '--tolerance=0.02', '--degrees=9', '-o', out, source(file)], { stdio: 'ignore' });
  return out;
}

/** Waits until distances were measured; gives what is said of them. */
async function measured(page) {
  const summary = page.locator('.distance summary');
  await summary.filter({ hasNotText: '…' }).waitFor();
  return summary.innerText();
}

const CASES = {
  recording: ['corpus/mrtk/valid/v11-compact.bin', 'corpus/mrtk/valid/parts-camera-hands-gaze.bin'],
  character: ['corpus/m3d/valid/biped.m3d', 'corpus/m3d/valid/arm.m3d'],
  armature: ['corpus/forge/valid/chest.armature.json', 'corpus/forge/valid/variables.armature.json'],
};

for (const [kind, [file, other]] of Object.entries(CASES)) {
  test(`two files of a kind in one scene: ${kind}`, async () => {
    const report = makeReport(`compare-${kind}`, [`--against=${other}`, file]);
    await look(report, `compare-${kind}-narrow`, { hash: HASH }, async (page) => {
      assert.match(await measured(page), /^Distance of the two: /);
      assert.equal(await page.locator('.scene-captions > span').count(), 2);
      for (const mode of ['over', 'off', 'beside']) {
        await page.getByLabel('The other').selectOption(mode);
        await picture(page, `compare-${kind}-${mode}`);
      }
      await check({ page, problems: [] }, kind);
      await as(page, { dark: true, width: 360, height: 800 });
    });
  });
}

test('a recording beside a capture: joints by number, not by name', async () => {
  const file = 'corpus/mrtk/valid/v11-compact.bin';
  const capture = path.join(scratch, 'compare-capture.handsbin');
  execFileSync(program, ['convert', '--to=handsbin', '--lossy', '-o', capture, source(file)], { stdio: 'ignore' });
  for (const [name, one, other] of [['capture', capture, file], ['of-capture', file, capture]]) {
    const report = makeReport(`compare-with-${name}`, [`--against=${other}`, one]);
    await look(report, `compare-with-${name}`, { hash: HASH }, async (page) => {
      assert.match(await measured(page), /^Distance of the two: at most [\d.]+ (mm|cm|m), /);
      await picture(page, `compare-with-${name}`);
    });
  }
});

test('a worst moment leads there', async () => {
  const file = 'corpus/mrtk/valid/v11-compact.bin';
  const report = makeReport('compare-moments', [`--against=${nearly(file)}`, file]);
  await look(report, 'compare-moments', { hash: HASH }, async (page) => {
    assert.match(await measured(page), /at most [\d.]+ (mm|cm)/);
    const moment = page.getByRole('list', { name: 'Worst moments' }).getByRole('button').first();
    const [, seconds] = /^([\d.]+) s · /.exec(await moment.innerText());
    await moment.click();
    await page.waitForURL(new RegExp(`t=${Number(seconds)}`));
    await page.locator('.scene-label').waitFor();
    const joint = page.getByRole('region', { name: 'Distance by joint' }).getByRole('button').first();
    await joint.click();
    assert.match(await page.locator('.scene-label').innerText(), /^hands\./);
    await page.locator('.distance-curve').click({ position: { x: 2, y: 10 } });
  });
});

test('before and after repair: the distance over time', async () => {
  const report = makeReport('compare-repaired', ['corpus/mrtk/warnings/rotation-w-lost.bin']);
  await look(report, 'compare-repaired', { hash: HASH }, async (page) => {
    // Its camera only turns.
    assert.match(await measured(page), /^Distance of the two: at most [\d.]+ (mm|cm), camera at/);
  });
});
