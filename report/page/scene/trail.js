// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The way of one joint, a second before and after the time that is shown, and where
// it is over the whole time, as curves of x, y and z.

import { svg } from '../frame/dom.js';
import { isPlace, Lines } from '../stage/shapes.js';
import { HEIGHT, picture, WIDTH } from './distance_view.js';

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
    this.cursor_ = svg('line', { class: 'distance-cursor', attributes: { y1: 0, y2: HEIGHT } });
  }

  /**
   * Finds where a joint is at all times. Poses the model, which is to be shown again.
   * @param {string | null} path null: none
   * @param {number} duration
   * @param {string} color
   */
  find(path, duration, color) {
    this.lines_?.object.parent?.remove(this.lines_.object);
    this.lines_ = null;
    this.places_ = null;
    if (path === null || !(duration > 0)) return;
    const count = Math.min(Math.max(Math.ceil(duration * A_SECOND), 1), MOST_PLACES);
    this.step_ = duration / count;
    const places = this.places_ = new Float64Array(3 * (count + 1)).fill(NaN);
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

  /** A picture of the curves; null: it is nowhere, or stands still. */
  curves() {
    const places = this.places_;
    if (!places) return null;
    const there = places.filter((_, i) => isPlace(places, i - i % 3));
    // With one scale, each around its own middle.
    const axes = [0, 1, 2].map((c) => there.filter((_, i) => i % 3 === c));
    const middles = axes.map((values) => (Math.min(...values) + Math.max(...values)) / 2);
    const most = Math.max(...axes.map((values, c) => Math.max(...values) - middles[c]));
    if (!(most > 0)) return null;
    const last = places.length / 3 - 1;
    const drawn = (/** @type {number} */ middle, /** @type {number} */ c) => svg('polyline', {
      class: `axis-${'xyz'[c]}`,
      attributes: {
        points: Array.from({ length: last + 1 }, (_, i) => isPlace(places, 3 * i) &&
          `${(WIDTH * i / last).toFixed(1)},${(HEIGHT / 2 * (1 - (places[3 * i + c] - middle) / most)).toFixed(1)}`)
          .filter(Boolean).join(' '),
      },
    });
    return picture('scene-curves', 'x, y and z over time', [...middles.map(drawn), this.cursor_]);
  }

  /** @param {number} t */
  show(t) {
    if (this.lines_ === null) return;
    const x = String(WIDTH * t / (this.step_ * this.lines_.count));
    this.cursor_.setAttribute('x1', x);
    this.cursor_.setAttribute('x2', x);
    const first = Math.max(Math.floor((t - AROUND) / this.step_), 0);
    const end = Math.min(Math.ceil((t + AROUND) / this.step_), this.lines_.count);
    // Two ends a line.
    this.lines_.object.geometry.setDrawRange(2 * first, 2 * Math.max(end - first, 0));
  }
}
