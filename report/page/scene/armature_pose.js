// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Where an armature's joints are at a time: eval/machine/pose.h, rule by rule.
// What the game computes in float32 is rounded as often here. Matrices are row
// by row for column vectors, in blocks.

import { floats, uint32s } from '../frame/decode.js';
import { ANGLE, SCALE, SHORTEST_AXIS, valueOfSamples } from '../machine/pose.js';

const NEAREST = 1;  // of a variable's interpolations

// Where a variable's value goes: offset, axis, angle, scale, origin.
const PLACES = [0, 1, 2, 3, 4, 5, 6, 7, 7, 8, 9, 10, 11, 12];
const AT_REST = [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0.5, 0.5, 0.5];
const OFFSET = 0;
const AXIS = 3;
const SCALES = 7;
const ORIGIN = 10;

/**
 * @typedef {object} ClipBlock what report/forge/scene_section.cc writes
 * @property {string} name
 * @property {boolean} loop
 * @property {number} duration
 * @property {string} joints pairs: a joint, and how many variables it has
 * @property {string} variables triples: variable, interpolation, samples
 * @property {string} samples
 */

class Clip {
  /** @param {ClipBlock} block */
  constructor(block) {
    this.name = block.name;
    this.loop = block.loop;
    this.joints = uint32s(block.joints);
    this.variables = uint32s(block.variables);
    this.samples = floats(block.samples);
  }
}

export class ArmaturePose {
  /** @param {{joints: string[], clips: ClipBlock[]}} section */
  constructor(section) {
    this.joints = section.joints;
    this.clips = section.clips.map((block) => new Clip(block));
    /** Of each joint, of the pose that was made last. */
    this.matrices = new Float64Array(16 * this.joints.length);
    /** The point about which each joint turns. */
    this.origins = new Float64Array(3 * this.joints.length);
    this.rest();
  }

  /** No joint is moved. */
  rest() {
    this.matrices.fill(0);
    for (let i = 0; i < this.matrices.length; ++i) {
      if (i % 16 % 5 === 0) this.matrices[i] = 1;
    }
    this.origins.fill(0.5);
  }

  /** @param {Clip} clip @param {number} time in clips: 0 to 1 */
  evaluate(clip, time) {
    this.rest();
    let variable = 0;
    let sample = 0;
    HOW.loop = clip.loop;
    // Of a joint that a clip moves twice, the first counts.
    for (let i = 0; i < clip.joints.length; i += 2) {
      VALUES.set(AT_REST);
      for (let n = 0; n < clip.joints[i + 1]; ++n, variable += 3) {
        const which = clip.variables[variable];
        const count = clip.variables[variable + 2];
        HOW.nearest = clip.variables[variable + 1] === NEAREST;
        HOW.angle = which === ANGLE;
        const value = valueOfSamples(clip.samples, sample, count, HOW, Math.fround(time));
        sample += count;
        // SCALE sets all three directions.
        if (which === SCALE) VALUES.fill(value, SCALES, SCALES + 3);
        VALUES[PLACES[which]] = value;
      }
      const joint = clip.joints[i];
      jointMatrix(this.matrices, 16 * joint);
      for (let c = 0; c < 3; ++c) this.origins[3 * joint + c] = VALUES[ORIGIN + c];
    }
  }
}

const VALUES = new Float64Array(AT_REST.length);
const ROTATION = new Float64Array(9);
// Of the variable that is looked at: nothing is made anew in each frame.
const HOW = { nearest: false, angle: false, loop: false };

/** About AXIS, of any length, by an angle in degrees. */
function rotationAbout() {
  let x = VALUES[AXIS];
  let y = VALUES[AXIS + 1];
  let z = VALUES[AXIS + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  ROTATION.fill(0);
  ROTATION[0] = ROTATION[4] = ROTATION[8] = 1;
  if (length < SHORTEST_AXIS) return;
  x /= length;
  y /= length;
  z /= length;
  const angle = (VALUES[ANGLE] % 360) * (Math.PI / 180);
  const s = Math.sin(angle);
  const c = Math.cos(angle);
  const d = 1 - c;
  ROTATION[0] = c + x * x * d;
  ROTATION[1] = x * y * d - z * s;
  ROTATION[2] = x * z * d + y * s;
  ROTATION[3] = x * y * d + z * s;
  ROTATION[4] = c + y * y * d;
  ROTATION[5] = y * z * d - x * s;
  ROTATION[6] = x * z * d - y * s;
  ROTATION[7] = y * z * d + x * s;
  ROTATION[8] = c + z * z * d;
}

/** @param {Float64Array} out @param {number} at */
function jointMatrix(out, at) {
  let sum = 0;
  for (const value of VALUES) sum += value;
  if (!Number.isFinite(sum)) {
    out.fill(NaN, at, at + 16);
    return;
  }
  rotationAbout();
  for (let row = 0; row < 3; ++row) {
    let move = VALUES[ORIGIN + row] + VALUES[OFFSET + row];
    for (let c = 0; c < 3; ++c) {
      const part = ROTATION[3 * row + c] * VALUES[SCALES + c];
      out[at + 4 * row + c] = part;
      move -= part * VALUES[ORIGIN + c];
    }
    out[at + 4 * row + 3] = move;
  }
}
