// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import test from 'node:test';
import { Jobs } from './jobs.js';

/** Workers that answer when a test says so. */
function makeJobs() {
  const workers = [];
  const jobs = new Jobs(/** @type {any} */ (Promise.resolve('module')), /** @type {any} */ (() => {
    const worker = {
      asked: [], ended: false,
      postMessage: (job) => worker.asked.push(job),
      terminate: () => { worker.ended = true; },
    };
    workers.push(worker);
    return worker;
  }));
  return { jobs, workers };
}

const soon = () => new Promise((resolve) => { setTimeout(resolve); });
const job = (name) => /** @type {any} */ ({ args: [name], files: [] });

test('one after the other, what is urgent first', async () => {
  const { jobs, workers } = makeJobs();
  const answers = [];
  for (const [name, urgent] of [['a', false], ['b', false], ['c', true]]) {
    jobs.run(job(name), urgent).then((answer) => answers.push(answer));
  }
  for (const name of ['c', 'a', 'b']) {
    await soon();
    assert.deepEqual(workers[0].asked.at(-1).args, [name]);
    workers[0].onmessage({ data: name });
  }
  await soon();
  assert.deepEqual(answers, ['c', 'a', 'b']);
  assert.equal(workers.length, 1);
});

test('a worker that ends is said, and the next job has another', async () => {
  const { jobs, workers } = makeJobs();
  const first = jobs.run(job('a'), false);
  const second = jobs.run(job('b'), false);
  await soon();
  workers[0].onerror({ message: 'out of memory' });
  assert.deepEqual(await first, { failed: 'out of memory' });
  await soon();
  assert.ok(workers[0].ended);
  assert.deepEqual(workers[1].asked.map((one) => one.args ?? one), [{ compiled: 'module' }, ['b']]);
  workers[1].onmessage({ data: 'done' });
  assert.equal(await second, 'done');
});

test('without a module each job says so', async () => {
  const jobs = new Jobs(Promise.reject(new Error('no wasm')), /** @type {any} */ (null));
  for (const name of ['a', 'b']) {
    assert.deepEqual(await jobs.run(job(name), false),
      { failed: 'the module cannot be had: no wasm' });
  }
});
