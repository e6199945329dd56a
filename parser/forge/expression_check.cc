// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Checking a state machine, second part: cycles, depth and steps of
// expressions, and which of them vary.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "parser/forge/json_reporter.h"
#include "parser/forge/state_machine.h"
#include "parser/forge/state_machine_check_context.h"
#include "parser/limits.h"

namespace clipguard::forge {
namespace {

using Named = StateMachine::Named;

// Room for what is open, which seldom has to grow.
constexpr size_t kUsualDepth = 16;
// How many of a cycle's names a message has.
constexpr size_t kCycleShown = 8;

class ExpressionCheck {
 public:
  explicit ExpressionCheck(const CheckContext& context)
      : context_(context), report_(context.report), m_(context.machine) {}

  void Run() {
    frames_.reserve(kUsualDepth);
    totals_.resize(m_.expressions.size());
    for (const Named& p : m_.parameters) Measure(p.expression);
    for (const Named& c : m_.clips) Measure(c.expression);
    CheckTriggers();
  }

 private:
  // What an expression's own and all that it refers to come to. While it is
  // open, `steps` is its place among the frames.
  struct Totals {
    enum State : uint32_t { kNew, kOpen, kDone };
    uint32_t state : 2 = kNew;
    uint32_t depth : 30 = 0;  // these two saturated
    uint32_t steps = 0;
  };
  static constexpr uint32_t kMostDepth = (uint32_t{1} << 30) - 1;

  struct Frame {
    ExpressionIndex expression;
    uint32_t next;
    uint32_t references;  // up to and with this one
  };

  // How many expressions, from `first` on, an expression is computed from.
  static uint32_t PartsOf(const Expression& e) {
    if (IsReference(e.kind)) return e.first != kNowhere ? 1 : 0;
    return UsedChildren(e);
  }

  // Visits all that `root` is computed from. Reports each cycle where it is
  // closed, and cuts it there; the same for what is too deep or too long.
  void Measure(ExpressionIndex root) {
    if (totals_[root].state == Totals::kDone) return;
    if (PartsOf(m_.expressions[root]) == 0) {
      Sum(root);
      return;
    }
    frames_.clear();
    Open(root);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      Expression& e = m_.expressions[frame.expression];
      if (frame.next >= PartsOf(e)) {
        Sum(frame.expression);
        frames_.pop_back();
        continue;
      }
      const ExpressionIndex part = e.first + frame.next++;
      if (totals_[part].state == Totals::kNew) {
        if (PartsOf(m_.expressions[part]) == 0) {
          Sum(part);
        } else {
          Open(part);
        }
      } else if (totals_[part].state == Totals::kOpen) {
        ReportCycle(e, part);
        e.first = kNowhere;
      }
    }
  }

  void Open(ExpressionIndex i) {
    totals_[i].state = Totals::kOpen;
    totals_[i].steps = static_cast<uint32_t>(frames_.size());
    const uint32_t before = frames_.empty() ? 0 : frames_.back().references;
    frames_.push_back(
        {i, 0, before + (IsReference(m_.expressions[i].kind) ? 1 : 0)});
  }

  void Sum(ExpressionIndex i) {
    Expression& e = m_.expressions[i];
    Totals& total = totals_[i];
    uint64_t steps = 1;
    uint32_t depth = 0;
    bool all = true;  // parts that vary
    const uint32_t parts = PartsOf(e);
    for (ExpressionIndex part = e.first; part != e.first + parts; ++part) {
      depth = std::max<uint32_t>(depth, totals_[part].depth);
      steps += totals_[part].steps;
      all &= m_.expressions[part].varies;
    }
    total.depth = std::min(depth + 1, kMostDepth) & kMostDepth;
    total.steps = static_cast<uint32_t>(
        std::min<uint64_t>(steps, std::numeric_limits<uint32_t>::max()));
    switch (e.kind) {
      case ExpressionKind::kNumber:
      case ExpressionKind::kInput:
        break;
      case ExpressionKind::kParameter:
      case ExpressionKind::kCompose:
        e.varies = all;
        break;
      default:
        e.varies = true;
    }
    total.state = Totals::kDone;
    const uint64_t most_depth = context_.options.limits.expression_depth;
    const uint64_t most_steps = context_.options.limits.evaluation_steps;
    if (total.depth > most_depth) {
      report_.At(FindingCode::kLimitExceeded, e.place, [&] {
        return Arguments{absl::StrCat("a depth of ", uint32_t{total.depth}),
                         absl::StrCat(most_depth),
                         LimitName(&Limits::expression_depth)};
      });
    } else if (total.steps > most_steps) {
      report_.At(FindingCode::kLimitExceeded, e.place, [&] {
        return Arguments{absl::StrCat(total.steps, " steps"),
                         absl::StrCat(most_steps),
                         LimitName(&Limits::evaluation_steps)};
      });
    } else {
      return;
    }
    e.kind = ExpressionKind::kInvalid;
    total.depth = 0;
    total.steps = 0;
  }

  // The names from `target` down to the reference that closes the cycle: the
  // first and the last few are enough to find it.
  void ReportCycle(const Expression& closing, ExpressionIndex target) {
    report_.At(FindingCode::kAsmReferenceCycle, closing.place, [&] {
      const size_t begin = totals_[target].steps;
      const uint32_t before = begin == 0 ? 0 : frames_[begin - 1].references;
      // One more name than references, for the first one comes twice.
      const size_t names = 1 + frames_.back().references - before;
      std::string cycle = Quoted(text(closing.text));
      size_t shown = 1;
      for (size_t f = begin; f < frames_.size() && shown < names; ++f) {
        if (shown == kCycleShown - 1 && shown + 1 < names) {
          absl::StrAppend(&cycle, " -> (", names - 1 - shown, " more)");
          f = frames_.size() - 1;
        }
        const Expression& e = m_.expressions[frames_[f].expression];
        if (!IsReference(e.kind)) continue;
        absl::StrAppend(&cycle, " -> ", Quoted(text(e.text)));
        ++shown;
      }
      return Arguments{std::move(cycle)};
    });
  }

  // A trigger compares its value at two times.
  void CheckTriggers() {
    for (const Expression& e : m_.expressions) {
      if (e.kind != ExpressionKind::kTrigger) continue;
      if (totals_[e.first + 1].state != Totals::kDone) continue;
      if (m_.expressions[e.first + 1].varies) continue;
      report_.At(FindingCode::kAsmTriggerNeverFires,
                 m_.expressions[e.first + 1].place,
                 [&] { return Arguments{Quoted(text(e.text))}; });
    }
  }

  std::string_view text(Text t) const { return context_.text(t); }

  const CheckContext& context_;
  JsonReporter& report_;
  StateMachine& m_;
  std::vector<Totals> totals_;
  std::vector<Frame> frames_;
};

}  // namespace

void CheckExpressions(const CheckContext& context) {
  ExpressionCheck(context).Run();
}

}  // namespace clipguard::forge
