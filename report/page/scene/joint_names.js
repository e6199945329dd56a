// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Joints by the names that findings' paths have for them. Paths have the
// beginnings of long names: AppendPointerToken() of parser/forge cuts them.

const LONGEST = 1000;  // bytes of UTF-8
const CUT = '...';

/** A name as paths have it. @param {string} name */
export function nameInPaths(name) {
  if (3 * name.length <= LONGEST) return name;
  const bytes = new TextEncoder().encode(name);
  if (bytes.length <= LONGEST) return name;
  let end = LONGEST;
  while ((bytes[end] & 0xc0) === 0x80) --end;
  return `${new TextDecoder().decode(bytes.subarray(0, end))}${CUT}`;
}

export class JointNames {
  /** @param {string[]} names of which each is there once */
  constructor(names) {
    this.names_ = names;
    /** @type {Map<string, number>} joints; -1: several are called so */
    this.joints_ = new Map();
    this.inPaths_ = names.map(nameInPaths);
    this.inPaths_.forEach((name, joint) => {
      this.joints_.set(name, this.joints_.has(name) ? -1 : joint);
    });
    names.forEach((name, joint) => this.joints_.set(name, joint));
  }

  /** @param {string} name as paths have it, or all of it; -1: none, or several */
  find(name) {
    return this.joints_.get(name) ?? -1;
  }

  /** The name for a path which find() finds. @param {number} joint */
  inPath(joint) {
    const name = this.inPaths_[joint];
    return this.find(name) === joint ? name : this.names_[joint];
  }
}
