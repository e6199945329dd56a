// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Elements without markup: text is text, whatever a file's names are, and what
// would turn the text around it, or cannot be seen, is shown as an escape.

import { escaped, readable } from './text.js';

/**
 * @typedef {object} Parts
 * @property {string} [class]
 * @property {string} [text]
 * @property {Object<string, string | number | boolean | null | undefined>}
 *     [attributes] those that are null, undefined or false are left out
 * @property {Object<string, string>} [style]
 * @property {Object<string, (event: any) => void>} [on]
 * @property {(Node | null | undefined | false)[]} [children]
 */

const SVG = 'http://www.w3.org/2000/svg';

// Attributes that people read or hear.
const SEEN = new Set(['title', 'aria-label', 'placeholder', 'alt']);

/**
 * @param {Element} made
 * @param {Parts} parts
 */
function fill(made, parts) {
  if (parts.class) made.setAttribute('class', parts.class);
  if (parts.text !== undefined) made.textContent = readable(parts.text);
  for (const [name, value] of Object.entries(parts.attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    // Attributes that run code, or hold markup, are not set here.
    if (/^on|^style$|^srcdoc$/i.test(name)) throw new Error(name);
    const text = value === true ? '' : String(value);
    made.setAttribute(name, SEEN.has(name) ? readable(text) : text);
  }
  for (const [name, value] of Object.entries(parts.style ?? {})) {
    /** @type {HTMLElement} */ (made).style.setProperty(name, value);
  }
  for (const [name, listener] of Object.entries(parts.on ?? {})) {
    made.addEventListener(name, listener);
  }
  for (const child of parts.children ?? []) {
    if (child) made.append(child);
  }
}

/**
 * @param {string} tag
 * @param {Parts} [parts]
 * @returns {any}
 */
export function element(tag, parts = {}) {
  const made = document.createElement(tag);
  fill(made, parts);
  return made;
}

/**
 * The same for drawings.
 * @param {string} tag
 * @param {Parts} [parts]
 * @returns {any}
 */
export function svg(tag, parts = {}) {
  const made = document.createElementNS(SVG, tag);
  fill(made, parts);
  return made;
}

/**
 * A button with a text, or with a sign and a name for those who do not see it.
 * @param {string} text
 * @param {() => void} action
 * @param {{label?: string, class?: string, pressed?: boolean}} [options]
 */
export function button(text, action, options = {}) {
  return element('button', {
    text,
    class: options.class,
    attributes: {
      type: 'button',
      'aria-label': options.label,
      title: options.label,
      'aria-pressed':
          options.pressed === undefined ? undefined : String(options.pressed),
    },
    on: { click: action },
  });
}

/** A text of a file, beside elements. @param {string} value */
export function text(value) {
  return new Text(readable(value));
}

/** A path in a line: if there is no room for all of it, its end stays. @param {string} path */
export function pathText(path) {
  // The line runs from right to left, so that it is cut at the left.
  return element('span', {
    class: 'path',
    children: [element('bdi', { text: escaped(path), attributes: { dir: 'ltr' } })],
  });
}

/**
 * A table of rows as tableRow() makes them. A caption that is a text is for screen readers.
 * @param {string} look @param {string | Node} caption @param {string[]} heads of columns
 * @param {Node[]} [rows]
 * @returns {HTMLTableElement}
 */
export function table(look, caption, heads, rows = []) {
  const head = element('tr', {
    children: heads.map((text) =>
      element(text ? 'th' : 'td', { text, attributes: { scope: text ? 'col' : null } })),
  });
  return element('table', {
    class: look,
    children: [
      typeof caption === 'string' ? element('caption', { class: 'hidden-text', text: caption }) : caption,
      heads.length > 0 && element('thead', { children: [head] }),
      element('tbody', { children: rows }),
    ],
  });
}

/** A row whose first cell is its head. @param {(string | Node)[]} cells @returns {HTMLTableRowElement} */
export function tableRow(cells) {
  return element('tr', {
    children: cells.map((cell, i) => element(i ? 'td' : 'th', {
      attributes: { scope: i ? null : 'row' },
      children: [typeof cell === 'string' ? text(cell) : cell],
    })),
  });
}

/** A box that scrolls, by keyboard, too. @param {string} look @param {string} label @param {Node[]} children @param {string} [role] */
export function scrolled(look, label, children, role = 'group') {
  return element('div', {
    class: look, attributes: { tabindex: 0, role, 'aria-label': label }, children,
  });
}

/** @param {HTMLElement} host @param {[string | number, string][]} options values, and their texts */
export function fillOptions(host, options) {
  host.replaceChildren(...options.map(([value, text]) =>
    element('option', { text, attributes: { value } })));
}

/**
 * @param {string | null} label @param {(value: string) => void} chosen
 * @param {[string | number, string][]} [options]
 */
export function select(label, chosen, options = []) {
  const made = element('select', {
    attributes: { 'aria-label': label }, on: { change: () => chosen(made.value) },
  });
  fillOptions(made, options);
  return made;
}

/** @param {string} label @param {(text: string) => void} changed @param {string} [placeholder] */
export function searchField(label, changed, placeholder = label) {
  const made = element('input', {
    attributes: { type: 'search', placeholder, 'aria-label': label },
    on: { input: () => changed(made.value) },
  });
  return made;
}
