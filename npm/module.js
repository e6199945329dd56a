// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The module, and one run of it: clipguard/c_api.h for JavaScript. Knows neither
// files nor Node.

const KINDS = {file: 0, folder: 1, folderLink: 2, linkOut: 3, other: 4};
const FILE_SIZE = 32; // struct clipguard_file
const INPUT_SIZE = 28; // struct clipguard_input
const ERRNO_BADF = 8;
const OUT_OF_MEMORY = 'out of memory';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

// A run that ended early: the module could not go on, or a file could not be read. Its pending
// output is lost; the next run has a fresh instance.
export class ClipguardTrap extends Error {
  constructor(message, file, unreadable = false) {
    super(message);
    this.name = 'ClipguardTrap';
    this.file = file; // the path that was read last, or null
    this.unreadable = unreadable; // whether that is why
  }
}

// Functions that WASI's library imports although there are no files: time, randomness, and file
// functions that find nothing.
function wasiImports(memory) {
  const none = () => ERRNO_BADF;
  const view = () => new DataView(memory().buffer);
  const empty = (count, size) => {
    view().setUint32(count, 0, true);
    view().setUint32(size, 0, true);
    return 0;
  };
  const known = {
    args_get: () => 0,
    args_sizes_get: empty,
    environ_get: () => 0,
    environ_sizes_get: empty,
    clock_time_get: (id, precision, out) => {
      const now = id === 0 ? Date.now() : performance.now();
      view().setBigUint64(out, BigInt(Math.round(now * 1e6)), true);
      return 0;
    },
    random_get: (out, size) => {
      globalThis.crypto?.getRandomValues(
          new Uint8Array(memory().buffer, out, size));
      return 0;
    },
    proc_exit: (code) => {
      throw new ClipguardTrap(`it ended with ${code}`, null);
    },
  };
  // fd_write, path_open and their like: there is no such file.
  return new Proxy(known, {get: (all, name) => all[name] ?? none});
}

// One instance: for a run, and for the next one if that ends well.
class Instance {
  constructor(compiled, shell) {
    this.files = [];
    this.shell = shell;
    this.last = null;
    this.api = new WebAssembly.Instance(compiled, {
      clipguard: {
        fail: (text, size) => this.fail(text, size),
        load: (index, size) => this.give(index, size),
        shell: (part, size) => this.put(encoder.encode(this.shell[part]), size),
      },
      wasi_snapshot_preview1: wasiImports(() => this.api.memory),
    }).exports;
    this.api._initialize?.();
  }

  bytes() {
    return new Uint8Array(this.api.memory.buffer);
  }

  view() {
    return new DataView(this.api.memory.buffer);
  }

  // Imported: the module cannot go on.
  fail(text, size) {
    throw new ClipguardTrap(
        decoder.decode(this.bytes().slice(text, text + size)), this.last);
  }

  // Imported: the bytes of a file, in memory of the module.
  give(index, size) {
    const file = this.files[index];
    this.last = file.path;
    let bytes = null;
    try {
      bytes = file.load();
    } catch (error) {
      throw new ClipguardTrap(error.message, file.path, true);
    }
    return this.put(bytes, size);
  }

  // Bytes that the module gets, and where to write their number.
  put(bytes, size) {
    const at = this.allocate(bytes.length);
    this.bytes().set(bytes, at);
    this.view().setUint32(size, bytes.length, true);
    return at;
  }

  allocate(size) {
    const at = this.api.clipguard_allocate(Math.max(size, 1)) >>> 0;
    if (at === 0) throw new ClipguardTrap(OUT_OF_MEMORY, this.last);
    return at;
  }

  text(value) {
    const bytes = encoder.encode(value);
    const at = this.allocate(bytes.length + 1);
    this.bytes().set(bytes, at);
    this.bytes()[at + bytes.length] = 0;
    return at;
  }

  // The bytes that a function of the interface returns, whose last parameter is
  // where it puts their size.
  take(name, ...args) {
    const size = this.allocate(4);
    const at = this.api[name](...args, size) >>> 0;
    const count = this.view().getUint32(size, true);
    this.api.clipguard_release(size);
    return this.bytes().slice(at, at + count);
  }

