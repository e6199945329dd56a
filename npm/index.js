// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard in Node and browsers. Every function runs one command of the
// program on files given as bytes; nothing is uploaded, and no file is written.

import {Module, ClipguardTrap} from './module.js';
import {parseNpy} from './npy.js';

export {ClipguardTrap};

// Thrown if the arguments are invalid, or the work could not be done.
export class ClipguardError extends Error {
  constructor({exitCode, messages}) {
    super(messages.replace(/^clipguard: /, '').trim());
    this.name = 'ClipguardError';
    this.exitCode = exitCode;
  }
}

const EXIT_USAGE = 2;
const usageError = (message) =>
  new ClipguardError({exitCode: EXIT_USAGE, messages: message});

const WASM = new URL('./clipguard.wasm', import.meta.url);
const PAGE = new URL('./report.html', import.meta.url);

// The bytes at an address, which may be a file of Node's.
async function fetched(address) {
  if (address.protocol === 'file:') {
    const {readFile} = await import('node:fs/promises');
    return readFile(address);
  }
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
}

async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source === undefined) source = await fetched(WASM);
  if (typeof source === 'string') {
    source = new URL(source, globalThis.location?.href);
  }
  if (source instanceof URL) source = await fetched(source);
  return WebAssembly.compile(source);
}

let loaded = null;
let filling = null; // the same with the page that `report` fills

// Gets the module ready. Asked for by itself, unless `source` says where it is:
// an address, its bytes, or a WebAssembly.Module.
export function load(source) {
  if (loaded === null || source !== undefined) {
    const mine = compile(source).then((compiled) => new Module(compiled));
    loaded = mine;
    filling = null;
    // A failure is not kept: the next call asks anew.
    mine.catch(() => {
      if (loaded === mine) loaded = null;
    });
  }
  return loaded;
}

// `report` needs its page besides.
function moduleFor(command) {
  if (command !== 'report') return load();
  if (filling === null) {
    const mine = Promise.all([load(), fetched(PAGE)]).then(([module, page]) =>
      new Module(module.compiled, new TextDecoder().decode(page)));
    filling = mine;
    mine.catch(() => {
      if (filling === mine) filling = null;
    });
  }
  return filling;
}

// The module's texts end at a NUL.
function withoutNul(text) {
  if (String(text).includes('\0')) throw usageError('a NUL is in no name and no flag');
  return text;
}

// Bytes, or in Node a path, as a file of a run.
async function fileOf(input, name) {
  let bytes = input;
  if (typeof input === 'string') {
    const {readFile} = await import('node:fs/promises');
    bytes = await readFile(input);
    name ??= input.replaceAll('\\', '/');
  }
  if (bytes instanceof ArrayBuffer) bytes = new Uint8Array(bytes);
  if (!ArrayBuffer.isView(bytes)) {
    throw new TypeError('clipguard takes bytes (a Uint8Array), or a path');
  }
  bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {path: withoutNul(name ?? 'file'), size: bytes.length, load: () => bytes};
}

// {failOn: 'warning', limit: ['markers=1'], strict: true} as flags.
function flagsOf(options) {
  const flags = [];
  for (const [key, value] of Object.entries(options)) {
    if (key === 'name' || value === undefined || value === false) continue;
    const flag = '--' + key.replace(/[A-Z]/g, (c) => '-' + c.toLowerCase());
    for (const each of Array.isArray(value) ? value : [value]) {
      flags.push(withoutNul(each === true ? flag : `${flag}=${each}`));
    }
  }
  return flags;
}

// Runs a command as the program does: the exit code, what it prints, and the
// files it writes. `files` maps paths to bytes.
export async function run(args, files = {}) {
  const module = await moduleFor(args[0]);
  const list = await Promise.all(
      Object.entries(files).map(([path, bytes]) => fileOf(bytes, path)));
  const ran = module.run(args.map(withoutNul), list);
  return {...ran, output: new TextDecoder().decode(ran.output)};
}

async function runOn(command, options, files, own) {
  const module = await moduleFor(command);
  const flags = [...own, ...flagsOf(options)];
  const paths = files.map((file) => file.path);
  const ran = module.run([command, ...flags, '--', ...paths], files);
  if (ran.exitCode > 1) {
    // `diff` tells in its JSON why files cannot be compared.
    throw new ClipguardError(
        {...ran, messages: ran.messages || (jsonOf(ran).problem ?? '')});
  }
  return ran;
}

// Parses the output that a function asks for.
function parsed(parse, bytes) {
  try {
    return parse(bytes);
  } catch {
    throw usageError('an option asks for another output: run() returns any');
  }
}

const jsonOf = (ran) => parsed(
    (bytes) => JSON.parse(new TextDecoder().decode(bytes)), ran.output);

// The verdict on a file, as `validate --format=json` has it.
export async function validate(input, options = {}) {
  const file = await fileOf(input, options.name);
  return jsonOf(await runOn('validate', options, [file], ['--format=json']));
}

// Returns the description of a file, as `info --format=json` has it.
export async function info(input, options = {}) {
  const file = await fileOf(input, options.name);
  return jsonOf(await runOn('info', options, [file], ['--format=json']));
}

// Samples a file's animation at given times: {rows, columns: {time: ...}}.
export async function sample(input, options = {}) {
  const file = await fileOf(input, options.name);
  const ran =
      await runOn('sample', options, [file], ['--format=npy', '--out=/o.npy']);
  if (ran.written.length === 0) throw new ClipguardError(ran);
  return parsed(parseNpy, ran.written[0].bytes);
}

async function changed(command, input, options) {
  const file = await fileOf(input, options.name);
  const ran = await runOn(command, options, [file],
                          ['--format=json', '--out=/o/result']);
  return {bytes: ran.written[0]?.bytes ?? null, report: jsonOf(ran)};
}

// The file in another format: {bytes, report}. `bytes` is null where the report
// says what would be lost.
export async function convert(input, options) {
  return changed('convert', input, options);
}

// The file with what can be mended mended: {bytes, report}.
export async function repair(input, options = {}) {
  return changed('repair', input, options);
}

// The recording with fewer keys for the same motion: {bytes, report}. Other
// files are refused: `bytes` is null.
export async function optimize(input, options = {}) {
  return changed('optimize', input, options);
}

// Returns the differences between two files, as `diff --format=json` has them.
export async function diff(a, b, options = {}) {
  const {names, ...rest} = options;
  const files = [await fileOf(a, names?.[0]), await fileOf(b, names?.[1])];
  if (files[0].path === files[1].path) {
    files[0].path = 'a/' + files[0].path;
    files[1].path = 'b/' + files[1].path;
  }
  return jsonOf(await runOn('diff', rest, files, ['--format=json']));
}

// The page of `clipguard report` about a file, or about several: {path: bytes}.
export async function report(input, options = {}) {
  const several = typeof input === 'object' && !ArrayBuffer.isView(input) &&
      !(input instanceof ArrayBuffer);
  const files = await Promise.all(several ?
    Object.entries(input).map(([path, bytes]) => fileOf(bytes, path)) :
    [fileOf(input, options.name)]);
  const ran = await runOn('report', options, files, ['--out=-']);
  return new TextDecoder().decode(ran.output);
}

// Returns the meaning of a finding's code, as `explain --format=json` has it.
export async function explain(code) {
  return jsonOf(await runOn('explain', {}, [{path: code}], ['--format=json']));
}
