// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The bytes of a file, as hexadecimal digits or as text, with the fields coloured
// and named, and the findings marked.

import { button, element, text as textNode } from '../frame/dom.js';
import { count, offsetText, readable, shortened } from '../frame/text.js';
import { VirtualTable } from '../frame/virtual_table.js';
import { FieldMap, hexByte, valueText } from './fields.js';
import { hexRows, rowOf, spansOf, textRows, Windows } from './rows.js';

/** @typedef {import('../frame/app.js').App} App */
/** @typedef {import('./fields.js').Field} Field */

// In pixels, as in bytes.css.
const ROW_HEIGHT = 22;
const MORE = 10;
// Numbers of colours.
const TINTS = [0, 1, 2, 3, 4, 6];
// Characters of a path or value beside the bytes.
const LONGEST = 400;

/** Describes a byte in a line to be copied. @param {string} file @param {number} offset @param {Field | null} field @param {string} value */
export function placeLine(file, offset, field, value) {
  const place = `${file}: byte ${offset} (${offsetText(offset)})`;
  return field ? `${place}: ${field.path} (${field.type}) = ${value}` : place;
}

/**
 * The fields that begin in bytes of the report: of a long file there are millions of others.
 * @param {FieldMap} fields @param {Windows} windows
 * @returns {Uint32Array} their places in the order of the file
 */
export function fieldsIn(fields, windows) {
  const ranges = windows.all.map(({ offset, bytes }) =>
    [fields.before(offset), fields.before(offset + bytes.length)]);
  const here = new Uint32Array(ranges.reduce((sum, [first, end]) => sum + end - first, 0));
  let at = 0;
  for (const [first, end] of ranges) {
    for (let i = first; i < end; ++i) here[at++] = i;
  }
  return here;
}

class BytesView {
  /** @param {HTMLElement} host @param {any} section @param {App} app */
  constructor(host, section, app) {
    this.app_ = app;
    this.text_ = section.text;
    this.windows_ = new Windows(section.windows, section.size);
    this.fields_ = new FieldMap(section);
    this.rows_ = section.text ? textRows(this.windows_) : hexRows(this.windows_);
    this.findings_ = app.findingsOf(app.state.file);
    this.marks_ = this.findings_.map(({ offset, length, severity }) =>
      ({ offset, end: offset + Math.max(length, 1), severity }));
    this.at_ = 0;
    this.drawn_ = { first: -1, end: -1 };
    this.space_ = element('div', { class: 'bytes-space', attributes: { role: 'presentation' } });
    this.space_.style.setProperty('height', `${this.rows_.length * ROW_HEIGHT}px`);
    this.body_ = element('div', {
      class: `bytes-body mono ${section.text ? 'text' : 'hex'}`,
      attributes: {
        tabindex: 0, role: 'group',
        'aria-label': 'Bytes of the file: arrow keys go from field to field',
      },
      on: {
        scroll: () => this.draw_(false),
        keydown: (/** @type {KeyboardEvent} */ event) => this.key_(event),
        click: (/** @type {MouseEvent} */ event) => this.click_(event),
      },
      children: [this.space_],
    });
    this.panel_ = element('div', { class: 'bytes-panel' });
    this.fieldsHere_ = fieldsIn(this.fields_, this.windows_);
    this.table_ = this.fieldTable_();
    host.append(element('div', {
      class: 'bytes-view',
      on: { copy: (/** @type {ClipboardEvent} */ event) => this.copy_(event) },
      children: [
        this.body_,
        element('aside', {
          attributes: { 'aria-label': 'The field at this byte' },
          children: [this.panel_, this.details_()],
        }),
      ],
    }));
    this.observer_ = new ResizeObserver(() => this.draw_(false));
    this.observer_.observe(this.body_);
    this.select_(this.fields_.at(0)?.offset ?? 0, false);
  }

  details_() {
    const all = count(this.fields_.count, 'field');
    const here = this.fieldsHere_.length;
    return element('details', {
      on: { toggle: () => this.table_.redraw() },
      children: [
        element('summary', {
          text: here === this.fields_.count ? `All ${all} as a table`
            : `${here.toLocaleString('en-US')} of ${all} as a table: those whose bytes are here`,
        }),
        this.table_.element,
      ],
    });
  }

