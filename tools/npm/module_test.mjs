// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The npm package as a module, installed beside this file: what its functions
// give, and what becomes of runs that cannot end well.
//
//   node module_test.mjs CORPUS

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

import * as clipguard from 'clipguard';

// Not part of the package's interface.
const {Module, ClipguardTrap} =
    await import('./node_modules/clipguard/module.js');

const corpus = process.argv[2];
const at = (name) => path.join(corpus, name);
const recording = fs.readFileSync(at('mrtk/valid/parts-camera.bin'));
const character = at('m3d/valid/arm.m3d');

const verdict = await clipguard.validate(recording);
assert.equal(verdict.valid, true);
assert.equal(verdict.format, 'mrtk');
assert.equal(verdict.file, 'file');
assert.equal((await clipguard.validate(character)).format, 'm3d');
const cut = await clipguard.validate(recording.subarray(0, 40));
assert.equal(cut.valid, false);
assert.ok(cut.findings.length > 0);
const strange = await clipguard.validate(new ArrayBuffer(3), {name: 'x.bin'});
assert.equal(strange.findings[0].code, 'FORMAT_UNKNOWN');
assert.equal(strange.file, 'x.bin');

assert.equal((await clipguard.info(recording)).format, 'mrtk');

const table = await clipguard.sample(recording, {fps: 10});
assert.ok(table.columns.time instanceof Float32Array);
assert.equal(table.columns.time.length, table.rows);
assert.equal(table.columns.time[1], Math.fround(0.1));
await assert.rejects(clipguard.sample(recording), clipguard.ClipguardError);

const glb = await clipguard.convert(character, {to: 'glb'});
assert.equal(new TextDecoder().decode(glb.bytes.subarray(0, 4)), 'glTF');
const refused = await clipguard.convert(recording, {to: 'm3d'});
assert.equal(refused.bytes, null);

const mended = await clipguard.repair(recording);
assert.deepEqual(mended.bytes, new Uint8Array(recording));
assert.equal((await clipguard.diff(recording, mended.bytes)).same, true);
assert.equal((await clipguard.explain(cut.findings[0].code)).code,
             cut.findings[0].code);
const page = await clipguard.report({'a/cut.bin': recording.subarray(0, 40), 'a/whole.bin': recording});
const index = JSON.parse(/id="index">(.*?)<\/script>/s.exec(page)[1]);
assert.deepEqual(index.files.map((file) => file.path), ['a/cut.bin', 'a/whole.bin']);
assert.equal(await clipguard.report(character),
             (await clipguard.run(['report', '-o', '-', character], {[character]: character})).output);
await assert.rejects(clipguard.explain('NONSENSE'), {exitCode: 2});
assert.match((await clipguard.run(['--version'])).output, /^clipguard \d/);

// Errors are those of clipguard, and say why.
for (const call of [
  clipguard.validate(recording, {format: 'text'}),
  clipguard.validate(recording, {help: true}),
  clipguard.validate(recording, {name: 'a\0b'}),
  clipguard.sample(recording, {fps: 5, format: 'csv'}),
  clipguard.diff(recording, character),
]) {
  await assert.rejects(call, (error) => error instanceof clipguard.ClipguardError &&
                                        error.exitCode === 2 && error.message !== '');
}

// No result has the place of a file that is read, or of another one.
for (const place of ['a.bin', './a.bin', 'x/../a.bin', '/a.bin']) {
  const {exitCode, messages, written} = await clipguard.run(
      ['convert', '--to=mrtk-full', `--out=${place}`, 'a.bin'], {'a.bin': recording});
  assert.deepEqual([exitCode, written], [2, []]);
  assert.match(messages, /' is to be read: name another place for the result\n/);
}
const twice = await clipguard.run(
    ['validate', '--output=json:x.json', '--output=sarif:/x.json', 'a.bin'], {'a.bin': recording});
assert.deepEqual([twice.exitCode, twice.written], [2, []]);
const apart = await clipguard.run(
    ['convert', '--to=mrtk-full', '--out=b.bin', 'a.bin'], {'a.bin': recording, './b.bin': recording});
assert.deepEqual([apart.exitCode, apart.written.length], [0, 1]);

// A module that could not be loaded is asked for again; an address may be a file's.
await assert.rejects(clipguard.load(new URL('./missing.wasm', import.meta.url)));
assert.equal((await clipguard.validate(recording)).valid, true);
await clipguard.load(new URL('./node_modules/clipguard/clipguard.wasm', import.meta.url));
assert.equal((await clipguard.validate(recording)).valid, true);

// Out of memory, and where the module stops: it is said, and what comes next
// works.
const compiled = new WebAssembly.Module(fs.readFileSync(
    new URL('./node_modules/clipguard/clipguard.wasm', import.meta.url)));
const module = new Module(compiled);
const good = {path: 'good.bin', size: recording.length, load: () => recording};
const large = {path: 'large.bin', size: 9, load: () => ({length: 0xFFFF0000})};
const bad = {
  path: 'bad.bin', size: 9, load() {
    throw new ClipguardTrap('unreachable', 'bad.bin');
  },
};
const args = ['validate', '--format=json', 'large.bin', 'bad.bin', 'good.bin'];
assert.throws(() => module.run(args, [good, large, bad]), ClipguardTrap);
const ran = module.runAll(args, [good, large, bad]);
assert.equal(ran.exitCode, 3);
const lines =
    new TextDecoder().decode(ran.output).trim().split('\n').map(JSON.parse);
assert.equal(lines[0].error.message, 'out of memory');
assert.equal(lines[1].error.code, 'FILE_UNREADABLE');
assert.equal(lines[2].valid, true);

// A stack that has no room left, and a null that is followed.
let nested = '';
for (let i = 0; i < 200_000; ++i) nested += '[';
assert.equal((await clipguard.validate(new TextEncoder().encode(nested),
                                       {as: 'forge-asm'})).valid, false);
console.log('the module: as it should be');
