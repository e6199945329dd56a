// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Does IWER's own player show what `clipguard sample` says of the source?
//
//   node iwer.mjs CLIPGUARD FOLDER FILE...
//
// Each recording or capture becomes JSON in the folder (--to=iwer), is given to the
// ActionPlayer of the npm package, and is looked at at each frame, where it must be
// the same but for float32 matrices, and half way between frames, where joints that
// turn with the palm are off the line a little.
import {execFileSync, spawnSync} from 'node:child_process';
import fs from 'node:fs';

import {mat4, quat, vec3} from 'gl-matrix';
import {ActionPlayer} from 'iwer/lib/action/ActionPlayer.js';
import {XRReferenceSpace} from 'iwer/lib/spaces/XRReferenceSpace.js';
import {GlobalSpace, XRSpaceUtils} from 'iwer/lib/spaces/XRSpace.js';

const kMostMetres = 2e-6;
const kMostDegrees = 2e-4;
const kMostFrames = 500;

const [clipguard, folder, ...files] = process.argv.slice(2);
const run = (...args) =>
  execFileSync(clipguard, args, {encoding: 'utf8', maxBuffer: 1 << 30});

// Time is what we say it is.
let now = 0;
Object.defineProperty(globalThis, 'performance', {value: {now: () => now}});

const kBones = {
  Metacarpal: 'metacarpal', Knuckle: 'phalanx-proximal', Proximal: 'phalanx-proximal',
  Middle: 'phalanx-intermediate', Intermediate: 'phalanx-intermediate',
  Distal: 'phalanx-distal', Tip: 'tip',
};
/** WebXR's name of a joint of MRTK or XR Hands; undefined if it has none. */
function webXrName(name) {
  if (name === 'Wrist') return 'wrist';
  const [, finger, bone] = /^(Thumb|Index|Middle|Ring|Pinky|Little)(.*?)(?:Joint)?$/.exec(name) ?? [];
  if (!finger) return undefined;
  return `${finger === 'Thumb' ? 'thumb' : `${finger.toLowerCase().replace('little', 'pinky')}-finger`}-${kBones[bone]}`;
}

/** Rows of a table: by time, part and joint. */
function sampled(file, times, capture) {
  const text = run('sample', '--format=csv', '--shape=long', `--times=${times.join()}`,
    ...(capture ? ['--true-times'] : []), file);
  const [head, ...rows] = text.trim().split(/\r?\n/).map((line) => line.split(','));
  const at = new Map(times.map((time) => [time, {camera: [], left: [], right: []}]));
  for (const row of rows) {
    const cells = Object.fromEntries(row.map((cell, i) => [head[i], cell]));
    at.get(Math.fround(cells.time))[cells.part]?.push(cells);
  }
  return at;
}

/** The first time of frames, or of the hands' and the camera's keys: the player begins at 0. */
function firstTime(file, capture) {
  if (capture) {
    return JSON.parse(run('sample', '--times=keys', '--true-times', file)).times[0];
  }
  const {curves} = JSON.parse(run('info', '--format=json', file));
  return Math.min(...curves
    .filter(({path, keys}) => /^(hands|camera)\./.test(path) && keys > 0)
    .map(({firstTime: time}) => time));
}

const largest = {atFrames: [{is: 0}, {is: 0}], between: [{is: 0}, {is: 0}]};
let faults = 0;
function compare(where, kind, space, row) {
  const is = XRSpaceUtils.calculateGlobalOffsetMatrix(space);
  const place = mat4.getTranslation(vec3.create(), is);
  const turn = mat4.getRotation(quat.create(), is);
  const to = [row.x, row.y, -row.z].map(Number);
  const as = [-row.qx, -row.qy, row.qz, row.qw].map(Number);
  // Cells are empty where no curve is.
  const metres = row.x === '' ? 0 : Math.hypot(...to.map((x, i) => x - place[i]));
  const chord = row.qx === '' ? 0 : Math.min(...[1, -1].map(
    (sign) => Math.hypot(...as.map((x, i) => x - sign * turn[i]))));
  const degrees = 4 * Math.asin(Math.min(chord / 2, 1)) * 180 / Math.PI;
  [metres, degrees].forEach((by, i) => {
    if (!(by <= largest[kind][i].is)) largest[kind][i] = {is: by, where};
  });
  if (kind === 'atFrames' && !(metres <= kMostMetres && degrees <= kMostDegrees)) {
    console.log(`${where}: ${metres} m, ${degrees} degrees off`);
    ++faults;
  }
}

let played = 0;
let frames = 0;
for (const file of files) {
  const json = `${folder}/iwer.json`;
  fs.rmSync(json, {force: true});
  const made = spawnSync(clipguard, ['convert', '--to=iwer', '-q', '-o', json, file]);
  if (!fs.existsSync(json)) {
    // Errors, or no frame.
    if (made.status !== 1) throw new Error(`${file}: ${made.stdout}${made.stderr}`);
    continue;
  }
  const recording = JSON.parse(fs.readFileSync(json, 'utf8'));
  const origin = new XRReferenceSpace('local', new GlobalSpace());
  const player = new ActionPlayer(origin, recording, 0.063);
  const capture = file.endsWith('.handsbin');
  const first = firstTime(file, capture);
  // The player's times, in milliseconds, from the first frame on.
  const all = recording.frames.map(([time]) => time);
  const chosen = [];
  const step = Math.ceil(all.length / kMostFrames);
  for (let i = 0; i < all.length; i += step) {
    if (i > 0) chosen.push({ms: (all[i - 1] + all[i]) / 2, kind: 'between', i});
    chosen.push({ms: all[i], kind: 'atFrames', i});
  }
  const seconds = ({ms}) => Math.fround(ms / 1000 + first);
  const rows = sampled(file, chosen.map(seconds), capture);
  now = 0;
  player.play();
  for (const moment of chosen) {
    now = moment.ms - all[0];
    player.playing || player.play();
    player.playFrame();
    const where = `${file} at ${moment.ms} ms`;
    const {camera: [head], ...hands} = rows.get(seconds(moment));
    if (head?.x) compare(where, moment.kind, player.viewerSpace, head);
    for (const [side, joints] of Object.entries(hands)) {
      const source = player.inputSources.find(({handedness}) => handedness === side);
      const shown = joints.length > 0 && joints[0].tracked === '1' && joints.at(-1).x !== '';
      // It goes by the frame that follows.
      if (shown !== Boolean(source)) {
        if (moment.kind === 'between' || moment.i === 0) continue;
        console.log(`${where}: the ${side} hand is ${shown ? '' : 'not '}there`);
        ++faults;
      }
      if (!source || !shown) continue;
      for (const row of joints) {
        const space = source.hand.get(webXrName(row.joint));
        if (space) compare(`${where}, ${side} ${row.joint}`, moment.kind, space, row);
      }
    }
  }
  ++played;
  frames += recording.frames.length;
}
for (const [kind, [metres, degrees]] of Object.entries(largest)) {
  console.log(`iwer, ${kind}: at most ${metres.is.toExponential(2)} m off (${metres.where}) and ${
    degrees.is.toExponential(2)} degrees (${degrees.where})`);
}
console.log(`iwer: ${played} files of ${files.length} played, ${frames} frames, ${faults} faults`);
process.exit(faults > 0 || played === 0 ? 1 : 0);
