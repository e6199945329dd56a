// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// One curve, large: its keys, and the handles that tangents and weights make of
// them, as programs for animators draw them.

import {axisLeft} from 'd3-axis';
import {scaleLinear} from 'd3-scale';
import {select} from 'd3-selection';

import {element, svg} from '../frame/dom.js';
import {bezierBetween} from './curve.js';
import {drawTrack, keysIn, placesOf} from './draw_track.js';
import {envelope} from './envelope.js';
import {valueText} from './numbers.js';
import {colorOf, drawSign, fitCanvas} from './row_picture.js';
import {rangeOf} from './rows.js';

/** @typedef {import('./tracks.js').Track} Track */

const HEIGHT = 220;
const SPACE = 18;
const COLUMNS = 100;       // that are looked at for the scale
const MOST_KEYS = 400;     // more would touch each other
const MOST_HANDLES = 120;  // pixels: longer ones would hide the curve

/**
 * Where the handles of key i end, as time and value; null where there is none:
 * beside a step, and where the track has no Béziers.
 * @param {Track} track
 * @param {number} i
 */
export function handlesOf(track, i) {
  const at = (left, first) => {
    if (track.kind !== 'bezier' || left < 0 || left + 1 >= track.size) return null;
    const [a, b] = [track.key(left), track.key(left + 1)];
    const curve = b.time > a.time ? bezierBetween(a, b) : null;
    if (!curve) return null;
    const time = first ? a.time + curve.w1 * curve.dt :
                         b.time - curve.w2 * curve.dt;
    const value = curve.v[first ? 1 : 2];
    return Number.isFinite(time) && Number.isFinite(value) ? {time, value} : null;
  };
  return {before: at(i - 1, false), after: at(i, true)};
}

/**
 * The values that a plot shows: those of the curve in the times that show, and
 * handles that are not far from them.
 * @param {Track} track
 * @param {{from: number, to: number}} shown
 * @param {{from: number, to: number}} all the times of baked levels
 * @return {[number, number]}
 */
export function plotRange(track, shown, all) {
  const [low, high] = rangeShown(track, shown, all);
  const size = high - low;
  let [least, greatest] = [low, high];
  const {first, end} = keysIn(track, shown);
  if (end - first > MOST_KEYS || track.unordered) return [low, high];
  for (let i = first; i < end; ++i) {
    for (const handle of Object.values(handlesOf(track, i))) {
      if (!handle) continue;
      least = Math.min(least, Math.max(handle.value, low - size / 2));
      greatest = Math.max(greatest, Math.min(handle.value, high + size / 2));
    }
  }
  return [least, greatest];
}

function rangeShown(track, shown, all) {
  if (track.unordered && track.hasKeys) return rangeOf([track]);
  const {least, greatest} = envelope(track, shown, all, COLUMNS);
  let [min, max] = [NaN, NaN];
  for (let c = 0; c < COLUMNS; ++c) {
    if (!(least[c] >= min)) min = Number.isNaN(least[c]) ? min : least[c];
    if (!(greatest[c] <= max)) max = Number.isNaN(greatest[c]) ? max : greatest[c];
  }
  // A curve that hardly moves is not made to look as if it did.
  const whole = rangeOf([track]);
  const room = ((whole[1] - whole[0]) / 100 - (max - min)) / 2;
  return rangeOf([room > 0 ? {min: min - room, max: max + room} : {min, max}]);
}

export class CurvePlot {
  constructor() {
    this.axis_ = svg('g');
    this.svg_ = svg('svg', {
      attributes: {height: HEIGHT, 'aria-hidden': 'true'},
      class: 'tl-plot-axis',
      children: [this.axis_],
    });
    this.canvas_ = element('canvas', {attributes: {'aria-hidden': 'true'}});
    this.cursor_ = element('div', {class: 'tl-cursor'});
    this.surface = element('div', {
      class: 'tl-plot-surface', children: [this.canvas_, this.cursor_]});
    this.host = element('div', {class: 'tl-plot', children: [this.svg_, this.surface]});
  }

