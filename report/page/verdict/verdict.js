// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The verdict: what is wrong, the worst first; then all findings and files in
// tables that can be filtered and sorted.

import { button, element } from '../frame/dom.js';
import { byteSize, count, offsetText } from '../frame/text.js';
import { VirtualTable } from '../frame/virtual_table.js';
import { ALL, filesOf, filterFindings, groupByCode, sortFindings } from './rows.js';
import { summary, VERDICTS } from './summary.js';

/** @typedef {import('../frame/app.js').App} App */

/** @param {string} severity */
function sign(severity) {
  const { sign: text } = VERDICTS[severity === 'error' ? 'invalid' : 'warnings'];
  return element('span', { class: severity, text: `${text} ${severity}` });
}

/** What the tables have in common. */
class Tables {
  /** @param {App} app */
  constructor(app) {
    this.app_ = app;
    this.filter_ = { ...ALL };
    this.mode_ = 'findings';
    this.open_ = new Set();
    /** @type {Object<string, {column: string, descending: boolean}>} */
    this.sort_ = {
      findings: { column: 'severity', descending: false },
      files: { column: 'verdict', descending: false },
    };
    this.host_ = element('div', { class: 'vt-host' });
    this.said_ = element('p', { class: 'muted found', attributes: { role: 'status' } });
    this.table_ = this.makeTable_();
    this.element = element('section', {
      class: 'tables',
      attributes: { 'aria-label': 'All findings and files' },
      children: [this.controls_(), this.said_, this.host_],
    });
  }

  controls_() {
    const modes = [['findings', 'Findings'], ['codes', 'By code']];
    if (this.app_.index.files.length > 1) modes.push(['files', 'Files']);
    const buttons = modes.map(([id, title]) => button(title, () => {
      this.mode_ = id;
      buttons.forEach((one, i) => one.setAttribute('aria-pressed', String(modes[i][0] === id)));
      this.table_.destroy();
      this.table_ = this.makeTable_();
      this.fill();
    }, { pressed: id === this.mode_ }));
    const search = element('input', {
      attributes: { type: 'search', placeholder: 'Filter', 'aria-label': 'Filter' },
      on: {
        input: () => {
          this.filter_.text = search.value;
          this.fill();
        },
      },
    });
    const severity = element('select', {
      attributes: { 'aria-label': 'Severity' },
      children: [['', 'errors and warnings'], ['error', 'errors'], ['warning', 'warnings']]
        .map(([value, text]) => element('option', { text, attributes: { value } })),
      on: {
        change: () => {
          this.filter_.severity = severity.value;
          this.fill();
        },
      },
    });
    this.removeKey_ = this.app_.keys.add('/', 'Filter the findings', () => {
      this.app_.set({ view: 'verdict' });
      search.focus();
    });
    return element('div', { class: 'controls', children: [...buttons, search, severity] });
  }

  makeTable_() {
    const mode = this.mode_;
    const several = this.app_.index.files.length > 1;
    const findingColumns = [
      { id: 'code', title: 'Code', class: 'c-code mono' },
      { id: 'severity', title: 'Severity', class: 'c-severity' },
      ...(several ? [{ id: 'file', title: 'File', class: 'c-file' }] : []),
      { id: 'path', title: 'Path', class: 'c-path mono' },
      { id: 'message', title: 'Message', class: 'c-message' },
      { id: 'offset', title: 'Byte', class: 'c-number' },
      { id: 'time', title: 'Seconds', class: 'c-number' },
    ];
    const fileColumns = [
      { id: 'path', title: 'File', class: 'c-name' },
      { id: 'verdict', title: 'Verdict', class: 'c-severity' },
      { id: 'errors', title: 'Errors', class: 'c-number' },
      { id: 'warnings', title: 'Warnings', class: 'c-number' },
      { id: 'bytes', title: 'Size', class: 'c-number' },
      { id: 'summary', title: 'What it is', class: 'c-message' },
    ];
    const columns = mode === 'files' ? fileColumns : findingColumns;
    const table = new VirtualTable({
      label: mode === 'files' ? 'Files' : 'Findings',
      class: `${mode === 'files' ? 'files' : 'findings'} ${several ? 'several' : 'one'}`,
      columns: columns.map((column) => ({ ...column, sortable: mode !== 'codes' })),
      rowOf: (item) => mode === 'files' ? this.fileRow_(item)
        : typeof item === 'number' ? this.findingRow_(item, several) : this.groupRow_(item, several),
      onSort: (column) => this.sortBy_(column),
    });
    this.host_.replaceChildren(table.element);
    return table;
  }

