// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Where the boxes of block models are, as their joints move them.
// report/forge/page_boxes.h says what a section has.

/** The joint of boxes that stand still. */
const NONE = 0xffffffff;

const PLACE = 10;  // numbers of a box: its middle, size, and turn
const LOCAL = 12;  // of three columns of a matrix, and where it is

/** @param {Float64Array} m matrices row by row @param {number} at */
function isMatrix(m, at) {
  let sum = 0;
  for (let i = 0; i < LOCAL; ++i) sum += m[at + i];
  return Number.isFinite(sum);
}

export class BoxPose {
  /** @param {{joints: Uint32Array, places: Float32Array}} section */
  constructor({ joints, places }) {
    this.joints = joints;
    this.count = joints.length;
    /** Each box as it is in the model: the columns of its matrix. */
    this.local_ = new Float64Array(LOCAL * this.count);
    for (let i = 0; i < this.count; ++i) {
      this.readBox_(places.subarray(PLACE * i, PLACE * (i + 1)), LOCAL * i);
    }
    /** Joints that move boxes. */
    this.movers = new Set(joints);
    this.movers.delete(NONE);
  }

  /** @param {Float32Array} place @param {number} at */
  readBox_(place, at) {
    const size = place.subarray(3, 6);
    const [x, y, z, w] = place.subarray(6);
    const columns = [
      [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
      [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
      [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
    ];
    columns.forEach((column, c) =>
      this.local_.set(column.map((value) => value * size[c]), at + 3 * c));
    this.local_.set(place.subarray(0, 3), at + 9);
  }

  /** @param {number} box */
  standsStill(box) {
    return this.joints[box] === NONE;
  }

  /**
   * The matrix of a box whose sides are 1, column by column. False, and all of it
   * is 0, if its joint's has numbers that are none.
   * @param {number} box
   * @param {Float64Array} joints matrices of the joints, row by row
   * @param {Float32Array | Float64Array} out
   * @param {number} at where it begins there
   */
  put(box, joints, out, at) {
    const local = this.local_;
    const from = LOCAL * box;
    const joint = 16 * this.joints[box];
    const still = this.standsStill(box);
    if (!still && !isMatrix(joints, joint)) {
      out.fill(0, at, at + 16);
      return false;
    }
    for (let column = 0; column < 4; ++column) {
      for (let row = 0; row < 3; ++row) {
        let value = local[from + 3 * column + row];
        if (!still) {
          value = column < 3 ? 0 : joints[joint + 4 * row + 3];
          for (let c = 0; c < 3; ++c) {
            value += joints[joint + 4 * row + c] * local[from + 3 * column + c];
          }
        }
        out[at + 4 * column + row] = value;
      }
      out[at + 4 * column + 3] = column < 3 ? 0 : 1;
    }
    return true;
  }

  /**
   * Adds the corners of the first boxes, x y z each, to a list.
   * @param {number} most boxes
   * @param {Float64Array} joints
   * @param {number[]} points
   */
  addCorners(most, joints, points) {
    for (let box = 0; box < Math.min(this.count, most); ++box) {
      if (!this.put(box, joints, MATRIX, 0)) continue;
      for (let corner = 0; corner < 8; ++corner) {
        for (let row = 0; row < 3; ++row) {
          let value = MATRIX[12 + row];
          for (let c = 0; c < 3; ++c) {
            value += MATRIX[4 * c + row] * ((corner >> c & 1) - 0.5);
          }
          points.push(value);
        }
      }
    }
  }
}

const MATRIX = new Float64Array(16);