  /**
   * @param {Track} track
   * @param {import('./time_window.js').TimeWindow} shown
   * @param {object} what
   * @param {{from: number, to: number}} what.all
   * @param {number} what.names width of the column of names
   * @param {number} what.width
   * @param {number[]} what.ticks
   * @param {object} what.colors
   * @param {{time: ?number, severity: string}[]} what.findings
   */
  draw(track, shown, {all, names, width, ticks, colors, findings}) {
    const range = plotRange(track, shown, all);
    const frame = {left: 0, top: SPACE, width, height: HEIGHT - 2 * SPACE,
                   from: shown.from, to: shown.to, all, range};
    this.drawAxis_(frame, names);
    const context = fitCanvas(this.canvas_, width, HEIGHT);
    this.drawGrid_(context, frame, ticks, colors);
    drawTrack(context, track, frame,
              {color: colorOf(track, colors), broken: colors.error});
    const {first, end} = keysIn(track, frame);
    if (track.hasKeys && end - first <= MOST_KEYS) {
      if (!track.unordered) {
        this.drawHandles_(context, track, frame, first, end, colors);
      }
      this.drawKeys_(context, track, frame, colors);
    }
    for (const {time, severity} of findings) {
      if (time === null) continue;
      drawSign(context, placesOf(frame).x(time), HEIGHT - 8, severity, colors);
    }
  }

  /** @param {?number} x pixels; null: it does not show */
  showCursor(x) {
    this.cursor_.style.visibility = x === null ? 'hidden' : 'inherit';
    if (x !== null) this.cursor_.style.transform = `translateX(${x}px)`;
  }

  drawAxis_(frame, names) {
    const scale = scaleLinear().domain(frame.range)
        .range([frame.top + frame.height, frame.top]);
    this.scale_ = scale;
    this.svg_.setAttribute('width', String(names));
    this.axis_.setAttribute('transform', `translate(${names - 1},0)`);
    select(this.axis_).call(axisLeft(scale).ticks(5).tickFormat(valueText));
  }

  drawGrid_(context, frame, ticks, colors) {
    const {x} = placesOf(frame);
    context.strokeStyle = colors.grid;
    context.lineWidth = 1;
    context.beginPath();
    for (const tick of ticks) {
      const px = Math.round(x(tick)) + 0.5;
      context.moveTo(px, 0);
      context.lineTo(px, HEIGHT);
    }
    for (const value of this.scale_.ticks(5)) {
      const py = Math.round(this.scale_(value)) + 0.5;
      context.moveTo(0, py);
      context.lineTo(frame.width, py);
    }
    context.stroke();
  }

  drawHandles_(context, track, frame, first, end, colors) {
    const {x, y} = placesOf(frame);
    context.strokeStyle = context.fillStyle = colors.muted;
    context.lineWidth = 1;
    for (let i = first; i < end; ++i) {
      const [kx, ky] = [x(track.times[i]), y(track.values[i])];
      if (!Number.isFinite(ky)) continue;
      for (const handle of Object.values(handlesOf(track, i))) {
        if (!handle) continue;
        let [dx, dy] = [x(handle.time) - kx, y(handle.value) - ky];
        const length = Math.hypot(dx, dy);
        // A handle without length is the key itself.
        if (!(length > 1) || !Number.isFinite(length)) continue;
        const share = Math.min(length, 4 * MOST_HANDLES) / length;
        dx *= share;
        dy *= share;
        context.beginPath();
        context.moveTo(kx, ky);
        context.lineTo(kx + dx, ky + dy);
        context.stroke();
        if (share < 1) continue;
        context.beginPath();
        context.arc(kx + dx, ky + dy, 3, 0, 2 * Math.PI);
        context.stroke();
      }
    }
  }

  drawKeys_(context, track, frame, colors) {
    const {x, y} = placesOf(frame);
    context.strokeStyle = colors.fg;
    context.fillStyle = colors.bg;
    context.lineWidth = 1.5;
    for (let i = 0; i < track.size; ++i) {
      const [kx, ky] = [x(track.times[i]), y(track.values[i])];
      if (!(kx >= -5 && kx <= frame.width + 5) || !Number.isFinite(ky)) continue;
      context.beginPath();
      context.rect(kx - 3, ky - 3, 6, 6);
      context.fill();
      context.stroke();
    }
  }
}
