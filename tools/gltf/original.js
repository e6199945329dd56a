// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Where everything is in a file, as `clipguard sample` says, in glTF's axes:
// docs/convert.md has what is mirrored. Matrices are for column vectors, and lie
// column by column, as in three.js.
'use strict';

const {execFileSync} = require('child_process');

const kNearlyAll = 0.9;

// Elements of a matrix that change their sign when z is mirrored on both sides.
const kMirrored = [2, 6, 8, 9, 11, 14];

function json(program, args) {
  const said = execFileSync(program, args, {
    encoding: 'utf8', maxBuffer: 2 ** 30, stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(said);
}

// Numbers that JSON does not have are strings.
const numbers = (list) => list.map(Number);

function mirrored(matrix) {
  const m = numbers(matrix);
  for (const i of kMirrored) m[i] = -m[i];
  return m;
}

/** A place, and a rotation x y z w of any length; of length 0: no rotation. */
function poseMatrix(position, rotation) {
  const [x, y, z, w] = numbers(rotation);
  const n = x * x + y * y + z * z + w * w;
  const s = n > 0 ? 2 / n : 0;
  const turn = n > 0 ? [
    1 - s * (y * y + z * z), s * (x * y + z * w), s * (x * z - y * w), 0,
    s * (x * y - z * w), 1 - s * (x * x + z * z), s * (y * z + x * w), 0,
    s * (x * z + y * w), s * (y * z - x * w), 1 - s * (x * x + y * y), 0,
  ] : Array(12).fill(0);
  return mirrored([...turn, ...position, 1]);
}

const placeMatrix = (position) => poseMatrix(position, [0, 0, 0, 0]);

const product = (a, b) => b.map((_, i) => {
  const [row, column] = [i % 4, i - i % 4];
  return [0, 1, 2, 3].reduce((sum, k) => sum + a[4 * k + row] * b[column + k], 0);
});

const moved = (m, [x, y, z]) =>
  [0, 1, 2].map((i) => m[i] * x + m[4 + i] * y + m[8 + i] * z + m[12 + i]);

/** Returns the inverse of an affine matrix; null if it has none. */
function inverse(m) {
  const cross = (i, j) => [
    m[i + 1] * m[j + 2] - m[i + 2] * m[j + 1],
    m[i + 2] * m[j] - m[i] * m[j + 2],
    m[i] * m[j + 1] - m[i + 1] * m[j],
  ];
  const rows = [cross(4, 8), cross(8, 0), cross(0, 4)];
  const size = m[0] * rows[0][0] + m[1] * rows[0][1] + m[2] * rows[0][2];
  if (!(Math.abs(size) > 1e-12)) return null;
  const turn = Array(16).fill(0);
  rows.forEach((row, i) => row.forEach((x, j) => { turn[4 * j + i] = x / size; }));
  turn[15] = 1;
  const back = moved(turn, [-m[12], -m[13], -m[14]]);
  return [...turn.slice(0, 12), ...back, 1];
}

/**
 * The original of a recording, armature or character. `expected(clip, times)` has nodes, with a
 * matrix for each time, and for a character `points`: some vertices for each time. `from` is a node
 * that another is seen from. `slack` is the largest error, as a share and in radians, that convert
 * may leave unreported.
 */
class Recording {
  family = 'recordings';
  vertices = [];
  slack = 0;

  constructor(program, file) {
    this.sample = (times) => json(program,
        ['sample', '--raw-rotation', `--times=${times.join()}`, file]);
    this.info = () => json(program, ['info', '--format=json', file]);
  }

  /** Where the .glb's time 0 is: recordings that begin before 0 are moved. */
  begin() {
    return Math.min(0, ...this.info().curves.map(({firstTime}) => Number(firstTime)));
  }

  /** Seconds from there to the last key of all curves. */
  duration() {
    return Math.max(0, ...this.info().curves.map(({lastTime}) => Number(lastTime))) -
      this.begin();
  }

  expected(_, times) {
    const begin = this.begin();
    const said = this.sample(times.map((time) => time + begin));
    const nodes = [];
    const add = (node, at, from) =>
      nodes.push({node, from, matrices: times.map((_, i) => at(i))});
    // A component that was not recorded is null; if all are, there is no node.
    const numbers = (list, i, width) =>
      Array.from({length: width}, (_, c) => list?.[i][c] ?? 0);
    const addPose = (node, pose) => (pose.position || pose.rotation) && add(node, (i) =>
      poseMatrix(numbers(pose.position, i, 3), numbers(pose.rotation, i, 4)));
    const addState = (node, states) => states && add(node, (i) =>
      placeMatrix([states[i] ? 1 : 0, 0, 0]));
    if (said.camera) addPose('camera', said.camera);
    for (const [name, hand] of Object.entries(said.hands ?? {})) {
      addState(`hand_${name}_tracked`, hand.tracked);
      addState(`hand_${name}_pinch`, hand.pinch);
      for (const [joint, pose] of Object.entries(hand.joints)) {
        addPose(`hand_${name}_${joint}`, pose);
      }
    }
    const {origin, direction} = said.gaze ?? {};
    if (origin || direction) add('gaze', (i) => placeMatrix(numbers(origin, i, 3)));
    if (direction) {
      add('gaze_direction', (i) => placeMatrix(numbers(direction, i, 3)), 'gaze');
    }
    return {nodes};
  }
}

// Lengths of quaternions are nearly 1, and are 1 in a .glb. With a square of n the
// format's matrix is I + n (R - I), which is no farther from R than 2 |n - 1|: so much
// for each bone from the root on.
function slackOf({clips, parents}) {
  let off = 0;
  for (const {rotations} of clips) {
    for (let i = 0; i < rotations.length; i += 4) {
      const [x, y, z, w] = numbers(rotations.slice(i, i + 4));
      off = Math.max(off, Math.abs(x * x + y * y + z * z + w * w - 1));
    }
  }
  const depths = [];
  for (const parent of parents) depths.push(parent < 0 ? 1 : depths[parent] + 1);
  return 2 * off * Math.max(0, ...depths);
}

const minus = (a, b) => a.map((x, i) => x - b[i]);
const cross = (a, b) => [
  a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0],
];
const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);

