// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The frame around the views: which file, which view, which finding, and the
// transport below.

import { EVERYTHING } from './app.js';
import { button, element } from './dom.js';
import { mountFindingStrip } from './finding_strip.js';
import { mountHelp } from './help.js';
import { startPlayer } from './player.js';
import { byteSize, count, readable } from './text.js';
import { nextTheme } from './theme.js';
import { mountTransport } from './transport.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./app.js').View} View */

/** @param {App} app */
function totalsText(app) {
  const { files, invalid, unreadable, warnings: warned } = app.index.counts;
  if (app.index.files.length <= 1) return '';
  const parts = [count(files, 'file')];
  if (invalid) parts.push(`${invalid.toLocaleString('en-US')} invalid`);
  if (warned) parts.push(count(warned, 'warning'));
  if (unreadable) parts.push(`${unreadable} unreadable`);
  return parts.join(', ');
}

/** @param {App} app */
function mountTop(app) {
  const name = element('span', { class: 'file-name' });
  const about = element('span', { class: 'file-about muted' });
  const files = app.index.files;
  const step = (/** @type {number} */ by) => {
    const at = (app.state.file ?? 0) + by;
    if (files[at]) app.set({ file: at });
  };
  const several = files.length > 1;
  const theme = button('Theme: auto', () => {
    theme.textContent = `Theme: ${nextTheme(document)}`;
    app.tell(['theme']);
  });
  matchMedia('(prefers-color-scheme: dark)')
    .addEventListener('change', () => app.tell(['theme']));
  const help = mountHelp(app);
  const header = element('header', {
    class: 'top',
    children: [
      element('h1', { text: 'clipguard report' }),
      several && element('span', { class: 'muted', text: totalsText(app) }),
      element('div', {
        class: 'file-bar',
        children: [
          several && button('‹', () => step(-1), { label: 'Previous file' }),
          several && button('›', () => step(1), { label: 'Next file' }),
          name,
          about,
        ],
      }),
      theme,
      button('?', help, { label: 'Keyboard and help' }),
    ],
  });
  if (several) {
    app.keys.add('[', 'Previous file', () => step(-1));
    app.keys.add(']', 'Next file', () => step(1));
  }
  app.keys.add('?', 'This help', help);
  const update = () => {
    const file = files[app.state.file ?? -1];
    name.textContent = readable(file?.path ?? 'no file');
    name.title = name.textContent;
    about.textContent = readable(
      file ? file.summary || file.problem || byteSize(file.bytes) : '');
  };
  app.listen((_, changed) => {
    if (changed.has('file')) update();
  });
  update();
  return header;
}

/** The views of the file, as tabs. @param {App} app @param {View[]} views */
function mountTabs(app, views) {
  const tabs = views.map((view, i) => {
    const tab = element('button', {
      text: view.title,
      attributes: {
        type: 'button', role: 'tab', id: `tab-${view.id}`,
        'aria-controls': `panel-${view.id}`,
      },
      on: { click: () => app.set({ view: view.id }) },
    });
    app.keys.add(String(i + 1), `Show: ${view.title}`, () => {
      if (app.isShown(view)) app.set({ view: view.id });
    });
    return tab;
  });
  const list = element('div', {
    class: 'tabs',
    attributes: { role: 'tablist', 'aria-label': 'Views of the file' },
    children: tabs,
    on: {
      keydown: (/** @type {KeyboardEvent} */ event) => {
        const shown = tabs.filter((tab) => !tab.hidden);
        const at = shown.indexOf(/** @type {any} */ (event.target));
        const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (at < 0 || by === undefined) return;
        event.preventDefault();
        const next = shown[(at + by + shown.length) % shown.length];
        next.click();
        next.focus();
      },
    },
  });
  const update = () => {
    views.forEach((view, i) => {
      const current = app.state.view === view.id;
      tabs[i].hidden = !app.isShown(view);
      tabs[i].setAttribute('aria-selected', String(current));
      tabs[i].tabIndex = current ? 0 : -1;
    });
  };
  return { list, update };
}

