// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What all views share: one state, which the address of the page follows, the
// data of the report, and the means to speak to a reader.

import { findingAt, rangesByFile, readDetail } from './data.js';
import { Keys } from './keys.js';
import { formatLink, parseLink } from './link.js';
import { clipsOf, durationOf } from './duration.js';
import { readColors } from './theme.js';

/**
 * @typedef {object} State
 * @property {number | null} file which of index.files
 * @property {string} view the id of a view
 * @property {number | null} finding which of index.findings
 * @property {number} t seconds: the one cursor
 * @property {string | null} clip a name; null: the first, or there are none
 * @property {boolean} playing
 * @property {number} speed 1: as it was recorded
 * @property {boolean} loop
 * @property {string | null} selected a path, as in findings
 */

/**
 * @typedef {object} Mounted
 * @property {(state: State, changed: Set<string>) => void} update
 *     `changed` has the names of what changed in the state since the last call,
 *     or 'theme'; all names at the first call
 * @property {() => void} destroy
 */

/**
 * @typedef {object} View
 * @property {string} id
 * @property {string} title
 * @property {string | null} section of a file's block; null: needs none
 * @property {boolean} [timeless] whether nothing in it plays
 * @property {(host: HTMLElement, section: any, app: App) => Mounted} create
 */

/** @typedef {import('./data.js').Finding} Finding */

/** @type {State} */
const FIRST = {
  file: null,
  view: 'verdict',
  finding: null,
  t: 0,
  clip: null,
  playing: false,
  speed: 1,
  loop: true,
  selected: null,
};

/** All names of a state, and 'theme'. */
export const EVERYTHING = new Set([...Object.keys(FIRST), 'theme']);

// How long the address may be behind what is shown. Browsers refuse to follow
// faster changes.
const ADDRESS_DELAY = 300;

export class App {
  /**
   * @param {Document} document
   * @param {Window} window
   * @param {import('./data.js').Index} index
   * @param {View[]} views
   */
  constructor(document, window, index, views) {
    this.index = index;
    this.views = views;
    this.keys = new Keys();
    this.document_ = document;
    this.window_ = window;
    this.ranges_ = rangesByFile(index);
    /** @type {((state: State, changed: Set<string>) => void)[]} */
    this.listeners_ = [];
    /** @type {Set<string>} */
    this.pending_ = new Set();
    this.telling_ = false;
    this.detail_ = { file: -1, value: /** @type {any} */ (null) };
    this.timer_ = 0;
    this.push_ = false;
    /** @type {((text: string) => void) | null} */
    this.speaker = null;
    /** @type {State} */
    this.state = { ...FIRST, file: index.files.length ? this.worstFile_() : null };
    this.follow_();
  }

  /** Changes some of the state, and tells everybody. @param {Partial<State>} partial */
  set(partial) {
    const next = this.completed_(partial);
    const changed = [];
    for (const [key, value] of Object.entries(next)) {
      // @ts-ignore: a key of it
      if (Object.is(this.state[key], value)) continue;
      changed.push(key);
    }
    if (changed.length === 0) return;
    Object.assign(this.state, next);
    if (changed.some((key) => key === 'view' || key === 'file')) {
      this.push_ = true;
    }
    this.remember_();
    this.tell(changed);
  }

  /**
   * Calls back after each change, until what it returns is called.
   * @param {(state: State, changed: Set<string>) => void} listener
   * @returns {() => void}
   */
  listen(listener) {
    this.listeners_.push(listener);
    return () => {
      // Another list: whoever goes through the old one misses nobody.
      this.listeners_ = this.listeners_.filter((one) => one !== listener);
    };
  }

  /** @param {Iterable<string>} changed */
  tell(changed) {
    for (const key of changed) this.pending_.add(key);
    if (this.telling_) return;
    this.telling_ = true;
    try {
      while (this.pending_.size) {
        const now = this.pending_;
        this.pending_ = new Set();
        for (const listener of this.listeners_) listener(this.state, now);
      }
    } finally {
      this.telling_ = false;
    }
  }

  /** The block of the file that is shown; null: it has none. @returns {any} */
  get detail() {
    const file = this.state.file ?? -1;
    if (this.detail_.file !== file) {
      this.detail_ = { file, value: readDetail(this.document_, file) };
    }
    return this.detail_.value;
  }

