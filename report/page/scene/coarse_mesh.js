// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A mesh with fewer triangles, for machines that cannot draw all of them in
// time: of the vertices of a bone in a cell of a grid, one stands for all.

const TRIES = 10;
const ENOUGH = 0.7;  // of the triangles asked for: no better grid is looked for
const LEAST = 0.25;  // of them; a mesh with fewer no longer shows what there is
// Cells. A longer triangle is kept as it is: a floor, or a damaged vertex far away.
const LONG = 5;
const SAMPLED = 4096;  // triangles

/**
 * @typedef {object} Mesh
 * @property {Float32Array} positions three a vertex
 * @property {Uint16Array | Uint32Array} triangles vertices, three a triangle
 * @property {Uint8Array} [boneIndices] four a vertex, the heaviest first
 */

/**
 * The triangles that are left, as vertices of the same mesh; null: no grid was
 * found that leaves few enough, and enough of them.
 * @param {Mesh} mesh
 * @param {number} most triangles
 * @returns {Uint16Array | Uint32Array | null} of the kind of `mesh.triangles`
 */
export function coarseTriangles(mesh, most) {
  const lengths = lengthsOf(mesh);
  // Between both the right one lies.
  let [tooSmall, tooLarge] = [0, Infinity];
  let cell = firstCell(lengths, most);
  let best = null;
  for (let i = 0; i < TRIES && cell > 0 && cell < Infinity; ++i) {
    const left = joined(mesh, lengths, cell);
    const count = left.length / 3;
    if (count > most) {
      tooSmall = cell;
      cell *= Math.sqrt(count / most) * 1.05;
    } else {
      if (best === null || left.length > best.length) best = left;
      if (count >= ENOUGH * most) break;
      tooLarge = cell;
      cell /= 2;
    }
    if (cell <= tooSmall || cell >= tooLarge) cell = Math.sqrt(tooSmall * tooLarge);
  }
  return best !== null && best.length / 3 >= LEAST * most ? best : null;
}

/** The longest side of each triangle; NaN: it has none. @param {Mesh} mesh */
function lengthsOf({ positions, triangles }) {
  const lengths = new Float64Array(triangles.length / 3);
  const side = (/** @type {number} */ a, /** @type {number} */ b) => Math.hypot(
      positions[3 * a] - positions[3 * b],
      positions[3 * a + 1] - positions[3 * b + 1],
      positions[3 * a + 2] - positions[3 * b + 2]);
  for (let i = 0; i < lengths.length; ++i) {
    const [a, b, c] = triangles.subarray(3 * i, 3 * i + 3);
    lengths[i] = Math.max(side(a, b), side(b, c), side(c, a));
  }
  return lengths;
}

/**
 * Cells as wide as the triangles that would be left, if all were as large as
 * most are: a few that are very large do not count.
 * @param {Float64Array} lengths @param {number} most triangles
 */
function firstCell(lengths, most) {
  const step = Math.max(1, Math.floor(lengths.length / SAMPLED));
  const sampled = lengths.filter((length, i) => i % step === 0 && length > 0).sort();
  if (sampled.length === 0) return 0;
  return sampled[sampled.length >> 1] * Math.sqrt(lengths.length / most);
}

/** Triangles between cells of a width, and long ones. @param {Mesh} mesh @param {Float64Array} lengths @param {number} cell */
function joined(mesh, lengths, cell) {
  const { triangles } = mesh;
  const stands = standIns(mesh, cell);
  const left = triangles.slice();
  let end = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    let [a, b, c] = [triangles[i], triangles[i + 1], triangles[i + 2]];
    if (!(lengths[i / 3] > LONG * cell)) {
      [a, b, c] = [stands[a], stands[b], stands[c]];
      if (a === b || b === c || c === a) continue;
    }
    left[end] = a;
    left[end + 1] = b;
    left[end + 2] = c;
    end += 3;
  }
  return left.slice(0, end);
}

/** Returns the replacement of each vertex: the nearest to its cell's middle. @param {Mesh} mesh @param {number} cell */
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
