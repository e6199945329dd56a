// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The files that the page was given: they are checked one after the other, and the result of each
// is kept. The details that show when a file is opened are large: only the latest are kept, and
// those of others are made again from the file.

import { unpack } from '../frame/unpack.js';
import { merged } from './merged.js';

/** @typedef {import('./given.js').Given} Given */
/** @typedef {import('../frame/data.js').Index} Index */

// Characters of blocks that are kept.
const MOST_KEPT = 64_000_000;
// How long what was found may wait to be shown, at first.
const SOON = 150;  // ms

/** Returns the dropped entry: a file, or the folder that it was found in. @param {string} path */
const rootOf = (path) => path.split('/', 1)[0];

/** @param {Given} given @returns {import('./jobs.js').Job} */
function checkOf(given) {
  const { against } = given;
  return {
    args: ['report', '--out=-', ...(against ? [`--against=${against.path}`] : []),
      '--', rootOf(given.path)],
    files: against ? [given, against] : [given],
    page: 'blocks',
  };
}

export class Files {
  /**
   * @param {import('./jobs.js').Jobs} jobs
   * @param {(index: Index, anew: Set<number>) => void} receive
   */
  constructor(jobs, receive) {
    this.jobs_ = jobs;
    this.receive_ = receive;
    /** By their numbers. @type {{given: Given, index: Index}[]} */
    this.listed = [];
    /** Numbers by path. @type {Map<string, number>} */
    this.numbers_ = new Map();
    /** To be checked, by path. @type {Map<string, Given>} */
    this.queue_ = new Map();
    /** Blocks of the files that were opened last. @type {Map<Given, string>} */
    this.blocks_ = new Map();
    this.kept_ = 0;
    /** @type {Set<number>} */
    this.anew_ = new Set();
    this.timer_ = 0;
    this.pause_ = SOON;
    /** Files of this batch that were checked. */
    this.done = 0;
    this.total = 0;
    /** @type {Promise<void> | null} */
    this.checking_ = null;
    /** @type {() => void} */
    this.onProgress = () => {};
  }

  /**
   * Adds files; one whose path is known takes the other's place. Gives when all
   * are checked.
   * @param {Given[]} given
   */
  add(given) {
    for (const one of given) {
      if (!this.queue_.delete(one.path)) ++this.total;
      this.queue_.set(one.path, one);
    }
    this.checking_ ??= this.checkAll_();
    return this.checking_;
  }

  async checkAll_() {
    this.onProgress();
    for (const [path, given] of this.queue_) {
      const { index, block } = await this.check_(given, false);
      // Given again meanwhile?
      if (this.queue_.get(path) === given) {
        this.queue_.delete(path);
        ++this.done;
        this.list_(given, index);
        this.keep_(given, block);
      }
      this.tellSoon_();
      this.onProgress();
    }
    this.done = this.total = 0;
    this.checking_ = null;
    this.tell_();
    this.onProgress();
  }

  /** @param {Given} given @param {boolean} urgent @returns {Promise<{index: Index, block: string}>} */
  async check_(given, urgent) {
    const answer = await this.jobs_.run(checkOf(given), urgent);
    if (!answer.failed && answer.index) {
      return { index: JSON.parse(answer.index), block: answer.block };
    }
    const problem = answer.failed ?? answer.messages.trim();
    return { index: merged([], { path: given.path, problem }), block: '' };
  }

  /** @param {Given} given @param {Index} index */
  list_(given, index) {
    const number = this.numbers_.get(given.path);
    if (number === undefined) {
      this.numbers_.set(given.path, this.listed.length);
      this.listed.push({ given, index });
    } else {
      this.forget_(this.listed[number].given);
      this.listed[number] = { given, index };
      this.anew_.add(number);
    }
  }

  /** @param {string} path */
  numberOf(path) {
    return this.numbers_.get(path) ?? null;
  }

  /** @param {Given} given @param {string} block */
  keep_(given, block) {
    this.forget_(given);
    if (!block) return;
    this.blocks_.set(given, block);
    this.kept_ += block.length;
    for (const oldest of this.blocks_.keys()) {
      if (this.kept_ <= MOST_KEPT) return;
      this.forget_(oldest);
    }
  }

  /** @param {Given} given */
  forget_(given) {
    this.kept_ -= this.blocks_.get(given)?.length ?? 0;
    this.blocks_.delete(given);
  }

  // Updating a list of many files takes longer: then updates are rarer.
  tellSoon_() {
    if (this.timer_) return;
    this.timer_ = window.setTimeout(() => this.tell_(), this.pause_);
  }

  tell_() {
    window.clearTimeout(this.timer_);
    this.timer_ = 0;
    const begin = performance.now();
    const anew = this.anew_;
    this.anew_ = new Set();
    this.receive_(merged(this.listed.map(({ index }) => index)), anew);
    this.pause_ = Math.max(SOON, 10 * (performance.now() - begin));
  }

  /** As readDetail() of a page. @param {number} number */
  async detailOf(number) {
    const { given } = this.listed[number];
    let block = this.blocks_.get(given);
    let problem = 'what belongs to it';
    if (block === undefined) {
      const checked = await this.check_(given, true);
      block = checked.block;
      problem += `: ${checked.index.files[0]?.problem ?? 'it has changed'}`;
    }
    this.keep_(given, block);
    if (!block) return { left_out: [problem] };
    try {
      return await unpack(block);
    } catch {
      return { left_out: [problem] };
    }
  }

  /** The job that makes the report about all of them. @param {string} page that is filled @returns {import('./jobs.js').Job} */
  report(page) {
    const roots = new Set(this.listed.map(({ given }) => rootOf(given.path)));
    return {
      args: ['report', '--out=-', '--', ...roots],
      files: this.listed.map(({ given, index }) => ({
        ...given,
        // A file that crashed the module once would do so again.
        problem: given.problem ?? (index.files[0]?.verdict === 'unreadable'
          ? index.files[0].problem : undefined),
      })),
      page,
    };
  }
}
