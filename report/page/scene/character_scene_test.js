// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import test from 'node:test';
import '../frame/testing.js';

const { CharacterScene } = await import('./character_scene.js');

test('a triangle of the file is found in the mesh, whose subsets are in a row', () => {
  const model = Object.create(CharacterScene.prototype);
  model.section = { subsets: new Uint32Array([4, 2, 0, 3]) };
  // Triangles 3 and 6 belong to no subset.
  assert.deepEqual([4, 5, 0, 1, 2, 3, 6].map((i) => model.placeOf_(i)), [0, 1, 2, 3, 4, 5, 6]);
});
