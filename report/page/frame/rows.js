// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Which rows the tables of the verdict have, and in which order. Findings are
// meant by their number.

import { count } from './text.js';

/** @typedef {import('./data.js').Index} Index */

/**
 * @typedef {object} Filter
 * @property {string} text in the file's name, the code, the path or the message
 * @property {'' | 'error' | 'warning'} severity
 * @property {string} code empty: all
 * @property {number | null} file null: all
 * @property {string} verdict of the file; empty: any
 */

/** @type {Filter} */
export const ALL = { text: '', severity: '', code: '', file: null, verdict: '' };

/** The worst first. @type {Object<string, {sign: string, class: string, word: string}>} */
export const VERDICTS = {
  unreadable: { sign: '?', class: 'error', word: 'unreadable' },
  invalid: { sign: '✕', class: 'error', word: 'invalid' },
  warnings: { sign: '▲', class: 'warning', word: 'warnings' },
  valid: { sign: '✓', class: 'ok', word: 'valid' },
  foreign: { sign: '–', class: 'muted', word: 'not ours' },
};

/** @param {Index} index @param {Filter} filter @returns {number[]} */
export function filterFindings(index, filter) {
  const all = index.findings;
  const text = filter.text.trim().toLowerCase();
  const kept = [];
  for (let id = 0; id < all.file.length; ++id) {
    if (filter.file !== null && all.file[id] !== filter.file) continue;
    if (filter.code && all.code[id] !== filter.code) continue;
    if (filter.verdict && index.files[all.file[id]].verdict !== filter.verdict) continue;
    if (filter.severity && (all.severity[id] === 1) !== (filter.severity === 'error')) {
      continue;
    }
    if (text && ![all.code[id], all.path[id], all.message[id],
      index.files[all.file[id]].path].some((one) => one.toLowerCase().includes(text))) {
      continue;
    }
    kept.push(id);
  }
  return kept;
}

/** How often all of them occur, which is how the program counts. @param {Index} index @param {number[]} ids */
export function occurrences({ findings }, ids) {
  return ids.reduce((sum, id) => sum + findings.count[id], 0);
}

/** @param {any} a @param {any} b */
function compare(a, b) {
  if (a === b) return 0;
  // Missing values sort last.
  if (a === null || a === undefined) return 1;
  if (b === null || b === undefined) return -1;
  return a < b ? -1 : 1;
}

/**
 * @param {any[]} items
 * @param {((item: any) => any)[]} keys the first one counts most
 * @param {boolean} descending
 */
function sorted(items, keys, descending) {
  return [...items].sort((a, b) => keys.reduce((order, key, i) => order ||
      compare(key(a), key(b)) * (descending && i === 0 ? -1 : 1), 0));
}

/**
 * @param {Index} index
 * @param {number[]} ids
 * @param {string} column
 * @param {boolean} descending
 */
export function sortFindings(index, ids, column, descending) {
  const all = index.findings;
  /** @type {Object<string, (id: number) => any>} */
  const keys = {
    // Errors first; what follows from something else after it.
    severity: (id) => (all.severity[id] === 1 ? 0 : 2) + (all.cause[id] === null ? 0 : 1),
    code: (id) => all.code[id],
    file: (id) => index.files[all.file[id]].path,
    path: (id) => all.path[id],
    message: (id) => all.message[id],
    offset: (id) => all.offset[id],
    time: (id) => all.time[id],
  };
  return sorted(ids, [keys[column] ?? keys.severity, (id) => id], descending);
}

/**
 * @typedef {object} Group
 * @property {string} code
 * @property {'error' | 'warning'} severity the worst of its findings
 * @property {number[]} ids
 * @property {number} occurrences
 * @property {number} files
 * @property {boolean} follows whether each of its findings follows from others
 */

/**
 * Findings by code, the worst first: errors, then what is a cause itself, then
 * what concerns most files.
 * @param {Index} index
 * @param {number[]} ids
 * @returns {Group[]}
 */
export function groupByCode(index, ids) {
  const all = index.findings;
  /** @type {Map<string, Group & {seen: Set<number>}>} */
  const groups = new Map();
  for (const id of ids) {
    let group = groups.get(all.code[id]);
    if (!group) {
      group = {
        code: all.code[id], severity: 'warning', ids: [], occurrences: 0, files: 0,
        follows: true, seen: new Set(),
      };
      groups.set(group.code, group);
    }
    group.ids.push(id);
    group.occurrences += all.count[id];
    group.seen.add(all.file[id]);
    if (all.severity[id] === 1) group.severity = 'error';
    if (all.cause[id] === null) group.follows = false;
  }
  const list = [...groups.values()];
  for (const group of list) group.files = group.seen.size;
  return sorted(list, [
    (group) => (group.severity === 'error' ? 0 : 2) + (group.follows ? 1 : 0),
    (group) => -group.files,
    (group) => -group.occurrences,
    (group) => group.code,
  ], false);
}

/**
 * Files for a list.
 * @param {Index} index
 * @param {string[]} names of files
 * @param {{text: string, verdict: string, code: string}} filter
 * @param {string} column
 * @param {boolean} descending
 * @returns {number[]} files
 */
export function filesOf(index, names, filter, column, descending) {
  const text = filter.text.trim().toLowerCase();
  const { file: files, code: codes } = index.findings;
  const having = filter.code &&
      new Set(files.filter((_, id) => codes[id] === filter.code));
  const kept = [];
  index.files.forEach((file, i) => {
    if (filter.verdict && file.verdict !== filter.verdict) return;
    if (having && !having.has(i)) return;
    if (text && !`${file.path}\n${file.summary}\n${file.problem ?? ''}`
      .toLowerCase().includes(text)) {
      return;
    }
    kept.push(i);
  });
  const order = Object.keys(VERDICTS);
  const all = index.files;
  /** @type {Object<string, (i: number) => any>} */
  const keys = {
    verdict: (i) => order.indexOf(all[i].verdict),
    path: (i) => names[i],
    bytes: (i) => all[i].bytes,
  };
  return sorted(kept, [keys[column] ?? keys.verdict, (i) => -all[i].errors,
    (i) => -all[i].warnings, (i) => names[i]], descending);
}

/**
 * How many files are listed; those that are not ours are counted apart, as the verdict counts them.
 * @param {Index} index
 * @param {number[]} listed
 */
export function fileCount({ files, counts }, listed) {
  const foreign = listed.filter((i) => files[i].verdict === 'foreign').length;
  const [ours, all] = [listed.length - foreign, counts.files - counts.foreign];
  const of = ours < all ? `${ours.toLocaleString('en-US')} of ` : '';
  return `${of}${count(all, 'file')}${
    foreign ? `, ${foreign.toLocaleString('en-US')} not ours` : ''}`;
}
