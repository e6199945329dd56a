// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A hand of a recording: which joints it has, and how they are joined.

import { NO_TRACK } from './tracks.js';

// Each joint's next one, where a bone and its block end; by name.
const FINGERS = [
  ['Wrist', 'ThumbMetacarpalJoint', 'ThumbProximalJoint', 'ThumbDistalJoint', 'ThumbTip'],
  ['Wrist', 'IndexMetacarpal', 'IndexKnuckle', 'IndexMiddleJoint', 'IndexDistalJoint', 'IndexTip'],
  ['Wrist', 'MiddleMetacarpal', 'MiddleKnuckle', 'MiddleMiddleJoint', 'MiddleDistalJoint', 'MiddleTip'],
  ['Wrist', 'RingMetacarpal', 'RingKnuckle', 'RingMiddleJoint', 'RingDistalJoint', 'RingTip'],
  ['Wrist', 'PinkyMetacarpal', 'PinkyKnuckle', 'PinkyMiddleJoint', 'PinkyDistalJoint', 'PinkyTip'],
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
  /**
   * @param {any} block of the section
   * @param {string[]} names of joints
   */
  constructor(block, names) {
    this.name = block.name;
    this.tracked = block.tracked;
    this.pinch = block.pinch;
    this.joints = block.joints;
    this.hasKeys = this.joints.some(
        (/** @type {number[]} */ [position]) => position !== NO_TRACK);
    const index = (/** @type {string} */ name) => names.indexOf(name);
    /** @type {number[][]} */
    this.bones = [];
    this.next = new Int32Array(names.length).fill(-1);
    FINGERS.forEach((finger, n) => {
      for (let i = 0; i + 1 < finger.length; ++i) {
        const from = index(finger[i]);
        const to = index(finger[i + 1]);
        if (from < 0 || to < 0) continue;
        if (!this.has(from) || !this.has(to)) continue;
        this.bones.push([from, to]);
        if (i > 0 || n === MAIN_FINGER) this.next[from] = to;
      }
    });
  }

  /** @param {number} joint */
  has(joint) {
    return this.joints[joint][0] !== NO_TRACK;
  }
}
