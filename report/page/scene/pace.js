// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What of a picture a machine can draw in time while it moves: a ladder from
// all of it down to fewer pixels and fewer triangles. What stands still is
// drawn as a whole.

// Frames of which the mean counts: one alone says little where other programs run.
const WINDOW = 20;
const SLOW = 19;  // milliseconds a frame: time to go down
const FAST = 17.5;
const FAST_WINDOWS = 5;  // in a row, before a finer step is tried
const STEP = 0.8;
const COARSEST = 0.5;  // pixels of the picture to one of the page
// A tab that was hidden, or a machine that slept.
const LONGEST = 500;

/** @typedef {{ratio: number, coarse: boolean}} Step */

export class Pace {
  /**
   * @param {object} machine
   * @param {number} machine.finest pixels of the picture to one of the page
   * @param {boolean} machine.software whether a program draws: triangles cost
   *     it more than pixels
   * @param {boolean} machine.canBeCoarse whether there are fewer triangles
   */
  constructor({ finest, software, canBeCoarse }) {
    /** @type {Step[]} */
    this.steps_ = [{ ratio: finest, coarse: false }];
    const coarseFirst = software && canBeCoarse;
    if (coarseFirst) this.steps_.push({ ratio: finest, coarse: true });
    for (let ratio = finest; ratio > COARSEST;) {
      ratio = Math.max(ratio * STEP, COARSEST);
      this.steps_.push({ ratio, coarse: coarseFirst });
    }
    if (canBeCoarse && !coarseFirst) this.steps_.push({ ratio: COARSEST, coarse: true });
    this.at_ = 0;
    this.drops_ = 0;
    this.begin();
  }

  /** What to draw while it moves. @returns {Step} */
  get step() {
    return this.steps_[this.at_];
  }

  /** What to draw while it stands still. @returns {Step} */
  get whole() {
    return this.steps_[0];
  }

  /** It begins to move: the time since the last frame says nothing. */
  begin() {
    this.frames_ = 0;
    this.sum_ = 0;
    this.fast_ = 0;
    this.last_ = NaN;
  }

  /** A frame was drawn while it moved. @param {number} now milliseconds @returns {boolean} whether the step is another */
  frame(now) {
    const took = now - this.last_;
    this.last_ = now;
    if (!(took <= LONGEST)) return false;
    this.sum_ += took;
    if (++this.frames_ < WINDOW) return false;
    const mean = this.sum_ / this.frames_;
    this.frames_ = 0;
    this.sum_ = 0;
    this.fast_ = mean < FAST ? this.fast_ + 1 : 0;
    if (mean > SLOW) return this.go_(1);
    // What was too slow once is tried again later and later.
    return this.fast_ > FAST_WINDOWS * (1 + this.drops_) ? this.go_(-1) : false;
  }

  /** @param {number} by */
  go_(by) {
    const next = Math.min(Math.max(this.at_ + by, 0), this.steps_.length - 1);
    if (next === this.at_) return false;
    if (by > 0) ++this.drops_;
    this.at_ = next;
    this.fast_ = 0;
    return true;
  }
}
