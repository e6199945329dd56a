// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Shapes that are many of one kind, drawn in one call each, and moved without
// allocating.

import {
  BufferAttribute, BufferGeometry, Color, DynamicDrawUsage, InstancedMesh,
  LineBasicMaterial, LineSegments, Matrix4, MeshLambertMaterial, Quaternion, Vector3,
} from 'three';

// The sides of a box, each of four corners seen against the clock: x and y are -1 or 1,
// z is 0 or 1.
const SIDES = [
  [[-1, 1, 0], [-1, 1, 1], [1, 1, 1], [1, 1, 0]],
  [[-1, -1, 0], [1, -1, 0], [1, -1, 1], [-1, -1, 1]],
  [[-1, -1, 0], [-1, -1, 1], [-1, 1, 1], [-1, 1, 0]],
  [[1, -1, 0], [1, 1, 0], [1, 1, 1], [1, -1, 1]],
  [[-1, -1, 0], [-1, 1, 0], [1, 1, 0], [1, -1, 0]],
  [[-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]],
];

/**
 * A block along +z from 0 to 1, tapered, whose upper side (+y) is light and
 * whose lower side is dark: so one sees how it is turned.
 */
export function blockGeometry() {
  return boxGeometry([1, 0.35, 0.7, 0.7, 0.6, 0.85], ([x, y, z]) => {
    const size = z === 0 ? 0.5 : 0.32;
    return [x * size, y * size * 0.6, z];
  });
}

/** A cube around 0, of side 1; its upper side is the lightest. */
export function cubeGeometry() {
  return boxGeometry([1, 0.4, 0.7, 0.7, 0.55, 0.85], ([x, y, z]) => [x / 2, y / 2, z - 0.5]);
}

/** @param {number[]} shades of SIDES @param {(corner: number[]) => number[]} place of a corner */
function boxGeometry(shades, place) {
  const positions = [];
  const colors = [];
  SIDES.forEach((corners, side) => {
    for (const i of [0, 1, 2, 0, 2, 3]) {
      positions.push(...place(corners[i]));
      colors.push(shades[side], shades[side], shades[side]);
    }
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
  geometry.setAttribute('color', new BufferAttribute(new Float32Array(colors), 3));
  geometry.computeVertexNormals();
  return geometry;
}

/** Many shapes of one geometry and colour. */
export class Instances {
  /**
   * @param {BufferGeometry} geometry with colours
   * @param {number} count
   * @param {string} color
   * @param {number} [opacity]
   */
  constructor(geometry, count, color, opacity = 1) {
    this.material = new MeshLambertMaterial({
      color: new Color(color), vertexColors: true, opacity,
      transparent: opacity < 1,
    });
    // three.js r111 takes meshes of the same geometry and program for the same
    // mesh, and draws the first one's matrices again.
    this.mesh = new InstancedMesh(
        geometry.clone(), this.material, Math.max(count, 1));
    this.mesh.frustumCulled = false;
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    this.matrices = this.mesh.instanceMatrix.array;
    this.mesh.count = count;
  }

  /** Nothing is there. @param {number} i */
  hide(i) {
    this.matrices.fill(0, 16 * i, 16 * i + 16);
  }

  /**
   * A shape at a place, turned by a quaternion, of a width and a length.
   * @param {number} i
   * @param {Float64Array} position @param {number} p
   * @param {Float64Array} rotation @param {number} r
   * @param {number} width
   * @param {number} length
   */
  place(i, position, p, rotation, r, width, length) {
    MATRIX.compose(
        PLACE.fromArray(position, p), TURN.fromArray(rotation, r),
        SIZE.set(width, width, length)).toArray(this.matrices, 16 * i);
  }

  changed() {
    this.mesh.instanceMatrix.needsUpdate = true;
  }
}

/** Lines between pairs of points that move. */
export class Lines {
  /** @param {number} count @param {string} color @param {number} [opacity] */
  constructor(count, color, opacity = 1) {
    this.count = count;
    const geometry = new BufferGeometry();
    this.attribute = new BufferAttribute(new Float32Array(6 * Math.max(count, 1)), 3);
    this.attribute.setUsage(DynamicDrawUsage);
    geometry.setAttribute('position', this.attribute);
    this.material = new LineBasicMaterial({
      color: new Color(color), opacity, transparent: opacity < 1,
    });
    this.object = new LineSegments(geometry, this.material);
    this.object.frustumCulled = false;
    this.points = this.attribute.array;
  }

  /**
   * A line; none if one of its ends is nowhere.
   * @param {number} i
   * @param {Float64Array} from @param {number} f
   * @param {Float64Array} to @param {number} t
   */
  set(i, from, f, to, t) {
    const at = 6 * i;
    if (!isPlace(from, f) || !isPlace(to, t)) {
      this.points.fill(0, at, at + 6);
      return;
    }
    for (let c = 0; c < 3; ++c) {
      this.points[at + c] = from[f + c];
      this.points[at + 3 + c] = to[t + c];
    }
  }

  changed() {
    this.attribute.needsUpdate = true;
  }
}

// Further away nothing can be seen, and float32 of the graphics card ends.
const FARTHEST = 1e12;

/** Whether three numbers are a place that can be shown. @param {Float64Array} v @param {number} at */
export function isPlace(v, at) {
  return Math.abs(v[at]) < FARTHEST && Math.abs(v[at + 1]) < FARTHEST &&
      Math.abs(v[at + 2]) < FARTHEST;
}

/** The edges of a ball's three great circles, of radius 1, as points of lines. */
export function ringPoints() {
  const points = [];
  const steps = 32;
  for (let axis = 0; axis < 3; ++axis) {
    for (let i = 0; i < steps; ++i) {
      for (const j of [i, i + 1]) {
        const angle = 2 * Math.PI * j / steps;
        const point = [0, 0, 0];
        point[axis] = Math.cos(angle);
        point[(axis + 1) % 3] = Math.sin(angle);
        points.push(...point);
      }
    }
  }
  return new Float32Array(points);
}

/** @param {Float32Array} points pairs @param {string} color */
export function fixedLines(points, color) {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(points, 3));
  const lines = new LineSegments(
      geometry, new LineBasicMaterial({ color: new Color(color) }));
  lines.frustumCulled = false;
  return lines;
}

/** The edges of the cube from 0 to 1. */
export function blockEdges() {
  const points = [];
  for (let axis = 0; axis < 3; ++axis) {
    for (const u of [0, 1]) {
      for (const v of [0, 1]) {
        for (const along of [0, 1]) {
          const point = [0, 0, 0];
          point[axis] = along;
          point[(axis + 1) % 3] = u;
          point[(axis + 2) % 3] = v;
          points.push(...point);
        }
      }
    }
  }
  return new Float32Array(points);
}

const MATRIX = new Matrix4();
const PLACE = new Vector3();
const TURN = new Quaternion();
const SIZE = new Vector3();
