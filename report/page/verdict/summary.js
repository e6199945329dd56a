// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The first lines of the verdict: can the files be trusted, and what is worst?

import { element, text as textNode } from '../frame/dom.js';
import { byteSize, count, offsetText } from '../frame/text.js';
import { ALL, filterFindings, groupByCode } from './rows.js';

/** @typedef {import('../frame/app.js').App} App */

// Codes that are shown with all that is known of them.
const CODES_SHOWN = 4;

/** @type {Object<string, {sign: string, class: string, word: string}>} */
export const VERDICTS = {
  valid: { sign: '✓', class: 'ok', word: 'valid' },
  warnings: { sign: '▲', class: 'warning', word: 'warnings' },
  invalid: { sign: '✕', class: 'error', word: 'invalid' },
  unreadable: { sign: '?', class: 'error', word: 'unreadable' },
  foreign: { sign: '–', class: 'muted', word: 'not ours' },
};

/** @param {App} app @returns {{verdict: string, text: string}} */
export function headline(app) {
  const { counts, files } = app.index;
  const checked = counts.files - counts.foreign;
  if (counts.files === 0) return { verdict: 'foreign', text: 'No file was checked.' };
  if (counts.files === 1 && files.length === 1) {
    const texts = {
      valid: 'This file is valid.',
      warnings: `This file is valid, with ${count(counts.warnings, 'warning')}.`,
      invalid: `This file is invalid: ${count(counts.errors, 'error')}${
        counts.warnings ? `, ${count(counts.warnings, 'warning')}` : ''}.`,
      unreadable: `This file could not be read: ${files[0].problem}.`,
      foreign: `This file is not of a format that clipguard reads: ${files[0].problem}.`,
    };
    return { verdict: files[0].verdict, text: texts[files[0].verdict] };
  }
  if (checked === 0) {
    return { verdict: 'foreign', text: 'No file is of a format that clipguard reads.' };
  }
  const of = `of ${count(checked, 'file')}`;
  const one = counts.foreign ? 'The only file of a format that clipguard reads is' : 'The file is';
  const verb = (/** @type {number} */ n) => checked === 1
    ? one : `${n.toLocaleString('en-US')} ${of} ${n === 1 ? 'is' : 'are'}`;
  if (counts.invalid) return { verdict: 'invalid', text: `${verb(counts.invalid)} invalid.` };
  if (counts.unreadable) {
    return { verdict: 'unreadable', text: `${verb(counts.unreadable)} unreadable.` };
  }
  return counts.warnings
    ? { verdict: 'warnings', text: `No file has an error; ${count(counts.warnings, 'warning')}.` }
    : { verdict: 'valid', text: `${checked === 1 ? one : `All ${count(checked, 'file')} are`} valid.` };
}

/** @param {App} app */
function tiles(app) {
  const { counts } = app.index;
  const shown = [
    ['files', counts.files.toLocaleString('en-US'), ''],
    ['valid', counts.valid, 'ok'],
    ['with warnings', counts.warned, 'warning'],
    ['invalid', counts.invalid, 'error'],
    ['unreadable', counts.unreadable, 'error'],
    ['not ours', counts.foreign, 'muted'],
    ['errors', counts.errors, 'error'],
    ['warnings', counts.warnings, 'warning'],
    ['ignored', counts.ignored, 'muted'],
    ['in the baseline', counts.baselined, 'muted'],
    ['read', byteSize(counts.bytes), ''],
  ];
  const list = element('dl', { class: 'tiles' });
  for (const [name, value, look] of shown) {
    if (!value) continue;
    list.append(element('div', {
      children: [
        element('dt', { text: String(name) }),
        element('dd', {
          class: String(look),
          text: typeof value === 'number' ? value.toLocaleString('en-US') : String(value),
        }),
      ],
    }));
  }
  return list;
}

/** @param {App} app @param {import('./rows.js').Group} group */
function codeCard(app, group) {
  const code = app.index.codes[group.code];
  const first = app.finding(group.ids[0]);
  const { sign } = VERDICTS[group.severity === 'error' ? 'invalid' : 'warnings'];
  const where = app.index.files.length > 1 ? ` in ${count(group.files, 'file')}` : '';
  return element('li', {
    class: 'code-card',
    children: [
      element('h3', {
        children: [
          element('span', { class: group.severity, text: `${sign} ` }),
          element('span', { class: 'mono', text: group.code }),
          element('span', {
            class: 'muted', text: ` ${count(group.occurrences, 'time')}${where}`,
          }),
        ],
      }),
      element('p', { text: code?.meaning ?? '' }),
      element('p', {
        children: [element('strong', { text: 'What to do: ' }), textNode(code?.advice ?? '')],
      }),
      code?.repair && element('p', { class: 'ok', text: `Repair: ${code.repair}` }),
      first && element('p', {
        class: 'first-place',
        children: [
          textNode('First: '),
          element('a', {
            text: `${first.path}: ${first.message}`,
            attributes: { href: app.linkTo({ finding: first.id, view: undefined }) },
          }),
          element('span', {
            class: 'muted',
            text: ` at byte ${offsetText(first.offset)}${where
              ? ` of ${app.index.files[first.file].path}` : ''}`,
          }),
        ],
      }),
    ],
  });
}

/** @param {App} app @returns {HTMLElement} */
export function summary(app) {
  const { verdict, text } = headline(app);
  const look = VERDICTS[verdict];
  const groups = groupByCode(app.index, filterFindings(app.index, ALL));
  const several = app.index.files.length > 1;
  return element('div', {
    class: 'summary',
    children: [
      element('h2', {
        class: `headline ${look.class}`,
        children: [
          element('span', { text: `${look.sign} `, attributes: { 'aria-hidden': true } }),
          textNode(text),
        ],
      }),
      !several && app.index.files[0] && element('p', {
        class: 'muted',
        text: [app.index.files[0].summary, byteSize(app.index.files[0].bytes)]
          .filter((one) => one).join(', '),
      }),
      several && tiles(app),
      app.index.left_out.length > 0 && element('ul', {
        class: 'left-out',
        children: app.index.left_out.map((one) => element('li', { text: `Not shown: ${one}.` })),
      }),
      groups.length > 0 && element('ul', {
        class: 'code-cards',
        attributes: { 'aria-label': 'What is wrong, the worst first' },
        children: groups.slice(0, CODES_SHOWN).map((group) => codeCard(app, group)),
      }),
      groups.length > CODES_SHOWN && element('p', {
        class: 'muted',
        text: `and ${count(groups.length - CODES_SHOWN, 'code')} more below`,
      }),
    ],
  });
}
