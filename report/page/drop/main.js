// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The page where files are dropped: the report with nothing in it yet. Its blocks
// are the module, the worker, and the page that a saved report is made of.

import { createApp } from '../frame/app.js';
import { button, element } from '../frame/dom.js';
import { mountFrame } from '../frame/frame.js';
import { count } from '../frame/text.js';
import { bytesOf } from '../frame/unpack.js';
import { views } from '../views.js';
import { makeActions, Results, save } from './actions.js';
import { Files } from './files.js';
import { chosen, givenBy } from './given.js';
import { Jobs } from './jobs.js';
import { merged } from './merged.js';

/** A block of this page. @param {string} id @returns {Promise<ArrayBuffer>} */
async function blockOf(id) {
  const block = /** @type {HTMLElement} */ (document.getElementById(id));
  const packed = bytesOf(block.textContent ?? '');
  return new Response(new Blob([/** @type {any} */ (packed)]).stream()
    .pipeThrough(new DecompressionStream('deflate'))).arrayBuffer();
}

let worker = '';

async function compiled() {
  const [code, module] = await Promise.all([blockOf('worker'), blockOf('module')]);
  worker = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  return WebAssembly.compile(module);
}

const jobs = new Jobs(compiled(), () => new Worker(worker));
const app = createApp(document, window, merged([]), views, (file) => files.detailOf(file));
const files = new Files(jobs, (index, anew) => app.receive(index, anew));
const results = new Results(files, jobs, (path) => {
  const number = files.numberOf(path);
  if (number !== null) app.showFile(number);
});

// Ways to give files to the page.

/** @param {import('./given.js').Given[]} given */
async function take(given) {
  if (given.length === 0) return;
  const alone = files.listed.length === 0 && given.length === 1;
  await files.add(given);
  if (alone) app.showFile(0);
  app.announce(`${count(app.index.counts.files, 'file')}, ${app.index.counts.invalid} invalid`);
}

/** A button that lets a reader choose. @param {string} text @param {boolean} folder */
function chooser(text, folder) {
  const input = element('input', {
    attributes: {
      type: 'file', multiple: true, webkitdirectory: folder, hidden: true, 'aria-label': text,
    },
    on: {
      change: () => {
        const given = chosen(input.files);
        input.value = '';
        take(given);
      },
    },
  });
  return [button(text, () => input.click()), input];
}

document.addEventListener('dragover', (event) => {
  event.preventDefault();
  document.body.classList.add('dropping');
});
document.addEventListener('dragleave', (event) => {
  if (!event.relatedTarget) document.body.classList.remove('dropping');
});
document.addEventListener('drop', async (event) => {
  event.preventDefault();
  document.body.classList.remove('dropping');
  if (!event.dataTransfer) return;
  invitation.textContent = 'Looking for files ...';
  const given = await givenBy(event.dataTransfer);
  files.onProgress();
  take(given);
});
document.addEventListener('paste', async (event) => {
  if (event.target instanceof Element && event.target.closest('input[type=search]')) return;
  const text = event.clipboardData?.getData('text/plain');
  const given = event.clipboardData ? await givenBy(event.clipboardData) : [];
  if (given.length === 0 && text) given.push({ path: 'pasted.json', file: new File([text], 'pasted.json') });
  take(given);
});

// Controls in the frame that a report's page does not have.

async function saveReport() {
  saving.disabled = true;
  saving.textContent = 'Saving ...';
  const page = new TextDecoder().decode(await blockOf('page'));
  const ran = await jobs.run(files.report(page), true);
  saving.disabled = false;
  saving.textContent = SAVE;
  if (ran.failed || ran.exitCode > 1 && ran.output.length === 0) {
    results.show('The report could not be made', ran.failed ?? ran.messages);
    return;
  }
  save('report.html', /** @type {any} */ (ran.output));
}

const SAVE = 'Save report';
const saving = button(SAVE, saveReport);
const bar = element('progress', { attributes: { 'aria-label': 'Files that were checked' } });
const said = element('span', { class: 'muted' });
const progress = element('span', { class: 'progress', attributes: { hidden: true }, children: [bar, said] });
const tools = element('span', {
  class: 'tools', attributes: { hidden: true },
  children: [...chooser('Add files', false), saving, progress],
});
files.onProgress = () => {
  progress.hidden = files.total === 0;
  invitation.textContent = files.total ? 'Checking ...' : INVITATION;
  saving.disabled = files.total > 0;
  bar.max = files.total || 1;
  bar.value = files.done;
  said.textContent = `${files.done.toLocaleString('en-US')} of ${files.total.toLocaleString('en-US')}`;
};

const INVITATION = 'Drop files or a folder here';
const invitation = element('h2', { text: INVITATION });
const problem = element('p', { class: 'error', attributes: { role: 'alert' } });
const welcome = element('main', {
  class: 'welcome',
  children: [
    invitation,
    element('p', {
      text: 'MRTK input recordings (.bin), characters (.m3d), Forge armatures and state ' +
        'machines (.json). They are checked in this page, which has no network: nothing is uploaded.',
    }),
    element('p', {
      class: 'doors',
      children: [...chooser('Choose files', false), ...chooser('Choose a folder', true)],
    }),
    element('p', {
      class: 'muted',
      text: 'Or paste them. Then repair them, make them smaller, convert them, compare them ' +
        'with others, and save what was found as a report.',
    }),
    problem,
  ],
});
jobs.compiled.catch((error) => {
  problem.textContent = `This browser cannot run the module: ${error.message}`;
});

app.ready.then(() => {
  mountFrame(/** @type {HTMLElement} */ (document.getElementById('app')), app, views, {
    title: 'clipguard', tools, welcome, actions: makeActions(app, files, results),
  });
  const update = () => {
    tools.hidden = app.index.files.length === 0;
    document.body.classList.toggle('few', app.index.files.length < 2);
  };
  app.listen((_, changed) => {
    if (changed.has('index')) update();
  });
  update();
});
