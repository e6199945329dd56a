// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The names of the rows, and the values at the cursor: a tree of which only the
// rows that show are elements.

import {element} from '../frame/dom.js';
import {evaluate} from './curve.js';
import {levelAt} from './envelope.js';
import {valueText} from './numbers.js';
import {heightOf, rowsIn} from './rows.js';

/** @typedef {import('./rows.js').Row} Row */

const NEAR = 200;  // pixels above and below what shows

/**
 * @typedef {object} Actions
 * @property {(row: Row) => void} choose a row was clicked, or Enter pressed
 * @property {(row: Row) => {errors: number, warnings: number}} findings
 */

export class RowList {
  /**
   * @param {HTMLElement} scroller whose scrolling moves the rows
   * @param {{from: number, to: number}} all the times of baked levels
   * @param {Actions} actions
   */
  constructor(scroller, all, actions) {
    this.all_ = all;
    this.scroller_ = scroller;
    this.actions_ = actions;
    /** @type {Row[]} */
    this.rows = [];
    /** @type {Map<string, {row: Row, item: HTMLElement, value: HTMLElement}>} */
    this.items_ = new Map();
    this.active_ = 0;
    /** @type {?string} */
    this.selected_ = null;
    this.host = element('div', {
      class: 'tl-rows',
      on: {
        keydown: (event) => this.key_(event),
        click: (event) => this.click_(event),
      },
    });
  }

  /** @param {Row[]} rows */
  show(rows) {
    const id = this.rows[this.active_]?.id;
    this.rows = rows;
    const at = rows.findIndex((row) => row.id === id);
    this.active_ = Math.max(at, 0);
    this.host.style.height = `${heightOf(rows)}px`;
    // A tree without anything is none.
    for (const [name, value] of [['role', 'tree'], ['aria-label', 'Curves']]) {
      if (rows.length) {
        this.host.setAttribute(name, value);
      } else {
        this.host.removeAttribute(name);
      }
    }
    for (const {item} of this.items_.values()) item.remove();
    this.items_.clear();
    this.scroll();
  }

  /** The rows that show, after it was scrolled. @return {Row[]} */
  get visible() {
    return rowsIn(this.rows, this.scroller_.scrollTop, this.scroller_.clientHeight);
  }

  /** Those, and what may show next. @return {Row[]} */
  get near() {
    const {scrollTop, clientHeight} = this.scroller_;
    return rowsIn(this.rows, scrollTop - NEAR, clientHeight + 2 * NEAR);
  }

  /** Makes elements of the rows that show. */
  scroll() {
    const wanted = new Set(this.visible);
    // The row that has the focus stays.
    const active = this.rows[this.active_];
    if (active) wanted.add(active);
    for (const [id, {row, item}] of this.items_) {
      if (wanted.has(row)) continue;
      item.remove();
      this.items_.delete(id);
    }
    for (const row of wanted) {
      if (!this.items_.has(row.id)) this.add_(row);
    }
  }

  /** @param {?string} path of the track that is selected */
  select(path) {
    this.selected_ = path;
    for (const {row, item} of this.items_.values()) this.mark_(row, item);
  }

  /** Scrolls to a row. @param {string} id */
  reveal(id) {
    const at = this.rows.findIndex((row) => row.id === id);
    if (at < 0) return;
    this.activate_(at, false);
  }

  /** Writes the values at a time. */
  values(time) {
    for (const {row, value} of this.items_.values()) {
      const text = valueAt(row, this.all_, time);
      if (value.textContent !== text) value.textContent = text;
    }
  }

