// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Does a recording with WebXR's names move WebXR's generic hand?
//
//   node webxr_hand.mjs RECORDING.glb FOLDER
//
// FOLDER has left.glb and right.glb. Each of their bones gets the position and the
// rotation of the node of its name, as players of WebXR do. In the world, it must be
// where that node is.
import fs from 'node:fs';

globalThis.self = globalThis;
const {AnimationMixer, Vector3} = await import('three');
const {GLTFLoader} = await import('three/examples/jsm/loaders/GLTFLoader.js');

const kTimes = 12;
const kBones = 25;

const [recording, folder] = process.argv.slice(2);
const load = (path) =>
  new GLTFLoader().parseAsync(new Uint8Array(fs.readFileSync(path)).buffer, '');
const placeOf = (object) => new Vector3().setFromMatrixPosition(object.matrixWorld);

const {scene, animations: [clip]} = await load(recording);
const mixer = new AnimationMixer(scene);
mixer.clipAction(clip).play();
let farthest = 0;
let fitting = 0;
for (const hand of ['left', 'right']) {
  const model = (await load(`${folder}/${hand}.glb`)).scene;
  // The names of the file: three.js gives the second hand others.
  const nodes = new Map();
  scene.getObjectByName(`hand_${hand}`)
      .traverse((node) => nodes.set(node.userData.name, node));
  const bones = [];
  model.traverse((bone) => bone.isBone && nodes.has(bone.name) && bones.push(bone));
  if (bones.length === kBones) ++fitting;
  for (let i = 0; i < kTimes; ++i) {
    mixer.setTime(clip.duration * i / kTimes);
    scene.updateMatrixWorld(true);
    for (const bone of bones) {
      bone.position.copy(nodes.get(bone.name).position);
      bone.quaternion.copy(nodes.get(bone.name).quaternion);
    }
    model.updateMatrixWorld(true);
    for (const bone of bones) {
      const off = placeOf(bone).distanceTo(placeOf(nodes.get(bone.name)));
      farthest = Math.max(farthest, off);
    }
  }
}
console.log(`WebXR's hands: ${fitting} of 2 fit, no joint is farther off than ${farthest} m`);
process.exit(fitting === 2 && farthest < 1e-6 ? 0 : 1);
