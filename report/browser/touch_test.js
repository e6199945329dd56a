// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A report on a screen that is touched: a tap chooses, a finger turns, scrubs and
// scrolls, two fingers zoom.

import assert from 'node:assert/strict';
import test from 'node:test';
import { look, makeReport, picture, settled, slowDown, until } from './harness.js';

const NARROW = { width: 412, height: 780, touch: true };

/**
 * Moves fingers on straight lines.
 * @param {import('playwright-core').Page} page
 * @param {{from: [number, number], to: [number, number]}[]} fingers
 */
async function swipe(page, fingers) {
  const session = await page.context().newCDPSession(page);
  const steps = 8;
  const send = (type, at) => session.send('Input.dispatchTouchEvent', {
    type,
    touchPoints: at === null ? [] : fingers.map(({ from, to }, id) => ({
      id,
      x: from[0] + (to[0] - from[0]) * at,
      y: from[1] + (to[1] - from[1]) * at,
    })),
  });
  await send('touchStart', 0);
  for (let i = 1; i <= steps; ++i) {
    await send('touchMove', i / steps);
    await settled(page);
  }
  await send('touchEnd', null);
  await settled(page);
  await session.detach();
}

/** Two fingers that go apart around the middle of an element. */
async function pinch(page, box, wide = 60) {
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  await swipe(page, [
    { from: [x - 15, y], to: [x - 15 - wide, y] },
    { from: [x + 15, y], to: [x + 15 + wide, y] },
  ]);
}

const timeOf = (page) => page.locator('.transport input[type=range]').evaluate(
    (slider) => Number(slider.value));

test('a tap opens a view and a finding', async () => {
  const report = makeReport('touch-tap', ['corpus/mrtk/warnings/rotation-w-lost.bin']);
  await look(report, 'touch-tap', { ...NARROW, hash: 'view=verdict' }, async (page) => {
    await page.locator('.verdict a, .vt-body a').first().tap();
    await page.locator('.finding-strip').waitFor();
    await page.getByRole('tab', { name: 'Bytes' }).tap();
    await page.locator('.bytes-row').first().waitFor();
    await page.locator('.bytes-row [data-at]').nth(20).tap();
    await page.locator('.bytes-row .chosen').first().waitFor();
  });
});

test('a finger turns the replay, two zoom it', async () => {
  const report = makeReport('touch-scene', ['corpus/m3d/valid/biped.m3d']);
  await look(report, 'touch-scene', { ...NARROW, hash: 'file=0&view=scene&t=0.2' }, async (page) => {
    const canvas = page.locator('.scene-canvas');
    await canvas.waitFor();
    await settled(page);
    const box = await canvas.boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const first = await canvas.screenshot();
    await swipe(page, [{ from: [x - 60, y], to: [x + 60, y + 20] }]);
    const turned = await canvas.screenshot();
    assert.notDeepEqual(turned, first);
    await pinch(page, box);
    await picture(page, 'touch-scene-zoomed');
    assert.notDeepEqual(await canvas.screenshot(), turned);
    assert.ok(Math.abs(await timeOf(page) - 0.2) < 1e-6);
    await page.getByRole('button', { name: 'Reset view' }).tap();
    await settled(page);
    assert.deepEqual(await canvas.screenshot(), first);
  });
});

test('a touch that is cancelled turns no more', async () => {
  const report = makeReport('touch-cancel', ['corpus/m3d/valid/biped.m3d']);
  await look(report, 'touch-cancel', { ...NARROW, hash: 'file=0&view=scene&t=0' }, async (page) => {
    const canvas = page.locator('.scene-canvas');
    await canvas.waitFor();
    await settled(page);
    await slowDown(page);
    const lowered = () => /to keep up/.test(document.querySelector('.scene-says').textContent);
    const whole = () => !/to keep up/.test(document.querySelector('.scene-says').textContent);
    await page.getByRole('button', { name: 'Play' }).tap();
    await until(page, lowered);
    await page.getByRole('button', { name: 'Pause' }).tap();
    await until(page, whole);
    const box = await canvas.boundingBox();
    const session = await page.context().newCDPSession(page);
    const send = (type, touchPoints) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints });
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const ends = [
      () => send('touchCancel', []),
      () => page.evaluate(() => window.dispatchEvent(new Event('blur'))),
    ];
    for (const end of ends) {
      await send('touchStart', [at]);
      await until(page, lowered);
      await end();
      await until(page, whole);
    }
    await session.detach();
  });
});

