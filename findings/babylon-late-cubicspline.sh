#!/bin/bash
# Babylon.js moves a CUBICSPLINE channel before its first keyframe.
#
# glTF says that before a channel's first keyframe its value holds. A clip whose
# channels do not all begin together is common: here one goes from 0 to 1 s, the
# other, CUBICSPLINE, has keyframes at 0.5 s and 1 s, both of them 0, with tangents.
# Up to 0.5 s it must be 0. Babylon.js 9.28.0 puts a copy of the first keyframe at 0
# (AnimationGroup.normalize), with both tangents, and draws a cubic from one to the
# other: the node leaves, and comes back. There is no error and no warning, and
# three.js plays the same file right.
#
# A keyframe at 0 in every channel keeps it where it is; so do tangents of 0.
#
# Installs the pinned npm packages in a temporary folder, and fails if this is not
# so any more. Status 77: npm cannot have them.
set -euo pipefail

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
npm install --silent --no-audit --no-fund @babylonjs/core@9.28.0 \
  @babylonjs/loaders@9.28.0 three@0.187.0 >npm.log 2>&1 ||
  { cat npm.log; exit 77; }

cat >look.mjs <<'JS'
globalThis.self = globalThis;
globalThis.ProgressEvent ??= class {};

// A node that the second channel of the clip moves along x.
function file(inTangent) {
  const accessors = [];
  const bufferViews = [];
  const numbers = [];
  const accessor = (list, type) => {
    const size = type === 'SCALAR' ? 1 : 3;
    bufferViews.push({buffer: 0, byteOffset: 4 * numbers.length, byteLength: 4 * list.length});
    numbers.push(...list);
    accessors.push({bufferView: accessors.length, componentType: 5126, type,
      count: list.length / size,
      ...(size === 1 ? {min: [list[0]], max: [list.at(-1)]} : {})});
    return accessors.length - 1;
  };
  const row = (x) => [x, 0, 0];
  const samplers = [
    {input: accessor([0, 1], 'SCALAR'), output: accessor([...row(0), ...row(1)], 'VEC3')},
    {input: accessor([0.5, 1], 'SCALAR'), interpolation: 'CUBICSPLINE',
      output: accessor([row(inTangent), row(0), row(0), row(0), row(0), row(0)].flat(), 'VEC3')},
  ];
  const bytes = Buffer.from(Float32Array.from(numbers).buffer);
  return JSON.stringify({
    asset: {version: '2.0'}, scene: 0, scenes: [{nodes: [0, 1]}],
    nodes: [{name: 'line'}, {name: 'late'}],
    animations: [{name: 'clip', samplers, channels: [0, 1].map((node) =>
      ({sampler: node, target: {node, path: 'translation'}}))}],
    accessors, bufferViews,
    buffers: [{byteLength: bytes.length,
      uri: 'data:application/octet-stream;base64,' + bytes.toString('base64')}],
  });
}

const TIMES = [0, 0.1, 0.25, 0.4, 0.5, 0.75];
const said = (name, list) =>
  console.log(`${name}: ${list.map((x) => (x + 0).toFixed(3)).join(' ')}`);

const B = await import('@babylonjs/core/index.js');
await import('@babylonjs/loaders/glTF/index.js');
B.Logger.LogLevels = B.Logger.ErrorLogLevel;
async function babylon(text) {
  const scene = new B.Scene(new B.NullEngine());
  scene.useRightHandedSystem = true;
  const url = 'data:;base64,' + Buffer.from(text).toString('base64');
  const {animationGroups: [group]} =
    await B.ImportMeshAsync(url, scene, {pluginExtension: '.gltf'});
  const node = scene.getTransformNodeByName('late') ?? scene.getMeshByName('late');
  group.start(false);
  group.pause();
  return TIMES.map((time) => {
    group.goToFrame(time * group.targetedAnimations[0].animation.framePerSecond);
    return node.position.x;
  });
}

const THREE = await import('three');
const {GLTFLoader} = await import('three/examples/jsm/loaders/GLTFLoader.js');
async function three(text) {
  const {scene, animations: [clip]} = await new GLTFLoader().parseAsync(text, '');
  const mixer = new THREE.AnimationMixer(scene);
  mixer.clipAction(clip).play();
  return TIMES.map((time) => {
    mixer.setTime(time);
    return scene.getObjectByName('late').position.x;
  });
}

console.log(`Babylon.js ${B.Engine.Version}, three.js ${THREE.REVISION}`);
for (const tangent of [4, 0]) {
  said(`Babylon.js, in tangent ${tangent}`, await babylon(file(tangent)));
  said(`three.js, in tangent ${tangent}`, await three(file(tangent)));
}
process.exit(0);
JS
# x at 0, 0.1, 0.25, 0.4, 0.5 and 0.75 s.
cat >expected <<'OUT'
Babylon.js 9.28.0, three.js 187
Babylon.js, in tangent 4: 0.000 -0.064 -0.250 -0.256 0.000 0.000
three.js, in tangent 4: 0.000 0.000 0.000 0.000 0.000 0.000
Babylon.js, in tangent 0: 0.000 0.000 0.000 0.000 0.000 0.000
three.js, in tangent 0: 0.000 0.000 0.000 0.000 0.000 0.000
OUT
node look.mjs | tee found
diff expected found
