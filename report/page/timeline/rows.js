// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The rows of the timeline: tracks in a tree of groups, of which some are
// closed. Only numbers and names: nothing is drawn here.

import {leading} from '../frame/search.js';

/** @typedef {import('./tracks.js').Track} Track */

export const TRACK_HEIGHT = 44;
export const GROUP_HEIGHT = 28;

/**
 * @typedef {object} Group
 * @property {string} id its names, joined
 * @property {string} name
 * @property {number} depth
 * @property {(Group|Track)[]} children
 * @property {Track[]} tracks all below it
 */

/**
 * @typedef {object} Row
 * @property {string} id
 * @property {?Group} group
 * @property {?Track} track
 * @property {Track[]} drawn what is drawn in it, with one scale
 * @property {number} depth from 1
 * @property {boolean} open
 * @property {number} place among its siblings, from 1
 * @property {number} siblings
 * @property {number} top
 * @property {number} height
 */

/**
 * The tree of groups that tracks name.
 * @param {Track[]} tracks
 * @return {Group}
 */
export function buildTree(tracks) {
  const root = makeGroup('', '', 0);
  const groups = new Map();
  for (const track of tracks) {
    let parent = root;
    root.tracks.push(track);
    for (const name of track.group) {
      const id = `${parent.id}/${name}`;
      let group = groups.get(id);
      if (!group) {
        group = makeGroup(id, name, parent.depth + 1);
        groups.set(id, group);
        parent.children.push(group);
      }
      group.tracks.push(track);
      parent = group;
    }
    parent.children.push(track);
  }
  return root;
}

function makeGroup(id, name, depth) {
  return {id, name, depth, children: [], tracks: []};
}

const isGroup = (child) => child.children !== undefined;

/**
 * Returns the tracks that a closed group shows: its own first tracks that belong together, such as
 * the three of a position.
 * @param {Group} group
 * @return {Track[]}
 */
export function summaryOf(group) {
  const own = group.children.filter((child) => !isGroup(child));
  const word = own[0]?.label.split('.')[0];
  return own.filter((track) => track.label.split('.')[0] === word);
}

/**
 * Groups that are closed at first: those in other groups, if there are many
 * rows.
 * @param {Group} root
 * @return {Set<string>}
 */
export function closedAtFirst(root) {
  const closed = new Set();
  if (root.tracks.length <= 24) return closed;
  const visit = (group) => {
    for (const child of group.children) {
      if (!isGroup(child)) continue;
      if (child.children.every((one) => !isGroup(one))) {
        if (child.depth > 1 || root.children.length > 12) closed.add(child.id);
      }
      visit(child);
    }
  };
  visit(root);
  return closed;
}

/**
 * The rows from top to bottom.
 * @param {Group} root
 * @param {Set<string>} closed ids of groups
 * @param {(track: Track) => boolean} [keep] which tracks show; groups without
 *     one do not
 * @return {Row[]}
 */
export function layRows(root, closed, keep = () => true) {
  const rows = [];
  let top = 0;
  const visit = (group) => {
    const children = group.children.filter(
        (child) => isGroup(child) ? child.tracks.some(keep) : keep(child));
    children.forEach((child, i) => {
      const inner = isGroup(child);
      const open = inner && !closed.has(child.id);
      const drawn = !inner ? [child] : open ? [] : summaryOf(child);
      const row = {
        id: inner ? child.id : child.path,
        group: inner ? child : null,
        track: inner ? null : child,
        drawn,
        depth: group.depth + 1,
        open,
        place: i + 1,
        siblings: children.length,
        top,
        height: drawn.length ? TRACK_HEIGHT : GROUP_HEIGHT,
      };
      top += row.height;
      rows.push(row);
      if (open) visit(child);
    });
  };
  visit(root);
  return rows;
}

/** How high all rows are. @param {Row[]} rows */
export function heightOf(rows) {
  const last = rows.at(-1);
  return last ? last.top + last.height : 0;
}

/**
 * The rows that a window onto them shows.
 * @param {Row[]} rows
 * @param {number} top
 * @param {number} height
 */
export function rowsIn(rows, top, height) {
  const first = Math.max(rowAt(rows, top), 0);
  let end = first;
  while (end < rows.length && rows[end].top < top + height) ++end;
  return rows.slice(first, end);
}

/**
 * The row at a height; -1 above all.
 * @param {Row[]} rows
 * @param {number} y
 */
export function rowAt(rows, y) {
  return leading(rows.length, (i) => rows[i].top <= y) - 1;
}

// Relative to the values: a smaller change is drawn as a flat line.
const FINE = 1e-5;

/**
 * The least and greatest value of some tracks together, as far apart as it takes
 * for noise not to look like motion.
 * @param {{min: number, max: number, fine?: number}[]} tracks
 * @return {[number, number]} of which the first is less
 */
export function rangeOf(tracks) {
  let low = Infinity;
  let high = -Infinity;
  let fine = 0;
  for (const track of tracks) {
    if (track.min < low) low = track.min;
    if (track.max > high) high = track.max;
    fine = Math.max(fine, track.fine ?? 0);
  }
  if (!(low <= high)) return [0, 1];
  if (high - low === Infinity) return [low / 2, high / 2];
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (high - low > Math.max(fine, size * FINE)) return [low, high];
  const around = low === high ? Math.max(size / 10, 0.5) : Math.max(fine, size * FINE);
  const middle = low + (high - low) / 2;
  return [middle - around, middle + around];
}
