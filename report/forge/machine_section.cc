// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/forge/machine_section.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/text.h"
#include "report/forge/armature_glb.h"
#include "report/forge/curves_section.h"
#include "report/forge/machine_program.h"
#include "report/forge/machine_words.h"
#include "report/forge/transition_causes.h"
#include "report/html/data_block.h"
#include "report/html/detail_writer.h"

namespace clipguard::report {
namespace {

using forge::kNowhere;
using forge::StateMachine;

// Limits that keep a page responsive while it lists.
constexpr size_t kMostStates = 20'000;
constexpr size_t kMostTransitions = 200'000;
constexpr size_t kMostListedParameters = 20'000;
constexpr size_t kMostInputs = 1'000;
// States can share a clip whose every event is refused in each of them.
constexpr size_t kMostRefused = 2'000;
// Words at arrows, in all.
constexpr size_t kMostCauseBytes = size_t{4} << 20;

// The graph: what is drawn, in words.
class MachineGraph {
 public:
  MachineGraph(const StateMachine& machine,
               const forge::FindArmature& find_armature)
      : m_(machine) {
    TransitionCauses causes(machine, find_armature);
    for (uint32_t s = 0; s < m_.states.size(); ++s) {
      causes.Visit(s, [&](const DrawnTransition& transition) {
        Add(transition);
        return true;
      });
    }
    complete_ = complete_ && causes.complete();
  }

  // Transitions that are not there, because they are too many.
  uint64_t refused_left_out() const { return refused_left_out_; }

  void Write(DetailWriter& json) const {
    WriteStates(json);
    json.Key("start");
    if (m_.start == kNowhere) {
      json.Null();
    } else {
      json.Uint(m_.start);
    }
    WriteTransitions(json);
    json.Field("complete", complete_);
    WriteInputs(json);
    WriteParameters(json);
  }

 private:
  void Add(const DrawnTransition& transition) {
    if (!transition.is_listed && refused_.size() >= kMostRefused) {
      ++refused_left_out_;
      return;
    }
    const size_t index = from_.size();
    from_.push_back(transition.from);
    to_.push_back(transition.to);
    if (!transition.is_listed) refused_.push_back(index);
    if (transition.causes.empty()) return;
    if (cause_bytes_ > kMostCauseBytes) {
      complete_ = false;
      return;
    }
    for (const std::string& line : transition.causes) {
      cause_bytes_ += line.size();
    }
    causes_.emplace_back(index,
                         std::vector<std::string>(transition.causes.begin(),
                                                  transition.causes.end()));
  }

  void WriteStates(DetailWriter& json) const {
    std::vector<uint32_t> roots;
    json.BeginObject("states");
    json.BeginArray("names");
    for (const StateMachine::State& state : m_.states) {
      json.String(SectionName(m_.texts[state.name]));
      roots.push_back(state.clip == kNowhere ? kNowhere
                                             : m_.clips[state.clip].expression);
    }
    json.EndArray();
    json.BeginArray("words");
    for (uint32_t s = 0; s < m_.states.size(); ++s) {
      json.String(ClipLabel(m_, s));
    }
    json.EndArray();
    json.Array("roots", roots);
    const std::vector<bool> reachable = m_.Reachable();
    json.BeginArray("unreachable");
    for (size_t s = 0; s < reachable.size(); ++s) {
      if (!reachable[s]) json.Uint(s);
    }
    json.EndArray();
    json.EndObject();
  }

  void WriteTransitions(DetailWriter& json) const {
    json.BeginObject("transitions");
    json.Array("from", from_);
    json.Array("to", to_);
    json.BeginArray("refused");
    for (const size_t index : refused_) json.Uint(index);
    json.EndArray();
    json.BeginArray("causes");
    for (const auto& [index, lines] : causes_) {
      json.BeginArray();
      json.Uint(index);
      json.Strings(lines);
      json.EndArray();
    }
    json.EndArray();
    json.EndObject();
  }

  void WriteInputs(DetailWriter& json) const {
    json.BeginArray("inputs");
    for (const forge::Text input : m_.inputs) {
      json.String(SectionName(m_.texts[input]));
    }
    json.EndArray();
  }

  void WriteParameters(DetailWriter& json) const {
    json.BeginArray("parameters");
    for (const StateMachine::Named& parameter : m_.parameters) {
      json.BeginObject();
      json.Field("name", SectionName(m_.texts[parameter.name]));
      json.Field("words", NameLabel(ValueWords(m_, parameter.expression,
                                               4 * kLongestLabel)));
      json.Field("root", uint64_t{parameter.expression});
      json.EndObject();
    }
    json.EndArray();
  }

  const StateMachine& m_;
  std::vector<uint32_t> from_;
  std::vector<uint32_t> to_;
  std::vector<size_t> refused_;
  std::vector<std::pair<size_t, std::vector<std::string>>> causes_;
  size_t cause_bytes_ = 0;
  uint64_t refused_left_out_ = 0;
  bool complete_ = true;
};

// Why a page could not list it; empty if it can.
std::string TooLarge(const StateMachine& machine) {
  const auto too_many = [](size_t count, const char* things) {
    return absl::StrCat(Grouped(count), " ", things,
                        " are too many for a page");
  };
  if (machine.states.size() > kMostStates) {
    return too_many(machine.states.size(), "states");
  }
  if (machine.transitions.size() > kMostTransitions) {
    return too_many(machine.transitions.size(), "transitions");
  }
  if (machine.parameters.size() > kMostListedParameters) {
    return too_many(machine.parameters.size(), "parameters");
  }
  if (machine.inputs.size() > kMostInputs) {
    return too_many(machine.inputs.size(), "inputs");
  }
  return {};
}

// Without a program, if it is null.
void WriteAll(const MachineGraph& graph, const MachineProgram* program,
              DetailWriter& json) {
  json.BeginObject();
  // A machine plays on for ever; the page's clock needs an end.
  json.Field("duration", uint64_t{kMachineSeconds});
  graph.Write(json);
  if (program != nullptr) program->Write(json);
  json.EndObject();
}

// Bytes that it takes before it is compressed.
size_t SizeOf(const MachineGraph& graph, const MachineProgram* program) {
  DetailWriter json;
  WriteAll(graph, program, json);
  return json.unpacked_size() + sizeof("\"machine\":,");
}

}  // namespace

void WriteMachine(const StateMachine& machine,
                  const forge::FindArmature& find_armature,
                  const FindModel& find_model, Budget& budget,
                  DetailWriter& json) {
  if (std::string why = TooLarge(machine); !why.empty()) {
    budget.LeftOut(absl::StrCat("the state machine: ", why));
    return;
  }
  const MachineGraph graph(machine, find_armature);
  const MachineProgram program(machine, find_armature, find_model,
                               budget.left());
  std::string why = program.too_large();
  const MachineProgram* played = why.empty() ? &program : nullptr;
  if (played != nullptr && !budget.Take(SizeOf(graph, played))) {
    why = "there is no room for it";
    played = nullptr;
  }
  if (played == nullptr) {
    if (!budget.Take(SizeOf(graph, nullptr))) {
      budget.LeftOut("the state machine: there is no room for it");
      return;
    }
    budget.LeftOut(absl::StrCat("playing the state machine: ", why));
  }
  if (graph.refused_left_out() != 0) {
    budget.LeftOut(absl::StrCat(Grouped(graph.refused_left_out()),
                                " transitions that the game refuses"));
  }
  if (played != nullptr) played->armatures().Note(budget);
  json.Key("machine");
  WriteAll(graph, played, json);
}

}  // namespace clipguard::report
