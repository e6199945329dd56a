// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/machine/event_lists.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/memory/work_counter.h"
#include "base/numbers.h"
#include "eval/machine/time/memo.h"
#include "parser/limits.h"

namespace clipguard::eval {
namespace {

using forge::Expression;
using forge::ExpressionIndex;
using forge::kNowhere;
using forge::StateMachine;

// Events that one step may give. Limits::evaluation_steps bounds the clips that
// take part, but each may have many.
constexpr size_t kMostEvents = 1'000'000;

// References that are followed before it is worth to remember what they lead
// to.
constexpr size_t kPlainReferences = 16;

// An event's share of a line, besides its name: its brackets and offset.
constexpr uint64_t kEventBytes = 7;

// As the game compares floats: NaN is the greatest, -0 less than 0.
bool IsLater(float a, float b) {
  if (std::isnan(b)) return false;
  if (std::isnan(a)) return true;
  if (a == b) return std::signbit(a) < std::signbit(b);
  return a > b;
}

// Two frames.
struct Frames {
  float last;
  float now;
};

// A visitor that makes a tree of what is merged with what, counted before
// anything is put in order.
class EventTree {
 public:
  using Moment = Frames;

  EventTree(const ClipTables& tables, const TimeInputs& inputs)
      : tables_(tables), budget_(tables, inputs, tables.limits.request_steps) {}

  bool Look() { return budget_.Look(); }
  absl::Status WhyNot() const { return budget_.TooMuchWork(); }
  absl::Status Value(ExpressionIndex value, const Frames& at, Frames& result) {
    absl::Status s = budget_.Value(value, at.last, result.last);
    return s.ok() ? budget_.Value(value, at.now, result.now) : s;
  }
  static absl::Status Progress(ExpressionIndex, const Frames&, Frames&) {
    return absl::OkStatus();
  }
  absl::Status Fires(ExpressionIndex value, const Frames& at, bool& fires) {
    Frames passed{};
    absl::Status s = Value(value, at, passed);
    fires = passed.last < 0 && passed.now >= 0;
    return s;
  }

  void AddNothing() { results_.push_back(0); }
  absl::Status AddModelClip(uint32_t number, const Frames& at);
  absl::Status Find(ExpressionIndex clip, const Frames& at, Recall& recall);
  void Remember(ExpressionIndex clip, const Frames& at) {
    known_.Add(KeyOf(clip, at), results_.back());
  }
  absl::Status AddTrigger(ExpressionIndex trigger);
  void Blend(const Frames&);

  // After the walk: the events in order, the latest first.
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
  // An event by the number of its name; the name itself is looked up at the
  // end.
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

  static MemoKey KeyOf(ExpressionIndex clip, const Frames& at) {
    return {clip, std::bit_cast<uint32_t>(at.last),
            std::bit_cast<uint32_t>(at.now)};
  }
  void Add(const Node& node) {
    results_.push_back(static_cast<uint32_t>(nodes_.size()));
    nodes_.push_back(node);
  }
  // So many events more.
  absl::Status Count(uint64_t events);

  std::string_view NameOf(uint32_t name) const {
    if ((name & kOfTrigger) == 0) return events_[name].name;
    const StateMachine& machine = *tables_.machine;
    return machine.texts[machine.expressions[name & ~kOfTrigger].text];
  }

  static bool IsEarlier(const Happened& event) {
    return IsLater(event.offset, 0);
  }
  // Puts the triggers' events where they belong.
  static void Flatten(List& list);
  static std::vector<Happened> Merge(const std::vector<Happened>& left,
                                     const std::vector<Happened>& right);
  // By node: the last that needs it.
  absl::InlinedVector<uint32_t, 4> LastUses() const;
  // The list of a node from those that it is made of, the last uses of which
  // are known.
  void MakeList(uint32_t i, std::span<const uint32_t> last_use,
                std::span<List> lists) const;

