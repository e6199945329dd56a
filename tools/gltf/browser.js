// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Chromium without a window, in which player.js runs. Pages have no network.
'use strict';

const {chromium} = require('playwright-core');

exports.launch = () => chromium.launch({
  executablePath: '/usr/bin/chromium-headless-shell',
  // Containers have no namespaces to build a sandbox of.
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});

/**
 * Opens a page with player.js in it. Errors there are added to `wrong`.
 * @param {string} script player.js, with all that it imports
 * @param {string[]} wrong
 */
exports.open = async (browser, script, wrong) => {
  const context = await browser.newContext(
      {offline: true, viewport: {width: 640, height: 480}});
  const page = await context.newPage();
  page.on('pageerror', (error) => wrong.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') wrong.push(message.text());
  });
  await page.setContent('<style>body { margin: 0 }</style>');
  await page.addScriptTag({content: script});
  return page;
};
