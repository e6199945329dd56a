// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The replay in 3D: follows the cursor, and marks what the finding is about.

import { Vector3 } from 'three';
import { namesOf } from '../frame/data.js';
import { button, element, pathText, select } from '../frame/dom.js';
import { lookButtons, Stage } from '../stage/stage.js';
import { ArmatureScene } from './armature_scene.js';
import { Axes } from './axes.js';
import { Distances } from './distance.js';
import { DistanceView } from './distance_view.js';
import { CharacterScene } from './character_scene.js';
import { Ground } from './ground.js';
import { JointTable, numberText } from './joint_table.js';
import { lengthText } from './length.js';
import { RecordingScene } from './recording_scene.js';
import { Trail } from './trail.js';

export const KINDS = {
  recording: { make: RecordingScene, label: 'Camera, gaze and hands in 3D.' },
  character: { make: CharacterScene, label: 'The character in 3D.' },
  armature: { make: ArmatureScene, label: 'The joints of the armature in 3D.' },
};
const HOW_TO = 'The keys w, a, s and d turn it, plus and minus zoom, 0 goes back. ' +
    'The positions are in the table below.';
const NO_WEBGL = 'This browser has no WebGL, so there is no picture. The ' +
    'positions are in the table below.';
const TURN = Math.PI / 24;  // of a key
const ZOOM = 1.15;
const REACH = 18;  // pixels between a joint and what points at it
const STILL = 4;  // pixels that a press may move, and turns nothing
// While it plays the table follows so many times a second.
const TABLE_INTERVAL = 250;  // milliseconds
// For so long at a time distances are measured, and the first time after a while.
const SLICE = 12;
const MEASURE_AFTER = 300;

/** Returns the places of joints in a motion that is shown. @param {any} model */
function rowsOf(model) {
  return model.measured?.() ?? model.rows();
}

class SceneView {
  /** @param {HTMLElement} host @param {any} section @param {any} app */
  constructor(host, section, app) {
    this.app = app;
    const against = app.detail?.against;
    const compared = against?.scene?.kind === section.kind;
    // Changes by repairs are not shown when two files are compared.
    this.section = section = compared ? { ...section, ghost: null } : section;
    const kind = /** @type {any} */ (KINDS)[section.kind];
    this.picture = element('div', {
      class: 'scene-picture',
    });
    this.model = new kind.make(section, app.colors());
    if (compared) this.addOther_(kind.make, against);
    this.stage = new Stage(
        this.picture, `${kind.label} ${HOW_TO}`,
        this.model.canBeCoarse ? (coarse) => this.model.showCoarse(coarse) : undefined);
    this.trail = new Trail(this.model);
    /** The joint that a reader points at. @type {string | null} */
    this.pointed_ = null;
    this.table = new JointTable(this.model.unit, (path) => app.set({ selected: path }));
    this.tools = element('div', { class: 'scene-tools' });
    this.says = element('p', { class: 'scene-says muted' });
    this.label = element('p', { class: 'scene-label', attributes: { hidden: true } });
    this.captions = element('div', { class: 'scene-captions', attributes: { 'aria-hidden': 'true' } });
    this.picture.append(this.captions, this.label);
    host.classList.add('scene');
    host.append(this.tools, this.picture, this.says);
    if (this.other || this.model.ghost) {
      this.distanceView = new DistanceView(
        this.model.unit, (place) => app.set({ playing: false, ...place }));
      host.append(this.distanceView.element);
    }
    host.append(this.table.element);
    this.host = host;
    this.addTools_();
    this.removeKeys_ = this.stage.works ? this.addKeys_() : [];
    this.tabled_ = 0;
    if (this.stage.works) {
      this.stage.scene.add(this.model.world);
      if (this.other) this.stage.scene.add(this.other.world);
      this.addGround_();
      this.addPointing_();
      this.stage.onTurn = () => this.leaveEye_();
      this.stage.background(app.colors().bg);
      this.stage.beforeDraw = () => this.followMark_();
      this.stage.onStep = () => this.say_();
      this.goHome();
      this.showPictures_();
      this.stage.beforePicture = (picture) => {
        this.model.showPicture?.(picture);
        if (this.other) this.showOther_(picture);
      };
    } else {
      this.picture.append(element('p', { class: 'scene-nothing', text: NO_WEBGL }));
      this.table.element.open = true;
    }
    this.table.element.addEventListener('toggle', () => this.updateTable_(true));
  }

  goHome() {
    if (!this.stage.works) return;
    const { center, radius, direction } = this.model.view();
    this.stage.lookAt(center, radius, direction);
  }

