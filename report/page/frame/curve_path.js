// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The curve, or what has curves, that a finding in a frame of a capture is about:
 * "hands.left.IndexTip.rotation" of "frames[3].left.joints.IndexTip.rotation". Other
 * paths as they are.
 * @param {string} path
 */
export function curvePath(path) {
  return path.replace(/^frames\[\d+\]\.(head|left|right)(?![^.])(?:\.joints(?![^.]))?/,
      (_, part) => part === 'head' ? 'camera' : `hands.${part}`);
}
