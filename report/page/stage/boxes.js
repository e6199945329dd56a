// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The boxes of block models on a stage: those of neighbouring joints have
// different colours, those that stand still are gray.

import { Group } from 'three';
import { count } from '../frame/text.js';
import { BoxPose } from './box_pose.js';
import { cubeGeometry, Instances, isPlace } from './shapes.js';

/** So many of them decide where to look. */
const FRAMED = 300;

export class Boxes {
  /** @param {{joints: Uint32Array, places: Float32Array, shared: number}} section */
  constructor(section) {
    this.pose = new BoxPose(section);
    this.shared = section.shared;
    this.group = new Group();
    this.geometry_ = cubeGeometry();
  }

  /** Makes them, in the colours of the page. @param {any} colors */
  paint(colors) {
    for (const child of [...this.group.children]) this.group.remove(child);
    const kinds = colors.series.length;
    const kindOf = (/** @type {number} */ box) =>
      this.pose.standsStill(box) ? kinds : this.pose.joints[box] % kinds;
    /** @type {number[][]} */
    const members = Array.from({ length: kinds + 1 }, () => []);
    for (let box = 0; box < this.pose.count; ++box) members[kindOf(box)].push(box);
    this.kinds_ = members.map((boxes, kind) => ({
      boxes, shapes: new Instances(this.geometry_, boxes.length, [...colors.series, colors.muted][kind]),
    })).filter(({ boxes }) => boxes.length !== 0);
    for (const { shapes } of this.kinds_) this.group.add(shapes.mesh);
  }

  /** @param {Float64Array} joints matrices of the joints, row by row */
  show(joints) {
    for (const { boxes, shapes } of this.kinds_) {
      const { matrices } = shapes;
      boxes.forEach((box, i) => {
        this.pose.put(box, joints, matrices, 16 * i);
        if (!isPlace(matrices, 16 * i + 12)) shapes.hide(i);
      });
      shapes.changed();
    }
  }

  /** @param {Float64Array} joints @param {number[]} points */
  addCorners(joints, points) {
    this.pose.addCorners(FRAMED, joints, points);
  }

  /** A description of the picture. */
  get text() {
    const shared = this.shared === 0 ? '' :
      `; of ${count(this.shared, 'element')} that several joints move, the joint of the largest weight counts`;
    return `${count(this.pose.count, 'element')} of the model${shared}`;
  }
}
