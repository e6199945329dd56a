// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Many files in one page: the list, its filters, names in the address, Back and
// Forward, and what a page opens on.

import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { check, look, makeReport, picture, scratch, source, until } from './harness.js';

const FOLDER = 'a-folder-with-a-name-that-is-long/and-another-one-in-it';

/** A folder of files: valid ones, one with a warning, and one with an error. */
function folder(name, kinds) {
  const into = path.join(scratch, name);
  kinds.forEach((kind, i) => {
    const place = path.join(into, ['b', 'a'][i % 2], FOLDER);
    mkdirSync(place, { recursive: true });
    copyFileSync(source('corpus', kind), path.join(place, `take-${i}.bin`));
  });
  return into;
}

const VALID = 'mrtk/valid/v11-compact.bin';
const mixed = makeReport('list', [folder('list', [
  VALID, VALID, 'mrtk/warnings/rotation-w-lost.bin', VALID,
  'mrtk/invalid/key-value-not-finite.bin', VALID])]);

const hashOf = (page) => page.evaluate(() => decodeURIComponent(window.location.hash));
const rowsOf = (page) => page.locator('.files .vt-body .vt-row a').allInnerTexts();
const fileOf = (page) => page.locator('.file-name').innerText();

test('opens on all files together, and leads back there', async () => {
  await look(mixed, 'list', {}, async (page) => {
    const headline = page.locator('.headline');
    assert.match(await headline.innerText(), /1 of 6 files is invalid/);
    assert.match((await rowsOf(page))[0], /take-4\.bin/);
    await page.locator('.first-place a').first().click();
    assert.match(await page.locator('.finding-strip').innerText(), /KEY_VALUE_NOT_FINITE/);
    // A value that is no number has no place: its curve shows it.
    await page.locator('#panel-timeline .tl').waitFor();
    await page.waitForURL(/file=b\/a-folder.*take-4\.bin/);
    assert.match(await fileOf(page), /take-4\.bin/);
    // The same place again, said in another way.
    await page.evaluate(() => {
      const [finding] = /finding=\d+/.exec(window.location.hash);
      window.location.hash = finding;
    });
    await page.waitForURL(/file=b\/a-folder.*take-4\.bin/);
    assert.match(await page.locator('.finding-strip').innerText(), /KEY_VALUE_NOT_FINITE/);
    await page.getByRole('link', { name: 'All files together' }).click();
    await headline.waitFor();
    assert.match(await headline.innerText(), /1 of 6 files is invalid/);
    assert.equal(await page.locator('.all-files[aria-current=true]').count(), 1);
  });
});

test('a sound file opens on its motion, sound files on their list', async () => {
  const one = makeReport('list-one', [`corpus/${VALID}`]);
  await look(one, 'list-one', {}, async (page) => {
    await page.locator('#panel-scene canvas').waitFor();
    assert.equal(await fileOf(page), 'v11-compact.bin');
    assert.equal(await page.locator('.files').count(), 0);
  });
  const sound = makeReport('list-sound', [folder('sound', [VALID, VALID])]);
  await look(sound, 'list-sound', {}, async (page) => {
    assert.match(await page.locator('.headline').innerText(), /All 2 files are valid/);
    assert.equal((await rowsOf(page)).length, 2);
  });
  await look(sound, 'list-sound-narrow', { width: 360, height: 640 }, async (page) => {
    await page.locator('.files').waitFor();
    // No button of the first line has a line of its own.
    const lines = await page.locator('header.top > button').evaluateAll((buttons) =>
      new Set(buttons.map((one) => Math.round(one.getBoundingClientRect().top))).size);
    assert.equal(lines, 1);
    await page.getByRole('button', { name: 'Theme: auto' }).waitFor();
    await page.locator('.files .vt-body a').first().click();
    await page.locator('#panel-scene canvas').waitFor();
    assert.equal(await page.locator('.files').isVisible(), false);
    await page.getByRole('button', { name: 'Files', exact: true }).click();
    await page.locator('.files').waitFor();
  });
});

