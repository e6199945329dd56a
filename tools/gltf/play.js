// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Shows .glb files in three.js: they load, their nodes stay at finite places and
// move, and something is to be seen.
//
//   node play.js PAGE.js PICTURES FILE...
//
// PAGE.js is player.js with all that it imports. A picture of each file goes to the
// folder PICTURES.
'use strict';

const fs = require('fs');
const path = require('path');
const {launch, open} = require('./browser.js');

async function play(browser, script, file, picture) {
  const wrong = [];
  const page = await open(browser, script, wrong);
  const said = await page
      .evaluate((glb) => window.play(glb), fs.readFileSync(file).toString('base64'))
      .catch((error) => ({error: String(error)}));
  await page.screenshot({path: picture});
  await page.context().close();
  if (said.error) wrong.push(said.error);
  else if (!said.finite) wrong.push('a node is nowhere');
  else if (said.drawn === 0) wrong.push('nothing is to be seen');
  else if (said.clips !== 0 && said.moved === 0) wrong.push('nothing moves');
  console.log(`${path.basename(file)}: ${JSON.stringify(said)}`);
  for (const message of wrong) console.log(`  ${message}`);
  return wrong.length === 0;
}

async function main([script, pictures, ...files]) {
  const browser = await launch();
  const text = fs.readFileSync(script, 'utf8');
  let bad = 0;
  for (const file of files) {
    const picture = path.join(pictures, path.basename(file) + '.png');
    if (!await play(browser, text, file, picture)) ++bad;
  }
  await browser.close();
  console.log(`${files.length} files shown by three.js, ${bad} badly`);
  return files.length === 0 || bad !== 0 ? 1 : 0;
}

main(process.argv.slice(2)).then((status) => process.exit(status));
