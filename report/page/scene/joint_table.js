// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The contents of the picture as a table: for readers who do not see it, and to choose a joint by
// keyboard.

import { button, element, scrolled, table, tableRow } from '../frame/dom.js';
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
    this.table_ = table('scene-table', this.caption_, ['joint', 'x', 'y', 'z']);
    this.element = element('details', {
      class: 'scene-details',
      children: [
        element('summary', { text: `Positions of joints, in ${unit}` }),
        scrolled('scene-scroll', 'Positions of joints', [this.table_], 'region'),
      ],
    });
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
    const [body] = this.table_.tBodies;
    while (body.rows.length < shown.length) body.append(this.newRow_());
    shown.forEach(({ path, name, position }, i) => {
      const [head, ...cells] = body.rows[i].cells;
      const chooser = /** @type {HTMLElement} */ (head.firstChild);
      chooser.textContent = readable(name);
      chooser.dataset.path = path;
      const pressed = selected === path ||
          (selected !== null && selected.startsWith(`${path}.`));
      chooser.setAttribute('aria-pressed', String(pressed));
      cells.forEach((cell, c) => {
        cell.textContent = numberText(position[c]);
      });
    });
  }

  newRow_() {
    const chooser = button('', () => this.choose_(chooser.dataset.path ?? ''));
    return tableRow([chooser, '', '', '']);
  }
}

/** @param {number} value */
export function numberText(value) {
  if (!Number.isFinite(value)) return String(value);
  return Math.abs(value) < 1e6 ? value.toFixed(4) : value.toExponential(3);
}
