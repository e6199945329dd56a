// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/machine/animation_machine.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/strings/str_cat.h"
#include "eval/machine/memo.h"
#include "parser/forge/json_reporter.h"
#include "parser/forge/name_table.h"
#include "parser/work_counter.h"

namespace clipguard::eval {
namespace {

using forge::Armature;
using forge::Expression;
using forge::ExpressionIndex;
using forge::ExpressionKind;
using forge::kNowhere;
using forge::kTransitionEvent;
using forge::StateMachine;

// Events that one step may give. Limits::evaluation_steps bounds the clips that
// take part, but each may have many.
constexpr size_t kMostEvents = 1'000'000;

absl::Status Broken() {
  return absl::DataLossError(
      "the clip has an error, or refers to one that does not exist");
}

// As the game compares floats: NaN is the greatest, -0 less than 0.
bool IsLater(float a, float b) {
  if (std::isnan(b)) return false;
  if (std::isnan(a)) return true;
  if (a == b) return std::signbit(a) < std::signbit(b);
  return a > b;
}

// Clips that are looked at before it is worth to remember them: for a single
// joint, and for events.
constexpr size_t kPlainClips = 64;
constexpr size_t kPlainReferences = 16;

// What looking at a clip takes, a joint's matrix, and a blend of two, in steps
// of Limits::request_steps.
constexpr uint64_t kClipSteps = 16;
constexpr uint64_t kMatrixSteps = 64;
constexpr uint64_t kVariableSteps = 8;
constexpr uint64_t kBlendSteps = 160;
// To write a joint takes as long.
constexpr uint64_t kStepsForJoint = 1024;
// An event's share of a line, besides its name: its brackets and offset.
constexpr uint64_t kEventBytes = 7;

uint32_t Bits(float value) { return std::bit_cast<uint32_t>(value); }

uint64_t Sum(uint64_t a, uint64_t b) {
  return a + b < a ? std::numeric_limits<uint64_t>::max() : a + b;
}

bool SameBits(const Matrix& a, const Matrix& b) {
  return std::equal(a.begin(), a.end(), b.begin(), [](float x, float y) {
    return std::bit_cast<uint32_t>(x) == std::bit_cast<uint32_t>(y);
  });
}

}  // namespace

// ---- Clips ------------------------------------------------------------------

ClipPlayer::ClipPlayer(const StateMachine& machine,
                       const FindArmature& find_armature, const Limits& limits)
    : machine_(&machine), limits_(limits), values_(machine) {
  // The clips of each armature by their names, and their numbers.
  struct Clips {
    forge::NameTable names;
    std::vector<uint32_t> numbers;
  };
  std::map<const Armature*, Clips> armatures;
  for (size_t i = 0; i < machine.expressions.size(); ++i) {
    const Expression& e = machine.expressions[i];
    if (e.kind != ExpressionKind::kModelClip) continue;
    const auto name = forge::ParseModelClip(machine.texts[e.text]);
    if (!name || name->has_variant || !find_armature) continue;
    const Armature* armature = find_armature(*name);
    if (armature == nullptr) continue;
    const auto [found, is_new] = armatures.try_emplace(armature);
    Clips& clips = found->second;
    const auto name_of = [&](uint32_t c) {
      return armature->texts[armature->clips[c].name];
    };
    if (is_new) {
      const auto count = static_cast<uint32_t>(armature->clips.size());
      clips.names = forge::NameTable(count);
      clips.numbers.assign(count, kNowhere);
      for (uint32_t c = 0; c < count; ++c) clips.names.Add(c, name_of);
    }
    const uint32_t clip = clips.names.Find(name->clip, name_of);
    if (clip == forge::NameTable::kNone) continue;
    uint32_t& number = clips.numbers[clip];
    if (number == kNowhere) {
      number = static_cast<uint32_t>(clips_.size());
      const auto begin = static_cast<uint32_t>(joints_.size());
      for (const auto& j : armature->JointClips(armature->clips[clip])) {
        joints_.push_back(&j);
      }
      std::sort(joints_.begin() + begin, joints_.end(),
                [&](const auto* a, const auto* b) {
                  const std::string_view name_a = armature->texts[a->joint];
                  const std::string_view name_b = armature->texts[b->joint];
                  return name_a != name_b ? name_a < name_b : a < b;
                });
      clips_.push_back({armature, &armature->clips[clip], begin,
                        static_cast<uint32_t>(joints_.size())});
    }
    targets_.push_back({static_cast<ExpressionIndex>(i), number});
  }
}

uint32_t ClipPlayer::Find(ExpressionIndex expression) const {
  const auto found = std::lower_bound(
      targets_.begin(), targets_.end(), expression,
      [](const Target& t, ExpressionIndex e) { return t.expression < e; });
  return found != targets_.end() && found->expression == expression
             ? found->clip
             : kNowhere;
}

const Armature::JointClip* ClipPlayer::FindJoint(uint32_t clip,
                                                 std::string_view joint) const {
  const PlayedClip& played = clips_[clip];
  const auto end = joints_.begin() + played.joints_end;
  const auto found = std::lower_bound(
      joints_.begin() + played.joints_begin, end, joint,
      [&](const Armature::JointClip* j, std::string_view name) {
        return played.armature->texts[j->joint] < name;
      });
  const bool moves =
      found != end && played.armature->texts[(*found)->joint] == joint;
  return moves ? *found : nullptr;
}

absl::Status ClipPlayer::TooMuchWork() const {
  return absl::OutOfRangeError(
      absl::StrCat("a step takes more than the limit of ",
                   limits_.request_steps, " for request-steps"));
}

absl::Status ClipPlayer::Value(ExpressionIndex expression, float time,
                               const TimeInputs& inputs, TimeMemo& memo,
                               float* value) const {
  const auto entry = values_.Find(expression);
  if (entry && values_.Evaluate(*entry, time, inputs, memo, value)) {
    return absl::OkStatus();
  }
  if (memo.exhausted()) return TooMuchWork();
  return absl::UnavailableError(
      "a time value has an error, or needs a value that was not supplied");
}

// ---- Poses ------------------------------------------------------------------

// A clip at a time, as what there is to compute for each joint: matrices of
// model clips, and blends of two, those that they are made of before them.
class ClipPlayer::PoseWalk {
 public:
  PoseWalk(const ClipPlayer& player, const TimeInputs& inputs, size_t joints)
      : player_(player),
        inputs_(inputs),
        memo_(Sum(player.limits_.request_steps, kStepsForJoint * joints)) {}

