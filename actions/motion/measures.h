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
  // ACL's measure: how far a point at this distance from a joint is moved, in
  // whatever direction from the joint it lies. Compression in games is judged
  // by it (github.com/nfrechette/acl): an angle alone does not say what is
  // seen.
  double point = 0.03;
  // Differences up to these need no closer bound.
  double enough_units = 0;
  double enough_degrees = 0;
};

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_MOTION_MEASURES_H_
