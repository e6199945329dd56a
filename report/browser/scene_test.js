// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The replay in 3D: its poses are those of `clipguard sample`, it draws, follows
// the cursor, turns by keyboard, and works without WebGL.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync,
} from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import {
  blockOf, countDraws, data, look, makeReport, picture, program, scratch, settled, slowDown,
  someTimes, source, until,
} from './harness.js';

const module = (name) =>
  import(pathToFileURL(source('report/page/scene', name)).href);

function sample(file, times, ...flags) {
  const args = ['sample', `--times=${times.join(',')}`, ...flags, file];
  try {
    return JSON.parse(execFileSync(program, args, {
      cwd: source('.'), maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'],
    }).toString());
  } catch (error) {
    // Forge files with errors have data all the same; others have none.
    const text = String(error.stdout);
    return text ? JSON.parse(text) : null;
  }
}

class Worst {
  constructor() {
    this.difference = 0;
    this.where = '';
  }

  /** The difference, or its share of what is larger than 1. */
  compare(page, sampled, where) {
    const number = Number(sampled);
    if (Number.isNaN(page) && Number.isNaN(number)) return;
    const apart = page === number
        ? 0 : Math.abs(page - number) / Math.max(1, Math.abs(number));
    if (apart <= this.difference) return;
    this.difference = apart;
    this.where = where;
  }
}

/** The bytes that `convert` exports of it; null: none. @param {string} file @param {string[]} flags */
function exported(file, flags = ['--lossy']) {
  const glb = path.join(scratch, 'exported.glb');
  rmSync(glb, { force: true });
  spawnSync(program, ['convert', '--to=glb', '-o', glb, ...flags, file], { cwd: source('.') });
  return existsSync(glb) ? readFileSync(glb) : null;
}

// Numbers of a matrix that mirroring z negates.
const MIRRORED = [2, 6, 8, 9, 11, 14];

async function compareRecording(file, scene, worst) {
  const { Motion } = await module('motion.js');
  const motion = await Motion.load(scene);
  const times = [0, Math.fround(scene.duration),
                 ...someTimes(0, scene.duration, 150)];
  const sampled = sample(file, times);
  if (sampled === null) return;
  const glb = exported(file);
  const other = glb && await Motion.load({ ...scene, glb: [glb] });
  const out = new Float64Array(4);
  const same = new Float64Array(4);
  const pair = (name, pose) => {
    const node = motion.find(name);
    const compare = (kind, node, of, values) => values?.forEach((sample, i) => {
      motion[kind](node, times[i], out, 0);
      if (other) {
        other[kind](other.find(of, kind === 'rotation' ? 'quaternion' : 'position'), times[i], same, 0);
        assert.deepEqual(out, same, `${file} ${of} at ${times[i]}`);
      }
      if (kind === 'position' && of === 'gaze_direction') {
        const length = Math.hypot(...out.subarray(0, 3)) || 1;
        for (let c = 0; c < 3; ++c) out[c] /= length;
      }
      sample.forEach((value, c) => {
        // A component that was not recorded is null.
        if (value !== null) worst.compare(out[c], value, `${of} ${kind} at ${times[i]}`);
      });
    });
    compare('position', node, name, pose.position ?? pose.origin);
    compare('rotation', motion.find(name, 'quaternion'), name, pose.rotation);
    compare('position', motion.find('gaze_direction'), 'gaze_direction', pose.direction);
  };
  if (sampled.camera) pair('camera', sampled.camera);
  if (sampled.gaze) pair('gaze', sampled.gaze);
  for (const hand of sampled.hands ? ['left', 'right'] : []) {
    const { tracked, pinch, joints } = sampled.hands[hand];
    for (const [name, states] of Object.entries({ tracked, pinch })) {
      times.forEach((t, i) => assert.equal(
          motion.state(motion.find(`hand_${hand}_${name}`), t), states?.[i] ?? false, `${file} ${t}`));
    }
    scene.jointNames.forEach((name, j) => {
      if (j > 0) pair(`hand_${hand}_${name}`, joints[name]);
    });
  }
}

