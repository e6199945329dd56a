// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import test from 'node:test';
import { namesOf } from './data.js';
import { clipIn } from './duration.js';
import { shellWord } from './text.js';
import { formatLink, parseLink } from './link.js';

test('addresses say what is shown, and are read back', () => {
  for (const file of ['a/b c.bin', '2', '&view=x', 'é#%+', '</script>']) {
    const place = { file, view: 'bytes', finding: 7, t: 3.42, clip: 'a&b', code: 'X' };
    assert.deepEqual(parseLink(formatLink(place)), place);
  }
  assert.equal(formatLink({ file: 'a/b.bin', t: 0, verdict: '' }), '#file=a/b.bin');
  assert.deepEqual(parseLink('#finding=-1&t=x&file'), { file: '' });
});

test('names are paths without the folder that all are in', () => {
  const of = (...paths) => namesOf(paths.map((path) => ({ path })));
  assert.deepEqual(of('/a/b/c.bin'), ['c.bin']);
  assert.deepEqual(of('/a/b/c.bin', '/a/bd/c.bin'), ['b/c.bin', 'bd/c.bin']);
  // Absolute paths keep their root, so they do not look relative.
  assert.deepEqual(of('/a/b.bin', '/c/d.bin'), ['/a/b.bin', '/c/d.bin']);
  assert.deepEqual(of('x.bin', 'x.bin'), ['x.bin', 'x.bin']);
  assert.deepEqual(of('a/', 'a/'), ['a/', 'a/']);
  assert.deepEqual(of(), []);
});

test('a path leads into a clip', () => {
  const clips = [{ name: 'a', duration: 1 }, { name: 'x/y', duration: 1 }];
  assert.equal(clipIn(clips, 'clips.a.bones[1]'), 'a');
  assert.equal(clipIn(clips, '/clips/x~1y/joint_clips/j'), 'x/y');
  assert.equal(clipIn(clips, '/clips/other/joint_clips/j'), null);
});

test('paths for a shell', () => {
  assert.deepEqual(['a/b-1.bin', "it's a $x", '-o'].map(shellWord), ['a/b-1.bin', "'it'\\''s a $x'", './-o']);
});
