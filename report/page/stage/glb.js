// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A .glb in the page: three.js loads it and interpolates, so a report shows what
// `clipguard convert` exports. Its keyframes are asked for a time one by one; an
// AnimationMixer would only blend them, which takes 3 kB of each page.

import { GLTFLoader } from 'three-examples/loaders/GLTFLoader.js';

const ALIGNMENT = 4;  // bytes
const PARTS = { translation: 'position', rotation: 'quaternion', scale: 'scale' };

/** @param {{byteLength: number}} part */
function aligned({ byteLength }) {
  return Math.ceil(byteLength / ALIGNMENT) * ALIGNMENT;
}

/**
 * The file that report/html/scene_glb.h has written as parts.
 * @param {{buffer: ArrayBufferLike, byteOffset: number, byteLength: number}[]} parts
 */
function joined(parts) {
  const file = new Uint8Array(parts.reduce((sum, part) => sum + aligned(part), 0));
  let at = 0;
  for (const part of parts) {
    file.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += aligned(part);
  }
  return file.buffer;
}

/**
 * A node's vector or quaternion, its track, and the interpolant of that.
 * @typedef {{moved: any, track: any, values: any}} Move
 */

/**
 * @typedef {object} Glb
 * @property {any} json the file's own words
 * @property {any[]} nodes by their numbers there
 * @property {any} scene what they hang on
 * @property {(accessor: number) => Promise<any>} numbers
 * @property {Move[][]} animations
 */

/** @param {any[]} parts @returns {Promise<Glb>} */
export async function loadGlb(parts) {
  const { animations, parser, scene } = await new Promise((resolve, reject) => {
    new GLTFLoader().parse(joined(parts), '', resolve, reject);
  });
  const { json } = parser;
  const nodes = await parser.getDependencies('node');
  return {
    json,
    nodes,
    scene,
    numbers: async (accessor) => (await parser.getDependency('accessor', accessor)).array,
    animations: animations.map((/** @type {any} */ { tracks }, /** @type {number} */ i) =>
      tracks.map((/** @type {any} */ track, /** @type {number} */ channel) => {
        const { node, path } = json.animations[i].channels[channel].target;
        return {
          moved: nodes[node][/** @type {any} */ (PARTS)[path]], track, values: track.createInterpolant(),
        };
      })),
  };
}