  absl::Status Walk(ExpressionIndex clip, float time);

  // Whether something that was met moves the joint and has an error.
  bool IsBroken(const JointSet& joints, uint32_t joint) const {
    return std::any_of(nodes_.begin(), nodes_.end(), [&](const Node& node) {
      const auto moved = Block(joints, node, joint, joint + 1);
      return !moved.empty() && moved[0].by->broken;
    });
  }

  absl::Status Compute(const JointSet& joints, std::span<Matrix> poses);

 private:
  using Moved = JointSet::Moved;

  struct Node {
    enum Kind : uint32_t { kNothing, kClip, kBlend };
    Kind kind;
    float at;  // time or progress
    // Of a clip its number; of a blend the nodes.
    uint32_t from;
    uint32_t to;
  };
  // A clip to look at; two nodes to blend; or what to remember a node by.
  struct Task {
    enum Kind : uint8_t { kClip, kBlend, kRemember };
    Kind kind;
    float at;
    ExpressionIndex clip;
  };
  static constexpr uint32_t kJointsAtOnce = 64;

  absl::Status Look(const Task& task);
  void Blend(float progress);
  void FindPlaces();
  void FindRest();

  // The joints from `begin` up to `end` that a node's own clip moves.
  static std::span<const Moved> Block(const JointSet& joints, const Node& node,
                                      uint32_t begin, uint32_t end) {
    if (node.kind != Node::kClip) return {};
    const auto first = node.from == 0 ? 0 : joints.ends_[node.from - 1];
    const std::span<const Moved> all =
        std::span(joints.moved_)
            .subspan(first, joints.ends_[node.from] - first);
    const auto before = [](const Moved& m, uint32_t joint) {
      return m.joint < joint;
    };
    const auto from = std::lower_bound(all.begin(), all.end(), begin, before);
    return {from, std::lower_bound(from, all.end(), end, before)};
  }

