// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Draws tracks into a canvas. Few keys become the curve itself, which a Bézier
// between two keys is in the picture, too; many become the least and greatest
// value of each column.

import {
  bezierBetween,
  evaluate,
  goesForward,
  isLine,
  lastKeyAt,
} from './curve.js';
import {envelope} from './envelope.js';

/** @typedef {import('./tracks.js').Track} Track */

/**
 * @typedef {object} Frame where a track is drawn
 * @property {number} left pixels
 * @property {number} top
 * @property {number} width
 * @property {number} height
 * @property {number} from seconds at the left
 * @property {number} to
 * @property {{from: number, to: number}} all the times of baked levels
 * @property {[number, number]} range the values at the bottom and the top
 */

const FAR = 1e5;  // pixels: beyond, canvases are not exact
const STEPS = 24;
const MOST_FOLLOWED = 200;  // keys

/** From time and value to pixels. @param {Frame} frame */
export function placesOf(frame) {
  const perSecond = frame.width / (frame.to - frame.from);
  const perUnit = frame.height / (frame.range[1] - frame.range[0]);
  const bottom = frame.top + frame.height;
  return {
    x: (time) => frame.left + (time - frame.from) * perSecond,
    y: (value) => bottom - (value - frame.range[0]) * perUnit,
  };
}

/** The keys that a frame shows, and one more at each side. */
export function keysIn(track, frame) {
  if (track.size === 0) return {first: 0, end: 0};
  const first = Math.max(lastKeyAt(track.times, frame.from), 0);
  const end = Math.min(lastKeyAt(track.times, frame.to) + 2, track.size);
  return {first, end};
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Track} track
 * @param {Frame} frame
 * @param {{color: string, broken: string}} colors
 */
export function drawTrack(context, track, frame, colors) {
  if (!track.hasKeys && !track.levels) return;
  context.strokeStyle = context.fillStyle = colors.color;
  context.lineWidth = 1.5;
  if (track.unordered && track.hasKeys) {
    drawPoints(context, track, frame);
  } else {
    const {first, end} = keysIn(track, frame);
    if (track.hasKeys && end - first <= frame.width / 2) {
      drawCurve(context, track, frame, first, end);
    } else {
      drawEnvelope(context, track, frame);
    }
  }
  if (track.broken && track.hasKeys) drawBroken(context, track, frame, colors);
}

function drawEnvelope(context, track, frame) {
  const columns = Math.max(Math.round(frame.width), 1);
  const {least, greatest} = envelope(track, frame, frame.all, columns);
  const {y} = placesOf(frame);
  for (let c = 0; c < columns; ++c) {
    if (!(least[c] <= greatest[c])) continue;
    const top = y(greatest[c]);
    context.fillRect(frame.left + c, top - 0.5, 1, y(least[c]) - top + 1);
  }
}

// Nobody knows what is between keys out of order: a thin line says which one
// follows which, as long as it can be followed.
function drawPoints(context, track, frame) {
  const {x, y} = placesOf(frame);
  if (track.size <= MOST_FOLLOWED) {
    context.lineWidth = 0.5;
    context.beginPath();
    for (let i = 0; i < track.size; ++i) {
      const [px, py] = [x(track.times[i]), y(track.values[i])];
      if (Math.abs(px) < FAR && Math.abs(py) < FAR) context.lineTo(px, py);
    }
    context.stroke();
  }
  for (let i = 0; i < track.size; ++i) {
    const px = x(track.times[i]);
    if (!(px >= frame.left && px <= frame.left + frame.width)) continue;
    const py = y(track.values[i]);
    if (Number.isFinite(py)) context.fillRect(px - 1.5, py - 1.5, 3, 3);
  }
}

/** A cross where a key is no number, at the top. */
function drawBroken(context, track, frame, colors) {
  const {x} = placesOf(frame);
  const y = frame.top + 4;
  let last = -Infinity;
  context.strokeStyle = colors.broken;
  context.beginPath();
  for (let i = 0; i < track.size; ++i) {
    if (Number.isFinite(track.values[i])) continue;
    const px = x(track.times[i]);
    if (!(px >= frame.left && px <= frame.left + frame.width)) continue;
    if (Math.abs(px - last) < 2) continue;
    last = px;
    context.moveTo(px - 3, y - 3);
    context.lineTo(px + 3, y + 3);
    context.moveTo(px + 3, y - 3);
    context.lineTo(px - 3, y + 3);
  }
  context.stroke();
}

function drawCurve(context, track, frame, first, end) {
  const {x, y} = placesOf(frame);
  context.beginPath();
  const pen = {down: false};
  const go = (time, value) => {
    const py = y(value);
    if (!Number.isFinite(py)) {
      pen.down = false;
      return;
    }
    const px = x(time);
    const clamped = Math.min(Math.max(py, -FAR), FAR);
    if (pen.down) {
      context.lineTo(px, clamped);
    } else {
      context.moveTo(px, clamped);
    }
    pen.down = true;
  };
  drawOutside(track, frame, frame.from, track.times[first], go);
  for (let i = first; i < end; ++i) {
    go(track.times[i], track.values[i]);
    if (i + 1 < end) drawStretch(context, track, i, {x, y}, pen, go);
  }
  if (end === track.size) {
    drawOutside(track, frame, track.times[end - 1], frame.to, go);
  }
  context.stroke();
}

/** Before the first key and after the last one. */
function drawOutside(track, frame, from, to, go) {
  if (!(to > from)) return;
  const repeats = [track.preWrap, track.postWrap].some((w) => w === 2 || w === 4);
  const steps = repeats ? Math.max(Math.round(frame.width / 2), 2) : 1;
  for (let i = 0; i <= steps; ++i) {
    const time = from + (to - from) * i / steps;
    go(time, evaluate(track, time));
  }
}

/** From key i to just before the next one. */
function drawStretch(context, track, i, {x, y}, pen, go) {
  const t1 = track.times[i + 1];
  if (!pen.down || isLine(track, i)) return;
  if (track.kind === 'steps') {
    go(t1, track.values[i]);
    return;
  }
  const left = track.key(i);
  const right = track.key(i + 1);
  const curve = bezierBetween(left, right);
  if (!curve) {
    go(t1, left.value);
    return;
  }
  const pixels = curve.v.map(y);
  if (goesForward(curve) && pixels.every((p) => Math.abs(p) < FAR)) {
    context.bezierCurveTo(
        x(left.time + curve.w1 * curve.dt), pixels[1],
        x(right.time - curve.w2 * curve.dt), pixels[2], x(t1), pixels[3]);
    return;
  }
  for (let k = 1; k < STEPS; ++k) {
    const time = left.time + curve.dt * k / STEPS;
    go(time, evaluate(track, time));
  }
}
