// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Time that passes: moves the cursor while state.playing is set.

/**
 * The time after some seconds, and whether it goes on.
 * @param {{t: number, duration: number, speed: number, loop: boolean}} from
 * @param {number} elapsed seconds
 * @returns {{t: number, playing: boolean}}
 */
export function advance({ t, duration, speed, loop }, elapsed) {
  if (!(duration > 0)) return { t: 0, playing: false };
  const next = t + elapsed * speed;
  if (next < duration) return { t: next, playing: true };
  return loop
    ? { t: next % duration, playing: true }
    : { t: duration, playing: false };
}

/** @param {import('./app.js').App} app @param {Window} window */
export function startPlayer(app, window) {
  let last = 0;
  let running = false;
  // A tab that was hidden does not jump ahead.
  const LONGEST = 0.25;
  const step = (/** @type {number} */ now) => {
    if (!app.state.playing) {
      running = false;
      return;
    }
    const elapsed = Math.min((now - last) / 1000, LONGEST);
    last = now;
    try {
      app.set(advance({ ...app.state, duration: app.duration }, elapsed));
    } finally {
      // Even if a view fails at this moment. And only now: in the next frame a
      // view draws first, and can then ask for the frame after it.
      window.requestAnimationFrame(step);
    }
  };
  app.listen((state, changed) => {
    if (!changed.has('playing') || !state.playing || running) return;
    running = true;
    last = window.performance.now();
    window.requestAnimationFrame(step);
  });
}

/** Whether the view shows something that plays. @param {import('./app.js').App} app */
export function canPlay(app) {
  const view = app.views.find((one) => one.id === app.state.view);
  return !view?.timeless && app.duration > 0;
}

/** Plays, or stops; from the beginning if it is at its end. @param {import('./app.js').App} app */
export function togglePlay(app) {
  const { playing, t } = app.state;
  const duration = app.duration;
  if (duration === 0) return false;
  app.set(playing ? { playing: false } : { playing: true, t: t >= duration ? 0 : t });
  return true;
}
