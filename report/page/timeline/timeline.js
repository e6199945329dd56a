// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The timeline: every curve of a file on one axis of time.

import {button, element, searchField} from '../frame/dom.js';
import {clipOf} from '../frame/duration.js';
import {count, readable} from '../frame/text.js';
import {CurvePlot} from './curve_plot.js';
import {lastKeyAt} from './curve.js';
import {timeText, valueText} from './numbers.js';
import {Overview} from './overview.js';
import {RowList, trackValue} from './row_list.js';
import {RowPictures} from './row_picture.js';
import {buildTree, closedAtFirst, layRows, rowAt} from './rows.js';
import {KeysTable, marksList, TracksTable} from './tables.js';
import {TimeAxis} from './time_axis.js';
import {paddedSpan, TimeWindow} from './time_window.js';
import {TrackFindings} from './track_findings.js';
import {outerPaths, TrackSet} from './tracks.js';

const ZOOM_STEP = 1.5;
const PAN_STEP = 0.25;
const CLOSE = 8;  // pixels between a click and a finding's sign

/** @typedef {import('../frame/app.js').App} App */

class Timeline {
  /**
   * @param {HTMLElement} host
   * @param {object} section
   * @param {App} app
   */
  constructor(host, section, app) {
    this.app_ = app;
    this.set_ = new TrackSet(section);
    this.all_ = {from: this.set_.from, to: this.set_.to};
    this.findings_ = new TrackFindings(
        this.set_, app.findingsOf(app.state.file));
    this.filter_ = '';
    this.onlyFound_ = false;
    this.frame_ = 0;
    this.dirty_ = new Set();
    /** @type {?import('./tracks.js').Track} */
    this.selected_ = null;
    /** @type {?number} of the finger */
    this.touchY_ = null;
    this.makeParts_();
    this.lay_(host);
    this.chooseClip_();
    this.sizes_ = new ResizeObserver(() => this.redraw_('size'));
    this.sizes_.observe(this.body_);
    this.mountKeys_();
  }

  makeParts_() {
    this.pictures_ = new RowPictures();
    this.body_ = element('div', {
      class: 'tl-body', on: {scroll: () => this.redraw_('scroll')}});
    this.list_ = new RowList(this.body_, this.all_, {
      choose: (row) => row.group ? this.toggle_(row, !row.open) :
                                   this.select_(row.track),
      findings: (row) => countOf(this.findings_.ofRow(row)),
    });
    this.surface_ = element('div', {
      class: 'tl-surface',
      on: {
        click: (event) => this.click_(event),
        touchstart: (event) => this.touch_(event, false),
        touchmove: (event) => this.touch_(event, true),
      }});
    this.cursor_ = element('div', {class: 'tl-cursor'});
    this.axis_ = new TimeAxis();
    this.overview_ = new Overview((from, to) => this.window_.show(from, to));
    this.plot_ = new CurvePlot();
    this.window_ = new TimeWindow(
        this.surface_, paddedSpan(this.all_.from, this.all_.to),
        () => this.redraw_('window'));
    const go = (time) => this.go_(time);
    this.keysTable_ = new KeysTable(go);
    this.tracksTable_ = new TracksTable(
        () => this.tracks_.filter((t) => this.keeps_(t)),
        () => this.app_.state.t,
        (track) => this.findings_.ofTrack(track).map((f) => f.code).join(', '),
        (track) => this.select_(track));
    this.marksHost_ = element('div');
    this.status_ = element('span', {class: 'muted'});
    this.detailTitle_ = element('h2', {class: 'tl-detail-title'});
    this.detailValue_ = element('span', {class: 'tl-value'});
  }

