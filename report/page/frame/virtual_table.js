// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A table of any number of rows: only those that are in sight are elements.

import { element, pathText, text } from './dom.js';
import { escaped } from './text.js';

/**
 * @typedef {object} Column
 * @property {string} id
 * @property {string} title
 * @property {boolean} [sortable]
 * @property {string} [class] of the head's cell and of each row's
 * @property {boolean} [path] whether the end of its texts counts
 */

/**
 * @typedef {object} Row
 * @property {(string | Node)[]} cells one for each column
 * @property {string} [href] where it leads
 * @property {() => void} [action] what it does instead
 * @property {boolean} [expanded] whether what belongs to it is shown
 * @property {string} [class]
 * @property {string} [title] of the first cell, if it is not its text
 * @property {boolean} [current]
 */

// In pixels, as in verdict.css.
export const ROW_HEIGHT = 34;
// Rows that are ready above and below what is in sight.
const MORE = 8;
// Browsers draw no element that is much higher: then a pixel of the scroll bar is
// more than one of the rows.
const HIGHEST = 8_000_000;

/**
 * The rows to be drawn.
 * @param {number} top @param {number} height @param {number} count
 */
export function visibleRange(top, height, count) {
  const first = Math.max(0, Math.floor(top / ROW_HEIGHT) - MORE);
  const end = Math.min(count, Math.ceil((top + height) / ROW_HEIGHT) + MORE);
  return { first: Math.min(first, end), end };
}

/**
 * How many pixels of rows one of the scroll bar is.
 * @param {number} height of all rows @param {number} shown of those in sight
 */
export function scaleOf(height, shown) {
  return height <= HIGHEST ? 1 : (height - shown) / (HIGHEST - shown);
}

export class VirtualTable {
  /**
   * @param {object} options
   * @param {string} options.label
   * @param {string} options.class
   * @param {Column[]} options.columns
   * @param {(item: any) => Row} options.rowOf
   * @param {(column: string) => void} options.onSort
   */
  constructor({ label, columns, rowOf, onSort, class: name }) {
    this.columns_ = columns;
    this.rowOf_ = rowOf;
    /** @type {ArrayLike<any>} */
    this.items_ = [];
    this.drawn_ = { first: 0, end: 0 };
    this.scale_ = 1;
    // Where the rows begin that are in sight, if all were one below another; and
    // where the scroll bar is then.
    this.top_ = 0;
    this.scrolled_ = 0;
    this.heads_ = columns.map((column) => element('div', {
      class: column.class,
      attributes: { role: 'columnheader', 'aria-sort': column.sortable ? 'none' : undefined },
      children: [column.sortable
        ? element('button', {
          text: column.title, attributes: { type: 'button' },
          on: { click: () => onSort(column.id) },
        })
        : element('span', { text: column.title })],
    }));
    this.space_ = element('div', { class: 'vt-space', attributes: { role: 'presentation' } });
    this.body_ = element('div', {
      class: 'vt-body',
      attributes: { role: 'rowgroup', tabindex: 0 },
      on: {
        scroll: () => this.draw_(false),
        keydown: (/** @type {KeyboardEvent} */ event) => this.key_(event),
      },
      children: [this.space_],
    });
    this.element = element('div', {
      class: `vt ${name}`,
      attributes: { role: 'table', 'aria-label': label },
      children: [
        element('div', {
          class: 'vt-head', attributes: { role: 'rowgroup' },
          children: [element('div', {
            class: 'vt-row', attributes: { role: 'row', 'aria-rowindex': 1 },
            children: this.heads_,
          })],
        }),
        this.body_,
      ],
    });
    // Not through `on`: some browsers take a listener of wheels to refuse nothing.
    this.body_.addEventListener('wheel', (event) => this.wheel_(event), { passive: false });
    /** @type {number | null} */
    this.wanted_ = null;
    this.observer_ = new ResizeObserver(() => {
      if (this.wanted_ !== null) this.scrollTo(this.wanted_);
      this.draw_(false);
    });
    this.observer_.observe(this.body_);
  }

  /** @param {ArrayLike<any>} items */
  setItems(items) {
    this.items_ = items;
    const height = items.length * ROW_HEIGHT;
    this.space_.style.setProperty('height', `${Math.min(height, HIGHEST)}px`);
    const scale = scaleOf(height, this.body_.clientHeight);
    // The same place of the scroll bar is another row then.
    if (scale !== this.scale_) this.scrolled_ = NaN;
    this.scale_ = scale;
    this.element.setAttribute('aria-rowcount', String(items.length + 1));
    this.draw_(true);
  }

  /** Marks a column's head. @param {string} column @param {boolean} descending */
  setSort(column, descending) {
    this.columns_.forEach((one, i) => {
      if (!one.sortable) return;
      this.heads_[i].setAttribute('aria-sort',
        one.id !== column ? 'none' : descending ? 'descending' : 'ascending');
    });
  }

  /** Draws all rows anew. */
  redraw() {
    this.draw_(true);
  }

