// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The replay in 3D: follows the cursor, and marks what the finding is about.

import { button, element } from '../frame/dom.js';
import { readable } from '../frame/text.js';
import { ArmatureScene } from './armature_scene.js';
import { CharacterScene } from './character_scene.js';
import { JointTable } from './joint_table.js';
import { RecordingScene } from './recording_scene.js';
import { Stage } from './stage.js';

const KINDS = {
  recording: { make: RecordingScene, label: 'Camera, gaze and hands in 3D.' },
  character: { make: CharacterScene, label: 'The character in 3D.' },
  armature: { make: ArmatureScene, label: 'The joints of the armature in 3D.' },
};
const HOW_TO = 'Arrow keys turn it, plus and minus zoom, 0 goes back. ' +
    'The positions are in the table below.';
const NO_WEBGL = 'This browser has no WebGL, so there is no picture. The ' +
    'positions are in the table below.';
// While it plays the table follows so many times a second.
const TABLE_INTERVAL = 250;  // milliseconds

class SceneView {
  /** @param {HTMLElement} host @param {any} section @param {any} app */
  constructor(host, section, app) {
    this.app = app;
    this.section = section;
    const kind = /** @type {any} */ (KINDS)[section.kind];
    this.picture = element('div', {
      class: 'scene-picture', attributes: { 'data-keys': '' },
    });
    this.model = new kind.make(section, app.colors());
    this.stage = new Stage(
        this.picture, `${kind.label} ${HOW_TO}`,
        this.model.canBeCoarse ? (coarse) => this.model.showCoarse(coarse) : undefined);
    this.table = new JointTable(this.model.unit, (path) => app.set({ selected: path }));
    this.tools = element('div', { class: 'scene-tools' });
    this.says = element('p', { class: 'scene-says muted' });
    this.label = element('p', { class: 'scene-label', attributes: { hidden: true } });
    this.captions = element('div', { class: 'scene-captions', attributes: { 'aria-hidden': 'true' } });
    this.picture.append(this.captions, this.label);
    host.classList.add('scene');
    host.append(this.tools, this.picture, this.says, this.table.element);
    this.host = host;
    this.addTools_();
    this.tabled_ = 0;
    if (this.stage.works) {
      this.stage.scene.add(this.model.world);
      this.stage.background(app.colors().bg);
      this.stage.beforeDraw = () => this.followMark_();
      this.stage.onStep = () => this.say_();
      this.goHome();
      this.showPictures_();
      if (this.model.showPicture) {
        this.stage.beforePicture = (picture) => this.model.showPicture(picture);
      }
    } else {
      this.picture.append(element('p', { class: 'scene-nothing', text: NO_WEBGL }));
      this.table.open();
    }
    this.table.element.addEventListener('toggle', () => this.updateTable_(true));
  }

  goHome() {
    if (!this.stage.works) return;
    const { center, radius, direction } = this.model.view();
    this.stage.lookAt(center, radius, direction);
  }

  addTools_() {
    if (this.model instanceof CharacterScene) this.addCharacterTools_();
    if (this.model instanceof RecordingScene) {
      if (this.model.ghost) this.addGhostTools_();
      this.addFollow_();
    }
    if (this.stage.works) {
      this.tools.append(button('Reset view', () => this.goHome()));
    }
  }

  /** @param {string} text @param {[string, string][]} options @param {(value: string) => void} chosen */
  select_(text, options, chosen) {
    const select = element('select', {
      children: options.map(([value, title]) =>
        element('option', { text: title, attributes: { value } })),
      on: { change: () => chosen(select.value) },
    });
    this.tools.append(element('label', {
      children: [element('span', { text }), select],
    }));
    return select;
  }

  /** @param {string} title @param {boolean} checked @param {(checked: boolean) => void} chosen */
  check_(title, checked, chosen) {
    const box = element('input', {
      attributes: { type: 'checkbox', checked },
      on: { change: () => chosen(box.checked) },
    });
    this.tools.append(element('label', {
      children: [box, element('span', { text: title })],
    }));
  }

  addFollow_() {
    this.check_('Follow the hands', this.model.follow, (follow) => {
      this.model.follow = follow;
      this.show_();
      this.goHome();
    });
  }

