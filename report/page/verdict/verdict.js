// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The verdict: what is wrong, the worst first.

import { element } from '../frame/dom.js';

/** @type {import('../frame/app.js').View} */
export const view = {
  id: 'verdict',
  title: 'Verdict',
  section: null,
  create(host, _, app) {
    const list = element('ul');
    app.index.files.forEach((file, i) => {
      list.append(element('li', {
        children: [
          element('a', { text: file.path, attributes: { href: app.linkTo({ file: i }) } }),
          element('ul', {
            children: app.findingsOf(i).map((finding) => element('li', {
              children: [element('a', {
                text: `${finding.code}: ${finding.path}: ${finding.message}`,
                attributes: { href: app.linkTo({ finding: finding.id }) },
              })],
            })),
          }),
        ],
      }));
    });
    host.append(element('div', { class: 'view', children: [list] }));
    return { update() {}, destroy() {} };
  },
};
