// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A recording on the stage: hands as blocks that are turned as their joints
// are, bones between the joints' positions, the camera's frustum and the gaze.
// Where repairs change the motion, the repaired one stands beside.
//
// Joints point along their z to the next joint of a finger. So in a sound
// recording blocks lie on the bones; where rotations are damaged, they do not.

import { Group, Matrix4, Quaternion, Vector3 } from 'three';
import { curvePath } from '../frame/curve_path.js';
import { ballAround } from '../stage/framing.js';
import {
  blockGeometry, fixedLines, Instances, isPlace, Lines, ringPoints,
} from '../stage/shapes.js';
import { Hand, TIP_OFF, tipOf } from './hand.js';
import { Motion } from './motion.js';

const BLOCK_WIDTH = 0.016;  // metres
const TIP_LENGTH = 0.012;
const LONGEST_BLOCK = 0.12;  // positions that are damaged make no giants
const FRUSTUM = 0.1;  // metres from the eye to the picture
const VIEW_ANGLE = 0.7;  // radians: recordings do not know it
const GAZE_LENGTH = 0.6;  // metres
const MARK_RADIUS = 0.02;
const FRAMED_TIMES = 48;
const ARM = 0.7;  // metres
const GHOST_OPACITY = 0.55;  // over the other
const SMALLEST = 0.1;  // metres: a hand

// Paths of a place or a turn, and of what has one. When a key is, and its
// tangents, is to be seen in its curve.
const ABOUT = /^(camera|gaze|hands\.(left|right)(?:\.([A-Z]\w*))?)(?:\.rotation$|\.\w+\.[xyzw](?:\.keyCount|\.keys\[\d+\]\.value)?)?$/;

/** From above and behind, to the side: the eye's direction in the page. */
export const EYE = [0.5, 0.75, 1];

/** Indices of the figures: as recorded, and as repaired. */
const RECORDED = 0;
const REPAIRED = 1;

/** One motion: as it was recorded, or as it was repaired. */
class Figure {
  /**
   * @param {RecordingScene} scene
   * @param {Motion} motion
   * @param {{colors: string[], opacity: number, line: string, camera: string, gaze: string}} look
   */
  constructor(scene, motion, look) {
    this.scene = scene;
    this.motion = motion;
    this.hands = handsOf(scene.section, motion);
    this.group = new Group();
    const joints = scene.names.length;
    this.positions = new Float64Array(3 * 2 * joints);
    this.rotations = new Float64Array(4 * 2 * joints);
    this.tracked = [false, false];
    this.blocks = scene.hands.map((hand, h) => {
      const blocks = new Instances(
          scene.geometry, hand.hasKeys ? joints : 0, look.colors[h], look.opacity);
      blocks.mesh.visible = hand.hasKeys;
      this.group.add(blocks.mesh);
      return blocks;
    });
    this.opacity = look.opacity;
    const bones = scene.hands.reduce((sum, hand) => sum + hand.bones.length, 0);
    this.bones = new Lines(bones, look.line, Math.max(look.opacity, 0.6));
    this.group.add(this.bones.object);
    this.camera = fixedLines(frustumPoints(), look.camera);
    this.camera.matrixAutoUpdate = false;
    this.head = headOf(motion);
    this.camera.visible = this.head !== null;
    this.group.add(this.camera);
    this.gaze = new Lines(1, look.gaze);
    this.gaze.object.visible = motion.find('gaze') !== null;
    this.group.add(this.gaze.object);
  }

  /** @param {number} opacity */
  setOpacity(opacity) {
    if (this.opacity === opacity) return;
    this.opacity = opacity;
    this.fade_();
  }

  /** A hand that is not tracked stands where it was. */
  fade_() {
    for (let h = 0; h < this.blocks.length; ++h) {
      const { material } = this.blocks[h];
      material.opacity = this.opacity * (this.tracked[h] ? 1 : 0.3);
      material.transparent = material.opacity < 1;
    }
  }

  /** @param {number} t */
  evaluate(t) {
    const { names } = this.scene;
    this.hands.forEach(({ joints }, h) => {
      for (let j = 1; j < names.length; ++j) {
        const at = h * names.length + j;
        if (joints[j] === null) {
          this.positions.fill(NaN, 3 * at, 3 * at + 3);
        } else {
          this.motion.position(joints[j], t, this.positions, 3 * at);
        }
        this.motion.rotation(joints[j], t, this.rotations, 4 * at);
      }
    });
  }

