#!/usr/bin/env node
// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The program, for wherever Node runs: the module with the files of the disk. The module gets the
// program's arguments unchanged, so that its output and files are those of the native program.

import fs from 'node:fs';
import path from 'node:path';

import {Module} from './module.js';

const EXIT_USAGE = 2;
const EXIT_FAILED = 3;
const CONFIG = 'clipguard.toml';
// Flags whose value names a file or a folder, but not an input.
const PLACES = ['-o', '--out', '--output'];
const FLAGS = [...PLACES, '--baseline', '--config', '--files-from'];
// Commands that make each of some files into another.
const CHANGES = ['convert', 'optimize', 'repair'];
// Those of them whose result has the permissions of the original.
const MODES = ['optimize', 'repair'];
const PROBLEMS = {
  EACCES: 'Permission denied',
  EISDIR: 'Is a directory',
  ELOOP: 'Too many levels of symbolic links',
  ENOENT: 'No such file or directory',
  ENOSPC: 'No space left on device',
  ENOTDIR: 'Not a directory',
  EPERM: 'Operation not permitted',
};

const problemOf = (error) => PROBLEMS[error.code] ?? error.message;
// On Windows, "a\b" is said to be "a/b".
const slashed = (name) => path.sep === '\\' ? name.replaceAll('\\', '/') : name;

// None if the folder cannot be read: the module says so where it matters.
function entriesOf(folder) {
  try {
    return fs.readdirSync(folder, {withFileTypes: true});
  } catch {
    return [];
  }
}

// Every file that the arguments may mean, in the order in which it was met. What
// is given and not asked for is not read.
class Files {
  constructor(args, say) {
    this.list = [];
    this.say = say;
    this.hidden = args.some((arg) => /^--hidden(=|$)/.test(arg));
    this.follow = args.some((arg) => /^--follow-symlinks(=|$)/.test(arg));
  }

  // `isNamed`: an argument names it.
  add(name, about, extra = {}) {
    this.list.push({
      path: slashed(name),
      size: about?.isFile() ? about.size : 0,
      isNamed: false,
      isRead: false,
      load() {
        this.isRead = true;
        try {
          return fs.readFileSync(name);
        } catch (error) {
          throw new Error(problemOf(error));
        }
      },
      ...extra,
    });
  }

  // A file or, with all that is in it, a folder; nothing if there is none.
  addNamed(name, isPlace) {
    let about = null;
    try {
      about = fs.statSync(name);
    } catch (error) {
      if (error.code !== 'ENOENT') {
        this.add(name, null, {problem: problemOf(error)});
      }
      return;
    }
    if (!about.isDirectory()) return this.add(name, about, {isNamed: !isPlace});
    this.add(name, about, {kind: 'folder'});
    if (!isPlace) this.addFolder(name, fs.realpathSync(name));
  }

  addFolder(folder, root) {
    const prefix = folder.endsWith('/') ? folder : folder + '/';
    for (const entry of entriesOf(folder)) this.addEntry(prefix + entry.name, entry, root);
  }

  addEntry(name, entry, root) {
    if (entry.isDirectory()) {
      this.add(name, null, {kind: 'folder'});
      const isHidden = entry.name.startsWith('.') && !this.hidden;
      if (!isHidden) this.addFolder(name, root);
      return;
    }
    let about = null;
    try {
      about = fs.statSync(name);
    } catch (error) {
      if (error.code === 'ENOENT' && entry.isSymbolicLink()) {
        return this.say(`${slashed(name)}: skipped, a link that leads nowhere`);
      }
      return this.add(name, null, {problem: problemOf(error)});
    }
    if (about.isDirectory()) return this.add(name, null, {kind: 'folderLink'});
    if (!about.isFile()) return this.add(name, null, {kind: 'other'});
    const leadsOut = entry.isSymbolicLink() && !this.follow &&
        !fs.realpathSync(name).startsWith(root + path.sep);
    this.add(name, about, leadsOut ? {kind: 'linkOut'} : {});
  }

  addStandardInput() {
    this.list.push(
        {path: '-', size: 0, isNamed: true, load: () => fs.readFileSync(0)});
  }
}

