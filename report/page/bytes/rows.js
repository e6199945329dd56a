// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The rows of the view: sixteen bytes each, or lines of a text; and gaps, where
// bytes are not in the report.

import { leading } from '../frame/search.js';

export const BYTES_A_ROW = 16;
// Longer lines go on in the next row.
export const TEXT_A_ROW = 120;

/** @typedef {{offset: number, length: number, line?: number, gap?: boolean}} Row */

/** The parts of a file that are there. */
export class Windows {
  /** @param {[number, Uint8Array][]} windows @param {number} size of the file */
  constructor(windows, size) {
    this.size = size;
    this.all = windows.map(([offset, bytes]) => ({ offset, bytes }));
  }

  /** Bytes of one window; shorter where it ends. @param {number} offset @param {number} length */
  slice(offset, length) {
    const window = this.all.find((one) =>
      one.offset <= offset && offset < one.offset + one.bytes.length);
    if (!window) return new Uint8Array(0);
    return window.bytes.subarray(offset - window.offset, offset - window.offset + length);
  }
}

/** @param {Windows} windows @param {(window: {offset: number, bytes: Uint8Array}) => Row[]} split */
function rowsOf(windows, split) {
  /** @type {Row[]} */
  const rows = [];
  let end = 0;
  for (const window of windows.all) {
    if (window.offset > end) rows.push({ offset: end, length: window.offset - end, gap: true });
    rows.push(...split(window));
    end = window.offset + window.bytes.length;
  }
  if (end < windows.size) rows.push({ offset: end, length: windows.size - end, gap: true });
  return rows;
}

/** @param {Windows} windows */
export function hexRows(windows) {
  return rowsOf(windows, ({ offset, bytes }) => {
    const rows = [];
    const end = offset + bytes.length;
    for (let at = offset; at < end;) {
      const next = Math.min(end, at - (at % BYTES_A_ROW) + BYTES_A_ROW);
      rows.push({ offset: at, length: next - at });
      at = next;
    }
    return rows;
  });
}

/** @param {Windows} windows */
export function textRows(windows) {
  // Lines are counted only as long as all before them is there.
  let line = 1;
  let known = windows.all[0]?.offset === 0;
  let expected = 0;
  return rowsOf(windows, ({ offset, bytes }) => {
    known = known && offset === expected;
    expected = offset + bytes.length;
    /** @type {Row[]} */
    const rows = [];
    let begin = 0;
    let isFirst = true;
    for (let i = 0; i < bytes.length; ++i) {
      const isEnd = bytes[i] === 10;
      const isLong = i + 1 - begin >= TEXT_A_ROW &&
          !(i + 1 < bytes.length && (bytes[i + 1] & 0xc0) === 0x80);
      if (!isEnd && !isLong && i + 1 < bytes.length) continue;
      rows.push({
        offset: offset + begin, length: i + 1 - begin,
        line: known && isFirst ? line : undefined,
      });
      begin = i + 1;
      isFirst = isEnd;
      if (isEnd) ++line;
    }
    return rows;
  });
}

/** The row that has a byte, or the one before it. @param {Row[]} rows @param {number} offset */
export function rowOf(rows, offset) {
  return Math.max(0, leading(rows.length, (i) => rows[i].offset <= offset) - 1);
}

/**
 * Cuts a row where a field or a finding begins or ends.
 * @param {Row} row
 * @param {(offset: number) => {offset: number, length: number} | null} fieldAt
 * @param {(offset: number) => string} markAt
 * @returns {{offset: number, length: number, field: any, mark: string}[]}
 */
export function spansOf(row, fieldAt, markAt) {
  const spans = [];
  const end = row.offset + row.length;
  for (let at = row.offset; at < end;) {
    const field = fieldAt(at);
    const mark = markAt(at);
    const stop = field ? Math.min(end, field.offset + field.length) : end;
    let next = at + 1;
    while (next < stop && markAt(next) === mark && (field || !fieldAt(next))) ++next;
    spans.push({ offset: at, length: next - at, field, mark });
    at = next;
  }
  return spans;
}
