// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/formats/state_graph.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "cli/formats/graph_notation.h"
#include "cli/formats/machine_words.h"
#include "cli/io/text.h"
#include "parser/float_text.h"
#include "parser/forge/armature.h"
#include "parser/forge/transition_events.h"
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
constexpr size_t kLongestTitle = 40;
// Of a text, as much as a label can show: Shortened() looks at no more.
constexpr size_t kMostLookedAt = 4 * kLongestLabel;
constexpr size_t kMostCauses = 4;  // shown at one transition
constexpr size_t kPiece = 64 * 1024;

// A line of a label.
std::string Line(std::string_view text) {
  return Shortened(text, kLongestLabel);
}

// The end of a path: the file's name, with as many of its folders as fit.
std::string EndOf(std::string_view path, size_t most_bytes) {
  constexpr std::string_view kDots = "...";
  if (path.size() <= most_bytes) return std::string(path);
  std::string_view end = path.substr(path.size() - most_bytes);
  const size_t slash = end.find('/');
  if (slash != std::string_view::npos && slash + 1 < end.size()) {
    return std::string(end.substr(slash + 1));
  }
  end.remove_prefix(kDots.size());
  while (!end.empty() && (static_cast<unsigned char>(end[0]) & 0xC0) == 0x80) {
    end.remove_prefix(1);
  }
  return absl::StrCat(std::string(kDots), std::string(end));
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
        const StateGraphOptions& options,
        absl::FunctionRef<void(std::string_view)> write)
      : m_(machine),
        most_bytes_(options.most_bytes),
        file_(options.file),
        notation_(options.notation == GraphLanguage::kDot ? DotNotation()
                                                          : MermaidNotation()),
        write_(write),
        reachable_(machine.Reachable()),
        events_(machine),
        causes_of_(machine.states.size(), kNowhere) {
    if (resources != nullptr) AddModelClips(*resources);
  }

  StateGraphResult Write() {
    notation_->Begin(
        Title(),
        m_.start == kNowhere ? std::nullopt : std::optional<uint32_t>(m_.start),
        out_);
    for (const bool is_reachable : {true, false}) {
      for (uint32_t s = 0; s < m_.states.size(); ++s) {
        if (reachable_[s] != is_reachable) continue;
        WriteState(s);
        if (!Advance(s)) return result_;
      }
    }
    FindOrder();
    notation_->EndStates(order_.empty() ? 0 : order_.back(), out_);
    for (uint32_t s = 0; s < m_.states.size(); ++s) {
      if (!WriteTransitions(s)) return result_;
    }
    notation_->End(out_);
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

  GraphTitle Title() const {
    GraphTitle title;
    title.file = ToPrintable(EndOf(file_, kLongestTitle));
    if (m_.start == kNowhere) {
      title.about = "has no state to start in";
    } else {
      title.about = absl::StrCat("starts in ", Visible(Line(Name(m_.start))));
    }
    absl::StrAppend(&title.about, "; ", Count(m_.states.size(), "state"), ", ",
                    Count(m_.transitions.size(), "transition"));
    return title;
  }

  void WriteState(uint32_t s) {
    const StateMachine::State& state = m_.states[s];
    GraphState drawn = {s, Line(Name(s)), {}, reachable_[s]};
    if (state.clip != kNowhere) {
      drawn.clip =
          Line(ClipWords(m_, m_.clips[state.clip].expression, kMostLookedAt));
    }
    notation_->State(drawn, out_);
  }

  // The states that can be reached, the nearest to the start first.
  void FindOrder() {
    position_.assign(m_.states.size(), kNowhere);
    if (m_.start == kNowhere) return;
    order_.push_back(m_.start);
    position_[m_.start] = 0;
    for (size_t i = 0; i < order_.size(); ++i) {
      for (const auto& [from, to] : m_.TransitionsFrom(order_[i])) {
        if (position_[to] != kNowhere) continue;
        position_[to] = static_cast<uint32_t>(order_.size());
        order_.push_back(to);
      }
    }
  }

  void Draw(uint32_t from, uint32_t to, std::span<const std::string> causes,
            bool is_listed) {
    notation_->Transition({.from = from,
                           .to = to,
                           .causes = causes,
                           .is_listed = is_listed,
                           .is_reachable = reachable_[from],
                           .is_back = position_[to] < position_[from]},
                          out_);
  }

  // The lines of what leads to a state.
  std::vector<std::string> Lines(const Causes& causes) {
    std::vector<std::string> lines;
    const size_t shown = std::min<uint64_t>(causes.count, kMostCauses);
    for (size_t i = 0; i < shown; ++i) {
      lines.push_back(TextOf(causes.first[i]));
    }
    if (causes.count > kMostCauses) {
      lines.push_back(
          absl::StrFormat("and %d more", causes.count - kMostCauses));
    }
    return lines;
  }

  // Many states may show one clip: what costs something is made once.
  std::string TextOf(const Cause& cause) {
    const Expression& e = m_.expressions[cause.source];
    std::string& known = texts_[cause.source];
    if (e.kind != ExpressionKind::kModelClip) {
      if (known.empty()) {
        known = Line(TriggerWords(m_, e.first + 1, kMostLookedAt));
      }
      return known;
    }
    if (known.empty()) {
      known = Line(ModelClipWords(m_.texts[e.text], kMostLookedAt));
    }
    const float time = events_.Of(cause.source)[cause.event].time;
    return absl::StrCat(known, " reaches ", FloatText(time));
  }

  // ---- Transitions ----------------------------------------------------------

  // False if there are too many bytes.
  bool WriteTransitions(uint32_t s) {
    FindCauses(s);
    bool fits = true;
    for (const auto& [from, to] : m_.TransitionsFrom(s)) {
      const uint32_t found = causes_of_[to];
      std::vector<std::string> lines;
      if (found != kNowhere) {
        lines = Lines(causes_[found]);
        causes_of_[to] = kNowhere;
      }
      Draw(from, to, lines, /*is_listed=*/true);
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
      Draw(s, causes.to, Lines(causes), /*is_listed=*/false);
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
  const std::string_view file_;
  const std::unique_ptr<GraphNotation> notation_;
  absl::FunctionRef<void(std::string_view)> write_;
  std::string out_;  // not yet written
  StateGraphResult result_;
  const std::vector<bool> reachable_;
  // Those, the nearest to the start first; and by state its place there, or
  // kNowhere.
  std::vector<uint32_t> order_;
  std::vector<uint32_t> position_;
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
    const StateMachine& machine, ForgeResources* resources,
    const StateGraphOptions& options,
    absl::FunctionRef<void(std::string_view)> write) {
  return Graph(machine, resources, options, write).Write();
}

}  // namespace clipguard::cli
