// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The joints of an armature's .glb, and how its clips move them.
// actions/convert/gltf/armature_scene.h says which nodes it has.

import { Matrix4 } from 'three';
import { loadGlb } from './glb.js';

const ORIGIN = 0.5;  // of a joint that nothing moves, in each direction

/**
 * @typedef {object} Clip
 * @property {string} name
 * @property {Map<number, {moved: any, values: any}[]>} moves by joint
 */

export class Armature {
  /** @param {any[]} parts of report/forge/armature_glb.h */
  static async load(parts) {
    return new Armature(await loadGlb(parts));
  }

  /** @param {import('./glb.js').Glb} glb */
  constructor({ json, nodes, animations }) {
    /** @type {number[]} */
    const joints = json.nodes[0].children ?? [];
    /** Their names. @type {string[]} */
    this.joints = joints.map((node) => json.nodes[node].extras.joint);
    this.nodes_ = joints.map((node) => ({ joint: nodes[node], content: nodes[node + 1] }));
    /** @type {Clip[]} */
    this.clips = animations.map((animation, i) => {
      const moves = new Map();
      const { channels, extras } = json.animations[i];
      animation.forEach((move, channel) => {
        // Nodes of two joints come after the root.
        const joint = Math.floor((channels[channel].target.node - 1) / 2);
        if (!moves.has(joint)) moves.set(joint, []);
        moves.get(joint).push(move);
      });
      return { name: extras.clip, moves };
    });
  }

  /**
   * Poses a joint, and gives the matrix of what it moves, row by row.
   * @param {number} joint
   * @param {Clip | null} clip null: it is at rest
   * @param {number} time in clips, of which the game takes the fraction
   * @param {Float64Array | number[]} out @param {number} at
   */
  pose(joint, clip, time, out, at) {
    const { joint: node, content } = this.nodes_[joint];
    node.position.setScalar(ORIGIN);
    node.quaternion.set(0, 0, 0, 1);
    node.scale.setScalar(1);
    content.position.setScalar(-ORIGIN);
    const t = Math.fround(time - Math.floor(time));
    for (const { moved, values } of clip?.moves.get(joint) ?? []) moved.fromArray(values.evaluate(t));
    node.updateMatrix();
    content.updateMatrix();
    MATRIX.multiplyMatrices(node.matrix, content.matrix).transpose().toArray(out, at);
  }

  /** Where a joint is that was posed. @param {number} joint */
  place(joint) {
    return this.nodes_[joint].joint.position;
  }

  /** Where it would be at rest, times -1. @param {number} joint */
  origin(joint) {
    return this.nodes_[joint].content.position;
  }
}

const MATRIX = new Matrix4();
