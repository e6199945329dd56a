// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The curves of the rows that show, on one canvas beside their names.

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

export class RowPicture {
  constructor() {
    this.canvas = element(
        'canvas', {class: 'tl-canvas', attributes: {'aria-hidden': 'true'}});
  }

  /**
   * @param {object} what
   * @param {Row[]} what.rows those that show
   * @param {number} what.scrollTop
   * @param {import('./time_window.js').TimeWindow} what.window
   * @param {{from: number, to: number}} what.all the times of baked levels
   * @param {number[]} what.ticks times of grid lines
   * @param {(row: Row) => {time: ?number, severity: string}[]} what.findings
   * @param {?string} what.selected
   * @param {object} what.colors
   * @param {number} what.width
   * @param {number} what.height
   */
  draw(what) {
    const {window: shown, colors, width, height} = what;
    const context = fitCanvas(this.canvas, width, height);
    context.strokeStyle = colors.grid;
    context.lineWidth = 1;
    context.beginPath();
    for (const tick of what.ticks) {
      const x = Math.round(shown.x(tick)) + 0.5;
      context.moveTo(x, 0);
      context.lineTo(x, height);
    }
    context.stroke();
    for (const row of what.rows) this.drawRow_(context, row, what);
  }

  drawRow_(context, row, what) {
    const {window: shown, colors, width} = what;
    const top = row.top - what.scrollTop;
    if (row.track?.path === what.selected) {
      context.fillStyle = colors.panel;
      context.fillRect(0, top, width, row.height);
    }
    context.fillStyle = colors.grid;
    context.fillRect(0, top + row.height - 1, width, 1);
    const range = rangeOf(row.drawn);
    for (const track of row.drawn) {
      drawTrack(context, track, {
        left: 0,
        top: top + SPACE,
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
        drawSign(context, x, top + row.height - 7, severity, colors);
      }
    }
  }
}