async function compareCharacter(file, scene, worst) {
  const { CharacterScene } = await module('character_scene.js');
  const { loadGlb } = await module('../stage/glb.js');
  await CharacterScene.load(scene);
  const model = new CharacterScene(scene, { series: ['#000', '#111'] });
  const glb = exported(file);
  if (glb && scene.clips.length > 0) {
    const numbers = ({ animations }) => animations.map((moves) =>
      moves.map(({ track }) => [track.name, track.times, track.values]));
    assert.deepEqual(numbers(scene.file), numbers(await loadGlb([glb])), file);
  }
  // Sample may show a value that the .glb has lost.
  if (exported(file, []) === null) return;
  const mirror = model.world.scale.z;
  const size = Math.max(model.radius, 1);
  for (const clip of scene.clips) {
    const times = someTimes(clip.start - 0.1, clip.start + clip.duration + 0.1, 150);
    const sampled = sample(file, times, `--clip=${clip.name}`);
    if (sampled === null) continue;
    model.choose(clip.name);
    times.forEach((t, i) => {
      model.show(t - clip.start);
      model.skin_?.boneMatrices.forEach((value, k) => {
        const scale = (MIRRORED.includes(k % 16) ? mirror : 1) / (k % 16 < 12 ? 1 : size);
        worst.compare(value * scale, sampled.bones[k >> 4][i][k % 16] * Math.abs(scale),
                      `bone ${k >> 4} at ${t}`);
      });
    });
  }
}

async function compareArmature(file, scene, worst) {
  const { Armature } = await module('../stage/armature.js');
  const glb = exported(file);
  const [armature, other] = await Armature.loadAll(
    [...scene.armatures, ...glb ? [{ glb: [glb], joints: [] }] : []]);
  const out = new Float64Array(16);
  const same = new Float64Array(16);
  armature.clips.forEach((clip, c) => {
    const times = someTimes(-0.1, 1.1, 150);
    const sampled = sample(file, times, `--clip=${clip.name}`);
    if (sampled === null) return;
    times.forEach((t, i) => armature.joints.forEach((name, j) => {
      armature.pose(j, clip, t, out, 0);
      if (other) {
        other.pose(j, other.clips[c], t, same, 0);
        assert.deepEqual(out, same, `${file} ${name} at ${t}`);
      }
      sampled.joints[name]?.[i].forEach((value, k) => {
        // A joint whose numbers are none stands still in the .glb.
        if (Number.isFinite(Number(value))) worst.compare(out[k], value, `${name} at ${t}`);
      });
    }));
  });
}

const COMPARE = {
  recording: compareRecording, character: compareCharacter, armature: compareArmature,
};

/** The largest difference of a file's poses; null: it has none. */
async function worstOf(file) {
  const block = await blockOf(makeReport('poses', [file]));
  if (!block.scene) return null;
  const worst = new Worst();
  await COMPARE[block.scene.kind](file, block.scene, worst);
  return worst;
}

function filesIn(folder, extension) {
  return readdirSync(source(folder)).filter((name) => name.endsWith(extension))
      .map((name) => path.join(folder, name));
}

test('poses are those of sample', async (t) => {
  const files = [
    ...filesIn('corpus/mrtk/valid', '.bin'),
    ...filesIn('corpus/m3d/valid', '.m3d'),
    ...filesIn('corpus/m3d/warnings', '.m3d'),
    ...filesIn('corpus/forge/valid', '.armature.json'),
    ...filesIn('corpus/forge/warnings', '.armature.json'),
  ];
  if (data) {
    files.push(...sampleFiles());
  }
  let largest = { difference: 0 };
  let compared = 0;
  for (const file of files) {
    const worst = await worstOf(file);
    if (worst === null) continue;
    ++compared;
    assert.ok(worst.difference < 1e-4, `${file}: ${worst.difference} ${worst.where}`);
    if (worst.difference > largest.difference) largest = { ...worst, file };
  }
  assert.ok(compared > 50, `only ${compared} files`);
  t.diagnostic(`${compared} files, worst ${largest.difference.toExponential(2)}: ` +
               `${largest.file} ${largest.where}`);
});

