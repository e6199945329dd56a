// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Keys, and the list of them that `?` shows.

/** @typedef {{key: string, title: string, handler: (event: KeyboardEvent) => void}} Key */

/**
 * Whether a key belongs to what has the focus: text that is typed, a list that
 * is gone through.
 * @param {KeyboardEvent} event
 */
function belongsToFocus(event) {
  const target = event.target;
  if (!(target instanceof Element)) return false;
  if (target.closest('input[type=text], input[type=search], textarea, select')) {
    return true;
  }
  // Sliders, tabs and lists have keys of their own, and buttons have two.
  if (target.closest('button, summary, a') !== null) {
    return event.key === ' ' || event.key === 'Enter';
  }
  return target.closest('input, [role=tab], [role=slider], [data-keys]') !== null &&
      /^(Arrow|Home|End|Page| )/.test(event.key);
}

export class Keys {
  constructor() {
    /** @type {Key[]} */
    this.all = [];
  }

  /**
   * A key without Ctrl, Alt or Meta; `key` as in KeyboardEvent.key. The same
   * key may be added again while what added it first does not show: the last
   * one counts. Gives what takes it away.
   * @param {string} key
   * @param {string} title
   * @param {(event: KeyboardEvent) => void} handler
   * @returns {() => void}
   */
  add(key, title, handler) {
    const entry = { key, title, handler };
    this.all.push(entry);
    return () => {
      const at = this.all.indexOf(entry);
      if (at >= 0) this.all.splice(at, 1);
    };
  }

  /** @param {KeyboardEvent} event */
  handle(event) {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    if (belongsToFocus(event)) return;
    for (let i = this.all.length - 1; i >= 0; --i) {
      if (this.all[i].key !== event.key) continue;
      event.preventDefault();
      this.all[i].handler(event);
      return;
    }
  }
}
