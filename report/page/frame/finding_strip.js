// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The finding that is chosen, above whichever view shows: what it means, where
// it is, and the neighbours.

import { button, element } from './dom.js';
import { offsetText, seconds, shortened } from './text.js';

// Characters of a message or path.
const LONGEST = 400;

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./data.js').Finding} Finding */

/** Where a finding is, in a line that can be copied. @param {Finding} finding */
export function placeText(finding) {
  const parts = [finding.path, `byte ${finding.offset} (${offsetText(finding.offset)})`];
  if (finding.line) parts.push(`line ${finding.line}`);
  if (finding.time !== null) parts.push(`at ${seconds(finding.time)}`);
  return parts.join(', ');
}

/**
 * Which of the file's occurrences a finding is, as the verdict counts them: "1 to 3 of 7".
 * @param {Finding[]} all @param {Finding} finding
 */
export function placeAmong(all, { id, count }) {
  const upTo = (/** @type {number} */ end) => all.reduce((sum, one) => sum + (one.id < end ? one.count : 0), 0);
  const [before, last, sum] = [id, id + 1, Infinity].map(upTo);
  const first = count > 1 ? `${(before + 1).toLocaleString('en-US')} to ` : '';
  return `${first}${last.toLocaleString('en-US')} of ${sum.toLocaleString('en-US')}`;
}

/** @param {App} app @param {Finding} finding */
function contents(app, finding) {
  const code = app.index.codes[finding.code];
  const sign = finding.severity === 'error' ? '✕ error' : '▲ warning';
  const all = app.findingsOf(finding.file);
  return [
    element('strong', { class: finding.severity, text: sign }),
    element('span', { class: 'mono', text: finding.code }),
    element('span', { class: 'where', text: shortened(finding.message, LONGEST) }),
    element('span', {
      class: 'where muted mono',
      text: placeText({
        ...finding, path: shortened(finding.path, LONGEST),
      }),
    }),
    element('span', {
      class: 'actions',
      children: [
        all.length > 1 && button('‹', () => app.stepFinding(-1), { label: 'Previous finding' }),
        all.length + finding.count > 2 && element('span', { class: 'muted', text: placeAmong(all, finding) }),
        all.length > 1 && button('›', () => app.stepFinding(1), { label: 'Next finding' }),
        button('×', () => app.set({ finding: null }), { label: 'Close the finding' }),
      ],
    }),
    code && element('details', {
      class: 'where',
      children: [
        element('summary', { text: 'Meaning, and what to do' }),
        element('p', { text: code.meaning }),
        element('p', { text: code.advice }),
        code.repair && element('p', { text: code.repair }),
      ],
    }),
  ].filter((one) => one);
}

/** @param {App} app */
export function mountFindingStrip(app) {
  const strip = element('section', {
    class: 'finding-strip',
    attributes: { 'aria-label': 'Finding', hidden: true },
  });
  const update = () => {
    const finding = app.finding(app.state.finding);
    strip.hidden = finding === null;
    strip.replaceChildren(...(finding ? contents(app, finding) : []));
  };
  app.listen((_, changed) => {
    if (['finding', 'file', 'view'].some((key) => changed.has(key))) update();
  });
  app.keys.add('[', 'Previous finding', () => app.stepFinding(-1));
  app.keys.add(']', 'Next finding', () => app.stepFinding(1));
  app.keys.add('Escape', 'Close the finding',
    () => app.state.finding !== null && app.set({ finding: null }));
  update();
  return strip;
}
