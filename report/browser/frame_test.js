// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The frame: opens from the disk, keys, deep links, themes, narrow windows.

import assert from 'node:assert/strict';
import test from 'node:test';
import { as, check, data, every, look, makeReport, picture, settled } from './harness.js';

// One file of each format, and some that have findings.
const FILES = [
  'corpus/mrtk/valid/v11-full.bin',
  'corpus/mrtk/invalid/key-value-not-finite.bin',
  'corpus/m3d/valid/biped.m3d',
  'corpus/forge/valid/chest.asm.json',
  'corpus/forge/valid/chest.armature.json',
];

const several = makeReport('several', FILES);

const idsOf = (page) => page.$$eval('[role=tab]:not([hidden])',
  (tabs) => tabs.map((tab) => tab.id.replace('tab-', '')));

test('every view of every file draws, in light and dark, wide and narrow', async () => {
  for (const [at, file] of FILES.entries()) {
    const name = file.split('/').at(-1).replace(/\..*/, '');
    // One page, that goes through the views. Axe looks at each in the dark, where colours
    // are fewer, and at every other in a narrow window by light.
    await look(several, `${name}-verdict`, { hash: `file=${at}` }, async (page) => {
      for (const [number, view] of (await idsOf(page)).entries()) {
        const forAxe = (at + number) % 2 ? ['dark'] : ['dark', 'narrow'];
        await as(page, {});
        await page.evaluate((to) => { window.location.hash = to; }, `file=${at}&view=${view}`);
        const panel = page.locator(`#panel-${view}`);
        const looks = Object.entries({
          light: {}, dark: { dark: true }, narrow: { width: 320, height: 640 },
        });
        // In the gate each has one of them.
        for (const [look, options] of every ? looks : [looks[(at + number) % 3]]) {
          await as(page, options);
          await panel.waitFor();
          assert.ok((await panel.innerText()).length > 10, `${file}: ${view} is empty`);
          await picture(page, `${name}-${view}-${look}`);
          if (forAxe.includes(look)) await check({ page, problems: [] }, `${name} ${view} ${look}`);
        }
      }
    });
  }
});

test('nothing is wider than a narrow window', async () => {
  await look(several, 'narrow', { width: 320, height: 640 }, async (page) => {
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 320, `${width} px`);
  });
});

test('a deep link shows its finding, and the address follows what is chosen', async () => {
  await look(several, 'finding', { hash: 'finding=0' }, async (page) => {
    const strip = page.locator('.finding-strip');
    await strip.waitFor();
    assert.match(await strip.innerText(), /KEY_VALUE_NOT_FINITE/);
    assert.match(await page.locator('.file-name').innerText(), /key-value-not-finite/);
    await page.keyboard.press('Escape');
    await strip.waitFor({ state: 'hidden' });
    await page.waitForURL((url) => !url.hash.includes('finding'));
    await page.keyboard.press('j');
    await page.waitForURL((url) => !/key-value-not-finite/.test(url.hash));
    await page.goBack();
    await page.waitForURL(/key-value-not-finite/);
    assert.match(await page.locator('.file-name').innerText(), /key-value-not-finite/);
  });
});

test('the verdict of a sound file: what it has, a picture, what was checked, what to type', async () => {
  await look(several, 'verdict-sound', { hash: 'file=0&view=verdict' }, async (page) => {
    const facts = page.getByRole('region', { name: 'The file' });
    const text = await facts.innerText();
    for (const part of [/\d s/, /2 hands/, /left hand tracked \d+ %/, /Keys\s+[\d,]+, [\d,]+ a second/,
      /\d+ rules, and none is broken/, /clipguard convert --to=glb corpus\/mrtk\/valid\/v11-full\.bin/]) {
      assert.match(text, part);
    }
    const widths = await facts.locator('.share-bar').evaluateAll((bars) =>
      bars.map((bar) => bar.firstChild.offsetWidth / bar.clientWidth));
    assert.ok(widths.length === 2 && Math.max(...widths) <= 1, String(widths));
    const seen = async () => (await facts.locator('.still').screenshot()).toString('base64');
    await settled(page);
    const light = await seen();
    await as(page, { dark: true });
    await settled(page);
    assert.notEqual(await seen(), light);
    await facts.getByRole('link', { name: /^Replay at / }).click();
    await page.waitForURL(/view=scene&t=/);
    await page.locator('#panel-scene canvas').waitFor();
  });
  await look(several, 'verdict-machine', { hash: 'file=3&view=verdict' }, async (page) => {
    assert.match(await page.locator('.next').innerText(), /clipguard play --to=2 /);
    await page.getByRole('link', { name: 'The state machine' }).click();
    await page.locator('.machine-current').waitFor();
  });
});

