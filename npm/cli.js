#!/usr/bin/env node
// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The program, for wherever Node runs: the module with the files of the disk. The module gets the
// program's arguments unchanged, so that its output and files are those of the native program.

import fs from 'node:fs';
import path from 'node:path';

import {Module} from './module.js';

const EXIT_FAILED = 3;
const CONFIG = 'clipguard.toml';
// Flags whose value may stand behind a space, and names a place, not an input.
const PLACES = ['-o', '--out', '--output'];
const PROBLEMS = {
  EACCES: 'Permission denied',
  EISDIR: 'Is a directory',
  ELOOP: 'Too many levels of symbolic links',
  ENOENT: 'No such file or directory',
  ENOTDIR: 'Not a directory',
  EPERM: 'Operation not permitted',
};

const problemOf = (error) => PROBLEMS[error.code] ?? error.message;
// On Windows, "a\b" is said to be "a/b".
const slashed = (name) => path.sep === '\\' ? name.replaceAll('\\', '/') : name;

// Every file that the arguments may mean, in the order in which it was met. What
// is given and not asked for is not read.
class Files {
  constructor(args) {
    this.list = [];
    this.hidden = args.some((arg) => /^--hidden(=|$)/.test(arg));
    this.follow = args.some((arg) => /^--follow-symlinks(=|$)/.test(arg));
  }

  add(name, about, extra = {}) {
    this.list.push({
      path: slashed(name),
      size: about?.isFile() ? about.size : 0,
      load() {
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
    if (!about.isDirectory()) return this.add(name, about);
    this.add(name, about, {kind: 'folder'});
    if (!isPlace) this.addFolder(name, fs.realpathSync(name));
  }

  addFolder(folder, root) {
    let entries = [];
    try {
      entries = fs.readdirSync(folder, {withFileTypes: true});
    } catch {
      return; // the module says that there is no file
    }
    const prefix = folder.endsWith('/') ? folder : folder + '/';
    for (const entry of entries) this.addEntry(prefix + entry.name, entry, root);
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
      return this.add(name, null, {problem: problemOf(error)});
    }
    if (about.isDirectory()) return this.add(name, null, {kind: 'folderLink'});
    if (!about.isFile()) return this.add(name, null, {kind: 'other'});
    const leadsOut = entry.isSymbolicLink() && !this.follow &&
        !fs.realpathSync(name).startsWith(root + path.sep);
    this.add(name, about, leadsOut ? {kind: 'linkOut'} : {});
  }

  addStandardInput() {
    this.list.push({path: '-', size: 0, load: () => fs.readFileSync(0)});
  }
}

// The configuration that the native program would find, and its baseline.
function configOf(args, files, say) {
  if (args[0] !== 'validate') return [];
  if (args.some((arg) => /^--(no-config|config|help)(=|$)/.test(arg))) return [];
  const start = process.cwd();
  for (let folder = start;; folder = path.dirname(folder)) {
    const file = path.join(folder, CONFIG);
    const about = fs.statSync(file, {throwIfNoEntry: false});
    if (about?.isFile()) {
      const name = slashed(folder === start ? CONFIG : file);
      const mine = [process.geteuid?.(), 0, fs.statSync(start).uid];
      if (process.geteuid && !mine.includes(about.uid)) {
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

function addBaselineOf(config, files) {
  const text = fs.readFileSync(config, 'utf8');
  const baseline = /^\s*baseline\s*=\s*["']([^"']+)["']/m.exec(text)?.[1];
  if (!baseline) return;
  const folder = config.includes('/') ?
      config.slice(0, config.lastIndexOf('/') + 1) : '';
  files.addNamed(path.isAbsolute(baseline) ? baseline : folder + baseline);
}

// Adds the files beside the inputs of `convert`, which replaces none of them.
function addSiblings(names, files) {
  for (const name of names) {
    const folder = path.dirname(name);
    const stem = path.basename(name, path.extname(name)) + '.';
    const prefix = name.slice(0, name.length - path.basename(name).length);
    let beside = [];
    try {
      beside = fs.readdirSync(folder);
    } catch {
      continue;
    }
    for (const other of beside) {
      if (other.startsWith(stem) && prefix + other !== name) {
        files.addNamed(prefix + other, /*isPlace=*/true);
      }
    }
  }
}

function filesOf(args, say) {
  const files = new Files(args);
  const named = [];
  let literal = false;
  args.slice(1).forEach((arg, i) => {
    const isPlace = PLACES.includes(args[i]);
    const value = /^--[a-z-]+=(?:[a-z]+:)?(.+)$/.exec(arg)?.[1];
    if (arg === '--' && !literal) {
      literal = true;
    } else if (arg === '-' && !literal) {
      files.addStandardInput();
    } else if (literal || !arg.startsWith('-')) {
      named.push(arg);
      files.addNamed(arg, isPlace && !literal);
    } else if (value !== undefined) {
      files.addNamed(value, /*isPlace=*/true);
      const list = /^--files-from=(.+)$/.exec(arg)?.[1];
      if (list !== undefined) addListed(list, files);
      if (arg.startsWith('--config=') && fs.existsSync(value)) {
        addBaselineOf(value, files);
      }
    }
  });
  if (args[0] === 'convert') addSiblings(named, files);
  return {files: files.list, config: configOf(args, files, say)};
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
  for (const name of text.split(end)) if (name) files.addNamed(name);
}

// All of it, whatever the descriptor is. False if nobody reads it.
function print(fd, bytes) {
  for (let done = 0; done < bytes.length;) {
    try {
      done += fs.writeSync(fd, bytes, done);
    } catch (error) {
      if (error.code === 'EAGAIN') continue;
      return false;
    }
  }
  return true;
}

// Puts a file in its place as a whole, or not at all.
function put({path: place, bytes}) {
  fs.mkdirSync(path.dirname(place), {recursive: true});
  const there = fs.statSync(place, {throwIfNoEntry: false});
  if (there && !there.isFile()) return fs.writeFileSync(place, bytes);
  const target = there ? fs.realpathSync(place) : place;
  const temporary = `${target}.${process.pid}.tmp`;
  try {
    fs.writeFileSync(temporary, bytes, {flag: 'wx', mode: there?.mode ?? 0o666});
    fs.renameSync(temporary, target);
  } catch (error) {
    fs.rmSync(temporary, {force: true});
    throw error;
  }
}

function main(args) {
  const say = (text) => print(2, Buffer.from(`clipguard: ${text}\n`));
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
    ran = module.runAll([args[0], ...own, ...args.slice(1)].filter(
        (arg) => arg !== undefined), files, slashed(process.cwd()));
  } catch (error) {
    say(error.message);
    return EXIT_FAILED;
  }
  let exitCode = ran.exitCode;
  for (const file of ran.written) {
    try {
      put(file);
    } catch (error) {
      say(`${file.path}: ${problemOf(error)}`);
      exitCode = EXIT_FAILED;
    }
  }
  print(2, Buffer.from(ran.messages));
  return print(1, ran.output) ? exitCode : EXIT_FAILED;
}

process.exitCode = main(process.argv.slice(2));
