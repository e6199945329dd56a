// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The report: reads its data, and starts the frame.

import { readIndex } from './frame/data.js';
import { createApp } from './frame/app.js';
import { mountFrame } from './frame/frame.js';
import { views } from './views.js';

const index = readIndex(document);
const app = createApp(document, window, index, views);
app.ready.then(() => mountFrame(document.getElementById('app'), app, views));
