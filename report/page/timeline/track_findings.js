// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Which findings are about which track or group, and when.

import {curvePath} from '../frame/curve_path.js';
import {outerPaths} from './tracks.js';

/** @typedef {import('./tracks.js').Track} Track */
/** @typedef {import('./tracks.js').TrackSet} TrackSet */
/** @typedef {import('./rows.js').Group} Group */
/** @typedef {import('./rows.js').Row} Row */

/** @typedef {{id: number, time: ?number, severity: string, code: string}} Mark */

/**
 * When a finding is: as the report says, or by the key that its path names.
 * @param {{path: string, time: ?number}} finding
 * @param {?Track} track
 */
export function timeOf(finding, track) {
  if (finding.time !== null && finding.time !== undefined) return finding.time;
  const key = finding.path.match(/\[(\d+)\][^[\]]*$/);
  const time = key && track ? track.times[Number(key[1])] : undefined;
  return Number.isFinite(time) ? time : null;
}

export class TrackFindings {
  /**
   * @param {TrackSet} set
   * @param {{id: number, path: string, time: ?number, severity: string,
   *     code: string}[]} findings
   */
  constructor(set, findings) {
    /** @type {Mark[]} */
    this.all = [];
    this.byTrack_ = new Map();
    this.byGroup_ = new Map();
    const groups = groupsOf(set.tracks);
    for (const finding of findings) {
      const path = curvePath(finding.path);
      const track = set.find(path);
      const mark = {id: finding.id, time: timeOf(finding, track),
                    severity: finding.severity, code: finding.code};
      this.all.push(mark);
      if (track) {
        push(this.byTrack_, track, mark);
        continue;
      }
      for (const prefix of [path, ...outerPaths(path)]) {
        const group = groups.get(prefix);
        if (group === undefined) continue;
        if (group.length) push(this.byGroup_, `/${group.join('/')}`, mark);
        break;
      }
    }
  }

  /** @param {Track} track @return {Mark[]} */
  ofTrack(track) {
    return this.byTrack_.get(track) ?? [];
  }

  /**
   * Those that a row stands for: of a closed group, all that is in it.
   * @param {Row} row
   * @return {Mark[]}
   */
  ofRow(row) {
    if (row.track) return this.ofTrack(row.track);
    const own = this.byGroup_.get(row.id) ?? [];
    if (row.open) return own;
    const inner = [...this.byGroup_]
        .filter(([id]) => id.startsWith(`${row.id}/`))
        .flatMap(([, marks]) => marks);
    return [...own, ...inner, ...row.group.tracks.flatMap((t) => this.ofTrack(t))];
  }

  /** Whether a track, or a group that it is in, has findings. */
  concerns(track) {
    return this.byTrack_.has(track) || track.group.some(
        (_, i) => this.byGroup_.has(`/${track.group.slice(0, i + 1).join('/')}`));
  }
}

/** The innermost group in which all tracks are whose paths begin alike. */
function groupsOf(tracks) {
  const groups = new Map();
  for (const {path, group} of tracks) {
    for (const prefix of outerPaths(path)) {
      const other = groups.get(prefix);
      if (other === undefined) {
        groups.set(prefix, group);
        continue;
      }
      let same = 0;
      while (same < other.length && other[same] === group[same]) ++same;
      if (same < other.length) groups.set(prefix, other.slice(0, same));
    }
  }
  return groups;
}

function push(map, key, value) {
  const list = map.get(key);
  if (list) {
    list.push(value);
  } else {
    map.set(key, [value]);
  }
}
