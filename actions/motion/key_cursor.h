// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Which two keys of a curve a time lies between, as the times go by.

#ifndef CLIPGUARD_ACTIONS_MOTION_KEY_CURSOR_H_
#define CLIPGUARD_ACTIONS_MOTION_KEY_CURSOR_H_

#include <cstddef>
#include <limits>

#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {

// Whatever the times are, each key is passed once.
class KeyCursor {
 public:
  // Before all keys. The curve must outlive it.
  explicit KeyCursor(const mrtk::CurveView& curve) : curve_(curve) {}

  // Goes to what holds from `time` on: of keys at one time the last one counts.
  // Times must not descend. False if that holds already.
  bool GoTo(float time) {
    const size_t before = next_;
    while (next_ < curve_.size() && curve_.time(next_) <= time) ++next_;
    return next_ != before;
  }

  // The first key after the time, by number; the keys' number if there is none.
  size_t next() const { return next_; }
  // Its time; infinity if there is none.
  float next_time() const {
    return next_ < curve_.size() ? curve_.time(next_)
                                 : std::numeric_limits<float>::infinity();
  }

  // Whether there are keys on both sides.
  bool is_between() const { return next_ != 0 && next_ < curve_.size(); }
  // REQUIRES: is_between().
  mrtk::Keyframe left() const { return curve_.key(next_ - 1); }
  mrtk::Keyframe right() const { return curve_.key(next_); }

  // The value of the last key that was passed, or of the first; 0 without keys.
  float held() const {
    if (curve_.empty()) return 0;
    return curve_.value(next_ == 0 ? 0 : next_ - 1);
  }

 private:
  const mrtk::CurveView& curve_;
  size_t next_ = 0;
};

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_MOTION_KEY_CURSOR_H_
