// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Plays .glb files in three.js, and compares where nodes and vertices are with what
// `clipguard sample` says of the files that they are of.
//
//   node compare.js CLIPGUARD PAGE.js SAID [SAID]...
//
// PAGE.js is player.js with all that it imports; SAID is a file with what `convert
// --to=glb --format=json` said. Nothing may be farther off than the bound that it
// says, but for float32 (kUnits and kDegrees) and what original.js calls slack. Where something else than normals and
// tangents was lost, the .glb is only loaded.
'use strict';

const fs = require('fs');
const {launch, open} = require('./browser.js');
const {originalOf} = require('./original.js');

const kTimes = 24;
// Tolerances for float32: for lengths a share of the file's largest number, 32 units in the last
// place; for rotations in degrees.
const kUnits = 2 ** -19;
const kDegrees = 1e-4;
// Tolerance of a clip's duration, as a share: its end less its begin in float32.
const kSeconds = 1e-6;
// In files with numbers above this, only shares tell something.
const kLarge = 1e4;

// Times from all over a clip: none of them is a keyframe's but for the first.
function timesOf(duration) {
  const golden = (Math.sqrt(5) - 1) / 2;
  return Array.from({length: kTimes}, (_, i) =>
    Math.fround((i * golden % 1) * (duration || 1)));
}

/** Columns as directions; null if one is 0 or not finite. */
function directions(m) {
  const all = [];
  for (const i of [0, 4, 8]) {
    const length = Math.hypot(m[i], m[i + 1], m[i + 2]);
    if (!(length > 0 && length < Infinity)) return null;
    all.push(m[i] / length, m[i + 1] / length, m[i + 2] / length);
  }
  return all;
}

/** Returns the angle between rotations: |A - B| = sqrt(8) sin(angle / 2); null: there is none. */
function degreesBetween(a, b) {
  const [p, q] = [directions(a), directions(b)];
  if (!p || !q) return null;
  const chord = Math.hypot(...p.map((x, i) => x - q[i]));
  return 2 * Math.asin(Math.min(1, chord / Math.sqrt(8))) * 180 / Math.PI;
}

const placeOf = (m) => m.slice(12, 15);

const isFinite = (list) => list.every(Number.isFinite);

// No coordinate is off by more than this.
const apart = (a, b) => Math.max(...a.map((x, i) => Math.abs(x - b[i])));

const largest = (list) => list.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

/** The worst of something, and where it was met. */
class Worst {
  value = 0;
  where = '';
  count = 0;

  add(value, where) {
    ++this.count;
    // NaN stays.
    if (value <= this.value || Number.isNaN(this.value)) return;
    this.value = value;
    this.where = where;
  }
}

class Comparison {
  constructor(facts) {
    this.units = new Worst();
    this.degrees = new Worst();
    this.points = new Worst();
    this.missing = [];
    this.surface = [];
    this.lengths = [];
    this.size = 0;
    this.slack = 0;
    this.facts = facts;
  }

  get boundOfUnits() {
    return (this.facts.largestError ?? 0) + (kUnits + this.slack) * this.size;
  }

  get boundOfDegrees() {
    const slack = this.slack * 180 / Math.PI;
    return (this.facts.largestErrorDegrees ?? 0) + kDegrees + slack;
  }

  nodes(expected, met, times, clip) {
    const places = new Map(met.map(({name, matrices}) => [name, matrices]));
    for (const {node, from, matrices} of expected) {
      const here = places.get(node);
      const origin = from && places.get(from);
      if (!here || (from && !origin)) {
        this.missing.push(node);
        continue;
      }
      matrices.forEach((matrix, i) => {
        // The game's own numbers need not be finite.
        if (!isFinite(matrix)) return;
        const where = `${clip} ${node} at ${times[i]}`;
        const place = placeOf(here[i]);
        if (origin) placeOf(origin[i]).forEach((x, k) => { place[k] -= x; });
        this.size = Math.max(this.size, largest(place), largest(placeOf(here[i])));
        this.units.add(apart(place, placeOf(matrix)), where);
        const degrees = degreesBetween(here[i], matrix);
        if (degrees !== null) this.degrees.add(degrees, where);
      });
    }
  }

  duration(expected, met, clip) {
    if (Math.abs(expected - met) <= kSeconds * expected) return;
    this.lengths.push(`${JSON.stringify(clip)} takes ${met} s, not ${expected}`);
  }

  vertices(expected, met, times, clip) {
    expected.forEach((points, i) => {
      if (!isFinite(points)) return;
      this.size = Math.max(this.size, largest(points));
      for (let v = 0; v < points.length; v += 3) {
        this.points.add(apart(points.slice(v, v + 3), met[i].slice(v, v + 3)),
            `${clip} a vertex at ${times[i]}`);
      }
    });
  }

