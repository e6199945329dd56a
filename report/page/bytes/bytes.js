// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

import { element } from '../frame/dom.js';

/** @type {import('../frame/app.js').View} */
export const view = {
  id: 'bytes',
  title: 'Bytes',
  section: 'bytes',
  create(host) {
    host.append(element('p', { text: 'Nothing here yet.' }));
    return { update() {}, destroy() {} };
  },
};
