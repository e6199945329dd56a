// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Clips of a file that can be played: sections list them, as "duration" in seconds, or as "clips"
// with a duration each.

import { pointerToken } from './text.js';

/** @typedef {{name: string, duration: number, loop?: boolean}} Clip */

// Sections in the order of search: those that move come first.
const SECTIONS = ['scene', 'curves', 'machine'];

/** @param {any} detail @returns {Clip[]} */
export function clipsOf(detail) {
  for (const name of SECTIONS) {
    const clips = detail?.[name]?.clips;
    if (Array.isArray(clips) && clips.length) return clips;
  }
  return [];
}

/**
 * The name of the clip that a path leads into; null: none.
 * @param {Clip[]} clips
 * @param {string} path
 */
export function clipIn(clips, path) {
  return clips.find(({ name }) => path.startsWith(`clips.${name}.`) || path.startsWith(
    `/clips/${pointerToken(name)}/`))?.name ?? null;
}

/**
 * The clip that a name chooses: the first if none has it.
 * @param {Clip[]} clips
 * @param {string | null} name
 * @returns {Clip | undefined}
 */
export function clipOf(clips, name) {
  return clips.find((one) => one.name === name) ?? clips[0];
}

/**
 * @param {any} detail
 * @param {string | null} clip
 * @returns {number} seconds; 0: nothing plays
 */
export function durationOf(detail, clip) {
  const chosen = clipOf(clipsOf(detail), clip);
  if (chosen) return usable(chosen.duration);
  for (const name of SECTIONS) {
    const duration = usable(detail?.[name]?.duration);
    if (duration > 0) return duration;
  }
  return 0;
}

/** @param {unknown} duration */
function usable(duration) {
  return typeof duration === 'number' && Number.isFinite(duration) && duration > 0
    ? duration
    : 0;
}
