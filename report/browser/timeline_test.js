// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The timeline: its values are those of `sample`, and all of it works by
// keyboard and pointer.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import {
  blockOf, countDraws, data, look, makeReport, program, root, settled, someTimes,
} from './harness.js';

const { TrackSet } = await import(`${root}/report/page/timeline/tracks.js`);
const { evaluate } = await import(`${root}/report/page/timeline/curve.js`);

/** Runs `sample`. Returns a row of numbers for each time, by the column's name. */
function sampled(file, times) {
  const csv = execFileSync(program, ['sample', '--raw-rotation', '--format=csv',
    `--times=${times.join(',')}`, file], { cwd: root, encoding: 'utf8',
    maxBuffer: 1 << 28 });
  const [head, ...rows] = csv.trim().split('\n').map((line) => line.split(','));
  return { head, rows: rows.map((row) => row.map(Number)) };
}

/** How far the page is at most from `sample`, of values of about 1. */
async function worstOf(file) {
  const report = makeReport('values', [file]);
  const set = new TrackSet((await blockOf(report)).curves);
  // Between and beyond the keys.
  const times = someTimes(set.from - 0.5, set.to + 0.5, 200);
  const { head, rows } = sampled(file, times);
  let worst = 0;
  for (const row of rows) {
    row.slice(1).forEach((expected, i) => {
      const track = set.find(head[i + 1]);
      if (track.size === 0) return;
      const scale = Math.max(1, Math.abs(track.min), Math.abs(track.max));
      const value = evaluate(track, row[0]);
      // A state is what is above a half.
      const actual = track.kind === 'steps' ? Number(value > 0.5) : value;
      worst = Math.max(worst, Math.abs(actual - expected) / scale);
    });
  }
  return worst;
}

const FILES = ['hermite', 'weighted-modes', 'weights-extreme', 'weights-inside',
  'infinite-tangents', 'wrap-modes-1', 'wrap-modes-2', 'wrap-modes-boolean',
  'v11-full', 'v11-compact', 'v10-full'];

test('values are those of sample', async (t) => {
  for (const name of FILES) {
    const worst = await worstOf(`corpus/mrtk/valid/${name}.bin`);
    t.diagnostic(`${name}: ${worst.toExponential(1)}`);
    assert.ok(worst < 1e-4, `${name}: ${worst}`);
  }
});

const REAL = `${data}/mrtk/real/HandRecorder_InputAnimation-20210219-134546.bin`;

test('values of a real recording are those of sample', { skip: !data }, async (t) => {
  const worst = await worstOf(REAL);
  t.diagnostic(`real: ${worst.toExponential(1)}`);
  assert.ok(worst < 1e-4, String(worst));
});

const hands = makeReport('hands', ['corpus/mrtk/valid/v11-full.bin']);
const rows = (page) => page.locator('.tl-row');
const shows = (page) => rows(page).first().waitFor();
const HASH = 'file=0&view=timeline';

test('rows open and close, and a curve is chosen, by keyboard', async () => {
  await look(hands, 'timeline-curve', { hash: `${HASH}&t=0.5` }, async (page) => {
    await shows(page);
    await rows(page).first().focus();
    const names = () => page.$$eval('.tl-row', (all) => all.map((one) => one.dataset.id));
    const first = (await names())[0];
    await page.keyboard.press('Enter');
    assert.ok(!(await names()).some((id) => id.startsWith('camera.')));
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'camera.position.x' }).waitFor();
    assert.equal(await page.locator('[aria-selected=true].tl-row').getAttribute('data-id'),
      'camera.position.x');
    assert.equal(first, '/camera');
    await page.locator('.tl-detail summary').click();
    const cells = await page.locator('.tl-detail tbody tr').first().innerText();
    assert.match(cells, /0 s/);
    await page.keyboard.press('.');
    assert.match(await page.locator('[aria-live]').innerText(), /^Key \d+/);
  });
});

test('time is zoomed and moved by keyboard, wheel and brush', async () => {
  await look(hands, 'timeline-zoom', { hash: `${HASH}&t=0.5` }, async (page) => {
    await shows(page);
    const ticks = async () => {
      // A change is drawn in the next frame, however late that is.
      await settled(page);
      return page.locator('.tl-axis').innerText();
    };
    const whole = await ticks();
    for (let i = 0; i < 4; ++i) await page.keyboard.press('+');
    const near = await ticks();
    assert.notEqual(near, whole);
    await page.keyboard.press('d');
    assert.notEqual(await ticks(), near);
    await page.keyboard.press('0');
    assert.equal(await ticks(), whole);
    const box = await page.locator('.tl-overview svg').boundingBox();
    await page.mouse.move(box.x + 100, box.y + 15);
    await page.getByRole('button', { name: 'Show less time' }).click();
    await page.getByRole('button', { name: 'Show all of the time' }).click();
    assert.equal(await ticks(), whole);
    const plot = await page.locator('.tl-surface').boundingBox();
    await page.mouse.move(plot.x + 200, plot.y + 50);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -300);
    await page.keyboard.up('Control');
    assert.notEqual(await ticks(), whole);
  });
});

test('a click moves the one cursor', async () => {
  await look(hands, 'timeline-cursor', { hash: HASH }, async (page) => {
    await shows(page);
    const box = await page.locator('.tl-surface').boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + 50);
    await page.waitForURL(/t=\d/);
    const before = await page.locator('.tl-value').first().innerText();
    assert.notEqual(before, '');
  });
});