  /** The motion of another file. @param {any} make @param {any} against */
  addOther_(make, against) {
    this.other = new make({ ...against.scene, ghost: null }, this.otherColors_());
    this.other.follow = false;
    this.other.callAs?.(this.model);
    this.names_ = namesOf([this.app.index.files[this.app.state.file ?? 0], against]);
    this.otherMode_ = 'beside';
  }

  otherColors_() {
    const colors = this.app.colors();
    const { ok } = colors;
    return { ...colors, series: colors.series.map(() => ok), accent: ok, muted: ok };
  }

  /** Shows what belongs to a picture. @param {number} picture */
  showOther_(picture) {
    const beside = this.otherMode_ === 'beside';
    this.model.world.visible = !beside || picture === 0;
    this.other.world.visible = beside ? picture === 1 : this.otherMode_ === 'over';
    (this.model.world.visible ? this.model : this.other).world.add(this.ground.group);
    // Two skins in one place hide each other.
    if (this.other.showParts && this.parts_) {
      this.other.showParts({ ...this.parts_, mesh: this.parts_.mesh && beside });
    }
  }

  /** Measures how far the two are apart, from time to time a little. */
  measure_() {
    window.clearTimeout(this.measuring_);
    const distances = new Distances(this.app.duration);
    const step = () => {
      for (const end = performance.now() + SLICE; performance.now() < end && !distances.isDone;) {
        const t = distances.next;
        this.model.show(t);
        this.other?.show(t);
        distances.add(rowsOf(this.model), this.other ? rowsOf(this.other) : this.model.measured(true));
      }
      this.pose_();
      if (distances.isDone) {
        this.distanceView?.show(distances);
        this.distanceView?.follow(this.app.state.t);
      } else {
        this.measuring_ = window.setTimeout(step);
      }
    };
    this.measuring_ = window.setTimeout(step, MEASURE_AFTER);
  }

  /** All as it is at the cursor's time. */
  pose_() {
    const { t } = this.app.state;
    this.model.show(t);
    if (!this.other) return;
    this.other.show(t);
    this.other.world.position.copy(this.model.world.position);
  }

  /** A grid, the axes, and how long a square is. */
  addGround_() {
    this.ground = new Ground(this.model, this.model.view().radius);
    this.axes = new Axes();
    this.picture.append(this.axes.element, element('p', {
      class: 'scene-scale muted',
      text: `squares of ${lengthText(this.ground.square, this.model.unit)}`,
    }));
    this.paintGround_();
  }

  paintGround_() {
    this.ground.paint(this.app.colors());
    this.model.world.add(this.ground.group);
  }

  /** Looks from a direction of the page, at all. @param {number[]} direction */
  lookFrom_(direction) {
    const { center, radius } = this.model.view();
    this.leaveEye_();
    this.stage.lookAt(center, radius, direction);
  }

  /** Sees what the head saw that was recorded. */
  followEye_() {
    const eye = this.asEye_ ? this.model.eye(this.app.state.t) : null;
    if (eye === null) return;
    const { world } = this.model;
    world.updateMatrixWorld();
    const position = new Vector3(...eye.position);
    const ahead = position.clone().add(new Vector3(...eye.forward));
    const above = position.clone().add(new Vector3(...eye.up));
    for (const place of [position, ahead, above]) place.applyMatrix4(world.matrixWorld);
    this.stage.lookAs(position, ahead, above.sub(position));
  }

  leaveEye_() {
    if (!this.asEye_) return;
    this.asEye_ = false;
    this.eyeButton_?.setAttribute('aria-pressed', 'false');
    this.goHome();
  }

  addPresets_() {
    // Where who is shown looks, in the page: it mirrors left-handed files.
    const front = this.model.world.scale.z * this.model.front;
    this.tools.append(...lookButtons((direction) => this.lookFrom_(direction), front));
    if (!this.model.eye?.(0)) return;
    this.eyeButton_ = button('Headset', () => {
      if (this.asEye_) return this.leaveEye_();
      this.asEye_ = true;
      this.eyeButton_?.setAttribute('aria-pressed', 'true');
      this.show_();
    }, { label: 'Look as the headset does', pressed: false });
    this.tools.append(this.eyeButton_);
  }

  addKeys_() {
    const { stage } = this;
    /** @type {[string, string, () => void][]} */
    const keys = [
      ['a', 'turn to the left', () => stage.turn(-TURN, 0)],
      ['d', 'turn to the right', () => stage.turn(TURN, 0)],
      ['w', 'turn upwards', () => stage.turn(0, -TURN)],
      ['s', 'turn downwards', () => stage.turn(0, TURN)],
      ['+', 'nearer', () => stage.zoom(1 / ZOOM)],
      ['-', 'farther', () => stage.zoom(ZOOM)],
      ['0', 'as it was at first', () => this.goHome()],
    ];
    return keys.map(([key, title, action]) => this.app.keys.add(key, `Replay: ${title}`, () => {
      if (this.app.state.view !== view.id) return false;
      this.leaveEye_();
      action();
      return true;
    }));
  }

