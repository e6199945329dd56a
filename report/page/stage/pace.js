// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Chooses how much of a moving picture a machine can draw in time: a ladder from all of it down to
// fewer pixels and fewer triangles. A picture that stands still is drawn as a whole.

// Frames of which the mean counts: one alone says little where other programs run.
const WINDOW = 20;
// The target, in milliseconds a frame. A screen may show fewer frames.
const WANTED = 1000 / 60;
const SLOW = 1.14;  // of it: time to go down
const FAST = 1.05;
const FAST_WINDOWS = 5;  // in a row, before a finer step is tried
// Coarser steps are of no use if the mean stays above this part of the mean before. Frames are
// even, as a screen makes them, if the shortest is above this part of the mean.
const SAME = 0.9;
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
    // The mean that no coarser step made shorter; 0: none is known.
    this.limit_ = 0;
    this.begin();
  }

  /** The step to draw while it moves. @returns {Step} */
  get step() {
    return this.steps_[this.at_];
  }

  /** The step to draw while it stands still. @returns {Step} */
  get whole() {
    return this.steps_[0];
  }

  /** It begins to move: the time since the last frame says nothing. */
  begin() {
    this.restart_();
    this.fast_ = 0;
    this.last_ = NaN;
    /** Where it began to go down. @type {{at: number, mean: number} | null} */
    this.from_ = null;
  }

  restart_() {
    this.frames_ = 0;
    this.sum_ = 0;
    this.shortest_ = Infinity;
  }

  /** A frame is drawn while it moves. @param {number} now milliseconds @returns {boolean} whether the step is another */
  frame(now) {
    const took = now - this.last_;
    this.last_ = now;
    if (!(took <= LONGEST)) return false;
    this.shortest_ = Math.min(this.shortest_, took);
    this.sum_ += took;
    if (++this.frames_ < WINDOW) return false;
    const mean = this.sum_ / this.frames_;
    const even = this.shortest_ > SAME * mean;
    this.restart_();
    if (mean < SAME * this.limit_) this.limit_ = 0;
    const due = Math.max(WANTED, this.limit_);
    if (mean > SLOW * due) return this.goDown_(mean, even);
    this.from_ = null;
    this.fast_ = mean < FAST * due ? this.fast_ + 1 : 0;
    // After each drop to a coarser step, wait longer before a finer one is tried.
    return this.fast_ > FAST_WINDOWS * (1 + this.drops_) ? this.go_(this.at_ - 1) : false;
  }

  /**
   * Step by step; back again if all of them are of no use. Where frames are even,
   * the screen may be what is slow: then the last step says so at once.
   * @param {number} mean milliseconds a frame
   * @param {boolean} even
   */
  goDown_(mean, even) {
    const last = this.steps_.length - 1;
    this.from_ ??= { at: this.at_, mean };
    if (this.at_ < last) {
      ++this.drops_;
      return this.go_(even ? last : this.at_ + 1);
    }
    const { at, mean: before } = this.from_;
    this.from_ = null;
    if (mean < SAME * before || at === last) return false;
    this.limit_ = mean;
    return this.go_(at);
  }

  /** @param {number} at */
  go_(at) {
    this.fast_ = 0;
    if (at < 0 || at === this.at_) return false;
    this.at_ = at;
    // The change itself takes time, too.
    this.last_ = NaN;
    return true;
  }
}
