// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Where the states of a machine stand, and which way its arrows go: laid out
// once, by dagre. The start is at the top, what cannot be reached stands below
// the rest, and the words of an arrow are a box that the arrow leads into and
// out of, so that no arrow touches words.
//
// A machine of hundreds of states takes too long and shows nothing: of those,
// the surroundings of one state are laid out.

import { visible } from './text.js';

/** The largest machine that is laid out as a whole. */
const MOST_STATES = 80;
const MOST_ARROWS = 160;
/** The most of a larger machine that is shown around a state. */
const MOST_NEAR = 24;
const MOST_NEAR_ARROWS = 50;

const NAME_WIDTH = 7.4;   // of a character, bold, 13 px
const WORDS_WIDTH = 6.2;  // 11 px
const STATE_PADDING = 12;
const LINE = 15;
const LOOP = 26;  // how far an arrow from a state to itself leads out
const GAP = 44;
/** The frame around what cannot be reached has a title. */
const LEAST_APART = 110;

/** A text that is drawn; long ones are cut in the picture. */
export function cut(text, most) {
  const characters = Array.from(text);
  if (characters.length <= most) return text;
  return characters.slice(0, most - 1).join('') + '\u2026';
}

const MOST_NAME = 44;
/** As many as C++ gives. */
const MOST_CHARACTERS = 60;

/** Wide characters take as much as two others. */
function widthOf(text, each) {
  let width = 0;
  for (const c of text) width += c.codePointAt(0) >= 0x1100 ? 2 * each : each;
  return width;
}

function linesWidth(lines) {
  return Math.max(0, ...lines.map((line) => widthOf(line, WORDS_WIDTH)));
}

/** The states that are shown: all, or those around `centre`. */
function statesToShow(graph, centre) {
  const arrows = graph.transitions.length;
  if (graph.states.length <= MOST_STATES && arrows <= MOST_ARROWS) {
    return graph.states.map((_, i) => i);
  }
  const shown = new Set([centre]);
  const open = [centre];
  let seen = 0;
  const arriving = arrivals(graph);
  for (let i = 0; i < open.length && shown.size < MOST_NEAR; ++i) {
    const near = [
      ...graph.leaving[open[i]].map(({to}) => to),
      ...(arriving.get(open[i]) ?? []),
    ];
    for (const state of near) {
      if (shown.size >= MOST_NEAR || ++seen > 100 * MOST_NEAR) break;
      if (shown.has(state)) continue;
      shown.add(state);
      open.push(state);
    }
  }
  return [...shown].sort((a, b) => a - b);
}

/** By state, those that lead to it. */
function arrivals(graph) {
  const map = new Map();
  for (const {from, to} of graph.transitions) {
    if (!map.has(to)) map.set(to, []);
    map.get(to).push(from);
  }
  return map;
}

/** Returns transitions between shown states, those of the centre first. */
function transitionsToShow(graph, shown, centre) {
  const inside = new Set(shown);
  const isNear = (t) => t.from === centre || t.to === centre;
  const all = [];
  for (const state of shown) {
    for (const t of graph.leaving[state]) {
      if (inside.has(t.to)) all.push(t);
    }
  }
  if (shown.length === graph.states.length && all.length <= MOST_ARROWS) {
    return all;
  }
  return [...all.filter(isNear), ...all.filter((t) => !isNear(t))].slice(
      0, MOST_NEAR_ARROWS);
}

/** By state, how far it is from the first of them. */
function distances(states, transitions, first) {
  const next = new Map(states.map((s) => [s, []]));
  for (const { from, to } of transitions) {
    if (next.has(to)) next.get(from).push(to);
  }
  const distance = new Map([[first, 0]]);
  const open = [first];
  for (const state of open) {
    for (const to of next.get(state)) {
      if (distance.has(to)) continue;
      distance.set(to, distance.size);
      open.push(to);
    }
  }
  for (const state of states) {
    if (!distance.has(state)) distance.set(state, distance.size);
  }
  return distance;
}

/** The size of a state's box, and of what stands beside it. */
function measure(graph, state, loop) {
  const {name, words} = graph.states[state];
  const title = cut(visible(name), MOST_NAME);
  const line = cut(words, MOST_CHARACTERS);
  const width = 2 * STATE_PADDING +
      Math.max(40, widthOf(title, NAME_WIDTH), widthOf(line, WORDS_WIDTH));
  const loopLines = loop ? linesOf(loop) : [];
  const beside = loop ? LOOP + 6 + linesWidth(loopLines) : 0;
  return {
    state,
    title,
    line,
    width,
    height: line === '' ? 30 : 46,
    loop: loop ? {transition: loop, lines: loopLines} : null,
    beside,
  };
}

