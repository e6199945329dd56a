// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Numbers for people.

/** @param {number} count @param {string} noun whose plural ends in s */
export function count(count, noun) {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

// Control characters, and what changes the direction of text or cannot be seen.
const TRICKS =
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** A text in which nothing is invisible. @param {string} text */
export function readable(text) {
  return text.replace(TRICKS, (one) =>
    `\\u${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`);
}

/** "4,763 bytes", "51.2 MB". @param {number} size */
export function byteSize(size) {
  if (size < 10_000) return count(size, 'byte');
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = size / 1000;
  let unit = 0;
  while (value >= 1000 && unit + 1 < units.length) {
    value /= 1000;
    ++unit;
  }
  return `${value.toFixed(value < 100 ? 1 : 0)} ${units[unit]}`;
}

/** "3.420 s". @param {number} t */
export function seconds(t) {
  return `${t.toFixed(3)} s`;
}

/** A place in a file. @param {number} offset */
export function offsetText(offset) {
  return `0x${offset.toString(16).toUpperCase()}`;
}

/** The beginning of a text that is too long to be read. @param {string} text @param {number} length */
export function shortened(text, length) {
  if (text.length <= length) return text;
  return `${text.slice(0, length)}... (${count(text.length, 'character')})`;
}

/** The last part of a path. @param {string} path */
export function baseName(path) {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name === '' ? path : name;
}
