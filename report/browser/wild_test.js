// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Real files of others: the page of one in six (CLIPGUARD_EVERY: of each) opens and
// shows its file, and nothing is said on the console. Axe looks at one in twelve of
// these: what files differ in is text.

import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { check, data, every, makeReport, open } from './harness.js';

const folder = data ? path.join(data, 'wild') : '';
const step = every ? 1 : 6;
const kinds = folder && existsSync(folder)
  ? readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  : [];

test('real files', { skip: kinds.length === 0 && 'no real files: CLIPGUARD_DATA is not set' }, async (t) => {
  let count = 0;
  for (const kind of kinds) {
    const place = path.join(folder, kind.name);
    const names = readdirSync(place).sort().filter((_, i) => i % step === 0);
    // Each is opened as a page of its own opens, without a new page.
    const opened = await open(makeReport(`wild-${kind.name}`, [place, '--max-size=200M']));
    const { page } = opened;
    const title = page.locator('.file-name');
    for (const name of names) {
      await page.evaluate((file) => { window.location.hash = `file=${encodeURIComponent(file)}`; }, name);
      await title.filter({ hasText: name }).waitFor();
      if (count++ % 12 === 0) await check(opened, name);
      assert.deepEqual(opened.problems, [], name);
    }
    await opened.close();
  }
  t.diagnostic(`${count} pages`);
});