/** Returns the lines of text at an arrow. */
function linesOf(transition) {
  const lines = transition.causes.map((line) => cut(line, MOST_CHARACTERS));
  if (!transition.listed) lines.push('not listed');
  return lines;
}

/** By the height at which things stand in a row, how high the row is. */
function rowHeights(g) {
  const rows = new Map();
  for (const name of g.nodes()) {
    const { y, height } = g.node(name);
    const key = Math.round(y);
    rows.set(key, Math.max(rows.get(key) ?? 0, height));
  }
  return rows;
}

/**
 * An arrow's points, down from one box to another. It is slanted only between
 * the rows, where nothing stands: on its way through a row, it goes straight
 * down, in the lane that dagre has kept free for it.
 */
function pathBetween(from, to, points, rows) {
  const heightAt = (y) => rows.get(Math.round(y)) ?? 0;
  const lanes = points.slice(1, -1).filter(
      ({ y }) => y > from.y + heightAt(from.y) / 2 &&
          y < to.y - heightAt(to.y) / 2);
  const begin = inside(from, lanes[0] ?? to);
  const end = inside(to, lanes[lanes.length - 1] ?? from);
  const path = [
    { x: begin, y: from.y + from.height / 2 },
    { x: begin, y: from.y + heightAt(from.y) / 2 },
  ];
  for (const { x, y } of lanes) {
    const half = heightAt(y) / 2;
    path.push({ x, y: y - half });
    if (half !== 0) path.push({ x, y: y + half });
  }
  path.push(
      { x: end, y: to.y - heightAt(to.y) / 2 },
      { x: end, y: to.y - to.height / 2 });
  return straightened(path);
}

/** Where an arrow from or to a point meets a box: below or above it. */
function inside(box, point) {
  const most = Math.max(0, box.width / 2 - 14);
  const along = Math.abs(point.y - box.y) || 1;
  const wanted = (point.x - box.x) * Math.min(1, box.height / along);
  return box.x + Math.min(most, Math.max(-most, wanted));
}

/** Without points that are on the way anyway. */
function straightened(path) {
  const kept = [path[0]];
  for (let i = 1; i < path.length; ++i) {
    const last = kept[kept.length - 1];
    const { x, y } = path[i];
    if (Math.abs(x - last.x) < 0.5 && Math.abs(y - last.y) < 0.5) continue;
    const before = kept[kept.length - 2];
    const isStraight = before && Math.abs(before.x - last.x) < 0.5 &&
        Math.abs(last.x - x) < 0.5;
    if (isStraight) kept.pop();
    kept.push({ x, y });
  }
  return kept;
}

/** One of the two parts: what can be reached, or what cannot. */
function layPart(dagre, graph, states, transitions, first, withStart) {
  const g = new dagre.graphlib.Graph({multigraph: true});
  g.setGraph({
    rankdir: 'TB',
    nodesep: 28,
    ranksep: 56,
    edgesep: 14,
    // For large graphs, use the ranker whose cost is linear.
    ranker: states.length + transitions.length > 150 ? 'longest-path' :
                                                       'network-simplex',
  });
  g.setDefaultEdgeLabel(() => ({}));
  const loops = new Map(transitions.filter(({from, to}) => from === to)
                            .map((t) => [t.from, t]));
  const boxes = new Map();
  for (const state of states) {
    const box = measure(graph, state, loops.get(state));
    boxes.set(state, box);
    g.setNode(`s${state}`, {
      width: box.width + 2 * box.beside,
      height: box.height,
    });
  }
  if (withStart) {
    g.setNode('start', {width: 12, height: 12});
    g.setEdge('start', `s${first}`);
  }
  const order = distances(states, transitions, first);
  const arrows = [];
  for (const t of transitions) {
    if (t.from === t.to) continue;
    // An arrow that leads back is laid out the other way round.
    const isBack = order.get(t.to) < order.get(t.from);
    const [top, bottom] = isBack ? [t.to, t.from] : [t.from, t.to];
    const leadsOut = !boxes.has(t.to);
    const lines = linesOf(t);
    // To the other part leads no line, but words say so.
    if (leadsOut) {
      lines.unshift(`to ${cut(visible(graph.states[t.to].name), MOST_NAME)}`);
    }
    const label = lines.length === 0 ? null : {
      lines,
      width: linesWidth(lines) + 10,
      height: LINE * lines.length + 6,
    };
    const arrow = { transition: t, isBack, top, bottom, label, leadsOut };
    arrows.push(arrow);
    const name = `t${t.index}`;
    if (label) {
      g.setNode(name, {width: label.width, height: label.height});
      g.setEdge(`s${top}`, name, {}, `${name}a`);
      if (!leadsOut) g.setEdge(name, `s${bottom}`, {}, `${name}b`);
    } else {
      g.setEdge(`s${top}`, `s${bottom}`, {}, name);
    }
  }
  dagre.layout(g);
  return collect(g, boxes, arrows, withStart ? first : null);
}

