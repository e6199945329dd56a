// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Light and dark: as the system has it, or as the reader chose.

const NAMES = [
  'bg', 'panel', 'fg', 'muted', 'line', 'accent', 'error', 'warning', 'ok',
  'cursor', 'grid',
];
const SERIES = 8;
const THEMES = ['auto', 'light', 'dark'];

/**
 * Custom properties of style.css as values: colors().error, and .series, which
 * the colour-blind can tell apart.
 * @param {Document} document
 * @returns {{[name: string]: string} & {series: string[]}}
 */
export function readColors(document) {
  const style = getComputedStyle(document.documentElement);
  /** @type {any} */
  const colors = { series: [] };
  const valueOf = (/** @type {string} */ name) =>
    style.getPropertyValue(`--${name}`).trim();
  for (const name of NAMES) colors[name] = valueOf(name);
  for (let i = 0; i < SERIES; ++i) colors.series.push(valueOf(`series-${i}`));
  return colors;
}

/** The next of auto, light, dark. @param {Document} document */
export function nextTheme(document) {
  const { dataset } = document.documentElement;
  return dataset.theme = THEMES[(THEMES.indexOf(dataset.theme ?? 'auto') + 1) % THEMES.length];
}
