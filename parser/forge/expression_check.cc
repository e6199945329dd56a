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
#include "base/memory/huge_pages.h"
#include "parser/forge/state_machine.h"
#include "parser/forge/state_machine_check_context.h"
#include "parser/json/json_reporter.h"
#include "parser/limits.h"

namespace clipguard::forge {
namespace {

using Named = StateMachine::Named;

// How many of a cycle's names a message has.
constexpr size_t kCycleShown = 8;

class ExpressionCheck {
 public:
  ExpressionCheck(const CheckContext& context, const EventClips& clips)
      : context_(context),
        report_(context.report),
        m_(context.machine),
        clips_(clips) {}

  void Run() {
    ReserveLarge(totals_, m_.expressions.size());
    totals_.resize(m_.expressions.size());
    // Parameters, and after them clips, lie in the order in which they were
    // read, each with all its parts before the next.
    const auto last = static_cast<ExpressionIndex>(m_.expressions.size());
    const ExpressionIndex clips =
        m_.clips.empty() ? last : m_.clips.front().expression;
    MeasureAll(m_.parameters, clips);
    MeasureAll(m_.clips, last);
    CheckTriggers();
  }

 private:
  // Depth and steps of an expression with all that it refers to. While it is
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

  // `end` is where the expressions of the last one end.
  void MeasureAll(const std::vector<Named>& named, ExpressionIndex end) {
    for (size_t i = 0; i < named.size(); ++i) {
      const ExpressionIndex root = named[i].expression;
      if (totals_[root].state == Totals::kDone) continue;
      const ExpressionIndex next =
          i + 1 < named.size() ? named[i + 1].expression : end;
      if (!SumBackwards(root, next)) Measure(root);
    }
  }

  // The quick way through an expression and its parts, [root, end): parts come
  // after what they are parts of. False, and all is as before, where it refers
  // to what has not been measured yet, or where there is something to report:
  // that is left to Measure(), which does it in the order of the file.
  bool SumBackwards(ExpressionIndex root, ExpressionIndex end) {
    for (ExpressionIndex i = end; i-- > root;) {
      const Expression& e = m_.expressions[i];
      const bool known = !IsReference(e.kind) || e.first == kNowhere ||
                         totals_[e.first].state == Totals::kDone;
      if (known) {
        Sum(i);
        if (IsWithinLimits(totals_[i])) continue;
      }
      for (; i != end; ++i) {
        totals_[i] = {};
        m_.expressions[i].varies = false;
      }
      return false;
    }
    return true;
  }

  // Visits all that `root` is computed from. Reports each cycle where it is
  // closed, and cuts it there; the same for what is too deep or too long.
  void Measure(ExpressionIndex root) {
    if (totals_[root].state == Totals::kDone) return;
    if (PartsOf(m_.expressions[root]) == 0) {
      SumAndCheck(root);
      return;
    }
    frames_.clear();
    Open(root);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      Expression& e = m_.expressions[frame.expression];
      if (frame.next >= PartsOf(e)) {
        SumAndCheck(frame.expression);
        frames_.pop_back();
        continue;
      }
      const ExpressionIndex part = e.first + frame.next++;
      if (totals_[part].state == Totals::kNew) {
        if (PartsOf(m_.expressions[part]) == 0) {
          SumAndCheck(part);
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
  }

  bool IsWithinLimits(const Totals& total) const {
    const Limits& limits = context_.options.limits;
    return total.depth <= limits.expression_depth &&
           total.steps <= limits.evaluation_steps;
  }

  void SumAndCheck(ExpressionIndex i) {
    Sum(i);
    Totals& total = totals_[i];
    if (IsWithinLimits(total)) return;
    Expression& e = m_.expressions[i];
    const uint64_t most_depth = context_.options.limits.expression_depth;
    const uint64_t most_steps = context_.options.limits.evaluation_steps;
    if (total.depth > most_depth) {
      report_.At(FindingCode::kLimitExceeded, e.place, [&] {
        return Arguments{absl::StrCat("a depth of ", uint32_t{total.depth}),
                         absl::StrCat(most_depth),
                         LimitName(&Limits::expression_depth)};
      });
    } else {
      report_.At(FindingCode::kLimitExceeded, e.place, [&] {
        return Arguments{absl::StrCat(total.steps, " steps"),
                         absl::StrCat(most_steps),
                         LimitName(&Limits::evaluation_steps)};
      });
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
    std::vector<ExpressionIndex> still;
    for (const ExpressionIndex i : clips_.triggers) {
      const Expression& e = m_.expressions[i];
      if (e.kind != ExpressionKind::kTrigger) continue;
      if (totals_[e.first + 1].state != Totals::kDone) continue;
      if (!m_.expressions[e.first + 1].varies) still.push_back(i);
    }
    std::sort(still.begin(), still.end());
    for (const ExpressionIndex i : still) {
      const Expression& e = m_.expressions[i];
      report_.At(FindingCode::kAsmTriggerNeverFires,
                 m_.expressions[e.first + 1].place,
                 [&] { return Arguments{Quoted(text(e.text))}; });
    }
  }

  std::string_view text(Text t) const { return context_.text(t); }

  const CheckContext& context_;
  JsonReporter& report_;
  StateMachine& m_;
  const EventClips& clips_;
  ShortList<Totals> totals_;  // by expression
  std::vector<Frame> frames_;
};

}  // namespace

void CheckExpressions(const CheckContext& context, const EventClips& clips) {
  ExpressionCheck(context, clips).Run();
}

}  // namespace clipguard::forge
