// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import test from 'node:test';
import { coarseTriangles } from './coarse_mesh.js';

/** A square of so many small ones a side, in a plane. @param {number} side */
function sheet(side) {
  const positions = [];
  const triangles = [];
  for (let y = 0; y <= side; ++y) {
    for (let x = 0; x <= side; ++x) positions.push(x / side, y / side, 0);
  }
  for (let y = 0; y < side; ++y) {
    for (let x = 0; x < side; ++x) {
      const a = y * (side + 1) + x;
      const c = a + side + 1;
      triangles.push(a, a + 1, c, c, a + 1, c + 1);
    }
  }
  return {
    positions: new Float32Array(positions), triangles: new Uint16Array(triangles),
  };
}

test('a mesh has fewer triangles, of its own vertices, all over', () => {
  const mesh = sheet(100);
  const coarse = coarseTriangles(mesh, 1000);
  const count = coarse.length / 3;
  assert.ok(count <= 1000 && count > 300, String(count));
  assert.ok(coarse instanceof Uint16Array);
  for (let c = 0; c < 2; ++c) {
    const all = [...coarse].map((v) => mesh.positions[3 * v + c]);
    assert.ok(Math.min(...all) < 0.1 && Math.max(...all) > 0.9);
  }
  for (let i = 0; i < coarse.length; i += 3) {
    assert.equal(new Set(coarse.subarray(i, i + 3)).size, 3);
  }
});

test('what belongs to different bones does not grow together', () => {
  // Two sheets, one just before the other.
  const one = sheet(20);
  const count = one.positions.length / 3;
  const positions = new Float32Array([...one.positions, ...one.positions]);
  for (let v = count; v < 2 * count; ++v) positions[3 * v + 2] = 1e-4;
  const triangles =
      new Uint16Array([...one.triangles, ...[...one.triangles].map((v) => v + count)]);
  const boneIndices = new Uint8Array(8 * count);
  for (let v = count; v < 2 * count; ++v) boneIndices[4 * v] = 1;
  const coarse = coarseTriangles({ positions, triangles, boneIndices }, 200);
  const behind = [...coarse].filter((v) => v >= count).length;
  assert.equal(behind, coarse.length / 2);
  const together = coarseTriangles({ positions, triangles }, 200);
  assert.equal([...together].filter((v) => v >= count).length, 0);
});

/** Returns one coordinate of each vertex that the coarse mesh keeps. */
function left(mesh, coarse, c) {
  return [...coarse].map((v) => mesh.positions[3 * v + c]);
}

test('a few large triangles do not decide for the others', () => {
  const small = sheet(100);
  const count = small.positions.length / 3;
  for (const far of [2, 100, 1e6, 1e38]) {
    // A floor, and a vertex that was dragged away.
    const mesh = {
      positions: new Float32Array([
        ...small.positions, -far, -far, 0, far, -far, 0, far, far, 0, -far, far, 0,
      ]),
      triangles: new Uint16Array([
        ...small.triangles, count, count + 1, count + 2, count, count + 2, count + 3,
      ]),
    };
    mesh.positions[3 * 5000 + 2] = far;
    const coarse = coarseTriangles(mesh, 1000);
    assert.ok(coarse.length / 3 <= 1000 && coarse.length / 3 > 600, `${far}: ${coarse.length / 3}`);
    const xs = left(mesh, coarse, 0);
    assert.ok(xs.filter((x) => x >= 0 && x <= 1).length > 1800, String(far));
    // Both are still to be seen.
    assert.ok(xs.includes(Math.fround(-far)) && xs.includes(Math.fround(far)));
    assert.ok(left(mesh, coarse, 2).includes(Math.fround(far)));
  }
});

test('what would lose its shape has no coarse mesh', () => {
  // Far from another, of which each fits into one cell.
  const one = sheet(50);
  const positions = new Float32Array(2 * one.positions.length).fill(0);
  const triangles = new Uint16Array(2 * one.triangles.length);
  for (const k of [0, 1]) {
    positions.set(one.positions.map((x, i) => (i % 3 ? 0 : 1e6 * k)), k * one.positions.length);
    triangles.set(one.triangles.map((v) => v + k * one.positions.length / 3),
                  k * one.triangles.length);
  }
  assert.equal(coarseTriangles({ positions, triangles }, 1000), null);
});

test('the work grows as the mesh does, whatever it looks like', () => {
  /** @param {any} mesh */
  const read = (mesh) => {
    let reads = 0;
    const positions = new Proxy(mesh.positions, {
      get(target, key) {
        ++reads;
        return target[key];
      },
    });
    coarseTriangles({ ...mesh, positions }, 500);
    return reads;
  };
  for (const change of [
    () => {},
    (/** @type {any} */ mesh) => mesh.positions.fill(3e38, 0, 9),
    (/** @type {any} */ mesh) => mesh.triangles.reverse(),
    (/** @type {any} */ mesh) => mesh.positions.forEach(
        (/** @type {number} */ x, /** @type {number} */ i) => {
          mesh.positions[i] = x ** 20;
        }),
  ]) {
    const [small, large] = [sheet(50), sheet(100)];
    change(small);
    change(large);
    const [few, many] = [read(small), read(large)];
    // Ten grids at most, and four times the mesh.
    assert.ok(many <= 100 * large.positions.length, String(many));
    assert.ok(many <= 16 * few, `${few} ${many}`);
  }
});

test('nothing, a point, and numbers that are none', () => {
  const none = { positions: new Float32Array(0), triangles: new Uint16Array(0) };
  assert.equal(coarseTriangles(none, 10), null);
  const point = {
    positions: new Float32Array(9), triangles: new Uint32Array([0, 1, 2]),
  };
  assert.equal(coarseTriangles(point, 10), null);
  const broken = sheet(10);
  broken.positions.fill(NaN, 30, 60);
  broken.positions[90] = 3e38;
  const few = coarseTriangles(broken, 50);
  assert.ok(few.length / 3 <= 50 && few.length > 0, String(few.length / 3));
  broken.positions.fill(NaN);
  assert.equal(coarseTriangles(broken, 50), null);
});
