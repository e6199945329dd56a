// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The list of all files: searched, filtered by verdict and code, and sorted.

import { element, fillOptions, searchField, select } from './dom.js';
import { byteSize, count, escaped } from './text.js';
import { VirtualTable } from './virtual_table.js';
import { fileCount, filesOf, groupByCode, VERDICTS } from './rows.js';

/** @typedef {import('./app.js').App} App */

/** @param {App} app @param {import('./data.js').FileEntry} file */
function problems(app, file) {
  const { sign, class: look, word } = VERDICTS[file.verdict];
  const worst = file.errors || file.warnings;
  return element('span', {
    class: look,
    text: worst ? `${sign} ${worst.toLocaleString('en-US')}` : sign,
    attributes: {
      title: [word, file.errors && count(file.errors, 'error'),
        file.warnings && count(file.warnings, 'warning')].filter(Boolean).join(', '),
    },
  });
}

/** @param {App} app */
export function mountFileList(app) {
  let text = '';
  const sort = { column: 'verdict', descending: false };

  const search = searchField('Search files', (value) => {
    text = value;
    draw();
  });
  const verdict = select('Verdict', (value) => app.set({ verdict: value }));
  const code = select('Code', (value) => app.set({ code: value }));
  const fillSelects = () => {
    fillOptions(verdict, [['', 'any verdict'], ...Object.entries(VERDICTS).flatMap(([id, { sign, word }]) => {
      const files = app.index.files.filter((file) => file.verdict === id).length;
      return files ? [/** @type {[string, string]} */ (
        [id, `${sign} ${word} (${files.toLocaleString('en-US')})`])] : [];
    })]);
    const codes = groupByCode(app.index, [...app.index.findings.code.keys()]).sort((a, b) => b.files - a.files);
    fillOptions(code, [['', 'any code'], ...codes.map(({ code: one, files }) =>
      /** @type {[string, string]} */ ([one, `${one} (${files.toLocaleString('en-US')})`]))]);
    code.hidden = codes.length === 0;
  };

  const all = element('a', { class: 'all-files', text: 'All files together' });
  const said = element('p', { class: 'muted found', attributes: { role: 'status' } });
  const table = new VirtualTable({
    label: 'Files',
    class: 'file-rows',
    columns: [
      { id: 'path', title: 'File', sortable: true, class: 'c-name', path: true },
      { id: 'verdict', title: 'Worst', sortable: true, class: 'c-number' },
      { id: 'bytes', title: 'Size', sortable: true, class: 'c-number c-size' },
    ],
    rowOf: (i) => {
      const file = app.index.files[i];
      const kept = app.state.file === null ? undefined : app.state.view;
      return {
        href: app.linkTo({ file: i, view: kept }),
        current: i === app.state.file,
        title: escaped(file.path),
        cells: [app.names[i], problems(app, file), byteSize(file.bytes, 0)],
      };
    },
    onSort: (column) => {
      sort.descending = sort.column === column && !sort.descending;
      sort.column = column;
      draw();
    },
  });

  const listFiles = () => {
    const { verdict: only, code: having } = app.state;
    verdict.value = only;
    code.value = having;
    const files = filesOf(
      app.index, app.names, { text, verdict: only, code: having }, sort.column, sort.descending);
    app.order = files;
    said.textContent = fileCount(app.index, files);
    table.setSort(sort.column, sort.descending);
    table.setItems(files);
  };
  /** Marks the file that is shown. */
  const mark = () => {
    const { file } = app.state;
    all.href = app.linkTo({ file: null, view: undefined });
    if (file === null) all.setAttribute('aria-current', 'true');
    else all.removeAttribute('aria-current');
    table.redraw();
  };
  /** The same, and brings it into sight. */
  const show = () => {
    mark();
    const { file } = app.state;
    const at = file === null ? -1 : [...app.order].indexOf(file);
    if (at >= 0) table.scrollTo(at);
  };
  const draw = () => {
    listFiles();
    show();
  };
  app.listen((_, changed) => {
    if (changed.has('index')) {
      fillSelects();
      listFiles();
      mark();
    }
    if (changed.has('verdict') || changed.has('code')) draw();
    else if (changed.has('file') || changed.has('view')) show();
  });
  app.keys.add('j', 'Next file', () => app.stepFile(1));
  app.keys.add('k', 'Previous file', () => app.stepFile(-1));
  fillSelects();
  draw();
  return element('aside', {
    class: 'files',
    attributes: { 'aria-label': 'Files' },
    children: [
      element('div', { class: 'controls', children: [search, verdict, code] }),
      all, said, table.element,
    ],
  });
}
