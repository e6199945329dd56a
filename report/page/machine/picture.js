// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The drawing of a laid out machine: boxes, arrows, words. Made of elements,
// never of markup. It is drawn once; what is current changes classes.

import { svg } from '../frame/dom.js';
import { visible } from './text.js';

const MARGIN = 16;
const LINE = 15;
/** How far an arrow is rounded where it bends. */
const ROUND = 10;

/** A path through points, rounded where it bends. */
export function pathText(points) {
  const text = [`M${round(points[0])}`];
  for (let i = 1; i + 1 < points.length; ++i) {
    const before = towards(points[i], points[i - 1]);
    const after = towards(points[i], points[i + 1]);
    text.push(`L${round(before)}Q${round(points[i])} ${round(after)}`);
  }
  text.push(`L${round(points[points.length - 1])}`);
  return text.join('');
}

function round({ x, y }) {
  return `${x.toFixed(1)},${y.toFixed(1)}`;
}

/** A point on the way from one to another, not beyond the middle. */
function towards(from, to) {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy);
  if (length === 0) return from;
  const part = Math.min(ROUND, length / 2) / length;
  return { x: from.x + dx * part, y: from.y + dy * part };
}

/** The tip of an arrow that ends here, as a triangle. */
function tipOf(points) {
  const end = points[points.length - 1];
  const before = points[points.length - 2];
  const length = Math.hypot(end.x - before.x, end.y - before.y) || 1;
  const x = (end.x - before.x) / length;
  const y = (end.y - before.y) / length;
  const at = (back, side) =>
      round({ x: end.x - back * x - side * y, y: end.y - back * y + side * x });
  return `M${round(end)}L${at(9, 4.5)}L${at(9, -4.5)}Z`;
}

function textLines(lines, x, y, className) {
  const top = y - (lines.length - 1) * LINE / 2 + 4;
  return lines.map((text, i) => svg('text', {
    class: className,
    text,
    attributes: { x, y: top + i * LINE, 'text-anchor': 'middle' },
  }));
}

/**
 * @param {object} graph of readGraph()
 * @param {object} layout of layOut()
 * @param {{enter: function(number), follow: function(object)}} actions what a
 *     click on a state and on a transition does
 */
export function drawPicture(graph, layout, actions) {
  const states = new Map();
  const arrows = new Map();
  const inner = svg('g', { class: 'machine-drawing' });
  if (layout.apart) inner.append(...drawApart(layout.apart));
  if (layout.start) {
    inner.append(
        svg('circle', {
          class: 'machine-start',
          attributes: { cx: layout.start.x, cy: layout.start.y, r: 5 },
        }),
        drawLine([layout.start.path], 'machine-arrow'));
  }
  for (const arrow of layout.arrows) {
    const drawn = drawArrow(graph, arrow, actions);
    arrows.set(arrow.transition.index, drawn);
    inner.append(drawn);
  }
  for (const box of layout.states) {
    const drawn = drawState(graph, box, actions);
    states.set(box.state, drawn);
    inner.append(drawn);
  }
  return {
    inner,
    states,
    arrows,
    width: layout.width + 2 * MARGIN,
    height: layout.height + 2 * MARGIN,
    margin: MARGIN,
  };
}

function drawApart({ x, y, width, height }) {
  return [
    svg('rect', {
      class: 'machine-apart',
      attributes: { x: x - 8, y, width: width + 16, height, rx: 8 },
    }),
    svg('text', {
      class: 'machine-apart-title',
      text: 'cannot be reached',
      attributes: { x: x + 4, y: y + 17 },
    }),
  ];
}

function drawLine(paths, className) {
  const last = paths[paths.length - 1];
  return svg('g', {
    class: className,
    children: [
      ...paths.map((points) => svg('path', {
        class: 'machine-line',
        attributes: { d: pathText(points) },
      })),
      svg('path', { class: 'machine-tip', attributes: { d: tipOf(last) } }),
    ],
  });
}

function drawArrow(graph, { transition, paths, words }, actions) {
  const { from, to, causes, listed } = transition;
  const drawn = drawLine(
      paths, `machine-arrow ${listed ? '' : 'machine-refused'}`);
  // Wide invisible lines that a finger or a mouse can hit.
  for (const points of paths) {
    drawn.append(svg('path', {
      class: 'machine-hit',
      attributes: { d: pathText(points) },
    }));
  }
  if (words) {
    drawn.append(...textLines(words.lines, words.x, words.y, 'machine-words'));
  }
  const name = (state) => visible(graph.states[state].name);
  const why = causes.length === 0 ? '' : `: ${causes.join(', ')}`;
  drawn.prepend(svg('title', {
    text: `from ${name(from)} to ${name(to)}${why}${
        listed ? '' : ' (not listed: the game refuses it)'}`,
  }));
  drawn.addEventListener('click', () => actions.follow(transition));
  return drawn;
}

function drawState(graph, box, actions) {
  const { name, words, reachable } = graph.states[box.state];
  const left = box.x - box.width / 2;
  const top = box.y - box.height / 2;
  const hasWords = box.line !== '';
  const drawn = svg('g', {
    class: `machine-state ${reachable ? '' : 'machine-unreachable'}`,
    attributes: {
      tabindex: -1,
      role: 'button',
      'aria-label': `${visible(name)}: ${words === '' ? 'no clip' : words}`,
    },
    children: [
      svg('title', { text: `${visible(name)}: ${words}` }),
      svg('rect', {
        attributes: {
          x: left, y: top, width: box.width, height: box.height, rx: 8,
        },
      }),
      svg('text', {
        class: 'machine-name',
        text: box.title,
        attributes: {
          x: box.x,
          y: box.y + (hasWords ? -3 : 5),
          'text-anchor': 'middle',
        },
      }),
      hasWords && svg('text', {
        class: 'machine-words',
        text: box.line,
        attributes: { x: box.x, y: box.y + 14, 'text-anchor': 'middle' },
      }),
    ],
  });
  drawn.addEventListener('click', () => actions.enter(box.state));
  return drawn;
}
