// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/state_graph.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "cli/text.h"
#include "parser/float_text.h"
#include "parser/forge/armature.h"
#include "parser/forge/writer.h"

namespace clipguard::cli {
namespace {

using forge::Expression;
using forge::ExpressionIndex;
using forge::ExpressionKind;
using forge::kNowhere;
using forge::kTransitionEvent;
using forge::StateMachine;

// Expressions that are looked at for causes of transitions, over all states.
constexpr size_t kMostSteps = 20'000'000;
constexpr size_t kLongestLabel = 60;
constexpr size_t kMostCauses = 4;  // shown at one transition

// A line of a label: nothing in it has a meaning of its own to Graphviz.
std::string Escaped(std::string_view text) {
  std::string out;
  for (const char c : Shortened(text, kLongestLabel)) {
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '&':
        out += "&amp;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

// What makes a state's clip ask for a transition.
struct Cause {
  std::string_view to;  // a name, of a state or not
  std::string text;
};

class Graph {
 public:
  Graph(const StateMachine& machine, ForgeResources* resources)
      : m_(machine),
        resources_(resources),
        seen_by_(machine.expressions.size(), kNowhere) {}

  std::string Write() {
    const std::vector<bool> reachable = m_.Reachable();
    out_ =
        "digraph \"animation state machine\" {\n"
        "  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n"
        "  edge [fontname=\"sans-serif\", fontsize=10];\n";
    for (uint32_t s = 0; s < m_.states.size(); ++s) {
      const StateMachine::State& state = m_.states[s];
      absl::StrAppendFormat(&out_, "  s%d [label=\"%s", s, Escaped(Name(s)));
      if (state.clip != kNowhere) {
        const std::string clip =
            forge::ExpressionText(m_, m_.clips[state.clip].expression);
        absl::StrAppendFormat(&out_, "\\n%s", Escaped(clip));
      }
      if (!reachable[s]) out_ += "\\n(unreachable)";
      out_ += '"';
      if (!reachable[s]) {
        out_ += ", style=\"rounded,dashed\", color=gray50, fontcolor=gray50";
      }
      out_ += "];\n";
    }
    if (m_.start != kNowhere) {
      absl::StrAppendFormat(&out_,
                            "  start [shape=point, width=0.15];\n"
                            "  start -> s%d;\n",
                            m_.start);
    }
    for (uint32_t s = 0; s < m_.states.size(); ++s) {
      std::map<std::string_view, std::vector<std::string>> causes;
      for (Cause& cause : CausesOf(s)) {
        causes[cause.to].push_back(std::move(cause.text));
      }
      for (const auto& [from, to] : m_.TransitionsFrom(s)) {
        const auto found = causes.find(Name(to));
        if (found == causes.end()) {
          absl::StrAppendFormat(&out_, "  s%d -> s%d;\n", from, to);
          continue;
        }
        absl::StrAppendFormat(&out_, "  s%d -> s%d [label=\"%s\"];\n", s, to,
                              Label(found->second));
        causes.erase(found);
      }
      // The game refuses these, unless another event comes first and leads to
      // where they are listed.
      for (const auto& [to, texts] : causes) {
        const uint32_t target = m_.FindState(to);
        if (target == kNowhere) continue;
        absl::StrAppendFormat(
            &out_,
            "  s%d -> s%d [label=\"%s\\nnot listed\", color=red, "
            "fontcolor=red, style=dashed];\n",
            s, target, Label(texts));
      }
    }
    out_ += "}\n";
    return std::move(out_);
  }

  bool complete() const { return steps_ < kMostSteps; }

 private:
  std::string_view Name(uint32_t state) const {
    return m_.texts[m_.states[state].name];
  }

  static std::string Label(const std::vector<std::string>& causes) {
    std::string label;
    for (size_t i = 0; i < std::min(causes.size(), kMostCauses); ++i) {
      if (i != 0) label += "\\n";
      label += Escaped(causes[i]);
    }
    if (causes.size() > kMostCauses) {
      absl::StrAppendFormat(&label, "\\nand %d more",
                            causes.size() - kMostCauses);
    }
    return label;
  }

  bool Varies(ExpressionIndex value) const {
    return m_.expressions[value].varies;
  }

  // Each clip that the state shows is looked at once.
  std::vector<Cause> CausesOf(uint32_t state) {
    std::vector<Cause> causes;
    if (m_.states[state].clip == kNowhere) return causes;
    std::vector<ExpressionIndex> open = {
        m_.clips[m_.states[state].clip].expression};
    while (!open.empty() && steps_ < kMostSteps) {
      const ExpressionIndex index = open.back();
      open.pop_back();
      if (index == kNowhere || seen_by_[index] == state) continue;
      seen_by_[index] = state;
      ++steps_;
      const Expression& e = m_.expressions[index];
      switch (e.kind) {
        case ExpressionKind::kClipReference:
          open.push_back(e.first);
          break;
        case ExpressionKind::kApply:
          if (Varies(e.first + 1)) open.push_back(e.first);
          break;
        case ExpressionKind::kSlerp:
          if (!Varies(e.first + 2)) break;
          open.push_back(e.first + 1);
          open.push_back(e.first);
          break;
        case ExpressionKind::kTrigger: {
          open.push_back(e.first);
          const std::string_view event = m_.texts[e.text];
          if (!event.starts_with(kTransitionEvent)) break;
          if (!Varies(e.first + 1)) break;
          causes.push_back(
              {event.substr(kTransitionEvent.size()), Condition(e.first + 1)});
          break;
        }
        case ExpressionKind::kModelClip:
          AddEvents(m_.texts[e.text], causes);
          break;
        default:
          break;
      }
    }
    return causes;
  }

  std::string Condition(ExpressionIndex value) const {
    std::string text = forge::ExpressionText(m_, value);
    // Of a name the quotes say nothing.
    if (text.starts_with('"')) text = text.substr(1, text.size() - 2);
    return Shortened(text, kLongestLabel) + " turns >= 0";
  }

  void AddEvents(std::string_view model, std::vector<Cause>& causes) {
    if (resources_ == nullptr) return;
    const auto name = forge::ParseModelClip(model);
    if (!name || name->has_variant) return;
    const forge::Armature* armature = resources_->Find(*name);
    if (armature == nullptr) return;
    const forge::Armature::Clip* clip = armature->FindClip(name->clip);
    if (clip == nullptr) return;
    for (const forge::Armature::Event& event : armature->Events(*clip)) {
      ++steps_;
      const std::string_view text = armature->texts[event.name];
      if (!text.starts_with(kTransitionEvent)) continue;
      causes.push_back(
          {text.substr(kTransitionEvent.size()),
           absl::StrFormat("at %s of %s", FloatText(event.time), model)});
    }
  }

  const StateMachine& m_;
  ForgeResources* resources_;
  std::vector<uint32_t> seen_by_;
  size_t steps_ = 0;
  std::string out_;
};

}  // namespace

std::string StateGraph(const StateMachine& machine, ForgeResources* resources,
                       bool* complete) {
  Graph graph(machine, resources);
  std::string text = graph.Write();
  *complete = graph.complete();
  return text;
}

}  // namespace clipguard::cli
