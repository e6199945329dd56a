// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The npm package's program beside the native one, where they read and write the
// disk with code of their own: each command line leaves the same exit code,
// files and permissions, and says the same.
//
//   node cli_test.mjs CORPUS NATIVE

import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const [corpus, native] = process.argv.slice(2).map((name) => path.resolve(name));
const cli = fileURLToPath(
    new URL('./node_modules/clipguard/cli.js', import.meta.url));
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'clipguard'));
const folder = path.join(scratch, 'folder');

const recording = fs.readFileSync(path.join(corpus, 'mrtk/valid/parts-camera.bin'));
const damaged = Buffer.concat([recording, Buffer.from('\0\0')]);

// Makes the folder that a program runs in.
function prepare() {
  fs.rmSync(folder, {recursive: true, force: true});
  fs.mkdirSync(folder);
  process.chdir(folder);
  for (const name of ['d', 'folder/clipguard.toml', 'quoted', 'long', 'link']) {
    fs.mkdirSync(name, {recursive: true});
  }
  fs.writeFileSync('a.bin', recording);
  fs.writeFileSync('damaged.bin', damaged, {mode: 0o600});
  fs.writeFileSync('d/damaged.bin', damaged, {mode: 0o640});
  fs.symlinkSync('a.bin', 'link.bin');
  fs.linkSync('a.bin', 'hard.bin');
  fs.symlinkSync('.', 'here');
  fs.symlinkSync('nowhere', 'dead.bin');
  fs.symlinkSync('nowhere', 'd/dead.bin');
  fs.symlinkSync('nowhere', 'link/clipguard.toml');
  for (const [room, kind] of [['asms', 'asm'], ['armatures', 'armature']]) {
    fs.mkdirSync(`mod/example/${room}/block`, {recursive: true});
    fs.copyFileSync(path.join(corpus, `forge/valid/chest.${kind}.json`),
                    `mod/example/${room}/block/chest.json`);
  }
  fs.writeFileSync('list', '\uFEFFa.bin\ndamaged.bin\n');
  spawnSync(native, ['validate', '--write-baseline=base.json', 'damaged.bin']);
  fs.writeFileSync('my.toml', 'baseline = "base.json"\n');
  for (const [name, text] of [
    ['quoted', '"baseline" = "../base.json"\n'],
    ['long', "baseline = '''../base.json'''\n"],
  ]) {
    fs.writeFileSync(path.join(name, 'clipguard.toml'), text);
  }
}

const hashOf = (name) =>
  createHash('sha256').update(fs.readFileSync(name)).digest('hex').slice(0, 16);

function filesOf(name = '.') {
  const about = fs.lstatSync(name);
  const mode = (about.mode & 0o777).toString(8);
  if (about.isSymbolicLink()) return [`${name} -> ${fs.readlinkSync(name)}`];
  if (about.isFile()) return [`${name} ${mode} ${hashOf(name)}`];
  return [`${name} ${mode}`, ...fs.readdirSync(name).flatMap((entry) =>
    filesOf(path.join(name, entry)))];
}

function run(program, args, {times = 1, input = '/dev/null', output, cwd = '.'}) {
  prepare();
  process.chdir(cwd);
  let ran = null;
  for (let i = 0; i < times; ++i) {
    const stdin = fs.openSync(input);
    const stdout = output ? fs.openSync(output, 'w') : 'pipe';
    ran = spawnSync(program[0], [...program.slice(1), ...args],
                    {stdio: [stdin, stdout, 'pipe'], encoding: 'utf8'});
    fs.closeSync(stdin);
    if (output) fs.closeSync(stdout);
  }
  process.chdir(folder);
  return {exitCode: ran.status, errors: ran.stderr, files: filesOf()};
}

let runs = 0;
// Options: `says: false` if messages are not compared, since the module's order
// is another: it has run before a result is found to have no place.
function same(line, {says = true, ...options} = {}) {
  const args = line.split(' ').map((arg) => arg.replace('$PWD', folder));
  const wanted = run([native], args, options);
  const got = run([process.execPath, cli], args, options);
  if (!says) wanted.errors = got.errors = '';
  assert.deepEqual(got, wanted, `clipguard ${line}`);
  ++runs;
  return wanted;
}

// A file that is read is not overwritten, whatever its name.
for (const place of ['./a.bin', '$PWD/a.bin', 'd/../a.bin', 'link.bin', 'hard.bin', 'here/a.bin']) {
  for (const command of [
    `sample --fps=5 --format=csv -o ${place} a.bin`,
    `convert --to=mrtk-full -o ${place} a.bin`,
    `repair -o ${place} a.bin`,
    `report -o ${place} a.bin`,
    `validate --output=json:${place} a.bin`,
    `convert --to=mrtk-full -o ${place} -`,
  ]) {
    assert.equal(same(command, {input: 'a.bin'}).exitCode, 2);
  }
}
same('convert --to=mrtk-full -o here/ a.bin');
same('report -o link.bin --against=a.bin damaged.bin');
same('validate --output=json:here/d/damaged.bin d', {says: false});
same('validate --output=json:x.json --output=sarif:here/x.json a.bin');
same('sample --fps=5 --format=csv -o dead.bin a.bin', {says: false});
// Results of an earlier run are no inputs.
same('validate --output=json:here/d/x.json d', {times: 2, says: false});
same('repair -o d/mended/ ./d', {times: 2});
same('repair --in-place damaged.bin d/damaged.bin');
same('repair --in-place link.bin');

// A repaired file has the permissions of its original.
same('repair -o mended.bin damaged.bin');
same('repair -o mended/ damaged.bin d/damaged.bin');
same('repair -o mended.bin -', {input: 'damaged.bin'});
same('repair -o list damaged.bin');
same('optimize --tolerance=0.01 -o less.bin d/damaged.bin');

same('validate d');
same('validate --files-from list');
same('validate --files-from=list');
same('validate --config my.toml damaged.bin');
same('validate --baseline base.json damaged.bin');
for (const cwd of ['folder', 'link', 'quoted', 'long']) {
  same('validate ../damaged.bin', {cwd});
}
same('validate a.bin', {output: '/dev/full'});

// A state machine's armatures are found in its mod.
const mod = same('report -o page.html mod/example/asms/block/chest.json');
assert.doesNotMatch(mod.errors, /there is no armature/);
same('report -o page.html asms/block/chest.json', {cwd: 'mod/example'});

process.chdir(os.tmpdir());
fs.rmSync(scratch, {recursive: true});
console.log(`the program: ${runs} command lines as the native one`);
