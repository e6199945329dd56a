// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The frame around the views: which file, which view, which finding, and the
// transport below.

import { EVERYTHING } from './app.js';
import { button, element, pathText } from './dom.js';
import { mountFileList } from './file_list.js';
import { mountFindingStrip } from './finding_strip.js';
import { mountHelp } from './help.js';
import { formatLink, pageAddress } from './link.js';
import { startPlayer } from './player.js';
import { byteSize, count, escaped, readable } from './text.js';
import { nextTheme } from './theme.js';
import { mountTransport } from './transport.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./app.js').View} View */

const TITLE = 'clipguard report';

// Pixels, as in frame.css.
const NARROW = 800;

/** @param {App} app */
function totalsText(app) {
  const { files, foreign, invalid, unreadable, errors, warnings } = app.index.counts;
  if (app.index.files.length <= 1) return '';
  const parts = [count(files - foreign, 'file')];
  if (invalid) parts.push(`${invalid.toLocaleString('en-US')} invalid`);
  if (unreadable) parts.push(`${unreadable} unreadable`);
  const found = [errors && count(errors, 'error'), warnings && count(warnings, 'warning')].filter(Boolean);
  return [parts.join(', '), found.join(', ')].filter(Boolean).join(': ');
}

/**
 * Leads to the page of another file, in the same view; null without an address.
 * @param {App} app @param {string | undefined} path
 * @param {string} text @param {string} label @param {string} key
 */
function pageDoor(app, path, text, label, key) {
  if (!path) return null;
  const go = () => window.location.assign(pageAddress(path) + formatLink({ view: app.state.view }));
  app.keys.add(key, label, go);
  return button(text, go, { label });
}

/**
 * Controls of a page that is given files after it was opened: report/page/drop/.
 * @typedef {object} Room
 * @property {string} title
 * @property {HTMLElement} tools
 * @property {HTMLElement} actions on the file that is shown
 * @property {HTMLElement} welcome while there is no file
 */

/** @param {App} app @param {HTMLElement | null} list of files @param {Room} [room] */
function mountTop(app, list, room) {
  const name = element('span', { class: 'file-name' });
  const about = element('span', { class: 'file-about muted' });
  const totals = list && element('span', { class: 'totals muted', text: totalsText(app) });
  const toggle = list && button('Files', () => {
    list.hidden = !list.hidden;
    toggle.setAttribute('aria-pressed', String(!list.hidden));
  }, { pressed: !list.hidden });
  const light = element('span', { text: 'auto' });
  const theme = button('', () => {
    light.textContent = nextTheme(document);
    app.tell(['theme']);
  });
  theme.title = 'Light or dark';
  theme.append(element('span', { class: 'theme-word', text: 'Theme: ' }), light);
  matchMedia('(prefers-color-scheme: dark)')
    .addEventListener('change', () => app.tell(['theme']));
  const help = mountHelp(app);
  const header = element('header', {
    class: 'top',
    children: [
      element('h1', { text: room?.title ?? TITLE }),
      app.index.home ? element('a', {
        class: 'home', text: 'All files', attributes: { href: pageAddress(app.index.home) },
      }) : null,
      toggle,
      totals,
      room?.tools,
      element('div', {
        class: 'file-bar',
        children: [
          list && button('‹', () => app.stepFile(-1), { label: 'Previous file' }),
          list && button('›', () => app.stepFile(1), { label: 'Next file' }),
          pageDoor(app, app.index.previous, '‹', 'Previous file', 'k'),
          pageDoor(app, app.index.next, '›', 'Next file', 'j'),
          name,
          about,
        ],
      }),
      element('div', {
        class: 'top-end',
        children: [theme, button('?', help, { label: 'Keyboard and help' })],
      }),
    ],
  });
  app.keys.add('?', 'This help', help);
  const update = () => {
    const file = app.index.files[app.state.file ?? -1];
    name.replaceChildren(pathText(app.names[app.state.file ?? -1] ?? ''));
    name.title = escaped(file?.path ?? '');
    about.textContent = readable(
      file ? file.summary || file.problem || byteSize(file.bytes) : '');
  };
  // In a narrow window the list covers what it leads to.
  const covers = matchMedia(`(max-width: ${NARROW}px)`);
  const uncover = () => {
    if (list && toggle && covers.matches && !list.hidden) toggle.click();
  };
  if (list) list.addEventListener('click', (event) => {
    if (/** @type {Element} */ (event.target).closest('a')) uncover();
  });
  if (app.state.file !== null) uncover();
  // The list opens by itself when a second file arrives.
  let listed = app.index.files.length > 1;
  if (room) toggle?.click();
  app.listen((_, changed) => {
    if (changed.has('file') || changed.has('index')) update();
    if (!changed.has('index') || !totals) return;
    totals.textContent = totalsText(app);
    if (listed || app.index.files.length < 2) return;
    listed = true;
    if (list?.hidden && !covers.matches) toggle?.click();
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
      if (!app.isShown(view)) return false;
      app.set({ view: view.id });
      return true;
    });
    return tab;
  });
  const list = element('div', {
    class: 'tabs',
    attributes: { role: 'tablist', 'aria-label': 'Views of the file' },
    children: tabs,
  });
  const update = () => {
    views.forEach((view, i) => {
      const current = app.state.view === view.id;
      tabs[i].hidden = !app.isShown(view);
      tabs[i].setAttribute('aria-selected', String(current));
    });
  };
  return { list, update };
}

