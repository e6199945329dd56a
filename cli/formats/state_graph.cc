// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/formats/state_graph.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "cli/io/text.h"
#include "parser/float_text.h"
#include "parser/forge/armature.h"
#include "parser/forge/transition_events.h"
#include "parser/forge/writer.h"
#include "parser/utf8.h"
#include "parser/work_counter.h"

namespace clipguard::cli {
namespace {

using forge::Armature;
using forge::Expression;
using forge::ExpressionIndex;
using forge::ExpressionKind;
using forge::kNowhere;
using forge::StateMachine;
using forge::TransitionEvent;
using forge::TransitionEvents;

// Clips and events that are looked at for causes of transitions, over all
// states.
constexpr uint64_t kMostSteps = 20'000'000;
constexpr size_t kLongestLabel = 60;
// Of a text, as much as a label can show: Shortened() looks at no more.
constexpr size_t kMostLookedAt = 4 * kLongestLabel;
constexpr std::string_view kDots = "...";
constexpr size_t kMostCauses = 4;  // shown at one transition
constexpr size_t kPiece = 64 * 1024;

// A label's text: nothing in it has a meaning of its own to Graphviz.
std::string Escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
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

// A line of a label.
std::string Line(std::string_view text) {
  return Escaped(Shortened(text, kLongestLabel));
}

// An event of a state's clip that asks for a transition.
struct Cause {
  ExpressionIndex source;
  uint32_t event;  // of those that the source has
};

// All that lead to one state, of which the first are shown.
struct Causes {
  uint32_t to;
  uint64_t count;
  std::array<Cause, kMostCauses> first;
};

class Graph {
 public:
  Graph(const StateMachine& machine, ForgeResources* resources,
        uint64_t most_bytes, absl::FunctionRef<void(std::string_view)> write)
      : m_(machine),
        most_bytes_(most_bytes),
        write_(write),
        events_(machine),
        causes_of_(machine.states.size(), kNowhere) {
    if (resources != nullptr) AddModelClips(*resources);
  }

  StateGraphResult Write() {
    out_ =
        "digraph \"animation state machine\" {\n"
        "  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n"
        "  edge [fontname=\"sans-serif\", fontsize=10];\n";
    const std::vector<bool> reachable = m_.Reachable();
    for (uint32_t s = 0; s < m_.states.size(); ++s) {
      WriteState(s, reachable[s]);
      if (!Advance(s)) return result_;
    }
    if (m_.start != kNowhere) {
      absl::StrAppendFormat(&out_,
                            "  start [shape=point, width=0.15];\n"
                            "  start -> s%d;\n",
                            m_.start);
    }
    for (uint32_t s = 0; s < m_.states.size(); ++s) {
      if (!WriteTransitions(s)) return result_;
    }
    out_ += "}\n";
    if (Advance(0)) Flush();
    return result_;
  }

 private:
  std::string_view Name(uint32_t state) const {
    return m_.texts[m_.states[state].name];
  }

  // ---- Text -----------------------------------------------------------------

  // After each line or so, about the state `s`. False if there are too many
  // bytes.
  bool Advance(uint32_t s) {
    if (result_.bytes + out_.size() > most_bytes_) {
      result_.whole = false;
      result_.state = s;
      return false;
    }
    if (out_.size() >= kPiece) Flush();
    return true;
  }

  void Flush() {
    CountWork(out_.size());
    result_.bytes += out_.size();
    write_(out_);
    out_.clear();
  }

  void WriteState(uint32_t s, bool is_reachable) {
    const StateMachine::State& state = m_.states[s];
    absl::StrAppendFormat(&out_, "  s%d [label=\"%s", s, Line(Name(s)));
    if (state.clip != kNowhere) {
      const std::string clip = forge::ExpressionText(
          m_, m_.clips[state.clip].expression, kMostLookedAt);
      absl::StrAppendFormat(&out_, "\\n%s", Line(clip));
    }
    if (!is_reachable) out_ += "\\n(unreachable)";
    out_ += '"';
    if (!is_reachable) {
      out_ += ", style=\"rounded,dashed\", color=gray50, fontcolor=gray50";
    }
    out_ += "];\n";
  }

  // The label of what leads to a state.
  std::string Label(const Causes& causes) {
    std::string label;
    const size_t shown = std::min<uint64_t>(causes.count, kMostCauses);
    for (size_t i = 0; i < shown; ++i) {
      if (i != 0) label += "\\n";
      label += TextOf(causes.first[i]);
    }
    if (causes.count > kMostCauses) {
      absl::StrAppendFormat(&label, "\\nand %d more",
                            causes.count - kMostCauses);
    }
    return label;
  }

  // A line of a label. Many states may show one clip: what costs something is
  // made once.
  std::string TextOf(const Cause& cause) {
    const Expression& e = m_.expressions[cause.source];
    std::string& known = texts_[cause.source];
    if (e.kind != ExpressionKind::kModelClip) {
      if (known.empty()) known = Line(Condition(e.first + 1));
      return known;
    }
    if (known.empty()) {
      known = ToPrintable(m_.texts[e.text].substr(0, kMostLookedAt));
      // It is cut again below.
      if (known.size() > kMostLookedAt) known.resize(kMostLookedAt);
    }
    const float time = events_.Of(cause.source)[cause.event].time;
    std::string text = absl::StrCat("at ", FloatText(time), " of ", known);
    if (text.size() > kLongestLabel) {
      text.resize(CutUtf8(text, kLongestLabel - kDots.size()).size());
      text += kDots;
    }
    return Escaped(text);
  }