// The configuration that the native program would find, and its baseline.
function configOf(args, files, say) {
  if (args[0] !== 'validate') return [];
  if (args.some((arg) => /^--(no-config|config|help)(=|$)/.test(arg))) return [];
  const start = process.cwd();
  for (let folder = start;; folder = path.dirname(folder)) {
    const file = path.join(folder, CONFIG);
    const about = fs.lstatSync(file, {throwIfNoEntry: false});
    if (about) {
      const name = slashed(folder === start ? CONFIG : file);
      const problem = configProblem(file);
      if (problem) {
        throw new UsageError(
            `${name}: ${problem} (--no-config goes on without it)`);
      }
      const mine = [process.geteuid?.(), 0, fs.statSync(start).uid];
      if (process.geteuid && !mine.includes(fs.statSync(file).uid)) {
        say(`${name}: belongs to another user, and is not used; ` +
            `--config=${name} uses it`);
        return [];
      }
      files.addNamed(name);
      addBaselineOf(name, files);
      return [`--config=${name}`];
    }
    if (folder === path.dirname(folder)) return [];
  }
}

function configProblem(file) {
  const about = fs.statSync(file, {throwIfNoEntry: false});
  if (!about) return `it is a link that leads nowhere: ${PROBLEMS.ENOENT}`;
  if (about.isDirectory()) return 'it is a folder, not a file';
  return about.isFile() ? null : 'it is a pipe or a device, not a file';
}

// Adds all files that a text in the configuration may name: the module knows
// which one is the baseline.
function addBaselineOf(config, files) {
  if (!fs.statSync(config, {throwIfNoEntry: false})?.isFile()) return;
  const folder = config.includes('/') ?
      config.slice(0, config.lastIndexOf('/') + 1) : '';
  const texts = /"""(.*?)"""|'''(.*?)'''|"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'/gs;
  for (const found of fs.readFileSync(config, 'utf8').matchAll(texts)) {
    const name = unescaped(found.slice(1).find((text) => text !== undefined));
    const place = path.isAbsolute(name) ? name : folder + name;
    const about = name.includes('\0') ? null :
        fs.statSync(place, {throwIfNoEntry: false});
    if (about?.isFile()) files.addNamed(place, /*isPlace=*/true);
  }
}