const recordings = path.join(data, 'mrtk/real');
const soldier = path.join(data, 'm3d/real/soldier.m3d');

function sampleFiles() {
  return [
    ...readdirSync(recordings).map((name) => path.join(recordings, name)), soldier,
  ].filter((file) => existsSync(file));
}

/** How many different colours a picture of the canvas has. */
async function coloursOf(page) {
  await settled(page);
  return page.evaluate(async () => {
    const canvas = document.querySelector('.scene-canvas');
    // The picture is there only until the browser shows it.
    return new Promise((resolve) => {
      canvas.dispatchEvent(new KeyboardEvent('keydown', { key: '0', bubbles: true }));
      requestAnimationFrame(() => {
        const copy = document.createElement('canvas');
        copy.width = 200;
        copy.height = 200;
        const context = copy.getContext('2d');
        context.drawImage(canvas, 0, 0, 200, 200);
        const { data: pixels } = context.getImageData(0, 0, 200, 200);
        resolve(new Set(new Uint32Array(pixels.buffer)).size);
      });
    });
  });
}

const SCENES = [
  ['recording', 'corpus/mrtk/valid/parts-camera-hands-gaze.bin', 0.3],
  ['character', 'corpus/m3d/valid/biped.m3d', 0.4],
  ['static', 'corpus/m3d/valid/crate.m3d', 0],
  ['armature', 'corpus/forge/valid/chest.armature.json', 0.5],
  ['one-key', 'corpus/mrtk/valid/one-key.bin', 0],
  ['extreme', 'corpus/mrtk/valid/extreme-values.bin', 0.5],
  ['zero-rotation', 'corpus/mrtk/valid/rotation-zero.bin', 0],
  ['not-finite', 'corpus/mrtk/invalid/key-value-not-finite.bin', 0],
  ['overflows', 'corpus/m3d/warnings/transform-overflows.m3d', 0.2],
  ['armature-overflows', 'corpus/forge/warnings/armature-matrix-overflows.armature.json', 0.9],
];

test('each kind of file draws something, damaged ones too', async () => {
  for (const [name, file, t] of SCENES) {
    const report = makeReport(`scene-${name}`, [file]);
    if (!(await blockOf(report)).scene) continue;
    await look(report, `scene-${name}`, { hash: `file=0&view=scene&t=${t}` },
      async (page) => {
        await page.locator('.scene-canvas').waitFor();
        const colours = await coloursOf(page);
        if (['recording', 'character', 'static', 'armature'].includes(name)) {
          assert.ok(colours > 20, `${name}: ${colours} colours`);
        }
      });
  }
});

test('an armature moves the boxes of its model', async () => {
  const model = path.join(scratch, 'chest-model.json');
  writeFileSync(model, JSON.stringify({ elements: [
    { from: [1, 10, 1], to: [15, 14, 15] }, { from: [5, 12, 15], to: [11, 14, 15.5] },
    { from: [7, 8, 15], to: [9, 11, 16] }, { from: [1, 0, 1], to: [15, 10, 15] },
    { from: [-4, 0, -4], to: [-1, 12, -1],
      rotation: { origin: [-2, 0, -2], axis: 'y', angle: 45, rescale: true } },
  ] }));
  const report = makeReport('scene-boxes', [`--model=${model}`, 'corpus/forge/valid/chest.armature.json']);
  await look(report, 'scene-boxes', { hash: 'file=0&view=scene&t=0' }, async (page) => {
    await page.locator('.scene-canvas').waitFor();
    assert.match(await page.locator('.scene-says').innerText(), /^5 elements of the model; of 1 element that several joints move/);
    await page.waitForTimeout(200);
    const seen = async () => (await page.locator('.scene-canvas').screenshot()).toString('base64');
    const before = await seen();
    await picture(page, 'scene-boxes-begin');
    await page.evaluate(() => { location.hash = 'file=0&view=scene&t=0.5'; });
    await page.waitForTimeout(300);
    assert.notEqual(await seen(), before);
  });
});