/** What of the file is not in the page, or not as fine. @param {App} app */
function mountLeftOut(app) {
  const note = element('details', {
    class: 'file-left-out muted', attributes: { hidden: true },
  });
  const update = () => {
    const all = app.detail?.left_out ?? [];
    note.hidden = all.length === 0;
    note.open = false;
    note.replaceChildren(
      element('summary', { text: 'Not all of this file is in the page' }),
      element('ul', { children: all.map((/** @type {string} */ one) => element('li', { text: one })) }));
  };
  app.listen((_, changed) => {
    if (changed.has('file')) update();
  });
  update();
  return note;
}

/** Where views are drawn: one that was shown stays until another file is. @param {App} app @param {View[]} views */
function mountPanels(app, views) {
  const main = element('main', {});
  const panels = views.map((view) => {
    const host = element('div', {
      attributes: {
        role: 'tabpanel', id: `panel-${view.id}`,
        'aria-labelledby': `tab-${view.id}`, tabindex: 0, hidden: true,
      },
    });
    main.append(host);
    return {
      view, host, file: /** @type {number | null} */ (null),
      mounted: /** @type {import('./app.js').Mounted | null} */ (null),
      changed: /** @type {Set<string>} */ (new Set()),
    };
  });

  const drop = (/** @type {typeof panels[0]} */ panel) => {
    panel.mounted?.destroy();
    panel.mounted = null;
    panel.host.replaceChildren();
  };

  const show = (/** @type {typeof panels[0]} */ panel) => {
    if (panel.mounted === null) {
      const section = panel.view.section === null
        ? null : app.detail[panel.view.section];
      panel.file = app.state.file;
      panel.mounted = panel.view.create(panel.host, section, app);
      panel.changed = new Set(EVERYTHING);
    }
    if (panel.changed.size === 0) return;
    const changed = panel.changed;
    panel.changed = new Set();
    panel.mounted.update(app.state, changed);
  };

  const update = (/** @type {Set<string>} */ changed) => {
    for (const panel of panels) {
      for (const key of changed) panel.changed.add(key);
      if (panel.mounted && panel.view.section !== null &&
          panel.file !== app.state.file) {
        drop(panel);
      }
      const shown = panel.view.id === app.state.view;
      panel.host.hidden = !shown;
      if (shown) show(panel);
    }
  };
  return { main, update };
}

/**
 * @param {HTMLElement} root
 * @param {App} app
 * @param {View[]} views
 */
export function mountFrame(root, app, views) {
  const live = element('div', {
    class: 'hidden-text', attributes: { 'aria-live': 'polite', role: 'status' },
  });
  app.speaker = (text) => {
    live.textContent = readable(text);
  };
  const top = mountTop(app);
  const tabs = mountTabs(app, views);
  const strip = mountFindingStrip(app);
  const panels = mountPanels(app, views);
  const transport = mountTransport(app);
  const nav = element('nav', {
    attributes: { 'aria-label': 'Views' }, children: [tabs.list],
  });
  root.replaceChildren(
    top, nav, mountLeftOut(app), strip, panels.main, transport, live);

  const update = (/** @type {Set<string>} */ changed) => {
    const view = views.find((one) => one.id === app.state.view);
    // What another file has, this one may not.
    if (view && !app.isShown(view)) {
      app.set({ view: views[0].id });
      return;
    }
    if (changed.has('view') || changed.has('file')) tabs.update();
    if (changed.has('file')) {
      const path = app.index.files[app.state.file ?? -1]?.path ?? '';
      document.title = `${readable(path)} - clipguard report`;
    }
    panels.update(changed);
  };
  app.listen((_, changed) => update(changed));
  update(new Set(EVERYTHING));
  document.addEventListener('keydown', (event) => app.keys.handle(event));
  startPlayer(app, window);
}