  fieldTable_() {
    const table = new VirtualTable({
      label: 'Fields',
      class: 'fields',
      columns: [
        { id: 'offset', title: 'Byte', class: 'mono' },
        { id: 'path', title: 'Field', class: 'mono' },
        { id: 'value', title: 'Value', class: 'mono' },
      ],
      rowOf: (index) => {
        const field = /** @type {Field} */ (this.fields_.at(index));
        return {
          cells: [offsetText(field.offset), field.path, this.valueOf_(field)],
          action: () => this.select_(field.offset, true),
        };
      },
      onSort: () => {},
    });
    table.setItems(this.fieldsHere_);
    return table;
  }

  /** @param {Field} field */
  valueOf_(field) {
    return valueText(field.type, this.windows_.slice(field.offset, field.length));
  }

  /** @param {number} offset */
  markAt_(offset) {
    let mark = '';
    for (const one of this.marks_) {
      if (offset < one.offset || offset >= one.end) continue;
      if (one.severity === 'error') return 'error';
      mark = one.severity;
    }
    return mark;
  }

  /** @param {boolean} anew */
  draw_(anew) {
    const { scrollTop, clientHeight } = this.body_;
    const first = Math.max(0, Math.floor(scrollTop / ROW_HEIGHT) - MORE);
    const end = Math.min(this.rows_.length,
      Math.ceil((scrollTop + clientHeight) / ROW_HEIGHT) + MORE);
    if (!anew && first === this.drawn_.first && end === this.drawn_.end) return;
    this.drawn_ = { first, end };
    const rows = [];
    for (let i = first; i < end; ++i) rows.push(this.row_(i));
    this.space_.replaceChildren(...rows);
  }

  /** @param {number} index */
  row_(index) {
    const row = this.rows_[index];
    const style = { transform: `translateY(${index * ROW_HEIGHT}px)` };
    if (row.gap) {
      return element('div', {
        class: 'bytes-row gap muted', style,
        text: `${count(row.length, 'byte')} that are not in this report`,
      });
    }
    const spans = spansOf(row, (at) => this.fields_.find(at), (at) => this.markAt_(at));
    const head = this.text_
      ? (row.line === undefined ? '' : String(row.line)) : offsetText(row.offset);
    return element('div', {
      class: 'bytes-row', style,
      children: [
        element('span', { class: 'bytes-head muted', text: head }),
        ...(this.text_ ? this.textSpans_(spans) : this.hexSpans_(row, spans)),
      ],
    });
  }

  /** @param {{offset: number, length: number, field: any, mark: string}} span */
  classOf_(span) {
    const parts = ['b'];
    if (span.field?.type === 'label') parts.push('label');
    if (span.mark) parts.push('hit', span.mark);
    const chosen = this.chosen_();
    if (span.offset < chosen.end && chosen.offset < span.offset + span.length) {
      parts.push('chosen');
    }
    return parts.join(' ');
  }

  /** @param {{field: any}} span */
  styleOf_({ field }) {
    return field ? { '--tint': `var(--series-${TINTS[field.index % TINTS.length]})` } : {};
  }

  // The bytes of the field that is chosen, or the byte.
  chosen_() {
    const field = this.fields_.find(this.at_);
    return field ? { offset: field.offset, end: field.offset + field.length }
      : { offset: this.at_, end: this.at_ + 1 };
  }

  /** @param {any[]} spans */
  textSpans_(spans) {
    return spans.map((span) => element('span', {
      class: this.classOf_(span), style: this.styleOf_(span),
      text: readable(new TextDecoder().decode(this.windows_.slice(span.offset, span.length))
        .replace(/\r?\n$/, '')),
      attributes: { 'data-at': span.offset },
    }));
  }

  /** @param {{offset: number, length: number}} row @param {any[]} spans */
  hexSpans_(row, spans) {
    const before = row.offset % 16;
    const hex = spans.map((span) => element('span', {
      class: this.classOf_(span), style: this.styleOf_(span),
      text: [...this.windows_.slice(span.offset, span.length)].map(hexByte).join(' '),
      attributes: { 'data-at': span.offset },
    }));
    const text = [...this.windows_.slice(row.offset, row.length)]
      .map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')).join('');
    return [
      element('span', {
        class: 'bytes-hex',
        children: [
          before > 0 && element('span', { text: ' '.repeat(3 * before) }),
          ...hex.flatMap((one, i) => (i === 0 ? [one] : [textNode(' '), one])),
        ],
      }),
      element('span', {
        class: 'bytes-ascii muted', attributes: { 'aria-hidden': true },
        text: ' '.repeat(before) + text,
      }),
    ];
  }