  /** @param {number} t */
  show(t) {
    this.evaluate(t);
    let line = 0;
    for (let h = 0; h < this.scene.hands.length; ++h) {
      const hand = this.scene.hands[h];
      if (!hand.hasKeys) continue;
      const first = h * this.scene.names.length;
      this.showBlocks_(hand, h, first, t);
      for (let b = 0; b < hand.bones.length; ++b) {
        const bone = hand.bones[b];
        this.bones.set(line++, this.positions, 3 * (first + bone[0]),
                       this.positions, 3 * (first + bone[1]));
      }
    }
    this.bones.changed();
    this.fade_();
    this.showHead_(t);
  }

  /** @param {Hand} hand @param {number} h @param {number} first @param {number} t */
  showBlocks_(hand, h, first, t) {
    const { names } = this.scene;
    const blocks = this.blocks[h];
    const { tracked } = this.hands[h];
    this.tracked[h] = tracked === null || this.motion.state(tracked, t);
    for (let j = 0; j < names.length; ++j) {
      const at = first + j;
      const p = 3 * at;
      const r = 4 * at;
      if (j === 0 || !hand.has(j) || !isPlace(this.positions, p) ||
          Number.isNaN(this.rotations[r])) {
        blocks.hide(j);
        continue;
      }
      const next = hand.next[j];
      let length = TIP_LENGTH;
      if (next >= 0 && isPlace(this.positions, 3 * (first + next))) {
        const end = 3 * (first + next);
        length = Math.min(LONGEST_BLOCK, Math.hypot(
            ...[0, 1, 2].map((c) => this.positions[p + c] - this.positions[end + c])));
      }
      blocks.place(j, this.positions, p, this.rotations, r,
                   next >= 0 ? BLOCK_WIDTH : BLOCK_WIDTH * 0.7, length * 0.92);
    }
    blocks.changed();
  }

  /** @param {number} t */
  showHead_(t) {
    const { motion, head } = this;
    if (head !== null) {
      motion.position(head, t, POINTS, 0);
      motion.rotation(head, t, TURN, 0);
      this.camera.visible = isPlace(POINTS, 0) && !Number.isNaN(TURN[0]);
      if (this.camera.visible) {
        setPose(this.camera.matrix);
        this.camera.matrixWorldNeedsUpdate = true;
      }
    }
    const gaze = motion.find('gaze');
    if (gaze !== null) {
      motion.position(gaze, t, POINTS, 0);
      motion.position(motion.find('gaze_direction'), t, POINTS, 3);
      const length = Math.hypot(POINTS[3], POINTS[4], POINTS[5]) || 1;
      for (let c = 0; c < 3; ++c) {
        POINTS[3 + c] = POINTS[c] + GAZE_LENGTH / length * POINTS[3 + c];
      }
      this.gaze.set(0, POINTS, 0, POINTS, 3);
      this.gaze.changed();
    }
  }
}

const POINTS = new Float64Array(6);
const TURN = new Float64Array(4);

/** Sets a matrix to the place in POINTS and the turn in TURN. @param {Matrix4} matrix */
function setPose(matrix) {
  return matrix.compose(
      new Vector3().fromArray(POINTS), new Quaternion().fromArray(TURN), new Vector3(1, 1, 1));
}

/** A head without positions stays at 0 0 0, and may turn. @param {Motion} motion */
function headOf(motion) {
  return motion.find('camera') ?? motion.find('camera', 'quaternion');
}

/** @param {any} section @param {Motion} motion */
function handsOf({ jointNames }, motion) {
  return ['left', 'right'].map((name) => new Hand(name, jointNames, motion));
}

/** A pyramid from the eye along +z, and a mark on its upper side. */
function frustumPoints() {
  const h = FRUSTUM * Math.tan(VIEW_ANGLE / 2);
  const w = h * 1.4;
  const corners = [[-w, -h], [w, -h], [w, h], [-w, h]];
  const points = [];
  corners.forEach(([x, y], i) => {
    const [u, v] = corners[(i + 1) % 4];
    points.push(0, 0, 0, x, y, FRUSTUM, x, y, FRUSTUM, u, v, FRUSTUM);
  });
  points.push(-w / 2, h, FRUSTUM, 0, h * 1.5, FRUSTUM);
  points.push(0, h * 1.5, FRUSTUM, w / 2, h, FRUSTUM);
  return new Float32Array(points);
}