  std::string Condition(ExpressionIndex value) const {
    // Beyond what is looked at, whatever is taken off.
    std::string text = forge::ExpressionText(m_, value, kMostLookedAt + 2);
    // Of a name the quotes say nothing.
    if (text.starts_with('"')) text = text.substr(1, text.size() - 2);
    return Shortened(text, kLongestLabel) + " turns >= 0";
  }

  // ---- Transitions ----------------------------------------------------------

  // False if there are too many bytes.
  bool WriteTransitions(uint32_t s) {
    FindCauses(s);
    bool fits = true;
    for (const auto& [from, to] : m_.TransitionsFrom(s)) {
      const uint32_t found = causes_of_[to];
      if (found == kNowhere) {
        absl::StrAppendFormat(&out_, "  s%d -> s%d;\n", from, to);
      } else {
        absl::StrAppendFormat(&out_, "  s%d -> s%d [label=\"%s\"];\n", s, to,
                              Label(causes_[found]));
        causes_of_[to] = kNowhere;
      }
      fits = Advance(s);
      if (!fits) break;
    }
    // What is left the game refuses, unless another event comes first and leads
    // to where it is listed.
    std::erase_if(causes_, [&](const Causes& causes) {
      return causes_of_[causes.to] == kNowhere;
    });
    for (const Causes& causes : causes_) causes_of_[causes.to] = kNowhere;
    if (causes_.size() > 1) SortByName();
    for (const Causes& causes : causes_) {
      if (!fits) break;
      absl::StrAppendFormat(
          &out_,
          "  s%d -> s%d [label=\"%s\\nnot listed\", color=red, "
          "fontcolor=red, style=dashed];\n",
          s, causes.to, Label(causes));
      fits = Advance(s);
    }
    return fits;
  }

  // Sorts causes_ by the names of the states. Those are compared once.
  void SortByName() {
    if (rank_.empty()) {
      std::vector<uint32_t> order(m_.states.size());
      for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
      std::sort(order.begin(), order.end(),
                [&](uint32_t a, uint32_t b) { return Name(a) < Name(b); });
      rank_.resize(order.size());
      for (uint32_t i = 0; i < order.size(); ++i) rank_[order[i]] = i;
    }
    std::sort(causes_.begin(), causes_.end(),
              [&](const Causes& a, const Causes& b) {
                return rank_[a.to] < rank_[b.to];
              });
  }

  // Fills in causes_ and causes_of_ for the clip of a state.
  void FindCauses(uint32_t s) {
    causes_.clear();
    if (m_.states[s].clip == kNowhere || !result_.complete) return;
    events_.StartRound();
    result_.complete = events_.Visit(
        m_.clips[m_.states[s].clip].expression, steps_left_,
        [&](ExpressionIndex source) {
          uint32_t i = 0;
          for (const TransitionEvent& event : events_.Of(source)) {
            if (event.state != kNowhere) Add(event.state, {source, i});
            ++i;
          }
        });
  }

  void Add(uint32_t to, Cause cause) {
    uint32_t& entry = causes_of_[to];
    if (entry == kNowhere) {
      entry = static_cast<uint32_t>(causes_.size());
      causes_.push_back({to, 0, {}});
    }
    Causes& causes = causes_[entry];
    if (causes.count < kMostCauses) causes.first[causes.count] = cause;
    ++causes.count;
  }

  void AddModelClips(ForgeResources& resources) {
    for (ExpressionIndex i = 0; i < m_.expressions.size(); ++i) {
      const Expression& e = m_.expressions[i];
      if (e.kind != ExpressionKind::kModelClip) continue;
      const auto name = forge::ReadModelClip(m_.texts[e.text]);
      if (!name || name->has_variant) continue;
      const Armature* armature = resources.Find(*name);
      if (armature == nullptr) continue;
      const Armature::Clip* clip = armature->FindClip(name->clip);
      if (clip != nullptr) events_.AddModelClip(i, *armature, *clip);
    }
  }

  const StateMachine& m_;
  const uint64_t most_bytes_;
  absl::FunctionRef<void(std::string_view)> write_;
  std::string out_;  // not yet written
  StateGraphResult result_;
  TransitionEvents events_;
  uint64_t steps_left_ = kMostSteps;
  // Of one state's clip; and by state, which of them lead to it, or kNowhere.
  std::vector<Causes> causes_;
  std::vector<uint32_t> causes_of_;
  std::vector<uint32_t> rank_;  // by state, in the order of their names
  // By source: of a trigger its line, of a model's clip the name as it is
  // shown.
  std::unordered_map<ExpressionIndex, std::string> texts_;
};

}  // namespace

StateGraphResult WriteStateGraph(
    const StateMachine& machine, ForgeResources* resources, uint64_t most_bytes,
    absl::FunctionRef<void(std::string_view)> write) {
  return Graph(machine, resources, most_bytes, write).Write();
}

}  // namespace clipguard::cli