/** How many pixels of the replay are red, and green. */
async function redAndGreen(page) {
  const shot = (await page.locator('.scene-canvas').screenshot()).toString('base64');
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    const { data: pixels } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    const seen = [0, 0];
    for (let i = 0; i < pixels.length; i += 4) {
      if (pixels[i] > 60 + pixels[i + 1]) ++seen[0];
      if (pixels[i + 1] > 60 + pixels[i]) ++seen[1];
    }
    return seen;
  }, shot);
}

/** A picture of two halves, left and right, as the browser writes it. */
function halves(page, type) {
  return page.evaluate((wanted) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 500, height: 300 });
    const context = canvas.getContext('2d');
    ['#f00', '#0f0'].forEach((color, i) => {
      context.fillStyle = color;
      context.fillRect(250 * i, 0, 250, 300);
    });
    return canvas.toDataURL(wanted).split(',')[1];
  }, type);
}

test('a character wears the textures that lie beside it', async () => {
  const folder = path.join(scratch, 'textures');
  mkdirSync(folder);
  const file = path.join(folder, 'crate.m3d');
  writeFileSync(file, readFileSync(source('corpus/m3d/valid/crate.m3d')));
  const plain = makeReport('scene-texture-none', [file]);
  const pictures = {};
  await look(plain, 'scene-texture-none', { hash: 'file=0&view=scene' }, async (page) => {
    await page.getByText('textures are not in the report').waitFor();
    for (const seen of await redAndGreen(page)) assert.ok(seen < 1000, seen);  // the axes
    for (const type of ['png', 'jpeg']) {
      pictures[type] = Buffer.from(await halves(page, `image/${type}`), 'base64');
    }
  });
  for (const [type, bytes] of Object.entries(pictures)) {
    const texture = path.join(folder, `crate.${type}`);
    writeFileSync(texture, bytes);
    const report = makeReport(`scene-texture-${type}`, [file]);
    rmSync(texture);
    assert.equal((await blockOf(report)).scene.textures.pictures[0].type, `image/${type}`);
    await look(report, `scene-texture-${type}`, { hash: 'file=0&view=scene' }, async (page) => {
      await page.getByText('1 texture, 256 x 256 pixels').waitFor();
      for (const seen of await redAndGreen(page)) assert.ok(seen > 1000, `${type} ${seen}`);
    });
  }
  // Its first bytes are in order, and no picture comes after them.
  writeFileSync(path.join(folder, 'crate.jpg'), Buffer.concat([
    pictures.jpeg.subarray(0, pictures.jpeg.indexOf(Buffer.from([0xFF, 0xDA])) + 4),
    Buffer.from([0xFF, 0xD9])]));
  const damaged = makeReport('scene-texture-damaged', [file, 'corpus/m3d/valid/arm.m3d']);
  assert.equal((await blockOf(damaged)).scene.textures.pictures.length, 1);
  await look(damaged, 'scene-texture-damaged', { hash: 'file=0&view=scene' }, async (page) => {
    await page.getByText('1 texture that the browser cannot read').waitFor();
    // Another character takes its place, and its materials are given back.
    await page.evaluate(() => { location.hash = 'file=1&view=scene'; });
    await page.getByText('1 texture that the browser cannot read').waitFor({ state: 'detached' });
  });
});

test('the table follows the cursor, and chooses a joint', async () => {
  const report = makeReport('scene-table', ['corpus/mrtk/valid/v11-compact.bin']);
  await look(report, 'scene-table', { hash: 'file=0&view=scene&t=0' }, async (page) => {
    await page.locator('.scene-details summary').click();
    const row = page.locator('.scene-table tbody tr').filter({ hasText: 'left IndexTip' });
    const before = await row.innerText();
    await page.keyboard.press('End');
    await until(page,
        (text) => [...document.querySelectorAll('.scene-table tbody tr')].some(
            (one) => one.innerText.startsWith('left IndexTip') && one.innerText !== text),
        before);
    await row.getByRole('button').click();
    await page.locator('.scene-label').waitFor();
    assert.match(await page.locator('.scene-label').innerText(), /hands\.left\.IndexTip/);
    assert.equal(await row.getByRole('button').getAttribute('aria-pressed'), 'true');
  });
});

