// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Shared by the tests of this folder: they make reports with the program, open them from the disk
// in a browser without a network, and expect no messages on its console, no violations of the
// page's policy, and no requests at all.
//
// tools/check_report.sh runs them. The environment says where things are:
//   CLIPGUARD              the program
//   CLIPGUARD_ROOT         the sources, with the corpus
//   CLIPGUARD_SCREENSHOTS  where pictures are kept; empty: nowhere
//   CLIPGUARD_DATA         sample files; empty: there are none
//   CLIPGUARD_EVERY        all files and looks are tried; empty: some of them
//   CHROMIUM               the browser, if it is to be another one. Debian's chromium
//                          works, but makes its own windows, which take longer than
//                          our pages.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

export const root = process.env.CLIPGUARD_ROOT ?? process.cwd();
export const data = process.env.CLIPGUARD_DATA ?? '';
/** Whether all that tests have is tried, as tools/nightly.sh does. */
export const every = Boolean(process.env.CLIPGUARD_EVERY);
export const program = process.env.CLIPGUARD ?? path.join(root, 'bazel-bin/cli/clipguard');
const pictures = process.env.CLIPGUARD_SCREENSHOTS ?? '';
const axeSource =
    readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const scratch = mkdtempSync(path.join(tmpdir(), 'report-'));

let browser = null;

after(async () => {
  await browser?.close();
  rmSync(scratch, { recursive: true, force: true });
});

async function started() {
  browser ??= await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    // Containers have no namespaces to build a sandbox of.
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  });
  return browser;
}

const { blocksOf } = await import(pathToFileURL(path.join(root, 'report/page/frame/testing.js')).href);

/** The block that a report has of its first file. */
export async function blockOf(report) {
  return (await blocksOf(report)).get('file-0') ?? {};
}

/** A path of the sources. */
export function source(...parts) {
  return path.join(root, ...parts);
}

/**
 * Makes a report; gives its path. Relative paths are those of the sources.
 * @param {string} name with a slash, of a folder of pages
 * @param {string[]} args paths and flags
 */
export function makeReport(name, args) {
  const folder = name.endsWith('/');
  const out = path.join(scratch, folder ? name : `${name}.html`);
  try {
    execFileSync(program, ['report', '-o', out, '--no-config', ...args],
      { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    // 1: some file has an error, which many of these have.
    if (error.status !== 1) throw new Error(String(error.stderr));
  }
  return folder ? path.join(out, 'index.html') : out;
}

/** Violations of pages' policies. @type {WeakMap<object, string[]>} */
const problemsOf = new WeakMap();

// A page has nothing that outlasts it, so pages share a context: a new one takes as
// long as all else that opens a page.
const contexts = new Map();

async function contextFor(touch) {
  if (contexts.has(touch)) return contexts.get(touch);
  const context = await (await started()).newContext({ offline: true, hasTouch: touch });
  await context.exposeBinding('tellViolation', ({ page }, text) =>
    problemsOf.get(page)?.push(`policy: ${text}`));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      window.tellViolation(`${event.violatedDirective} ${event.blockedURI}`);
    });
    // How many blocks of data the page unpacked.
    window.unpacked = 0;
    window.DecompressionStream = class extends window.DecompressionStream {
      constructor(format) {
        super(format);
        ++window.unpacked;
      }
    };
  });
  contexts.set(touch, context);
  return context;
}

/** Adds messages, errors and requests of a page to `problems`: there should be none. */
function watch(page, file, problems) {
  page.on('console', (message) => problems.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => problems.push(`error: ${error.stack}`));
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = request.url();
    if (/^(data|blob):/.test(url) || url.split('#')[0] === file) return;
    // A link to another page of a folder.
    if (request.isNavigationRequest() && url.startsWith(path.dirname(file))) return;
    problems.push(`request: ${url}`);
  });
}

/** Looks at a page in another window, or by another light. */
export async function as(page, { width = 1280, height = 800, dark = false }) {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
}

/**
 * Opens a report. Gives the page and what is wrong with it so far.
 * @param {string} report
 * @param {{hash?: string, width?: number, height?: number, dark?: boolean, touch?: boolean}} [options]
 */
export async function open(report, options = {}) {
  const page = await (await contextFor(options.touch ?? false)).newPage();
  /** @type {string[]} */
  const problems = [];
  const url = pathToFileURL(report).href;
  watch(page, url, problems);
  problemsOf.set(page, problems);
  await as(page, options);
  await page.goto(url + (options.hash ? `#${options.hash}` : ''));
  // The data of the file that is shown are unpacked first.
  await page.locator('header.top').waitFor();
  return { page, problems, close: () => page.close() };
}

