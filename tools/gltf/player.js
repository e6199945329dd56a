// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The code in the browser: loads a .glb with three.js, as a viewer would.
//
// window.play() says what moved, and shows it. Nodes without a mesh, such as joints,
// become small balls with their axes: x red, y green, z blue. window.load() and window.poses() say where everything is.

import {
  AmbientLight, AnimationMixer, AxesHelper, Box3, DirectionalLight, Mesh, MeshBasicMaterial,
  PerspectiveCamera, Scene, SphereGeometry, Vector3, WebGLRenderer,
} from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

/** Reads a file's bytes, in base64. */
function read(base64) {
  const file = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)).buffer;
  return new GLTFLoader().parseAsync(file, '');
}

/** Where all nodes are, as numbers. */
function positions(scene) {
  scene.updateMatrixWorld(true);
  const all = [];
  scene.traverse((node) => all.push(...node.matrixWorld.elements));
  return all;
}

/** Where meshes are; if there are none, all nodes. */
function boxOf(scene) {
  const box = new Box3().setFromObject(scene, true);
  if (box.isEmpty()) {
    scene.traverse((node) => box.expandByPoint(node.getWorldPosition(new Vector3())));
  }
  return box;
}

function addBalls(scene, radius) {
  const nodes = [];
  scene.traverse((node) => {
    if (!node.isMesh && node.parent) nodes.push(node);
  });
  const ball = new SphereGeometry(radius, 8, 6);
  const colour = new MeshBasicMaterial({ color: 0x005fa8 });
  for (const node of nodes) {
    const mesh = new Mesh(ball, colour);
    node.add(mesh, new AxesHelper(6 * radius));
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

function look(scene) {
  const box = boxOf(scene);
  const size = Math.max(box.getSize(new Vector3()).length(), 1e-3);
  const centre = box.getCenter(new Vector3());
  addBalls(scene, size / 80);
  scene.add(new AmbientLight(0xffffff, 1.5));
  const light = new DirectionalLight(0xffffff, 2.5);
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
  const gltf = await read(base64);
  const scene = new Scene();
  scene.add(gltf.scene);
  const rest = positions(scene);
  const said = { clips: gltf.animations.length, nodes: rest.length / 16, moved: 0,
                 finite: rest.every(Number.isFinite) };
  const mixer = new AnimationMixer(gltf.scene);
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
    }
    if (clip !== gltf.animations[gltf.animations.length - 1]) action.stop();
  }
  said.drawn = look(scene);
  return said;
};

let gltf = null;
let mixer = null;
let mesh = null;

/** Loads a file, for window.poses(). */
window.load = async (base64) => {
  gltf = await read(base64);
  mixer = new AnimationMixer(gltf.scene);
  mesh = null;
  gltf.scene.traverse((node) => {
    if (node.isMesh) mesh ??= node;
  });
  return {
    about: gltf.parser.json.asset.extras?.clipguard ?? {},
    clips: gltf.animations.map((clip) => ({ name: clip.name, duration: clip.duration })),
    vertices: mesh ? mesh.geometry.attributes.position.count : 0,
  };
};

/**
 * Counts, for all meshes, the front faces on the side of their corners' normals, and those on the
 * other; and returns places of some vertices of the first. At rest, in the world.
 * @param {number[]} vertices
 */
window.surface = (vertices) => {
  gltf.scene.updateMatrixWorld(true);
  const [p, q, r, n, sum] = Array.from({ length: 5 }, () => new Vector3());
  let [along, against] = [0, 0];
  gltf.scene.traverse((node) => {
    if (!node.isMesh || !node.geometry.index || !node.geometry.attributes.normal) return;
    const { index, attributes: { position, normal } } = node.geometry;
    // A mirrored mesh is drawn with its triangles turned.
    const turn = Math.sign(node.matrixWorld.determinant());
    for (let i = 0; i + 3 <= index.count; i += 3) {
      const corners = [0, 1, 2].map((k) => index.getX(i + k));
      [p, q, r].forEach((v, k) => v.fromBufferAttribute(position, corners[k]));
      sum.set(0, 0, 0);
      corners.forEach((corner) => sum.add(n.fromBufferAttribute(normal, corner)));
      const way = turn * q.sub(p).cross(r.sub(p)).dot(sum);
      along += way > 0 ? 1 : 0;
      against += way < 0 ? 1 : 0;
    }
  });
  const points = vertices.map((vertex) => mesh.localToWorld(
    new Vector3().fromBufferAttribute(mesh.geometry.attributes.position, vertex)).toArray());
  return { along, against, points };
};

/**
 * Where things are at some times of a clip: for each node its name and a matrix for
 * each time; for each time some vertices of the first mesh, at three numbers each. All
 * in the world.
 * @param {number} clip -1: none
 * @param {number[]} times
 * @param {number[]} vertices
 */
window.poses = (clip, times, vertices) => {
  mixer.stopAllAction();
  const action = clip < 0 ? null : mixer.clipAction(gltf.animations[clip]);
  action?.play();
  const nodes = [];
  gltf.scene.traverse((node) => {
    const index = gltf.parser.associations.get(node)?.nodes;
    if (index === undefined) return;
    nodes.push({ node, name: gltf.parser.json.nodes[index].name, matrices: [] });
  });
  const points = [];
  const at = new Vector3();
  for (const time of times) {
    if (action) action.time = time;
    mixer.update(0);
    gltf.scene.updateMatrixWorld(true);
    for (const { node, matrices } of nodes) {
      matrices.push([...node.matrixWorld.elements]);
    }
    points.push(vertices.flatMap((vertex) =>
      mesh.localToWorld(mesh.getVertexPosition(vertex, at)).toArray()));
  }
  return { nodes: nodes.map(({ name, matrices }) => ({ name, matrices })), points };
};