test('keys turn the picture and do not move the cursor', async () => {
  const report = makeReport('scene-keys', ['corpus/m3d/valid/biped.m3d']);
  await look(report, 'scene-keys', { hash: 'file=0&view=scene&t=0.2' }, async (page) => {
    const canvas = page.locator('.scene-canvas');
    await canvas.focus();
    await settled(page);
    const before = await canvas.screenshot();
    for (const key of ['a', 'a', 'w', '+']) await page.keyboard.press(key);
    await settled(page);
    const turned = await canvas.screenshot();
    assert.notDeepEqual(turned, before);
    await page.keyboard.press('0');
    await settled(page);
    assert.match(page.url(), /t=0\.2\b/);
  });
});

test('a character has clips, parts and colours by weights', async () => {
  const report = makeReport('scene-weights', ['corpus/m3d/valid/biped.m3d']);
  await look(report, 'scene-weights', { hash: 'file=0&view=scene&t=0.4&clip=wave' },
    async (page) => {
      await page.getByLabel('Colours').selectOption('3');
      await page.getByLabel('Skeleton').uncheck();
      assert.ok(await coloursOf(page) > 20);
    });
});

test('the repaired motion is beside, over, or hidden', async () => {
  const report = makeReport('scene-repaired', ['corpus/mrtk/warnings/rotation-w-lost.bin']);
  assert.ok((await blockOf(report)).scene.ghost.changes > 0);
  await look(report, 'scene-repaired', { hash: 'file=0&view=scene&t=0.3' },
    async (page) => {
      const captions = page.locator('.scene-captions');
      await captions.waitFor();
      assert.match(await captions.innerText(), /repaired/);
      // A head that only turns is there, too.
      assert.ok(await coloursOf(page) > 2);
      for (const mode of ['over', 'off', 'beside']) {
        await page.getByLabel(/Repaired/).selectOption(mode);
        await captions.waitFor({ state: mode === 'beside' ? 'visible' : 'hidden' });
        await settled(page);
      }
    });
});

test('without WebGL there is a table, and it is said', async () => {
  const report = makeReport('scene-no-webgl', ['corpus/mrtk/valid/v11-compact.bin']);
  await look(report, 'scene-no-webgl', {}, async (page) => {
    await page.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null;
    });
    await page.reload();
    await page.evaluate(() => { location.hash = '#file=0&view=scene&t=0.2'; });
    await page.getByText('This browser has no WebGL').waitFor();
    assert.match(await page.locator('.scene-table').innerText(), /left Wrist/);
  });
});

test('while it plays, each frame is drawn', async () => {
  const report = makeReport('scene-draws', ['corpus/m3d/valid/biped.m3d']);
  await look(report, 'scene-draws', { hash: 'file=0&view=scene&t=0', width: 600, height: 400 }, async (page) => {
    await page.locator('.scene-canvas').waitFor();
    await settled(page);
    await page.keyboard.press('Space');
    const { draws, frames } = await countDraws(page, 1000);
    assert.ok(draws > 0.9 * frames, `${draws} draws in ${frames} frames`);
  });
});

/** Counts the frames in which the canvas gets another size, and those of them that end black. */
function watchSizes(page) {
  return page.evaluate(() => {
    const canvas = document.querySelector('.scene-canvas');
    const context = canvas.getContext('webgl2') ?? canvas.getContext('webgl');
    const pixel = new Uint8Array(4);
    const frames = new Map();
    window.changedFrames = frames;
    const original = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (callback) => original((now) => {
      const width = canvas.width;
      callback(now);
      if (canvas.width !== width) frames.set(now, false);
      if (!frames.has(now)) return;
      // Until the browser shows it, what was drawn can be read.
      context.readPixels(3, 3, 1, 1, context.RGBA, context.UNSIGNED_BYTE, pixel);
      frames.set(now, pixel[0] + pixel[1] + pixel[2] === 0);
    });
  });
}

