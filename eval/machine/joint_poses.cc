// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/machine/joint_poses.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "base/memory/work_counter.h"
#include "base/numbers.h"
#include "eval/machine/time/memo.h"

namespace clipguard::eval {
namespace {

using forge::Armature;
using forge::ExpressionIndex;
using forge::kNowhere;

// Clips that are looked at for a single joint before it is worth to remember
// them.
constexpr size_t kPlainClips = 64;

// Cost of a joint's matrix, of each of its variables and of a blend of two
// matrices, in steps of Limits::request_steps.
constexpr uint64_t kMatrixSteps = 64;
constexpr uint64_t kVariableSteps = 8;
constexpr uint64_t kBlendSteps = 160;
// To write a joint takes as long.
constexpr uint64_t kStepsForJoint = 1024;

bool SameBits(const Matrix& a, const Matrix& b) {
  return std::equal(a.begin(), a.end(), b.begin(), [](float x, float y) {
    return std::bit_cast<uint32_t>(x) == std::bit_cast<uint32_t>(y);
  });
}

// Base of the visitors that look for poses: they pay for all time values and
// ignore events.
class PoseVisitor {
 public:
  using Moment = float;

  absl::Status Value(ExpressionIndex value, float at, float& result) {
    return budget_.Value(value, at, result);
  }
  absl::Status Progress(ExpressionIndex value, float at, float& result) {
    return budget_.Value(value, at, result);
  }
  static absl::Status Fires(ExpressionIndex, float, bool&) {
    return absl::OkStatus();
  }
  static absl::Status AddTrigger(ExpressionIndex) { return absl::OkStatus(); }

 protected:
  PoseVisitor(const ClipTables& tables, const TimeInputs& inputs,
              uint64_t steps)
      : clips_(tables.clips), budget_(tables, inputs, steps) {}

  const ModelClips& clips_;
  ClipBudget budget_;
};

// ---- One joint --------------------------------------------------------------

// A visitor whose results are the joint's matrices.
class SingleJoint : public PoseVisitor {
 public:
  SingleJoint(const ClipTables& tables, std::string_view joint,
              const TimeInputs& inputs)
      : PoseVisitor(tables, inputs, tables.limits.request_steps),
        joint_(joint) {}

  // Cancelled if there are too many clips to look at them one by one.
  bool Look() {
    if (++looked_at_ > kPlainClips) return false;
    CountWork();
    return true;
  }
  static absl::Status WhyNot() { return absl::CancelledError(); }

  void AddNothing() { results_.push_back(kIdentityMatrix); }
  absl::Status AddModelClip(uint32_t number, float at) {
    const Armature::JointClip* moved = clips_.FindJoint(number, joint_);
    if (moved == nullptr) {
      AddNothing();
      return absl::OkStatus();
    }
    if (moved->broken) return BrokenClip();
    const ModelClips::Clip& clip = clips_[number];
    results_.push_back(JointMatrix(*clip.armature, *clip.clip, *moved, at));
    return absl::OkStatus();
  }
  static absl::Status Find(ExpressionIndex, float, Recall&) {
    return absl::OkStatus();
  }
  static void Remember(ExpressionIndex, float) {}
  void Blend(float progress) {
    const Matrix to = results_.back();
    results_.pop_back();
    results_.back() = Slerp(results_.back(), to, progress);
  }

  const Matrix& result() const { return results_.back(); }

 private:
  const std::string_view joint_;
  absl::InlinedVector<Matrix, 4> results_;
  size_t looked_at_ = 0;
};

// ---- Many joints ------------------------------------------------------------

// A visitor that writes down what there is to compute for each joint: matrices
// of model clips, and blends of two, those that they are made of before them.
class ManyJoints : public PoseVisitor {
 public:
  ManyJoints(const ClipTables& tables, const JointSet& joints,
             const TimeInputs& inputs)
      : PoseVisitor(tables, inputs,
                    SaturatingSum(tables.limits.request_steps,
                                  kStepsForJoint * joints.size())),
        joints_(joints) {}

  bool Look() { return budget_.Look(); }
  absl::Status WhyNot() const { return budget_.TooMuchWork(); }

