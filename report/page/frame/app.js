// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// State that all views share: one state, which the address of the page follows, the data of the
// report, and the means to speak to a reader.

import { findingAt, namesOf, rangesByFile, readDetail } from './data.js';
import { Keys } from './keys.js';
import { formatLink, pageAddress, parseLink, whole } from './link.js';
import { clipIn, clipsOf, durationOf } from './duration.js';
import { readColors } from './theme.js';
import { VERDICTS } from './rows.js';

/**
 * @typedef {object} State
 * @property {number | null} file which of index.files; null: all of them
 * @property {string} view the id of a view
 * @property {number | null} finding which of index.findings
 * @property {number} t seconds: the one cursor
 * @property {string | null} clip a name; null: the first, or there are none
 * @property {boolean} playing
 * @property {number} speed 1: as it was recorded
 * @property {boolean} loop
 * @property {string | null} selected a path, as in findings
 * @property {string} verdict of the files that are listed; '': any
 * @property {string} code that the files have that are listed; '': any
 */

/**
 * @typedef {object} Mounted
 * @property {(state: State, changed: Set<string>) => void} update
 *     `changed` has the names of what changed in the state since the last call,
 *     or 'theme', or 'index'; all names at the first call
 * @property {() => void} destroy
 */

/**
 * @typedef {object} View
 * @property {string} id
 * @property {string} title
 * @property {string | null} section of a file's block; null: needs none
 * @property {boolean} [timeless] whether nothing in it plays
 * @property {(section: any) => Promise<void> | undefined} [load] adds to a section what
 *     takes a while to make of it
 * @property {(section: any, finding: Finding) => boolean} [shows] whether it is
 *     where a finding is seen best
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
  verdict: '',
  code: '',
};

// Parts of the state whose change is a step for the browser's Back button.
const STEPS = ['view', 'file', 'verdict', 'code'];

// Where a file is seen best.
const MOTION = ['scene', 'machine', 'timeline'];

/** All names of a state, and 'theme' and 'index'. */
export const EVERYTHING = new Set([...Object.keys(FIRST), 'theme', 'index']);

// How long the address may be behind what is shown. Browsers refuse to follow
// faster changes.
const ADDRESS_DELAY = 300;

export class App {
  /**
   * @param {Document} document
   * @param {Window} window
   * @param {import('./data.js').Index} index
   * @param {View[]} views
   * @param {(file: number) => Promise<any>} detailOf as readDetail()
   */
  constructor(document, window, index, views, detailOf) {
    this.views = views;
    this.keys = new Keys();
    this.document_ = document;
    this.window_ = window;
    this.readDetail_ = detailOf;
    /** @type {((state: State, changed: Set<string>) => void)[]} */
    this.listeners_ = [];
    /** @type {Set<string>} */
    this.pending_ = new Set();
    this.telling_ = false;
    /** Details of the files that were shown last. @type {Map<number, any>} */
    this.details_ = new Map();
    this.asked_ = 0;
    this.read_(index);
    this.timer_ = 0;
    this.following_ = false;
    this.written_ = '';
    /** @type {((text: string) => void) | null} */
    this.speaker = null;
    /** @type {State} */
    this.state = { ...FIRST };
    this.start_();
  }

  /** @param {import('./data.js').Index} index */
  read_(index) {
    this.index = index;
    this.ranges_ = rangesByFile(index);
    this.names = namesOf(index.files);
    /** @type {Map<string, number>} */
    this.byName_ = new Map();
    index.files.forEach(({ path }, file) => {
      for (const name of [this.names[file], path]) {
        if (!this.byName_.has(name)) this.byName_.set(name, file);
      }
    });
    /** Files in the order of their list. @type {ArrayLike<number>} */
    this.order = index.files.map((_, file) => file);
  }

  /**
   * Takes an index that has more files. Cached data about the files in `anew` is dropped.
   * @param {import('./data.js').Index} index
   * @param {Set<number>} anew
   */
  receive(index, anew) {
    const { file } = this.state;
    const again = file !== null && anew.has(file);
    // Findings have other numbers then.
    if (anew.size) this.set({ finding: null, ...(again ? { file: null } : {}) });
    this.read_(index);
    for (const one of anew) this.details_.delete(one);
    this.tell(['index']);
    if (again) this.showFile(/** @type {number} */ (file));
  }

  /** Changes some of the state, and tells everybody. @param {Partial<State>} partial */
  set(partial) {
    const file = this.finding(partial.finding ?? null)?.file ?? partial.file ?? null;
    if (this.leaves_(file, partial)) return;
    if (!this.isLoaded_(file)) {
      this.whenLoaded_(file, () => this.set(partial));
      return;
    }
    const next = this.completed_(partial);
    const changed = [];
    for (const [key, value] of Object.entries(next)) {
      // @ts-ignore: a key of it
      if (Object.is(this.state[key], value)) continue;
      changed.push(key);
    }
    if (changed.length === 0) return;
    const left = this.address_();
    Object.assign(this.state, next);
    if (!this.following_ && changed.some((key) => STEPS.includes(key))) {
      this.step_(left);
    } else {
      this.remember_();
    }
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
    return this.detailOf_(this.state.file);
  }

