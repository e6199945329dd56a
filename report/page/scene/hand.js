// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A hand of a recording: which joints it has, and how they are joined.

// Each joint's next one, where a bone and its block end; by number: 0 is None, then
// wrist, palm, and four or five of each finger.
const FINGERS = [
  [1, 3, 4, 5, 6],
  [1, 7, 8, 9, 10, 11],
  [1, 12, 13, 14, 15, 16],
  [1, 17, 18, 19, 20, 21],
  [1, 22, 23, 24, 25, 26],
];
const MAIN_FINGER = 2;  // the wrist's block points that way

// Metres from a joint, along its z, as far as `optimize` has points.
export const TIP_OFF = 0.03;

/** A point off a joint, which turns with it. @param {Float64Array} positions @param {Float64Array} rotations @param {number} joint */
export function tipOf(positions, rotations, joint) {
  const [x, y, z, w] = rotations.subarray(4 * joint, 4 * joint + 4);
  const ahead = [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)];
  return ahead.map((c, i) => positions[3 * joint + i] + TIP_OFF * c);
}

export class Hand {
  /** @param {string} name @param {string[]} jointNames @param {import('./motion.js').Motion} motion */
  constructor(name, jointNames, motion) {
    const find = (/** @type {string} */ part) => motion.find(`hand_${name}_${part}`);
    this.name = name;
    this.tracked = find('tracked');
    this.pinch = find('pinch');
    /** Nodes; null: it has no place. */
    this.joints = jointNames.map(find);
    this.hasKeys = this.joints.some((joint) => joint !== null);
    /** @type {number[][]} */
    this.bones = [];
    this.next = new Int32Array(this.joints.length).fill(-1);
    FINGERS.forEach((finger, n) => {
      for (let i = 0; i + 1 < finger.length; ++i) {
        const from = finger[i];
        const to = finger[i + 1];
        if (!this.has(from) || !this.has(to)) continue;
        this.bones.push([from, to]);
        if (i > 0 || n === MAIN_FINGER) this.next[from] = to;
      }
    });
  }

  /** @param {number} joint */
  has(joint) {
    return this.joints[joint] !== null;
  }
}