  const ClipTables& tables_;
  ClipBudget budget_;
  absl::InlinedVector<Node, 4> nodes_ = {{Node::kNothing, 0, 0, 0, 0}};
  absl::InlinedVector<uint32_t, 4> results_;
  std::vector<PastEvent> events_;  // of model clips
  Memo<uint32_t> known_;
  size_t followed_ = 0;
  uint64_t count_ = 0;
};

absl::Status EventTree::Count(uint64_t events) {
  count_ += events;
  if (count_ <= kMostEvents) return absl::OkStatus();
  return absl::ResourceExhaustedError(
      absl::StrCat("more than ", kMostEvents, " events at once"));
}

absl::Status EventTree::Find(ExpressionIndex clip, const Frames& at,
                             Recall& recall) {
  if (++followed_ <= kPlainReferences) return absl::OkStatus();
  const uint32_t* node = known_.Find(KeyOf(clip, at));
  if (node == nullptr) {
    recall = Recall::kRemember;
    return absl::OkStatus();
  }
  recall = Recall::kKnown;
  results_.push_back(*node);
  return Count(nodes_[*node].count);
}

absl::Status EventTree::AddModelClip(uint32_t number, const Frames& at) {
  const ModelClips::Clip& clip = tables_.clips[number];
  const size_t before = events_.size();
  AppendPastEvents(*clip.armature, *clip.clip, at.last, at.now, events_);
  const size_t count = events_.size() - before;
  CountWork(count);
  if (count == 0) {
    AddNothing();
    return absl::OkStatus();
  }
  uint64_t bytes = 0;
  for (size_t i = before; i < events_.size(); ++i) {
    bytes += events_[i].name.size() + kEventBytes;
  }
  Add({Node::kClip, static_cast<uint32_t>(before), 0,
       static_cast<uint32_t>(count), bytes});
  return Count(count);
}

absl::Status EventTree::AddTrigger(ExpressionIndex trigger) {
  const uint32_t inner = results_.back();
  results_.pop_back();
  const Expression& e = tables_.machine->expressions[trigger];
  Add({Node::kTrigger, inner, trigger, nodes_[inner].count + 1,
       SaturatingSum(nodes_[inner].bytes, e.text.size + kEventBytes)});
  return Count(1);
}

void EventTree::Blend(const Frames&) {
  const uint32_t right = results_.back();
  results_.pop_back();
  if (right == 0) return;
  const uint32_t left = results_.back();
  results_.pop_back();
  if (left == 0) {
    results_.push_back(right);
    return;
  }
  const Node& l = nodes_[left];
  const Node& r = nodes_[right];
  Add({Node::kMerge, left, right, l.count + r.count,
       SaturatingSum(l.bytes, r.bytes)});
}

void EventTree::Flatten(List& list) {
  if (list.triggered.empty()) return;
  list.events.insert(
      std::find_if(list.events.begin(), list.events.end(), IsEarlier),
      list.triggered.begin(), list.triggered.end());
  list.triggered.clear();
}

// One list after the other by the offsets of their heads; of equal ones the
// left comes first. The lists themselves may be out of order.
std::vector<EventTree::Happened> EventTree::Merge(
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

absl::InlinedVector<uint32_t, 4> EventTree::LastUses() const {
  absl::InlinedVector<uint32_t, 4> last_use(nodes_.size(), kNowhere);
  for (uint32_t i = 1; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    if (node.kind == Node::kClip) continue;
    last_use[node.from] = i;
    if (node.kind == Node::kMerge) last_use[node.to] = i;
  }
  return last_use;
}

void EventTree::MakeList(uint32_t i, std::span<const uint32_t> last_use,
                         std::span<List> lists) const {
  const Node& node = nodes_[i];
  List& list = lists[i];
  if (node.kind == Node::kClip) {
    list.events.reserve(node.count);
    for (uint32_t e = node.from; e < node.from + node.count; ++e) {
      list.events.push_back({e, events_[e].offset});
    }
    return;
  }
  List& from = lists[node.from];
  if (node.kind == Node::kTrigger) {
    list = last_use[node.from] == i ? std::move(from) : from;
    list.triggered.push_back({node.to | kOfTrigger, 0});
    return;
  }
  List& to = lists[node.to];
  Flatten(from);
  Flatten(to);
  list.events = Merge(from.events, to.events);
  if (last_use[node.from] == i) from = {};
  if (last_use[node.to] == i) to = {};
}

absl::Status EventTree::Collect(std::vector<PastEvent>& events) {
  const uint32_t root = results_.back();
  if (nodes_[root].bytes > tables_.limits.step_bytes) {
    return absl::OutOfRangeError(absl::StrCat(
        "events of ", nodes_[root].bytes, " bytes are more than the limit of ",
        tables_.limits.step_bytes, " for ",
        std::string(LimitName(&Limits::step_bytes))));
  }
  if (nodes_[root].kind == Node::kNothing) return absl::OkStatus();
  if (nodes_[root].kind == Node::kClip) {
    // Those of two clips would be merged.
    assert(nodes_[root].count == events_.size());
    events = std::move(events_);
    return absl::OkStatus();
  }
  known_ = {};
  const auto last_use = LastUses();
  absl::InlinedVector<List, 4> lists(nodes_.size());
  for (uint32_t i = 1; i <= root; ++i) {
    const Node& node = nodes_[i];
    // A trigger's event is added to a list that nobody else needs.
    if (node.kind != Node::kTrigger || last_use[node.from] != i) {
      if (absl::Status s = budget_.Spend(node.count); !s.ok()) return s;
    }
    MakeList(i, last_use, {lists.data(), lists.size()});
  }
  List& all = lists[root];
  Flatten(all);
  events.reserve(all.events.size());
  for (const Happened& event : all.events) {
    events.push_back({NameOf(event.name), event.offset});
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<PastEvent>> ComputeEvents(const ClipTables& tables,
                                                     ExpressionIndex clip,
                                                     float last, float now,
                                                     const TimeInputs& inputs) {
  EventTree tree(tables, inputs);
  std::vector<PastEvent> events;
  absl::Status s = ClipWalker(tables, tree).Walk(clip, {last, now});
  if (s.ok()) s = tree.Collect(events);
  if (!s.ok()) return s;
  return events;
}

}  // namespace clipguard::eval
