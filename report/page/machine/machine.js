// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The view of a state machine: its chart, played by the page's clock.

import { element } from '../frame/dom.js';
import { pointerToken } from '../frame/text.js';
import { Armature } from '../stage/armature.js';
import { Machine } from './animation_machine.js';
import { Chart } from './chart.js';
import { firstInputs } from './inputs.js';
import { Listing } from './listing.js';
import {
  InputPanel, LogPanel, PosePanel, StatePanel, TRANSITION_KEYS,
} from './panel.js';
import { ModelPicture } from './model_picture.js';
import { scriptText, whyNoScript } from './play_script.js';
import { NOWHERE, readGraph, readProgram } from './program.js';
import { Session } from './session.js';
import { visible } from './text.js';

// Step budget per frame for finding out which values transitions wait for.
const WAITING_STEPS = 100_000;
const LEGEND = [
  ['machine-key-start', 'where it starts'],
  ['machine-key-current', 'the current state'],
  ['machine-key-words', 'arrow with words: happens by itself, as soon as that is so'],
  ['machine-key-plain', 'arrow without words: happens when the game\u2019s code asks for it'],
  ['machine-key-refused', 'not among the state\u2019s transitions: the game refuses it'],
  ['machine-key-apart', 'cannot be reached'],
  ['machine-key-found', 'a finding is about it'],
];

function legend(graph, found) {
  const { transitions, states } = graph;
  const occurs = [
    graph.start !== NOWHERE,
    true,
    transitions.some(({ causes }) => causes.length !== 0),
    transitions.some(({ causes }) => causes.length === 0),
    transitions.some(({ listed }) => !listed),
    states.some(({ reachable }) => !reachable),
    found.size !== 0,
  ];
  return element('ul', {
    class: 'machine-legend',
    attributes: { 'aria-label': 'Legend' },
    children: LEGEND.filter((_, i) => occurs[i]).map(([name, text]) =>
      element('li', {
        children: [
          element('span', {
            class: `machine-key ${name}`, attributes: { 'aria-hidden': 'true' },
          }),
          element('span', { text }),
        ],
      })),
  });
}

/** By state, what a finding says about it or its clip. */
function findStates(graph, findings) {
  const found = new Map();
  if (findings.length === 0) return found;
  const byPath = new Map();
  graph.states.forEach(({ name }, i) => {
    byPath.set(`/clips/${pointerToken(name)}`, i);
    byPath.set(`/transitions/${pointerToken(name)}`, i);
    byPath.set(`/states/${i}`, i);
  });
  for (const { path, message } of findings) {
    const [, room, name] = path.split('/');
    const state = byPath.get(`/${room}/${name}`);
    if (state !== undefined) found.set(state, message);
  }
  return found;
}

class MachineView {
  constructor(host, section, app) {
    this.app = app;
    this.graph = readGraph(section);
    this.program = readProgram(section);
    const canPlay = this.program !== null && this.graph.start !== NOWHERE;
    const actions = {
      enter: (state) => this.enter(state),
      follow: (transition) => this.follow(transition),
      focus: (state) => this.say(state),
    };
    this.found = findStates(this.graph, app.findingsOf(app.state.file));
    this.chart = new Chart(this.graph, actions);
    this.listing = new Listing(this.graph, actions);
    this.session = canPlay ? this.startSession() : null;
    this.panels = canPlay ? this.makePanels(section) : null;
    this.model = canPlay && section.play.armatures.some(
        ({ joints, boxes }) => joints.length + boxes.length !== 0) ?
        new ModelPicture(section.play.armatures, this.program.joints, app.colors()) : null;
    host.append(element('div', {
      class: 'machine-view',
      children: [
        element('div', {
          class: 'machine-left',
          children: [
            element('h2', { class: 'hidden-text', text: 'State machine' }),
            this.chart.host,
            legend(this.graph, this.found),
            this.listing.host,
          ],
        }),
        element('div', {
          class: 'machine-right',
          children: canPlay ?
              [...this.model ? [this.model] : [], ...Object.values(this.panels)]
                .map(({ host: part }) => part)
                .concat(this.panels.pose.valueHost) :
              [this.whyNot()],
        }),
      ],
    }));
    this.removeKeys = this.addKeys();
    this.resized = new ResizeObserver(() => {
      if (this.chart.picture) this.chart.fit();
    });
    this.resized.observe(this.chart.drawing);
  }

  startSession() {
    return new Session(
        new Machine(this.program, this.graph), firstInputs(this.program));
  }

  makePanels(section) {
    return {
      state: new StatePanel(this.graph, (t) => this.follow(t)),
      inputs: new InputPanel(
          section.inputs,
          (input, value) => this.act(() => this.session.set(input, value)),
          () => this.app.state.t),
      pose: new PosePanel(this.program, this.graph, section.parameters),
      log: new LogPanel(() => this.copy(), () => this.restart()),
    };
  }

