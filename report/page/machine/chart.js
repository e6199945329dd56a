// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The chart of a machine on the page: the picture in a frame that zooms and
// pans, with a way through it by keyboard.

import dagre from 'dagre';
import { event as d3Event, select } from 'd3-selection';
import { zoom, zoomIdentity } from 'd3-zoom';
import { button, element, svg } from '../frame/dom.js';
import { layOutWith } from './layout.js';
import { drawPicture } from './picture.js';

const SMALLEST = 0.1;
const LARGEST = 4;

export class Chart {
  /**
   * @param {object} graph
   * @param {object} actions enter(state), follow(transition), focus(state)
   */
  constructor(graph, actions) {
    this.graph = graph;
    this.actions = actions;
    this.picture = null;
    this.marked = null;  // the picture whose findings are marked
    this.focused = -1;
    this.current = -1;
    this.fitted = false;
    this.drawing = svg('svg', {
      class: 'machine-svg',
      attributes: {
        role: 'group',
        'aria-label': 'States and transitions',
      },
      on: { keydown: (event) => this.onKey(event) },
    });
    this.note = element('p', { class: 'machine-note muted' });
    this.note.hidden = true;
    this.host = element('div', {
      class: 'machine-chart',
      children: [
        element('div', {
          class: 'machine-tools',
          children: [
            button('+', () => this.zoomBy(1.3), { label: 'Zoom in' }),
            button('\u2212', () => this.zoomBy(1 / 1.3), { label: 'Zoom out' }),
            button('Fit', () => this.fit(true), { label: 'Show all of it' }),
          ],
        }),
        this.drawing,
        this.note,
      ],
    });
    this.zoom = zoom()
        .scaleExtent([SMALLEST, LARGEST])
        // The wheel alone scrolls the page.
        .filter(() => d3Event.type !== 'wheel' || d3Event.ctrlKey ||
            d3Event.metaKey)
        .extent(() => {
          const { width, height } = this.size();
          return [[0, 0], [width, height]];
        })
        .on('zoom', () => this.place(d3Event.transform));
    select(this.drawing).call(this.zoom).on('dblclick.zoom', null);
  }

  size() {
    const { clientWidth, clientHeight } = this.drawing;
    return { width: clientWidth || 600, height: clientHeight || 400 };
  }

  place({ k, x, y }) {
    if (!this.picture) return;
    this.picture.inner.setAttribute(
        'transform', `translate(${x},${y}) scale(${k})`);
  }

  zoomBy(factor) {
    select(this.drawing).call(this.zoom.scaleBy, factor);
  }

  /** All of it in the frame; unless it is asked for, not so small that nobody can read it. */
  fit(all = false) {
    if (!this.picture) return;
    const { width, height } = this.size();
    const { picture } = this;
    const least = all ? 0 : width < 600 ? 0.8 : 0.7;
    const scale = Math.max(
        least, Math.min(1.25, width / picture.width, height / picture.height));
    const x = (width - scale * picture.width) / 2 + scale * picture.margin;
    const isTall = scale * picture.height > height;
    const y = (isTall ? 0 : (height - scale * picture.height) / 2) +
        scale * picture.margin;
    select(this.drawing).call(
        this.zoom.transform, zoomIdentity.translate(x, y).scale(scale));
    if (isTall || scale * picture.width > width) this.reveal(this.current);
  }

  /** Moves the picture so that a state can be seen, if it is drawn. */
  reveal(state) {
    const box = this.layout.states.find((one) => one.state === state);
    if (!box) return;
    const { width, height } = this.size();
    const transform = this.drawing.__zoom;
    const [x, y] = transform.apply([box.x, box.y]);
    const w = box.width / 2 * transform.k + 8;
    const h = box.height / 2 * transform.k + 8;
    if (x - w >= 0 && x + w <= width && y - h >= 0 && y + h <= height) return;
    select(this.drawing).call(this.zoom.translateTo, box.x, box.y);
  }

  /** Draws, or draws again around another state of a large machine. */
  draw(centre) {
    this.centre = centre;
    this.layout = layOutWith(dagre, this.graph, centre);
    this.picture = drawPicture(this.graph, this.layout, this.actions);
    this.drawing.replaceChildren(this.picture.inner);
    this.note.hidden = this.layout.whole;
    this.note.textContent = this.layout.whole ? '' :
        `${this.layout.states.length} of ${
            this.graph.states.length.toLocaleString('en-US')} states are shown: ${
            'those around the current one. The list below has all.'}`;
    this.current = -1;
    this.focused = -1;
    for (const [state, drawn] of this.picture.states) {
      drawn.addEventListener('focus', () => { this.focused = state; });
    }
    this.fitted = false;
  }

  /** Whether a large machine is to be drawn around another state. */
  leadsOut(state) {
    const { states } = this.picture;
    if (!states.has(state)) return true;
    if (this.layout.whole || state === this.centre) return false;
    return this.graph.leaving[state].some(({ to }) => !states.has(to));
  }

  /** Marks the current state and what leads away from it. */
  mark(state) {
    if (this.picture === null || this.leadsOut(state)) this.draw(state);
    if (state !== this.current) {
      const { states, arrows } = this.picture;
      states.get(this.current)?.classList.remove('machine-current');
      states.get(this.current)?.removeAttribute('aria-current');
      for (const arrow of arrows.values()) {
        arrow.classList.remove('machine-open');
      }
      this.current = state;
      states.get(state)?.classList.add('machine-current');
      states.get(state)?.setAttribute('aria-current', 'true');
      for (const { index, listed } of this.graph.leaving[state]) {
        if (listed) arrows.get(index)?.classList.add('machine-open');
      }
      if (this.focused === -1) this.tabTo(state);
      if (this.fitted) this.reveal(state);
    }
    if (!this.fitted && this.drawing.clientWidth !== 0) {
      this.fit();
      this.fitted = true;
    }
  }

  /** States that findings are about. @param {Map<number, string>} found */
  markFindings(found) {
    if (this.picture === this.marked) return;
    this.marked = this.picture;
    for (const [state, drawn] of this.picture.states) {
      drawn.classList.toggle('machine-found', found.has(state));
    }
  }

  tabTo(state) {
    for (const [other, drawn] of this.picture.states) {
      drawn.setAttribute('tabindex', other === state ? 0 : -1);
    }
  }

  focus(state) {
    const drawn = this.picture.states.get(state);
    if (!drawn) return;
    this.tabTo(state);
    this.focused = state;
    drawn.focus({ preventScroll: true });
    this.reveal(state);
    this.actions.focus(state);
  }

  /** Arrows go to the state before or after, from top to bottom; Enter asks for it. */
  onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Enter') {
      if (this.focused !== -1) this.actions.enter(this.focused);
      event.preventDefault();
      return;
    }
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const order = [...this.layout.states].sort((a, b) => a.y - b.y || a.x - b.x);
    const at = order.findIndex(({ state }) => state === this.focused);
    const next = order[Math.max(at, 0) + by];
    if (next) this.focus(next.state);
  }
}