/** Returns dagre's layout, as boxes and paths. */
function collect(g, boxes, arrows, first) {
  const rows = rowHeights(g);
  for (const [state, box] of boxes) {
    const { x, y } = g.node(`s${state}`);
    Object.assign(box, { x, y });
  }
  const drawn = arrows.map((arrow) => {
    const { transition, isBack, top, bottom, label, leadsOut } = arrow;
    const name = `t${transition.index}`;
    const from = boxes.get(top);
    const to = boxes.get(bottom);
    let paths;
    let words = null;
    if (label) {
      words = {...g.node(name), lines: label.lines};
      const { points } = g.edge(`s${top}`, name, `${name}a`);
      paths = [pathBetween(from, words, points, rows)];
      if (!leadsOut) {
        const rest = g.edge(name, `s${bottom}`, `${name}b`).points;
        paths.push(pathBetween(words, to, rest, rows));
      }
    } else {
      const {points} = g.edge(`s${top}`, `s${bottom}`, name);
      paths = [pathBetween(from, to, points, rows)];
    }
    if (isBack) {
      paths = paths.map((path) => [...path].reverse()).reverse();
    }
    return {transition, paths, words};
  });
  for (const box of boxes.values()) {
    if (box.loop) drawn.push(loopOf(box));
  }
  const {width, height} = g.graph();
  const start = first === null ? null : {
    ...g.node('start'),
    path: pathBetween(
        g.node('start'), boxes.get(first),
        g.edge('start', `s${first}`).points, rows),
  };
  return {states: [...boxes.values()], arrows: drawn, width, height, start};
}

/** An arrow from a state to itself, at its right. */
function loopOf(box) {
  const x = box.x + box.width / 2;
  const {transition, lines} = box.loop;
  const high = box.height / 2 - 8;
  return {
    transition,
    paths: [[
      {x, y: box.y - high},
      {x: x + LOOP, y: box.y - high},
      {x: x + LOOP, y: box.y + high},
      {x, y: box.y + high},
    ]],
    words: lines.length === 0 ? null : {
      x: x + LOOP + 6 + linesWidth(lines) / 2,
      y: box.y,
      width: linesWidth(lines),
      height: LINE * lines.length,
      lines,
    },
  };
}

function move(part, dx, dy) {
  const points = [...part.states];
  for (const { paths, words } of part.arrows) {
    points.push(...paths.flat());
    if (words) points.push(words);
  }
  if (part.start) points.push(part.start, ...part.start.path);
  for (const point of points) {
    point.x += dx;
    point.y += dy;
  }
}

/**
 * @param {object} dagre the library
 * @param {object} graph of readGraph()
 * @param {number} centre the state around which a large machine is shown
 * @return {object} boxes, arrows, the start, and the frame around what cannot
 *     be reached
 */
export function layOutWith(dagre, graph, centre) {
  const shown = statesToShow(graph, centre);
  const transitions = transitionsToShow(graph, shown, centre);
  const isReachable = (state) => graph.states[state].reachable;
  const above = shown.filter(isReachable);
  const below = shown.filter((state) => !isReachable(state));
  const layout = {
    states: [],
    arrows: [],
    start: null,
    apart: null,
    width: 0,
    height: 0,
    whole: shown.length === graph.states.length &&
        transitions.length === graph.transitions.length,
  };
  const add = (part) => {
    layout.states.push(...part.states);
    layout.arrows.push(...part.arrows);
    layout.width = Math.max(layout.width, part.width);
    layout.height += part.height;
  };
  if (above.length !== 0) {
    const hasStart = above.includes(graph.start);
    const first = hasStart ? graph.start : above[0];
    const part = layPart(
        dagre, graph, above, transitions.filter(({from}) => isReachable(from)), first,
        hasStart);
    layout.start = part.start;
    add(part);
  }
  if (below.length !== 0) {
    const part = layPart(
        dagre, graph, below,
        transitions.filter(({ from }) => !isReachable(from)), below[0], false);
    const top = layout.height + (above.length === 0 ? 0 : GAP);
    move(part, 0, top + 28);
    const frame = { x: 0, y: top, width: part.width, height: part.height + 40 };
    if (part.width < LEAST_APART) {
      move(part, (LEAST_APART - part.width) / 2, 0);
      part.width = LEAST_APART;
      frame.width = LEAST_APART;
    }
    // The narrower of the two stands in the middle.
    const aside = (layout.width - part.width) / 2;
    if (aside > 0) {
      move(part, aside, 0);
      frame.x = aside;
    } else {
      move(layout, -aside, 0);
    }
    layout.height = top;
    add(part);
    layout.apart = frame;
    layout.height += 40;
  }
  return layout;
}