  lay_(host) {
    const search = searchField('Filter curves by name', (value) => {
      this.filter_ = value.trim().toLowerCase();
      this.layRows_();
    }, 'Filter');
    const found = element('input', {
      attributes: {type: 'checkbox'},
      on: {change: () => {
        this.onlyFound_ = found.checked;
        this.layRows_();
      }},
    });
    const toolbar = element('div', {
      class: 'tl-toolbar',
      children: [
        search,
        this.findings_.all.length > 0 && element('label', {
          children: [found, new Text(' with findings')]}),
        button('Open all', () => this.openAll_(true)),
        button('Close all', () => this.openAll_(false)),
        button('−', () => this.zoom_(1 / ZOOM_STEP), {label: 'Show more time'}),
        button('+', () => this.zoom_(ZOOM_STEP), {label: 'Show less time'}),
        button('Whole', () => this.window_.showAll(), {label: 'Show all of the time'}),
        this.status_,
      ],
    });
    this.detail_ = element('section', {
      class: 'tl-detail',
      attributes: {'aria-label': 'Selected curve', hidden: true},
      children: [
        element('div', {
          class: 'tl-detail-head',
          children: [
            this.detailTitle_, this.detailValue_,
            button('‹', () => this.stepKey_(-1), {label: 'Previous key'}),
            button('›', () => this.stepKey_(1), {label: 'Next key'}),
            button('×', () => this.app_.set({selected: null}), {label: 'Close the curve'}),
          ],
        }),
        this.plot_.host,
        this.keysTable_.host,
      ],
    });
    this.empty_ = element('p', {class: 'tl-none muted', text: 'No curves'});
    this.body_.append(
        this.empty_, this.list_.host, this.pictures_.host, this.surface_);
    this.root_ = element('div', {
      class: 'tl',
      children: [
        toolbar,
        element('div', {
          class: 'tl-stage',
          children: [this.overview_.host, this.axis_.host, this.body_, this.cursor_],
        }),
        this.detail_, this.marksHost_, this.tracksTable_.host,
      ],
    });
    host.append(this.root_);
  }

  // ---- What shows -----------------------------------------------------------

  chooseClip_() {
    const chosen = clipOf(this.app_.clips, this.app_.state.clip);
    const clips = this.set_.clips;
    const clip = this.set_.clipCalled(chosen?.name);
    this.tracks_ = this.set_.ofClip(clip);
    const {from, to} = this.set_;
    this.window_.setSpan(
        paddedSpan(from, (clips[clip] ?? chosen)?.duration ?? to));
    this.empty_.textContent = clips.length && clip === -1 ?
        'The curves of this clip did not fit into the report' : 'No curves';
    this.marks_ = clips.length ?
        this.set_.marks.filter((mark) => mark.clip === clip) : this.set_.marks;
    this.root_.classList.toggle('tl-with-marks', this.marks_.length > 0);
    this.tree_ = buildTree(this.tracks_);
    this.closed_ = closedAtFirst(this.tree_);
    this.marksHost_.replaceChildren(
        marksList(this.marks_, (time) => this.go_(time)));
    this.layRows_();
    this.redraw_('size');
  }

  keeps_(track) {
    return track.path.toLowerCase().includes(this.filter_) &&
        (!this.onlyFound_ || this.findings_.concerns(track));
  }

  layRows_() {
    const narrowed = this.filter_ !== '' || this.onlyFound_;
    const kept = this.tracks_.filter((track) => this.keeps_(track));
    // Show search results even in closed groups, unless there are many.
    const closed = narrowed && kept.length <= 60 ? new Set() : this.closed_;
    const rows = layRows(this.tree_, closed, (track) => this.keeps_(track));
    this.list_.show(rows);
    this.empty_.hidden = rows.length > 0;
    this.list_.host.classList.toggle('tl-empty', rows.length === 0);
    this.body_.classList.toggle('tl-still', rows.length === 0);
    this.status_.textContent = narrowed ?
        `${kept.length} of ${count(this.tracks_.length, 'curve')}` :
        count(this.tracks_.length, 'curve');
    this.tracksTable_.refresh();
    this.redraw_('rows');
  }

  openAll_(open) {
    this.closed_ = new Set();
    if (!open) {
      for (const {group} of layRows(this.tree_, this.closed_)) {
        if (group && group.children.every((child) => !child.children)) {
          this.closed_.add(group.id);
        }
      }
    }
    this.layRows_();
  }

  toggle_(row, open) {
    if (open) {
      this.closed_.delete(row.id);
    } else {
      this.closed_.add(row.id);
    }
    this.layRows_();
    this.app_.announce(`${row.group.name} ${open ? 'open' : 'closed'}`);
  }