/** How many triangles' cross(b - a, c - a) points with their corners' normals. */
function shareWithNormals({positions, normals, triangles}) {
  const at = (list, i) => numbers(list.slice(3 * i, 3 * i + 3));
  let [along, against] = [0, 0];
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = triangles.slice(i, i + 3);
    const [p, q, r] = [a, b, c].map((v) => at(positions, v));
    const sum = [a, b, c].map((v) => at(normals, v)).reduce(
        (n, m) => n.map((x, k) => x + m[k]));
    const way = dot(cross(minus(q, p), minus(r, p)), sum);
    along += way > 0;
    against += way < 0;
  }
  return along + against ? along / (along + against) : null;
}

/** The triple products of vertices four by four: a mirror changes all their signs. */
function tripleProducts(points) {
  const all = [];
  for (let i = 0; i + 4 <= points.length; ++i) {
    const [a, b, c, d] = points.slice(i, i + 4);
    all.push(dot(minus(b, a), cross(minus(c, a), minus(d, a))));
  }
  return all;
}

class Character {
  family = 'characters';

  constructor(program, file) {
    const model = json(program, ['convert', '--to=json', '-o', '-', file]).character;
    const count = model.positions.length / 3;
    // Some hundreds of them, from all over the mesh.
    const step = Math.max(1, Math.ceil(count / 300));
    this.vertices = [];
    for (let i = 0; i < count && model.triangles.length > 0; i += step) {
      this.vertices.push(i);
    }
    this.model = model;
    // The file does not say which hand it is of; its triangles may tell.
    this.share = shareWithNormals(model);
    this.isRightHanded = this.share !== null && this.share <= 1 - kNearlyAll;
    this.slack = slackOf(model);
    this.names = model.clips.map((clip) => clip.name);
    this.sample = (clip, times) => json(program,
        ['sample', `--clip=${clip}`, `--times=${times.join()}`, file]);
  }

  /** Where the clip's time 0 is in the .glb: clips that begin before 0 are moved. */
  begin(clip) {
    return numbers(clip.times).reduce((least, time) => Math.min(least, time), 0);
  }

  clip(name) {
    return this.model.clips.find((other) => other.name === name);
  }

