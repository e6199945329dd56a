// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import test from 'node:test';

import {makeSet, trackJson} from './test_tracks.js';
import {outerPaths} from './tracks.js';

test('columns: equal numbers are written once, zeros are missing', () => {
  const json = trackJson([[0, 7], [1, 7]]);
  json.v = Float32Array.from([7]);
  json.iw = Float32Array.from([0.5]);
  delete json.it;
  delete json.m;
  const track = makeSet([json]).tracks[0];
  assert.deepEqual(track.key(1), {
    time: 1, value: 7, inTangent: 0, outTangent: 0, inWeight: 0.5, outWeight: 0,
    mode: 3,
  });
});

test('paths of keys find their track', () => {
  const set = makeSet([
    trackJson([], {path: 'hands.left.Wrist.position.x'}),
    trackJson([], {path: '/clips/c/joint_clips/j/0'}),
    trackJson([], {path: 'clips.wave.bones[1].rotation'}),
  ]);
  const at = (path) => set.tracks.indexOf(set.find(path));
  assert.equal(at('hands.left.Wrist.position.x.keys[3].value'), 0);
  assert.equal(at('/clips/c/joint_clips/j/0/samples/2'), 1);
  assert.equal(at('clips.wave.bones[1].rotation'), 2);
  assert.equal(at('hands.left.Wrist'), -1);
  assert.equal(at(''), -1);
  assert.equal(at(null), -1);
});

test('tracks of a clip, marks, numbers that JSON does not have', () => {
  const set = makeSet(
      [trackJson([], {clip: 0}), trackJson([], {clip: 1, path: 'c', max: 'Infinity'})],
      {
        to: 'NaN',
        marks: {t: Float32Array.from([1, NaN]), names: ['one', '<b>'],
                clip: Uint16Array.from([0, 1])},
      });
  assert.equal(set.to, 0);
  assert.deepEqual(set.ofClip(1).map((track) => track.path), ['c']);
  assert.equal(set.tracks[1].max, Infinity);
  assert.equal(set.marks[1].name, '<b>');
});

test('names with dots and slashes: paths are cut at what is the format\'s own', () => {
  const name = 'a.b[0].'.repeat(100);
  const set = makeSet([
    trackJson([], {path: `clips.${name}.bones[1].rotation`}),
    trackJson([], {path: `/clips/${name}/joint_clips/${name}/0`}),
  ]);
  const at = (path) => set.tracks.indexOf(set.find(path));
  assert.equal(at(`clips.${name}.bones[1].rotation.keys[3].value`), 0);
  assert.equal(at(`/clips/${name}/joint_clips/${name}/0/samples/2`), 1);
  assert.deepEqual(outerPaths(`/clips/${name}/x`), [`/clips/${name}`, '/clips']);
  assert.deepEqual(
      outerPaths('a.b[1].c'), ['a.b[1]', 'a.b', 'a']);
  assert.deepEqual(outerPaths(''), []);
  for (const path of ['.'.repeat(100_000), '/'.repeat(100_000)]) {
    assert.ok(outerPaths(path).length <= 10);
  }
});

test('a clip whose curves are not here is no other clip', () => {
  const set = makeSet(
      [trackJson([], {clip: 0}), trackJson([], {path: 'c'})],
      {clips: [{name: 'walk', duration: 1, loop: true}]});
  assert.equal(set.clipCalled('walk'), 0);
  assert.equal(set.clipCalled('run'), -1);
  assert.deepEqual(set.ofClip(-1).map((track) => track.path), ['c']);
});
