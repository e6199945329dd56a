// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// All of the time in a strip: findings, markers, and a brush that says which
// stretch of it shows below.

import {brushX} from 'd3-brush';
import {event as current, select} from 'd3-selection';

import {element, svg} from '../frame/dom.js';

const HEIGHT = 30;
const BINS = 400;  // places for findings: a picture has no more

export class Overview {
  /** @param {(from: number, to: number) => void} onBrush seconds */
  constructor(onBrush) {
    this.marks_ = svg('g', {class: 'tl-marks'});
    this.findings_ = svg('g');
    this.cursor_ = svg('line', {class: 'tl-overview-cursor',
                                attributes: {y1: 0, y2: HEIGHT}});
    this.brushed_ = svg('g', {class: 'tl-brush'});
    this.svg_ = svg('svg', {
      attributes: {height: HEIGHT, role: 'img',
                   'aria-label': 'All of the time, with findings and markers'},
      children: [this.marks_, this.findings_, this.cursor_, this.brushed_],
    });
    this.host = element('div', {class: 'tl-overview', children: [this.svg_]});
    this.brush_ = brushX().on('brush end', () => {
      // Not what this class itself set.
      if (!current.sourceEvent || !this.all_) return;
      const [x0, x1] = current.selection ?? [0, this.width_];
      onBrush(this.time_(x0), this.time_(Math.max(x1, x0 + 1)));
    });
  }

  /**
   * Sets the contents that stay the same while the window moves.
   * @param {number} width
   * @param {{from: number, to: number}} all
   * @param {{time: number}[]} marks
   * @param {{time: ?number, severity: string}[]} findings
   */
  fill(width, all, marks, findings) {
    this.width_ = width;
    this.all_ = all;
    this.svg_.setAttribute('width', String(width));
    this.brush_.extent([[0, 0], [width, HEIGHT]]);
    select(this.brushed_).call(this.brush_);
    this.marks_.replaceChildren();
    for (const x of this.places_(marks)) {
      this.marks_.append(
          svg('path', {attributes: {d: `M${x - 3},0h6l-3,6z`}}));
    }
    this.findings_.replaceChildren();
    for (const severity of ['warning', 'error']) {
      const some = findings.filter((one) => one.severity === severity);
      for (const x of this.places_(some)) {
        this.findings_.append(svg('rect', {
          class: `tl-finding-${severity}`,
          attributes: severity === 'error' ?
              {x: x - 1.5, y: 8, width: 3, height: HEIGHT - 8} :
              {x: x - 1.5, y: 16, width: 3, height: HEIGHT - 16},
        }));
      }
    }
  }

  /** @param {import('./time_window.js').TimeWindow} shown */
  showWindow(shown) {
    select(this.brushed_).call(
        this.brush_.move, [this.x_(shown.from), this.x_(shown.to)]);
  }

  /** @param {number} time */
  showCursor(time) {
    this.cursor_.setAttribute('transform', `translate(${this.x_(time)},0)`);
  }

  x_(time) {
    const {from, to} = this.all_;
    const share = (time - from) / (to - from);
    return Math.min(Math.max(share, 0), 1) * this.width_;
  }

  time_(x) {
    const {from, to} = this.all_;
    return from + (to - from) * x / this.width_;
  }

  /** Places of moments, each once. */
  places_(moments) {
    const places = new Set();
    for (const {time} of moments) {
      if (time === null || !(time >= this.all_.from && time <= this.all_.to)) {
        continue;
      }
      places.add(Math.round(this.x_(time) / this.width_ * BINS));
    }
    return [...places].map((place) => place / BINS * this.width_);
  }
}