  const ClipPlayer& player_;
  const TimeInputs& inputs_;
  TimeMemo memo_;
  // The first is that of clips that move nothing.
  std::vector<Node> nodes_ = {{Node::kNothing, 0, 0, 0}};
  std::vector<Task> tasks_;
  std::vector<uint32_t> results_;
  Memo<uint32_t> known_;  // nodes, by what a reference leads to and the time
  // By node: where its matrix is kept, and what it is for joints that nothing
  // below moves: an index of rests_.
  std::vector<uint32_t> places_;
  size_t most_places_ = 0;
  std::vector<uint32_t> rest_;
  std::vector<Matrix> rests_ = {kIdentityMatrix};
};

absl::Status ClipPlayer::PoseWalk::Walk(ExpressionIndex clip, float time) {
  tasks_ = {{Task::kClip, time, clip}};
  while (!tasks_.empty()) {
    const Task task = tasks_.back();
    tasks_.pop_back();
    switch (task.kind) {
      case Task::kClip:
        if (absl::Status s = Look(task); !s.ok()) return s;
        break;
      case Task::kBlend:
        Blend(task.at);
        break;
      case Task::kRemember: {
        const MemoKey key = {task.clip, Bits(task.at), 0};
        if (known_.Find(key) == nullptr) known_.Add(key, results_.back());
        break;
      }
    }
  }
  return absl::OkStatus();
}

absl::Status ClipPlayer::PoseWalk::Look(const Task& task) {
  CountWork();
  if (!memo_.Spend(kClipSteps)) return player_.TooMuchWork();
  const float at = task.at;
  const Expression& e = player_.machine_->expressions[task.clip];
  switch (e.kind) {
    case ExpressionKind::kNoClip:
      results_.push_back(0);
      return absl::OkStatus();
    case ExpressionKind::kClipReference:
      if (e.first == kNowhere) return Broken();
      if (const uint32_t* node = known_.Find({e.first, Bits(at), 0})) {
        results_.push_back(*node);
        return absl::OkStatus();
      }
      tasks_.push_back({Task::kRemember, at, e.first});
      tasks_.push_back({Task::kClip, at, e.first});
      return absl::OkStatus();
    case ExpressionKind::kModelClip: {
      const uint32_t clip = player_.Find(task.clip);
      if (clip == kNowhere) {
        results_.push_back(0);
        return absl::OkStatus();
      }
      if (player_.clips_[clip].clip->broken) return Broken();
      results_.push_back(static_cast<uint32_t>(nodes_.size()));
      nodes_.push_back({Node::kClip, at, clip, 0});
      return absl::OkStatus();
    }
    case ExpressionKind::kApply: {
      float inner = 0;
      absl::Status s = player_.Value(e.first + 1, at, inputs_, memo_, &inner);
      tasks_.push_back({Task::kClip, inner, e.first});
      return s;
    }
    case ExpressionKind::kTrigger:
      tasks_.push_back({Task::kClip, at, e.first});
      return absl::OkStatus();
    case ExpressionKind::kSlerp: {
      float input = 0;
      float progress = 0;
      absl::Status s = player_.Value(e.first + 2, at, inputs_, memo_, &input);
      if (s.ok()) {
        s = player_.Value(e.first + 3, at, inputs_, memo_, &progress);
      }
      tasks_.push_back({Task::kBlend, progress, kNowhere});
      tasks_.push_back({Task::kClip, input, e.first + 1});
      tasks_.push_back({Task::kClip, input, e.first});
      return s;
    }
    default:
      return Broken();
  }
}

void ClipPlayer::PoseWalk::Blend(float progress) {
  const uint32_t to = results_.back();
  results_.pop_back();
  uint32_t& from = results_.back();
  // A blend of identities is one, to the bit.
  if (from == 0 && to == 0 && !std::isnan(progress)) return;
  nodes_.push_back({Node::kBlend, progress, from, to});
  from = static_cast<uint32_t>(nodes_.size() - 1);
}

// Gives each matrix a place for as long as it is needed.
void ClipPlayer::PoseWalk::FindPlaces() {
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
}

// What is left where nothing moves: the identity, unless a progress is NaN.
void ClipPlayer::PoseWalk::FindRest() {
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

absl::Status ClipPlayer::PoseWalk::Compute(const JointSet& joints,
                                           std::span<Matrix> poses) {
  known_ = {};
  FindPlaces();
  FindRest();
  const uint32_t root = results_.back();
  // Some joints at once, a bit for each: whether something at a node or below
  // moves it.
  struct Active {
    uint32_t node;
    const Moved* moved;  // of a clip: those of its joints
  };
  std::vector<uint64_t> moves(nodes_.size());
  std::vector<Active> active;
  std::vector<Matrix> matrices(most_places_);
  const auto size = static_cast<uint32_t>(joints.size());
  for (uint32_t begin = 0; begin < size; begin += kJointsAtOnce) {
    const uint32_t end = std::min(begin + kJointsAtOnce, size);
    active.clear();
    uint64_t steps = nodes_.size();
    for (uint32_t i = 0; i < nodes_.size(); ++i) {
      const Node& node = nodes_[i];
      const auto moved = Block(joints, node, begin, end);
      uint64_t mask = 0;
      for (const Moved& m : moved) {
        if (m.by->broken) return Broken();
        mask |= uint64_t{1} << (m.joint - begin);
        steps += kMatrixSteps + kVariableSteps * m.by->variables.count;
      }
      if (node.kind == Node::kBlend) {
        mask = moves[node.from] | moves[node.to];
        steps += kBlendSteps * static_cast<uint64_t>(std::popcount(mask));
      }
      moves[i] = mask;
      if (mask != 0) active.push_back({i, moved.data()});
    }
    steps += active.size() * (end - begin);
    CountWork(steps);
    if (!memo_.Spend(steps)) return player_.TooMuchWork();
    for (uint32_t joint = begin; joint < end; ++joint) {
      const uint64_t bit = uint64_t{1} << (joint - begin);
      const auto matrix = [&](uint32_t node) -> const Matrix& {
        return (moves[node] & bit) != 0 ? matrices[places_[node]]
                                        : rests_[rest_[node]];
      };
      for (const Active& a : active) {
        if ((moves[a.node] & bit) == 0) continue;
        const Node& node = nodes_[a.node];
        if (node.kind == Node::kBlend) {
          matrices[places_[a.node]] =
              Slerp(matrix(node.from), matrix(node.to), node.at);
          continue;
        }
        const auto which = std::popcount(moves[a.node] & (bit - 1));
        const PlayedClip& played = player_.clips_[node.from];
        matrices[places_[a.node]] = JointMatrix(*played.armature, *played.clip,
                                                *a.moved[which].by, node.at);
      }
      poses[joint] = matrix(root);
    }
  }
  return absl::OkStatus();
}

ClipPlayer::JointSet ClipPlayer::FindJoints(
    std::span<const std::string_view> names) const {
  JointSet set;
  set.size_ = names.size();
  forge::NameTable table(names.size());
  const auto name_of = [&](uint32_t i) { return names[i]; };
  for (uint32_t i = 0; i < names.size(); ++i) table.Add(i, name_of);
  for (const PlayedClip& played : clips_) {
    const auto begin = static_cast<std::ptrdiff_t>(set.moved_.size());
    std::string_view before;
    for (uint32_t j = played.joints_begin; j < played.joints_end; ++j) {
      const std::string_view name = played.armature->texts[joints_[j]->joint];
      const bool again = j != played.joints_begin && name == before;
      before = name;
      const uint32_t found = again ? kNowhere : table.Find(name, name_of);
      if (found != kNowhere) set.moved_.push_back({found, joints_[j]});
    }
    std::sort(set.moved_.begin() + begin, set.moved_.end(),
              [](const auto& a, const auto& b) { return a.joint < b.joint; });
    set.ends_.push_back(static_cast<uint32_t>(set.moved_.size()));
  }
  return set;
}

absl::Status ClipPlayer::JointPoses(ExpressionIndex clip,
                                    const JointSet& joints, float time,
                                    const TimeInputs& inputs,
                                    std::span<Matrix> poses) const {
  if (joints.size() == 0) return absl::OkStatus();
  PoseWalk walk(*this, inputs, joints.size());
  absl::Status s = walk.Walk(clip, time);
  // Joint by joint, the first would have met this before.
  if (!s.ok() && walk.IsBroken(joints, 0)) return Broken();
  return s.ok() ? walk.Compute(joints, poses) : s;
}

absl::StatusOr<Matrix> ClipPlayer::JointPose(ExpressionIndex clip,
                                             std::string_view joint, float time,
                                             const TimeInputs& inputs) const {
  // A clip to evaluate; or, without one, two matrices to blend.
  struct Task {
    ExpressionIndex clip;
    float time_or_progress;
  };
  TimeMemo memo(limits_.request_steps);
  absl::InlinedVector<Task, 8> tasks = {{clip, time}};
  absl::InlinedVector<Matrix, 4> results;
  size_t looked_at = 0;
  while (!tasks.empty()) {
    const Task task = tasks.back();
    tasks.pop_back();
    if (task.clip == kNowhere) {
      const Matrix to = results.back();
      results.pop_back();
      results.back() = Slerp(results.back(), to, task.time_or_progress);
      continue;
    }
    if (++looked_at > kPlainClips) {
      Matrix pose;
      absl::Status s =
          JointPoses(clip, FindJoints({&joint, 1}), time, inputs, {&pose, 1});
      if (!s.ok()) return s;
      return pose;
    }
    CountWork();
    const float at = task.time_or_progress;
    const Expression& e = machine_->expressions[task.clip];
    switch (e.kind) {
      case ExpressionKind::kNoClip:
        results.push_back(kIdentityMatrix);
        break;
      case ExpressionKind::kClipReference:
        if (e.first == kNowhere) return Broken();
        tasks.push_back({e.first, at});
        break;
      case ExpressionKind::kModelClip: {
        const uint32_t number = Find(task.clip);
        if (number == kNowhere) {
          results.push_back(kIdentityMatrix);
          break;
        }
        const PlayedClip& played = clips_[number];
        if (played.clip->broken) return Broken();
        const Armature::JointClip* moved = FindJoint(number, joint);
        if (moved == nullptr) {
          results.push_back(kIdentityMatrix);
          break;
        }
        if (moved->broken) return Broken();
        results.push_back(
            JointMatrix(*played.armature, *played.clip, *moved, at));
        break;
      }
      case ExpressionKind::kApply: {
        float inner = 0;
        if (absl::Status s = Value(e.first + 1, at, inputs, memo, &inner);
            !s.ok()) {
          return s;
        }
        tasks.push_back({e.first, inner});
        break;
      }
      case ExpressionKind::kTrigger:
        tasks.push_back({e.first, at});
        break;
      case ExpressionKind::kSlerp: {
        float input = 0;
        float progress = 0;
        absl::Status s = Value(e.first + 2, at, inputs, memo, &input);
        if (s.ok()) s = Value(e.first + 3, at, inputs, memo, &progress);
        if (!s.ok()) return s;
        tasks.push_back({kNowhere, progress});
        tasks.push_back({e.first + 1, input});
        tasks.push_back({e.first, input});
        break;
      }
      default:
        return Broken();
    }
  }
  return results.back();
}

// ---- Events -----------------------------------------------------------------

// What happened in a clip between two times, first as a tree of what is merged
// with what, counted before anything is put in order.
class ClipPlayer::EventWalk {
 public:
  EventWalk(const ClipPlayer& player, const TimeInputs& inputs)
      : player_(player), inputs_(inputs), memo_(player.limits_.request_steps) {}

  absl::Status Walk(ExpressionIndex clip, float last, float now);
  absl::Status Collect(std::vector<PastEvent>& events);

 private:
  // A list of events that is not empty: a model clip's, one with a trigger's
  // event, or two merged.
  struct Node {
    enum Kind : uint8_t { kNothing, kClip, kTrigger, kMerge };
    Kind kind;
    uint32_t from;  // of a clip the first event; else the node
    uint32_t to;    // the other node; or the expression of the trigger
    uint32_t count;
    uint64_t bytes;  // that it takes to write them, at least
  };
  struct Task {
    enum Kind : uint8_t { kClip, kMerge, kTrigger, kRemember };
    Kind kind;
    ExpressionIndex clip;
    float last;
    float now;
  };
  // What an event is called is looked up at the end.
  struct Happened {
    uint32_t name;
    float offset;
  };
  // Events, and the triggers' that come before the first of them that is
  // earlier than now.
  struct List {
    std::vector<Happened> events;
    std::vector<Happened> triggered;
  };
  static constexpr uint32_t kOfTrigger = uint32_t{1} << 31;

  absl::Status Look(const Task& task);
  void Add(const Node& node) {
    results_.push_back(static_cast<uint32_t>(nodes_.size()));
    nodes_.push_back(node);
  }
  void AddModelClip(const PlayedClip& played, float last, float now);

  std::string_view NameOf(uint32_t name) const {
    if ((name & kOfTrigger) == 0) return events_[name].name;
    const StateMachine& machine = *player_.machine_;
    return machine.texts[machine.expressions[name & ~kOfTrigger].text];
  }

  static bool IsEarlier(const Happened& event) {
    return IsLater(event.offset, 0);
  }
  // Puts the triggers' events where they belong.
  static void Flatten(List& list);
  static std::vector<Happened> Merge(const std::vector<Happened>& left,
                                     const std::vector<Happened>& right);

  const ClipPlayer& player_;
  const TimeInputs& inputs_;
  TimeMemo memo_;
  absl::InlinedVector<Node, 4> nodes_ = {{Node::kNothing, 0, 0, 0, 0}};
  absl::InlinedVector<Task, 8> tasks_;
  absl::InlinedVector<uint32_t, 4> results_;
  std::vector<PastEvent> events_;  // of model clips
  Memo<uint32_t> known_;
  size_t looked_at_ = 0;
  uint64_t count_ = 0;
};

absl::Status ClipPlayer::EventWalk::Walk(ExpressionIndex clip, float last,
                                         float now) {
  tasks_.push_back({Task::kClip, clip, last, now});
  while (!tasks_.empty()) {
    const Task task = tasks_.back();
    tasks_.pop_back();
    switch (task.kind) {
      case Task::kClip:
        if (absl::Status s = Look(task); !s.ok()) return s;
        break;
      case Task::kMerge: {
        const uint32_t right = results_.back();
        results_.pop_back();
        const uint32_t left = results_.back();
        if (right == 0) break;
        results_.pop_back();
        if (left == 0) {
          results_.push_back(right);
          break;
        }
        const Node& l = nodes_[left];
        const Node& r = nodes_[right];
        Add({Node::kMerge, left, right, l.count + r.count,
             Sum(l.bytes, r.bytes)});
        break;
      }
      case Task::kTrigger: {
        const uint32_t inner = results_.back();
        results_.pop_back();
        const Expression& e = player_.machine_->expressions[task.clip];
        Add({Node::kTrigger, inner, task.clip, nodes_[inner].count + 1,
             Sum(nodes_[inner].bytes, e.text.size + kEventBytes)});
        ++count_;
        break;
      }
      case Task::kRemember: {
        const MemoKey key = {task.clip, Bits(task.last), Bits(task.now)};
        if (known_.Find(key) == nullptr) known_.Add(key, results_.back());
        break;
      }
    }
    if (count_ > kMostEvents) {
      return absl::ResourceExhaustedError(
          absl::StrCat("more than ", kMostEvents, " events at once"));
    }
  }
  return absl::OkStatus();
}

absl::Status ClipPlayer::EventWalk::Look(const Task& task) {
  CountWork();
  if (!memo_.Spend(kClipSteps)) return player_.TooMuchWork();
  const Expression& e = player_.machine_->expressions[task.clip];
  const auto value = [&](uint32_t child, float* a, float* b) {
    absl::Status s =
        player_.Value(e.first + child, task.last, inputs_, memo_, a);
    if (!s.ok()) return s;
    return player_.Value(e.first + child, task.now, inputs_, memo_, b);
  };
  float a = 0;
  float b = 0;
  switch (e.kind) {
    case ExpressionKind::kNoClip:
      results_.push_back(0);
      return absl::OkStatus();
    case ExpressionKind::kClipReference:
      if (e.first == kNowhere) return Broken();
      if (++looked_at_ > kPlainReferences) {
        const MemoKey key = {e.first, Bits(task.last), Bits(task.now)};
        if (const uint32_t* node = known_.Find(key)) {
          results_.push_back(*node);
          count_ += nodes_[*node].count;
          return absl::OkStatus();
        }
        tasks_.push_back({Task::kRemember, e.first, task.last, task.now});
      }
      tasks_.push_back({Task::kClip, e.first, task.last, task.now});
      return absl::OkStatus();
    case ExpressionKind::kModelClip: {
      const uint32_t clip = player_.Find(task.clip);
      if (clip == kNowhere) {
        results_.push_back(0);
        return absl::OkStatus();
      }
      if (player_.clips_[clip].clip->broken) return Broken();
      AddModelClip(player_.clips_[clip], task.last, task.now);
      return absl::OkStatus();
    }
    case ExpressionKind::kApply: {
      absl::Status s = value(1, &a, &b);
      tasks_.push_back({Task::kClip, e.first, a, b});
      return s;
    }
    case ExpressionKind::kTrigger: {
      absl::Status s = value(1, &a, &b);
      if (a < 0 && b >= 0) tasks_.push_back({Task::kTrigger, task.clip, 0, 0});
      tasks_.push_back({Task::kClip, e.first, task.last, task.now});
      return s;
    }
    case ExpressionKind::kSlerp: {
      absl::Status s = value(2, &a, &b);
      tasks_.push_back({Task::kMerge, kNowhere, 0, 0});
      tasks_.push_back({Task::kClip, e.first + 1, a, b});
      tasks_.push_back({Task::kClip, e.first, a, b});
      return s;
    }
    default:
      return Broken();
  }
}

void ClipPlayer::EventWalk::AddModelClip(const PlayedClip& played, float last,
                                         float now) {
  const size_t before = events_.size();
  AppendPastEvents(*played.armature, *played.clip, last, now, events_);
  const size_t count = events_.size() - before;
  CountWork(count);
  if (count == 0) {
    results_.push_back(0);
    return;
  }
  uint64_t bytes = 0;
  for (size_t i = before; i < events_.size(); ++i) {
    bytes += events_[i].name.size() + kEventBytes;
  }
  Add({Node::kClip, static_cast<uint32_t>(before), 0,
       static_cast<uint32_t>(count), bytes});
  count_ += count;
}

void ClipPlayer::EventWalk::Flatten(List& list) {
  if (list.triggered.empty()) return;
  list.events.insert(
      std::find_if(list.events.begin(), list.events.end(), IsEarlier),
      list.triggered.begin(), list.triggered.end());
  list.triggered.clear();
}

// One list after the other by the offsets of their heads; of equal ones the
// left comes first. The lists themselves may be out of order.
std::vector<ClipPlayer::EventWalk::Happened> ClipPlayer::EventWalk::Merge(
    const std::vector<Happened>& left, const std::vector<Happened>& right) {
  std::vector<Happened> merged;
  merged.reserve(left.size() + right.size());
  auto l = left.begin();
  auto r = right.begin();
  while (l != left.end() && r != right.end()) {
    merged.push_back(IsLater(l->offset, r->offset) ? *r++ : *l++);
  }
  merged.insert(merged.end(), l, left.end());
  merged.insert(merged.end(), r, right.end());
  return merged;
}

absl::Status ClipPlayer::EventWalk::Collect(std::vector<PastEvent>& events) {
  const uint32_t root = results_.back();
  if (nodes_[root].bytes > player_.limits_.step_bytes) {
    return absl::OutOfRangeError(absl::StrCat(
        "events of ", nodes_[root].bytes, " bytes are more than the limit of ",
        player_.limits_.step_bytes, " for step-bytes"));
  }
  if (nodes_[root].kind == Node::kNothing) return absl::OkStatus();
  if (nodes_[root].kind == Node::kClip &&
      nodes_[root].count == events_.size()) {
    events = std::move(events_);
    return absl::OkStatus();
  }
  known_ = {};
  // By node: the last that needs it.
  absl::InlinedVector<uint32_t, 4> last_use(nodes_.size(), kNowhere);
  for (uint32_t i = 1; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    if (node.kind == Node::kClip) continue;
    last_use[node.from] = i;
    if (node.kind == Node::kMerge) last_use[node.to] = i;
  }
  absl::InlinedVector<List, 4> lists(nodes_.size());
  for (uint32_t i = 1; i <= root; ++i) {
    const Node& node = nodes_[i];
    List& list = lists[i];
    if (node.kind != Node::kTrigger || last_use[node.from] != i) {
      CountWork(node.count);
      if (!memo_.Spend(node.count)) return player_.TooMuchWork();
    }
    if (node.kind == Node::kClip) {
      list.events.reserve(node.count);
      for (uint32_t e = node.from; e < node.from + node.count; ++e) {
        list.events.push_back({e, events_[e].offset});
      }
      continue;
    }
    List& from = lists[node.from];
    if (node.kind == Node::kTrigger) {
      list = last_use[node.from] == i ? std::move(from) : from;
      list.triggered.push_back({node.to | kOfTrigger, 0});
      continue;
    }
    List& to = lists[node.to];
    Flatten(from);
    Flatten(to);
    list.events = Merge(from.events, to.events);
    if (last_use[node.from] == i) from = {};
    if (last_use[node.to] == i) to = {};
  }
  List& all = lists[root];
  Flatten(all);
  events.reserve(all.events.size());
  for (const Happened& event : all.events) {
    events.push_back({NameOf(event.name), event.offset});
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<PastEvent>> ClipPlayer::Events(
    ExpressionIndex clip, float last, float now,
    const TimeInputs& inputs) const {
  EventWalk walk(*this, inputs);
  std::vector<PastEvent> events;
  absl::Status s = walk.Walk(clip, last, now);
  if (s.ok()) s = walk.Collect(events);
  if (!s.ok()) return s;
  return events;
}

// ---- The machine ------------------------------------------------------------

absl::Status AnimationMachine::Transition(std::string_view name) {
  const uint32_t to = machine_->FindStateToEnter(name);
  if (to == kNowhere) {
    return absl::NotFoundError(
        absl::StrCat("there is no state \"", std::string(name), "\""));
  }
  if (!machine_->IsListed(state_, to)) {
    return absl::FailedPreconditionError(
        absl::StrCat("no transition from \"", std::string(state()), "\" to \"",
                     std::string(name), "\" is listed"));
  }
  state_ = to;
  return absl::OkStatus();
}

absl::StatusOr<AnimationMachine::Step> AnimationMachine::Apply(float time) {
  if (last_ == -std::numeric_limits<float>::infinity()) last_ = time;
  applied_ = state_;
  time_ = time;
  auto events = player_.Events(ClipOf(state_), last_, time, inputs_);
  if (!events.ok()) return Located(events.status());
  last_ = time;
  Step step;
  step.state_before = state();
  // The oldest first.
  for (auto event = events->rbegin(); event != events->rend(); ++event) {
    if (!event->name.starts_with('!')) continue;
    if (!event->name.starts_with(kTransitionEvent)) {
      step.dropped.emplace_back(event->name);
      continue;
    }
    absl::Status s = Transition(event->name.substr(kTransitionEvent.size()));
    if (!s.ok()) return s;
  }
  step.events = *std::move(events);
  std::erase_if(step.events, [](const PastEvent& event) {
    return event.name.starts_with('!');
  });
  return step;
}

absl::StatusOr<Matrix> AnimationMachine::JointPose(
    std::string_view joint) const {
  auto pose = player_.JointPose(ClipOf(applied_), joint, time_, inputs_);
  if (!pose.ok()) return Located(pose.status());
  return pose;
}

absl::Status AnimationMachine::JointPoses(const ClipPlayer::JointSet& joints,
                                          std::span<Matrix> poses) const {
  return Located(
      player_.JointPoses(ClipOf(applied_), joints, time_, inputs_, poses));
}

std::string AnimationMachine::ClipPath() const {
  const StateMachine::Named& clip =
      machine_->clips[machine_->states[applied_].clip];
  std::string path = "/clips";
  forge::AppendPointerToken(machine_->texts[clip.name], path);
  return path;
}

absl::Status AnimationMachine::Located(const absl::Status& status) const {
  if (!absl::IsOutOfRange(status)) return status;
  return absl::OutOfRangeError(
      absl::StrCat(ClipPath(), ": ", status.message()));
}

}  // namespace clipguard::eval
