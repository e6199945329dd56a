// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Where an armature's joints are at a time, by the rules of machine/pose.js.
// Matrices are row by row for column vectors, in blocks.

import {
  ANGLE, AT_REST, matrixOf, putValue, valueOfSamples,
} from '../machine/pose.js';

const NEAREST = 1;  // of a variable's interpolations

const ORIGIN = 10;  // in AT_REST

/**
 * @typedef {object} ClipBlock what report/forge/scene_section.cc writes
 * @property {string} name
 * @property {boolean} loop
 * @property {number} duration
 * @property {Uint32Array} joints pairs: a joint, and how many variables it has
 * @property {Uint32Array} variables triples: variable, interpolation, samples
 * @property {Float32Array} samples
 */

class Clip {
  /** @param {ClipBlock} block */
  constructor(block) {
    this.name = block.name;
    this.loop = block.loop;
    this.joints = block.joints;
    this.variables = block.variables;
    this.samples = block.samples;
  }
}

export class ArmaturePose {
  /** @param {{joints: string[], clips: ClipBlock[]}} section */
  constructor(section) {
    this.joints = section.joints;
    this.clips = section.clips.map((block) => new Clip(block));
    /** The matrices of all joints in the latest pose. */
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
    // If a clip moves a joint twice, the first joint clip counts.
    for (let i = 0; i < clip.joints.length; i += 2) {
      VALUES.set(AT_REST);
      for (let n = 0; n < clip.joints[i + 1]; ++n, variable += 3) {
        const which = clip.variables[variable];
        const count = clip.variables[variable + 2];
        HOW.nearest = clip.variables[variable + 1] === NEAREST;
        HOW.angle = which === ANGLE;
        const value = valueOfSamples(clip.samples, sample, count, HOW, Math.fround(time));
        sample += count;
        putValue(VALUES, which, value);
      }
      const joint = clip.joints[i];
      matrixOf(VALUES, this.matrices, 16 * joint);
      for (let c = 0; c < 3; ++c) this.origins[3 * joint + c] = VALUES[ORIGIN + c];
    }
  }
}

const VALUES = new Float64Array(AT_REST.length);
// Reused options of the present variable: nothing is allocated in each frame.
const HOW = { nearest: false, angle: false, loop: false };
