// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The panels beside the chart: the current state and where it leads, values that the game would
// supply, the present pose, and the log.

import { button, element, scrolled, table, tableRow } from '../frame/dom.js';
import { shortestFloat } from '../frame/text.js';
import { parseInput, sliderRange } from './inputs.js';
import { takeApart } from './pose.js';
import { NOWHERE } from './program.js';
import { numberText } from './play_script.js';
import { short, visible } from './text.js';
import { StepError } from './values.js';

/** Keys of the first transitions; digits choose views. */
export const TRANSITION_KEYS = 'abcdefghi';
/** Rows that are shown of what may be long. */
const MOST_TOLD = 60;
export const MOST_JOINTS = 48;
const MOST_CLIPS = 16;
const MOST_PARAMETERS = 40;
/** Steps that all parameters of a frame may take together. */
const PARAMETER_STEPS = 100_000;
const MOST_TARGETS = 60;
const MOST_INPUTS = 60;
const MOST_WAITING = 3;  // triggers of a transition

function heading(text) {
  return element('h3', { text });
}

function more(count, shown, things) {
  return element('p', {
    class: 'muted machine-more',
    text: `and ${(count - shown).toLocaleString('en-US')} more ${things}`,
  });
}

/** Returns why a step was refused: the message may have names of the file. */
export function errorText({ code, message }) {
  return `${code}: ${visible(message)}`;
}

/** Why a trigger has not fired, or will not. @param {?number} value */
export function waitsText(value) {
  if (value === null) return 'cannot happen: a value is missing';
  if (Number.isNaN(value)) return 'cannot happen: the value is not a number';
  const now = `now ${shortText(value)}`;
  return value < 0 ? `${now}, happens at 0` : `${now}, has to come from below 0`;
}

/** Short, and never 0 where it is not. @param {number} value */
function shortText(value) {
  const text = Math.abs(value) < 1e6 ? value.toFixed(2) : value.toExponential(2);
  return Number(text) === 0 && value !== 0 ? value.toExponential(1) : text;
}

// ---- The state --------------------------------------------------------------

/** The current state, and buttons for where it leads. */
export class StatePanel {
  constructor(graph, follow) {
    this.graph = graph;
    this.follow = follow;
    this.name = element('strong', { class: 'machine-now' });
    this.words = element('p', { class: 'machine-shows' });
    this.error = element('p', {
      class: 'error machine-error', attributes: { role: 'alert' },
    });
    this.error.hidden = true;
    this.targets = element('div', { class: 'machine-targets' });
    this.host = element('section', {
      attributes: { 'aria-label': 'Current state' },
      children: [heading('State'), this.name, this.words, this.error, this.targets],
    });
    this.shown = -1;
    /** Elements that show what each transition waits for, by where it leads. */
    this.why = new Map();
  }

  update(state, error, waiting) {
    this.showState_(state, error);
    for (const [to, why] of this.why) {
      const values = waiting.get(to) ?? [];
      const text = values.slice(0, MOST_WAITING).map(waitsText).join('; ');
      if (why.textContent !== text) why.textContent = text;
    }
  }

  showState_(state, error) {
    this.error.hidden = error === null;
    const message = error === null ? '' : errorText(error);
    if (this.error.textContent !== message) this.error.textContent = message;
    if (state === this.shown) return;
    this.shown = state;
    const { name, words } = this.graph.states[state];
    this.name.textContent = visible(name);
    this.words.textContent = words;
    const leaving = this.graph.leaving[state].filter(({ listed }) => listed);
    this.why.clear();
    this.targets.replaceChildren(
        ...leaving.slice(0, MOST_TARGETS).map((t, i) => this.target(t, i)));
    if (leaving.length === 0) {
      this.targets.append(element('p', {
        class: 'muted', text: 'No transition leads away from here.',
      }));
    } else if (leaving.length > MOST_TARGETS) {
      this.targets.append(more(leaving.length, MOST_TARGETS, 'transitions'));
    }
  }

  target(transition, i) {
    const key = TRANSITION_KEYS[i];
    const { causes } = transition;
    const made = button('', () => this.follow(transition), {
      class: 'machine-target',
    });
    made.append(
        element('span', {
          text: `\u2192 ${visible(this.graph.states[transition.to].name)}`,
        }));
    if (causes.length !== 0) {
      made.append(element('small', { class: 'muted', text: causes.join(', ') }));
    }
    const why = element('small', { class: 'machine-why' });
    this.why.set(transition.to, why);
    made.append(why);
    if (key !== undefined) {
      made.append(element('kbd', { text: key }));
      made.setAttribute('aria-keyshortcuts', key);
    }
    return made;
  }
}