  // Returns a message for each value beyond its bound.
  problems() {
    const all = this.missing.map((node) => `there is no node ${node}`);
    all.push(...this.surface, ...this.lengths);
    const check = (what, worst, bound, unit) => {
      if (worst.value <= bound) return;
      all.push(`${what} ${worst.value} ${unit} off, bound ${bound}: ${worst.where}`);
    };
    check('a place is', this.units, this.boundOfUnits, 'units');
    check('a vertex is', this.points, this.boundOfUnits, 'units');
    check('a rotation is', this.degrees, this.boundOfDegrees, 'degrees');
    return all;
  }
}

/** The clips of both, by name; of what has no clips in a .glb, null. */
function clipsOf(original, loaded) {
  if (loaded.clips.length === 0) return original.vertices.length ? [[-1, null]] : [];
  const names = new Set();
  const clips = [];
  loaded.clips.forEach(({name}, i) => {
    // `sample` finds the first of the clips with one name; an empty name is another one here.
    const known = original.family !== 'characters' || original.names.includes(name);
    if (known && !names.has(name)) clips.push([i, name]);
    names.add(name);
  });
  return clips;
}

const losesPlaces = (said) =>
  !said.findings.every(({path}) => /\.(normal|tangent)$/.test(path));

async function compare(page, program, said, comparison) {
  const loaded = await page.evaluate((glb) => window.load(glb),
      fs.readFileSync(said.output).toString('base64'));
  if (losesPlaces(said)) return null;
  const original = originalOf(program, said.format, said.file);
  if (!original) return null;
  comparison.slack = original.slack;
  if (original.faults) {
    comparison.surface = original.faults(await page.evaluate(
        (vertices) => window.surface(vertices), original.vertices));
  }
  for (const [clip, name] of clipsOf(original, loaded)) {
    const seconds = clip < 0 ? 0 : loaded.clips[clip].duration;
    const times = timesOf(seconds);
    if (clip >= 0 && original.duration) {
      comparison.duration(original.duration(name), seconds, name);
    }
    const expected = original.expected(name, times);
    const met = await page.evaluate((args) => window.poses(...args),
        [clip, times, original.vertices]);
    const label = name === null ? 'at rest:' : `${JSON.stringify(name)}:`;
    comparison.nodes(expected.nodes, met.nodes, times, label);
    if (loaded.about.rig) {
      comparison.missing = comparison.missing.filter((node) => !node.endsWith('_None'));
    }
    if (expected.points) comparison.vertices(expected.points, met.points, times, label);
  }
  return original.family;
}

class Family {
  files = 0;
  places = 0;
  vertices = 0;
  units = new Worst();
  degrees = new Worst();
  shareOfUnits = new Worst();
  shareOfDegrees = new Worst();

  add(comparison, file) {
    ++this.files;
    this.places += comparison.units.count;
    this.vertices += comparison.points.count;
    const units = Math.max(comparison.units.value, comparison.points.value);
    const degrees = comparison.degrees.value;
    if (comparison.size <= kLarge) this.units.add(units, file);
    this.degrees.add(degrees, file);
    if (units > 0) this.shareOfUnits.add(units / comparison.boundOfUnits, file);
    this.shareOfDegrees.add(degrees / comparison.boundOfDegrees, file);
  }

  toString() {
    const line = (worst, unit, share) =>
      `\n  worst ${worst.value.toPrecision(3)} ${unit} (${worst.where}); of what is ` +
      `allowed ${(100 * share.value).toFixed(0)} % (${share.where})`;
    return `${this.files} files, ${this.places} places, ${this.vertices} vertices` +
        line(this.units, 'units', this.shareOfUnits) +
        line(this.degrees, 'degrees', this.shareOfDegrees);
  }
}

async function main([program, script, ...reports]) {
  const browser = await launch();
  const wrong = [];
  const page = await open(browser, fs.readFileSync(script, 'utf8'), wrong);
  const families = new Map();
  let bad = 0;
  for (const report of reports) {
    const said = JSON.parse(fs.readFileSync(report, 'utf8'));
    const comparison = new Comparison(said.facts);
    wrong.length = 0;
    const family = await compare(page, program, said, comparison)
        .catch((error) => { wrong.push(String(error)); });
    if (family) {
      if (!families.has(family)) families.set(family, new Family());
      families.get(family).add(comparison, said.file);
    }
    wrong.push(...comparison.problems());
    if (wrong.length !== 0) ++bad;
    for (const message of wrong) console.log(`${said.file}: ${message}`);
  }
  await browser.close();
  for (const [name, family] of families) console.log(`${name}: ${family}`);
  console.log(`${reports.length} files loaded by three.js, ${bad} badly`);
  return families.size < 3 || bad !== 0 ? 1 : 0;
}

main(process.argv.slice(2)).then((status) => process.exit(status));
