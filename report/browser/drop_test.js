// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Tests of the page where files are dropped: real files and folders, hundreds of them, hostile
// ones, and some that change or vanish while they are read. The page saves the same bytes as the
// program writes. tools/check_npm.sh runs it.
//
//   CLIPGUARD_PAGE  the page

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import {
  as, check, data, nothingLeaked, open, picture, program, scratch, source, until,
} from './harness.js';

const page = process.env.CLIPGUARD_PAGE ?? '';
const skip = !page && 'CLIPGUARD_PAGE is not set';
const RECORDING = source('corpus/mrtk/valid/parts-camera.bin');
const REAL = `${data}/mrtk/real/HandRecorder_InputAnimation-20210219-134546.bin`;

/** Lets go of files and folders over the page, as a hand does. */
async function drop(opened, ...files) {
  const session = await opened.page.context().newCDPSession(opened.page);
  const dragged = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop']) {
    await session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data: dragged });
  }
  await session.detach();
}

/** Waits until so many files are listed, and none is left to be checked. */
async function checked({ page: one }, files) {
  // "99 files, 5 not ours"
  await until(one, (count) => document.querySelector('.progress').hidden &&
    document.querySelector('.files .found').textContent.replaceAll(',', '').match(/\d+/g)
      ?.reduce((sum, found) => sum + Number(found), 0) === count,
  files);
}

/** Returns the bytes that a press on a button saves. */
async function saved({ page: one }, name) {
  const [download] = await Promise.all([
    one.waitForEvent('download'), one.getByRole('button', { name }).first().click()]);
  return readFileSync(await download.path());
}

async function using(options, act) {
  const opened = await open(page, options);
  try {
    await act(opened);
    await nothingLeaked(opened.page);
    await check(opened);
  } finally {
    await opened.close();
  }
}

/** The files of the corpus, in a folder of their own. */
function corpus(name) {
  const folder = path.join(scratch, name, 'corpus');
  for (const format of ['mrtk', 'm3d', 'forge']) {
    for (const kind of ['valid', 'warnings', 'invalid']) {
      cpSync(source('corpus', format, kind), path.join(folder, format, kind), { recursive: true });
    }
  }
  mkdirSync(path.join(folder, '.hidden'));
  writeFileSync(path.join(folder, '.hidden', 'file.bin'), 'hidden');
  return folder;
}

test('with nothing in it', { skip }, async () => {
  await using({}, async (opened) => {
    await opened.page.getByText('Drop files or a folder here').waitFor();
    for (const [name, look] of Object.entries({
      light: {}, dark: { dark: true }, narrow: { width: 360, height: 640 },
    })) {
      await as(opened.page, look);
      await picture(opened.page, `drop-empty-${name}`);
      const width = await opened.page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= (look.width ?? 1280), `${width} px wide`);
      await check(opened, name);
    }
  });
});

test('a folder of hundreds, and its report', { skip }, async (t) => {
  const folder = corpus('dropped');
  // The same folder, as the program is given it.
  const whole = spawnSync(program, ['report', '-o', '-', '--no-config', 'corpus'],
    { cwd: path.dirname(folder), maxBuffer: 1 << 28 });
  const index = JSON.parse(/id="index">(.*?)<\/script>/s.exec(whole.stdout.toString())[1]);
  const { files } = index.counts;
  assert.ok(files >= 300, `${files} files`);
  await using({}, async (opened) => {
    const begun = performance.now();
    await drop(opened, folder);
    await checked(opened, files);
    t.diagnostic(`${files} files in ${Math.round(performance.now() - begun)} ms`);
    await picture(opened.page, 'drop-mixed');
    const tiles = await opened.page.locator('.tiles').innerText();
    for (const count of [files - index.counts.foreign, index.counts.invalid, index.counts.errors]) {
      assert.match(tiles, new RegExp(`\\b${count.toLocaleString('en-US')}\\b`));
    }
    assert.equal(await opened.page.getByRole('button', { name: 'Save report' }).isEnabled(), true);

    const mine = await saved(opened, 'Save report');
    assert.ok(mine.equals(whole.stdout), `${mine.length} and ${whole.stdout.length} bytes`);

    // And each is to be seen.
    for (let i = 0; i < 12; ++i) {
      await opened.page.keyboard.press('j');
      await opened.page.locator('.file-rows [aria-current]').waitFor();
    }
    for (const [name, look] of Object.entries({ dark: { dark: true }, narrow: { width: 360, height: 640 } })) {
      await as(opened.page, look);
      await picture(opened.page, `drop-mixed-${name}`);
      await check(opened, name);
    }
  });
});