  void AddNothing() { results_.push_back(0); }
  absl::Status AddModelClip(uint32_t clip, float at) {
    Add({Node::kClip, at, clip, 0});
    return absl::OkStatus();
  }
  absl::Status Find(ExpressionIndex clip, float at, Recall& recall) {
    const uint32_t* node = known_.Find(KeyOf(clip, at));
    recall = node != nullptr ? Recall::kKnown : Recall::kRemember;
    if (node != nullptr) results_.push_back(*node);
    return absl::OkStatus();
  }
  void Remember(ExpressionIndex clip, float at) {
    known_.Add(KeyOf(clip, at), results_.back());
  }
  void Blend(float progress) {
    const uint32_t to = results_.back();
    results_.pop_back();
    const uint32_t from = results_.back();
    // A blend of identities is one, to the bit.
    if (from == 0 && to == 0 && !std::isnan(progress)) return;
    results_.pop_back();
    Add({Node::kBlend, progress, from, to});
  }

  // Whether something that was met moves the first joint and has an error.
  bool IsBroken() const {
    return std::any_of(nodes_.begin(), nodes_.end(), [&](const Node& node) {
      const auto moved = MovedBy(node, 0, 1);
      return !moved.empty() && moved[0].by->broken;
    });
  }

  // After the walk.
  absl::Status Compute(std::span<Matrix> poses);

 private:
  using Moved = JointSet::Moved;

  struct Node {
    enum Kind : uint32_t { kNothing, kClip, kBlend };
    Kind kind;
    float at;  // time or progress
    // The number of a clip, or the first node of a blend.
    uint32_t from;
    uint32_t to;
  };
  // A node that moves some of the joints that are computed at once.
  struct Active {
    uint32_t node;
    const Moved* moved;  // of a clip: those of its joints
  };
  // As many as a mask has bits.
  static constexpr uint32_t kJointsAtOnce = 64;

  static MemoKey KeyOf(ExpressionIndex clip, float at) {
    return {clip, std::bit_cast<uint32_t>(at), 0};
  }
  void Add(const Node& node) {
    results_.push_back(static_cast<uint32_t>(nodes_.size()));
    nodes_.push_back(node);
  }
  std::span<const Moved> MovedBy(const Node& node, uint32_t begin,
                                 uint32_t end) const {
    if (node.kind != Node::kClip) return {};
    return joints_.MovedBy(node.from, begin, end);
  }

  void FindPlaces();
  void FindRest();
  absl::Status FindActive(uint32_t begin, uint32_t end);
  const Matrix& ComputeJoint(uint64_t bit);

  const JointSet& joints_;
  // The first is that of clips that move nothing.
  std::vector<Node> nodes_ = {{Node::kNothing, 0, 0, 0}};
  std::vector<uint32_t> results_;
  Memo<uint32_t> known_;  // nodes, by what a reference leads to and the time
  // By node: where its matrix is kept, and what it is for joints that nothing
  // below moves: an index of rests_.
  std::vector<uint32_t> places_;
  size_t most_places_ = 0;
  std::vector<Matrix> matrices_;
  std::vector<uint32_t> rest_;
  std::vector<Matrix> rests_ = {kIdentityMatrix};
  // By node, a bit for each of some joints: whether something there or below
  // moves it.
  std::vector<uint64_t> moves_;
  std::vector<Active> active_;
};

// Gives each matrix a place for as long as it is needed.
void ManyJoints::FindPlaces() {
  std::vector<uint32_t> last_use(nodes_.size(), kNowhere);
  for (uint32_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].kind != Node::kBlend) continue;
    last_use[nodes_[i].from] = i;
    last_use[nodes_[i].to] = i;
  }
  places_.resize(nodes_.size());
  std::vector<uint32_t> free;
  for (uint32_t i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    if (free.empty()) {
      places_[i] = static_cast<uint32_t>(most_places_++);
    } else {
      places_[i] = free.back();
      free.pop_back();
    }
    if (node.kind != Node::kBlend) continue;
    if (last_use[node.from] == i) free.push_back(places_[node.from]);
    if (node.to != node.from && last_use[node.to] == i) {
      free.push_back(places_[node.to]);
    }
  }
  matrices_.resize(most_places_);
}