export class RecordingScene {
  /** @param {any} section @param {any} colors */
  constructor(section, colors) {
    this.section = section;
    /** Which way along z is the front. */
    this.front = 1;
    this.unit = 'metres';
    this.names = section.jointNames;
    this.motion = section.motion;
    this.head = headOf(this.motion);
    this.hands = handsOf(section, this.motion);
    this.palm = this.names.indexOf('Palm');
    this.geometry = blockGeometry();
    // Unity's space is left-handed.
    this.world = new Group();
    this.world.scale.z = -1;
    this.frame_();
    this.paint(colors);
  }

  /** Before one is made. @param {any} section */
  static async load(section) {
    section.motion = await Motion.load(section);
    if (section.ghost) section.ghost.motion = await Motion.load(section.ghost);
  }

  /**
   * Whether a finding is about something that is to be seen at its time.
   * @param {any} section
   * @param {{path: string, time: number | null}} finding
   */
  static shows(section, { path, time }) {
    const found = ABOUT.exec(curvePath(path));
    if (!found) return false;
    const { motion } = section;
    const node = motion.find(found[2] ? `hand_${found[2]}_${found[3] ?? 'Palm'}` : found[1]);
    if (node === null) return false;
    if (time === null) return true;
    motion.position(node, time, POINTS, 0);
    motion.rotation(node, time, TURN, 0);
    return isPlace(POINTS, 0) && !Number.isNaN(TURN[0]);
  }

  /**
   * Takes another recording's names of joints: MRTK and XR Hands have the same
   * joints in the same order, and call them otherwise.
   * @param {RecordingScene} other
   */
  callAs({ names }) {
    this.names = names;
  }

  get ghost() {
    return this.section.ghost !== null;
  }

  /** Makes all shapes, in the colours of the page. @param {any} colors */
  paint(colors) {
    for (const child of [...this.world.children]) this.world.remove(child);
    const look = {
      colors: [colors.series[0], colors.series[1]], opacity: 1,
      line: colors.muted, camera: colors.muted, gaze: colors.series[4],
    };
    this.figures = [new Figure(this, this.motion, look)];
    if (this.ghost) {
      this.figures.push(new Figure(this, this.section.ghost.motion, {
        ...look, colors: [colors.ok, colors.ok], opacity: GHOST_OPACITY, line: colors.ok,
        camera: colors.ok,
      }));
    }
    for (const figure of this.figures) this.world.add(figure.group);
    this.mark = fixedLines(ringPoints(), colors.error);
    this.mark.visible = false;
    this.red = new Instances(this.geometry, 1, colors.error);
    this.red.mesh.visible = false;
    this.world.add(this.mark, this.red.mesh);
    this.setGhost(this.ghostMode ?? 'beside');
  }

  /**
   * How the repaired motion is shown: 'beside', in a picture of its own, 'over',
   * in the same one, or 'off'.
   * @param {string} mode
   */
  setGhost(mode) {
    this.ghostMode = mode;
    this.showPicture(0);
  }

  get pictures() {
    return this.ghost && this.ghostMode === 'beside' ? 2 : 1;
  }

  /** Shows what belongs to a picture. @param {number} picture */
  showPicture(picture) {
    const ghost = this.figures[REPAIRED];
    if (!ghost) return;
    const beside = this.ghostMode === 'beside';
    this.figures[RECORDED].group.visible = !beside || picture === 0;
    ghost.group.visible = beside ? picture === 1 : this.ghostMode === 'over';
    ghost.setOpacity(beside ? 1 : GHOST_OPACITY);
  }

  /** Finds out where all of it takes place, and how large a moment of it is. */
  frame_() {
    const all = [];
    const radii = [];
    const middles = [];
    for (let i = 0; i < FRAMED_TIMES; ++i) {
      const t = this.section.duration * (i + 0.5) / FRAMED_TIMES;
      const points = this.pointsAt_(t);
      all.push(...points);
      const ball = ballAround(points);
      if (ball === null) continue;
      radii.push(ball.radius);
      middles.push(...ball.center);
    }
    const alone = this.head ? 1.4 * FRUSTUM : SMALLEST;
    const around = ballAround(all) ?? { center: [0, 0, 0], radius: alone, bottom: -alone };
    const ball = this.withHead_(around);
    this.bottom = around.bottom;
    this.center = ball.center;
    this.radius = Math.max(ball.radius, SMALLEST);
    radii.sort((a, b) => a - b);
    const usual = radii[Math.floor(radii.length * 0.8)] ?? this.radius;
    this.momentRadius = Math.min(Math.max(usual, SMALLEST), this.radius);
    this.target = [...this.center];
    this.follow = this.radius > 1.5 * this.momentRadius;
  }

