// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The code in the browser: loads a .glb with three.js, as a viewer would.
// window.load() and window.poses() say where everything is.

import { AnimationMixer, Vector3 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

/** Reads a file's bytes, in base64. */
function read(base64) {
  const file = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)).buffer;
  return new GLTFLoader().parseAsync(file, '');
}

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
