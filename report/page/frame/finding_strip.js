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

/** @param {App} app @param {Finding} finding */
function contents(app, finding) {
  const code = app.index.codes[finding.code];
  const sign = finding.severity === 'error' ? '✕ error' : '▲ warning';
  const all = app.findingsOf(finding.file);
  const at = all.findIndex((one) => one.id === finding.id) + 1;
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
        ...app.views.filter((view) => view.section !== null && app.isShown(view))
          .map((view) => button(view.title, () => app.set({ view: view.id }),
            { label: `Show in: ${view.title}`, pressed: app.state.view === view.id })),
        all.length > 1 && button('‹', () => app.stepFinding(-1), { label: 'Previous finding' }),
        all.length > 1 && element('span', { class: 'muted', text: `${at} of ${all.length}` }),
        all.length > 1 && button('›', () => app.stepFinding(1), { label: 'Next finding' }),
        button('×', () => app.set({ finding: null }), { label: 'Close the finding' }),
      ],
    }),
    code && element('details', {
      class: 'where',
      children: [
        element('summary', { text: 'What it means, and what to do' }),
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
