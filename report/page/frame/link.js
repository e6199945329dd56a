// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The address of what is shown: #file=2&view=bytes&finding=7&t=3.42&clip=walk.

/**
 * @typedef {object} Place
 * @property {number} [file]
 * @property {string} [view]
 * @property {number} [finding]
 * @property {number} [t]
 * @property {string} [clip]
 */

/** @param {string | null} text @returns {number | undefined} */
function number(text) {
  if (text === null || text.trim() === '') return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** @param {string | null} text @returns {number | undefined} */
function whole(text) {
  const value = number(text);
  return Number.isInteger(value) && /** @type {number} */ (value) >= 0
    ? value
    : undefined;
}

/**
 * What is no place is left out.
 * @param {string} hash with or without the #
 * @returns {Place}
 */
export function parseLink(hash) {
  const query = new URLSearchParams(hash.replace(/^#/, ''));
  /** @type {Place} */
  const place = {
    file: whole(query.get('file')),
    finding: whole(query.get('finding')),
    t: number(query.get('t')),
    view: query.get('view') ?? undefined,
    clip: query.get('clip') ?? undefined,
  };
  for (const key of Object.keys(place)) {
    // @ts-ignore: a key of it
    if (place[key] === undefined) delete place[key];
  }
  return place;
}

/**
 * @param {{file?: number | null, view?: string, finding?: number | null,
 *     t?: number | null, clip?: string | null}} place
 * @returns {string} with the #
 */
export function formatLink(place) {
  const query = new URLSearchParams();
  if (place.file !== null && place.file !== undefined) {
    query.set('file', String(place.file));
  }
  if (place.view) query.set('view', place.view);
  if (place.finding !== null && place.finding !== undefined) {
    query.set('finding', String(place.finding));
  }
  // A millisecond is more than a frame needs.
  if (place.t) query.set('t', String(Math.round(place.t * 1000) / 1000));
  if (place.clip) query.set('clip', place.clip);
  return `#${query}`;
}