// TOML's escapes that a name may need.
function unescaped(text) {
  return text.replace(
      /\\(?:x([\da-f]{2})|u([\da-f]{4})|U([\da-f]{8})|(["'\\]))/gi,
      (all, x, u, U, one) =>
        one ?? String.fromCodePoint(Number.parseInt(x ?? u ?? U, 16)));
}

// Adds the files beside the inputs of `convert`, which replaces none of them.
function addSiblings(names, files) {
  for (const name of names) {
    const folder = path.dirname(name);
    const stem = path.basename(name, path.extname(name)) + '.';
    const prefix = name.slice(0, name.length - path.basename(name).length);
    for (const {name: other} of entriesOf(folder)) {
      if (other.startsWith(stem) && prefix + other !== name) {
        files.addNamed(prefix + other, /*isPlace=*/true);
      }
    }
  }
}

// Adds the armatures and models of mods that state machines and armatures of a
// report lie in: DIR/DOMAIN/asms/PATH.json.
function addMods(files) {
  const folders = new Set();
  for (const {path: name} of files.list) {
    const [, before] = /^(.*)\/(?:asms|armatures)\//s.exec(name) ?? [];
    if (before === undefined) continue;
    folders.add(before.includes('/') ? path.posix.dirname(before) : '.');
  }
  const known = new Set(files.list.map((file) => file.path));
  for (const folder of folders) {
    for (const {name: domain} of entriesOf(folder)) {
      for (const room of ['armatures', 'models']) {
        const name = `${folder}/${domain}/${room}`;
        const about = fs.statSync(name, {throwIfNoEntry: false});
        if (about?.isDirectory() && !known.has(name)) files.addNamed(name);
      }
    }
  }
}

function filesOf(args, say) {
  const files = new Files(args, say);
  const named = [];
  let literal = false;
  args.slice(1).forEach((arg, i) => {
    const before = !literal && FLAGS.includes(args[i]) && i > 0 ? args[i] : null;
    const [, flag, value] =
        /^(--[a-z-]+)=(.+)$/s.exec(arg) ?? [null, before, arg];
    if (arg === '--' && !literal) {
      literal = true;
    } else if (!literal && flag) {
      addFlag(flag, value, files);
    } else if (arg === '-' && !literal) {
      files.addStandardInput();
    } else if (literal || !arg.startsWith('-')) {
      named.push(arg);
      files.addNamed(arg);
    }
  });
  if (args[0] === 'convert') addSiblings(named, files);
  if (args[0] === 'report') addMods(files);
  return {files: files.list, config: configOf(args, files, say)};
}

function addFlag(flag, value, files) {
  if (flag === '--files-from') addListed(value, files);
  files.addNamed(flag === '--output' ? value.replace(/^[a-z]+:/, '') : value,
                 /*isPlace=*/true);
  if (flag === '--config') addBaselineOf(value, files);
}

function addListed(list, files) {
  let text = '';
  try {
    text = fs.readFileSync(list === '-' ? 0 : list, 'utf8');
  } catch {
    return; // the module says so
  }
  if (list === '-') {
    const bytes = Buffer.from(text);
    files.list.push({path: '-', size: bytes.length, load: () => bytes});
  }
  const end = text.includes('\0') ? '\0' : /\r?\n/;
  for (const name of text.replace(/^\uFEFF/, '').split(end)) if (name) files.addNamed(name);
}

// All of it, whatever the descriptor is. Returns the error if that fails.
function print(fd, bytes) {
  for (let done = 0; done < bytes.length;) {
    try {
      done += fs.writeSync(fd, bytes, done);
    } catch (error) {
      if (error.code === 'EAGAIN') continue;
      return error;
    }
  }
  return null;
}

// Bad usage, which the module could not know of.
class UsageError extends Error {}

const statOf = (place, options) =>
  place === '-' ? fs.fstatSync(0, options) : fs.statSync(place, options);

// Tells a file from all others, under whatever name or link. Null for pipes and
// devices, and where the place cannot be looked at.
function idOf(place) {
  try {
    const about = statOf(place, {bigint: true, throwIfNoEntry: false});
    if (about) return about.isFile() ? `${about.dev}:${about.ino}` : null;
    let folder = path.dirname(place);
    let name = path.basename(place);
    while (!fs.existsSync(folder)) {
      name = path.join(path.basename(folder), name);
      folder = path.dirname(folder);
    }
    return path.join(fs.realpathSync.native(folder), name);
  } catch {
    return null;
  }
}

// Results, each with the file at its place that was read under another name, or
// none. The module compares names only.
function placesOf(written, files) {
  const read = files.filter((file) => file.isNamed || file.isRead);
  const names = new Set(read.map((file) => file.path));
  const ids = new Map(read.map((file) => [idOf(file.path), file]));
  ids.delete(null);
  const places = new Map();
  for (const {path: place} of written) {
    if (names.has(place)) continue; // repair --in-place
    const id = idOf(place);
    if (id !== null && places.has(id)) {
      throw new UsageError(`'${place}' would be written twice: name another place`);
    }
    places.set(id ?? place, {place, file: ids.get(id)});
  }
  return [...places.values()];
}

// Files that were read, by which a result's original is found.
class Sources {
  constructor(files) {
    this.read = files.filter((file) => file.isNamed || file.isRead);
    this.byName = new Map();
    for (const file of this.read) {
      const name = path.basename(file.path);
      if (!this.byName.has(name)) this.byName.set(name, []);
      this.byName.get(name).push(file);
    }
  }

  // Those that a result may have been made of: their paths end most like its own.
  of(place, except = null) {
    const others = (list) => list.filter((file) => file !== except);
    const named = others(this.byName.get(path.basename(place)) ?? []);
    if (named.length === 0) return others(this.read);
    const end = place.split('/').reverse();
    const likeness = named.map((file) => {
      const parts = file.path.split('/').reverse();
      const differs = parts.findIndex((part, i) => part !== end[i]);
      return differs < 0 ? parts.length : differs;
    });
    const most = Math.max(...likeness);
    return named.filter((file, i) => likeness[i] === most);
  }

  // The permissions of the original: what all that it may be permit.
  modeOf(place) {
    const sources = this.of(place).map((file) => statOf(file.path));
    if (sources.length === 0 || !sources.every((about) => about.isFile())) {
      return undefined;
    }
    return sources.reduce((mode, about) => mode & about.mode, 0o777);
  }
}

const folderOf = (place) => fs.realpathSync.native(path.dirname(place));

function isRecognised(file, module) {
  const args = ['validate', '--no-config', '--format=json', '--', file.path];
  const {output} = module.runAll(args, [file]);
  return JSON.parse(new TextDecoder().decode(output)).format !== null;
}

// Runs the module so that no file that is read would be overwritten. As in the
// native program, a result of an earlier run that was found in a folder is left
// out, and its place written again.
function runSafely(module, args, given) {
  let files = given;
  const refuse = (place) => {
    throw new UsageError(
        `'${place}' is to be read: name another place for the result`);
  };
  const again = new Set();
  for (;;) {
    const ran = module.runAll(args, files, slashed(process.cwd()));
    const places = placesOf(ran.written, files);
    // Left out was the very file that this place is the result of.
    const names = new Set(places.map(({place}) => place));
    for (const place of again) if (!names.has(place)) refuse(place);
    const met = places.filter(({file}) => file);
    if (met.length === 0) return ran;
    const sources = new Sources(files);
    for (const {place, file} of met) {
      const isApart = CHANGES.includes(args[0]) && !sources.of(place, file).some(
          (source) => folderOf(source.path) === folderOf(place));
      if (file.isNamed || (!isApart && isRecognised(file, module))) refuse(place);
      again.add(place);
    }
    const left = new Set(met.map(({file}) => file));
    files = files.filter((file) => !left.has(file));
  }
}

// Puts a file in its place as a whole, or not at all. `mode` is that of a new one.
function put({path: place, bytes}, mode) {
  fs.mkdirSync(path.dirname(place), {recursive: true});
  const there = fs.statSync(place, {throwIfNoEntry: false});
  if (there && !there.isFile()) return fs.writeFileSync(place, bytes);
  if (!there && fs.lstatSync(place, {throwIfNoEntry: false})) {
    throw new Error('it is a link that leads nowhere');
  }
  const target = there ? fs.realpathSync(place) : place;
  const temporary = `${target}.${process.pid}.tmp`;
  const wanted = there ? there.mode & 0o777 : mode;
  try {
    fs.writeFileSync(temporary, bytes, {flag: 'wx', mode: wanted ?? 0o666});
    if (wanted !== undefined) fs.chmodSync(temporary, wanted);
    fs.renameSync(temporary, target);
  } catch (error) {
    fs.rmSync(temporary, {force: true});
    throw error;
  }
}

function main(args) {
  const say = (text) => print(2, Buffer.from(`clipguard: ${text}\n`));
  try {
    return runProgram(args, say);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    say(`${error.message}\n(clipguard help ${args[0]} shows how it is used)`);
    return EXIT_USAGE;
  }
}

function runProgram(args, say) {
  const {files, config} = filesOf(args, say);
  const colored = ['validate', 'info'].includes(args[0]) &&
      process.stdout.isTTY && !process.env.NO_COLOR &&
      process.env.TERM !== 'dumb';
  const own = colored ? ['--color=always', ...config] : config;
  const wasm = fs.readFileSync(new URL('./clipguard.wasm', import.meta.url));
  const compiled = new WebAssembly.Module(wasm);
  const module = args[0] !== 'report' ? new Module(compiled) : new Module(
      compiled,
      fs.readFileSync(new URL('./report.html', import.meta.url), 'utf8'));
  let ran = null;
  try {
    ran = runSafely(module, [args[0], ...own, ...args.slice(1)].filter(
        (arg) => arg !== undefined), files);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    say(error.message);
    return EXIT_FAILED;
  }
  const sources = MODES.includes(args[0]) ? new Sources(files) : null;
  let exitCode = ran.exitCode;
  for (const file of ran.written) {
    try {
      put(file, sources?.modeOf(file.path));
    } catch (error) {
      say(`${file.path}: ${problemOf(error)}`);
      exitCode = EXIT_FAILED;
    }
  }
  print(2, Buffer.from(ran.messages));
  const error = print(1, ran.output);
  if (!error) return exitCode;
  // Nobody reads it any more: `| head`.
  if (error.code !== 'EPIPE') say(`cannot write the output: ${problemOf(error)}`);
  return EXIT_FAILED;
}

process.exitCode = main(process.argv.slice(2));
