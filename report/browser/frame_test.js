// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The frame: opens from the disk, keys, deep links, themes, narrow windows.

import assert from 'node:assert/strict';
import test from 'node:test';
import { as, check, data, look, makeReport, picture } from './harness.js';

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
        for (const [look, options] of Object.entries({
          light: {}, dark: { dark: true }, narrow: { width: 320, height: 640 },
        })) {
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
    // What is typed is text.
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
