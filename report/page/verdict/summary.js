// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The first lines of the verdict: can the files be trusted, and what is worst? They describe all
// files, or the one that is chosen. Counts are links: they filter.

import { button, element, text as textNode } from '../frame/dom.js';
import { byteSize, count, escaped, offsetText } from '../frame/text.js';
import { ALL, filterFindings, groupByCode, VERDICTS } from '../frame/rows.js';

/** @typedef {import('../frame/app.js').App} App */

// Codes that are shown with all that is known of them.
const CODES_SHOWN = 4;

/** @param {import('../frame/data.js').FileEntry} file */
function headlineOfFile(file) {
  const texts = {
    valid: 'This file is valid.',
    warnings: `This file is valid, with ${count(file.warnings, 'warning')}.`,
    invalid: `This file is invalid: ${count(file.errors, 'error')}${
      file.warnings ? `, ${count(file.warnings, 'warning')}` : ''}.`,
    unreadable: `This file could not be read: ${file.problem}.`,
    foreign: `This file is not of a format that clipguard reads: ${file.problem}.`,
  };
  return { verdict: file.verdict, text: texts[file.verdict] };
}

/** @param {App} app @returns {{verdict: string, text: string}} */
export function headline(app) {
  const { counts, files } = app.index;
  const file = files[app.state?.file ?? -1];
  if (file) return headlineOfFile(file);
  const checked = counts.files - counts.foreign;
  if (counts.files === 0) return { verdict: 'foreign', text: 'No file was checked.' };
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
    : { verdict: 'valid', text: `${checked === 1 ? one : `All ${count(checked, 'file')}${
      counts.foreign ? ' of formats that clipguard reads' : ''} are`} valid.` };
}

/**
 * Counts; a press on one lists what it counts.
 * @param {App} app
 * @param {(severity: '' | 'error' | 'warning') => void} filter the findings
 */
function tiles(app, filter) {
  const { counts } = app.index;
  const files = (/** @type {string} */ verdict) => () =>
    app.set({ verdict: app.state.verdict === verdict ? '' : verdict });
  /** @type {[string, number, string, (() => void) | null, string?][]} */
  const shown = [
    ['files', counts.files - counts.foreign, '', () => app.set({ verdict: '', code: '' })],
    ['valid', counts.valid, 'ok', files('valid'), 'valid'],
    ['with warnings', counts.warned, 'warning', files('warnings'), 'warnings'],
    ['invalid', counts.invalid, 'error', files('invalid'), 'invalid'],
    ['unreadable', counts.unreadable, 'error', files('unreadable'), 'unreadable'],
    ['not ours', counts.foreign, 'muted', files('foreign'), 'foreign'],
    ['errors', counts.errors, 'error', () => filter('error')],
    ['warnings', counts.warnings, 'warning', () => filter('warning')],
    ['ignored', counts.ignored, 'muted', null],
    ['in the baseline', counts.baselined, 'muted', null],
  ];
  return element('div', {
    class: 'tiles',
    attributes: { role: 'group', 'aria-label': 'Counts' },
    children: [
      ...shown.filter(([, value]) => value).map(([name, value, look, action, verdict]) => {
        const parts = [
          element('span', { class: `tile-value ${look}`, text: value.toLocaleString('en-US') }),
          element('span', { class: 'muted', text: ` ${name}` }),
        ];
        if (!action) return element('span', { class: 'tile', children: parts });
        const door = button('', action, {
          class: 'tile',
          pressed: verdict === undefined ? undefined : app.state.verdict === verdict,
        });
        door.append(...parts);
        return door;
      }),
      element('span', {
        class: 'tile',
        children: [
          element('span', { class: 'tile-value', text: byteSize(counts.bytes) }),
          element('span', { class: 'muted', text: ' read' }),
        ],
      }),
    ],
  });
}

/** @param {App} app @param {import('../frame/rows.js').Group} group */
function codeCard(app, group) {
  const code = app.index.codes[group.code];
  const first = app.finding(group.ids[0]);
  const all = app.index.files.length > 1 && app.state.file === null;
  const { sign } = VERDICTS[group.severity === 'error' ? 'invalid' : 'warnings'];
  const where = all ? ` in ${count(group.files, 'file')}` : '';
  const chosen = app.state.code === group.code;
  const name = element('span', { class: 'mono', text: group.code });
  const door = all && button('', () => app.set({ code: chosen ? '' : group.code }),
    { label: `Only files with ${group.code}`, pressed: chosen });
  if (door) door.append(name);
  return element('li', {
    class: 'code-card',
    children: [
      element('h3', {
        children: [
          element('span', { class: group.severity, text: `${sign} ` }),
          door || name,
          element('span', {
            class: 'muted', text: ` ${count(group.occurrences, 'time')}${where}`,
          }),
        ],
      }),
      element('p', { text: code?.meaning ?? '' }),
      element('p', {
        children: [element('strong', { text: 'To do: ' }), textNode(code?.advice ?? '')],
      }),
      code?.repair && element('p', { class: 'ok', text: `Repair: ${code.repair}` }),
      first && element('p', {
        class: 'first-place',
        children: [
          textNode('First: '),
          element('a', {
            text: `${escaped(first.path)}: ${first.message}`,
            attributes: { href: app.linkTo({ finding: first.id, view: undefined }) },
          }),
        ],
      }),
      first && element('p', {
        class: 'muted',
        text: `at byte ${offsetText(first.offset)}${where ? ` of ${escaped(app.names[first.file])}` : ''}`,
      }),
    ],
  });
}

/** Lists the parts of the files that are not in the page. @param {App} app */
function leftOut(app) {
  const file = app.index.files[app.state.file ?? -1];
  const without = file && !file.detail && file.verdict !== 'foreign' &&
      file.verdict !== 'unreadable';
  const texts = file
    ? (without ? ['its pictures and bytes, because the page has no room left (--max-size)'] : [])
    : app.index.left_out;
  return texts.length > 0 && element('ul', {
    class: 'left-out',
    children: texts.map((one) => element('li', { text: `Not in this page: ${one}.` })),
  });
}

/**
 * @param {App} app
 * @param {(severity: '' | 'error' | 'warning') => void} filter the findings
 * @returns {HTMLElement}
 */
export function summary(app, filter) {
  const { verdict, text } = headline(app);
  const look = VERDICTS[verdict];
  const { file, code, verdict: only } = app.state;
  const groups = groupByCode(app.index, filterFindings(
    app.index, file === null ? { ...ALL, code, verdict: only } : { ...ALL, file }));
  const entry = app.index.files[file ?? -1];
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
      entry && element('p', {
        class: 'muted',
        text: [escaped(entry.path), entry.summary, byteSize(entry.bytes)]
          .filter((one) => one).join(', '),
      }),
      file === null && tiles(app, filter),
      leftOut(app),
      groups.length > 0 && element('ul', {
        class: 'code-cards',
        attributes: { 'aria-label': 'Findings, the worst first' },
        children: groups.slice(0, CODES_SHOWN).map((group) => codeCard(app, group)),
      }),
      groups.length > CODES_SHOWN && element('p', {
        class: 'muted',
        text: `and ${count(groups.length - CODES_SHOWN, 'code')} more below`,
      }),
    ],
  });
}