// ---- Inputs -----------------------------------------------------------------

/** A slider, a field and a button for each value that the game supplies. */
export class InputPanel {
  constructor(inputs, set, now) {
    this.set = set;
    this.now = now;
    this.rows = inputs.slice(0, MOST_INPUTS).map(
        (name, input) => this.makeRow(name, input));
    this.host = element('section', {
      attributes: { 'aria-label': 'Values that the game supplies' },
      children: [
        heading('Supplied by the game'),
        ...this.rows.map(({ host }) => host),
      ],
    });
    if (inputs.length > MOST_INPUTS) {
      this.host.append(more(inputs.length, MOST_INPUTS, 'values'));
    }
    this.host.hidden = inputs.length === 0;
  }

  makeRow(name, input) {
    const label = `#${visible(name)}`;
    const slider = element('input', {
      attributes: { type: 'range', step: 'any', 'aria-label': `${label}, slider` },
      on: { input: () => this.set(input, Number(slider.value)) },
    });
    const field = element('input', {
      attributes: {
        type: 'text', inputmode: 'decimal', 'aria-label': label, size: 8,
        spellcheck: 'false', autocomplete: 'off',
      },
      on: {
        change: () => {
          const value = parseInput(field.value);
          field.setAttribute('aria-invalid', String(value === null));
          if (value !== null) this.set(input, value);
        },
      },
    });
    const host = element('div', {
      class: 'machine-input',
      children: [
        element('span', { class: 'machine-input-name', text: label }),
        slider,
        field,
        button('now', () => this.set(input, this.now()), {
          label: `Set ${label} to the time that it is now`,
        }),
      ],
    });
    return { host, slider, field, value: undefined };
  }

  update(values) {
    this.rows.forEach((one, input) => {
      const value = values[input];
      if (Object.is(one.value, value)) return;
      one.value = value;
      const text = value === null ? '' : String(numberText(shortestFloat(value)));
      if (document.activeElement !== one.field) one.field.value = text;
      if (document.activeElement !== one.slider) {
        const { min, max } = sliderRange(value ?? 0);
        one.slider.min = String(min);
        one.slider.max = String(max);
        if (Number.isFinite(value)) one.slider.value = String(value);
      }
      one.slider.setAttribute('aria-valuetext', text);
    });
  }
}

// ---- What is shown ----------------------------------------------------------

/** The angle and axis of a rotation, for people. */
function turnText({ x, y, z, w }) {
  const sine = Math.hypot(x, y, z);
  if (Number.isNaN(sine)) return 'NaN';
  const angle = 2 * Math.atan2(sine, Math.abs(w)) * 180 / Math.PI;
  if (angle < 0.005) return '0\u00b0';
  const sign = w < 0 ? -1 : 1;
  const axis = [x, y, z].map((part) => short(sign * part / sine));
  return `${angle.toFixed(1)}\u00b0 about ${axis.join(', ')}`;
}

/** A parameter's value, or why there is none. */
export function valueText(value) {
  if (value === null) return 'not set';
  return value instanceof StepError ? 'takes too long' : short(value);
}

/** The clips that take part, with their times, and the blends. */
export class PosePanel {
  constructor(program, graph, parameters) {
    this.program = program;
    this.graph = graph;
    this.parameters = parameters.slice(0, MOST_PARAMETERS);
    this.clips = element('ul', { class: 'machine-clips' });
    this.problem = element('p', { class: 'muted' });
    this.jointTable = table(
        'machine-table machine-joints', 'Poses of joints',
        ['joint', 'offset x, y, z', 'turned', 'scale']);
    this.valueTable = table('machine-table', 'Parameters', ['parameter', 'value', 'is']);
    this.host = element('section', {
      attributes: { 'aria-label': 'Shown now' },
      children: [
        heading('Shown now'),
        this.problem,
        this.clips,
        scrolled('machine-scroll', 'Poses of joints', [this.jointTable]),
      ],
    });
    this.valueHost = element('section', {
      attributes: { 'aria-label': 'Parameters' },
      children: [
        heading('Parameters'), scrolled('machine-scroll', 'Parameters', [this.valueTable]),
      ],
    });
    this.valueHost.hidden = parameters.length === 0;
    if (program.joints.length > MOST_JOINTS) {
      this.host.append(more(program.joints.length, MOST_JOINTS, 'joints'));
    }
    if (parameters.length > MOST_PARAMETERS) {
      this.valueHost.append(
          more(parameters.length, MOST_PARAMETERS, 'parameters'));
    }
    this.jointTable.hidden = program.joints.length === 0;
    this.jointRows = this.makeRows(
        this.jointTable, program.joints.slice(0, MOST_JOINTS).map(visible), 3);
    this.valueRows = this.makeRows(
        this.valueTable, this.parameters.map(({ name }) => `#${visible(name)}`), 2);
    this.parameters.forEach(({ words }, i) => {
      this.valueRows[i][1].textContent = words;
    });
  }