test('a file has one number of findings, wherever it is said', async () => {
  await look(makeReport('counts', ['corpus/mrtk/warnings/curve-tail-lost.hands.bin']), 'counts', {}, async (page) => {
    const [, among] = / of (\d+)/.exec(await page.locator('.finding-strip').innerText());
    await page.locator('#tab-verdict').click();
    const [, headline] = /with (\d+) warnings/.exec(await page.locator('.headline').innerText());
    const [, found] = /(\d+) findings/.exec(await page.locator('.tables .found').innerText());
    assert.deepEqual([among, found], [headline, headline]);
    assert.ok(Number(headline) > await page.locator('.tables .vt-body .vt-row').count());
  });
});

test('what is read has room: codes whole, and of a telephone half for the picture', async () => {
  await look(several, 'room', { width: 1400, height: 900, hash: 'view=verdict' }, async (page) => {
    const cut = (selector) => page.$$eval(selector, (cells) =>
      cells.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
    assert.deepEqual(await cut('.findings .c-code, .files .path'), []);
    for (const hash of ['file=0&view=scene', 'finding=0&view=scene']) {
      await as(page, { width: 390, height: 800 });
      await page.evaluate((to) => { window.location.hash = to; }, hash);
      await page.locator('.scene-picture').waitFor();
      const { y, height } = await page.locator('.scene-picture').boundingBox();
      assert.ok(height >= 400 && y + 400 <= 800, `${hash}: ${height} px from ${y}`);
      assert.deepEqual(await cut('.finding-strip .mono'), []);
    }
  });
});

test('keys: help, findings, views', async () => {
  await look(several, 'help', { hash: 'file=1' }, async (page) => {
    await page.keyboard.press(']');
    assert.match(await page.locator('.finding-strip').innerText(), /error/);
    assert.notEqual(await page.locator('[aria-live]').innerText(), '');
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    assert.match(await page.getByRole('dialog').innerText(), /Next finding/);
  });
});

test('keys work whatever has the focus, but for fields that take text', async () => {
  await look(several, 'keys', { hash: 'file=2&view=scene&t=0' }, async (page) => {
    const slider = page.locator('.transport input[type=range]');
    const time = async () => Number(await slider.inputValue());
    const plays = () => page.getByRole('button', { name: 'Pause' }).isVisible();
    await page.locator('.scene-canvas').waitFor();
    for (const place of ['#tab-scene', '.scene-canvas', '.transport select',
      '.transport input[type=checkbox]', '.scene-details summary', '.scene-tools select',
      'a.all-files', '.files .vt-body', '.transport input[type=range]']) {
      await page.keyboard.press('Home');
      await page.locator(place).first().focus();
      await page.keyboard.press('ArrowRight');
      assert.ok(Math.abs(await time() - 1 / 60) < 1e-6, `${place}: ${await time()}`);
      await page.keyboard.press('Shift+ArrowRight');
      assert.ok(await time() > 0.1, `${place}: ${await time()}`);
      await page.keyboard.press('Space');
      assert.ok(await plays(), place);
      await page.keyboard.press('Space');
      assert.ok(!await plays(), place);
      await page.keyboard.press('End');
      assert.equal(await time(), Number(await slider.getAttribute('max')), place);
    }
    // A click leaves the focus where it is.
    await page.locator('#tab-timeline').click();
    await page.keyboard.press('Space');
    assert.ok(await plays());
    await page.keyboard.press('Space');
    // Keys typed into a text field are text, not shortcuts.
    await page.getByRole('searchbox').first().focus();
    await page.keyboard.type('3 [');
    assert.equal(await page.getByRole('searchbox').first().inputValue(), '3 [');
    assert.ok(!await plays());
    assert.match(page.url(), /view=timeline/);
  });
});

test('the theme is the reader\'s choice', async () => {
  await look(several, 'theme', { dark: true }, async (page) => {
    const background = () => page.evaluate(() =>
      getComputedStyle(document.body).backgroundColor);
    const dark = await background();
    await page.getByRole('button', { name: 'Theme' }).click();
    assert.notEqual(await background(), dark);
    await page.getByRole('button', { name: 'Theme' }).click();
    assert.equal(await background(), dark);
  });
});

test('real files open', { skip: !data }, async () => {
  const real = makeReport('real', [
    `${data}/mrtk/real`, `${data}/m3d/real`, '--fail-on=none']);
  await look(real, 'real', {});
});
