// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The stage of a 3D view: canvas, light, camera, and how a reader turns it by
// mouse, touch and keyboard. It draws only when something has changed.

import {
  Color, DirectionalLight, HemisphereLight, PerspectiveCamera, Scene, Spherical,
  Vector2, Vector3, WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three-examples/controls/OrbitControls.js';
import { button } from '../frame/dom.js';
import { Pace } from './pace.js';

const FIELD_OF_VIEW = 40;  // degrees
const EYE_OF_VIEW = 75;  // of somebody's eyes
const FINEST = 2;  // pixels of the picture to one of the page

export class Stage {
  /**
   * @param {HTMLElement} host
   * @param {string} label of the picture
   * @param {(coarse: boolean) => void} [showCoarse] draws fewer triangles, or
   *     all again; without it, there are none to be left out
   */
  constructor(host, label, showCoarse) {
    this.host = host;
    // three.js would complain aloud where there is no WebGL.
    const got = contextIn(host.ownerDocument);
    if (got === null) return;
    this.canvas = got.canvas;
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute('role', 'img');
    this.canvas.setAttribute('aria-label', label);
    this.canvas.className = 'scene-canvas';
    host.append(this.canvas);
    this.renderer = new WebGLRenderer({ canvas: this.canvas, context: got.context });
    this.scene = new Scene();
    this.camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.01, 100);
    this.scene.add(new HemisphereLight(0xffffff, 0x8890a0, 0.75));
    const sun = new DirectionalLight(0xffffff, 0.6);
    sun.position.set(0.6, 1, 0.8);
    this.scene.add(sun);
    this.home = { target: new Vector3(), from: new Vector3(0, 0, 1) };
    this.frames = 0;
    /** How many pictures are side by side, all seen from the same place. */
    this.pictures = 1;
    /** @type {(picture: number) => void} */
    this.beforePicture = () => {};
    this.showCoarse_ = showCoarse;
    this.pace_ = new Pace({
      finest: Math.min(globalThis.devicePixelRatio || 1, FINEST),
      software: got.software,
      canBeCoarse: showCoarse !== undefined,
    });
    this.step_ = this.pace_.whole;
    this.playing_ = false;
    this.turning_ = false;
    this.pending_ = 0;
    // Until a reader turns it, the view follows the window's shape.
    this.untouched = true;
    /** @type {() => void} */
    this.beforeDraw = () => {};
    /** A reader begins to turn it. @type {() => void} */
    this.onTurn = () => {};
    /** Another step was chosen. @type {() => void} */
    this.onStep = () => {};
    this.control_();
    this.observer_ = new ResizeObserver(() => this.resize());
    this.observer_.observe(host);
    this.resize();
  }

  get works() {
    return this.renderer !== undefined;
  }

  control_() {
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.enableKeys = false;
    this.controls.zoomSpeed = 0.8;
    this.controls.addEventListener('change', () => this.draw());
    this.controls.addEventListener('start', () => {
      this.onTurn();
      this.untouched = false;
      this.turning_ = true;
      this.chooseStep_();
    });
    const stop = () => {
      this.turning_ = false;
      this.chooseStep_();
    };
    this.controls.addEventListener('end', stop);
    // A page that is scrolled past does not zoom.
    this.controls.enableZoom = false;
    const { canvas } = this;
    /** @type {[EventTarget, string, (event: any) => void][]} */
    this.listeners_ = [
      [canvas, 'focus', () => { this.controls.enableZoom = true; }],
      [canvas, 'blur', () => { this.controls.enableZoom = false; }],
      [canvas, 'pointerdown', () => canvas.focus({ preventScroll: true })],
      [canvas, 'webglcontextrestored', () => this.draw()],
      // OrbitControls do not hear of these.
      [canvas, 'touchcancel', stop],
      [window, 'blur', stop],
    ];
    for (const [target, type, listener] of this.listeners_) {
      target.addEventListener(type, listener);
    }
  }

  /** @param {number} around @param {number} over radians */
  turn(around, over) {
    const arm = this.camera.position.clone().sub(this.controls.target);
    const at = new Spherical().setFromVector3(arm);
    at.theta += around;
    at.phi = Math.min(Math.max(at.phi + over, 0.01), Math.PI - 0.01);
    arm.setFromSpherical(at);
    this.untouched = false;
    this.camera.position.copy(this.controls.target).add(arm);
    this.controls.update();
    this.draw();
  }

  /** @param {number} factor */
  zoom(factor) {
    this.untouched = false;
    const arm = this.camera.position.clone().sub(this.controls.target);
    this.camera.position.copy(this.controls.target)
        .add(arm.multiplyScalar(factor));
    this.controls.update();
    this.draw();
  }

  /**
   * Looks at a place from a direction, so that a ball around it is in view.
   * @param {number[]} center
   * @param {number} radius
   * @param {number[]} direction from the place to the eye
   */
  lookAt(center, radius, direction) {
    this.around = { center, radius, direction };
    this.untouched = true;
    this.goHome();
  }

  /**
   * Looks as somebody looks, until a reader turns the picture.
   * @param {Vector3} position
   * @param {Vector3} ahead a place in front
   * @param {Vector3} up
   */
  lookAs(position, ahead, up) {
    const { camera } = this;
    camera.fov = EYE_OF_VIEW;
    camera.position.copy(position);
    camera.up.copy(up);
    camera.lookAt(ahead);
    camera.up.set(0, 1, 0);
    camera.near = 0.01;
    camera.updateProjectionMatrix();
  }

  /** Brings a place into the middle, from where a reader looks. @param {Vector3} place in the page's space */
  center(place) {
    if (this.untouched && this.around) {
      this.lookAt(place.toArray(), this.around.radius, this.around.direction);
      return;
    }
    this.camera.position.add(place).sub(this.controls.target);
    this.controls.target.copy(place);
    this.controls.update();
    this.draw();
  }

  goHome() {
    if (!this.around) return;
    const { center, radius, direction } = this.around;
    // The narrower of both angles of view decides.
    this.camera.fov = FIELD_OF_VIEW;
    const half = Math.atan(Math.tan(FIELD_OF_VIEW * Math.PI / 360) *
                           Math.min(this.camera.aspect, 1));
    const distance = radius / Math.sin(half);
    this.controls.target.fromArray(center);
    this.camera.position.fromArray(direction).setLength(distance)
        .add(this.controls.target);
    this.camera.near = distance / 100;
    this.camera.far = distance * 100;
    this.camera.updateProjectionMatrix();
    this.controls.minDistance = distance / 50;
    this.controls.maxDistance = distance * 20;
    this.controls.update();
    this.draw();
  }

  resize() {
    const picture = this.pictureSize();
    const aspect = picture.width / picture.height;
    const changed = Math.abs(aspect - this.camera.aspect) > 0.01;
    this.camera.aspect = aspect;
    this.camera.updateProjectionMatrix();
    if (changed && this.untouched) this.goHome();
    this.draw();
  }

  /** @param {string} color */
  background(color) {
    this.scene.background = new Color(color);
    this.draw();
  }

  /** Draws before the next frame, once. */
  draw() {
    if (this.pending_ || !this.works) return;
    this.pending_ = requestAnimationFrame((now) => {
      // While a frame is pending, so that another step asks for no second one.
      if (this.playing_ && this.pace_.frame(now)) this.chooseStep_();
      this.pending_ = 0;
      this.fit_();
      this.beforeDraw();
      this.render_();
      ++this.frames;
    });
  }

  /**
   * Makes the canvas as large as it should be, which clears it: only just before
   * it is drawn, or it would be black until the next frame.
   */
  fit_() {
    const { renderer } = this;
    const width = Math.max(this.host.clientWidth, 1);
    const height = Math.max(this.host.clientHeight, 1);
    const { ratio } = this.step_;
    const size = renderer.getSize(new Vector2());
    if (size.x === width && size.y === height && renderer.getPixelRatio() === ratio) return;
    renderer.setPixelRatio(ratio);
    renderer.setSize(width, height, false);
  }

  render_() {
    const { renderer } = this;
    const { width, height, across } = this.pictureSize();
    renderer.setScissorTest(this.pictures > 1);
    for (let i = 0; i < this.pictures; ++i) {
      const x = across ? i * width : 0;
      // WebGL counts from below.
      const y = across ? 0 : (this.pictures - 1 - i) * height;
      renderer.setViewport(x, y, width, height);
      renderer.setScissor(x, y, width, height);
      this.beforePicture(i);
      renderer.render(this.scene, this.camera);
    }
  }

  /** Returns the size of each picture; and whether they are side by side, or stacked. */
  pictureSize() {
    const width = Math.max(this.host.clientWidth, 1);
    const height = Math.max(this.host.clientHeight, 1);
    const across = width >= height;
    return {
      width: across ? width / this.pictures : width,
      height: across ? height : height / this.pictures,
      across,
    };
  }

  /** @param {number} count */
  setPictures(count) {
    this.pictures = count;
    this.resize();
    this.goHome();
  }

  /** Whether it plays: then it may be coarser, to keep up. */
  set playing(playing) {
    if (!this.works || playing === this.playing_) return;
    this.playing_ = playing;
    if (playing) this.pace_.begin();
    this.chooseStep_();
  }

  /** The present reductions: coarse triangles, and the share of pixels. */
  get lowered() {
    if (!this.works) return { coarse: false, share: 1 };
    const { ratio } = this.pace_.whole;
    return { coarse: this.step_.coarse, share: this.step_.ratio / ratio };
  }

  /** A moving picture may be coarser; one that stands still is drawn as a whole. */
  chooseStep_() {
    const { pace_: pace, step_: before } = this;
    const step = this.playing_ || this.turning_ ? pace.step : pace.whole;
    if (step === before) return;
    this.step_ = step;
    if (step.coarse !== before.coarse) this.showCoarse_?.(step.coarse);
    this.onStep();
    this.draw();
  }

  destroy() {
    if (!this.works) return;
    cancelAnimationFrame(this.pending_);
    this.observer_.disconnect();
    for (const [target, type, listener] of this.listeners_) {
      target.removeEventListener(type, listener);
    }
    this.controls.dispose();
    this.scene.traverse((/** @type {any} */ object) => {
      object.geometry?.dispose();
      for (const material of [object.material ?? []].flat()) {
        material.map?.dispose();
        material.dispose();
      }
    });
    this.renderer.dispose();
    giveBack(this.renderer.getContext());
    this.canvas.remove();
  }
}