  whyNot() {
    const text = this.program === null ?
        'The machine is too large to be played here.' :
        'The machine has no state to start in.';
    return element('p', { text });
  }

  addKeys() {
    if (this.session === null) return [];
    const isShown = () => this.app.state.view === 'machine';
    const keys = [...TRANSITION_KEYS].map((key, i) =>
      this.app.keys.add(key, `State machine: transition ${i + 1} of the current state`, () => {
        if (!isShown()) return false;
        const open = this.graph.leaving[this.session.machine.state].filter(
            ({ listed }) => listed);
        if (open[i]) this.follow(open[i]);
        return true;
      }));
    keys.push(this.app.keys.add('r', 'State machine: start again', () => {
      if (!isShown()) return false;
      this.restart();
      return true;
    }));
    return keys;
  }

  get state() {
    if (this.session) return this.session.machine.state;
    return this.graph.start === NOWHERE ? 0 : this.graph.start;
  }

  /** Does something to the machine, and shows what became of it. */
  act(what) {
    if (this.session === null) return;
    this.session.advance(this.app.state.t);
    const before = this.session.machine.state;
    what();
    this.show();
    const { machine, error } = this.session;
    if (error) {
      this.app.announce(error.message);
    } else if (machine.state !== before) {
      this.app.announce(`Now in ${visible(this.graph.states[machine.state].name)}`);
    }
  }

  /** A state that was clicked: goes there, if that can be. */
  enter(state) {
    this.act(() => this.session.transition(state));
    if (this.session === null) this.chart.mark(state);
  }

  /** A transition that was clicked: only the current state's happen. */
  follow(transition) {
    if (this.session && transition.from !== this.session.machine.state) {
      this.app.announce(`That leads away from ${
          visible(this.graph.states[transition.from].name)}, which is not the current state`);
      this.chart.focus(transition.from);
      return;
    }
    this.enter(transition.to);
  }

  say(state) {
    const { name, words } = this.graph.states[state];
    const leads = this.graph.leaving[state].slice(0, 8).map(
        ({ to }) => visible(this.graph.states[to].name));
    this.app.announce(`${visible(name)}, ${words}${
        leads.length ? `; leads to ${leads.join(', ')}` : ''}`);
  }

  restart() {
    this.session?.restart();
    this.panels?.log.say('');
    this.app.set({ t: 0, playing: false });
    this.show();
    this.app.announce('Started again');
  }

  async copy() {
    const { steps, whole } = this.session;
    const problem = whyNoScript(steps, this.program, this.graph);
    if (problem !== null) {
      this.sayOfCopy(problem);
      return;
    }
    const text = scriptText(steps, this.program, this.graph);
    try {
      await navigator.clipboard.writeText(`${text}\n`);
      this.sayOfCopy(
          whole ? `Copied ${steps.length} steps` :
                  `Copied the last ${steps.length} steps`);
    } catch {
      this.sayOfCopy('The browser does not let the page copy');
    }
  }

  sayOfCopy(text) {
    this.panels.log.say(text);
    this.app.announce(text);
  }

  show() {
    this.chart.mark(this.state);
    this.chart.markFindings(this.found);
    this.listing.mark(this.state);
    if (this.session === null) return;
    const { machine, error, told } = this.session;
    this.panels.state.update(machine.state, error, machine.waiting(WAITING_STEPS));
    this.panels.inputs.update(machine.inputs);
    this.panels.pose.update(machine);
    this.panels.log.update(told);
    this.model?.update(machine, this.app.state.playing);
  }

  update(state, changed) {
    this.session?.advance(state.t);
    if (changed.has('theme')) this.model?.paint(this.app.colors());
    this.show();
    if (changed.has('file')) this.listing.markFindings(this.found);
    if (changed.has('finding') && state.finding !== null) this.showFinding(state);
  }

  showFinding(state) {
    const finding = this.app.finding(state.finding);
    if (finding === null || finding.file !== state.file) return;
    const [first] = findStates(this.graph, [finding]).keys();
    if (first !== undefined) this.chart.reveal(first);
  }

  destroy() {
    for (const remove of this.removeKeys) remove();
    this.resized.disconnect();
    this.model?.destroy();
  }
}

/** @type {import('../frame/app.js').View} */
export const view = {
  id: 'machine',
  title: 'State machine',
  section: 'machine',
  shows: (_, { path }) => /^\/(states|transitions|start_state|clips)\b/.test(path),
  async load({ play }) {
    if (play) play.armatures = await Armature.loadAll(play.armatures);
  },
  create(host, section, app) {
    if (section.states.names.length === 0) {
      host.append(element('p', {
        class: 'machine-view', text: 'The machine has no states.',
      }));
      return { update() {}, destroy() {} };
    }
    return new MachineView(host, section, app);
  },
};