  addGhostTools_() {
    const count = this.section.ghost.changes;
    this.select_(
        `Repaired (${count} ${count === 1 ? 'safe change' : 'safe changes'})`,
        [['beside', 'beside'], ['over', 'over it'], ['off', 'hidden']],
        (mode) => {
          this.model.setGhost(mode);
          this.showPictures_();
          this.show_();
        });
    this.captions.append(
        element('span', { class: 'error', text: 'as it is' }),
        element('span', { class: 'ok', text: 'repaired' }));
  }

  /** The repaired motion may have a picture of its own. */
  showPictures_() {
    const pictures = this.model.pictures ?? 1;
    this.captions.hidden = pictures === 1;
    if (this.stage.works) this.stage.setPictures(pictures);
  }

  addCharacterTools_() {
    const model = this.model;
    const parts = { mesh: true, skeleton: true };
    const toggle = (/** @type {'mesh' | 'skeleton'} */ part, /** @type {string} */ title) =>
      this.check_(title, true, (checked) => {
        parts[part] = checked;
        model.showParts(parts);
        if (this.stage.works) this.stage.draw();
      });
    if (model.vertices && model.pose.bones) {
      toggle('mesh', 'Mesh');
      toggle('skeleton', 'Skeleton');
    }
    if (!model.weights) return;
    const bones = Array.from({ length: model.pose.bones }, (_, bone) =>
      /** @type {[string, string]} */ ([String(bone), `weights of bone ${bone}`]));
    this.colouring = this.select_('Colours', [['-1', 'materials'], ...bones],
        (bone) => {
          model.colour(Number(bone));
          this.show_();
        });
  }

  /** @param {any} state @param {Set<string>} changed */
  update(state, changed) {
    if (changed.has('theme')) this.paint_();
    if (changed.has('clip') || changed.has('file')) {
      if ('choose' in this.model) this.model.choose(state.clip);
    }
    if (this.stage.works) this.stage.playing = state.playing;
    if (changed.has('finding') || changed.has('selected')) this.marked_ = undefined;
    this.show_();
    this.updateTable_(!state.playing);
  }

  paint_() {
    this.model.paint(this.app.colors());
    if (this.stage.works) this.stage.background(this.app.colors().bg);
  }

  show_() {
    const { t } = this.app.state;
    this.model.show(t);
    this.mark_(t);
    this.say_();
    if (this.stage.works) this.stage.draw();
  }

  say_() {
    let says = this.model.says(this.app.state.t);
    const { coarse, share } = this.stage.lowered;
    const less = [
      coarse && this.model.coarseText,
      share < 1 && `${Math.round(100 * share)}% of the resolution`,
    ].filter(Boolean);
    if (less.length) says += ` · while it moves, to keep up: ${less.join(', ')}`;
    if (says !== this.said_) this.says.textContent = this.said_ = says;
  }

  /** @param {number} t */
  mark_(t) {
    const { selected } = this.app.state;
    if (selected === null) {
      this.model.mark.visible = false;
      this.label.hidden = true;
      return;
    }
    const found = this.model.markAt(selected, t);
    if (this.marked_ !== selected) {
      this.marked_ = selected;
      this.label.textContent = readable(selected);
    }
    this.label.hidden = !found;
  }

  /** The label stays beside its mark, and captions above their pictures. */
  followMark_() {
    this.captions.classList.toggle('stacked', !this.stage.pictureSize().across);
    const { mark } = this.model;
    if (!mark.visible || this.label.hidden) return;
    const at = mark.position.clone().applyMatrix4(this.model.world.matrixWorld)
        .project(this.stage.camera);
    const { width, height } = this.stage.pictureSize();
    const x = (at.x + 1) / 2 * width;
    const y = (1 - at.y) / 2 * height;
    const left = Math.min(Math.max(x + 14, 0),
                          Math.max(this.picture.clientWidth - this.label.offsetWidth, 0));
    this.label.style.transform = `translate(${left}px, ${Math.max(y - 34, 0)}px)`;
  }

  /** @param {boolean} now */
  updateTable_(now) {
    if (!this.table.isOpen) return;
    const time = performance.now();
    if (!now && time - this.tabled_ < TABLE_INTERVAL) return;
    this.tabled_ = time;
    const { t, selected } = this.app.state;
    this.table.update(this.model.rows(), `${t.toFixed(3)} s`, selected);
  }

  destroy() {
    this.stage.destroy();
    this.host.classList.remove('scene');
    this.host.replaceChildren();
  }
}

/** @type {import('../frame/app.js').View} */
export const view = {
  id: 'scene',
  title: 'Replay',
  section: 'scene',
  create(host, section, app) {
    return new SceneView(host, section, app);
  },
};
