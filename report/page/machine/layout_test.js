// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import test from 'node:test';
import { random } from './testing.js';

// Where Debian's packages have it.
const dagre = createRequire(import.meta.url)([
  '/usr/lib/python3/dist-packages/xstatic/pkg/dagre/data/dagre.min.js',
  '/usr/share/nodejs/dagre',
].find(existsSync));
const { layOutWith } = await import('./layout.js');

function graphOf(count, pairs, { causes = () => [], unreachable = [], start = 0 } = {}) {
  const states = Array.from({ length: count }, (_, i) => ({
    name: `state ${i}`, words: `plays door@open at time - ${i}`, root: i,
    reachable: !unreachable.includes(i),
  }));
  const transitions = pairs.map(([from, to], index) => ({
    index, from, to, causes: causes(index), listed: true,
  }));
  const leaving = states.map((_, i) => transitions.filter(({ from }) => from === i));
  return { states, transitions, leaving, start };
}

const layOut = (graph, centre = 0) => layOutWith(dagre, graph, centre);

const sides = ({ x, y, width, height }) => ({
  left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2,
});

function overlap(a, b, gap = 0) {
  const p = sides(a);
  const q = sides(b);
  return p.left < q.right + gap && q.left < p.right + gap &&
      p.top < q.bottom + gap && q.top < p.bottom + gap;
}

/** Whether a line between two points crosses a box. */
function crosses(a, b, box) {
  const { left, right, top, bottom } = sides(box);
  let begin = 0;
  let end = 1;
  for (const [from, to, low, high] of [
    [a.x, b.x, left, right], [a.y, b.y, top, bottom],
  ]) {
    if (from === to) {
      if (from <= low || from >= high) return false;
      continue;
    }
    const one = (low - from) / (to - from);
    const other = (high - from) / (to - from);
    begin = Math.max(begin, Math.min(one, other));
    end = Math.min(end, Math.max(one, other));
  }
  return begin < end - 1e-9;
}

test('the start is at the top, and what cannot be reached below the rest', () => {
  const graph = graphOf(5, [[2, 0], [0, 1], [1, 2], [3, 4], [4, 0]], {
    start: 2, unreachable: [3, 4],
  });
  const { states, start, apart } = layOut(graph, 2);
  const at = new Map(states.map((box) => [box.state, box]));
  for (const state of [0, 1]) assert.ok(at.get(2).y < at.get(state).y);
  assert.ok(start.y < at.get(2).y);
  for (const state of [3, 4]) {
    assert.ok(at.get(state).y - at.get(state).height / 2 >= apart.y);
  }
  for (const state of [0, 1, 2]) {
    assert.ok(at.get(state).y + at.get(state).height / 2 <= apart.y);
  }
});

test('no arrow touches words, no words touch one another or a state', () => {
  const next = random(7);
  let seen = 0;
  for (let round = 0; round < 30; ++round) {
    const count = 2 + Math.floor(next() * 8);
    const pairs = [];
    for (let from = 0; from < count; ++from) {
      for (let to = 0; to < count; ++to) {
        if (next() < 0.25) pairs.push([from, to]);
      }
    }
    const graph = graphOf(count, pairs, {
      causes: (i) => i % 2 === 0 ? ['time reaches #end', 'door@open reaches 0.5'].slice(i % 4 / 2) : [],
    });
    const { states, arrows } = layOut(graph);
    const labels = arrows.filter(({ words }) => words).map(({ words }) => words);
    labels.forEach((words, i) => {
      ++seen;
      for (const box of states) assert.ok(!overlap(words, box));
      for (const other of labels.slice(i + 1)) assert.ok(!overlap(words, other));
      // A line may end at the box of its own words, not lead through it.
      for (const { paths, words: own } of arrows) {
        const box = own === words ? { ...words, width: words.width - 2, height: words.height - 2 } : words;
        for (const path of paths) {
          for (let p = 1; p < path.length; ++p) {
            for (const state of states) {
              const smaller = { ...state, height: state.height - 2 };
              assert.ok(!crosses(path[p - 1], path[p], smaller), `round ${round}`);
            }
            assert.ok(!crosses(path[p - 1], path[p], box), `round ${round}`);
          }
        }
      }
    });
  }
  assert.ok(seen > 100);
});

test('to the other part leads no line, but words say so', () => {
  const graph = graphOf(3, [[0, 1], [0, 2], [2, 1]], { unreachable: [2] });
  const { arrows } = layOut(graph);
  const lines = arrows.map(({ words }) => words?.lines ?? null);
  assert.deepEqual(lines, [null, ['to state 2'], ['to state 1']]);
  assert.ok(arrows.every(({ paths }) => paths.length === 1));
});

test('of a large machine the surroundings of a state are laid out, soon', () => {
  const count = 10_000;
  const pairs = [];
  for (let i = 0; i < count; ++i) pairs.push([i, (i + 1) % count], [i, (i * 7) % count]);
  const graph = graphOf(count, pairs);
  const { states, whole } = layOut(graph, 5_000);
  assert.equal(whole, false);
  assert.ok(states.length <= 24);
  assert.ok(states.some(({ state }) => state === 5_000));
});

test('a state that leads to all others', () => {
  const pairs = [];
  for (let i = 0; i < 300; ++i) pairs.push([0, i], [i, 0]);
  const { states, arrows } = layOut(graphOf(300, pairs));
  assert.ok(states.length <= 24);
  assert.ok(arrows.length <= 50);
});

test('the most that is laid out as a whole does not take long', () => {
  const next = random(3);
  const pairs = Array.from({ length: 160 }, () =>
    [Math.floor(next() * 80), Math.floor(next() * 80)]);
  const unique = [...new Map(pairs.map((p) => [p.join(), p])).values()];
  const begin = performance.now();
  const { states } = layOut(graphOf(80, unique, { causes: () => ['time reaches 2'] }));
  const took = performance.now() - begin;
  assert.equal(states.length, 80);
  assert.ok(took < 10_000, `${took} ms`);
});
