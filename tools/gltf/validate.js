// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Asks Khronos' glTF validator about .glb files: no errors, no warnings.
//
//   node validate.js FILE...
'use strict';

const fs = require('fs');
const validator = require('gltf-validator');

async function main(files) {
  let bad = 0;
  for (const file of files) {
    const report = await validator.validateBytes(
        new Uint8Array(fs.readFileSync(file)), {maxIssues: 100});
    const wrong = report.issues.messages.filter((m) => m.severity <= 1);
    for (const message of wrong.slice(0, 5)) {
      console.log(`${file}: ${message.code} ${message.pointer || ''} ` +
                  `${message.message}`);
    }
    if (report.issues.numErrors + report.issues.numWarnings !== 0) ++bad;
  }
  console.log(`${files.length} files, ${bad} with errors or warnings`);
  return files.length === 0 || bad !== 0 ? 1 : 0;
}

main(process.argv.slice(2)).then((status) => process.exit(status));
