// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Where a character's bones are at a time: eval/skeleton/reference.h, rule by
// rule. Matrices are of 16 numbers, row by row for row vectors; that is column
// by column for column vectors, as WebGL has them.

// From this dot product on, rotations are interpolated on a line.
const SLERP_THRESHOLD = 1 - 1e-5;

/**
 * @typedef {object} ClipBlock what report/m3d/scene_section.cc writes of a clip
 * @property {string} name
 * @property {number} start seconds
 * @property {number} duration seconds
 * @property {Uint32Array} firstKey
 * @property {Float32Array} times
 * @property {Float32Array} translations
 * @property {Float32Array | null} scales null: all are 1
 * @property {Float32Array} rotations
 */

class Clip {
  /** @param {ClipBlock} block */
  constructor(block) {
    this.name = block.name;
    this.start = block.start;
    this.duration = block.duration;
    this.firstKey = block.firstKey;
    this.times = block.times;
    this.translations = block.translations;
    this.scales = block.scales;
    this.rotations = block.rotations;
    this.last = new Uint32Array(this.firstKey.length);
  }

  /**
   * The key from which on a time is in a bone's intervals, and the share of the
   * interval that has passed in `this.u`.
   * @param {number} bone
   * @param {number} time
   */
  find(bone, time) {
    const first = this.firstKey[bone];
    const end = this.firstKey[bone + 1] - 1;
    const times = this.times;
    this.u = 0;
    if (!(time > times[first])) return first;
    if (time >= times[end]) return end;
    let i = first + this.last[bone];
    if (!(times[i] < time && time <= times[i + 1])) {
      // The first one that ends at the time or after it.
      let low = first;
      let high = end - 1;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (time <= times[middle + 1]) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
      i = low;
      this.last[bone] = i - first;
    }
    this.u = (time - times[i]) / (times[i + 1] - times[i]);
    return i;
  }
}

export class CharacterPose {
  /** @param {{parents: Uint32Array, offsets: Float32Array, clips: ClipBlock[]}} section */
  constructor(section) {
    this.parents = new Int32Array(section.parents.buffer);
    this.bones = this.parents.length;
    this.offsets = section.offsets;
    this.clips = section.clips.map((block) => new Clip(block));
    /** From a bone to the root's parent, of the pose that was made last. */
    this.toRoot = new Float64Array(16 * this.bones);
    /** The same after the bone's offset: what moves vertices. */
    this.final = new Float32Array(16 * this.bones);
    this.bind();
  }

  /** The pose that the mesh has without a clip. */
  bind() {
    for (let bone = 0; bone < this.bones; ++bone) {
      invertAffine(this.offsets, 16 * bone, this.toRoot, 16 * bone);
      this.final.fill(0, 16 * bone, 16 * bone + 16);
      for (let i = 0; i < 16; i += 5) this.final[16 * bone + i] = 1;
    }
  }

  /**
   * The pose of a clip; times are the file's own.
   * @param {Clip} clip
   * @param {number} time seconds
   */
  evaluate(clip, time) {
    for (let bone = 0; bone < this.bones; ++bone) {
      toParent(clip, bone, time, LOCAL);
      const parent = this.parents[bone];
      if (parent < 0) {
        this.toRoot.set(LOCAL, 16 * bone);
      } else {
        multiply(LOCAL, 0, this.toRoot, 16 * parent, this.toRoot, 16 * bone);
      }
      multiply(this.offsets, 16 * bone, this.toRoot, 16 * bone, this.final,
               16 * bone);
    }
  }
}

const LOCAL = new Float64Array(16);
const ROTATION = new Float64Array(4);
const MOVE = new Float64Array(3);
const SCALE = new Float64Array(3);

