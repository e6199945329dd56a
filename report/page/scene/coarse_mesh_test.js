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

test('nothing, a point, and numbers that are none', () => {
  const none = { positions: new Float32Array(0), triangles: new Uint16Array(0) };
  assert.equal(coarseTriangles(none, 10).length, 0);
  const point = {
    positions: new Float32Array(9), triangles: new Uint32Array([0, 1, 2]),
  };
  assert.equal(coarseTriangles(point, 10).length, 3);
  const broken = sheet(10);
  broken.positions.fill(NaN, 30, 60);
  broken.positions[90] = 3e38;
  assert.ok(coarseTriangles(broken, 50).length <= broken.triangles.length);
});
