// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Tables of more rows than an element of a browser is high.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { makeReport, open, source } from './harness.js';

const ROWS = 3_000_000;

/** A page with one table, of modules that come from the sources. */
async function openTable() {
  const opened = await open(makeReport('table', ['corpus/mrtk/valid/one-key.bin']));
  const { page } = opened;
  await page.route('http://page.test/**', (route) => {
    const { pathname } = new URL(route.request().url());
    return pathname === '/'
      ? route.fulfill({ contentType: 'text/html', body: '<!doctype html><body></body>' })
      : route.fulfill({
        contentType: 'text/javascript', body: readFileSync(source(`report/page${pathname}`)),
      });
  });
  await page.goto('http://page.test/');
  await page.evaluate(async (rows) => {
    const { VirtualTable } = await import('/frame/virtual_table.js');
    const table = new VirtualTable({
      label: 'Rows', class: 'rows', columns: [{ id: 'a', title: 'a' }],
      rowOf: (item) => ({ cells: [String(item)], action: () => {} }), onSort: () => {},
    });
    document.body.append(table.element);
    const body = table.element.querySelector('.vt-body');
    body.style.cssText = 'height: 340px; overflow: auto; position: relative';
    table.element.querySelector('.vt-space').style.position = 'relative';
    const sheet = document.createElement('style');
    sheet.textContent = '.vt-body .vt-row { position: absolute; top: 0; height: 34px }';
    document.head.append(sheet);
    table.setItems(new Proxy([], {
      get: (_, key) => (key === 'length' ? rows : Number(key)),
    }));
    window.table = table;
  }, ROWS);
  return opened;
}

/** The first and last row that are wholly in sight. */
function inSight(page) {
  return page.evaluate(() => {
    const body = document.querySelector('.vt-body').getBoundingClientRect();
    const rows = [...document.querySelectorAll('.vt-body [data-row]')].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return top >= body.top - 1 && bottom <= body.bottom + 1;
    }).map((row) => Number(row.dataset.row));
    return { first: Math.min(...rows), last: Math.max(...rows) };
  });
}

/** Waits until a row is the first in sight. */
async function firstIs(page, row) {
  let seen;
  for (let i = 0; i < 100; ++i) {
    seen = await inSight(page);
    if (seen.first === row) return;
    await page.waitForTimeout(20);
  }
  assert.equal(seen.first, row);
}

test('wheel and keys pass over no row of three million', async () => {
  const opened = await openTable();
  const { page } = opened;
  await page.mouse.move(20, 200);
  await firstIs(page, 0);
  for (let i = 1; i <= 5; ++i) {
    await page.mouse.wheel(0, 68);
    await firstIs(page, 2 * i);
  }
  await page.locator('.vt-body').focus();
  await page.keyboard.press('PageDown');
  await firstIs(page, 20);
  await page.keyboard.press('PageUp');
  await firstIs(page, 10);
  for (const row of [1_234_567, ROWS - 1, 0]) {
    await page.evaluate((to) => window.table.scrollTo(to), row);
    const { first, last } = await inSight(page);
    assert.ok(first <= row && row <= last, `${row}: ${first} to ${last}`);
  }
  // The scroll bar goes from the first to the last.
  await page.evaluate(() => { document.querySelector('.vt-body').scrollTop = 1e9; });
  await firstIs(page, ROWS - 10);
  await opened.close();
});