  /** A head that is near the hands is in view. @param {{center: number[], radius: number}} ball */
  withHead_({ center, radius }) {
    if (this.head === null) return { center, radius };
    this.motion.position(this.head, 0, POINTS, 0);
    const away = Math.hypot(...center.map((c, i) => POINTS[i] - c)) + FRUSTUM;
    if (!(away > radius && away < 2 * radius + ARM)) return { center, radius };
    const shift = (away - radius) / 2 / away;
    return {
      center: center.map((c, i) => c + (POINTS[i] - c) * shift),
      radius: (away + radius) / 2,
    };
  }

  /** The joints of hands that are tracked; or else the head. @param {number} t */
  pointsAt_(t) {
    const points = [];
    const add = (/** @type {any} */ node) => {
      this.motion.position(node, t, POINTS, 0);
      // A joint that was never tracked is at 0 0 0.
      const somewhere = POINTS[0] !== 0 || POINTS[1] !== 0 || POINTS[2] !== 0;
      if (somewhere && isPlace(POINTS, 0)) points.push(POINTS[0], POINTS[1], POINTS[2]);
    };
    for (const hand of this.hands) {
      if (!this.isTracked_(hand, t)) continue;
      for (const joint of hand.joints) if (joint !== null) add(joint);
    }
    for (const name of ['camera', 'gaze']) {
      const node = this.motion.find(name);
      if (points.length === 0 && node !== null) add(node);
    }
    return points;
  }

  /** @param {Hand} hand @param {number} t */
  isTracked_(hand, t) {
    return hand.hasKeys &&
        (hand.tracked === null || this.motion.state(hand.tracked, t));
  }

  /** Whether a hand is tracked. @param {number} t */
  isSeen(t) {
    return this.hands.some((/** @type {Hand} */ hand) => this.isTracked_(hand, t));
  }

  /** Where the eye looks, in the page's space. */
  view() {
    const [x, y, z] = this.center;
    return {
      center: [x, y, -z],
      radius: this.follow ? this.momentRadius : this.radius,
      direction: EYE,
    };
  }

  /**
   * Where the head is, and where it looks and is upright, in the file's space;
   * null: nobody knows.
   * @param {number} t
   */
  eye(t) {
    const head = this.motion.find('camera');
    if (head === null || this.motion.find('camera', 'quaternion') === null) return null;
    this.motion.position(head, t, POINTS, 0);
    this.motion.rotation(head, t, TURN, 0);
    if (!isPlace(POINTS, 0) || Number.isNaN(TURN[0])) return null;
    const m = setPose(new Matrix4()).elements;
    return { position: m.slice(12, 15), forward: m.slice(8, 11), up: m.slice(4, 7) };
  }

  /** Moves the world so that what is drawn stays in the middle. */
  follow_() {
    const middle = this.follow ? this.middleOfHands_(true) ?? this.middleOfHands_(false) : null;
    this.target = middle ?? [...this.center];
    this.world.position.set(
        this.center[0] - this.target[0], this.center[1] - this.target[1],
        this.target[2] - this.center[2]);
  }

  /** Between the palms; null: none has a place. @param {boolean} tracked of hands that are tracked only */
  middleOfHands_(tracked) {
    const figure = this.figures[RECORDED];
    const palms = this.hands.map((/** @type {Hand} */ { hasKeys }, /** @type {number} */ h) =>
      ({ at: 3 * (h * this.names.length + this.palm), counts: hasKeys && (figure.tracked[h] || !tracked) }))
      .filter((/** @type {any} */ { at, counts }) => counts && isPlace(figure.positions, at));
    return palms.length === 0 ? null : [0, 1, 2].map((c) => palms.reduce(
        (/** @type {number} */ sum, /** @type {any} */ { at }) => sum + figure.positions[at + c], 0) / palms.length);
  }

  /** @param {number} t seconds */
  show(t) {
    for (const figure of this.figures) figure.show(t);
    this.follow_();
  }

  /**
   * Selects the hand and the joint that a finding's path names.
   * @param {string | null} path
   */
  find(path) {
    const found = /^hands\.(left|right)(?:\.([A-Za-z]+))?/.exec(path ?? '');
    if (found) {
      const hand = this.hands.findIndex(
          (/** @type {Hand} */ one) => one.name === found[1]);
      const joint = this.names.indexOf(found[2] ?? 'Palm');
      return { hand, joint: joint > 0 ? joint : this.names.indexOf('Palm') };
    }
    const part = /^(camera|gaze)\b/.exec(path ?? '');
    return part && { part: this.motion.find(part[1]) };
  }