test('a recording plays, is given again, and is saved otherwise', { skip }, async () => {
  const file = data ? REAL : RECORDING;
  await using({}, async (opened) => {
    const { page: one } = opened;
    await drop(opened, file);
    await one.locator('.scene-canvas').waitFor();
    await one.keyboard.press(' ');
    await until(one, () => !/^0\.000/.test(document.querySelector('.transport .time').textContent));
    await one.keyboard.press(' ');
    await picture(one, 'drop-recording');
    await check(opened, 'recording');

    await one.getByRole('button', { name: 'Convert', exact: true }).click();
    await one.locator('.result .save').waitFor();
    await picture(one, 'drop-result');
    await check(opened, 'result');
    const glb = path.join(scratch, 'native.glb');
    execFileSync(program, ['convert', '--to=glb', '-o', glb, file]);
    assert.ok((await saved(opened, /^Save .*\.glb/)).equals(readFileSync(glb)));
    await one.getByRole('button', { name: 'Close' }).last().click();

    await drop(opened, file);
    await checked(opened, 1);
    await one.locator('.scene-canvas').waitFor();

    // Another recording is compared, and both move in one scene.
    await one.getByLabel('File to compare with').setInputFiles(
      source('corpus/mrtk/valid/v11-compact.bin'));
    await one.getByRole('button', { name: 'Show both motions' }).click();
    await checked(opened, 2);
    await one.locator('.file-name', { hasText: 'compared/' }).waitFor();
    await one.locator('.distance summary').waitFor();
    await picture(one, 'drop-both');
    await check(opened, 'both');
  });
});

test('what is broken is mended, and listed', { skip }, async () => {
  const broken = source('corpus/mrtk/warnings');
  const name = readdirSync(broken).filter((one) => one.endsWith('.bin')).sort()[0];
  await using({}, async (opened) => {
    const { page: one } = opened;
    await drop(opened, path.join(broken, name));
    await checked(opened, 1);
    await one.getByRole('button', { name: 'Repair', exact: true }).click();
    await one.locator('.result pre', { hasNotText: 'Working' }).waitFor();
    await one.getByRole('button', { name: /--unsafe/ }).click();
    await one.locator('.result .save').waitFor();
    const out = path.join(scratch, 'mended.bin');
    spawnSync(program, ['repair', '--unsafe', '-o', out, path.join(broken, name)]);
    assert.ok((await saved(opened, /^Save .*\.bin/)).equals(readFileSync(out)));
    await picture(one, 'drop-repaired');
    await one.getByRole('button', { name: 'List it here' }).click();
    await checked(opened, 2);
    await one.locator('.file-rows').getByText(`repaired/${name}`).waitFor();
  });
});

test('hostile files and names', { skip }, async () => {
  const folder = path.join(scratch, 'hostile drop', 'x<', 'script><img src=x onerror=alert(1)>');
  mkdirSync(folder, { recursive: true });
  const names = ['"onload="alert(2).json', '\u202Enib.exe<!--.asm.json', 'a&b;\n<b>.m3d', '__proto__', '-', '--help'];
  for (const name of names) writeFileSync(path.join(folder, name), `{"${name}": [NaN, "</script>"]`);
  const faults = data ? readdirSync(`${data}/faults`, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile()).map((one) => path.join(one.parentPath ?? one.path, one.name)) : [];
  await using({}, async (opened) => {
    await opened.page.locator('.welcome input[webkitdirectory]').setInputFiles(path.join(scratch, 'hostile drop'));
    await checked(opened, names.length);
    await drop(opened, ...names.map((name) => path.join(folder, name)), ...faults);
    await checked(opened, 2 * names.length + new Set(faults.map((one) => path.basename(one))).size);
    for (let i = 0; i < 2 * names.length; ++i) {
      await opened.page.keyboard.press('j');
      await nothingLeaked(opened.page);
    }
    await picture(opened.page, 'drop-hostile');
    const report = (await saved(opened, 'Save report')).toString();
    assert.equal(/<img|<b>/.test(report), false);
  });
});

