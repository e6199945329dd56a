// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The verdict on all files, or on the one that is chosen: what is wrong, the
// worst first; then all findings in a table that can be filtered and sorted.

import { button, element, searchField, select } from '../frame/dom.js';
import { count, offsetText } from '../frame/text.js';
import { VirtualTable } from '../frame/virtual_table.js';
import {
  ALL, filterFindings, groupByCode, occurrences, sortFindings, VERDICTS,
} from '../frame/rows.js';
import { Facts } from './facts.js';
import { summary } from './summary.js';

/** @typedef {import('../frame/app.js').App} App */

/** @param {string} severity */
function sign(severity) {
  const { sign: text } = VERDICTS[severity === 'error' ? 'invalid' : 'warnings'];
  return element('span', { class: severity, text: `${text} ${severity}` });
}

class Findings {
  /** @param {App} app */
  constructor(app) {
    this.app_ = app;
    this.several_ = app.state.file === null;
    this.text_ = '';
    /** @type {'' | 'error' | 'warning'} */
    this.severity_ = '';
    this.grouped_ = false;
    this.open_ = new Set();
    this.sort_ = { column: 'severity', descending: false };
    this.host_ = element('div', { class: 'vt-host' });
    this.said_ = element('p', { class: 'muted found', attributes: { role: 'status' } });
    this.table_ = this.makeTable_();
    this.element = element('section', {
      class: 'tables',
      attributes: { 'aria-label': 'All findings' },
      children: [this.controls_(), this.said_, this.host_],
    });
  }

  controls_() {
    const modes = ['Findings', 'By code'];
    const buttons = modes.map((title, mode) => button(title, () => {
      this.grouped_ = mode === 1;
      buttons.forEach((one, i) => one.setAttribute('aria-pressed', String(i === mode)));
      this.table_.destroy();
      this.table_ = this.makeTable_();
      this.fill();
    }, { pressed: mode === 0 }));
    const search = searchField('Filter findings', (value) => {
      this.text_ = value;
      this.fill();
    });
    this.select_ = select('Severity', (value) => this.filter(/** @type {any} */ (value)),
      [['', 'errors and warnings'], ['error', 'errors'], ['warning', 'warnings']]);
    return element('div', { class: 'controls', children: [...buttons, search, this.select_] });
  }

  /** Only findings that are so severe. @param {'' | 'error' | 'warning'} severity */
  filter(severity) {
    this.severity_ = severity;
    this.select_.value = severity;
    this.fill();
  }

  makeTable_() {
    const columns = [
      { id: 'code', title: 'Code', class: 'c-code mono' },
      { id: 'severity', title: 'Severity', class: 'c-severity' },
      ...(this.several_ ? [{ id: 'file', title: 'File', class: 'c-file', path: true }] : []),
      { id: 'path', title: 'Path', class: 'c-path mono', path: true },
      { id: 'message', title: 'Message', class: 'c-message' },
      { id: 'offset', title: 'Byte', class: 'c-number' },
      { id: 'time', title: 'Time', class: 'c-number c-time' },
    ];
    const table = new VirtualTable({
      label: 'Findings',
      class: `findings ${this.several_ ? 'several' : 'one'}`,
      columns: columns.map((column) => ({ ...column, sortable: !this.grouped_ })),
      rowOf: (item) => typeof item === 'number' ? this.findingRow_(item) : this.groupRow_(item),
      onSort: (column) => {
        this.sort_.descending = this.sort_.column === column && !this.sort_.descending;
        this.sort_.column = column;
        this.fill();
      },
    });
    this.host_.replaceChildren(table.element);
    return table;
  }

  /** @param {number} id */
  findingRow_(id) {
    const one = /** @type {import('../frame/data.js').Finding} */ (this.app_.finding(id));
    return {
      href: this.app_.linkTo({ finding: id, view: undefined }),
      current: id === this.app_.state.finding,
      cells: [
        one.code,
        sign(one.severity),
        ...(this.several_ ? [this.app_.names[one.file]] : []),
        one.path,
        one.count > 1 ? `${one.message} (${count(one.count, 'time')})` : one.message,
        offsetText(one.offset),
        one.time === null ? '' : `${one.time.toFixed(3)} s`,
      ],
    };
  }

  /** @param {import('../frame/rows.js').Group} group */
  groupRow_(group) {
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
        ...(this.several_ ? [count(group.files, 'file')] : []),
        count(group.occurrences, 'time'),
        this.app_.index.codes[group.code]?.title ?? '',
        '', '',
      ],
    };
  }

  fill() {
    const { index, state } = this.app_;
    const { file, code, verdict } = state;
    const filter = { ...ALL, text: this.text_, severity: this.severity_, file };
    const ids = filterFindings(index, file === null ? { ...filter, code, verdict } : filter);
    this.said_.textContent = count(occurrences(index, ids), 'finding');
    this.fit_(ids);
    if (this.grouped_) {
      const items = groupByCode(index, ids).flatMap((group) =>
        this.open_.has(group.code) ? [group, ...group.ids] : [group]);
      this.table_.setItems(items);
      return;
    }
    const { column, descending } = this.sort_;
    this.table_.setSort(column, descending);
    this.table_.setItems(sortFindings(index, ids, column, descending));
  }

  /** Gives room to what is read: no column is wider than its longest text. @param {number[]} ids */
  fit_(ids) {
    const { code, path, time } = this.app_.index.findings;
    const longest = (/** @type {string[]} */ texts) =>
      ids.reduce((most, id) => Math.max(most, texts[id].length), 0);
    const { style, classList } = this.table_.element;
    style.setProperty('--code', String(longest(code) + (this.grouped_ ? 2 : 0)));
    style.setProperty('--path', String(longest(path)));
    classList.toggle('timeless', ids.every((id) => time[id] === null));
  }

  redraw() {
    this.table_.redraw();
  }

  destroy() {
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
    /** @type {Findings | null} */
    let findings = null;
    const filter = (/** @type {'' | 'error' | 'warning'} */ severity) => {
      findings?.filter(severity);
      findings?.element.scrollIntoView({ block: 'start' });
    };
    const body = element('div', { class: 'view verdict' });
    host.append(body);
    const fill = () => {
      const any = app.state.file === null
        ? app.index.findings.file.length > 0 : app.findingsOf(app.state.file).length > 0;
      if (any && !findings) {
        findings = new Findings(app);
        body.append(findings.element);
      }
      findings?.fill();
    };
    const sum = () => {
      body.querySelector('.summary')?.remove();
      body.prepend(summary(app, filter));
    };
    sum();
    const facts = new Facts(app);
    body.append(facts.element);
    return {
      update(_state, changed) {
        if (changed.has('theme')) facts.paint();
        if (['verdict', 'code', 'index'].some((key) => changed.has(key))) {
          const focus = body.querySelector('.summary :focus')?.textContent;
          sum();
          [...body.querySelectorAll('.summary button')].find(
            (one) => one.textContent === focus)?.focus();
          fill();
        } else if (changed.has('finding')) {
          findings?.redraw();
        }
      },
      destroy() {
        facts.destroy();
        findings?.destroy();
      },
    };
  },
};
