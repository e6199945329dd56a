// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import test from 'node:test';

import {buildTree, layRows} from './rows.js';
import {makeSet, trackJson} from './test_tracks.js';
import {TrackFindings} from './track_findings.js';

const set = makeSet([
  trackJson([[0, 1], [2.5, 1]], {path: 'hands.left.Wrist.rotation.w',
                                 label: 'rotation.w',
                                 group: ['hands', 'left', 'Wrist']}),
  trackJson([], {path: 'hands.left.Wrist.position.x', label: 'position.x',
                 group: ['hands', 'left', 'Wrist']}),
  trackJson([], {path: 'hands.left.tracked', label: 'tracked',
                 group: ['hands', 'left']}),
]);

const finding = (id, path, time = null) =>
    ({id, path, time, severity: 'error', code: 'X'});

test('a finding is of the track or the group that its path names', () => {
  const found = new TrackFindings(set, [
    finding(0, 'hands.left.Wrist.rotation.w.keys[1].value'),
    finding(1, 'hands.left.Wrist.rotation.w.keys[0].value', 7),
    finding(2, 'hands.left'),
    finding(3, 'hands.left.Wrist.rotation'),
    finding(4, 'header.magic'),
  ]);
  assert.deepEqual(found.ofTrack(set.tracks[0]).map((f) => f.time), [2.5, 7]);
  const tree = buildTree(set.tracks);
  const ids = (row) => found.ofRow(row).map((f) => f.id).sort();
  const open = layRows(tree, new Set());
  assert.deepEqual(open.map(ids), [[], [2], [3], [0, 1], [], []]);
  const closed = layRows(tree, new Set(['/hands']));
  assert.deepEqual(ids(closed[0]), [0, 1, 2, 3]);
  assert.ok(found.concerns(set.tracks[0]));
  assert.equal(found.all.length, 5);
});

test('a finding in a frame of a capture is of the joint that it names', () => {
  const found = new TrackFindings(set, [
    finding(0, 'frames[3].left.joints.Wrist.rotation', 3),
    finding(1, 'frames[3].left.joints.Wrist.position.x', 3),
    finding(2, 'frames[4].left.tracked', 4),
    finding(3, 'frames[4].left.snapshot.flags', 4),
    finding(4, 'frames[4].time', 4),
  ]);
  const open = layRows(buildTree(set.tracks), new Set());
  assert.deepEqual(open.map((row) => found.ofRow(row).map((f) => f.id)),
                   [[], [3], [0], [], [1], [2]]);
});

test('a bone\'s findings are those of its group', () => {
  const bones = makeSet([0, 1].flatMap((bone) => ['rotation', 'translation.x'].map(
      (label) => trackJson([], {path: `clips.wave.bones[${bone}].${label}`, label,
                                group: [`bone ${bone}`]}))));
  const found = new TrackFindings(bones, [
    finding(0, 'clips.wave.bones[1].keyframes[0].rotation'),
    finding(1, 'clips.wave'),
    finding(2, 'materials[0]'),
  ]);
  const rows = layRows(buildTree(bones.tracks), new Set(['/bone 0', '/bone 1']));
  assert.deepEqual(rows.map((row) => found.ofRow(row).map((f) => f.id)), [[], [0]]);
});

test('findings of clips whose names have many dots', () => {
  const name = '.'.repeat(980);
  const bones = makeSet([0, 1].flatMap((clip) => [0, 1].map((bone) => trackJson([], {
    path: `/clips/${name}${clip}/joint_clips/${name}${bone}/0`, clip,
    group: [`${name}${bone}`]}))));
  const found = new TrackFindings(bones, [
    finding(0, `/clips/${name}0/joint_clips/${name}1`),
    finding(1, `/clips/${name}0/joint_clips/${name}1/0/samples/3`),
  ]);
  const tracks = bones.ofClip(0);
  const rows = layRows(buildTree(tracks), new Set());
  assert.deepEqual(rows.map((row) => found.ofRow(row).map((f) => f.id)),
                   [[], [], [0], [1]]);
});
