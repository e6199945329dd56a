// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The transport: plays, stops, and moves the one cursor.

import { button, element, fillOptions, select, text } from './dom.js';
import { canPlay, togglePlay } from './player.js';
import { seconds } from './text.js';

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];
// Seconds; with Shift, the second one.
const FRAME = 1 / 60;
const LEAP = 1;

/** @param {import('./app.js').App} app */
function mountKeys(app) {
  const move = (/** @type {number} */ by) => {
    if (!canPlay(app)) return false;
    const t = Math.min(Math.max(app.state.t + by, 0), app.duration);
    app.set({ t, playing: false });
    app.announce(seconds(t));
    return true;
  };
  const step = (/** @type {KeyboardEvent} */ event) => event.shiftKey ? LEAP : FRAME;
  app.keys.add(' ', 'Play or pause', () => canPlay(app) && togglePlay(app));
  app.keys.add('ArrowLeft', 'A frame back (Shift: a second)',
    (event) => move(-step(event)));
  app.keys.add('ArrowRight', 'A frame on (Shift: a second)',
    (event) => move(step(event)));
  app.keys.add('Home', 'To the beginning', () => move(-Infinity));
  app.keys.add('End', 'To the end', () => move(Infinity));
}

/** @param {import('./app.js').App} app */
export function mountTransport(app) {
  const play = button('▶', () => togglePlay(app), { label: 'Play' });
  const slider = element('input', {
    attributes: { type: 'range', min: 0, max: 1, step: 'any', 'aria-label': 'Time' },
    on: { input: () => app.set({ t: Number(slider.value), playing: false }) },
  });
  const time = element('span', { class: 'time' });
  const speed = select('Speed', (value) => app.set({ speed: Number(value) }),
    SPEEDS.map((one) => [one, `${one}×`]));
  const loop = element('input', {
    attributes: { type: 'checkbox' },
    on: { change: () => app.set({ loop: loop.checked }) },
  });
  const clip = select('Clip', (value) => app.set({ clip: value, t: 0 }));
  const bar = element('footer', {
    class: 'transport',
    attributes: { 'aria-label': 'Transport' },
    children: [
      play, clip, slider, time, speed,
      element('label', { children: [loop, text('Loop')] }),
    ],
  });

  const chooseFile = () => {
    const clips = app.clips;
    fillOptions(clip, clips.map(({ name }) => [name, name]));
    clip.hidden = clips.length < 2;
  };
  const update = (/** @type {Set<string>} */ changed) => {
    const { t, playing } = app.state;
    if (changed.has('file')) chooseFile();
    if (changed.has('file') || changed.has('view')) bar.hidden = !canPlay(app);
    if (bar.hidden) return;
    const duration = app.duration;
    if (['file', 'view', 'clip'].some((key) => changed.has(key))) {
      slider.max = String(duration);
      clip.value = app.state.clip ?? app.clips[0]?.name ?? '';
    }
    if (changed.has('playing') || changed.has('view')) {
      play.textContent = playing ? '❚❚' : '▶';
      play.setAttribute('aria-label', playing ? 'Pause' : 'Play');
      play.title = playing ? 'Pause' : 'Play';
    }
    speed.value = String(app.state.speed);
    loop.checked = app.state.loop;
    slider.value = String(t);
    slider.setAttribute('aria-valuetext', seconds(t));
    time.textContent = `${t.toFixed(3)} / ${seconds(duration)}`;
  };
  app.listen((_, changed) => update(changed));
  mountKeys(app);
  update(new Set(['file', 'view', 'clip', 'playing']));
  return bar;
}