  /** Seconds from 0, or from an earlier begin, to the last keyframe of a bone that has two or more. */
  duration(name) {
    const clip = this.clip(name);
    const times = numbers(clip.times);
    const begin = this.begin(clip);
    let seconds = 0;
    for (let i = 1; i < clip.firstKeys.length; ++i) {
      const [first, end] = clip.firstKeys.slice(i - 1, i + 1);
      if (end - first > 1) seconds = Math.max(seconds, times[end - 1] - begin);
    }
    return seconds;
  }

  // A matrix in glTF's axes.
  turned(matrix) {
    return this.isRightHanded ? numbers(matrix) : mirrored(matrix);
  }

  /**
   * Returns the faults of the mesh that `window.surface()` measured: front faces must be on the
   * side of the normals, and the mesh must not be a mirror image of the file's.
   */
  faults({along, against, points}) {
    const wrong = [];
    const tells = this.share <= 1 - kNearlyAll || this.share >= kNearlyAll;
    if (this.share !== null && tells && along < kNearlyAll * (along + against)) {
      wrong.push(`${against} of ${along + against} triangles face away from their normals`);
    }
    const own = this.vertices.map((v) =>
      numbers(this.model.positions.slice(3 * v, 3 * v + 3)));
    const met = tripleProducts(points);
    const least = 1e-6 * Math.max(0, ...met.map(Math.abs));
    const expected = this.isRightHanded ? 1 : -1;
    tripleProducts(own).forEach((product, i) => {
      if (wrong.length > 1 || !(Math.abs(met[i]) > least)) return;
      if (Math.sign(met[i]) !== expected * Math.sign(product)) {
        wrong.push(`vertices from ${this.vertices[i]} on are mirrored`);
      }
    });
    return wrong;
  }

  offset(bone) {
    return this.turned(this.model.boneOffsets.slice(16 * bone, 16 * bone + 16));
  }

  position(vertex) {
    const [x, y, z] = numbers(this.model.positions.slice(3 * vertex, 3 * vertex + 3));
    return [x, y, this.isRightHanded ? z : -z];
  }

  // The fourth weight is what the others leave.
  skinned(vertex, finals) {
    const weights = numbers(this.model.blendWeights.slice(4 * vertex, 4 * vertex + 3));
    weights.push(1 - weights[0] - weights[1] - weights[2]);
    const sum = [0, 0, 0];
    weights.forEach((weight, k) => {
      const bone = this.model.blendIndices[4 * vertex + k];
      if (weight === 0) return;
      moved(finals[bone], this.position(vertex)).forEach((x, i) => {
        sum[i] += weight * x;
      });
    });
    return sum;
  }

  expected(clip, times) {
    if (clip === null) {
      const still = this.vertices.flatMap((vertex) => this.position(vertex));
      return {nodes: [], points: times.map(() => still)};
    }
    const begin = this.begin(this.clip(clip));
    const said = this.sample(clip, times.map((time) => time + begin));
    const finals = said.bones.map((matrices) => matrices.map((m) => this.turned(m)));
    const nodes = [];
    finals.forEach((matrices, bone) => {
      const back = inverse(this.offset(bone));
      if (!back) return;
      nodes.push({node: `Bone${bone}`, matrices: matrices.map((m) => product(m, back))});
    });
    const points = times.map((_, i) => {
      const now = finals.map((matrices) => matrices[i]);
      return this.vertices.flatMap((vertex) => this.skinned(vertex, now));
    });
    return {nodes, points};
  }
}

class Armature {
  family = 'armatures';
  vertices = [];
  slack = 0;

  constructor(program, file) {
    this.sample = (clip, times) => json(program,
        ['sample', `--clip=${clip}`, `--times=${times.join()}`, file]);
  }

  expected(clip, times) {
    const said = this.sample(clip, times);
    // Rows become columns.
    const turned = (m) => m.map((_, i) => Number(m[4 * (i % 4) + (i - i % 4) / 4]));
    return {
      nodes: Object.entries(said.joints).map(([joint, matrices]) =>
        ({node: `${joint}_content`, matrices: matrices.map(turned)})),
    };
  }
}

const kFamilies = {mrtk: Recording, m3d: Character, 'forge-armature': Armature};

/** Null: nothing moves in such files. */
exports.originalOf = (program, format, file) =>
  format in kFamilies ? new kFamilies[format](program, file) : null;