  add_(row) {
    const value = element('span', {class: 'tl-value'});
    const {errors, warnings} = this.actions_.findings(row);
    const badge = errors + warnings === 0 ? null : element('span', {
      class: `tl-badge ${errors ? 'error' : 'warning'}`,
      text: `${errors ? '✕' : '▲'} ${errors + warnings}`,
      attributes: {title: `${errors} errors, ${warnings} warnings`},
    });
    const name = element('span', {
      class: 'tl-name',
      text: row.group?.name ?? row.track.label,
      attributes: {title: row.track?.path ?? row.group?.name},
    });
    const sign = row.group ?
        element('span', {
          class: 'tl-twisty',
          text: row.open ? '▾' : '▸',
          attributes: {'aria-hidden': 'true'},
        }) :
        null;
    const item = element('div', {
      class: `tl-row ${row.group ? 'tl-group' : 'tl-track'}`,
      attributes: {
        role: 'treeitem',
        'aria-level': row.depth,
        'aria-posinset': row.place,
        'aria-setsize': row.siblings,
        'aria-expanded': row.group ? String(row.open) : null,
        'data-id': row.id,
      },
      style: {
        top: `${row.top}px`,
        height: `${row.height}px`,
        'padding-left': `${(row.depth - 1) * 0.8 + 0.3}em`,
      },
      children: [
        element('span', {class: 'tl-line', children: [sign, name, badge]}),
        row.drawn.length > 0 && value,
      ],
    });
    this.mark_(row, item);
    this.items_.set(row.id, {row, item, value});
    this.host.append(item);
  }

  mark_(row, item) {
    const selected = row.track !== null && row.id === this.selected_;
    item.setAttribute('aria-selected', String(selected));
    item.tabIndex = this.rows[this.active_] === row ? 0 : -1;
  }

  activate_(at, focus) {
    this.active_ = Math.min(Math.max(at, 0), this.rows.length - 1);
    const row = this.rows[this.active_];
    if (!row) return;
    const {scrollTop, clientHeight} = this.scroller_;
    if (row.top < scrollTop) {
      this.scroller_.scrollTop = row.top;
    } else if (row.top + row.height > scrollTop + clientHeight) {
      this.scroller_.scrollTop = row.top + row.height - clientHeight;
    }
    this.scroll();
    for (const {row, item} of this.items_.values()) this.mark_(row, item);
    if (focus) this.items_.get(row.id)?.item.focus({preventScroll: true});
  }

  click_(event) {
    const id = event.target.closest('[data-id]')?.dataset.id;
    const at = this.rows.findIndex((row) => row.id === id);
    if (at < 0) return;
    this.activate_(at, true);
    this.actions_.choose(this.rows[at]);
  }

  key_(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const row = this.rows[this.active_];
    if (!row) return;
    const page = Math.max(this.visible.length - 1, 1);
    const by = {ArrowUp: -1, ArrowDown: 1, PageUp: -page,
                PageDown: page}[event.key];
    if (by !== undefined) {
      this.activate_(this.active_ + by, true);
    } else if (event.key === 'Enter') {
      this.actions_.choose(row);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    this.items_.get(this.rows[this.active_]?.id)?.item.focus(
        {preventScroll: true});
  }
}

/** Returns a row's values at a time as text. @param {Row} row */
function valueAt(row, all, time) {
  const texts = row.drawn.map((track) => numberText(track, all, time));
  const text = texts.every((one) => one === texts[0]) ? texts[0] : texts.join('  ');
  const unit = row.drawn[0]?.unit;
  return row.drawn.every((one) => one.unit === unit) ? withUnit(text, unit) : text;
}

/** Returns a track's value at a time, or why there is none. */
export function trackValue(track, all, time) {
  return withUnit(numberText(track, all, time), track.unit);
}

function withUnit(text, unit) {
  return /\d$/.test(text) ? text + unit : text;
}

function numberText(track, all, time) {
  if (track.count === 0) return 'no keys';
  if (track.levels) {
    const [low, high] = levelAt(track, all, time);
    return Number.isNaN(low) ? '' : `${valueText(low)} to ${valueText(high)}`;
  }
  if (!track.hasKeys) return '';
  if (track.unordered) return 'keys out of order';
  const value = evaluate(track, time);
  return valueText(value);
}
