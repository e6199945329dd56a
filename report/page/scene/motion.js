// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// An animation of a .glb in the page. That of a recording mirrors z; places and turns
// that are read here are as the recording has them.

import { loadGlb } from '../stage/glb.js';

/** One animation, which moves the file's nodes. */
export class Motion {
  /**
   * @param {{glb: any[], begin: number}} section
   * @returns {Promise<Motion>}
   */
  static async load({ glb, begin }) {
    return new Motion(await loadGlb(glb), begin);
  }

  /** @param {import('../stage/glb.js').Glb} glb @param {number} begin when its time 0 is, in the file @param {number} [animation] */
  constructor({ nodes, animations }, begin, animation = 0) {
    this.begin_ = begin;
    this.time_ = NaN;
    /** @type {Map<string, any>} */
    this.nodes_ = new Map(nodes.map((node) => [node.name, node]));
    /** @type {Map<any, any>} of the node's vector or quaternion that they move */
    this.tracks_ = new Map(animations[animation].map((track) => [track.moved, track]));
  }

  /** A node of which this moves, or null. @param {string} name @param {'position' | 'quaternion'} [part] */
  find(name, part = 'position') {
    const node = this.nodes_.get(name);
    return node !== undefined && this.tracks_.has(node[part]) ? node : null;
  }

  /** Moves the nodes. @param {number} t seconds, rounded to a float, as keys' times are */
  show(t) {
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
    this.show(t);
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
    this.show(t);
    const { x, y, z, w } = node?.quaternion ?? NOWHERE;
    out[at] = 0 - x;
    out[at + 1] = 0 - y;
    out[at + 2] = z;
    out[at + 3] = w;
  }

  /** @param {any} node @param {number} t */
  state(node, t) {
    this.show(t);
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