  /** Brings a row into sight. @param {number} index */
  scrollTo(index) {
    const top = index * ROW_HEIGHT;
    const { clientHeight } = this.body_;
    // Nobody sees it yet.
    this.wanted_ = clientHeight === 0 ? index : null;
    if (clientHeight === 0) return;
    this.follow_();
    if (top < this.top_) {
      this.moveTo_(top);
    } else if (top + ROW_HEIGHT > this.top_ + clientHeight) {
      this.moveTo_(top + ROW_HEIGHT - clientHeight);
    }
    this.draw_(false);
  }

  destroy() {
    this.observer_.disconnect();
  }

  /** @param {number} top */
  moveTo_(top) {
    const most = this.items_.length * ROW_HEIGHT - this.body_.clientHeight;
    this.top_ = Math.max(0, Math.min(top, most));
    this.body_.scrollTop = this.top_ / this.scale_;
    // A browser may round it.
    this.scrolled_ = this.body_.scrollTop;
  }

  /** Follows the scroll bar, if it was moved. */
  follow_() {
    const { scrollTop } = this.body_;
    if (scrollTop === this.scrolled_) return;
    this.scrolled_ = scrollTop;
    this.top_ = scrollTop * this.scale_;
  }

  /** Where a pixel of the scroll bar is several rows, the wheel passes over none. @param {WheelEvent} event */
  wheel_(event) {
    if (this.scale_ === 1 || event.ctrlKey || event.deltaY === 0) return;
    event.preventDefault();
    this.moveBy_(event.deltaY * [1, ROW_HEIGHT, this.body_.clientHeight][event.deltaMode]);
  }

  /** @param {number} pixels of rows */
  moveBy_(pixels) {
    this.follow_();
    this.moveTo_(this.top_ + pixels);
    this.draw_(false);
  }

  /** @param {boolean} anew */
  draw_(anew) {
    const { clientHeight } = this.body_;
    this.scale_ = scaleOf(this.items_.length * ROW_HEIGHT, clientHeight);
    this.follow_();
    const range = visibleRange(this.top_, clientHeight, this.items_.length);
    anew ||= this.scale_ !== 1;
    const same = range.first === this.drawn_.first && range.end === this.drawn_.end;
    if (same && !anew) return;
    const focused = this.focusedRow_();
    this.drawn_ = range;
    const rows = [];
    for (let i = range.first; i < range.end; ++i) rows.push(this.rowElement_(i));
    this.space_.replaceChildren(...rows);
    if (focused !== null) this.focusRow_(focused);
  }

  /** @param {number} index */
  rowElement_(index) {
    const row = this.rowOf_(this.items_[index]);
    const cells = row.cells.map((cell, i) => {
      const isPath = this.columns_[i].path;
      const inTitle = isPath ? escaped : String;
      const shown = isPath && typeof cell === 'string' ? pathText(cell) : node(cell);
      let inside = shown;
      if (i === 0 && row.href !== undefined) {
        inside = element('a', { attributes: { href: row.href }, children: [shown] });
      } else if (i === 0 && row.action) {
        inside = element('button', {
          attributes: {
            type: 'button',
            'aria-expanded': row.expanded === undefined ? undefined : String(row.expanded),
          },
          on: { click: row.action }, children: [shown],
        });
      }
      return element('div', {
        class: this.columns_[i].class,
        attributes: {
          role: 'cell',
          title: (i === 0 && row.title) ||
              (typeof cell === 'string' && cell.length > 12 ? inTitle(cell) : undefined),
        },
        children: [inside],
      });
    });
    return element('div', {
      class: `vt-row ${row.class ?? ''}`,
      attributes: {
        role: 'row', 'aria-rowindex': index + 2, 'data-row': index,
        'aria-current': row.current ? 'true' : undefined,
      },
      style: { transform: `translateY(${index * ROW_HEIGHT - this.top_ + this.scrolled_}px)` },
      children: cells,
    });
  }

  focusedRow_() {
    const row = document.activeElement?.closest('[data-row]');
    return row && this.space_.contains(row) ? Number(row.getAttribute('data-row')) : null;
  }

  /** @param {number} index */
  focusRow_(index) {
    this.space_.querySelector(`[data-row="${index}"] :is(a, button)`)
      ?.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  key_(event) {
    const pages = { PageDown: 1, PageUp: -1 }[event.key];
    if (pages !== undefined && this.scale_ !== 1) {
      event.preventDefault();
      this.moveBy_(pages * this.body_.clientHeight);
      return;
    }
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined || this.items_.length === 0) return;
    event.preventDefault();
    const at = this.focusedRow_();
    const next = at === null ? this.drawn_.first
      : Math.min(Math.max(at + by, 0), this.items_.length - 1);
    this.scrollTo(next);
    this.focusRow_(next);
  }
}

/** @param {string | Node} cell */
function node(cell) {
  return typeof cell === 'string' ? text(cell) : cell;
}
