// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Names that try to leave their place: in file names, markers, keys of JSON,
// names of bones. The page must show them, and nothing of them may run, load
// anything or turn the text around it.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { look, makeReport, nothingLeaked, picture, scratch } from './harness.js';

const NAMES = [
  '</script><img src=x onerror=alert(1)>',
  '</ScRiPt ><script>alert(2)</script>',
  '<!--<script>',
  ']]><svg onload=alert(3)>',
  '"><iframe src=javascript:alert(4)></iframe>',
  "';alert(5);//",
  '\u2028alert(6)\u2029',
  '\u202Etxt.exe\u202C',
  '\u2067rtl\u2069 \u200Fmark',
  '&lt;b&gt;&#60;script&#62;',
  '\\u003Cscript\\u003Ealert(7)',
  'javascript:alert(8)',
  '__proto__',
  'constructor',
  '${alert(9)}',
  'x'.repeat(10_000),
  'a\u0301'.repeat(2_000),
  '#file=1&view=verdict',
];

/** A recording without curves, and with these markers. */
function recording(names) {
  const parts = [Buffer.from('c6429e0f6eaf8f6a0100000001000000000000', 'hex')];
  const int32 = (value) => {
    const out = Buffer.alloc(4);
    out.writeInt32LE(value);
    return out;
  };
  parts.push(int32(names.length));
  names.forEach((name, i) => {
    const text = Buffer.from(name);
    const time = Buffer.alloc(4);
    // Not a number, so that there is a finding for each.
    time.writeFloatLE(i % 2 ? NaN : i);
    const length = [];
    for (let left = text.length; ; left >>= 7) {
      length.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
      if (left <= 0x7f) break;
    }
    parts.push(time, Buffer.from(length), text);
  });
  return Buffer.concat(parts);
}

/** A state machine whose states, clips and parameters have these names. */
function machine(names) {
  const object = (value) => `{${names.map((name) =>
    `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(', ')}}`;
  return `{"parameters": ${object(['unknown'])}, "clips": ${object('#nothing')},
    "states": ${JSON.stringify(names)}, "transitions": ${object(names)},
    "start_state": ${JSON.stringify(names[0])}}`;
}

function armature(names) {
  return JSON.stringify({
    joints: Object.fromEntries(names.map((name) => [name, { 0: [1] }])),
    clips: Object.fromEntries(names.map((name) => [name, {
      loop: true,
      joint_clips: { [name]: [{ variable: 'offset_x', type: 'uniform',
        interpolation: 'linear', samples: [0, 1] }] },
      events: { 0.5: name },
    }])),
  });
}

function hostileFolder() {
  const folder = path.join(scratch, 'hostile');
  // Together with the slash after it, the folder's name ends an element.
  const inside = path.join(folder, 'x<', 'script><img src=x onerror=alert(10)>');
  mkdirSync(inside, { recursive: true });
  writeFileSync(path.join(inside, 'markers.bin'), recording(NAMES));
  writeFileSync(path.join(inside, '\u202Enib.exe<!--.asm.json'), machine(NAMES));
  writeFileSync(path.join(inside, '"onload="alert(11).armature.json'), armature(NAMES));
  writeFileSync(path.join(inside, 'a&b;\n<b>.m3d'), NAMES.join('\n'));
  return folder;
}

const report = makeReport('hostile', [hostileFolder(), '--unrecognised=error']);

test('names stay names, in every view of every file', async () => {
  // Each is opened anew: then its views are known when the page is there.
  let files = 1;
  for (let file = 0; file < files; ++file) {
    await look(report, `hostile-${file}`, { hash: `file=${file}&view=verdict` }, async (page) => {
      files = await page.evaluate(() =>
        JSON.parse(document.getElementById('index').textContent).files.length);
      const ids = await page.$$eval('[role=tab]:not([hidden])',
        (tabs) => tabs.map((tab) => tab.id.replace('tab-', '')));
      for (const view of ids) {
        await page.locator(`#tab-${view}`).click();
        await nothingLeaked(page);
        await picture(page, `hostile-${file}-${view}`);
      }
    });
  }
  assert.equal(files, 4);
  await look(report, 'hostile-codes', { hash: 'view=verdict' }, async (page) => {
    await page.getByRole('button', { name: 'By code' }).click();
    await nothingLeaked(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 1280, `${width} px wide`);
  });
});

test('findings about such names are shown as they are', async () => {
  await look(report, 'hostile-findings', { hash: 'finding=0' }, async (page) => {
    const count = await page.evaluate(() =>
      JSON.parse(document.getElementById('index').textContent).findings.file.length);
    assert.ok(count > 10, String(count));
    for (let i = 0; i < count; i += 3) {
      await page.evaluate((id) => { location.hash = `finding=${id}`; }, i);
      await page.locator('.finding-strip').waitFor();
      await nothingLeaked(page);
    }
  });
});

test('addresses of strangers do no harm', async () => {
  const hashes = ['file=-1&view=__proto__&finding=1e9&t=-5', 'file=NaN&view=%3Cimg%3E',
    'finding=0&view=constructor&clip=</script>', '%', 'file=99999999999999999999'];
  for (const [i, hash] of hashes.entries()) {
    await look(report, `hostile-address-${i}`, { hash }, async (page) => {
      await page.locator('.headline, .bytes-view, .finding-strip:not([hidden])').first().waitFor();
      await nothingLeaked(page);
    });
  }
});
