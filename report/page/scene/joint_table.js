// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The contents of the picture as a table: for readers who do not see it, and to choose a joint by
// keyboard.

import { button, element } from '../frame/dom.js';
import { readable } from '../frame/text.js';

// More rows than these nobody reads.
const MOST_ROWS = 300;

export class JointTable {
  /**
   * @param {string} unit
   * @param {(path: string) => void} choose
   */
  constructor(unit, choose) {
    this.choose_ = choose;
    this.caption_ = element('caption');
    this.body_ = element('tbody');
    const heads = ['joint', 'x', 'y', 'z'].map((text) =>
      element('th', { text, attributes: { scope: 'col' } }));
    this.table = element('table', {
      class: 'scene-table',
      children: [
        this.caption_,
        element('thead', { children: [element('tr', { children: heads })] }),
        this.body_,
      ],
    });
    this.element = element('details', {
      class: 'scene-details',
      children: [
        element('summary', { text: `Positions of joints, in ${unit}` }),
        element('div', {
          class: 'scene-scroll',
          attributes: { tabindex: '0', role: 'region', 'aria-label': 'Positions of joints' },
          children: [this.table],
        }),
      ],
    });
    /** @type {{button: HTMLElement, cells: HTMLElement[]}[]} */
    this.rows_ = [];
  }

  get isOpen() {
    return this.element.open;
  }

  open() {
    this.element.open = true;
  }

  /**
   * @param {{path: string, name: string, position: ArrayLike<number>}[]} rows
   * @param {string} time
   * @param {string | null} selected
   */
  update(rows, time, selected) {
    const shown = rows.slice(0, MOST_ROWS);
    const more = rows.length - shown.length;
    this.caption_.textContent = `at ${time}` +
        (more > 0 ? `; the first ${MOST_ROWS} of ${rows.length}` : '');
    while (this.rows_.length < shown.length) this.addRow_();
    shown.forEach(({ path, name, position }, i) => {
      const row = this.rows_[i];
      row.button.textContent = readable(name);
      row.button.dataset.path = path;
      const pressed = selected === path ||
          (selected !== null && selected.startsWith(`${path}.`));
      row.button.setAttribute('aria-pressed', String(pressed));
      row.cells.forEach((cell, c) => {
        cell.textContent = numberText(position[c]);
      });
    });
  }

  addRow_() {
    const chooser = button('', () => this.choose_(chooser.dataset.path ?? ''));
    const cells = [0, 1, 2].map(() => element('td'));
    const head = element('th', { attributes: { scope: 'row' }, children: [chooser] });
    this.body_.append(element('tr', { children: [head, ...cells] }));
    this.rows_.push({ button: chooser, cells });
  }
}

/** @param {number} value */
export function numberText(value) {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  return Math.abs(value) < 1e6 ? value.toFixed(4) : value.toExponential(3);
}
