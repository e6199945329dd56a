// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The facts of a file, whether it is good or not: how long it is, what moves and for how
// long that was seen, a still picture, what was checked, and what to type next.

import dagre from 'dagre';
import { clipsOf, durationOf } from '../frame/duration.js';
import { element, svg, text as textNode } from '../frame/dom.js';
import { count, length, shellWord } from '../frame/text.js';
import { layOutWith } from '../machine/layout.js';
import { drawPicture } from '../machine/picture.js';
import { NOWHERE, readGraph } from '../machine/program.js';
import { KINDS } from '../scene/scene.js';
import { Stage } from '../stage/stage.js';

/** @typedef {import('../frame/app.js').App} App */
/** @typedef {import('../frame/data.js').FileEntry} FileEntry */

/** The things that were looked at, by format. @type {Object<string, string>} */
const CHECKED = {
  mrtk: 'its structure to the last byte, the time and value of each key, rotations, what is tracked',
  'xr-hands': 'its structure to the last byte, the time and poses of each frame, flags, what is tracked',
  m3d: 'its counts, vertices, triangles, weights, materials, bones and keyframes',
  'forge-armature': 'its JSON, joints, clips, samples and events',
  'forge-asm': 'its JSON, states, transitions, clips, parameters and events',
};

const GLB = ['convert --to=glb', 'for Blender, game engines and browsers'];
const TABLE = ['sample --fps=60 --format=csv', 'a table of all that moves'];

/** Commands, and what they are for. @type {Object<string, string[][]>} */
const NEXT = {
  mrtk: [GLB, TABLE, ['optimize --dry-run', 'how much smaller it could be']],
  'xr-hands': [GLB, TABLE, ['convert --to=mrtk', 'for MRTK'], ['convert --to=iwer', 'for the emulator of WebXR']],
  m3d: [GLB, TABLE],
  'forge-armature': [GLB, ['convert --to=bedrock', 'for Bedrock and GeckoLib'], TABLE],
  'forge-asm': [['play --to=2', 'what happens in two seconds'],
    ['graph --format=mermaid', 'the chart for a page of a code host']],
};

// Where in a recording a picture is taken, if a hand is seen there.
const MOMENTS = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9];

/** The share of the time that a hand is tracked. @param {string} name @param {number} share */
function bar(name, share) {
  const filled = element('span', { style: { width: `${100 * share}%` } });
  return element('div', {
    class: 'share',
    children: [
      element('span', { class: 'share-bar', children: [filled] }),
      element('span', { text: `${name} hand tracked ${Math.round(100 * share)} % of the time` }),
    ],
  });
}

/** @param {App} app @param {FileEntry} file */
function factsOf(app, { facts, format, rules = 0, verdict }) {
  /** @type {[string, (Node | string)[]][]} */
  const rows = [];
  const clips = clipsOf(app.detail);
  if (facts) {
    const { seconds, parts, keys, left, right } = facts;
    if (seconds !== undefined) rows.push([clips.length > 1 ? 'Longest clip' : 'Length', [length(seconds)]]);
    rows.push(['Has', [
      clips.length ? `${parts}, ${count(clips.length, 'clip')}` : parts,
      left === undefined ? '' : bar('left', left), right === undefined ? '' : bar('right', right)]]);
    const rate = clips.length < 2 && seconds
      ? `, ${Math.round(keys / seconds).toLocaleString('en-US')} a second` : '';
    if (keys) rows.push(['Keys', [keys.toLocaleString('en-US') + rate]]);
  }
  if (rules) {
    rows.push(['Checked', [`${CHECKED[format ?? '']}: ${count(rules, 'rule')}${
      verdict === 'valid' ? ', and none is broken' : ''}. `, element('code', { text: 'clipguard explain' }), ' lists them']]);
  }
  return rows.length > 0 && element('dl', {
    class: 'fact-list',
    children: rows.flatMap(([name, values]) => [
      element('dt', { class: 'muted', text: name }),
      element('dd', { children: values.map((one) => typeof one === 'string' ? textNode(one) : one) }),
    ]),
  });
}

/** The commands to type next. @param {App} app @param {FileEntry} file */
function nextOf(app, { path, format, errors, rules }) {
  const mends = app.findingsOf(app.state.file).some(({ code }) => app.index.codes[code]?.repair);
  const commands = [
    ...(mends ? [['repair --dry-run', 'what can be mended']] : []),
    ...(errors ? [] : NEXT[format ?? ''] ?? []),
  ];
  const lines = commands.map(([command, why]) => element('li', {
    children: [
      element('code', { text: `clipguard ${command} ${shellWord(path)}` }),
      element('span', { class: 'muted', text: why }),
    ],
  }));
  return rules && lines.length > 0 && element('div', {
    children: [
      element('h3', { text: 'Commands to type next' }), element('ul', { class: 'next', children: lines }),
    ],
  });
}

export class Facts {
  /** @param {App} app */
  constructor(app) {
    this.app_ = app;
    this.element = element('section', { class: 'facts', attributes: { 'aria-label': 'The file' } });
    const file = app.index.files[app.state.file ?? -1];
    if (!file) return;
    const { scene, machine } = app.detail ?? {};
    const says = element('div', { children: [factsOf(app, file), nextOf(app, file)] });
    const still = scene ? this.posed_(scene) : machine && this.chart_(machine);
    this.element.append(...[still, says].filter(Boolean));
  }

  /** @param {string} view @param {number} t @param {string} title @param {HTMLElement} picture */
  door_(view, t, title, picture) {
    return element('a', {
      class: 'still', attributes: { href: this.app_.linkTo({ view, t }), 'aria-label': title, title },
      children: [picture],
    });
  }

  /** A moment in which something is to be seen. @param {any} scene */
  posed_(scene) {
    this.model_ = new (/** @type {any} */ (KINDS)[scene.kind].make)({ ...scene, ghost: null }, this.app_.colors());
    const duration = durationOf(this.app_.detail, null);
    const moments = MOMENTS.map((part) => part * duration);
    const t = this.t_ = moments.find((one) => this.model_.isSeen?.(one)) ?? moments[0];
    this.model_.show(t);
    const picture = element('div', { class: 'still-picture' });
    this.stage_ = new Stage(picture, `The file at ${length(t)}, in 3D`);
    if (!this.stage_.works) return null;
    this.stage_.canvas.removeAttribute('tabindex');
    this.stage_.scene.add(this.model_.world);
    const { center, radius, direction } = this.model_.view();
    this.stage_.lookAt(center, radius, direction);
    this.stage_.background(this.app_.colors().bg);
    return this.door_('scene', t, `Replay at ${length(t)}`, picture);
  }

  /** @param {any} section */
  chart_(section) {
    const graph = readGraph(section);
    if (graph.states.length === 0) return null;
    const { inner, width, height, margin } = drawPicture(
      graph, layOutWith(dagre, graph, graph.start === NOWHERE ? 0 : graph.start), { enter() {}, follow() {} });
    inner.setAttribute('transform', `translate(${margin},${margin})`);
    for (const one of inner.querySelectorAll('[role]')) ['role', 'tabindex'].forEach((name) => one.removeAttribute(name));
    return this.door_('machine', 0, 'The state machine', svg('svg', {
      class: 'still-picture machine-svg', attributes: { viewBox: `0 0 ${width} ${height}`, 'aria-hidden': true },
      children: [inner],
    }));
  }

  paint() {
    if (!this.stage_?.works) return;
    this.model_.paint(this.app_.colors());
    this.model_.show(this.t_);
    this.stage_.background(this.app_.colors().bg);
  }

  destroy() {
    this.stage_?.destroy();
  }
}
