// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A mesh with fewer triangles, for machines that cannot draw all of them in
// time: of the vertices of a bone in a cell of a grid, one stands for all.

const TRIES = 6;

/**
 * @typedef {object} Mesh
 * @property {Float32Array} positions three a vertex
 * @property {Uint16Array | Uint32Array} triangles vertices, three a triangle
 * @property {Uint8Array} [boneIndices] four a vertex, the heaviest first
 */

/**
 * The triangles that are left, as vertices of the same mesh; as many as `most`
 * or less, if a few tries find such a grid.
 * @param {Mesh} mesh
 * @param {number} most triangles
 * @returns {Uint16Array | Uint32Array} of the kind of `mesh.triangles`
 */
export function coarseTriangles(mesh, most) {
  let { triangles } = mesh;
  // Cells as wide as the triangles that would be left, if all were as large.
  let cell = Math.sqrt(2 * areaOf(mesh) / most);
  for (let i = 0; i < TRIES && cell > 0 && cell < Infinity; ++i) {
    triangles = joined(mesh, cell);
    const count = triangles.length / 3;
    if (count <= most) break;
    cell *= Math.sqrt(count / most) * 1.05;
  }
  return triangles;
}

/** @param {Mesh} mesh */
function areaOf({ positions, triangles }) {
  let area = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [3 * triangles[i], 3 * triangles[i + 1], 3 * triangles[i + 2]];
    const ux = positions[b] - positions[a];
    const uy = positions[b + 1] - positions[a + 1];
    const uz = positions[b + 2] - positions[a + 2];
    const vx = positions[c] - positions[a];
    const vy = positions[c + 1] - positions[a + 1];
    const vz = positions[c + 2] - positions[a + 2];
    const twice = Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
    if (Number.isFinite(twice)) area += twice / 2;
  }
  return area;
}

/** Triangles between cells of a width. @param {Mesh} mesh @param {number} cell */
function joined(mesh, cell) {
  const { triangles } = mesh;
  const stands = standIns(mesh, cell);
  const left = triangles.slice();
  let end = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const a = stands[triangles[i]];
    const b = stands[triangles[i + 1]];
    const c = stands[triangles[i + 2]];
    if (a === b || b === c || c === a) continue;
    left[end] = a;
    left[end + 1] = b;
    left[end + 2] = c;
    end += 3;
  }
  return left.slice(0, end);
}

/** Of each vertex, the one that stands for it: the nearest to its cell's middle. @param {Mesh} mesh @param {number} cell */
function standIns({ positions, boneIndices }, cell) {
  const count = positions.length / 3;
  const cells = new Uint32Array(count);
  /** @type {Map<string, number>} */
  const known = new Map();
  const nearest = [];
  const distances = [];
  for (let v = 0; v < count; ++v) {
    let key = boneIndices ? `${boneIndices[4 * v]}` : '';
    let distance = 0;
    for (let c = 0; c < 3; ++c) {
      const at = positions[3 * v + c] / cell;
      key += `,${Math.round(at)}`;
      distance += (at - Math.round(at)) ** 2;
    }
    const place = known.get(key) ?? known.size;
    if (place === known.size) known.set(key, place);
    cells[v] = place;
    if (distances[place] <= distance) continue;
    distances[place] = distance;
    nearest[place] = v;
  }
  return cells.map((place) => nearest[place]);
}