test('files that change or go', { skip }, async () => {
  const kinds = ['gone', 'changed', 'whole'];
  const places = kinds.map((kind) => path.join(scratch, `${kind}.bin`));
  for (const place of places) cpSync(RECORDING, place);
  await using({}, async (opened) => {
    const { page: one } = opened;
    // They are chosen first, and handed over when two are others already.
    await one.evaluate(() => {
      const input = document.createElement('input');
      input.type = 'file';
      input.multiple = true;
      input.id = 'theirs';
      input.ariaLabel = 'theirs';
      document.querySelector('main').append(input);
    });
    await one.locator('#theirs').setInputFiles(places);
    rmSync(places[0]);
    writeFileSync(places[1], 'something else');
    await one.evaluate(() => {
      const dataTransfer = new DataTransfer();
      for (const file of document.querySelector('#theirs').files) dataTransfer.items.add(file);
      document.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    });
    await checked(opened, 3);
    const rows = await one.locator('.file-rows .vt-body .vt-row').allInnerTexts();
    assert.deepEqual(rows.map((row) => row.split('\n')[0]).sort(), kinds.map((kind) => `${kind}.bin`).sort());
    const text = await one.locator('.tiles').innerText();
    assert.match(text, /2\s+unreadable/);
    assert.match(text, /1\s+valid/);
    await one.getByRole('link', { name: 'gone.bin' }).click();
    await one.getByText(/could not be read: it is not there any more|could not be read: it has changed/).first().waitFor();
    await picture(one, 'drop-changed');
    await check(opened, 'changed');
    // Not read again for a report, which says the same.
    rmSync(places[2]);
    const report = (await saved(opened, 'Save report')).toString();
    assert.match(report, /"verdict":"unreadable"/);
    assert.equal(report.match(/"verdict":"unreadable"/g).length, 3);
  });
});

test('the module traps, and its worker ends', { skip }, async () => {
  const names = ['before', 'trap', 'end', 'after'];
  const places = names.map((name) => path.join(scratch, `${name}.bin`));
  for (const place of places) cpSync(RECORDING, place);
  await using({}, async (opened) => {
    await opened.page.evaluate(async () => {
      // As no file is known to do it: the page's worker, in which some do.
      const packed = atob(document.getElementById('worker').textContent);
      const stream = new Blob([Uint8Array.from(packed, (c) => c.charCodeAt(0))]).stream()
        .pipeThrough(new DecompressionStream('deflate'));
      const code = `
        let read = '';
        const { readAsArrayBuffer } = FileReaderSync.prototype;
        FileReaderSync.prototype.readAsArrayBuffer = function (file) {
          read = file.name;
          return readAsArrayBuffer.call(this, file);
        };
        const { Instance } = WebAssembly;
        WebAssembly.Instance = function (...args) {
          const { exports } = new Instance(...args);
          return { exports: { ...exports, clipguard_run(input) {
            const result = exports.clipguard_run(input);
            if (read === 'trap.bin') {
              read = '';
              throw new WebAssembly.RuntimeError('unreachable');
            }
            if (read === 'end.bin') setTimeout(() => { throw new Error('it ends'); });
            return result;
          } } };
        };
        const post = postMessage;
        postMessage = (answer) => { if (read !== 'end.bin') post(answer); read = ''; };
        ${await new Response(stream).text()}`;
      const address = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
      const Worker = window.Worker;
      window.Worker = function () { return new Worker(address); };
    });
    await drop(opened, ...places);
    await checked(opened, 4);
    const tiles = await opened.page.locator('.tiles').innerText();
    assert.match(tiles, /2\s+unreadable/);
    assert.match(tiles, /2\s+valid/);
    await opened.page.getByRole('link', { name: 'trap.bin' }).click();
    await opened.page.getByText('could not be read: clipguard failed: unreachable').waitFor();
    await opened.page.getByRole('link', { name: 'end.bin' }).click();
    await opened.page.getByText('could not be read: Uncaught Error: it ends').waitFor();
    // The console says why the worker ended; nothing else.
    assert.match(opened.problems.splice(0).join(), /^((console|error): .*it ends[^,]*,?)*$/s);
  });
});

test('chosen and pasted', { skip }, async () => {
  await using({ width: 360, height: 640 }, async (opened) => {
    const { page: one } = opened;
    await one.locator('.welcome input[webkitdirectory]').setInputFiles(source('corpus/m3d/valid'));
    const files = readdirSync(source('corpus/m3d/valid')).filter((one) => !one.startsWith('.')).length;
    await checked(opened, files);
    await one.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', '{"joints": {}, "clips": {}}');
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    });
    await checked(opened, files + 1);
    await picture(one, 'drop-narrow');
  });
});
