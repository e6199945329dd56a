// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The address of what is shown: #file=hands/take-2.bin&view=bytes&finding=7&t=3.42.

/**
 * @typedef {object} Place
 * @property {string} [file] its name, or its number
 * @property {string} [view]
 * @property {number} [finding]
 * @property {number} [t]
 * @property {string} [clip]
 * @property {string} [verdict] of files in the list
 * @property {string} [code] of files in the list
 */

// In the order of an address.
const PARTS = ['file', 'view', 'finding', 't', 'clip', 'verdict', 'code'];

/** @param {string | null} text @returns {number | undefined} */
function number(text) {
  if (text === null || text.trim() === '') return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** @param {string | null} text @returns {number | undefined} */
export function whole(text) {
  const value = number(text);
  return Number.isInteger(value) && /** @type {number} */ (value) >= 0
    ? value
    : undefined;
}

/**
 * Parses a place. Parts that are invalid are left out.
 * @param {string} hash with or without the #
 * @returns {Place}
 */
export function parseLink(hash) {
  const query = new URLSearchParams(hash.replace(/^#/, ''));
  /** @type {any} */
  const place = {};
  for (const key of PARTS) {
    const text = query.get(key);
    const value = key === 'finding' ? whole(text) : key === 't' ? number(text) : text ?? undefined;
    if (value !== undefined) place[key] = value;
  }
  return place;
}

/** The address of another page from a path below or above this one. @param {string} path */
export function pageAddress(path) {
  return `./${path.split('/').map(encodeURIComponent).join('/')}`;
}

/**
 * @param {{file?: string | null, view?: string, finding?: number | null,
 *     t?: number | null, clip?: string | null, verdict?: string, code?: string}} place
 * @returns {string} with the #
 */
export function formatLink(place) {
  const query = new URLSearchParams();
  // A millisecond is more than a frame needs.
  const parts = /** @type {any} */ ({ ...place, t: place.t ? Math.round(place.t * 1000) / 1000 : '' });
  for (const key of PARTS) {
    if ((parts[key] ?? '') !== '') query.set(key, String(parts[key]));
  }
  // People read it.
  return `#${String(query).replace(/%2F/g, '/')}`;
}
