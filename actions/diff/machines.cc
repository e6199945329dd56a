// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "actions/diff/comparison.h"
#include "actions/diff/forge.h"
#include "actions/diff/matching.h"
#include "parser/forge/state_machine.h"
#include "parser/forge/writer.h"

namespace clipguard::actions {
namespace {

using forge::Expression;
using forge::ExpressionIndex;
using forge::ExpressionKind;
using forge::StateMachine;

// The difference between two expressions.
struct ExpressionDifference {
  bool form = false;  // otherwise in numbers only
  double largest = 0;
};

// Those that count: operands beyond their operators do not.
uint32_t ChildrenOf(const Expression& e) {
  switch (e.kind) {
    case ExpressionKind::kParameter:
    case ExpressionKind::kClipReference:
    case ExpressionKind::kInput:
      return 0;
    case ExpressionKind::kOperators:
      return std::min(e.children, e.text.size);
    default:
      return e.children;
  }
}

ExpressionDifference CompareExpressions(const StateMachine& a,
                                        ExpressionIndex of_a,
                                        const StateMachine& b,
                                        ExpressionIndex of_b) {
  ExpressionDifference result;
  std::vector<std::pair<ExpressionIndex, ExpressionIndex>> left = {
      {of_a, of_b}};
  while (!left.empty()) {
    const Expression& x = a.expressions[left.back().first];
    const Expression& y = b.expressions[left.back().second];
    left.pop_back();
    const uint32_t children = ChildrenOf(x);
    // A name that is a parameter here and an input there is the same text, and
    // the parameter is a difference of its own.
    const bool names = (x.kind == ExpressionKind::kParameter ||
                        x.kind == ExpressionKind::kInput) &&
                       (y.kind == ExpressionKind::kParameter ||
                        y.kind == ExpressionKind::kInput);
    if ((x.kind != y.kind && !names) || a.texts[x.text] != b.texts[y.text] ||
        children != ChildrenOf(y)) {
      result.form = true;
      return result;
    }
    if (x.kind == ExpressionKind::kNumber) {
      const double by = Apart(x.number, y.number);
      if (std::isinf(by)) result.form = true;
      result.largest = std::max(result.largest, by);
    }
    for (uint32_t i = 0; i < children; ++i) {
      left.emplace_back(x.first + i, y.first + i);
    }
  }
  return result;
}

class MachineComparer {
 public:
  MachineComparer(const StateMachine& a, const StateMachine& b,
                  const CompareOptions& options)
      : a_(a), b_(b), comparison_(options) {}

  Comparison Run() {
    CompareNamed("parameter", "parameters", a_.parameters, b_.parameters);
    CompareNamed("clip", "clips", a_.clips, b_.clips);
    CompareStates();
    CompareTransitions();
    const std::string_view start_a = a_.texts[a_.start_state];
    const std::string_view start_b = b_.texts[b_.start_state];
    if (start_a != start_b) {
      comparison_.Add({.subject = "startState",
                       .path = "/start_state",
                       .before = Shortened(start_a),
                       .after = Shortened(start_b)});
    }
    comparison_.Finish();
    return std::move(comparison_);
  }

 private:
  void CompareNamed(std::string_view subject, std::string_view list,
                    const std::vector<StateMachine::Named>& a,
                    const std::vector<StateMachine::Named>& b) {
    std::vector<std::string_view> names_a;
    std::vector<std::string_view> names_b;
    for (const auto& named : a) names_a.push_back(a_.texts[named.name]);
    for (const auto& named : b) names_b.push_back(b_.texts[named.name]);
    for (const NamePair& pair : PairNames(names_a, names_b)) {
      const bool in_a = pair.a != NamePair::kNone;
      std::string path = absl::StrFormat(
          "/%s/%s", list,
          (in_a ? names_a[pair.a] : names_b[pair.b]).substr(0, kTextShown));
      const auto text_a = [&] {
        return ExpressionText(a_, a[pair.a].expression, kTextShown);
      };
      const auto text_b = [&] {
        return ExpressionText(b_, b[pair.b].expression, kTextShown);
      };
      if (pair.a == NamePair::kNone || pair.b == NamePair::kNone) {
        comparison_.AddAlone(subject, std::move(path),
                             in_a ? text_a() : text_b(), in_a);
        continue;
      }
      const ExpressionDifference by = CompareExpressions(
          a_, a[pair.a].expression, b_, b[pair.b].expression);
      if (!by.form && by.largest == 0) continue;
      Difference difference{.subject = subject,
                            .path = std::move(path),
                            .before = text_a(),
                            .after = text_b()};
      if (by.form) {
        comparison_.Add(std::move(difference));
        continue;
      }
      difference.measures = {{"value", "", by.largest}};
      comparison_.AddMeasured(std::move(difference), 1);
    }
  }

  static std::vector<std::string_view> StateNames(const StateMachine& m) {
    std::vector<std::string_view> names;
    names.reserve(m.states.size());
    for (const auto& state : m.states) names.push_back(m.texts[state.name]);
    return names;
  }

  void CompareStates() {
    const auto names_a = StateNames(a_);
    const auto names_b = StateNames(b_);
    for (const NamePair& pair : PairNames(names_a, names_b)) {
      if (pair.a != NamePair::kNone && pair.b != NamePair::kNone) continue;
      const bool in_a = pair.a != NamePair::kNone;
      const std::string_view name = in_a ? names_a[pair.a] : names_b[pair.b];
      comparison_.AddAlone("state", "/states", Shortened(name), in_a);
    }
  }

  using Arrow = std::pair<std::string_view, std::string_view>;
  static std::vector<Arrow> Arrows(const StateMachine& m) {
    std::vector<Arrow> arrows;
    arrows.reserve(m.transitions.size());
    for (const auto& [from, to] : m.transitions) {
      arrows.emplace_back(m.texts[m.states[from].name],
                          m.texts[m.states[to].name]);
    }
    std::sort(arrows.begin(), arrows.end());
    return arrows;
  }

  void CompareTransitions() {
    const std::vector<Arrow> a = Arrows(a_);
    const std::vector<Arrow> b = Arrows(b_);
    const auto add = [&](const Arrow& arrow, bool in_a) {
      comparison_.AddAlone(
          "transition",
          absl::StrFormat("/transitions/%s", arrow.first.substr(0, kTextShown)),
          Shortened(arrow.second), in_a);
    };
    size_t i = 0;
    size_t j = 0;
    while (i < a.size() || j < b.size()) {
      if (j == b.size() || (i < a.size() && a[i] < b[j])) {
        add(a[i++], true);
      } else if (i == a.size() || b[j] < a[i]) {
        add(b[j++], false);
      } else {
        ++i;
        ++j;
      }
    }
  }

  const StateMachine& a_;
  const StateMachine& b_;
  Comparison comparison_;
};

}  // namespace

Comparison CompareMachines(const StateMachine& a, const StateMachine& b,
                           const CompareOptions& options) {
  return MachineComparer(a, b, options).Run();
}

}  // namespace clipguard::actions
