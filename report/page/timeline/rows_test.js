// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import test from 'node:test';

import {
  buildTree,
  closedAtFirst,
  heightOf,
  layRows,
  rangeOf,
  rowAt,
  rowsIn,
  summaryOf,
} from './rows.js';
import {makeSet, trackJson} from './test_tracks.js';

function hands(joints) {
  const tracks = [trackJson([], {path: 'hands.left.tracked', label: 'tracked',
                                 group: ['hands', 'left']})];
  for (let j = 0; j < joints; ++j) {
    for (const part of ['position.x', 'position.y', 'rotation.x']) {
      tracks.push(trackJson([], {path: `hands.left.J${j}.${part}`, label: part,
                                 group: ['hands', 'left', `J${j}`]}));
    }
  }
  return makeSet(tracks).tracks;
}

test('groups nest, and rows follow each other', () => {
  const tree = buildTree(hands(2));
  const rows = layRows(tree, new Set());
  assert.deepEqual(rows.map((row) => row.id).slice(0, 5),
                   ['/hands', '/hands/left', 'hands.left.tracked',
                    '/hands/left/J0', 'hands.left.J0.position.x']);
  assert.equal(rows[4].depth, 4);
  assert.equal(rows[3].place, 2);
  assert.equal(rows[3].siblings, 3);
  for (let i = 1; i < rows.length; ++i) {
    assert.equal(rows[i].top, rows[i - 1].top + rows[i - 1].height);
  }
});

test('of many tracks the inner groups are closed, and show their first tracks', () => {
  const tree = buildTree(hands(20));
  const rows = layRows(tree, closedAtFirst(tree));
  assert.equal(rows.length, 3 + 20);
  assert.deepEqual(rows[4].drawn.map((t) => t.label), ['position.x', 'position.y']);
  assert.equal(summaryOf(tree).length, 0);
  assert.equal(closedAtFirst(buildTree(hands(2))).size, 0);
});

test('a filter leaves no empty groups', () => {
  const tree = buildTree(hands(3));
  const rows = layRows(tree, new Set(), (t) => t.path.includes('J1.rotation'));
  assert.deepEqual(rows.map((row) => row.id),
                   ['/hands', '/hands/left', '/hands/left/J1',
                    'hands.left.J1.rotation.x']);
  assert.deepEqual(layRows(tree, new Set(), () => false), []);
  assert.equal(heightOf([]), 0);
});

test('only rows that show are found', () => {
  const tree = buildTree(hands(20));
  const rows = layRows(tree, new Set());
  const seen = rowsIn(rows, 500, 200);
  assert.ok(seen[0].top <= 500 && seen[0].top + seen[0].height > 500);
  const last = seen.at(-1);
  assert.ok(last.top < 700 && last.top + last.height >= 700);
  assert.equal(rowAt(rows, -1), -1);
  assert.equal(rowAt(rows, 1e9), rows.length - 1);
});

test('scales are never empty', () => {
  const range = (min, max) => rangeOf(makeSet([trackJson([], {min, max})]).tracks);
  assert.deepEqual(range(-1, 2), [-1, 2]);
  assert.deepEqual(range(5, 5), [4.5, 5.5]);
  assert.deepEqual(range(3, 3 + 1e-7).map((v) => Math.round((v - 3) * 1e5)), [-3, 3]);
  const [bottom, top] = rangeOf([{min: 0, max: 1e-6, fine: 0.01}]);
  assert.ok(top - bottom > 0.01);
  assert.deepEqual(range(undefined, undefined), [0, 1]);
  assert.deepEqual(rangeOf([]), [0, 1]);
  const [low, high] = range(1e300, 1e300);
  assert.ok(low < high);
});
