// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The data blocks of the page: one index, and one block for each file that has
// more to show.

import { unpack } from './unpack.js';

/**
 * @typedef {object} FileEntry
 * @property {string} path
 * @property {string | null} format
 * @property {string | null} version
 * @property {string | null} layout
 * @property {string} summary
 * @property {string} [problem]
 * @property {number} bytes
 * @property {'valid'|'warnings'|'invalid'|'unreadable'|'foreign'} verdict
 * @property {number} errors
 * @property {number} warnings
 * @property {number} [ignored]
 * @property {number} [baselined]
 * @property {boolean} detail
 * @property {string} [page] the address of its own page
 * @property {{parts: string, keys: number, seconds?: number, left?: number, right?: number}}
 *     [facts] of files without errors; hands: the share of the time that they are tracked
 * @property {number} [rules] that a file of its format is held against
 */

/**
 * @typedef {object} Code
 * @property {'error' | 'warning'} severity
 * @property {string} title
 * @property {string} meaning
 * @property {string} advice
 * @property {string} [repair]
 */

/**
 * @typedef {object} Index
 * @property {{name: string, version: string}} tool
 * @property {Object<string, number>} counts
 * @property {string} [home] the address of the list of all files
 * @property {string} [previous] of the page of the file before
 * @property {string} [next] and of the one after
 * @property {string[]} left_out
 * @property {Object<string, Code>} codes
 * @property {FileEntry[]} files
 * @property {{file: number[], code: string[], severity: number[],
 *     offset: number[], length: number[], line: number[], count: number[],
 *     path: string[], message: string[], time: (number | null)[],
 *     cause: (number | null)[]}} findings
 */

/**
 * @typedef {object} Finding
 * @property {number} id
 * @property {number} file
 * @property {string} code
 * @property {'error' | 'warning'} severity
 * @property {number} offset
 * @property {number} length
 * @property {number} line 0: none
 * @property {number} count
 * @property {string} path
 * @property {string} message
 * @property {number | null} time seconds from the file's start
 * @property {number | null} cause the finding that it follows from
 */

/** @returns {Index} */
export function emptyIndex() {
  return {
    tool: { name: 'clipguard', version: '' },
    counts: { files: 0 },
    left_out: [],
    codes: {},
    files: [],
    findings: {
      file: [], code: [], severity: [], offset: [], length: [], line: [],
      count: [], path: [], message: [], time: [], cause: [],
    },
  };
}

/** @param {Document} document @returns {Index} */
export function readIndex(document) {
  const block = document.getElementById('index');
  return block ? JSON.parse(block.textContent ?? '') : emptyIndex();
}

/**
 * Returns the details of a file besides its findings; null: there are none.
 * @param {Document} document
 * @param {number} file
 * @returns {Promise<any>}
 */
export async function readDetail(document, file) {
  const block = document.getElementById(`file-${file}`);
  if (!block) return null;
  try {
    return await unpack(block.textContent ?? '');
  } catch {
    return { left_out: ['what belongs to the file, because the page is damaged'] };
  }
}

/**
 * A row of the table of findings.
 * @param {Index} index
 * @param {number} id
 * @returns {Finding | null}
 */
export function findingAt(index, id) {
  const all = index.findings;
  if (!(id >= 0 && id < all.file.length)) return null;
  return {
    id,
    file: all.file[id],
    code: all.code[id],
    severity: all.severity[id] === 1 ? 'error' : 'warning',
    offset: all.offset[id],
    length: all.length[id],
    line: all.line[id],
    count: all.count[id],
    path: all.path[id],
    message: all.message[id],
    time: all.time[id],
    cause: all.cause[id],
  };
}

/**
 * Where each file's findings begin and end: those of a file are neighbours.
 * @param {Index} index
 * @returns {Map<number, {first: number, end: number}>}
 */
export function rangesByFile(index) {
  const ranges = new Map();
  index.findings.file.forEach((file, id) => {
    const range = ranges.get(file);
    if (range) {
      range.end = id + 1;
    } else {
      ranges.set(file, { first: id, end: id + 1 });
    }
  });
  return ranges;
}

/**
 * Returns the names of files in the page: their paths without the folder that all are in. A file
 * alone has the last part of its path.
 * @param {{path: string}[]} files
 * @returns {string[]}
 */
export function namesOf(files) {
  if (files.length === 0) return [];
  let shared = files[0].path;
  for (const { path } of files) {
    let same = 0;
    while (same < shared.length && shared[same] === path[same]) ++same;
    shared = shared.slice(0, same);
  }
  // If the paths share only the root, it stays.
  const folder = (shared.lastIndexOf('/') || -1) + 1;
  return files.map(({ path }) => path.slice(folder) || path);
}
