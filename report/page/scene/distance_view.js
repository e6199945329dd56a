// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The distance of two motions: a curve over time, the worst moments, which lead
// there, and each joint's own curve.

import { button, element, scrolled, svg, table, tableRow } from '../frame/dom.js';
import { readable, seconds } from '../frame/text.js';
import { lengthText } from './length.js';

export const WIDTH = 600;
export const HEIGHT = 60;
const MOST_JOINTS = 60;
const POINTS_OF_JOINT = 120;

/** @typedef {import('./distance.js').Distances} Distances */

/**
 * Returns a curve over the whole time, up to a height. The largest of several values in one place
 * counts.
 * @param {Float32Array} values
 * @param {number} most
 * @param {number} places
 */
function pointsOf(values, most, places) {
  const out = [];
  const step = Math.max(values.length / places, 1);
  for (let from = 0; from < values.length; from += step) {
    const to = Math.max(Math.ceil(from + step), Math.floor(from) + 1);
    let highest = 0;
    for (let i = Math.floor(from); i < Math.min(to, values.length); ++i) {
      highest = Math.max(highest, values[i]);
    }
    const x = values.length < 2 ? 0 : WIDTH * Math.floor(from) / (values.length - 1);
    out.push(`${x.toFixed(1)},${(HEIGHT * (1 - highest / most)).toFixed(1)}`);
  }
  return out.join(' ');
}

/** @param {string} look @param {string} label @param {any[]} children */
export function picture(look, label, children) {
  return svg('svg', {
    class: look,
    attributes: {
      viewBox: `0 -2 ${WIDTH} ${HEIGHT + 4}`, preserveAspectRatio: 'none', role: 'img',
      'aria-label': label,
    },
    children,
  });
}

export class DistanceView {
  /**
   * @param {string} unit
   * @param {(place: {t: number, selected?: string}) => void} choose
   */
  constructor(unit, choose) {
    this.unit_ = unit;
    this.choose_ = choose;
    this.summary_ = element('summary', { text: 'Distance of the two: …' });
    this.body_ = element('div', { class: 'distance-body' });
    this.cursor_ = svg('line', { class: 'distance-cursor', attributes: { y1: -2, y2: HEIGHT + 2 } });
    this.element = element('details', {
      class: 'scene-details distance', attributes: { open: true },
      children: [this.summary_, this.body_],
    });
    this.duration_ = 0;
  }

  /** @param {Distances} distances that are done */
  show(distances) {
    this.duration_ = distances.times[distances.times.length - 1];
    const joints = distances.worst();
    const moments = distances.moments();
    if (joints.length === 0) {
      this.summary_.textContent = distances.joints.size === 0
        ? 'Distance of the two: they have no joint in common'
        : 'Distance of the two: none, their joints are in the same places';
      this.body_.replaceChildren();
      return;
    }
    const [worst] = joints;
    const most = lengthText(worst.worst, this.unit_);
    this.summary_.textContent = readable(`Distance of the two: at most ${most}, ` +
        `${worst.name} at ${seconds(distances.times[worst.at])}`);
    this.body_.replaceChildren(
      this.curve_(distances, worst.worst, most), this.moments_(moments),
      this.joints_(distances, joints));
  }

  /** Where the cursor is. @param {number} t */
  follow(t) {
    const x = this.duration_ > 0 ? WIDTH * t / this.duration_ : 0;
    this.cursor_.setAttribute('x1', String(x));
    this.cursor_.setAttribute('x2', String(x));
  }

  /** @param {Distances} distances @param {number} worst @param {string} most */
  curve_({ most: values }, worst, most) {
    const drawn = picture('distance-curve', `The distance of the farthest joint over time, at most ${most}`, [
      svg('polyline', { attributes: { points: pointsOf(values, worst, WIDTH) } }), this.cursor_,
    ]);
    drawn.addEventListener('click', (/** @type {MouseEvent} */ event) => {
      const { left, width } = drawn.getBoundingClientRect();
      this.choose_({ t: this.duration_ * Math.min(Math.max((event.clientX - left) / width, 0), 1) });
    });
    return element('div', {
      class: 'distance-scaled',
      children: [element('span', { class: 'muted', text: most }), drawn],
    });
  }

  /** @param {ReturnType<Distances['moments']>} moments */
  moments_(moments) {
    return element('ol', {
      class: 'distance-moments', attributes: { 'aria-label': 'Worst moments' },
      children: moments.map(({ time, distance, joint }) => element('li', {
        children: [button(
          `${seconds(time)} · ${lengthText(distance, this.unit_)} · ${joint.name}`,
          () => this.choose_({ t: time, selected: joint.path }))],
      })),
    });
  }

  /** @param {Distances} distances @param {ReturnType<Distances['worst']>} joints */
  joints_({ times }, joints) {
    const rows = joints.slice(0, MOST_JOINTS).map((joint) => {
      const chooser = button(joint.name, () =>
        this.choose_({ t: times[joint.at], selected: joint.path }));
      return tableRow([
        chooser, lengthText(joint.worst, this.unit_), seconds(times[joint.at]),
        picture('distance-small', `${joint.name} over time`, [svg('polyline', {
          attributes: { points: pointsOf(joint.distances, joints[0].worst, POINTS_OF_JOINT) },
        })]),
      ]);
    });
    const more = joints.length - rows.length;
    const caption = element('caption', {
      text: more > 0 ? `the ${MOST_JOINTS} farthest of ${joints.length} joints` : 'by joint',
    });
    return scrolled('scene-scroll', 'Distance by joint', [
      table('scene-table', caption, ['joint', 'at most', 'at', 'over time'], rows)], 'region');
  }
}
