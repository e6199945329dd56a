// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Keys, and the list of them that `?` shows. They work whatever has the focus,
// but for fields that take text. Enter presses a button; Space plays.

/**
 * @typedef {object} Key
 * @property {string} key as in KeyboardEvent.key
 * @property {string} title
 * @property {(event: KeyboardEvent) => unknown} handler false: not now
 */

const TEXT = 'textarea, input:not([type=range], [type=checkbox], [type=radio])';
// Controls that keep all keys to themselves once a reader reached them by Tab.
const OWN = 'select, input:not([aria-label=Time])';

export class Keys {
  constructor() {
    /** @type {Key[]} */
    this.all = [];
    this.byTab_ = false;
    this.taken_ = '';
  }

  /**
   * Adds a handler of a key without Ctrl, Alt or Meta. Among several handlers of a key, the last
   * one that does not return false counts. Returns a function that removes it.
   * @param {string} key
   * @param {string} title
   * @param {(event: KeyboardEvent) => unknown} handler
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

  /** @param {Document} document */
  listen(document) {
    document.addEventListener('keydown', (event) => this.handle(event));
    // Some browsers press a button when Space is let go.
    document.addEventListener('keyup', (event) => {
      if (event.key === this.taken_) event.preventDefault();
      this.taken_ = '';
    });
    document.addEventListener('pointerdown', () => { this.byTab_ = false; }, true);
  }

  /** @param {KeyboardEvent} event */
  handle(event) {
    if (event.key === 'Tab') this.byTab_ = true;
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    if (this.belongsToFocus_(event.target)) return;
    for (let i = this.all.length - 1; i >= 0; --i) {
      if (this.all[i].key !== event.key) continue;
      if (this.all[i].handler(event) === false) continue;
      event.preventDefault();
      this.taken_ = event.key;
      return;
    }
  }

  /** @param {EventTarget | null} target */
  belongsToFocus_(target) {
    if (!(target instanceof Element)) return false;
    return target.closest(`${TEXT}, dialog`) !== null ||
        (this.byTab_ && target.closest(OWN) !== null);
  }
}
