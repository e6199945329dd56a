// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The file's three axes, with their letters, in a corner of the picture.

import { Quaternion, Vector3 } from 'three';
import { svg } from '../frame/dom.js';

const LENGTH = 26;  // pixels
const ROOM = 40;

export class Axes {
  constructor() {
    this.parts_ = ['x', 'y', 'z'].map((name) => {
      const line = svg('line');
      const letter = svg('text', { text: name });
      const group = svg('g', { class: `axis-${name}`, children: [line, letter] });
      return { line, letter, group };
    });
    this.element = svg('svg', {
      class: 'scene-axes',
      attributes: {
        width: 2 * ROOM, height: 2 * ROOM,
        viewBox: `${-ROOM} ${-ROOM} ${2 * ROOM} ${2 * ROOM}`, 'aria-hidden': true,
      },
      children: this.parts_.map(({ group }) => group),
    });
  }

  /**
   * Turns them as the camera sees them.
   * @param {Quaternion} camera
   * @param {Vector3} scale of the file's space
   */
  show(camera, scale) {
    const turn = new Quaternion().copy(camera).conjugate();
    this.parts_.forEach(({ line, letter }, axis) => {
      const end = new Vector3().setComponent(axis, 1).multiply(scale).applyQuaternion(turn);
      const set = (/** @type {Element} */ part, /** @type {string} */ name, /** @type {number} */ value) =>
        part.setAttribute(name, value.toFixed(2));
      set(line, 'x2', LENGTH * end.x);
      set(line, 'y2', -LENGTH * end.y);
      set(letter, 'x', 1.3 * LENGTH * end.x);
      set(letter, 'y', -1.3 * LENGTH * end.y);
    });
  }
}