  run(args, files, folder) {
    this.files = files;
    this.last = null;
    const owned = [];
    const own = (at) => {
      owned.push(at);
      return at;
    };
    const words = own(this.allocate(4 * args.length));
    args.forEach((arg, i) => {
      const at = own(this.text(arg));
      this.view().setUint32(words + 4 * i, at, true);
    });
    const list = own(this.allocate(FILE_SIZE * files.length));
    files.forEach((file, i) => {
      const path = own(this.text(file.path));
      const problem = file.problem ? own(this.text(file.problem)) : 0;
      const at = list + FILE_SIZE * i;
      const view = this.view();
      view.setUint32(at, path, true);
      view.setInt32(at + 4, KINDS[file.kind ?? 'file'], true);
      view.setUint32(at + 8, 0, true);
      view.setBigUint64(at + 16, BigInt(file.size ?? 0), true);
      view.setUint32(at + 24, problem, true);
    });
    const input = own(this.allocate(INPUT_SIZE));
    const place = own(this.text(folder));
    [words, args.length, list, files.length, place,
      this.api.clipguard_module_load(), 0].forEach((value, i) =>
      this.view().setUint32(input + 4 * i, value, true));
    const result = this.api.clipguard_run(input);
    if (result === 0) throw new ClipguardTrap(OUT_OF_MEMORY, this.last);
    const ran = {
      exitCode: this.api.clipguard_exit_code(result),
      output: this.take('clipguard_output', result),
      messages: decoder.decode(this.take('clipguard_messages', result)),
      written: [],
    };
    const count = this.api.clipguard_written_count(result);
    for (let i = 0; i < count; ++i) {
      const at = this.api.clipguard_written_path(result, i);
      const all = this.bytes();
      ran.written.push({
        path: decoder.decode(all.slice(at, all.indexOf(0, at))),
        bytes: this.take('clipguard_written', result, i),
      });
    }
    this.api.clipguard_free(result);
    owned.forEach((at) => this.api.clipguard_release(at));
    return ran;
  }
}

// An instance never returns memory that a run took: larger instances are not kept.
const MOST_KEPT = 64 << 20; // bytes

// Where a page has its data.
const DATA = '<!-- DATA -->\n';

export class Module {
  // `page` is the text of report.html, which `report` fills; without it, what
  // `report` prints are the page's blocks of data alone.
  constructor(compiled, page = DATA) {
    this.compiled = compiled;
    this.page = page;
    this.instance = null;
  }

  // Runs a command. `files` are {path, kind, size, load(), problem}; throws
  // ClipguardTrap if the module could not go on.
  run(args, files = [], folder = '/') {
    const instance = this.instance ??
        new Instance(this.compiled, this.page.split(DATA));
    this.instance = null;
    try {
      const ran = instance.run(args, files, folder);
      if (instance.api.memory.buffer.byteLength <= MOST_KEPT) {
        this.instance = instance;
      }
      return ran;
    } catch (error) {
      if (error instanceof ClipguardTrap) throw error;
      // "unreachable", or the stack has no room left.
      if (error instanceof WebAssembly.RuntimeError ||
          error instanceof RangeError) {
        throw new ClipguardTrap(error.message, instance.last);
      }
      throw error;
    }
  }

  // As run(); where a file is what the module cannot cope with, it is said of
  // that file, and all others are looked at.
  runAll(args, files, folder = '/') {
    const given = [...files];
    for (;;) {
      try {
        return this.run(args, given, folder);
      } catch (error) {
        const at = error instanceof ClipguardTrap ?
            given.findLastIndex((f) => f.path === error.file && !f.problem) :
            -1;
        if (at < 0) throw error;
        const problem = error.unreadable || error.message === OUT_OF_MEMORY ?
            error.message : `clipguard failed: ${error.message}`;
        given[at] = {...given[at], problem};
      }
    }
  }
}
