// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/memory/work_counter.h"
#include "base/piece_writer.h"
#include "base/text.h"
#include "cli/play/state_machine_graph.h"
#include "report/forge/transition_causes.h"

namespace clipguard::cli {
namespace {

using forge::kNowhere;
using forge::StateMachine;

constexpr size_t kLongestTitle = 40;

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
        start_(machine.FindState(machine.texts[machine.start_state])),
        reachable_(machine.ReachableFrom(start_, /*all=*/true)),
        causes_(machine, FinderOf(resources)) {}

  StateGraphResult Write() {
    notation_->Begin(
        Title(),
        start_ == kNowhere ? std::nullopt : std::optional<uint32_t>(start_),
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
    if (out_.size() >= PieceWriter::kPieceBytes) Flush();
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
    if (start_ == kNowhere) {
      title.about = "has no state to start in";
    } else {
      title.about =
          absl::StrCat("starts in ", Visible(report::NameLabel(Name(start_))));
    }
    absl::StrAppend(&title.about, "; ", Count(m_.states.size(), "state"), ", ",
                    Count(m_.transitions.size(), "transition"));
    return title;
  }

  void WriteState(uint32_t s) {
    notation_->State({s, report::NameLabel(Name(s)), report::ClipLabel(m_, s),
                      reachable_[s]},
                     out_);
  }

  // The states that can be reached, the nearest to the start first.
  void FindOrder() {
    position_.assign(m_.states.size(), kNowhere);
    if (start_ == kNowhere) return;
    order_.push_back(start_);
    position_[start_] = 0;
    for (size_t i = 0; i < order_.size(); ++i) {
      for (const auto& [from, to] : m_.TransitionsFrom(order_[i])) {
        if (position_[to] != kNowhere) continue;
        position_[to] = static_cast<uint32_t>(order_.size());
        order_.push_back(to);
      }
    }
  }

  // False if there are too many bytes.
  bool WriteTransitions(uint32_t s) {
    const bool whole =
        causes_.Visit(s, [&](const report::DrawnTransition& drawn) {
          notation_->Transition(
              {.from = drawn.from,
               .to = drawn.to,
               .causes = drawn.causes,
               .is_listed = drawn.is_listed,
               .is_reachable = reachable_[drawn.from],
               .is_back = position_[drawn.to] < position_[drawn.from]},
              out_);
          return Advance(s);
        });
    result_.complete = causes_.complete();
    return whole;
  }

  const StateMachine& m_;
  const uint64_t most_bytes_;
  const std::string_view file_;
  const std::unique_ptr<GraphNotation> notation_;
  absl::FunctionRef<void(std::string_view)> write_;
  std::string out_;  // not yet written
  StateGraphResult result_;
  const uint32_t start_;  // as the file says, whether it has a clip or not
  const std::vector<bool> reachable_;
  // Those, the nearest to the start first; and by state its place there, or
  // kNowhere.
  std::vector<uint32_t> order_;
  std::vector<uint32_t> position_;
  report::TransitionCauses causes_;
};

}  // namespace

StateGraphResult WriteStateGraph(
    const StateMachine& machine, ForgeResources* resources,
    const StateGraphOptions& options,
    absl::FunctionRef<void(std::string_view)> write) {
  return Graph(machine, resources, options, write).Write();
}

}  // namespace clipguard::cli