  addTools_() {
    if (this.model instanceof CharacterScene) this.addCharacterTools_();
    if (this.model instanceof RecordingScene) {
      this.check_('Follow the hands', this.model.follow, (follow) => {
        this.model.follow = follow;
        this.show_();
        this.goHome();
      });
    }
    if (this.other || this.model.ghost) this.addGhostTools_();
    if (this.stage.works) {
      this.addPresets_();
      this.tools.append(button('Reset view', () => {
        this.leaveEye_();
        this.goHome();
      }));
    }
  }

  /** Joints can be pointed at, and pressed: then what is said of one stays. */
  addPointing_() {
    const { canvas } = this.stage;
    let from = { x: NaN, y: NaN };
    canvas.addEventListener('pointermove', (event) => {
      if (event.buttons === 0) this.pointAt_(this.jointAt_(event));
    });
    canvas.addEventListener('pointerleave', () => this.pointAt_(null));
    canvas.addEventListener('pointerdown', ({ clientX: x, clientY: y }) => { from = { x, y }; });
    canvas.addEventListener('pointerup', (event) => {
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > STILL) return;
      const path = this.jointAt_(event);
      if (path === null) return;
      this.pointAt_(null);
      this.app.set({ selected: path === this.app.state.selected ? null : path });
    });
  }

  /** @param {string | null} path */
  pointAt_(path) {
    if (path === this.pointed_) return;
    this.pointed_ = path;
    this.stage.canvas.classList.toggle('pointed', path !== null);
    this.findTrail_();
    this.show_();
  }

  /** The joint that is nearest. @param {PointerEvent} event */
  jointAt_({ clientX, clientY }) {
    const { left, top } = this.stage.canvas.getBoundingClientRect();
    const { width, height } = this.stage.pictureSize();
    const [x, y] = [(clientX - left) % width, (clientY - top) % height];
    let nearest = REACH;
    let found = null;
    for (const { path, position } of this.model.rows()) {
      const at = this.seenAt_(new Vector3(position[0], position[1], position[2]));
      const away = Math.hypot(at.x - x, at.y - y);
      if (!(at.z < 1 && away < nearest)) continue;
      nearest = away;
      found = path;
    }
    return found;
  }

  /** The way of what is marked. */
  findTrail_() {
    this.trail.find(this.pointed_ ?? this.app.state.selected, this.app.duration, this.app.colors().cursor);
    this.label.replaceChildren();
  }

  /** @param {string} text @param {[string, string][]} options @param {(value: string) => void} chosen */
  select_(text, options, chosen) {
    const made = select(null, chosen, options);
    this.tools.append(element('label', {
      children: [element('span', { text }), made],
    }));
    return made;
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

  addGhostTools_() {
    const count = this.section.ghost?.changes;
    this.select_(
        this.other ? 'The other'
          : `Repaired (${count} ${count === 1 ? 'safe change' : 'safe changes'})`,
        [['beside', 'beside'], ['over', 'over it'], ['off', 'hidden']],
        (mode) => {
          if (this.other) this.otherMode_ = mode;
          else this.model.setGhost(mode);
          this.showPictures_();
          this.show_();
        });
    this.captions.append(
        ...(this.other
          ? this.names_.map((name, i) =>
            element('span', { class: i ? 'ok' : '', children: [pathText(name)] }))
          : [element('span', { class: 'error', text: 'as it is' }),
            element('span', { class: 'ok', text: 'repaired' })]));
  }

  /** The repaired motion may have a picture of its own. */
  showPictures_() {
    const pictures = this.other ? (this.otherMode_ === 'beside' ? 2 : 1)
      : this.model.pictures ?? 1;
    this.captions.hidden = pictures === 1;
    if (this.stage.works) this.stage.setPictures(pictures);
  }

  addCharacterTools_() {
    const model = this.model;
    const parts = this.parts_ = { mesh: true, skeleton: true };
    const toggle = (/** @type {'mesh' | 'skeleton'} */ part, /** @type {string} */ title) =>
      this.check_(title, true, (checked) => {
        parts[part] = checked;
        model.showParts(parts);
        if (this.stage.works) this.stage.draw();
      });
    if (model.vertices && model.bones.length) {
      toggle('mesh', 'Mesh');
      toggle('skeleton', 'Skeleton');
    }
    if (!model.weights) return;
    const bones = Array.from({ length: model.bones.length }, (_, bone) =>
      /** @type {[string, string]} */ ([String(bone), `weights of bone ${bone}`]));
    this.select_('Colours', [['-1', 'materials'], ...bones],
        (bone) => {
          model.colour(Number(bone));
          this.show_();
        });
  }

  /** @param {any} state @param {Set<string>} changed */
  update(state, changed) {
    if (changed.has('theme')) this.paint_();
    if (changed.has('clip') || changed.has('file')) {
      for (const model of [this.model, this.other]) model?.choose?.(state.clip);
      if (this.distanceView) this.measure_();
    }
    if (this.stage.works) this.stage.playing = state.playing;
    if (['finding', 'selected', 'clip', 'theme'].some((one) => changed.has(one))) {
      this.findTrail_();
    }
    this.show_();
    if (changed.has('finding')) this.centerMark_();
    this.updateTable_(!state.playing);
  }

  /** The finding's part is in the middle; or all of it, until a reader turns it. */
  centerMark_() {
    const { mark, world } = this.model;
    if (!this.stage.works || this.asEye_) return;
    if (this.app.state.finding === null || !mark.visible) {
      if (this.stage.untouched) this.goHome();
      return;
    }
    world.updateMatrixWorld();
    this.stage.center(mark.position.clone().applyMatrix4(world.matrixWorld));
  }

  paint_() {
    this.model.paint(this.app.colors());
    this.other?.paint(this.otherColors_());
    if (!this.stage.works) return;
    this.paintGround_();
    this.stage.background(this.app.colors().bg);
  }

  show_() {
    const { t } = this.app.state;
    this.pose_();
    this.distanceView?.follow(t);
    this.trail.show(t);
    this.mark_(t);
    if (this.stage.works) this.ground.follow(this.model.target ?? this.model.center);
    this.followEye_();
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
    const path = this.pointed_ ?? this.app.state.selected;
    const { model, label } = this;
    label.hidden = path === null || !model.markAt(path, t);
    if (label.hidden) {
      model.mark.visible = false;
      if (model.red) model.red.mesh.visible = false;
      return;
    }
    // Red is what a finding is about.
    const wrong = this.app.finding(this.app.state.finding)?.path === path;
    const color = this.app.colors()[wrong ? 'error' : 'accent'];
    model.mark.material.color.set(color);
    model.red?.material.color.set(color);
    label.classList.toggle('error', wrong);
    if (!label.firstChild) {
      this.place_ = element('span', { class: 'scene-place' });
      const curves = wrong ? null : this.trail.curves();
      label.append(...[element('span', { text: path }), this.place_, curves].filter(Boolean));
    }
    const unit = model.unit === 'metres' ? 'm' : model.unit;
    this.place_.textContent = `${model.mark.position.toArray().map(numberText).join('  ')} ${unit}`;
  }

  /** Where a place of the file is in the picture, in pixels. @param {Vector3} place */
  seenAt_(place) {
    const { camera } = this.stage;
    camera.updateMatrixWorld();
    const at = place.clone().applyMatrix4(this.model.world.matrixWorld).project(camera);
    const { width, height } = this.stage.pictureSize();
    return { x: (at.x + 1) / 2 * width, y: (1 - at.y) / 2 * height, z: at.z };
  }

  /** Labels stay beside what they are about, and captions above their pictures. */
  followMark_() {
    this.captions.classList.toggle('stacked', !this.stage.pictureSize().across);
    this.model.world.updateMatrixWorld();
    this.axes.show(this.stage.camera.quaternion, this.model.world.scale);
    const { mark } = this.model;
    if (!mark.visible || this.label.hidden) return;
    const { x, y } = this.seenAt_(mark.position);
    const left = Math.min(Math.max(x + 14, 0),
                          Math.max(this.picture.clientWidth - this.label.offsetWidth, 0));
    this.label.style.transform = `translate(${left}px, ${Math.max(y - 12 - this.label.offsetHeight, 0)}px)`;
  }

  /** @param {boolean} now */
  updateTable_(now) {
    if (!this.table.element.open) return;
    const time = performance.now();
    if (!now && time - this.tabled_ < TABLE_INTERVAL) return;
    this.tabled_ = time;
    const { t, selected } = this.app.state;
    this.table.update(this.model.rows(), `${t.toFixed(3)} s`, selected);
  }

  destroy() {
    window.clearTimeout(this.measuring_);
    this.removeKeys_.forEach((remove) => remove());
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
  shows: (section, finding) => /** @type {any} */ (KINDS)[section.kind].make.shows(section, finding),
  load: (section) => /** @type {any} */ (KINDS)[section.kind].make.load?.(section),
  create(host, section, app) {
    return new SceneView(host, section, app);
  },
};