  /**
   * Rings around what a path is about; false if it is nowhere at that time.
   * Call show() before.
   * @param {string | null} path
   * @param {number} t
   */
  markAt(path, t) {
    const place = this.find(path);
    this.mark.visible = this.red.mesh.visible = false;
    if (place === null) return false;
    if (place.hand === undefined) {
      this.motion.position(place.part, t, POINTS, 0);
    } else {
      const hand = /** @type {number} */ (place.hand);
      if (!this.hands[hand].hasKeys) return false;
      const at = 3 * (hand * this.names.length + /** @type {number} */ (place.joint));
      for (let c = 0; c < 3; ++c) {
        POINTS[c] = this.figures[RECORDED].positions[at + c];
      }
    }
    const node = place.hand === undefined
      ? place.part : this.hands[place.hand].joints[/** @type {number} */ (place.joint)];
    // Where there is nothing now, there was something before.
    if (!isPlace(POINTS, 0) && !(node && this.motion.placeNear(node, t, POINTS))) {
      return false;
    }
    this.mark.position.set(POINTS[0], POINTS[1], POINTS[2]);
    this.mark.scale.setScalar(MARK_RADIUS);
    this.mark.visible = true;
    this.redden_(place);
    return true;
  }

  /** The block of the joint that is marked. @param {{hand?: number, joint?: number}} place */
  redden_({ hand, joint }) {
    if (hand === undefined || joint === undefined) return;
    const { matrices } = this.figures[RECORDED].blocks[hand];
    for (let i = 0; i < 16; ++i) {
      // A little larger, so that it covers the other.
      this.red.matrices[i] = matrices[16 * joint + i] * (i < 12 ? 1.08 : 1);
    }
    this.red.mesh.visible = true;
    this.red.changed();
  }

  /** Returns the rows to measure: with points off the joints, so that turns count. */
  measured(repaired = false) {
    const figure = this.figures[repaired ? REPAIRED : RECORDED];
    const { positions, rotations, camera, tracked } = figure;
    /** @type {any[]} */
    const rows = this.rows(figure).map((row) => ({
      ...row,
      tip: tipOf(positions, rotations, row.at),
      hidden: !tracked[Math.floor(row.at / this.names.length)],
    }));
    if (camera.visible) {
      const m = camera.matrix.elements;
      const position = [m[12], m[13], m[14]];
      rows.push({
        path: 'camera', name: 'camera', position,
        tip: position.map((c, i) => c + TIP_OFF * m[8 + i]),
      });
    }
    return rows;
  }

  /** For the table: what is where, at the time that is shown. */
  rows({ positions } = this.figures[RECORDED]) {
    const rows = [];
    this.hands.forEach((/** @type {Hand} */ hand, /** @type {number} */ h) => {
      if (!hand.hasKeys) return;
      for (let j = 1; j < this.names.length; ++j) {
        if (!hand.has(j)) continue;
        const at = 3 * (h * this.names.length + j);
        rows.push({
          path: `hands.${hand.name}.${this.names[j]}`,
          name: `${hand.name} ${this.names[j]}`,
          position: positions.subarray(at, at + 3),
          at: at / 3,
        });
      }
    });
    return rows;
  }

  /** A sentence or two about the time that is shown. @param {number} t */
  says(t) {
    return this.hands.map((/** @type {Hand} */ hand, /** @type {number} */ h) => {
      if (!hand.hasKeys) return `${hand.name} hand: no keys`;
      const tracked = this.isTracked_(hand, t);
      const pinch = this.motion.state(hand.pinch, t);
      return `${hand.name} hand: ${tracked ? 'tracked' : 'not tracked'}` +
          (pinch ? ', pinches' : '') + this.lost_(hand, h);
    }).join(' · ');
  }

  /** Says how many joints of a hand have keys, but no place. @param {Hand} hand @param {number} h */
  lost_(hand, h) {
    const { positions } = this.figures[RECORDED];
    let lost = 0;
    for (let j = 1; j < this.names.length; ++j) {
      if (hand.has(j) && !isPlace(positions, 3 * (h * this.names.length + j))) ++lost;
    }
    if (lost === 0) return '';
    return `, ${lost} ${lost === 1 ? 'joint has' : 'joints have'} no place at this time`;
  }
}