  /** Shows a track's row, in groups that open for it. */
  reveal_(track) {
    let id = '';
    let closed = false;
    for (const name of track.group) {
      id += `/${name}`;
      closed = this.closed_.delete(id) || closed;
    }
    if (closed || !this.keeps_(track)) this.layRows_();
    this.list_.reveal(track.path);
  }

  select_(track) {
    this.app_.set({selected: track.path});
  }

  // ---- What people do -------------------------------------------------------

  go_(time) {
    if (!Number.isFinite(time)) return;
    this.window_.reveal(time);
    this.app_.set({t: Math.max(time, 0), playing: false});
    this.app_.announce(timeText(time));
  }

  zoom_(factor) {
    this.window_.scaleAround(factor, this.app_.state.t);
    const {from, to} = this.window_;
    this.app_.announce(`From ${timeText(from)} to ${timeText(to)}`);
  }

  stepKey_(by) {
    const track = this.selected_;
    if (!track || track.size === 0 || track.unordered) return;
    const t = this.app_.state.t;
    let i = lastKeyAt(track.times, t);
    if (by > 0) {
      ++i;
    } else {
      while (i >= 0 && track.times[i] >= t) --i;
    }
    i = Math.min(Math.max(i, 0), track.size - 1);
    this.go_(track.times[i]);
    this.app_.announce(`Key ${i}, ${timeText(track.times[i])}, ` +
                       `value ${valueText(track.values[i])}`);
  }

  click_(event) {
    const box = this.surface_.getBoundingClientRect();
    const x = event.clientX - box.left;
    const y = event.clientY - box.top + this.body_.scrollTop;
    const rows = this.list_.rows;
    const row = rows[rowAt(rows, y)];
    const sign = row && y < row.top + row.height && this.findings_.ofRow(row).find(
        (one) => one.time !== null && Math.abs(this.window_.x(one.time) - x) < CLOSE);
    if (sign) {
      this.app_.set({finding: sign.id});
      return;
    }
    const t = Math.max(this.window_.time(x), 0);
    this.app_.set({
      t: this.app_.duration ? Math.min(t, this.app_.duration) : t,
      playing: false,
      ...(row?.track && y < row.top + row.height ? {selected: row.track.path} : {}),
    });
  }

  /** One finger scrolls the rows while it moves the time: d3-zoom lets no browser do it. */
  touch_(event, moved) {
    const one = event.touches.length === 1;
    const y = one ? event.touches[0].clientY : null;
    if (moved && one && this.touchY_ !== null) {
      this.body_.scrollTop += this.touchY_ - y;
    }
    this.touchY_ = y;
  }

  mountKeys_() {
    const shown = [
      ['+', 'Timeline: show less time', () => this.zoom_(ZOOM_STEP)],
      ['-', 'Timeline: show more time', () => this.zoom_(1 / ZOOM_STEP)],
      ['0', 'Timeline: show all of the time', () => this.window_.showAll()],
      ['a', 'Timeline: earlier', () => this.window_.panBy(-PAN_STEP)],
      ['d', 'Timeline: later', () => this.window_.panBy(PAN_STEP)],
      [',', 'Timeline: previous key of the curve', () => this.stepKey_(-1)],
      ['.', 'Timeline: next key of the curve', () => this.stepKey_(1)],
    ];
    let removers = [];
    const follow = () => {
      const wanted = !this.destroyed_ && this.app_.state.view === view.id;
      if (wanted === removers.length > 0) return;
      removers.forEach((remove) => remove());
      removers = wanted ? shown.map((key) => this.app_.keys.add(...key)) : [];
    };
    this.followKeys_ = follow;
    this.stopListening_ = this.app_.listen(follow);
    follow();
  }

  // ---- Drawing --------------------------------------------------------------

  /** Draws soon what a change of the kind concerns. */
  redraw_(kind) {
    this.dirty_.add(kind);
    this.frame_ ||= requestAnimationFrame(() => {
      this.frame_ = 0;
      const dirty = this.dirty_;
      this.dirty_ = new Set();
      if (this.body_.clientWidth > 0) this.draw_(dirty);
    });
  }

