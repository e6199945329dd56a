// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The views of a report, in the order of their tabs.

import { view as verdict } from './verdict/verdict.js';
import { view as timeline } from './timeline/timeline.js';
import { view as scene } from './scene/scene.js';
import { view as machine } from './machine/machine.js';
import { view as bytes } from './bytes/bytes.js';

/** @type {import('./frame/app.js').View[]} */
export const views = [verdict, timeline, scene, machine, bytes];
