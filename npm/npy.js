// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A table as `sample --format=npy` writes it: a typed array for each column of
// numbers, an array for each of texts. docs/cli.md has the columns.

const MAGIC = 10; // bytes before the header

function textOf(view, at, length) {
  let text = '';
  for (let i = 0; i < length; ++i) {
    const code = view.getUint32(at + 4 * i, true);
    if (code === 0) break;
    text += String.fromCodePoint(code);
  }
  return text;
}

export function parseNpy(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const begin = MAGIC + view.getUint16(8, true);
  const header = new TextDecoder().decode(bytes.subarray(MAGIC, begin));
  const rows = Number(/'shape': \((\d+)/.exec(header)[1]);
  const fields = [];
  let rowBytes = 0;
  for (const [, name, kind, count] of
    header.matchAll(/\('([^']*)', '<([fU])(\d+)'\)/g)) {
    const length = kind === 'U' ? Number(count) : 0;
    fields.push({name, length, at: rowBytes});
    rowBytes += kind === 'U' ? 4 * length : 4;
  }
  const columns = {};
  for (const {name, length, at} of fields) {
    const values = length === 0 ? new Float32Array(rows) : new Array(rows);
    for (let row = 0, place = begin + at; row < rows;
      ++row, place += rowBytes) {
      values[row] = length === 0 ? view.getFloat32(place, true) :
                                   textOf(view, place, length);
    }
    columns[name] = values;
  }
  return {rows, columns};
}