  draw_(dirty) {
    if (dirty.has('size')) this.measure_();
    if (dirty.has('scroll') || dirty.has('size')) this.list_.scroll();
    dirty.delete('time');
    if (dirty.size > 0) this.drawAll_(dirty);
    this.drawCursor_();
  }

  measure_() {
    this.names_ = this.list_.host.offsetWidth;
    this.width_ = Math.max(this.body_.clientWidth - this.names_, 40);
    this.height_ = this.body_.clientHeight;
    this.surface_.style.width = `${this.width_}px`;
    this.surface_.style.height = `${this.height_}px`;
    this.root_.style.setProperty('--tl-names', `${this.names_}px`);
    this.window_.resize(this.width_, this.height_);
    this.overview_.fill(this.width_, this.window_.all, this.marks_,
                        this.findings_.all);
  }

  drawAll_(dirty) {
    const scrolled = dirty.size === 1 && dirty.has('scroll');
    if (!scrolled) this.colors_ = this.app_.colors();
    const colors = this.colors_ ??= this.app_.colors();
    if (dirty.has('size') || dirty.has('window')) {
      this.ticks_ = this.axis_.draw(this.window_, this.width_, this.marks_);
      this.overview_.showWindow(this.window_);
    }
    const more = this.pictures_.draw(this.list_.visible, this.list_.near, {
      window: this.window_,
      all: this.all_,
      ticks: this.ticks_ ?? [],
      findings: (row) => this.findings_.ofRow(row),
      selected: this.selected_?.path ?? null,
      colors,
      width: this.width_,
    }, !scrolled);
    if (more) this.redraw_('scroll');
    if (this.selected_ && !scrolled) {
      this.plot_.draw(this.selected_, this.window_, {
        all: this.all_,
        names: this.names_,
        width: this.width_,
        ticks: this.ticks_ ?? [],
        colors,
        findings: this.findings_.ofTrack(this.selected_),
      });
    }
  }

  drawCursor_() {
    const {t, playing} = this.app_.state;
    if (playing && !this.window_.isWhole) this.window_.reveal(t);
    const x = this.window_.x(t);
    const hidden = !(x >= 0 && x <= this.width_);
    this.cursor_.style.transform = `translateX(${(this.names_ ?? 0) + x}px)`;
    this.cursor_.style.visibility = hidden ? 'hidden' : 'visible';
    this.plot_.showCursor(hidden ? null : x);
    this.overview_.showCursor(t);
    this.list_.values(t);
    if (this.selected_) {
      this.detailValue_.textContent =
          `${trackValue(this.selected_, this.all_, t)} at ${timeText(t)}`;
    }
  }

  // ---- What the frame calls -------------------------------------------------

  update(state, changed) {
    if (changed.has('clip')) this.chooseClip_();
    if (changed.has('selected') || changed.has('finding')) {
      this.selected_ = this.set_.find(state.selected);
      if (this.selected_ && !this.tracks_.includes(this.selected_)) {
        this.selected_ = null;
      }
      this.showSelected_();
    }
    if (changed.has('finding') && state.finding !== null) {
      this.window_.reveal(state.t);
    }
    const onlyTime = [...changed].every((one) => one === 't');
    this.redraw_(onlyTime ? 'time' : changed.has('view') ? 'size' : 'state');
  }

  showSelected_() {
    const track = this.selected_;
    this.detail_.hidden = track === null;
    this.list_.select(track?.path ?? null);
    if (!track) return;
    this.detailTitle_.textContent = readable(track.path);
    this.keysTable_.show(track, this.app_.state.t);
    this.reveal_(track);
    this.redraw_('size');
  }

  destroy() {
    this.destroyed_ = true;
    this.followKeys_();
    this.stopListening_();
    this.sizes_.disconnect();
    this.window_.destroy();
    cancelAnimationFrame(this.frame_);
  }
}

function countOf(findings) {
  const errors = findings.filter((one) => one.severity === 'error').length;
  return {errors, warnings: findings.length - errors};
}

export const view = {
  id: 'timeline',
  title: 'Timeline',
  section: 'curves',
  shows: (section, {path}) => {
    const around = [path, ...outerPaths(path)];
    return (section.tracks ?? []).some((track) => around.includes(track.path));
  },
  create: (host, section, app) => new Timeline(host, section, app),
};
