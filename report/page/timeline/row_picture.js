// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The curves of the rows, on a canvas each beside their names. They scroll with
// the names: only rows that come into sight are drawn.

import {element} from '../frame/dom.js';
import {drawTrack} from './draw_track.js';
import {rangeOf} from './rows.js';

/** @typedef {import('./rows.js').Row} Row */
/** @typedef {import('./tracks.js').Track} Track */

const SPACE = 5;  // pixels above and below a curve

/** The colour of a curve: x, y, z and w have their own. */
export function colorOf(track, colors) {
  const part = {x: 1, y: 2, z: 0, w: 3}[track.label.at(-1)];
  const own = /(^|[._])[xyzw]$/.test(track.label);
  return colors.series[own ? part : 0];
}

/** Makes a canvas as sharp as the screen, and gives its context. */
export function fitCanvas(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  // Drawn by the processor: thousands of short lines take a graphics card, or
  // what stands in for one, far longer.
  const context = canvas.getContext('2d', {willReadFrequently: true});
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

/** A sign for a finding: a cross for an error, a triangle for a warning. */
export function drawSign(context, x, y, severity, colors) {
  context.beginPath();
  if (severity === 'error') {
    context.strokeStyle = colors.error;
    context.lineWidth = 2;
    context.moveTo(x - 4, y - 4);
    context.lineTo(x + 4, y + 4);
    context.moveTo(x + 4, y - 4);
    context.lineTo(x - 4, y + 4);
    context.stroke();
  } else {
    context.fillStyle = colors.warning;
    context.moveTo(x, y - 5);
    context.lineTo(x + 5, y + 4);
    context.lineTo(x - 5, y + 4);
    context.fill();
  }
}

/**
 * @typedef {object} Drawing what all rows share
 * @property {import('./time_window.js').TimeWindow} window
 * @property {{from: number, to: number}} all the times of baked levels
 * @property {number[]} ticks times of grid lines
 * @property {(row: Row) => {time: ?number, severity: string}[]} findings
 * @property {?string} selected
 * @property {object} colors
 * @property {number} width
 */

export class RowPictures {
  constructor() {
    this.host = element(
        'div', {class: 'tl-pictures', attributes: {'aria-hidden': 'true'}});
    /** @type {Map<Row, HTMLCanvasElement>} */
    this.drawn_ = new Map();
    /** @type {HTMLCanvasElement[]} */
    this.spare_ = [];
  }

  /**
   * Draws the rows that show, and one more of those that may show next.
   * @param {Row[]} shown
   * @param {Row[]} near
   * @param {Drawing} what
   * @param {boolean} anew whether what was drawn before is out of date
   * @return {boolean} whether some that are near are still to be drawn
   */
  draw(shown, near, what, anew) {
    const keep = new Set(anew ? shown : near);
    for (const [row, canvas] of this.drawn_) {
      if (keep.has(row)) continue;
      this.drawn_.delete(row);
      this.spare_.push(canvas);
    }
    for (const row of shown) {
      if (anew || !this.drawn_.has(row)) this.draw_(row, what);
    }
    const next = near.filter((row) => !this.drawn_.has(row));
    if (next.length && !anew) this.draw_(next[0], what);
    for (const canvas of this.spare_) canvas.hidden = true;
    return next.length > (anew ? 0 : 1);
  }

  draw_(row, what) {
    const canvas = this.drawn_.get(row) ?? this.spare_.pop() ??
        this.host.appendChild(element('canvas', {class: 'tl-canvas'}));
    this.drawn_.set(row, canvas);
    canvas.hidden = false;
    canvas.style.transform = `translateY(${row.top}px)`;
    const {window: shown, colors, width} = what;
    const context = fitCanvas(canvas, width, row.height);
    if (row.track?.path === what.selected) {
      context.fillStyle = colors.panel;
      context.fillRect(0, 0, width, row.height);
    }
    context.strokeStyle = colors.grid;
    context.lineWidth = 1;
    context.beginPath();
    for (const tick of what.ticks) {
      const x = Math.round(shown.x(tick)) + 0.5;
      context.moveTo(x, 0);
      context.lineTo(x, row.height);
    }
    context.stroke();
    drawRow(context, row, what);
  }
}

function drawRow(context, row, what) {
  const {window: shown, colors, width} = what;
  context.fillStyle = colors.grid;
  context.fillRect(0, row.height - 1, width, 1);
  const range = rangeOf(row.drawn);
  for (const track of row.drawn) {
    drawTrack(context, track, {
      left: 0,
      top: SPACE,
      width,
      height: row.height - 2 * SPACE,
      from: shown.from,
      to: shown.to,
      all: what.all,
      range,
    }, {color: colorOf(track, colors), broken: colors.error});
  }
  for (const {time, severity} of what.findings(row)) {
    if (time === null) continue;
    const x = shown.x(time);
    if (x >= -6 && x <= width + 6) {
      drawSign(context, x, row.height - 7, severity, colors);
    }
  }
}
