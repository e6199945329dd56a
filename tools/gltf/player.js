// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The page that play.js opens: shows a .glb with three.js, as a viewer would, and
// says what moved. Nodes without a mesh, such as joints, become small balls.

import {
  AmbientLight, AnimationMixer, Box3, DirectionalLight, Mesh, MeshBasicMaterial,
  PerspectiveCamera, Scene, SphereBufferGeometry, Vector3, WebGLRenderer,
} from '/usr/share/javascript/three/build/three.module.js';
import { GLTFLoader } from '/usr/share/javascript/three/examples/jsm/loaders/GLTFLoader.js';

/** Where all nodes are, as numbers. */
function positions(scene) {
  scene.updateMatrixWorld(true);
  const all = [];
  scene.traverse((node) => {
    if (!node.isBall) all.push(...node.matrixWorld.elements);
  });
  return all;
}

function boxOf(scene) {
  const box = new Box3().setFromObject(scene);
  scene.traverse((node) => box.expandByPoint(node.getWorldPosition(new Vector3())));
  return box;
}

function addBalls(scene, radius) {
  const nodes = [];
  scene.traverse((node) => {
    if (!node.isMesh && node.parent) nodes.push(node);
  });
  const ball = new SphereBufferGeometry(radius, 8, 6);
  const colour = new MeshBasicMaterial({ color: 0x005fa8 });
  for (const node of nodes) {
    const mesh = new Mesh(ball, colour);
    mesh.isBall = true;
    node.add(mesh);
  }
}

/** The share of the picture that is not its background. */
function drawn(renderer) {
  const gl = renderer.getContext();
  const bytes = new Uint8Array(4 * gl.drawingBufferWidth * gl.drawingBufferHeight);
  gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA,
                gl.UNSIGNED_BYTE, bytes);
  let pixels = 0;
  for (let i = 0; i < bytes.length; i += 4) {
    if (bytes[i] + bytes[i + 1] + bytes[i + 2] < 3 * 255) ++pixels;
  }
  return pixels / (bytes.length / 4);
}

function look(scene, box) {
  const size = Math.max(box.getSize(new Vector3()).length(), 1e-3);
  const centre = box.getCenter(new Vector3());
  addBalls(scene, size / 80);
  scene.add(new AmbientLight(0xffffff, 0.5));
  const light = new DirectionalLight(0xffffff, 0.8);
  light.position.set(1, 2, 3);
  scene.add(light);
  // As viewers of glTF do: +z comes towards whoever looks.
  const camera = new PerspectiveCamera(45, 4 / 3, size / 100, size * 10);
  camera.position.copy(centre).add(new Vector3(0.3, 0.25, 1.1).multiplyScalar(size));
  camera.lookAt(centre);
  const renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
  renderer.setSize(640, 480);
  renderer.setClearColor(0xffffff);
  document.body.append(renderer.domElement);
  renderer.render(scene, camera);
  return drawn(renderer);
}

window.play = async (base64) => {
  const file = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)).buffer;
  const gltf = await new Promise((done, failed) => {
    new GLTFLoader().parse(file, '', done, failed);
  });
  const scene = new Scene();
  scene.add(gltf.scene);
  const rest = positions(scene);
  const said = { clips: gltf.animations.length, nodes: rest.length / 16, moved: 0,
                 finite: rest.every(Number.isFinite) };
  const mixer = new AnimationMixer(gltf.scene);
  let box = boxOf(scene);
  for (const clip of gltf.animations) {
    const action = mixer.clipAction(clip);
    action.play();
    for (const part of [0.1, 0.35, 0.6, 0.85]) {
      action.time = part * clip.duration;
      mixer.update(0);
      const now = positions(scene);
      said.finite = said.finite && now.every(Number.isFinite);
      now.forEach((x, i) => {
        said.moved = Math.max(said.moved, Math.abs(x - rest[i]));
      });
      box = box.union(boxOf(scene));
    }
    if (clip !== gltf.animations[gltf.animations.length - 1]) action.stop();
  }
  said.drawn = look(scene, box);
  return said;
};
