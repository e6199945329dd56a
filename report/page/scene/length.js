// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Lengths for people.

/** The length of 1, 2 or 5 times a power of ten that is not more. @param {number} length */
export function roundLength(length) {
  const power = 10 ** Math.floor(Math.log10(length) + 1e-9);
  const factor = [5, 2].find((one) => one * power <= length * (1 + 1e-9)) ?? 1;
  return factor * power;
}

/** "10 cm", "0.5 blocks". @param {number} length @param {string} unit */
export function lengthText(length, unit) {
  if (unit !== 'metres') return `${Number(length.toPrecision(3))} ${unit}`;
  const [scale, name] = length < 0.01 ? [1000, 'mm'] : length < 1 ? [100, 'cm']
    : length < 1000 ? [1, 'm'] : [0.001, 'km'];
  return `${Number((length * scale).toPrecision(3))} ${name}`;
}
