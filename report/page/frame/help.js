// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The list of keys that `?` shows.

import { button, element, table, tableRow } from './dom.js';

/** @type {Object<string, string>} */
const SPOKEN = {
  ' ': 'Space', ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓',
};

/**
 * @param {import('./app.js').App} app
 * @returns {() => void} what opens it
 */
export function mountHelp(app) {
  const keys = table('key-table', 'Keys', []);
  const version = element('p', { class: 'muted' });
  const dialog = element('dialog', {
    attributes: { 'aria-labelledby': 'help-title' },
    children: [
      element('h2', { text: 'Keyboard', attributes: { id: 'help-title' } }),
      keys,
      element('p', {
        class: 'muted',
        text: 'They work whatever has the focus, but for fields that take text. ' +
          'Enter presses a button. The address of this page says what is shown: copy it to point ' +
          'somebody else at the same place. All of the report is in this one ' +
          'file; nothing is loaded from the network.',
      }),
      version,
      button('Close', () => dialog.close()),
    ],
  });
  return () => {
    const titles = new Map(app.keys.all.map((one) => [one.key + one.title, one]));
    keys.tBodies[0].replaceChildren(...[...titles.values()].map(({ key, title }) =>
      tableRow([element('kbd', { text: SPOKEN[key] ?? key }), title])));
    // A page that is given files knows it when the first one is there.
    version.textContent = `Made by clipguard ${app.index.tool.version}.`;
    if (!dialog.isConnected) document.body.append(dialog);
    dialog.showModal();
    // The button that has the focus is at the end of it.
    dialog.scrollTop = 0;
  };
}
