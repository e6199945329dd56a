#!/bin/bash
# glTF Transform's resample() takes keyframes away whose neighbours say the same
# within a tolerance; the curve that is left may be 250 times that tolerance off.
#
# @gltf-transform/functions 4.5.1 compares each keyframe with the line from the last
# keyframe that it kept to the next one, and with nothing in between. A curve that
# bends slowly is close to each such line at its end, where it is looked at, and far
# from it in the middle. The slower it bends, the longer the line, and the farther off
# is the middle: a position x = a i^2 at keyframe i, with the tolerance 0.0001, is
# 0.00036 off for a = 1e-5, 0.0026 for 1e-6, and 0.025 for 1e-7.
#
# So the error of a recording of hands, in metres, is centimetres for a tolerance of a
# tenth of a millimetre, where a hand drifts. A smaller tolerance T makes it T^2 / 4a.
#
# Installs the pinned npm packages in a temporary folder, and fails if this is not
# so any more. Status 77: npm cannot have them.
set -euo pipefail

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
npm install --silent --no-audit --no-fund @gltf-transform/core@4.5.1 \
  @gltf-transform/functions@4.5.1 >npm.log 2>&1 || { cat npm.log; exit 77; }

cat >look.mjs <<'JS'
import {Document, VERSION} from '@gltf-transform/core';
import {resample} from '@gltf-transform/functions';

const COUNT = 3001;
const TOLERANCE = 1e-4;

// 50 s of a node at 60 keyframes a second.
async function resampled(place) {
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = (type, array) =>
    document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const values = new Float32Array(3 * COUNT);
  for (let i = 0; i < COUNT; ++i) values[3 * i] = place(i);
  const node = document.createNode('moved');
  document.createScene().addChild(node);
  const sampler = document.createAnimationSampler()
      .setInput(accessor('SCALAR', new Float32Array(COUNT).map((_, i) => i / 60)))
      .setOutput(accessor('VEC3', values)).setInterpolation('LINEAR');
  const channel = document.createAnimationChannel().setSampler(sampler)
      .setTargetNode(node).setTargetPath('translation');
  document.createAnimation('drift').addSampler(sampler).addChannel(channel);
  await document.transform(resample({tolerance: TOLERANCE}));
  return {times: sampler.getInput().getArray(), values: sampler.getOutput().getArray()};
}

console.log(`glTF Transform ${VERSION}, tolerance ${TOLERANCE}`);
for (const a of [1e-5, 1e-6, 1e-7]) {
  const place = (i) => a * i * i;
  const {times, values} = await resampled(place);
  let worst = 0;
  for (let i = 0, k = 0; i < COUNT; ++i) {
    while (k + 2 < times.length && times[k + 1] <= i / 60) ++k;
    const part = (i / 60 - times[k]) / (times[k + 1] - times[k]);
    const x = values[3 * k] + part * (values[3 * k + 3] - values[3 * k]);
    worst = Math.max(worst, Math.abs(x - place(i)));
  }
  console.log(`x = ${a} i^2: ${times.length} of ${COUNT} keyframes, ` +
      `up to ${worst.toPrecision(2)} off`);
}
JS
cat >expected <<'OUT'
glTF Transform v4.5.1, tolerance 0.0001
x = 0.00001 i^2: 288 of 3001 keyframes, up to 0.00036 off
x = 0.000001 i^2: 31 of 3001 keyframes, up to 0.0026 off
x = 1e-7 i^2: 4 of 3001 keyframes, up to 0.025 off
OUT
node look.mjs | tee found
diff expected found
