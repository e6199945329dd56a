// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A recording's .glb in the page: three.js loads it and interpolates, so a report
// shows what `clipguard convert` exports. Its keyframes are asked for a time one by
// one; an AnimationMixer would only blend them, which takes 3 kB of each page.
//
// The .glb mirrors z. Tracks that are read here are as the recording has them.

import { GLTFLoader } from 'three-examples/loaders/GLTFLoader.js';

const ALIGNMENT = 4;  // bytes

/** @param {{byteLength: number}} part */
function aligned({ byteLength }) {
  return Math.ceil(byteLength / ALIGNMENT) * ALIGNMENT;
}

/**
 * The file that report/html/scene_glb.h has written as parts.
 * @param {{buffer: ArrayBufferLike, byteOffset: number, byteLength: number}[]} parts
 */
export function joined(parts) {
  const file = new Uint8Array(parts.reduce((sum, part) => sum + aligned(part), 0));
  let at = 0;
  for (const part of parts) {
    file.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += aligned(part);
  }
  return file.buffer;
}

export class Motion {
  /**
   * @param {{glb: any[], begin: number}} section
   * @returns {Promise<Motion>}
   */
  static load({ glb, begin }) {
    return new Promise((resolve, reject) => {
      new GLTFLoader().parse(
          joined(glb), '', (/** @type {any} */ gltf) => resolve(new Motion(gltf, begin)), reject);
    });
  }

  /** @param {any} gltf @param {number} begin when its time 0 is, in the file */
  constructor({ scene, animations }, begin) {
    this.begin_ = begin;
    this.time_ = NaN;
    /** @type {Map<string, any>} */
    this.nodes_ = new Map();
    scene.traverse((/** @type {any} */ node) => this.nodes_.set(node.name, node));
    /** @type {Map<any, any>} of the node's vector or quaternion that they move */
    this.tracks_ = new Map();
    for (const track of animations[0].tracks) {
      const dot = track.name.lastIndexOf('.');
      const moved = this.nodes_.get(track.name.slice(0, dot))[track.name.slice(dot + 1)];
      this.tracks_.set(moved, { track, values: track.createInterpolant() });
    }
  }

  /** A node of which this moves, or null. @param {string} name @param {'position' | 'quaternion'} [part] */
  find(name, part = 'position') {
    const node = this.nodes_.get(name);
    return node !== undefined && this.tracks_.has(node[part]) ? node : null;
  }

  /** @param {number} t seconds, rounded to a float, as keys' times are */
  show_(t) {
    const time = Math.fround(t) - this.begin_;
    if (time === this.time_) return;
    this.time_ = time;
    for (const [moved, { values }] of this.tracks_) moved.fromArray(values.evaluate(time));
  }

  /**
   * Metres, x y z, to out[at] and so on; 0 0 0 without a node.
   * @param {any} node @param {number} t @param {Float64Array | Float32Array} out @param {number} at
   */
  position(node, t, out, at) {
    this.show_(t);
    const { x, y, z } = node?.position ?? NOWHERE;
    out[at] = x;
    out[at + 1] = y;
    out[at + 2] = 0 - z;
  }

  /**
   * A quaternion x y z w; 0 0 0 1 without a node.
   * @param {any} node @param {number} t @param {Float64Array | Float32Array} out @param {number} at
   */
  rotation(node, t, out, at) {
    this.show_(t);
    const { x, y, z, w } = node?.quaternion ?? NOWHERE;
    out[at] = 0 - x;
    out[at + 1] = 0 - y;
    out[at + 2] = z;
    out[at + 3] = w;
  }

  /** @param {any} node @param {number} t */
  state(node, t) {
    this.show_(t);
    return node !== null && node.position.x > 0.5;
  }

  /**
   * A place that a node had near a time, into out[0] and so on: of keyframes that
   * are places, the last one before it, or else the first one. False: there is none.
   * @param {any} node @param {number} t @param {Float64Array} out
   */
  placeNear(node, t, out) {
    const { times, values } = this.tracks_.get(node.position).track;
    const isAt = (/** @type {number} */ i) => {
      for (let c = 0; c < 3; ++c) out[c] = c < 2 ? values[3 * i + c] : 0 - values[3 * i + c];
      return Number.isFinite(out[0] + out[1] + out[2]);
    };
    let from = times.length - 1;
    while (from > 0 && times[from] > Math.fround(t) - this.begin_) --from;
    for (let i = from; i >= 0; --i) if (isAt(i)) return true;
    for (let i = from + 1; i < times.length; ++i) if (isAt(i)) return true;
    return false;
  }
}

const NOWHERE = { x: 0, y: 0, z: 0, w: 1 };