test('a finger scrubs, and a tap plays', async () => {
  const report = makeReport('touch-scrub', ['corpus/m3d/valid/biped.m3d']);
  await look(report, 'touch-scrub', { ...NARROW, hash: 'file=0&view=scene&t=0' }, async (page) => {
    const box = await page.locator('.transport input[type=range]').boundingBox();
    const y = box.y + box.height / 2;
    await swipe(page, [{ from: [box.x + 10, y], to: [box.x + box.width * 0.7, y] }]);
    const scrubbed = await timeOf(page);
    assert.ok(scrubbed > 0, String(scrubbed));
    await page.getByRole('button', { name: 'Play' }).tap();
    await until(page, (before) => Number(document.querySelector('.transport input[type=range]').value) !== before,
      scrubbed);
    await page.getByRole('button', { name: 'Pause' }).tap();
  });
});

test('in the timeline a finger scrolls and moves, two zoom, a tap goes there', async () => {
  const report = makeReport('touch-timeline', ['corpus/mrtk/valid/v11-compact.bin']);
  await look(report, 'touch-timeline', { ...NARROW, hash: 'file=0&view=timeline&t=0' }, async (page) => {
    const surface = page.locator('.tl-surface');
    await surface.waitFor();
    await settled(page);
    const whole = await surface.boundingBox();
    await page.touchscreen.tap(whole.x + whole.width / 2, whole.y + whole.height / 2);
    await until(page, () => Number(document.querySelector('.transport input[type=range]').value) > 0);
    // The curve that was tapped stands below, large.
    await page.locator('.tl-detail').waitFor();
    await settled(page);
    const box = await surface.boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const scrolled = () => page.locator('.tl-body').evaluate((body) => body.scrollTop);
    const ticks = () => page.locator('.tl-axis').innerText();
    const from = await scrolled();
    await swipe(page, [{ from: [x, y + 60], to: [x, y - 60] }]);
    const down = await scrolled() - from;
    assert.ok(down > 80 && down < 160, String(down));
    const all = await ticks();
    await pinch(page, box);
    const close = await ticks();
    assert.notEqual(close, all);
    const before = await scrolled();
    await swipe(page, [{ from: [x + 60, y], to: [x - 60, y] }]);
    assert.notEqual(await ticks(), close);
    assert.ok(Math.abs(await scrolled() - before) < 2);
  });
});

test('a finger takes a stretch of time', async () => {
  const report = makeReport('touch-brush', ['corpus/mrtk/valid/v11-compact.bin']);
  await look(report, 'touch-brush', { ...NARROW, hash: 'file=0&view=timeline&t=0' }, async (page) => {
    const overview = page.locator('.tl-overview .selection');
    await overview.waitFor();
    const whole = await overview.boundingBox();
    const y = whole.y + whole.height / 2;
    // From its right edge inwards.
    await swipe(page, [{
      from: [whole.x + whole.width - 1, y], to: [whole.x + whole.width / 2, y],
    }]);
    const narrower = await overview.boundingBox();
    assert.ok(narrower.width < 0.7 * whole.width, `${narrower.width} of ${whole.width}`);
  });
});

test('a state machine is played by taps, moved and zoomed by fingers', async () => {
  const report = makeReport('touch-machine', ['corpus/forge/valid/chest.asm.json']);
  await look(report, 'touch-machine', { ...NARROW, hash: 'file=0&view=machine' }, async (page) => {
    const drawing = page.locator('.machine-svg');
    await drawing.waitFor();
    const box = await drawing.boundingBox();
    const place = () => drawing.evaluate((svg) => svg.querySelector('g')?.getAttribute('transform'));
    const first = await place();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await swipe(page, [{ from: [x, y], to: [x + 40, y + 30] }]);
    const moved = await place();
    assert.notEqual(moved, first);
    await pinch(page, box);
    assert.notEqual(await place(), moved);
  });
});
