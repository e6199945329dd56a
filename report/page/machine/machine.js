// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

import { element } from '../frame/dom.js';

/** @type {import('../frame/app.js').View} */
export const view = {
  id: 'machine',
  title: 'State machine',
  section: 'machine',
  create(host) {
    host.append(element('p', { text: 'Nothing here yet.' }));
    return { update() {}, destroy() {} };
  },
};