/** Waits for two frames: what was asked for is drawn. */
export function settled(page) {
  return page.evaluate(() => new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)));
  }));
}

/** Waits until something holds in the page, whose policy forbids waitForFunction(). */
export async function until(page, holds, arg) {
  for (const end = Date.now() + 120_000; !await page.evaluate(holds, arg);) {
    assert.ok(Date.now() < end, String(holds));
    await page.waitForTimeout(50);
  }
}

/** Nothing but the page's own elements may be there. */
export async function nothingLeaked(page) {
  assert.deepEqual(await page.evaluate(() => ({
    scripts: document.querySelectorAll('script:not([type="application/json"], [type="text/plain"])').length,
    foreign: document.querySelectorAll(
      'img, iframe, object, embed, base, link, svg[onload], [onload], [onerror]').length,
    polluted: Object.keys(Object.prototype).length,
  })), { scripts: 1, foreign: 0, polluted: 0 });
}

/** Times from one to another, the same in each run. */
export function someTimes(from, to, count) {
  let seed = 1;
  return Array.from({ length: count }, () => {
    seed = (seed * 48271) % 2147483647;
    return Math.fround(from + (to - from) * seed / 2147483647);
  });
}

/**
 * Counts for some milliseconds the frames of the page, and those of them in which
 * it draws the replay or moves the timeline's cursor.
 */
export function countDraws(page, milliseconds) {
  return page.evaluate(async (long) => {
    const drawn = new Set();
    const draws = () => drawn.add(document.timeline.currentTime);
    for (const kind of [WebGLRenderingContext, WebGL2RenderingContext]) {
      const { clear } = kind.prototype;
      kind.prototype.clear = function counted(mask) {
        draws();
        return clear.call(this, mask);
      };
    }
    const cursor = document.querySelector('.tl-cursor');
    const observer = new MutationObserver(draws);
    if (cursor) observer.observe(cursor, { attributes: true });
    const begin = performance.now();
    let frames = 0;
    while (performance.now() - begin < long) {
      await new Promise((resolve) => { requestAnimationFrame(resolve); });
      ++frames;
    }
    observer.disconnect();
    return { draws: drawn.size, frames, seconds: (performance.now() - begin) / 1000 };
  }, milliseconds);
}

/** As on a machine that is too slow for the whole picture of the replay, and for no other. */
export function slowDown(page) {
  return page.evaluate(() => {
    const canvas = document.querySelector('.scene-canvas');
    const whole = canvas.width;
    let odd = false;
    const step = () => {
      odd = !odd;
      const end = performance.now() + (odd && canvas.width >= whole ? 60 : 0);
      while (performance.now() < end);
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
}

/** Views whose contrast was checked: that takes axe as long as all else. */
const contrasts = new Set();

/**
 * Fails if anything was wrong, or is for those who do not see the page. Contrast is
 * looked at once for each view, by light and in the dark: colours are those of the view,
 * and not of the file.
 */
export async function check({ page, problems }, what = '') {
  if (!await page.evaluate(() => 'axe' in window)) await page.evaluate(axeSource);
  const seen = await page.evaluate(() => [
    document.querySelector('[role=tab][aria-selected=true]')?.id ?? 'list',
    window.matchMedia('(prefers-color-scheme: dark)').matches,
    document.documentElement.dataset.theme].join());
  const contrast = !contrasts.has(seen);
  contrasts.add(seen);
  const violations = await page.evaluate(async (enabled) => {
    const result = await window.axe.run(document, {
      resultTypes: ['violations'], preload: false, rules: { 'color-contrast': { enabled } },
    });
    return result.violations.map((one) =>
      `${one.id}: ${one.help}: ${one.nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`);
  }, contrast);
  assert.deepEqual(violations, [], `axe ${what}`);
  assert.deepEqual(problems, [], what);
}

/** Keeps a picture, for people to look at. */
export async function picture(page, name) {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: path.join(pictures, `${name}.png`) });
}

/** Opens, does more, keeps a picture, checks, and closes. */
export async function look(report, name, options = {}, more = async () => {}) {
  const opened = await open(report, options);
  try {
    await more(opened.page, opened);
    await picture(opened.page, name);
    await check(opened, name);
  } finally {
    await opened.close();
  }
}
