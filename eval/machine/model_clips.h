// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// ModelClips: the clips of models that a state machine's expressions name, and
// the joints that each moves, looked up once.
//
// Const methods may run concurrently. The machine and the armatures must
// outlive it.

#ifndef CLIPGUARD_EVAL_MACHINE_MODEL_CLIPS_H_
#define CLIPGUARD_EVAL_MACHINE_MODEL_CLIPS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"

namespace clipguard::eval {

// Joints by the numbers that somebody gave them, looked up in all clips of a
// machine: ModelClips::FindJoints().
class JointSet {
 public:
  struct Moved {
    uint32_t joint;  // its number in the set
    const forge::Armature::JointClip* by;
  };

  size_t size() const { return size_; }

  // Those that a clip moves, with numbers from `begin` up to `end`, in their
  // order.
  std::span<const Moved> MovedBy(uint32_t clip, uint32_t begin,
                                 uint32_t end) const;

 private:
  friend class ModelClips;

  size_t size_ = 0;
  std::vector<Moved> moved_;    // clip after clip, in the order of joints
  std::vector<uint32_t> ends_;  // of each clip
};

class ModelClips {
 public:
  // One that some expression names, with its joints in the order of their
  // names; of one name the first counts.
  struct Clip {
    const forge::Armature* armature;
    const forge::Armature::Clip* clip;
    uint32_t joints_begin;
    uint32_t joints_end;
  };

  ModelClips(const forge::StateMachine& machine,
             const forge::FindArmature& find_armature);

  // The number of the clip that a kModelClip names; kNowhere if there is none.
  uint32_t Find(forge::ExpressionIndex expression) const {
    const auto found =
        std::lower_bound(targets_.begin(), targets_.end(), expression,
                         [](const Target& t, forge::ExpressionIndex e) {
                           return t.expression < e;
                         });
    return found != targets_.end() && found->expression == expression
               ? found->clip
               : forge::kNowhere;
  }

  const Clip& operator[](uint32_t number) const { return clips_[number]; }

  // The joint's part of the clip; null if the clip does not move that joint.
  const forge::Armature::JointClip* FindJoint(uint32_t number,
                                              std::string_view joint) const;

  // REQUIRES: the names differ.
  JointSet FindJoints(std::span<const std::string_view> names) const;

 private:
  struct Target {
    forge::ExpressionIndex expression;
    uint32_t clip;  // of clips_
  };

  // A clip, as a new entry of clips_; gives its number.
  uint32_t Add(const forge::Armature& armature,
               const forge::Armature::Clip& clip);

  std::vector<Clip> clips_;
  std::vector<const forge::Armature::JointClip*> joints_;
  std::vector<Target> targets_;  // by expression
};

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_MACHINE_MODEL_CLIPS_H_