// Finds the matrix that each node gives a joint that no clip moves: the
// identity, unless a progress is NaN.
void ManyJoints::FindRest() {
  constexpr size_t kCompared = 8;
  rest_.assign(nodes_.size(), 0);
  for (size_t i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    if (node.kind != Node::kBlend) continue;
    const uint32_t from = rest_[node.from];
    const uint32_t to = rest_[node.to];
    if (from == 0 && to == 0 && !std::isnan(node.at)) continue;
    const Matrix rest = Slerp(rests_[from], rests_[to], node.at);
    size_t same = 0;
    while (same < rests_.size() && same < kCompared &&
           !SameBits(rests_[same], rest)) {
      ++same;
    }
    if (same == rests_.size() || same == kCompared) {
      same = rests_.size();
      rests_.push_back(rest);
    }
    rest_[i] = static_cast<uint32_t>(same);
  }
}

// Which nodes move which of the joints, and whether there is time for it.
absl::Status ManyJoints::FindActive(uint32_t begin, uint32_t end) {
  active_.clear();
  uint64_t steps = nodes_.size();
  for (uint32_t i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    const auto moved = MovedBy(node, begin, end);
    uint64_t mask = 0;
    for (const Moved& m : moved) {
      if (m.by->broken) return BrokenClip();
      mask |= uint64_t{1} << (m.joint - begin);
      steps += kMatrixSteps + kVariableSteps * m.by->variables.count;
    }
    if (node.kind == Node::kBlend) {
      mask = moves_[node.from] | moves_[node.to];
      steps += kBlendSteps * static_cast<uint64_t>(std::popcount(mask));
    }
    moves_[i] = mask;
    if (mask != 0) active_.push_back({i, moved.data()});
  }
  return budget_.Spend(steps + active_.size() * (end - begin));
}

// The matrix of the joint that has this bit.
const Matrix& ManyJoints::ComputeJoint(uint64_t bit) {
  const auto matrix = [&](uint32_t node) -> const Matrix& {
    return (moves_[node] & bit) != 0 ? matrices_[places_[node]]
                                     : rests_[rest_[node]];
  };
  for (const Active& a : active_) {
    if ((moves_[a.node] & bit) == 0) continue;
    const Node& node = nodes_[a.node];
    if (node.kind == Node::kBlend) {
      matrices_[places_[a.node]] =
          Slerp(matrix(node.from), matrix(node.to), node.at);
      continue;
    }
    const auto which = std::popcount(moves_[a.node] & (bit - 1));
    const ModelClips::Clip& clip = clips_[node.from];
    matrices_[places_[a.node]] =
        JointMatrix(*clip.armature, *clip.clip, *a.moved[which].by, node.at);
  }
  return matrix(results_.back());
}

absl::Status ManyJoints::Compute(std::span<Matrix> poses) {
  known_ = {};
  FindPlaces();
  FindRest();
  moves_.resize(nodes_.size());
  const auto size = static_cast<uint32_t>(joints_.size());
  for (uint32_t begin = 0; begin < size; begin += kJointsAtOnce) {
    const uint32_t end = std::min(begin + kJointsAtOnce, size);
    if (absl::Status s = FindActive(begin, end); !s.ok()) return s;
    for (uint32_t joint = begin; joint < end; ++joint) {
      poses[joint] = ComputeJoint(uint64_t{1} << (joint - begin));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ComputeJointPoses(const ClipTables& tables, ExpressionIndex clip,
                               const JointSet& joints, float time,
                               const TimeInputs& inputs,
                               std::span<Matrix> poses) {
  if (joints.size() == 0) return absl::OkStatus();
  ManyJoints visitor(tables, joints, inputs);
  absl::Status s = ClipWalker(tables, visitor).Walk(clip, time);
  // Joint by joint, the first would have met this before.
  if (!s.ok() && visitor.IsBroken()) return BrokenClip();
  return s.ok() ? visitor.Compute(poses) : s;
}

absl::StatusOr<Matrix> ComputeJointPose(const ClipTables& tables,
                                        ExpressionIndex clip,
                                        std::string_view joint, float time,
                                        const TimeInputs& inputs) {
  SingleJoint visitor(tables, joint, inputs);
  absl::Status s = ClipWalker(tables, visitor).Walk(clip, time);
  if (s.ok()) return visitor.result();
  if (!absl::IsCancelled(s)) return s;
  Matrix pose;
  s = ComputeJointPoses(tables, clip, tables.clips.FindJoints({&joint, 1}),
                        time, inputs, {&pose, 1});
  if (!s.ok()) return s;
  return pose;
}

}  // namespace clipguard::eval
