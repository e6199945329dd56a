// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The way of one joint, a second before and after the time that is shown.

import { Lines } from '../stage/shapes.js';

const A_SECOND = 30;  // places
const MOST_PLACES = 400;
const AROUND = 1;  // seconds

export class Trail {
  /** @param {any} model */
  constructor(model) {
    this.model_ = model;
    /** @type {Lines | null} */
    this.lines_ = null;
    this.step_ = 0;
  }

  /**
   * Finds where a joint is at all times. Poses the model, which is to be shown again.
   * @param {string | null} path null: none
   * @param {number} duration
   * @param {string} color
   */
  find(path, duration, color) {
    this.lines_?.object.removeFromParent();
    this.lines_ = null;
    if (path === null || !(duration > 0)) return;
    const count = Math.min(Math.max(Math.ceil(duration * A_SECOND), 1), MOST_PLACES);
    this.step_ = duration / count;
    const places = new Float64Array(3 * (count + 1)).fill(NaN);
    for (let i = 0; i <= count; ++i) {
      const t = i * this.step_;
      this.model_.show(t);
      if (this.model_.markAt(path, t)) this.model_.mark.position.toArray(places, 3 * i);
    }
    this.lines_ = new Lines(count, color);
    for (let i = 0; i < count; ++i) this.lines_.set(i, places, 3 * i, places, 3 * i + 3);
    this.lines_.changed();
    this.model_.world.add(this.lines_.object);
  }

  /** @param {number} t */
  show(t) {
    if (this.lines_ === null) return;
    const first = Math.max(Math.floor((t - AROUND) / this.step_), 0);
    const end = Math.min(Math.ceil((t + AROUND) / this.step_), this.lines_.count);
    // Two ends a line.
    this.lines_.object.geometry.setDrawRange(2 * first, 2 * Math.max(end - first, 0));
  }
}
