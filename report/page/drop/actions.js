// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Actions on the file that is shown. A dialog shows the program's own messages, and saves the
// result.

import { button, element, fillOptions, select } from '../frame/dom.js';
import { baseName, byteSize } from '../frame/text.js';

/** @typedef {import('../frame/app.js').App} App */
/** @typedef {import('./files.js').Files} Files */
/** @typedef {import('./given.js').Given} Given */

const RESULTS = '/result/';

// How long a file that is saved can be read: browsers do not say when they have.
const SAVING = 60_000;  // ms

/**
 * Conversions of a file that are offered.
 * @type {{title: string, formats: string[], args: string[]}[]}
 */
const TARGETS = [
  { title: 'glTF (.glb)', formats: ['mrtk', 'xr-hands', 'm3d', 'forge-asm', 'forge-armature'], args: ['convert', '--to=glb'] },
  { title: 'glTF, hands with bones', formats: ['mrtk', 'xr-hands'], args: ['convert', '--to=glb', '--rig'] },
  { title: 'Bedrock animations', formats: ['forge-armature'], args: ['convert', '--to=bedrock'] },
  { title: 'CSV, 60 rows a second', formats: ['mrtk', 'xr-hands', 'm3d', 'forge-armature'], args: ['sample', '--fps=60', '--format=csv'] },
  { title: 'NPY, 60 rows a second', formats: ['mrtk', 'xr-hands', 'm3d', 'forge-armature'], args: ['sample', '--fps=60', '--format=npy'] },
  { title: 'CSV of all keys', formats: ['mrtk', 'xr-hands', 'm3d', 'forge-armature'], args: ['convert', '--to=csv'] },
  { title: 'JSON', formats: ['mrtk', 'xr-hands', 'm3d', 'forge-asm', 'forge-armature'], args: ['convert', '--to=json'] },
];

// Flags that a reader may set after reading their consequences.
/** @type {Object<string, {flag: string, title: string}>} */
const ALLOWED = {
  repair: { flag: '--unsafe', title: 'Repair what may change how it plays, too (--unsafe)' },
  convert: { flag: '--lossy', title: 'Convert it all the same (--lossy)' },
};

/** Saves bytes as the browser saves downloads. @param {string} name @param {BlobPart} bytes */
export function save(name, bytes) {
  const address = URL.createObjectURL(new Blob([bytes]));
  element('a', { attributes: { href: address, download: name } }).click();
  window.setTimeout(() => URL.revokeObjectURL(address), SAVING);
}

/** One dialog for all results. */
export class Results {
  /**
   * @param {Files} files
   * @param {import('./jobs.js').Jobs} jobs
   * @param {(path: string) => void} open shows a file that is listed
   */
  constructor(files, jobs, open) {
    this.files_ = files;
    this.open_ = open;
    this.jobs_ = jobs;
    this.title_ = element('h2', { attributes: { id: 'result-title' } });
    this.said_ = element('pre', { attributes: { tabindex: 0, 'aria-label': 'Messages of the program' } });
    this.doors_ = element('div', { class: 'doors' });
    this.dialog_ = element('dialog', {
      class: 'result',
      attributes: { 'aria-labelledby': 'result-title' },
      children: [this.title_, this.said_, this.doors_],
    });
    this.asked_ = 0;
  }

  /** @param {string} title @param {string} text @param {any[]} doors */
  show(title, text, doors = []) {
    this.title_.textContent = '';
    this.title_.append(element('span', { text: title }));
    this.said_.replaceChildren(element('span', { text }));
    this.doors_.replaceChildren(...doors, button('Close', () => this.dialog_.close()));
    if (!this.dialog_.isConnected) document.body.append(this.dialog_);
    if (!this.dialog_.open) this.dialog_.showModal();
  }

