// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The list of keys that `?` shows.

import { button, element } from './dom.js';

/** @type {Object<string, string>} */
const SPOKEN = {
  ' ': 'Space', ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓',
};

/**
 * @param {import('./app.js').App} app
 * @returns {() => void} what opens it
 */
export function mountHelp(app) {
  const table = element('table', {
    class: 'key-table',
    children: [element('caption', { class: 'hidden-text', text: 'Keys' })],
  });
  const version = element('p', { class: 'muted' });
  const dialog = element('dialog', {
    attributes: { 'aria-labelledby': 'help-title' },
    children: [
      element('h2', { text: 'Keyboard', attributes: { id: 'help-title' } }),
      table,
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
    const body = element('tbody');
    const seen = new Set();
    for (const { key, title } of app.keys.all) {
      if (seen.has(key + title)) continue;
      seen.add(key + title);
      body.append(element('tr', {
        children: [
          element('th', {
            attributes: { scope: 'row' },
            children: [element('kbd', { text: SPOKEN[key] ?? key })],
          }),
          element('td', { text: title }),
        ],
      }));
    }
    // A page that is given files knows it when the first one is there.
    version.textContent = `Made by clipguard ${app.index.tool.version}.`;
    table.querySelector('tbody')?.remove();
    table.append(body);
    if (!dialog.isConnected) document.body.append(dialog);
    dialog.showModal();
    // The button that has the focus is at the end of it.
    dialog.scrollTop = 0;
  };
}
