// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Jobs for the worker, one at a time: the one that a reader waits for goes first.

/**
 * @typedef {object} Job
 * @property {string[]} args of the program
 * @property {{path: string, file: File | null, problem?: string}[]} files
 * @property {string} [page] what `report` fills; 'blocks': its blocks alone
 */

/**
 * @typedef {object} Answer
 * @property {string} [failed] why there is nothing else
 * @property {number} exitCode
 * @property {Uint8Array} output
 * @property {string} messages
 * @property {{path: string, bytes: Uint8Array}[]} written
 * @property {string} index
 * @property {string} block
 */

export class Jobs {
  /**
   * @param {Promise<WebAssembly.Module>} compiled
   * @param {() => Worker} makeWorker
   */
  constructor(compiled, makeWorker) {
    this.compiled = compiled;
    this.makeWorker_ = makeWorker;
    /** @type {Worker | null} */
    this.worker_ = null;
    /** @type {{job: Job, done: (answer: any) => void}[]} */
    this.waiting_ = [];
    /** @type {((answer: any) => void) | null} */
    this.done_ = null;
  }

  /**
   * Never rejects: what went wrong is in the answer.
   * @param {Job} job
   * @param {boolean} urgent
   * @returns {Promise<Answer>}
   */
  run(job, urgent) {
    return new Promise((done) => {
      this.waiting_.splice(urgent ? 0 : this.waiting_.length, 0, { job, done });
      this.next_();
    });
  }

  async next_() {
    if (this.done_ || this.waiting_.length === 0) return;
    this.done_ = () => {};
    let failed = '';
    try {
      this.worker_ ??= await this.start_();
    } catch (error) {
      failed = `the module cannot be had: ${/** @type {Error} */ (error).message}`;
    }
    const next = this.waiting_.shift();
    this.done_ = next?.done ?? null;
    if (failed) this.end_({ failed });
    else this.worker_?.postMessage(next?.job);
  }

  /** @param {any} answer */
  end_(answer) {
    const done = this.done_;
    this.done_ = null;
    done?.(answer);
    this.next_();
  }

  async start_() {
    const compiled = await this.compiled;
    const worker = this.makeWorker_();
    worker.onmessage = ({ data }) => this.end_(data);
    // Not even the answer had room in memory, say. The next job has another one.
    worker.onerror = worker.onmessageerror = (event) => {
      worker.terminate();
      this.worker_ = null;
      this.end_({ failed: /** @type {any} */ (event).message || 'the worker ended' });
    };
    worker.postMessage({ compiled });
    return worker;
  }
}