  /** @param {number | null} file that was loaded @returns {any} */
  detailOf_(file) {
    return this.details_.get(file ?? -1) ?? null;
  }

  /** @param {number | null} file */
  isLoaded_(file) {
    return !this.index.files[file ?? -1]?.detail || this.details_.has(file ?? -1);
  }

  /** Goes to the page of a file that has its own. @param {number | null} file @param {Partial<State>} place */
  leaves_(file, place) {
    if (!this.index.files[file ?? -1]?.page) return false;
    this.window_.location.href = this.linkTo({ view: undefined, ...place, file });
    return true;
  }

  /**
   * Acts when the block of a file can be read: now, or soon. Not if another file
   * is asked for meanwhile.
   * @param {number | null} file
   * @param {() => void} act
   */
  async whenLoaded_(file, act) {
    const asked = ++this.asked_;
    if (file !== null && !this.isLoaded_(file)) {
      const detail = await this.readDetail_(file);
      for (const view of this.views) {
        for (const one of [detail, detail?.against]) {
          const section = one?.[view.section ?? ''];
          if (!section) continue;
          try {
            await view.load?.(section);
          } catch {
            delete one[view.section ?? ''];
            (one.left_out ??= []).push(`${view.title}: it cannot be read`);
          }
        }
      }
      if (asked !== this.asked_) return;
      for (const old of this.details_.keys()) {
        if (old !== this.state.file) this.details_.delete(old);
      }
      this.details_.set(file, detail);
    }
    act();
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

  /** Whether a view has something to show of a file. @param {View} view @param {number | null} [file] */
  isShown(view, file = this.state.file) {
    return view.section === null || this.detailOf_(file)?.[view.section] !== undefined;
  }

  /** Shows a finding where it is seen best. @param {number} id */
  showFinding(id) {
    const finding = this.finding(id);
    if (!finding || this.leaves_(finding.file, { finding: id })) return;
    this.whenLoaded_(finding.file, () =>
      this.set({ finding: id, view: this.bestView_(finding) }));
  }

  /** The next finding of the file, where it is seen; the first after the last. @param {number} by */
  stepFinding(by) {
    const all = this.findingsOf(this.state.file);
    if (all.length === 0) return false;
    const at = all.findIndex((one) => one.id === this.state.finding);
    const next = all[at < 0 ? (by > 0 ? 0 : all.length - 1)
      : (at + by + all.length) % all.length];
    const now = this.views.find((view) => view.id === this.state.view);
    const stays = now?.id === 'bytes' || now?.shows?.(this.detail?.[now.section ?? ''], next);
    this.set({ finding: next.id, view: stays ? this.state.view : this.bestView_(next) });
    this.announce(`${next.code}: ${next.message}`);
    return true;
  }

  /** The next file of the list. @param {number} by */
  stepFile(by) {
    const order = [...this.order];
    const at = order.indexOf(this.state.file ?? -1);
    const next = at < 0 && by < 0 ? undefined : order[at + by];
    if (next === undefined) return false;
    this.showFile(next);
    this.announce(this.names[next]);
    return true;
  }

  /** Shows a file as it is seen now, or as it is seen best. @param {number} file */
  showFile(file) {
    if (this.leaves_(file, {})) return;
    this.whenLoaded_(file, () =>
      this.set(this.state.file === null ? this.best_(file) : { file, finding: null }));
  }

  /** Seconds of what plays; 0: nothing does. */
  get duration() {
    return durationOf(this.detail, this.state.clip);
  }

  /** Clips of the file that can be played. */
  get clips() {
    return clipsOf(this.detail);
  }

  /**
   * The address of a place. Without a view, where a finding is shown best.
   * @param {Partial<State>} partial
   */
  linkTo(partial) {
    const place = { ...this.state, clip: null, t: null, finding: null, ...partial };
    const finding = this.finding(place.finding);
    if (finding) place.file = finding.file;
    const page = this.index.files[place.file ?? -1]?.page;
    if (page) {
      // There the file's findings are all, and its number is no more.
      const first = this.ranges_.get(place.file ?? -1)?.first ?? 0;
      const { view, t, clip } = place;
      return pageAddress(page) +
          formatLink({ view, t, clip, finding: finding && finding.id - first });
    }
    return formatLink({ ...place, file: this.nameOf_(place.file) });
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
    if (finding !== null && 'finding' in partial) {
      next.file = finding.file;
      if (!('selected' in partial)) next.selected = finding.path;
      if (!('clip' in partial)) {
        next.clip = clipIn(clipsOf(this.detailOf_(finding.file)), finding.path) ??
            (finding.file === this.state.file ? next.clip : null);
      }
      if (!('t' in partial) && finding.time !== null) next.t = finding.time;
    }
    if (next.file !== null && !this.index.files[next.file]) {
      next.file = this.state.file;
    }
    if (next.file !== this.state.file) {
      if (finding !== null && finding.file !== next.file) next.finding = null;
      if (next.finding === null && !('selected' in partial)) next.selected = null;
      if (!('clip' in partial) && finding === null) next.clip = null;
      if (!('t' in partial) && (finding === null || finding.time === null)) next.t = 0;
      next.playing = false;
    }
    if (!Object.hasOwn(VERDICTS, next.verdict)) next.verdict = '';
    if (!Object.hasOwn(this.index.codes, next.code)) next.code = '';
    // A view of another file may not exist for this one.
    const view = this.views.find((one) => one.id === next.view);
    if (!view || !this.isShown(view, next.file)) next.view = 'verdict';
    next.t = Number.isFinite(next.t) ? Math.max(0, next.t) : 0;
    return next;
  }

  /** Where a finding is seen best. @param {Finding} finding */
  bestView_(finding) {
    const detail = this.detailOf_(finding.file);
    const found = MOTION.find((id) => this.views.some((view) => view.id === id &&
        this.isShown(view, finding.file) &&
        view.shows?.(detail[/** @type {string} */ (view.section)], finding)));
    return found ?? (detail?.bytes ? 'bytes' : 'verdict');
  }

  /** The best place to show a file: its first finding, or its motion. @param {number} file @returns {Partial<State>} */
  best_(file) {
    const all = this.findingsOf(file);
    const first = all.find((one) => one.severity === 'error' && one.cause === null) ?? all[0];
    if (first) return { finding: first.id, view: this.bestView_(first) };
    const view = MOTION.find((id) => this.views.some(
      (one) => one.id === id && this.isShown(one, file)));
    return { file, view: view ?? 'verdict' };
  }

  /** A file's name in the address. @param {number | null} file */
  nameOf_(file) {
    if (file === null || this.index.files[file] === undefined) return null;
    const name = this.names[file];
    return this.byName_.get(name) === file ? name : String(file);
  }

  /** @param {string | undefined} name or number */
  fileOf_(name) {
    const file = this.byName_.get(name ?? '') ?? whole(name ?? null);
    if (file !== undefined && this.index.files[file]) return file;
    return this.index.files.length === 1 && !this.index.files[0].page ? 0 : null;
  }

  address_() {
    return formatLink({ ...this.state, file: this.nameOf_(this.state.file) });
  }

  /** A step that Back takes back. @param {string} left where it began */
  step_(left) {
    const { history } = this.window_;
    this.window_.clearTimeout(this.timer_);
    this.timer_ = 0;
    history.replaceState(null, '', left);
    history.pushState(null, '', this.address_());
    this.written_ = this.window_.location.hash;
  }

  // The address follows the state ...
  remember_() {
    if (this.timer_) return;
    this.timer_ = this.window_.setTimeout(() => {
      this.timer_ = 0;
      // A time that passes by is no place.
      if (this.state.playing) return this.remember_();
      const link = this.address_();
      const { history, location } = this.window_;
      // Somebody goes to another place, which the page has not heard of yet.
      if (location.hash !== this.written_) return;
      if (link !== location.hash) history.replaceState(null, '', link);
      this.written_ = location.hash;
    }, ADDRESS_DELAY);
  }

  // ... and the state the address.
  start_() {
    const go = () => {
      const { hash } = this.window_.location;
      const { file: name, ...place } = parseLink(hash);
      const file = this.finding(place.finding ?? null)?.file ?? this.fileOf_(name);
      if (this.leaves_(file, place)) return Promise.resolve();
      return this.whenLoaded_(file, () => {
        this.written_ = hash;
        this.follow_(file, place);
      });
    };
    /** When there is something to show. */
    this.ready = go();
    this.window_.addEventListener('hashchange', go);
  }

  /** @param {number | null} file @param {Partial<State>} place */
  follow_(file, place) {
    this.following_ = true;
    try {
      const { verdict, code } = FIRST;
      this.set({ verdict, code, finding: null, file, ...place });
      const finding = this.finding(this.state.finding);
      if (place.view !== undefined) return;
      if (finding) {
        this.set({ view: this.bestView_(finding) });
      } else if (file !== null) {
        this.set({ ...this.best_(file), ...place });
      } else {
        this.set({ view: 'verdict' });
      }
    } finally {
      this.following_ = false;
      this.remember_();
    }
  }
}

/**
 * @param {Document} document
 * @param {Window} window
 * @param {import('./data.js').Index} index
 * @param {View[]} views
 * @param {(file: number) => Promise<any>} [detailOf]
 */
export function createApp(
  document, window, index, views, detailOf = (file) => readDetail(document, file)) {
  return new App(document, window, index, views, detailOf);
}
