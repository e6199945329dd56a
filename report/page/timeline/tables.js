// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The contents of the pictures as tables: for screen readers, and for readers who want numbers.

import {button, element, scrolled, table, tableRow} from '../frame/dom.js';
import {evaluate, lastKeyAt} from './curve.js';
import {exactText, modeText, timeText, valueText} from './numbers.js';

/** @typedef {import('./tracks.js').Track} Track */

const PAGE = 100;

/**
 * A table that opens, and is made when it does.
 * @param {string} title
 * @param {() => Node[]} make
 */
function opening(title, make) {
  const summary = element('summary', {text: title});
  const body = scrolled('tl-table-box', title, [], 'region');
  const host = element('details', {
    children: [summary, body],
    on: {
      toggle: () => {
        if (host.open) host.refresh();
      },
    },
  });
  host.refresh = () => body.replaceChildren(...make());
  host.rename = (text) => {
    summary.textContent = text;
    body.setAttribute('aria-label', text);
  };
  return host;
}

/** The keys of the track that is selected. */
export class KeysTable {
  /** @param {(time: number) => void} go to a key's time */
  constructor(go) {
    this.go_ = go;
    /** @type {?Track} */
    this.track_ = null;
    this.first_ = 0;
    this.host = opening('Keys', () => this.make_());
  }

  /** @param {Track} track @param {number} time of the cursor */
  show(track, time) {
    if (track === this.track_) return;
    this.track_ = track;
    this.first_ = Math.floor(
        Math.max(lastKeyAt(track.times, time), 0) / PAGE) * PAGE;
    this.host.rename(`Keys of ${track.path}: ${track.count.toLocaleString('en-US')}`);
    if (this.host.open) this.host.refresh();
  }

  make_() {
    const track = this.track_;
    if (!track) return [];
    if (!track.hasKeys) {
      return [element('p', {
        text: track.count === 0 ? 'It has no keys.' :
                                  'Its keys are not in this report.',
      })];
    }
    const end = Math.min(this.first_ + PAGE, track.size);
    const head = ['Key', 'Time', 'Value'];
    if (track.kind === 'bezier') {
      head.push('In tangent', 'Out tangent', 'In weight', 'Out weight',
                'Weights used');
    }
    const rows = [];
    for (let i = this.first_; i < end; ++i) rows.push(this.row_(track, i));
    const turn = (by) => {
      this.first_ += by * PAGE;
      this.host.refresh();
    };
    return [
      element('p', {
        children: [
          this.first_ > 0 && button('Earlier keys', () => turn(-1)),
          new Text(` ${this.first_} to ${end - 1} `),
          end < track.size && button('Later keys', () => turn(1)),
        ],
      }),
      table('tl-table', `Keys of ${track.path}`, head, rows),
    ];
  }

  row_(track, i) {
    const key = track.key(i);
    const row = [
      button(String(i), () => this.go_(key.time),
             {label: `Key ${i}: go to its time`}),
      timeText(key.time),
      exactText(key.value),
    ];
    if (track.kind === 'bezier') {
      row.push(exactText(key.inTangent), exactText(key.outTangent),
               exactText(key.inWeight), exactText(key.outWeight),
               modeText(key.mode));
    }
    return tableRow(row);
  }
}

/** All tracks, with their values at the cursor. */
export class TracksTable {
  /**
   * @param {() => Track[]} tracks
   * @param {() => number} time
   * @param {(track: Track) => string} findings what is found there
   * @param {(track: Track) => void} choose
   */
  constructor(tracks, time, findings, choose) {
    this.host = opening('All curves as a table', () => [table(
        'tl-table', 'Curves', ['Curve', 'Keys', 'Least', 'Greatest', 'At the cursor', 'Findings'],
        tracks().map((track) => tableRow([
          button(track.path, () => choose(track)),
          track.count.toLocaleString('en-US'),
          Number.isNaN(track.min) ? '' : valueText(track.min),
          Number.isNaN(track.max) ? '' : valueText(track.max),
          track.hasKeys ? valueText(evaluate(track, time())) : '',
          findings(track),
        ])))]);
  }

  refresh() {
    if (this.host.open) this.host.refresh();
  }
}

/** Markers of a recording, or events of a clip. */
export function marksList(marks, go) {
  const host = opening(
      `Markers and events: ${marks.length}`,
      () => [element('ul', {
        class: 'tl-marks-list',
        children: marks.map((mark) => element('li', {
          children: [button(`${mark.name || '(no name)'}, ${timeText(mark.time)}`,
                            () => go(mark.time))],
        })),
      })]);
  host.hidden = marks.length === 0;
  return host;
}
