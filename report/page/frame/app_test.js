// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import test from 'node:test';
import { deflateSync } from 'node:zlib';
import { createApp } from './app.js';
import { startPlayer } from './player.js';

/** A window whose frames come when a test says so. */
function makeWindow() {
  const frames = [];
  return {
    frames,
    location: { hash: '' },
    performance: { now: () => 0 },
    addEventListener() {},
    setTimeout: () => 1,
    requestAnimationFrame: (step) => frames.push(step),
    next(now) {
      for (const step of frames.splice(0)) step(now);
    },
  };
}

async function makeApp(window) {
  const json = Buffer.from('{"curves":{"duration":10}}');
  const plain = Buffer.concat([Buffer.from(Uint32Array.of(json.length, 0, 0, 0).buffer), json]);
  const document = {
    getElementById: () => ({
      textContent: `${plain.length} ${deflateSync(plain).toString('base64')}`,
    }),
  };
  const index = {
    codes: {}, files: [{ path: 'a', errors: 0, warnings: 0, detail: true }],
    findings: { file: [] },
  };
  const views = [{ id: 'verdict', title: 'Verdict', section: null }];
  const app = createApp(
    /** @type {any} */ (document), /** @type {any} */ (window),
    /** @type {any} */ (index), /** @type {any} */ (views));
  await app.ready;
  return app;
}

test('who listened hears no more, and others miss nothing', async () => {
  const app = await makeApp(makeWindow());
  const heard = [];
  const stop = [
    app.listen(() => {
      heard.push('a');
      stop[0]();
    }),
    app.listen(() => heard.push('b')),
    app.listen(() => heard.push('c')),
  ];
  app.set({ t: 1 });
  app.set({ t: 2 });
  stop[1]();
  app.set({ t: 3 });
  assert.equal(heard.join(''), 'abcbcc');
});

test('time goes on when a view fails', async () => {
  const window = makeWindow();
  const app = await makeApp(window);
  startPlayer(app, /** @type {any} */ (window));
  let failing = false;
  app.listen(() => {
    if (failing) throw new Error('a view');
  });
  app.set({ playing: true });
  failing = true;
  assert.throws(() => window.next(100), /a view/);
  failing = false;
  window.next(200);
  assert.equal(app.state.t, 0.2);
  app.set({ playing: false });
  window.next(300);
  assert.equal(window.frames.length, 0);
  assert.equal(app.state.t, 0.2);
});

test('what draws in the frame after it was asked draws in each frame', async () => {
  // The view may listen before the player, or after it.
  for (const first of ['view', 'player']) {
    const window = makeWindow();
    const app = await makeApp(window);
    let draws = 0;
    let pending = false;
    const view = () => app.listen(() => {
      if (pending) return;
      pending = true;
      window.requestAnimationFrame(() => {
        pending = false;
        ++draws;
      });
    });
    if (first === 'view') view();
    startPlayer(app, /** @type {any} */ (window));
    if (first === 'player') view();
    app.set({ playing: true });
    const frames = 100;
    for (let i = 1; i <= frames; ++i) window.next(16 * i);
    assert.ok(draws >= frames - 1, `${first}: ${draws} draws`);
  }
});
