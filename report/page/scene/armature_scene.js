// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// An armature on the stage: the boxes of its model, if that is known, and a cube
// for each joint that moves none, both moved as the game moves what belongs to the
// joint, within the outline of the block. A line leads from where a joint is at
// rest to where it is.

import { Group, Matrix4 } from 'three';
import { count, pointerToken } from '../frame/text.js';
import { Armature } from '../stage/armature.js';
import { Boxes } from '../stage/boxes.js';
import { ballAround } from '../stage/framing.js';
import { blockEdges, fixedLines, isPlace, Lines, ringPoints } from '../stage/shapes.js';
import { JointNames } from './joint_names.js';

const CUBE = 0.24;  // blocks
const MARK = 0.28;
const FRAMED_TIMES = 8;

export class ArmatureScene {
  /** @param {any} section @param {any} colors */
  constructor(section, colors) {
    this.section = section;
    /** Which way along z is the front. */
    this.front = 1;
    this.unit = 'blocks';
    this.armature = section.armature;
    this.clip = this.armature.clips[0] ?? null;
    this.count = this.armature.joints.length;
    this.names = new JointNames(this.armature.joints);
    this.matrices = new Float64Array(16 * this.count);
    this.places = new Float64Array(3 * this.count);
    this.rest = new Float64Array(3 * this.count);
    const { boxes, shared } = this.armature;
    this.boxes = boxes.length !== 0 ? new Boxes(boxes, shared) : null;
    this.cubes_ = this.makeCubes_(colors.series.length);
    this.cubes = new Boxes(this.cubes_, 0, 0.8);
    // The game's space is right-handed, as the page's is.
    this.world = new Group();
    this.frame_();
    this.paint(colors);
  }

  /**
   * Each joint that moves no box has a cube. Joints may be in one place: each edge is to be seen.
   * @param {number} colors that neighbours have
   */
  makeCubes_(colors) {
    const sizes = Math.min(colors, this.count);
    return Array.from({ length: this.count }, (_, joint) => {
      const size = CUBE * (1 - 0.6 * (joint % sizes) / sizes);
      return { joint, matrix: new Matrix4().makeScale(size, size, size) };
    }).filter(({ joint }) => !this.boxes?.movers.has(joint));
  }

  /** Before one is made. @param {any} section */
  static async load(section) {
    [section.armature] = await Armature.loadAll(section.armatures);
  }

  /** Whether a finding is about something that is to be seen. @param {any} _ @param {{path: string}} finding */
  static shows(_, { path }) {
    return path.startsWith('/joints/');
  }

  /** @param {any} colors */
  paint(colors) {
    for (const child of [...this.world.children]) this.world.remove(child);
    this.cubes.paint(colors);
    this.world.add(this.cubes.group);
    this.lines = new Lines(this.count, colors.muted);
    this.world.add(this.lines.object);
    this.world.add(fixedLines(blockEdges(), colors.line));
    this.mark = fixedLines(ringPoints(), colors.error);
    if (this.boxes) {
      this.boxes.paint(colors);
      this.world.add(this.boxes.group);
      // It is seen through them.
      this.mark.material.depthTest = false;
      this.mark.renderOrder = 1;
    }
    this.mark.visible = false;
    this.world.add(this.mark);
  }

  /** @param {string | null} name */
  choose(name) {
    this.clip = this.armature.clips.find((/** @type {any} */ clip) => clip.name === name) ??
        this.armature.clips[0] ?? null;
  }

  /** @param {number} t in clips */
  pose_(t) {
    for (let joint = 0; joint < this.count; ++joint) {
      this.armature.pose(joint, this.clip, t, this.matrices, 16 * joint);
      this.armature.place(joint).toArray(this.places, 3 * joint);
      this.armature.origin(joint).toArray(this.rest, 3 * joint);
      for (let c = 0; c < 3; ++c) this.rest[3 * joint + c] *= -1;
    }
  }

  frame_() {
    const points = [0, 0, 0, 1, 1, 1, 0, 1, 0, 1, 0, 1];
    for (let i = 0; i < FRAMED_TIMES; ++i) {
      this.pose_(i / FRAMED_TIMES);
      // Few, so that the block stays in view.
      for (let joint = 0; joint < Math.min(this.count, 64); ++joint) {
        points.push(...this.places.subarray(3 * joint, 3 * joint + 3));
      }
      this.boxes?.addCorners(this.matrices, points);
    }
    const ball = ballAround(points) ?? { center: [0.5, 0.5, 0.5], radius: 1 };
    this.center = ball.center;
    this.radius = Math.max(ball.radius, 0.87);
    this.bottom = 0;
  }

  view() {
    return { center: this.center, radius: this.radius * 1.1, direction: [0.6, 0.5, 1] };
  }

  /** @param {number} t */
  show(t) {
    this.pose_(t);
    for (const { joint, matrix } of this.cubes_) {
      matrix.setPosition(...this.rest.subarray(3 * joint, 3 * joint + 3));
    }
    for (let joint = 0; joint < this.count; ++joint) {
      this.lines.set(joint, this.rest, 3 * joint, this.places, 3 * joint);
    }
    this.cubes.show(this.matrices);
    this.boxes?.show(this.matrices);
    this.lines.changed();
  }

  /** @param {string | null} path @returns {number} the joint; -1: none */
  find(path) {
    const words = (path ?? '').split('/').map(
        (word) => word.replace(/~1/g, '/').replace(/~0/g, '~'));
    if (words[1] === 'joints') return this.names.find(words[2]);
    if (words[1] === 'clips' && words[3] === 'joint_clips') {
      return this.names.find(words[4]);
    }
    return -1;
  }

  /** @param {string | null} path */
  markAt(path) {
    const joint = this.find(path);
    this.mark.visible = joint >= 0 && isPlace(this.places, 3 * joint);
    if (!this.mark.visible) return false;
    this.mark.position.fromArray(this.places, 3 * joint);
    this.mark.scale.setScalar(MARK);
    return true;
  }

  rows() {
    return this.armature.joints.map((/** @type {string} */ name, /** @type {number} */ joint) => ({
      path: `/joints/${pointerToken(this.names.inPath(joint))}`,
      name,
      position: this.places.subarray(3 * joint, 3 * joint + 3),
    }));
  }

  says() {
    const clip = this.clip ? '' : ' · no clip: at rest';
    const boxes = this.boxes ? `${this.boxes.text} · ` : '';
    return `${boxes}${count(this.count, 'joint')} in the outline of a block${clip}`;
  }
}
