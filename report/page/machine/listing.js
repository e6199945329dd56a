// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The machine as a table: for those who do not see the chart, and for machines
// that are too large for one. A page of a hundred states at a time.

import { button, element, scrolled, searchField, table, tableRow } from '../frame/dom.js';
import { count } from '../frame/text.js';
import { visible } from './text.js';

const PAGE = 100;
const MOST_TARGETS = 20;

export class Listing {
  constructor(graph, actions) {
    this.graph = graph;
    this.actions = actions;
    this.first = 0;
    this.found = new Map();
    this.rows = new Map();
    this.current = -1;
    const states = table('machine-table', 'States', ['state', 'shows', 'leads to', '']);
    [this.body] = states.tBodies;
    this.place = element('span');
    this.search = searchField('Find a state', () => {
      this.first = 0;
      this.fill();
    });
    const pages = element('div', {
      class: 'machine-buttons',
      children: [
        this.search,
        button('\u2039', () => this.turn(-1), { label: 'States before these' }),
        this.place,
        button('\u203a', () => this.turn(1), { label: 'States after these' }),
      ],
    });
    pages.hidden = graph.states.length <= 20;
    this.host = element('details', {
      class: 'machine-list',
      children: [
        element('summary', { text: `${count(graph.states.length, 'state')} and ${
          count(graph.transitions.length, 'transition')} as a table` }),
        pages,
        scrolled('machine-scroll', 'States', [states]),
      ],
      on: { toggle: () => this.fill() },
    });
  }

  turn(by) {
    const next = this.first + by * PAGE;
    if (next < 0 || next >= this.matching().length) return;
    this.first = next;
    this.fill();
  }

  matching() {
    const wanted = this.search.value.toLowerCase();
    const all = this.graph.states.map((_, i) => i);
    if (wanted === '') return all;
    return all.filter((i) => {
      const { name, words } = this.graph.states[i];
      return name.toLowerCase().includes(wanted) || words.toLowerCase().includes(wanted);
    });
  }

  /** Only what is open costs something. */
  fill() {
    if (!this.host.open) return;
    const all = this.matching();
    const shown = all.slice(this.first, this.first + PAGE);
    this.place.textContent = all.length === 0 ?
        'none' : `${this.first + 1} to ${this.first + shown.length} of ${all.length}`;
    this.rows.clear();
    this.body.replaceChildren(...shown.map((state) => this.row(state)));
    this.markRow(this.current, true);
  }

  row(state) {
    const { name, words, reachable } = this.graph.states[state];
    const leaving = this.graph.leaving[state];
    const targets = leaving.slice(0, MOST_TARGETS).map(
        ({ to, causes, listed }) =>
          visible(this.graph.states[to].name) +
          (causes.length ? ` (${causes.join(', ')})` : '') +
          (listed ? '' : ' (not listed)'));
    if (leaving.length > MOST_TARGETS) {
      targets.push(`${leaving.length - MOST_TARGETS} more`);
    }
    const notes = [];
    if (state === this.graph.start) notes.push('start');
    if (!reachable) notes.push('cannot be reached');
    const finding = this.found.get(state);
    if (finding) notes.push(finding);
    const made = tableRow([
      button(visible(name), () => this.actions.enter(state)), words, targets.join('; '),
      element('span', { class: 'muted', text: notes.join('; ') }),
    ]);
    this.rows.set(state, made);
    return made;
  }

  markRow(state, isCurrent) {
    const found = this.rows.get(state);
    if (!found) return;
    found.classList.toggle('machine-row-current', isCurrent);
    if (isCurrent) {
      found.setAttribute('aria-current', 'true');
    } else {
      found.removeAttribute('aria-current');
    }
  }

  mark(state) {
    if (state === this.current) return;
    this.markRow(this.current, false);
    this.current = state;
    this.markRow(state, true);
  }

  markFindings(found) {
    this.found = found;
    this.fill();
  }
}