test('another resolution is never shown black', async () => {
  const report = makeReport('scene-black', ['corpus/m3d/valid/biped.m3d']);
  await look(report, 'scene-black', { hash: 'file=0&view=scene&t=0' }, async (page) => {
    await page.locator('.scene-canvas').waitFor();
    await settled(page);
    await watchSizes(page);
    await slowDown(page);
    await page.keyboard.press('Space');
    await page.getByText('% of the resolution').waitFor();
    await settled(page);
    await page.getByLabel('Loop').uncheck();
    // At the clip's end all is drawn again.
    await page.getByRole('button', { name: 'Play' }).waitFor();
    await page.getByText('to keep up').waitFor({ state: 'detached' });
    await settled(page);
    const black = await page.evaluate(() => [...window.changedFrames.values()]);
    assert.ok(black.length >= 2 && !black.includes(true), String(black));
  });
});

// Browsers have some sixteen contexts, and complain of more.
test('replays that were left give their contexts back', async () => {
  const report = makeReport('scene-many', ['corpus/mrtk/valid']);
  await look(report, 'scene-many', { hash: 'file=0&view=scene' }, async (page) => {
    for (let file = 0; file < 24; ++file) {
      await page.evaluate((to) => { location.hash = to; }, `#file=${file}&view=scene`);
      await settled(page);
    }
  });
});

/** Points everywhere until a joint is near; gives where, and what is said of it. */
async function pointAtJoint(page) {
  const place = await page.evaluate(() => {
    const canvas = document.querySelector('.scene-canvas');
    const { left, top, width, height } = canvas.getBoundingClientRect();
    for (let y = height * 0.2; y < height; y += 20) {
      for (let x = width * 0.1; x < width * 0.9; x += 20) {
        const [clientX, clientY] = [left + x, top + y];
        canvas.dispatchEvent(new PointerEvent('pointermove', { clientX, clientY }));
        if (!document.querySelector('.scene-label').hidden) return [clientX, clientY];
      }
    }
    return [0, 0];
  });
  await page.mouse.move(...place);
  return page.locator('.scene-label').innerText();
}

test('joints are pointed at: name, place, curve and trail; a press keeps them', async () => {
  for (const [file, said, hash] of [
    ['corpus/mrtk/valid/v11-compact.bin', /^hands\.(left|right)\.\w+\n-?[\d.]+ +-?[\d.]+ +-?[\d.]+ m$/, 't=1'],
    ['corpus/m3d/valid/biped.m3d', /^bones\[\d+\]\n.*units of the file$/, 't=0.2'],
  ]) {
    await look(makeReport('scene-point', [file]), 'scene-point', { hash: `file=0&view=scene&${hash}` }, async (page) => {
      const canvas = page.locator('.scene-canvas');
      await settled(page);
      const before = await canvas.screenshot();
      assert.match(await pointAtJoint(page), said);
      assert.equal(await page.locator('.scene-curves polyline').count(), 3);
      await settled(page);
      assert.notDeepEqual(await canvas.screenshot(), before);
      await page.mouse.down();
      await page.mouse.up();
      await page.mouse.move(1, 1);
      assert.match(await page.locator('.scene-label').innerText(), said);
      await page.locator('.scene-details summary').click();
      assert.equal(await page.locator('.scene-table [aria-pressed=true]').count(), 1);
    });
  }
});

test('a hand that is not tracked is followed, and an address has one picture', {
  skip: !existsSync(recordings) && 'CLIPGUARD_DATA is not set',
}, async () => {
  await look(makeReport('scene-follow', [recordings]), 'scene-follow', { hash: 'file=0&view=scene&t=8' }, async (page) => {
    const seen = async (t) => {
      await page.evaluate((to) => { location.hash = to; }, `file=0&view=scene&t=${t}`);
      await page.getByText(`${t.toFixed(3)} /`).waitFor();
      await page.mouse.move(1, 1);
      await settled(page);
      return page.locator('.scene-canvas').screenshot();
    };
    await page.getByText('left hand: not tracked').waitFor();
    const first = await seen(8);
    for (const t of [0, 2, 10]) assert.notDeepEqual(await seen(t), first, String(t));
    assert.deepEqual(await seen(8), first);
    assert.match(await pointAtJoint(page), /^hands\.left\./);
  });
});
