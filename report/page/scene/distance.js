// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// How far two motions are apart: of each joint, over time.

// Times that are looked at; a longer motion is looked at less often.
const MOST_TIMES = 600;
const A_SECOND = 60;
const MOST_MOMENTS = 8;
// In this part of the whole, before and after, no moment is worse.
const AROUND = 1 / 40;

/**
 * The position of a joint, and of a point off it that turns with it; hidden: players do not
 * show it at that time.
 * @typedef {{path: string, name: string, position: ArrayLike<number>, tip?: number[], hidden?: boolean}} Row
 */
/** @typedef {{path: string, name: string, distances: Float32Array, worst: number, at: number}} Joint */

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
function apart(a, b) {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

export class Distances {
  /** @param {number} duration seconds */
  constructor(duration) {
    const count = Math.min(Math.max(Math.ceil(duration * A_SECOND), 1), MOST_TIMES) + 1;
    this.times = Float64Array.from({ length: count }, (_, i) => duration * i / (count - 1));
    /** The largest distance of all joints. */
    this.most = new Float32Array(count);
    /** By path. @type {Map<string, Joint>} */
    this.joints = new Map();
    this.done = 0;
  }

  get isDone() {
    return this.done === this.times.length;
  }

  /** The time that is to be added next. */
  get next() {
    return this.times[this.done];
  }

  /** Adds the places of joints at the next time, in both motions. @param {Row[]} rows @param {Row[]} others */
  add(rows, others) {
    const byPath = new Map(others.map((row) => [row.path, row]));
    const i = this.done++;
    for (const { path, name, position, tip, hidden } of rows) {
      const other = byPath.get(path);
      if (other === undefined || (hidden && other.hidden)) continue;
      let distance = apart(position, other.position);
      const turned = tip && other.tip ? apart(tip, other.tip) : 0;
      if (turned > distance) distance = turned;
      if (!Number.isFinite(distance)) continue;
      const joint = this.joint_(path, name);
      joint.distances[i] = distance;
      if (distance > joint.worst) {
        joint.worst = distance;
        joint.at = i;
      }
      if (distance > this.most[i]) this.most[i] = distance;
    }
  }

  /** @param {string} path @param {string} name */
  joint_(path, name) {
    const known = this.joints.get(path);
    if (known) return known;
    const joint = {
      path, name, distances: new Float32Array(this.times.length), worst: 0, at: 0,
    };
    this.joints.set(path, joint);
    return joint;
  }

  /** Joints that are apart at some time, the farthest first. */
  worst() {
    return [...this.joints.values()].filter((one) => one.worst > 0)
      .sort((a, b) => b.worst - a.worst);
  }

  /**
   * When they are farther apart than before and after, the worst first.
   * @returns {{time: number, distance: number, joint: Joint}[]}
   */
  moments() {
    const { most } = this;
    const around = Math.max(Math.round(most.length * AROUND), 1);
    const chosen = [...most.keys()].filter((i) => {
      const before = most.subarray(Math.max(i - around, 0), i);
      const after = most.subarray(i + 1, i + 1 + around);
      return most[i] > 0 && before.every((one) => one < most[i]) &&
        after.every((one) => one <= most[i]);
    }).sort((a, b) => most[b] - most[a] || a - b).slice(0, MOST_MOMENTS);
    return chosen.map((i) => ({
      time: this.times[i],
      distance: most[i],
      joint: /** @type {Joint} */ ([...this.joints.values()].find(
        (one) => one.distances[i] === most[i])),
    }));
  }
}