/**
 * Buttons that look from the front, the left and the top.
 * @param {(direction: number[]) => void} look from there to the middle
 * @param {number} [front] where on the z axis the front is
 */
export function lookButtons(look, front = 1) {
  const looks = { Front: [0, 0, front], Left: [front, 0, 0], Top: [0, 1, 0.001] };
  return Object.entries(looks).map(([title, direction]) =>
    button(title, () => look(direction), { label: `Look from: ${title.toLowerCase()}` }));
}

// Names of WebGL renderers that draw in software, without a graphics card.
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/**
 * A canvas with a context: with smooth edges, unless a program draws, for which
 * they cost too much.
 * @param {Document} document
 * @returns {{canvas: HTMLCanvasElement, context: WebGLRenderingContext, software: boolean} | null}
 */
function contextIn(document) {
  for (const antialias of [true, false]) {
    const canvas = document.createElement('canvas');
    const wanted = { alpha: false, antialias, depth: true, stencil: false };
    const context = /** @type {WebGLRenderingContext | null} */ (
      canvas.getContext('webgl2', wanted) ?? canvas.getContext('webgl', wanted));
    if (context === null) continue;
    const software = SOFTWARE.test(rendererOf(context));
    if (!antialias || !software) return { canvas, context, software };
    giveBack(context);
  }
  return null;
}

/**
 * A browser has few contexts, and takes those away that were made first: one that
 * is no longer needed does not wait until it is collected.
 * @param {WebGLRenderingContext} context
 */
function giveBack(context) {
  context.getExtension('WEBGL_lose_context')?.loseContext();
}

/** @param {WebGLRenderingContext} context */
function rendererOf(context) {
  const name = String(context.getParameter(context.RENDERER));
  // Some say it only if they are asked in this way, which others warn of.
  if (name !== 'WebKit WebGL') return name;
  const info = context.getExtension('WEBGL_debug_renderer_info');
  return info ? String(context.getParameter(info.UNMASKED_RENDERER_WEBGL)) : name;
}
