// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// For tests: machines as clipguard gives them to the page, and what it says
// when it plays them. CLIPGUARD names the program.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { blocksOf } from '../frame/testing.js';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Where the program is; null: it was not built. */
export function program() {
  const path = process.env.CLIPGUARD ?? join(ROOT, 'bazel-bin/cli/clipguard');
  return existsSync(path) ? path : null;
}

/** Calls back with a folder that is removed afterwards. */
export async function withFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), 'clipguard-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs it, whatever its exit code is; gives its standard output. */
function run(args) {
  try {
    return execFileSync(program(), args, {
      encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch (error) {
    if (typeof error.stdout !== 'string') throw error;
    return error.stdout;
  }
}

/** The sections "machine" of files, by their paths, with their armatures loaded. */
export async function sectionsOf(paths, resources, folder) {
  const page = join(folder, 'report.html');
  const flags = resources ? [`--resources=${resources}`] : [];
  run(['report', '-o', page, '--max-size=200000000', ...flags, ...paths]);
  const blocks = await blocksOf(page);
  const sections = new Map();
  // three.js is found by what was imported already.
  const { Armature } = await import('../stage/armature.js');
  for (const [i, { path }] of blocks.get('index').files.entries()) {
    const section = blocks.get(`file-${i}`)?.machine;
    if (section?.play) section.play.armatures = await Armature.loadAll(section.play.armatures);
    if (section) sections.set(path, section);
  }
  return sections;
}

/** Returns the output of `clipguard play` for each step. */
export function played(path, steps, resources, folder) {
  const script = join(folder, 'script.jsonl');
  writeFileSync(script, steps.map((step) => JSON.stringify(step)).join('\n'));
  const flags = resources ? [`--resources=${resources}`] : [];
  const out = run(['play', '--format=json', `--script=${script}`, ...flags, path]);
  return out.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line));
}

/** Numbers from 0 to 1, the same for the same seed. */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
