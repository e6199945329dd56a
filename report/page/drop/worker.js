// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The worker: runs commands of the module on files, one after the other. A file
// that the module cannot cope with, or that cannot be read, is said to be so, and
// the next one has a fresh instance.

import { Module } from 'clipguard-module';

const BLOCK = /<script type="[^"]*" id="([^"]*)">([^<]*)<\/script>/g;

const PROBLEMS = {
  NotFoundError: 'it is not there any more',
  NotReadableError: 'it has changed since it was given, or may not be read: give it again',
};

/** @type {WebAssembly.Module | null} */
let compiled = null;
/** @type {Module | null} */
let module = null;

/** @param {{path: string, file: File | null, problem?: string}} given */
function moduleFile({ path, file, problem }) {
  if (!file) return { path, problem: problem ?? PROBLEMS.NotFoundError };
  return {
    path,
    problem,
    size: file.size,
    load() {
      try {
        return new Uint8Array(new FileReaderSync().readAsArrayBuffer(file));
      } catch (error) {
        throw new Error(PROBLEMS[error.name] ?? error.message);
      }
    },
  };
}

/** Returns the parts of a page without a frame: its index, and the block of its file. @param {Uint8Array} output */
function blocksOf(output) {
  const blocks = new Map();
  for (const [, id, text] of new TextDecoder().decode(output).matchAll(BLOCK)) {
    blocks.set(id, text);
  }
  return { index: blocks.get('index') ?? '', block: blocks.get('file-0') ?? '' };
}

/**
 * Runs a command. `page` is what `report` fills; 'blocks': nothing, and the answer
 * has the blocks.
 */
function answer({ args, files, page }) {
  if (!compiled) return { failed: 'there is no module' };
  module ??= new Module(compiled);
  const filling = page && page !== 'blocks' ? new Module(compiled, page) : module;
  try {
    const ran = filling.runAll(args, files.map(moduleFile));
    if (page === 'blocks') return { messages: ran.messages, ...blocksOf(ran.output) };
    return ran;
  } catch (error) {
    return { failed: error.message };
  }
}

onmessage = ({ data }) => {
  if (data.compiled) {
    compiled = data.compiled;
    return;
  }
  postMessage(answer(data));
};
