// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The parts that a machine moves, in 3D: the boxes of the models whose clips it plays; or, where
// none is known, a cube for each joint of their armatures.

import { Matrix4 } from 'three';
import { button, element } from '../frame/dom.js';
import { Boxes } from '../stage/boxes.js';
import { ballAround } from '../stage/framing.js';
import { blockEdges, fixedLines } from '../stage/shapes.js';
import { lookButtons, Stage } from '../stage/stage.js';
import { StepError } from './values.js';

const HOME = [0.6, 0.5, 1];
const CUBE = 0.4;  // blocks
const MOST_CUBES = 64;
const SIZES = 6;

/** Cubes in the middle of the block, where joints turn; of each the edge is to be seen. */
function cubesOf(count) {
  return Array.from({ length: Math.min(count, MOST_CUBES) }, (_, joint) => {
    const size = CUBE * (1 - 0.7 * (joint % SIZES) / SIZES);
    return { joint, matrix: new Matrix4().makeScale(size, size, size).setPosition(0.5, 0.5, 0.5) };
  });
}

export class ModelPicture {
  /**
   * @param {import('../stage/armature.js').Armature[]} armatures
   * @param {string[]} joints @param {any} colors of the page
   */
  constructor(armatures, joints, colors) {
    const boxes = armatures.flatMap((one) => one.boxes);
    this.boxes = boxes.length === 0 ? new Boxes(cubesOf(joints.length), 0) :
      new Boxes(boxes, armatures.reduce((sum, { shared }) => sum + shared, 0));
    /** So many joints have to be known. */
    this.joints = 1 + Math.max(-1, ...this.boxes.movers);
    this.matrices = new Float64Array(16 * this.joints);
    const picture = element('div', { class: 'machine-model' });
    this.stage = new Stage(picture, 'The model in 3D, as the machine moves it.');
    this.rest_();
    this.host = element('section', {
      attributes: { 'aria-label': 'The model' },
      children: [
        element('h3', { text: 'The model' }),
        picture,
        ...this.stage.works ? [this.looks_()] : [],
        element('p', {
          class: 'muted',
          text: this.stage.works
            ? boxes.length !== 0 ? this.boxes.text : `No block model is known: a cube for each joint (${joints.slice(0, SIZES).join(', ')}${
              joints.length > SIZES ? ', …' : ''})`
            : 'This browser has no WebGL, so there is no picture.',
        }),
      ],
    });
    if (!this.stage.works) {
      picture.hidden = true;
      return;
    }
    const points = [0, 0, 0, 1, 1, 1];
    this.boxes.addCorners(this.matrices, points);
    const { center, radius } = /** @type {any} */ (ballAround(points));
    this.lookFrom_ = (/** @type {number[]} */ direction) =>
      this.stage.lookAt(center, 1.1 * radius, direction);
    this.stage.scene.add(this.boxes.group);
    this.paint(colors);
    this.lookFrom_(HOME);
  }

  looks_() {
    return element('div', {
      class: 'machine-buttons',
      children: [
        ...lookButtons((direction) => this.lookFrom_(direction)),
        button('Reset view', () => this.lookFrom_(HOME)),
      ],
    });
  }

  /** No joint is moved. */
  rest_() {
    this.matrices.forEach((_, i) => {
      this.matrices[i] = i % 16 % 5 === 0 ? 1 : 0;
    });
  }

  paint(colors) {
    if (!this.stage.works) return;
    this.boxes.paint(colors);
    if (this.outline) this.stage.scene.remove(this.outline);
    this.outline = fixedLines(blockEdges(), colors.line);
    this.stage.scene.add(this.outline);
    this.stage.background(colors.bg);
  }

  update(machine, playing) {
    if (!this.stage.works) return;
    this.stage.playing = playing;
    try {
      if (this.joints !== 0) {
        machine.pose(this.joints).poses.forEach((matrix, joint) =>
          this.matrices.set(matrix, 16 * joint));
      }
    } catch (error) {
      if (!(error instanceof StepError)) throw error;
      // A pose that cannot be computed is hidden.
      this.matrices.fill(NaN);
    }
    this.boxes.show(this.matrices);
    this.stage.draw();
  }

  destroy() {
    this.stage.destroy();
  }
}