  /** Chooses a byte. @param {number} offset @param {boolean} scroll */
  select_(offset, scroll) {
    this.at_ = Math.min(Math.max(offset, 0), Math.max(this.windows_.size - 1, 0));
    if (scroll) {
      const top = rowOf(this.rows_, this.at_) * ROW_HEIGHT;
      const { scrollTop, clientHeight } = this.body_;
      if (top < scrollTop || top + ROW_HEIGHT > scrollTop + clientHeight) {
        this.body_.scrollTop = top - clientHeight / 3;
      }
    }
    this.draw_(true);
    this.fillPanel_();
  }

  line_() {
    const field = this.fields_.find(this.at_);
    const file = this.app_.index.files[this.app_.state.file ?? 0].path;
    return placeLine(file, field?.offset ?? this.at_, field, field ? this.valueOf_(field) : '');
  }

  fillPanel_() {
    const field = this.fields_.find(this.at_);
    const value = field ? this.valueOf_(field) : '';
    const rows = [
      ['Byte', `${offsetText(field?.offset ?? this.at_)} (${field?.offset ?? this.at_})`],
      ...(field ? [['Field', field.path], ['Type', `${field.type}, ${count(field.length, 'byte')}`],
        ['Value', value]] : [['Field', 'not known']]),
    ];
    const here = this.findings_.filter((one) =>
      one.offset < this.chosen_().end && this.chosen_().offset < one.offset + Math.max(one.length, 1));
    this.panel_.replaceChildren(
      element('dl', {
        class: 'bytes-about',
        children: rows.flatMap(([name, text]) => [
          element('dt', { text: name }),
          element('dd', { text: shortened(text, LONGEST), class: 'mono' }),
        ]),
      }),
      ...here.slice(0, 5).map((one) => element('p', {
        children: [element('a', {
          class: one.severity, text: shortened(`${one.code}: ${one.message}`, LONGEST),
          attributes: { href: this.app_.linkTo({ finding: one.id, view: 'bytes' }) },
        })],
      })),
      button('Copy the place', () => document.execCommand('copy'),
        { label: 'Copy offset, path and value' }));
  }

  /** @param {ClipboardEvent} event */
  copy_(event) {
    event.clipboardData?.setData('text/plain', this.line_());
    event.preventDefault();
    this.app_.announce('Copied: offset, path and value');
  }

  /** @param {MouseEvent} event */
  click_(event) {
    const span = /** @type {Element} */ (event.target).closest('[data-at]');
    if (span) this.select_(Number(span.getAttribute('data-at')), false);
  }

  /** @param {KeyboardEvent} event */
  key_(event) {
    const field = this.fields_.find(this.at_);
    const row = rowOf(this.rows_, this.at_);
    const rowAt = (/** @type {number} */ i) =>
      this.rows_[Math.min(Math.max(i, 0), this.rows_.length - 1)]?.offset ?? 0;
    /** @type {Object<string, () => number>} */
    const moves = {
      ArrowRight: () => (field ? this.fields_.at(field.index + 1)?.offset ?? this.at_
        : this.at_ + 1),
      ArrowLeft: () => (field ? this.fields_.at(field.index - 1)?.offset ?? 0 : this.at_ - 1),
      ArrowDown: () => rowAt(row + 1),
      ArrowUp: () => rowAt(row - 1),
      PageDown: () => rowAt(row + 16),
      PageUp: () => rowAt(row - 16),
      Home: () => 0,
      End: () => this.windows_.size - 1,
    };
    const move = moves[event.key];
    if (!move || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.select_(move(), true);
    this.app_.announce(this.line_());
  }

  /** @param {import('../frame/app.js').State} state @param {Set<string>} changed */
  update(state, changed) {
    if (changed.has('finding')) {
      const finding = this.app_.finding(state.finding);
      if (finding && finding.file === state.file) this.select_(finding.offset, true);
    }
    this.draw_(false);
  }

  destroy() {
    this.observer_.disconnect();
    this.table_.destroy();
  }
}

/** @type {import('../frame/app.js').View} */
export const view = {
  id: 'bytes',
  title: 'Bytes',
  section: 'bytes',
  timeless: true,
  create: (host, section, app) => new BytesView(host, section, app),
};
