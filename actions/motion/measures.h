// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What a measure of motion_difference.h gives, and what it is asked for.

#ifndef CLIPGUARD_ACTIONS_MOTION_MEASURES_H_
#define CLIPGUARD_ACTIONS_MOTION_MEASURES_H_

#include <limits>

namespace clipguard::actions {

struct Largest {
  double found = 0;  // a difference at `time`, or just before it
  double time = 0;   // the first of those that are as large
  double bound = 0;  // at no time is it larger; infinity: not known

  bool is_proven() const {
    return bound < std::numeric_limits<double>::infinity();
  }
};

struct MeasureOptions {
  // The one was made to come close to the other, as a .glb is: curves that go
  // nearly the same way are compared as such, which takes longer, and what is
  // between two neighbouring float32 times, where a .glb jumps, is passed over:
  // no more than a millisecond, or two such stretches, of motion that goes on.
  bool approximates = false;
  // ACL's measure: how far a point at this distance from a joint is moved, in
  // whatever direction from the joint it lies. Compression in games is judged
  // by it (github.com/nfrechette/acl): an angle alone does not say what is
  // seen.
  double point = 0.03;
  // Times outside do not count, if these are finite and no key is before
  // `from`: what is played of a .glb. `to` is not before a key of either.
  double from = -std::numeric_limits<double>::infinity();
  double to = std::numeric_limits<double>::infinity();
  // Whether that holds for keys the first of which is at this time.
  bool is_limited(double first) const {
    return from <= first && to < std::numeric_limits<double>::infinity();
  }
  // Differences up to these need no closer bound.
  double enough_units = 0;
  double enough_degrees = 0;
};

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_MOTION_MEASURES_H_
