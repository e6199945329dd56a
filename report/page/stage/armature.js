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
  /** Those of report/forge/armature_glb.h. @param {{glb: any[], joints: Uint32Array}[]} armatures */
  static loadAll(armatures) {
    return Promise.all(armatures.map(async ({ glb, joints }) =>
      new Armature(await loadGlb(glb), joints)));
  }

  /** @param {import('./glb.js').Glb} glb @param {ArrayLike<number>} numbers of its joints in a list of all */
  constructor({ json, nodes, animations }, numbers) {
    /** @type {number[]} */
    const joints = json.nodes[0].children ?? [];
    /** Their names. @type {string[]} */
    this.joints = joints.map((node) => json.nodes[node].extras.joint);
    this.nodes_ = joints.map((node) => ({ joint: nodes[node], content: nodes[node + 1] }));
    this.numbers = numbers;
    /** How many boxes several joints move. @type {number} */
    this.shared = json.asset.extras.clipguard.sharedBoxes ?? 0;
    const boxes = (/** @type {any} */ node, /** @type {number} */ joint) =>
      (node?.children ?? []).map((/** @type {any} */ box) => {
        box.updateMatrix();
        return { joint, matrix: box.matrix };
      });
    /** What they move, by the numbers; and what stands still. @type {import('./boxes.js').Box[]} */
    this.boxes = [
      ...this.nodes_.flatMap(({ content }, joint) => boxes(content, numbers[joint])),
      ...boxes(nodes[json.scenes[0].nodes[1]], -1)];
    /** @type {Clip[]} */
    this.clips = animations.map((animation, i) => {
      const moves = new Map();
      const { channels, extras } = json.animations[i];
      animation.forEach((move, channel) => {
        if (rests(move)) return;
        // The root, and of each joint its node and then that of what it moves.
        const joint = Math.floor((channels[channel].target.node - 1) / 2);
        if (!moves.has(joint)) moves.set(joint, []);
        moves.get(joint).push(move);
      });
      return { name: extras.clip, moves };
    });
  }

  /**
   * Poses a joint, and gives the matrix of what it moves, row by row; of NaN at no time.
   * @param {number} joint
   * @param {Clip | null} clip null: it is at rest
   * @param {number} time in clips, of which the game takes the fraction
   * @param {Float64Array | number[]} out @param {number} at
   */
  pose(joint, clip, time, out, at) {
    const t = Math.fround(time - Math.floor(time));
    if (Number.isNaN(t)) {
      out.fill(NaN, at, at + 16);
      return;
    }
    const { joint: node, content } = this.nodes_[joint];
    node.position.setScalar(ORIGIN);
    node.quaternion.set(0, 0, 0, 1);
    node.scale.setScalar(1);
    content.position.setScalar(-ORIGIN);
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

/** Whether a track says nothing that its node does not. @param {import('./glb.js').Move} move */
function rests({ moved, track }) {
  const rest = moved.toArray();
  return track.values.every((/** @type {number} */ value, /** @type {number} */ i) =>
    value === rest[i % rest.length]);
}

const MATRIX = new Matrix4();
