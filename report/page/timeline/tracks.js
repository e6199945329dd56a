// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The tracks of a file: report/tracks/track.h says how C++ writes them.

const NO_NUMBERS = new Float32Array(0);

/** By labels: of recordings, of characters, of armatures. @type {[RegExp, string][]} */
const UNITS = [
  [/^(position|origin)\.[xyz]$/, ' m'],
  [/^rotation, degrees$|^angle$/, '°'],
  [/^(offset|origin)_[xyz]$/, ' blocks'],
];

/**
 * @typedef {{time: number, value: number, inTangent: number,
 *   outTangent: number, inWeight: number, outWeight: number, mode: number}} Key
 */

/** One curve. */
export class Track {
  /** @param {object} json */
  constructor(json) {
    /** @type {string} */ this.path = json.path;
    /** @type {string[]} */ this.group = json.group ?? [];
    /** @type {string} */ this.label = json.label || json.path;
    /** @type {'bezier'|'lines'|'steps'} */ this.kind = json.kind;
    /** @type {?number} */ this.clip = json.clip ?? null;
    /** @type {number} */ this.count = json.keys;
    this.min = toNumber(json.min);
    this.max = toNumber(json.max);
    /** Values that are closer together look the same. */
    this.fine = json.fine ?? 0;
    [this.preWrap, this.postWrap] = json.wrap ?? [8, 8];
    this.broken = json.broken ?? 0;
    this.unordered = json.unordered ?? false;
    this.hasKeys = json.t !== undefined;
    /** @type {Float32Array} seconds */ this.times = json.t ?? NO_NUMBERS;
    /** How many keys the report has of it. */
    this.size = this.times.length;
    /** @type {?Uint16Array} all least values, then all greatest: levels.h */
    this.levels = json.levels ?? null;
    this.json_ = json;
    this.cache_ = {};
  }

  /** The unit of its values; '': nobody knows, or they have none. */
  get unit() {
    return UNITS.find(([pattern]) => pattern.test(this.label))?.[1] ?? '';
  }

  get values() {
    return this.column_('v');
  }

  get inTangents() {
    return this.column_('it');
  }

  get outTangents() {
    return this.column_('ot');
  }

  get inWeights() {
    return this.column_('iw');
  }

  get outWeights() {
    return this.column_('ow');
  }

  /**
   * @param {number} i
   * @return {Key}
   */
  key(i) {
    return {
      time: this.times[i],
      value: this.values[i],
      inTangent: this.inTangents[i],
      outTangent: this.outTangents[i],
      inWeight: this.inWeights[i],
      outWeight: this.outWeights[i],
      mode: this.modeAt(i),
    };
  }

  /** A column of as many numbers as there are keys. */
  column_(name) {
    const numbers = this.json_[name] ?? NO_NUMBERS;
    if (numbers.length === this.size) return numbers;
    return this.cache_[name] ??= new Float32Array(this.size).fill(numbers[0] ?? 0);
  }

  /** Which weights of key i are in use; of a compact key both, which are 0. */
  modeAt(i) {
    const modes = this.json_.m;
    if (modes === undefined) return 3;
    return modes.length === 1 ? modes[0] : modes[i];
  }
}

// Parts of a track's path that are tried, from the end: keys[1].value, and parts below a clip's
// bone.
const MOST_ENDS = 10;
// Parts of a track's path that are tried, from the start: /clips/NAME/joint_clips/NAME/0.
const MOST_TOKENS = 8;

/**
 * Returns the paths that contain a path, from the inside. Names may have as many dots and slashes
 * as they like, so the number of results is limited.
 * @param {string} path
 * @return {string[]}
 */
export function outerPaths(path) {
  const found = [];
  if (path.startsWith('/')) {
    // A pointer: its names have no slash.
    let end = path.indexOf('/', 1);
    while (end !== -1 && found.length < MOST_TOKENS) {
      found.push(path.slice(0, end));
      end = path.indexOf('/', end + 1);
    }
    return found.reverse();
  }
  for (let end = path.length - 1; end > 0 && found.length < MOST_ENDS; --end) {
    if ('.['.includes(path[end])) found.push(path.slice(0, end));
  }
  return found;
}

/** JSON has "Infinity" for what is no number of its own. */
function toNumber(value) {
  return value === undefined ? NaN : Number(value);
}

/** All that the timeline draws of a file. */
export class TrackSet {
  /** @param {object} section the member "curves" of a file's block */
  constructor(section) {
    this.from = toNumber(section.from ?? 0);
    this.to = toNumber(section.to ?? section.duration ?? 0);
    if (!Number.isFinite(this.from)) this.from = 0;
    if (!(this.to >= this.from)) this.to = this.from;
    /** @type {{name: string, duration: number, loop: boolean}[]} */
    this.clips = section.clips ?? [];
    /** @type {Track[]} */
    this.tracks = (section.tracks ?? []).map((json) => new Track(json));
    this.byPath_ = new Map(this.tracks.map((track) => [track.path, track]));
    this.marks = readMarks(section.marks);
  }

  /**
   * The track that a path is in: its own, or that of one of its keys.
   * @param {?string} path
   * @return {?Track}
   */
  find(path) {
    if (!path) return null;
    const own = [path, ...outerPaths(path)].find((one) => this.byPath_.has(one));
    return this.byPath_.get(own) ?? null;
  }

  /**
   * The number of a clip for ofClip(): -1 if its curves are not in the report.
   * @param {string | undefined} name
   */
  clipCalled(name) {
    return this.clips.findIndex((one) => one.name === name);
  }

  /**
   * The tracks of a clip; all, if the format has none.
   * @param {number} clip
   */
  ofClip(clip) {
    return this.tracks.filter((t) => t.clip === null || t.clip === clip);
  }
}

function readMarks(marks) {
  if (!marks) return [];
  return marks.names.map(
      (name, i) => ({time: marks.t[i], name, clip: marks.clip[i] ?? 0}));
}
