#!/bin/bash
# PlayCanvas turns along normalised lines, where glTF says arcs, and leaves a node
# where the clip before left it.
#
# glTF joins LINEAR rotations by spherical linear interpolation (slerp): equal times,
# equal angles. PlayCanvas 2.23.3 interpolates the four numbers and normalises (nlerp):
# the same way, but too slow at its ends and too quick in its middle. A turn of 90
# degrees is up to 0.9 degrees off, one of 170 degrees 7. three.js plays both right.
#
# When another clip begins that has no channel for that node, it does not go back to
# rest: it stays where the clip before had it. three.js puts it back.
#
# Keyframes at most 20 degrees apart are within 0.01 degrees in both; a channel for
# everything in every clip ends the other.
#
# Installs the pinned npm packages in a temporary folder, and fails if this is not
# so any more. Status 77: npm cannot have them.
set -euo pipefail

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
npm install --silent --no-audit --no-fund playcanvas@2.23.3 three@0.187.0 \
  >npm.log 2>&1 || { cat npm.log; exit 77; }

cat >look.mjs <<'JS'
globalThis.self = globalThis;
globalThis.requestAnimationFrame ??= () => 0;
globalThis.cancelAnimationFrame ??= () => {};
globalThis.screen ??= {};

// The clip "turn" turns a node about z by so many degrees in 1 s; "other" moves
// another node.
function file(degrees) {
  const half = degrees * Math.PI / 360;
  const lists = [[0, 1], [0, 0, 0, 1, 0, 0, Math.sin(half), Math.cos(half)],
    [0, 0, 0, 1, 0, 0]];
  const types = ['SCALAR', 'VEC4', 'VEC3'];
  const bytes = Buffer.from(Float32Array.from(lists.flat()).buffer);
  let at = 0;
  const bufferViews = lists.map((list) => {
    const view = {buffer: 0, byteOffset: at, byteLength: 4 * list.length};
    at += view.byteLength;
    return view;
  });
  const clip = (name, node, path, output) => ({
    name, samplers: [{input: 0, output}], channels: [{sampler: 0, target: {node, path}}]});
  const json = Buffer.from(JSON.stringify({
    asset: {version: '2.0'}, scene: 0, scenes: [{nodes: [0, 1]}],
    nodes: [{name: 'turned'}, {name: 'moved'}],
    animations: [clip('turn', 0, 'rotation', 1), clip('other', 1, 'translation', 2)],
    accessors: lists.map((_, i) => ({bufferView: i, componentType: 5126, count: 2,
      type: types[i], ...(i === 0 ? {min: [0], max: [1]} : {})})),
    bufferViews, buffers: [{byteLength: bytes.length}],
  }));
  const padded = Buffer.concat([json, Buffer.alloc(-json.length & 3, ' ')]);
  const head = Buffer.from(Uint32Array.from([0x46546C67, 2,
    28 + padded.length + bytes.length, padded.length, 0x4E4F534A]).buffer);
  const chunk = Buffer.from(Uint32Array.from([bytes.length, 0x004E4942]).buffer);
  const all = Buffer.concat([head, padded, chunk, bytes]);
  return all.buffer.slice(all.byteOffset, all.byteOffset + all.length);
}

const angle = ({z, w}) => Math.atan2(z, w) * 360 / Math.PI;

const THREE = await import('three');
const {GLTFLoader} = await import('three/examples/jsm/loaders/GLTFLoader.js');
async function three(bytes) {
  const {scene, animations} = await new GLTFLoader().parseAsync(bytes, '');
  const mixer = new THREE.AnimationMixer(scene);
  return (clip, time) => {
    mixer.stopAllAction();
    const action = mixer.clipAction(animations[clip]).setLoop(THREE.LoopOnce);
    action.clampWhenFinished = true;
    action.reset().play();
    mixer.setTime(time);
    return angle(scene.getObjectByName('turned').quaternion);
  };
}

const pc = await import('playcanvas/build/playcanvas/src/index.js');
const canvas = {width: 4, height: 4, style: {}, addEventListener() {},
  removeEventListener() {}, getContext: () => null,
  getBoundingClientRect: () => ({width: 4, height: 4, left: 0, top: 0})};
const options = new pc.AppOptions();
options.graphicsDevice = new pc.NullGraphicsDevice(canvas);
options.componentSystems = [pc.AnimComponentSystem, pc.RenderComponentSystem];
options.resourceHandlers = [pc.ContainerHandler, pc.AnimClipHandler,
  pc.AnimStateGraphHandler, pc.TextureHandler];
const app = new pc.AppBase(canvas);
app.init(options);
async function playcanvas(bytes, name) {
  const asset = new pc.Asset(name, 'container', {url: name, filename: name, contents: bytes});
  app.assets.add(asset);
  await new Promise((resolve, reject) => {
    asset.ready(resolve);
    asset.on('error', reject);
    app.assets.load(asset);
  });
  const entity = asset.resource.instantiateRenderEntity({});
  app.root.addChild(entity);
  entity.addComponent('anim', {activate: true, speed: 0});
  asset.resource.animations.forEach((clip, i) =>
    entity.anim.assignAnimation(`clip${i}`, clip.resource, undefined, 1, false));
  entity.anim.playing = true;
  return (clip, time) => {
    entity.anim.baseLayer.play(`clip${clip}`);
    entity.anim.baseLayer.activeStateCurrentTime = time;
    entity.anim.update(0);
    return angle(entity.findByName('turned').getLocalRotation());
  };
}

console.log(`PlayCanvas ${pc.version}, three.js ${THREE.REVISION}`);
for (const degrees of [20, 90, 170]) {
  const players = {'three.js': await three(file(degrees)),
    PlayCanvas: await playcanvas(file(degrees), `${degrees}.glb`)};
  for (const [name, at] of Object.entries(players)) {
    const turned = [0.2, 0.25, 0.5, 1].map((time) => at(0, time).toFixed(2));
    console.log(`${name}, ${degrees} degrees: ${turned.join(' ')}, ` +
        `then the other clip: ${at(1, 0.5).toFixed(2)}`);
  }
}
process.exit(0);
JS
# Degrees at 0.2, 0.25, 0.5 and 1 s.
cat >expected <<'OUT'
PlayCanvas 2.23.3, three.js 187
three.js, 20 degrees: 4.00 5.00 10.00 20.00, then the other clip: 0.00
PlayCanvas, 20 degrees: 3.99 4.99 10.00 20.00, then the other clip: 20.00
three.js, 90 degrees: 18.00 22.50 45.00 90.00, then the other clip: 0.00
PlayCanvas, 90 degrees: 17.09 21.60 45.00 90.00, then the other clip: 90.00
three.js, 170 degrees: 34.00 42.50 85.00 170.00, then the other clip: 0.00
PlayCanvas, 170 degrees: 27.40 35.77 85.00 170.00, then the other clip: 170.00
OUT
node look.mjs | tee found
diff expected found