/** @param {Clip} clip @param {number} bone @param {number} time @param {Float64Array} out */
function toParent(clip, bone, time, out) {
  if (clip.firstKey[bone] === clip.firstKey[bone + 1]) {
    out.fill(0);
    for (let i = 0; i < 16; i += 5) out[i] = 1;
    return;
  }
  const a = clip.find(bone, time);
  const u = clip.u;
  const b = u === 0 ? a : a + 1;
  for (let c = 0; c < 3; ++c) {
    MOVE[c] = line(clip.translations, 3 * a + c, 3 * b + c, u);
    SCALE[c] = clip.scales === null ? 1 : line(clip.scales, 3 * a + c, 3 * b + c, u);
  }
  slerp(clip.rotations, 4 * a, 4 * b, u);
  const x = ROTATION[0];
  const y = ROTATION[1];
  const z = ROTATION[2];
  const w = ROTATION[3];
  out[0] = SCALE[0] * (1 - 2 * y * y - 2 * z * z);
  out[1] = SCALE[0] * (2 * x * y + 2 * z * w);
  out[2] = SCALE[0] * (2 * x * z - 2 * y * w);
  out[4] = SCALE[1] * (2 * x * y - 2 * z * w);
  out[5] = SCALE[1] * (1 - 2 * x * x - 2 * z * z);
  out[6] = SCALE[1] * (2 * y * z + 2 * x * w);
  out[8] = SCALE[2] * (2 * x * z + 2 * y * w);
  out[9] = SCALE[2] * (2 * y * z - 2 * x * w);
  out[10] = SCALE[2] * (1 - 2 * x * x - 2 * y * y);
  out[3] = out[7] = out[11] = 0;
  out[12] = MOVE[0];
  out[13] = MOVE[1];
  out[14] = MOVE[2];
  out[15] = 1;
}

/** @param {Float32Array} values @param {number} a @param {number} b @param {number} u */
function line(values, a, b, u) {
  return values[a] + u * (values[b] - values[a]);
}

/** Along the shorter arc, into ROTATION. @param {Float32Array} q @param {number} a @param {number} b @param {number} u */
function slerp(q, a, b, u) {
  if (a === b) {
    for (let c = 0; c < 4; ++c) ROTATION[c] = q[a + c];
    return;
  }
  let cosine = 0;
  for (let c = 0; c < 4; ++c) cosine += q[a + c] * q[b + c];
  const sign = cosine < 0 ? -1 : 1;
  cosine *= sign;
  let left = 1 - u;
  let right = sign * u;
  if (!(cosine > SLERP_THRESHOLD)) {
    const angle = Math.acos(cosine);
    left = Math.sin((1 - u) * angle) / Math.sin(angle);
    right = sign * Math.sin(u * angle) / Math.sin(angle);
  }
  for (let c = 0; c < 4; ++c) ROTATION[c] = left * q[a + c] + right * q[b + c];
}

/**
 * out = a b; `out` may be none of them.
 * @param {Float64Array | Float32Array} a @param {number} at
 * @param {Float64Array | Float32Array} b @param {number} bt
 * @param {Float64Array | Float32Array} out @param {number} ot
 */
function multiply(a, at, b, bt, out, ot) {
  for (let row = 0; row < 4; ++row) {
    for (let column = 0; column < 4; ++column) {
      let sum = 0;
      for (let k = 0; k < 4; ++k) {
        sum += a[at + 4 * row + k] * b[bt + 4 * k + column];
      }
      out[ot + 4 * row + column] = sum;
    }
  }
}

/**
 * The inverse of a matrix whose last column is 0 0 0 1; the identity if there
 * is none.
 * @param {Float32Array} m @param {number} at
 * @param {Float64Array} out @param {number} ot
 */
function invertAffine(m, at, out, ot) {
  const e = (/** @type {number} */ r, /** @type {number} */ c) => m[at + 4 * r + c];
  const minor = (/** @type {number} */ r, /** @type {number} */ c) => {
    const r1 = (r + 1) % 3;
    const r2 = (r + 2) % 3;
    const c1 = (c + 1) % 3;
    const c2 = (c + 2) % 3;
    return e(r1, c1) * e(r2, c2) - e(r1, c2) * e(r2, c1);
  };
  const determinant = e(0, 0) * minor(0, 0) + e(0, 1) * minor(0, 1) +
      e(0, 2) * minor(0, 2);
  out.fill(0, ot, ot + 16);
  for (let i = 0; i < 16; i += 5) out[ot + i] = 1;
  if (determinant === 0 || !Number.isFinite(determinant)) return;
  for (let r = 0; r < 3; ++r) {
    for (let c = 0; c < 3; ++c) out[ot + 4 * r + c] = minor(c, r) / determinant;
  }
  for (let c = 0; c < 3; ++c) {
    out[ot + 12 + c] = -(e(3, 0) * out[ot + c] + e(3, 1) * out[ot + 4 + c] +
        e(3, 2) * out[ot + 8 + c]);
  }
}
