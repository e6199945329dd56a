// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Real files of others: the page of each opens and shows its file, and nothing is
// said on the console.

import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { check, data, makeReport, open } from './harness.js';

const folder = data ? path.join(data, 'wild') : '';
const kinds = folder && existsSync(folder)
  ? readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  : [];

test('real files', { skip: kinds.length === 0 && 'no real files: CLIPGUARD_DATA is not set' }, async (t) => {
  let count = 0;
  for (const kind of kinds) {
    for (const name of readdirSync(path.join(folder, kind.name)).sort()) {
      const report = makeReport(`wild-${kind.name}-${name}`, [path.join(folder, kind.name, name)]);
      const opened = await open(report);
      try {
        const text = await opened.page.evaluate(() => document.body.innerText);
        assert.ok(text.includes(name), `${name} is not on its page`);
        await check(opened, name);
      } finally {
        await opened.close();
      }
      ++count;
    }
  }
  t.diagnostic(`${count} pages`);
});