  /** @param {string} column */
  sortBy_(column) {
    const sort = this.sort_[this.mode_];
    sort.descending = sort.column === column && !sort.descending;
    sort.column = column;
    this.fill();
  }

  /** @param {number} id @param {boolean} several */
  findingRow_(id, several) {
    const one = /** @type {import('../frame/data.js').Finding} */ (this.app_.finding(id));
    return {
      href: this.app_.linkTo({ finding: id, view: undefined }),
      current: id === this.app_.state.finding,
      cells: [
        one.code,
        sign(one.severity),
        ...(several ? [this.app_.index.files[one.file].path] : []),
        one.path,
        one.count > 1 ? `${one.message} (${count(one.count, 'time')})` : one.message,
        offsetText(one.offset),
        one.time === null ? '' : one.time.toFixed(3),
      ],
    };
  }

  /** @param {import('./rows.js').Group} group @param {boolean} several */
  groupRow_(group, several) {
    const open = this.open_.has(group.code);
    return {
      class: 'group',
      expanded: open,
      action: () => {
        if (!this.open_.delete(group.code)) this.open_.add(group.code);
        this.fill();
      },
      cells: [
        `${open ? '▾' : '▸'} ${group.code}`,
        sign(group.severity),
        ...(several ? [count(group.files, 'file')] : []),
        count(group.occurrences, 'time'),
        this.app_.index.codes[group.code]?.title ?? '',
        '', '',
      ],
    };
  }

  /** @param {number} i */
  fileRow_(i) {
    const file = this.app_.index.files[i];
    const { sign: text, class: look, word } = VERDICTS[file.verdict];
    return {
      href: this.app_.linkTo({ file: i, view: 'verdict', finding: null }),
      current: i === this.app_.state.file,
      cells: [
        file.path,
        element('span', { class: look, text: `${text} ${word}` }),
        file.errors.toLocaleString('en-US'),
        file.warnings.toLocaleString('en-US'),
        byteSize(file.bytes),
        file.summary || file.problem || '',
      ],
    };
  }

  fill() {
    const { index } = this.app_;
    if (this.mode_ === 'files') {
      const { column, descending } = this.sort_.files;
      const files = filesOf(index, this.filter_, column, descending);
      this.table_.setSort(column, descending);
      this.table_.setItems(files);
      this.said_.textContent = count(files.length, 'file');
      return;
    }
    const ids = filterFindings(index, this.filter_);
    this.said_.textContent = count(ids.length, 'finding');
    if (this.mode_ === 'codes') {
      const items = groupByCode(index, ids).flatMap((group) =>
        this.open_.has(group.code) ? [group, ...group.ids] : [group]);
      this.table_.setItems(items);
      return;
    }
    const { column, descending } = this.sort_.findings;
    this.table_.setSort(column, descending);
    this.table_.setItems(sortFindings(index, ids, column, descending));
  }

  redraw() {
    this.table_.redraw();
  }

  destroy() {
    this.removeKey_?.();
    this.table_.destroy();
  }
}

/** @type {import('../frame/app.js').View} */
export const view = {
  id: 'verdict',
  title: 'Verdict',
  section: null,
  timeless: true,
  create(host, _, app) {
    const any = app.index.findings.file.length > 0 || app.index.files.length > 1;
    const tables = any ? new Tables(app) : null;
    host.append(element('div', {
      class: 'view verdict', children: [summary(app), tables && tables.element],
    }));
    tables?.fill();
    return {
      update(_state, changed) {
        if (changed.has('finding') || changed.has('file')) tables?.redraw();
      },
      destroy() {
        tables?.destroy();
      },
    };
  },
};
