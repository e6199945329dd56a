// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The boxes of block models on a stage, as their joints move them: those of
// neighbouring joints have different colours, those that stand still are gray.

import { Group, Matrix4, Vector3 } from 'three';
import { count } from '../frame/text.js';
import { cubeGeometry, Instances, isPlace } from './shapes.js';

/** So many of them decide where to look. */
const FRAMED = 300;

/** A cube of side 1 in a matrix. @typedef {{joint: number, matrix: Matrix4}} Box joint -1: it stands still */

export class Boxes {
  /** @param {Box[]} boxes @param {number} shared so many several joints move @param {number} [opacity] */
  constructor(boxes, shared, opacity = 1) {
    this.boxes_ = boxes;
    this.shared_ = shared;
    this.opacity_ = opacity;
    /** Joints that move boxes. */
    this.movers = new Set(boxes.map(({ joint }) => joint));
    this.movers.delete(-1);
    this.group = new Group();
    this.geometry_ = cubeGeometry();
  }

  /** Makes them, in the colours of the page. @param {any} colors */
  paint(colors) {
    for (const child of [...this.group.children]) this.group.remove(child);
    const kinds = colors.series.length;
    /** @type {Box[][]} */
    const members = Array.from({ length: kinds + 1 }, () => []);
    for (const box of this.boxes_) members[box.joint < 0 ? kinds : box.joint % kinds].push(box);
    this.kinds_ = members.map((boxes, kind) => ({
      boxes,
      shapes: new Instances(
        this.geometry_, boxes.length, [...colors.series, colors.muted][kind], this.opacity_),
    })).filter(({ boxes }) => boxes.length !== 0);
    for (const { shapes } of this.kinds_) this.group.add(shapes.mesh);
  }

  /** @param {Float64Array} joints matrices of the joints, row by row */
  show(joints) {
    for (const { boxes, shapes } of this.kinds_) {
      const { matrices } = shapes;
      boxes.forEach((box, i) => {
        placed(box, joints).toArray(matrices, 16 * i);
        if (!isPlace(matrices, 16 * i + 12)) shapes.hide(i);
      });
      shapes.changed();
    }
  }

  /** Adds the corners of the first boxes, x y z each. @param {Float64Array} joints @param {number[]} points */
  addCorners(joints, points) {
    for (const box of this.boxes_.slice(0, FRAMED)) {
      const matrix = placed(box, joints);
      for (let corner = 0; corner < 8; ++corner) {
        points.push(...new Vector3(...[0, 1, 2].map((c) => (corner >> c & 1) - 0.5))
          .applyMatrix4(matrix).toArray());
      }
    }
  }

  /** A description of the picture. */
  get text() {
    const shared = this.shared_ === 0 ? '' :
      `; of ${count(this.shared_, 'element')} that several joints move, the joint of the largest weight counts`;
    return `${count(this.boxes_.length, 'element')} of the model${shared}`;
  }
}

/** Where a box is. @param {Box} box @param {Float64Array} joints */
function placed({ joint, matrix }, joints) {
  if (joint < 0) return matrix;
  return MATRIX.fromArray(joints, 16 * joint).transpose().multiply(matrix);
}

const MATRIX = new Matrix4();