  /** @param {number | null} id @returns {Finding | null} */
  finding(id) {
    return id === null ? null : findingAt(this.index, id);
  }

  /** @param {number | null} file @returns {Finding[]} */
  findingsOf(file) {
    const range = file === null ? undefined : this.ranges_.get(file);
    const found = [];
    for (let id = range?.first ?? 0; id < (range?.end ?? 0); ++id) {
      found.push(/** @type {Finding} */ (findingAt(this.index, id)));
    }
    return found;
  }

  /** Whether a view has something to show of the file. @param {View} view */
  isShown(view) {
    return view.section === null || this.detail?.[view.section] !== undefined;
  }

  /** Seconds of what plays; 0: nothing does. */
  get duration() {
    return durationOf(this.detail, this.state.clip);
  }

  /** What can be played of the file. */
  get clips() {
    return clipsOf(this.detail);
  }

  /**
   * The address of a place. Without a view, where a finding is shown best.
   * @param {Partial<State>} partial
   */
  linkTo(partial) {
    const place = this.completed_(partial);
    return formatLink('view' in partial ? { ...place, view: partial.view } : place);
  }

  /** Says something to who does not see the page. @param {string} text */
  announce(text) {
    this.speaker?.(text);
  }

  /** The colours of the page, as it is now. */
  colors() {
    return readColors(this.document_);
  }

  /** The state with what follows from a change. @param {Partial<State>} partial */
  completed_(partial) {
    const next = { ...this.state, ...partial };
    const finding = this.finding(next.finding);
    if (finding === null) next.finding = null;
    if (finding !== null && next.finding !== this.state.finding) {
      next.file = finding.file;
      if (!('selected' in partial)) next.selected = finding.path;
      if (!('t' in partial) && finding.time !== null) next.t = finding.time;
    }
    if (next.file !== null && !this.index.files[next.file]) {
      next.file = this.state.file;
    }
    if (next.file !== this.state.file) {
      if (finding !== null && finding.file !== next.file) next.finding = null;
      if (next.finding === null && !('selected' in partial)) next.selected = null;
      if (!('clip' in partial)) next.clip = null;
      if (!('t' in partial) && (finding === null || finding.time === null)) next.t = 0;
      next.playing = false;
    }
    if (!this.views.some((view) => view.id === next.view)) next.view = 'verdict';
    next.t = Number.isFinite(next.t) ? Math.max(0, next.t) : 0;
    return next;
  }

  // Where the chosen finding is to be seen.
  bestView_() {
    const finding = this.finding(this.state.finding);
    if (finding === null) return this.state.view;
    const wanted = finding.time === null ? ['bytes'] : ['timeline', 'bytes'];
    const found = wanted.find((id) =>
      this.views.some((view) => view.id === id && this.isShown(view)));
    return found ?? 'verdict';
  }

  worstFile_() {
    const files = this.index.files;
    let worst = 0;
    files.forEach((file, i) => {
      const than = files[worst];
      if (file.errors > than.errors ||
          (file.errors === than.errors && file.warnings > than.warnings)) {
        worst = i;
      }
    });
    return worst;
  }

  // The address follows the state ...
  remember_() {
    if (this.timer_) return;
    this.timer_ = this.window_.setTimeout(() => {
      this.timer_ = 0;
      // A time that passes by is no place.
      if (this.state.playing) return this.remember_();
      const link = formatLink(this.state);
      const { history, location } = this.window_;
      if (link !== location.hash) {
        if (this.push_) {
          history.pushState(null, '', link);
        } else {
          history.replaceState(null, '', link);
        }
      }
      this.push_ = false;
    }, ADDRESS_DELAY);
  }

  // ... and the state the address.
  follow_() {
    const go = () => {
      const place = parseLink(this.window_.location.hash);
      this.set({ finding: null, ...place });
      if (place.view === undefined) this.set({ view: this.bestView_() });
      this.push_ = false;
    };
    if (this.window_.location.hash) go();
    this.window_.addEventListener('hashchange', go);
  }
}

/**
 * @param {Document} document
 * @param {Window} window
 * @param {import('./data.js').Index} index
 * @param {View[]} views
 */
export function createApp(document, window, index, views) {
  return new App(document, window, index, views);
}