test('curves are filtered, and are a table for screen readers', async () => {
  await look(hands, 'timeline-table', { hash: HASH }, async (page) => {
    await shows(page);
    await page.getByRole('searchbox').fill('left.IndexTip');
    await page.getByText('7 of 395 curves').waitFor();
    assert.match(await page.locator('.tl-rows').innerText(), /position\.x\s+-?[\d.e-]+ m/);
    await page.getByText('All curves as a table').click();
    const table = page.getByRole('table', { name: 'Curves' });
    await table.waitFor();
    assert.equal(await table.getByRole('row').count(), 8);
    await table.getByRole('button').nth(3).click();
    await page.getByRole('heading', { name: 'hands.left.IndexTip.rotation.x' }).waitFor();
  });
});

test('findings of damaged curves lead to them, and are counted', async () => {
  for (const name of ['key-value-not-finite.many-faults', 'key-time-decreasing.all',
    'key-time-not-finite.three', 'marker-time-not-finite']) {
    const report = makeReport('damaged', [`corpus/mrtk/invalid/${name}.bin`]);
    await look(report, `timeline-${name}`, { hash: HASH }, async (page) => {
      await page.locator('.tl').waitFor();
      await page.keyboard.press(']');
      await page.locator('.finding-strip').waitFor();
      await page.locator('#tab-timeline').click();
      if (name.startsWith('key')) {
        await page.locator('.tl-detail').waitFor();
        assert.match(await page.locator('.tl-badge').first().innerText(), /\d/);
      }
      await page.keyboard.press('+');
    });
  }
});

test('clips have tracks and events of their own', async () => {
  const chest = makeReport('chest', ['corpus/forge/valid/chest.armature.json']);
  await look(chest, 'timeline-clips', { hash: HASH }, async (page) => {
    await shows(page);
    const clips = page.getByRole('combobox', { name: 'Clip' });
    const seen = new Set();
    for (const name of await clips.locator('option').allInnerTexts()) {
      await clips.selectOption(name);
      await page.waitForTimeout(100);
      seen.add(await page.locator('.tl').innerText());
    }
    assert.ok(seen.size > 1);
  });
});

test('much more than a screen scrolls, and the cursor goes on', { skip: !data }, async () => {
  const real = makeReport('recording', [REAL, '--fail-on=none']);
  await look(real, 'timeline-real', { hash: HASH, dark: true }, async (page) => {
    await shows(page);
    await page.getByRole('button', { name: 'Open all' }).click();
    await page.locator('.tl-body').evaluate((body) => body.scrollTo(0, 1e6));
    await page.locator('[data-id="hands.right.PinkyTip.rotation.w"]').waitFor();
    // Only what shows is there.
    assert.ok(await rows(page).count() < 60);
    await page.getByRole('button', { name: 'Play' }).click();
    // The policy refuses what the browser's driver would wait with.
    let time = '';
    for (let i = 0; i < 100 && !(Number(time) > 0); ++i) {
      await page.waitForTimeout(50);
      time = (await page.locator('.transport .time').innerText()).split(' ')[0];
    }
    assert.ok(Number(time) > 0, time);
  });
});

/** How many canvases are drawn anew while something is done. @param {() => Promise<void>} action */
async function drawn(page, action) {
  await page.evaluate(() => {
    const { prototype } = CanvasRenderingContext2D;
    window.drawn = 0;
    window.clear ??= prototype.clearRect;
    prototype.clearRect = function clearRect(...where) {
      ++window.drawn;
      return window.clear.apply(this, where);
    };
  });
  await action();
  return page.evaluate(() => window.drawn);
}

test('while it plays, the cursor moves in each frame', async (t) => {
  const file = data ? `${data}/mrtk/real` : 'corpus/mrtk/valid/v11-compact.bin';
  const report = makeReport('timeline-draws', [file]);
  await look(report, 'timeline-draws', { hash: HASH }, async (page) => {
    await shows(page);
    await page.keyboard.press('Space');
    const { draws, frames, seconds } = await countDraws(page, 2000);
    t.diagnostic(`${(draws / seconds).toFixed(1)} pictures a second`);
    assert.ok(draws > 0.9 * frames, `${draws} draws in ${frames} frames`);
  });
});

test('a row is drawn when it comes into sight, and not in each frame', async () => {
  const report = makeReport('rows', ['corpus/mrtk/valid/v11-compact.bin']);
  await look(report, 'timeline-rows', { hash: HASH }, async (page) => {
    await shows(page);
    await page.getByRole('button', { name: 'Open all' }).click();
    // Those that may show next are drawn soon, too.
    await page.waitForTimeout(600);
    const scroll = (by) => page.locator('.tl-body').evaluate(async (body, far) => {
      for (let i = 0; i < 20; ++i) {
        body.scrollTop += far;
        await new Promise((resolve) => { requestAnimationFrame(resolve); });
      }
      await new Promise((resolve) => { setTimeout(resolve, 400); });
    }, by);
    // 440 pixels: as many rows as come into sight, of 28 or 44 pixels each.
    const down = await drawn(page, () => scroll(22));
    assert.ok(down >= 9 && down <= 17, `${down} rows`);
    // Rows near the window are kept: only rows that come near it are drawn.
    const back = await drawn(page, () => scroll(-4));
    assert.ok(back <= 3, `${back} rows`);
    const played = await drawn(page, async () => {
      await page.getByRole('button', { name: 'Play' }).click();
      await page.waitForTimeout(500);
      await page.getByRole('button', { name: 'Pause' }).click();
    });
    // The state changes twice.
    const shown = await page.locator('.tl-canvas:visible').count();
    assert.ok(played <= 3 * shown, `${played} of ${shown} rows`);
  });
});