  /**
   * Runs a command on a file, and shows what comes of it.
   * @param {string} title @param {string[]} args @param {Given[]} given
   */
  async run(title, args, given) {
    const asked = ++this.asked_;
    this.show(title, 'Working ...');
    const [command] = args;
    const writes = command !== 'diff';
    const ran = await this.jobs_.run({
      args: [...args, ...(writes ? [`--out=${RESULTS}`] : []), '--', ...given.map(({ path }) => path)],
      files: given,
    }, true);
    if (asked !== this.asked_ || !this.dialog_.open) return;
    if (ran.failed) {
      this.show(title, `It could not be done: ${ran.failed}`);
      return;
    }
    const text = [ran.messages, new TextDecoder().decode(ran.output)]
      .map((one) => one.trim()).filter((one) => one).join('\n\n').replaceAll(RESULTS, '');
    const allowed = ALLOWED[command];
    this.show(title, text || 'Nothing is different.', [
      ...ran.written.flatMap(({ path, bytes }) => this.doorsOf_(command, baseName(path), bytes)),
      allowed && !args.includes(allowed.flag) && (command === 'repair' || ran.written.length === 0) &&
        button(allowed.title, () => this.run(title, [command, allowed.flag, ...args.slice(1)], given)),
      !writes && !/\.glb$/i.test(given[1].path) &&
        button('Show both motions', () => this.showBoth_(given[0], given[1])),
    ].filter((one) => one));
  }

  /** Lists a file once more, with the motion of another beside its own. @param {Given} given @param {Given} against */
  async showBoth_(given, against) {
    this.dialog_.close();
    const path = `compared/${baseName(given.path)}`;
    await this.files_.add([{ path, file: given.file, against }]);
    this.open_(path);
  }

  /** @param {string} command @param {string} name @param {any} bytes */
  doorsOf_(command, name, bytes) {
    const kept = ['repair', 'optimize'].includes(command);
    return [
      button(`Save ${name} (${byteSize(bytes.length)})`, () => save(name, bytes), { class: 'save' }),
      kept && button('List it here', () => {
        this.dialog_.close();
        this.files_.add([{ path: `${command === 'repair' ? 'repaired' : 'optimized'}/${name}`, file: new File([bytes], name) }]);
      }),
    ];
  }
}

/**
 * The bar below the tabs.
 * @param {App} app @param {Files} files @param {Results} results
 */
export function makeActions(app, files, results) {
  const shown = () => files.listed[app.state.file ?? -1]?.given;
  const run = (/** @type {string} */ title, /** @type {string[]} */ args) => {
    const given = shown();
    if (given) results.run(`${title}: ${baseName(given.path)}`, args, [given]);
  };
  const target = select('Convert to', () => {});
  const optimize = button('Optimize', () => run('Optimize', ['optimize']));
  const other = element('input', {
    attributes: { type: 'file', hidden: true, 'aria-label': 'File to compare with' },
    on: {
      change: () => {
        const [file] = other.files;
        const given = shown();
        if (file && given) compare(results, given, file);
        other.value = '';
      },
    },
  });
  const bar = element('section', {
    class: 'file-actions', attributes: { 'aria-label': 'Do with this file', hidden: true },
    children: [
      button('Repair', () => run('Repair', ['repair'])),
      optimize,
      target,
      button('Convert', () => {
        const { title, args } = TARGETS[Number(target.value)];
        run(title, args);
      }),
      button('Compare with ...', () => other.click()),
      other,
    ],
  });
  const update = () => {
    const format = app.index.files[app.state.file ?? -1]?.format;
    bar.hidden = !format;
    optimize.hidden = format !== 'mrtk';
    fillOptions(target, TARGETS.flatMap(({ title, formats }, i) => formats.includes(format ?? '')
      ? [/** @type {[number, string]} */ ([i, title])] : []));
  };
  app.listen((_, changed) => {
    if (changed.has('file') || changed.has('index')) {
      const before = target.value;
      update();
      if ([...target.options].some((one) => one.value === before)) target.value = before;
    }
  });
  return bar;
}

/** Says in what two files differ. @param {Results} results @param {Given} given @param {File} file */
function compare(results, given, file) {
  const path = file.name === given.path ? `other/${file.name}` : file.name;
  results.run(`Compare: ${baseName(given.path)} and ${file.name}`, ['diff'], [given, { path, file }]);
}
