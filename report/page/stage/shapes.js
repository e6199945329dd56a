// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Shapes that are many of one kind, drawn in one call each, and moved without
// allocating.

import {
  BufferAttribute, BufferGeometry, Color, DynamicDrawUsage, InstancedMesh,
  LineBasicMaterial, LineSegments, MeshLambertMaterial,
} from 'three';

/**
 * A block along +z from 0 to 1, tapered, whose upper side (+y) is light and
 * whose lower side is dark: so one sees how it is turned.
 */
export function blockGeometry() {
  const near = 0.5;
  const far = 0.32;
  const flat = 0.6;
  const corner = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ z) => {
    const size = z === 0 ? near : far;
    return [x * size, y * size * flat, z];
  };
  const faces = [
    { corners: [[-1, 1, 0], [-1, 1, 1], [1, 1, 1], [1, 1, 0]], shade: 1 },
    { corners: [[-1, -1, 0], [1, -1, 0], [1, -1, 1], [-1, -1, 1]], shade: 0.35 },
    { corners: [[-1, -1, 0], [-1, -1, 1], [-1, 1, 1], [-1, 1, 0]], shade: 0.7 },
    { corners: [[1, -1, 0], [1, 1, 0], [1, 1, 1], [1, -1, 1]], shade: 0.7 },
    { corners: [[-1, -1, 0], [-1, 1, 0], [1, 1, 0], [1, -1, 0]], shade: 0.6 },
    { corners: [[-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]], shade: 0.85 },
  ];
  return facesGeometry(faces.map(({ corners, shade }) => ({
    corners: corners.map(([x, y, z]) => corner(x, y, z)), shade,
  })));
}

/** A cube around 0, of side 1; its upper side is the lightest. */
export function cubeGeometry() {
  const h = 0.5;
  return facesGeometry([
    { corners: [[-h, h, -h], [-h, h, h], [h, h, h], [h, h, -h]], shade: 1 },
    { corners: [[-h, -h, -h], [h, -h, -h], [h, -h, h], [-h, -h, h]], shade: 0.4 },
    { corners: [[-h, -h, -h], [-h, -h, h], [-h, h, h], [-h, h, -h]], shade: 0.7 },
    { corners: [[h, -h, -h], [h, h, -h], [h, h, h], [h, -h, h]], shade: 0.7 },
    { corners: [[-h, -h, -h], [-h, h, -h], [h, h, -h], [h, -h, -h]], shade: 0.55 },
    { corners: [[-h, -h, h], [h, -h, h], [h, h, h], [-h, h, h]], shade: 0.85 },
  ]);
}

/** @param {{corners: number[][], shade: number}[]} faces each of four corners, seen against the clock */
function facesGeometry(faces) {
  const positions = [];
  const normals = [];
  const colors = [];
  for (const { corners, shade } of faces) {
    const [a, b, , d] = corners;
    const u = b.map((value, i) => value - a[i]);
    const v = d.map((value, i) => value - a[i]);
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
               u[0] * v[1] - u[1] * v[0]];
    const length = Math.hypot(...n);
    for (const i of [0, 1, 2, 0, 2, 3]) {
      positions.push(...corners[i]);
      normals.push(...n.map((value) => value / length));
      colors.push(shade, shade, shade);
    }
  }
  const geometry = new BufferGeometry();
  const add = (/** @type {string} */ name, /** @type {number[]} */ values) =>
    geometry.setAttribute(name, new BufferAttribute(new Float32Array(values), 3));
  add('position', positions);
  add('normal', normals);
  add('color', colors);
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
    const m = this.matrices;
    const at = 16 * i;
    const x = rotation[r];
    const y = rotation[r + 1];
    const z = rotation[r + 2];
    const w = rotation[r + 3];
    m[at] = width * (1 - 2 * (y * y + z * z));
    m[at + 1] = width * 2 * (x * y + z * w);
    m[at + 2] = width * 2 * (x * z - y * w);
    m[at + 4] = width * 2 * (x * y - z * w);
    m[at + 5] = width * (1 - 2 * (x * x + z * z));
    m[at + 6] = width * 2 * (y * z + x * w);
    m[at + 8] = length * 2 * (x * z + y * w);
    m[at + 9] = length * 2 * (y * z - x * w);
    m[at + 10] = length * (1 - 2 * (x * x + y * y));
    m[at + 3] = m[at + 7] = m[at + 11] = 0;
    m[at + 12] = position[p];
    m[at + 13] = position[p + 1];
    m[at + 14] = position[p + 2];
    m[at + 15] = 1;
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

const MATRIX = new Float32Array(16);

/** The matrix of a place and a turn. @param {Float64Array} p @param {Float64Array} q */
export function matrixOf(p, q) {
  const x = q[0];
  const y = q[1];
  const z = q[2];
  const w = q[3];
  MATRIX[0] = 1 - 2 * (y * y + z * z);
  MATRIX[1] = 2 * (x * y + z * w);
  MATRIX[2] = 2 * (x * z - y * w);
  MATRIX[4] = 2 * (x * y - z * w);
  MATRIX[5] = 1 - 2 * (x * x + z * z);
  MATRIX[6] = 2 * (y * z + x * w);
  MATRIX[8] = 2 * (x * z + y * w);
  MATRIX[9] = 2 * (y * z - x * w);
  MATRIX[10] = 1 - 2 * (x * x + y * y);
  MATRIX[12] = p[0];
  MATRIX[13] = p[1];
  MATRIX[14] = p[2];
  MATRIX[15] = 1;
  return MATRIX;
}

/** @param {Float64Array} v @param {number} a @param {number} b */
export function distance(v, a, b) {
  const x = v[a] - v[b];
  const y = v[a + 1] - v[b + 1];
  const z = v[a + 2] - v[b + 2];
  return Math.sqrt(x * x + y * y + z * z);
}
