// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The ground: a grid of squares of a length that people know. It belongs to the
// file's space, so it moves with it.

import { Group } from 'three';
import { fixedLines } from '../stage/shapes.js';
import { roundLength } from './length.js';

const SQUARES = 4;  // of the radius of what is seen
const MOST_SQUARES = 40;  // each way from the middle

export class Ground {
  /**
   * @param {object} place in the file's space
   * @param {number[]} place.center
   * @param {number} place.radius of all that there is
   * @param {number} place.bottom the height of its lowest point
   * @param {number} seen the radius of what is seen
   */
  constructor({ center, radius, bottom }, seen) {
    this.square = roundLength(seen / SQUARES);
    const count = Math.min(Math.ceil(1.5 * radius / this.square) + 1, MOST_SQUARES);
    this.half_ = count * this.square;
    this.group = new Group();
    this.bottom_ = bottom;
    this.follow(center);
  }

  /** Is below a place of the file's space; each line stays where lines are. @param {number[]} place */
  follow([x, , z]) {
    const at = (/** @type {number} */ value) => Math.round(value / this.square) * this.square;
    this.group.position.set(at(x), this.bottom_, at(z));
  }

  /** Makes all lines, in the colours of the page. @param {any} colors */
  paint(colors) {
    for (const child of [...this.group.children]) this.group.remove(child);
    const end = this.half_;
    const grid = [];
    for (let i = -end; i <= end * (1 + 1e-9); i += this.square) {
      grid.push(i, 0, -end, i, 0, end, -end, 0, i, end, 0, i);
    }
    this.group.add(fixedLines(new Float32Array(grid), colors.line));
  }
}