  makeRows({ tBodies: [body] }, names, cells) {
    return names.map((name) => {
      const texts = Array.from({ length: cells }, () => new Text(''));
      body.append(tableRow([name, ...texts]));
      return texts;
    });
  }

  update(machine) {
    this.updatePose(machine);
    const values = machine.valuesOf(
        this.parameters.map(({ root }) => root), PARAMETER_STEPS);
    values.forEach((value, i) => setText(this.valueRows[i][0], valueText(value)));
  }

  updatePose(machine) {
    let pose;
    try {
      pose = machine.pose(MOST_JOINTS);
    } catch (error) {
      if (!(error instanceof StepError)) throw error;
      setText(this.problem, errorText(error));
      this.problem.hidden = false;
      this.clips.replaceChildren();
      for (const texts of this.jointRows) {
        for (const text of texts) setText(text, '');
      }
      return;
    }
    this.updateClips(pose.nodes);
    pose.poses.forEach((matrix, i) => {
      const { translation, rotation, scale } = takeApart(matrix);
      const [at, turned, scaled] = this.jointRows[i];
      setText(at, translation.toArray().map(short).join(', '));
      setText(turned, turnText(rotation));
      setText(scaled, scale.toArray().map(short).join(', '));
    });
  }

  updateClips(nodes) {
    const lines = [];
    for (const { clip, at, from } of nodes) {
      if (lines.length > MOST_CLIPS) break;
      if (from !== NOWHERE) {
        const part = Math.min(1, Math.max(0, at));
        lines.push(`blend, ${(100 * part).toFixed(0)} % of the second`);
      } else if (clip !== NOWHERE) {
        const { name, loop } = this.program.clips[clip];
        lines.push(`${visible(name)} at ${short(at)}${loop ? ', looping' : ''}`);
      }
    }
    const isNothing = lines.length === 0;
    setText(this.problem, isNothing ? this.whyNothing() : '');
    this.problem.hidden = !isNothing;
    this.clips.replaceChildren(...lines.map((text) => element('li', { text })));
  }

  whyNothing() {
    return this.program.clips.length === 0 ?
        'No clip is known without the resources that have their armatures.' :
        'Nothing moves here.';
  }
}

function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

// ---- Log ------------------------------------------------------

const KINDS = {
  state: 'state',
  event: 'event',
  dropped: 'not known to the game',
  error: 'refused',
};

/** The log of events, the latest first; and the steps as a script. */
export class LogPanel {
  constructor(copy, restart) {
    this.list = element('ol', { class: 'machine-log' });
    this.said = element('p', { class: 'muted machine-said' });
    this.said.hidden = true;
    this.nothing = element('p', {
      class: 'muted machine-nothing', text: 'Nothing yet.',
    });
    this.host = element('section', {
      attributes: { 'aria-label': 'Log' },
      children: [
        heading('Log'),
        element('div', {
          class: 'machine-buttons',
          children: [
            button('Start again', restart),
            button('Copy as script', copy, {
              label: 'Copy what was done, for clipguard play --script',
            }),
          ],
        }),
        this.said,
        scrolled('machine-scroll machine-log-frame', 'Log', [this.nothing, this.list]),
      ],
    });
    this.last = null;
    this.length = -1;
  }

  /** Says what became of a button; an empty text: nothing. */
  say(text) {
    this.said.hidden = text === '';
    setText(this.said, text);
  }

  update(told) {
    const last = told[told.length - 1] ?? null;
    if (last === this.last && told.length === this.length) return;
    this.last = last;
    this.length = told.length;
    this.nothing.hidden = told.length !== 0;
    this.list.replaceChildren(
        ...told.slice(-MOST_TOLD).reverse().map(({ at, kind, text }) =>
          element('li', {
            class: `machine-told-${kind}`,
            children: [
              element('span', { class: 'muted', text: `${at.toFixed(2)} s` }),
              element('span', { class: 'muted', text: KINDS[kind] }),
              element('span', { text: visible(text) }),
            ],
          })));
  }
}