// Prefix of notes about the bytes, which only the bytes view shows.
const OF_BYTES = 'bytes: ';

/** Lists the parts of the file that are not in the page, or less fine. @param {App} app */
function mountLeftOut(app) {
  const note = element('details', {
    class: 'file-left-out muted', attributes: { hidden: true },
  });
  const update = () => {
    const all = (app.detail?.left_out ?? []).filter((/** @type {string} */ one) =>
      !one.startsWith(OF_BYTES) || app.state.view === 'bytes');
    note.hidden = all.length === 0;
    note.dataset.view = app.state.view;
    note.replaceChildren(
      element('summary', { text: 'Left out of the page' }),
      element('ul', { children: all.map((/** @type {string} */ one) => element('li', { text: one })) }));
  };
  app.listen((_, changed) => {
    if (changed.has('file') || changed.has('view')) update();
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
      if (panel.mounted && panel.file !== app.state.file) drop(panel);
      const shown = panel.view.id === app.state.view;
      panel.host.hidden = !shown;
      if (shown) show(panel);
    }
  };
  return { main, update };
}

/** The first field that filters, of those in sight. @param {HTMLElement} root */
function focusFilter(root) {
  const field = [...root.querySelectorAll('input[type=search]')].find(
    (one) => one.getClientRects().length > 0);
  /** @type {HTMLElement | undefined} */ (field)?.focus();
  return field !== undefined;
}

/**
 * @param {HTMLElement} root
 * @param {App} app
 * @param {View[]} views
 * @param {Room} [room]
 */
export function mountFrame(root, app, views, room) {
  const live = element('div', {
    class: 'hidden-text', attributes: { 'aria-live': 'polite', role: 'status' },
  });
  app.speaker = (text) => {
    live.textContent = readable(text);
  };
  const list = room || app.index.files.length > 1 ? mountFileList(app) : null;
  const top = mountTop(app, list, room);
  const tabs = mountTabs(app, views);
  const strip = mountFindingStrip(app);
  const panels = mountPanels(app, views);
  const transport = mountTransport(app);
  const nav = element('nav', {
    attributes: { 'aria-label': 'Views' }, children: [tabs.list],
  });
  const shown = element('div', {
    class: 'shown',
    children: [
      room ? element('div', { children: [nav, room.actions] }) : nav,
      strip, panels.main, mountLeftOut(app), transport,
    ],
  });
  root.replaceChildren(
    top, element('div', { class: 'body', children: [list, room?.welcome, shown] }), live);

  const update = (/** @type {Set<string>} */ changed) => {
    if (room && changed.has('index')) {
      room.welcome.hidden = app.index.files.length > 0;
      shown.hidden = !room.welcome.hidden;
    }
    if (changed.has('view') || changed.has('file')) tabs.update();
    if (changed.has('file')) {
      const name = app.names[app.state.file ?? -1];
      const title = room?.title ?? TITLE;
      document.title = name === undefined ? title : `${escaped(name)} - ${title}`;
    }
    panels.update(changed);
  };
  app.listen((_, changed) => update(changed));
  update(new Set(EVERYTHING));
  app.keys.add('/', 'Filter', () => focusFilter(root));
  app.keys.listen(document);
  startPlayer(app, window);
}
