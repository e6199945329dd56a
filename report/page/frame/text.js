// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Numbers for people.

/** @param {number} count @param {string} noun whose plural ends in s */
export function count(count, noun) {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

// Control characters, and what changes the direction of text or cannot be seen:
// those of IsTextTrick() in base/text.h, and format characters of scripts.
const TRICKS = new RegExp(
    '[\\u{0}-\\u{1F}\\u{7F}-\\u{9F}\\u{AD}\\u{61C}\\u{180E}\\u{200B}-\\u{200F}' +
    '\\u{2028}-\\u{202E}\\u{2060}-\\u{206F}\\u{FEFF}\\u{FFF9}-\\u{FFFB}' +
    '\\u{13430}-\\u{1343F}\\u{1BCA0}-\\u{1BCA3}\\u{1D173}-\\u{1D17A}' +
    '\\u{E0000}-\\u{E0FFF}]',
    'gu');

/** @param {string} one a character */
function escapeOf(one) {
  return `\\u{${/** @type {number} */ (one.codePointAt(0)).toString(16).toUpperCase()}}`;
}

/** A text of one line in which nothing is invisible. @param {string} text */
export function escaped(text) {
  return text.replace(TRICKS, escapeOf);
}

/** The same; tabs and ends of lines stay. @param {string} text */
export function readable(text) {
  return text.replace(TRICKS, (one) => one === '\t' || one === '\n' ? one : escapeOf(one));
}

/** "4,763 bytes", "51.2 MB". @param {number} size @param {number} [least] that is said in kB */
export function byteSize(size, least = 10_000) {
  if (size < least) return count(size, 'byte');
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = size / 1000;
  let unit = 0;
  while (value >= 1000 && unit + 1 < units.length) {
    value /= 1000;
    ++unit;
  }
  return `${value.toFixed(value < 100 ? 1 : 0)} ${units[unit]}`;
}

/**
 * The number with the fewest digits that is the same float32.
 * @param {number} value @param {number} [least] digits
 */
export function shortestFloat(value, least = 1) {
  for (let digits = least; digits <= 9 && value !== 0; ++digits) {
    const tried = Number(value.toPrecision(digits));
    if (Math.fround(tried) === value) return tried;
  }
  return value;
}

/** Escapes a name for a JSON pointer, as in the path of a finding. @param {string} name */
export function pointerToken(name) {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** "3.420 s". @param {number} t */
export function seconds(t) {
  return `${t.toFixed(3)} s`;
}

/** "11.2 s", as `clipguard info` says it. @param {number} t */
export function length(t) {
  return `${Number(t.toPrecision(3)).toLocaleString('en-US')} s`;
}

/** A place in a file. @param {number} offset */
export function offsetText(offset) {
  return `0x${offset.toString(16).toUpperCase()}`;
}

/** A path as a shell reads it. @param {string} path */
export function shellWord(path) {
  const safe = path.startsWith('-') ? `./${path}` : path;
  return /^[\w./+=@:-]+$/.test(safe) ? safe : `'${safe.replace(/'/g, "'\\''")}'`;
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