test('Back and Forward go through files and views, and a name is a link', async () => {
  await look(mixed, 'list-back', {}, async (page) => {
    const at = (pattern) => until(page,
      (text) => new RegExp(text).test(decodeURIComponent(window.location.hash)), pattern);
    await page.locator('.files').getByRole('link', { name: /take-1/ }).click();
    await at('take-1.*view=scene');
    await page.keyboard.press('2');
    await at('take-1.*view=timeline');
    await page.locator('#tab-scene').click();
    await at('take-1.*view=scene');
    await page.keyboard.press('j');
    await at('take-3.*view=scene');
    await page.keyboard.press('2');
    await at('take-3.*view=timeline');
    for (const place of ['take-3.*view=scene', 'take-1.*view=scene', 'take-1.*view=timeline',
      'take-1.*view=scene', '^(#view=verdict)?$']) {
      await page.goBack();
      await at(place);
    }
    await page.goForward();
    await page.goForward();
    await page.goForward();
    await at('take-1.*view=scene');
    assert.match(await fileOf(page), /take-1/);
    await page.locator('#panel-scene canvas').waitFor();
  });
  const name = `b/${FOLDER}/take-2.bin`;
  await look(mixed, 'list-link', { hash: `file=${name}&view=bytes` }, async (sent) => {
    assert.match(await fileOf(sent), /take-2\.bin/);
    await sent.locator('.bytes-row').first().waitFor();
  });
});

test('search, filters and order of the list', async () => {
  await look(mixed, 'list-code', { hash: 'view=verdict' }, async (page) => {
    assert.equal((await rowsOf(page)).length, 6);
    await page.getByRole('searchbox', { name: 'Search files' }).fill('take-2');
    assert.match((await rowsOf(page)).join(), /take-2\.bin$/);
    assert.match(await page.locator('.files .found').innerText(), /1 of 6 files/);
    await page.getByRole('searchbox', { name: 'Search files' }).fill('');
    await page.locator('.files').getByRole('button', { name: 'File' }).click();
    assert.match((await rowsOf(page))[0], /^a/);
    // Counts and codes are doors.
    await page.getByRole('button', { name: '4 valid' }).click();
    assert.equal((await rowsOf(page)).length, 4);
    await page.waitForURL(/verdict=valid/);
    assert.equal(await page.getByLabel('Verdict', { exact: true }).first().inputValue(), 'valid');
    await page.goBack();
    await until(page, () => document.querySelectorAll('.files .vt-body a').length === 6);
    await page.getByRole('button', { name: /Only files with ROTATION_W_LOST/ }).click();
    assert.match((await rowsOf(page)).join(), /take-2\.bin$/);
    assert.match(await page.locator('.tables .found').innerText(), /^1 finding$/);
  });
});

test('long paths keep their end', async () => {
  await look(mixed, 'list-paths', { width: 900 }, async (page) => {
    const paths = await page.$$eval('.files .vt-body .path', (all) => all.map((one) => {
      const [line, text] = [one, one.firstChild].map((part) => part.getBoundingClientRect());
      return { begins: text.left - line.left, ends: text.right - line.right };
    }));
    assert.equal(paths.length, 6);
    for (const { begins, ends } of paths) assert.ok(begins < 0 && ends <= 1, `${begins} ${ends}`);
    assert.ok(!(await hashOf(page)).includes('%2F'));
  });
});

test('a folder of pages: a list, and a page for each file', async () => {
  const index = makeReport('pages/', [path.join(scratch, 'list')]);
  await look(index, 'pages', {}, async (page, opened) => {
    // It opens on the list, also where there are findings.
    await page.locator('.files .vt-body .vt-row').nth(5).waitFor();
    await picture(page, 'pages-index');
    await check(opened);
    await page.locator('.files').getByRole('link', { name: /take-4/ }).click();
    await page.waitForURL(/pages\/b\/.*take-4\.bin\.html/);
    await page.locator('.finding-strip').waitFor();
    await picture(page, 'pages-file');
    await check(opened);
    // Keys and buttons lead to the pages beside it, in the same view.
    await page.keyboard.press('5');
    const here = page.url();
    await page.keyboard.press('k');
    await page.waitForURL((url) => url.pathname !== new URL(here).pathname && /view=bytes/.test(url.hash));
    await page.getByRole('button', { name: 'Next file' }).click();
    await page.waitForURL(/pages\/b\/.*take-4\.bin\.html.*view=bytes/);
    await page.getByRole('link', { name: 'All files', exact: true }).click();
    await page.waitForURL(/pages\/index\.html(#.*)?$/);
    // Keys, findings and addresses lead to pages, too.
    await page.keyboard.press('j');
    await page.waitForURL(/take-\d\.bin\.html/);
    await page.goBack();
    await page.locator('.tables .vt-body .vt-row a').last().click();
    await page.waitForURL(/take-2\.bin\.html#.*finding=0/);
    assert.match(await page.locator('.finding-strip').innerText(), /ROTATION_W_LOST/);
    await page.goto(`file://${index}#file=a/${FOLDER}/take-3.bin&view=bytes`);
    await page.waitForURL(/take-3\.bin\.html#.*view=bytes/);
    await page.locator('.bytes-row').first().waitFor();
  });
});
