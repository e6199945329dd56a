// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Which stretch of time the timeline shows. d3-zoom keeps it, and hears wheels,
// drags and pinches; keys and the brush go through the same.

import {scaleLinear} from 'd3-scale';
import {event as current, select} from 'd3-selection';
import {zoom, zoomIdentity} from 'd3-zoom';

// Seconds: nobody looks closer than a thousandth of a frame.
const SHORTEST = 2e-5;

/**
 * The times worth showing of a file, with some room at the sides.
 * @param {number} from
 * @param {number} to
 * @return {[number, number]}
 */
export function paddedSpan(from, to) {
  const length = to - from;
  const room = length > 0 ? length * 0.01 : Math.max(Math.abs(from) / 1e6, 0.5);
  return [from - room, to + room];
}

export class TimeWindow {
  /**
   * @param {HTMLElement} surface that is dragged and zoomed
   * @param {[number, number]} span all times
   * @param {() => void} onChange
   */
  constructor(surface, span, onChange) {
    this.base_ = scaleLinear().range([0, 1]);
    this.surface_ = select(surface);
    this.zoom_ = zoom()
        .filter(() => wantsZoom(current))
        .on('zoom', () => {
          this.rescale_();
          onChange();
        });
    this.surface_.call(this.zoom_).on('dblclick.zoom', null);
    this.setSpan(span);
    this.resize(1, 1);
  }

  /** Other times altogether. @param {[number, number]} span */
  setSpan(span) {
    this.all = {from: span[0], to: span[1]};
    this.base_.domain(span);
    this.zoom_.scaleExtent([1, Math.max((span[1] - span[0]) / SHORTEST, 1)]);
    this.showAll();
    this.rescale_();
  }

  /** @return {number} seconds at the left edge */
  get from() {
    return this.scale.domain()[0];
  }

  /** @return {number} seconds at the right edge */
  get to() {
    return this.scale.domain()[1];
  }

  get isWhole() {
    return this.transform_().k <= 1.0001;
  }

  /** Tells how large the surface is, pixels. */
  resize(width, height) {
    width = Math.max(width, 1);
    const {from, to} = this;
    this.base_.range([0, width]);
    this.zoom_.extent([[0, 0], [width, height]])
        .translateExtent([[0, -Infinity], [width, Infinity]]);
    if (this.width_ && this.width_ !== width && !this.isWhole) {
      this.show(from, to);
    }
    this.width_ = width;
    this.rescale_();
  }

  /** The x of a time, pixels. */
  x(time) {
    return this.scale(time);
  }

  /** The time at x. */
  time(x) {
    return this.scale.invert(x);
  }

  /** Shows the times between two. */
  show(from, to) {
    const width = this.base_.range()[1];
    const [x0, x1] = [this.base_(from), this.base_(to)];
    const k = Math.min(width / Math.max(x1 - x0, 1e-9),
                       this.zoom_.scaleExtent()[1]);
    this.surface_.call(this.zoom_.transform,
                       zoomIdentity.scale(k).translate(-x0, 0));
  }

  showAll() {
    this.surface_.call(this.zoom_.transform, zoomIdentity);
  }

  /** Larger or smaller around a time. */
  scaleAround(factor, time) {
    const {from, to} = this;
    const at = time >= from && time <= to ? time : (from + to) / 2;
    const k = this.transform_().k;
    const least = (this.all.to - this.all.from) / this.zoom_.scaleExtent()[1];
    const length = Math.max((to - from) / factor, least);
    if (k <= 1 && factor <= 1) return;
    const left = at - (at - from) * (length / (to - from));
    this.showInside_(left, length);
  }

  /** Moves by a share of what shows. */
  panBy(share) {
    const length = this.to - this.from;
    this.showInside_(this.from + share * length, length);
  }

  /** Shows a time, if it does not show. */
  reveal(time) {
    const {from, to} = this;
    if (time >= from && time <= to) return;
    this.showInside_(time - (to - from) * 0.1, to - from);
  }

  showInside_(from, length) {
    const whole = this.all.to - this.all.from;
    if (length >= whole) {
      this.showAll();
      return;
    }
    from = Math.min(Math.max(from, this.all.from), this.all.to - length);
    this.show(from, from + length);
  }

  transform_() {
    return this.surface_.property('__zoom') ?? zoomIdentity;
  }

  rescale_() {
    this.scale = this.transform_().rescaleX(this.base_);
  }

  destroy() {
    this.surface_.on('.zoom', null);
  }
}

// The wheel scrolls rows; with Ctrl, or pinching, it zooms.
function wantsZoom(event) {
  if (event.type === 'wheel') return event.ctrlKey || event.metaKey;
  return !event.button && !event.ctrlKey;
}
