// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The one time axis above all curves, with the names of markers and events.

import {axisTop} from 'd3-axis';
import {select} from 'd3-selection';

import {element, svg} from '../frame/dom.js';
import {timeText} from './numbers.js';

const HEIGHT = 40;
const EDGE = 20;
const LEAST_GAP = 60;  // pixels between the beginnings of two names

export class TimeAxis {
  constructor() {
    this.axis_ = svg('g', {attributes: {transform: `translate(0,${HEIGHT})`}});
    this.marks_ = svg('g', {class: 'tl-marks'});
    this.svg_ = svg('svg', {
      attributes: {height: HEIGHT, 'aria-hidden': 'true'},
      children: [this.axis_, this.marks_],
    });
    this.host = element('div', {class: 'tl-axis', children: [this.svg_]});
  }

  /**
   * @param {import('./time_window.js').TimeWindow} shown
   * @param {number} width
   * @param {{time: number, name: string}[]} marks
   * @return {number[]} times of ticks
   */
  draw(shown, width, marks) {
    this.svg_.setAttribute('width', String(width));
    const count = Math.max(Math.floor(width / 90), 2);
    const format = shown.scale.tickFormat(count);
    select(this.axis_).call(
        axisTop(shown.scale).ticks(count).tickSizeOuter(0).tickFormat(
            (time) => `${format(time)} s`));
    // Names at an edge stay inside.
    select(this.axis_).selectAll('.tick text').attr('text-anchor', (time) => {
      const x = shown.x(time);
      return x > width - EDGE ? 'end' : x < EDGE ? 'start' : 'middle';
    });
    this.marks_.replaceChildren();
    let free = -Infinity;
    for (const {time, name} of marks) {
      const x = shown.x(time);
      if (!(x >= 0 && x <= width)) continue;
      this.marks_.append(svg('path', {
        attributes: {d: `M${x - 4},0h8l-4,7z`},
        children: [svg('title', {text: `${name}, ${timeText(time)}`})],
      }));
      if (x < free || x > width - 20) continue;
      const text = name.length > 18 ? `${name.slice(0, 17)}…` : name;
      this.marks_.append(svg('text', {text, attributes: {x: x + 6, y: 9}}));
      free = x + Math.max(LEAST_GAP, text.length * 7 + 16);
    }
    return shown.scale.ticks(count);
  }
}
