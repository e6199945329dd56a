// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/forge/writer.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/float_text.h"
#include "base/json_writer.h"
#include "base/memory/work_counter.h"
#include "base/piece_writer.h"
#include "parser/forge/json/member_names.h"

namespace clipguard::forge {
namespace {

// JSON has no infinity, but readers of these files make one of 1e999. A NaN can
// only have come from a string.
void AppendNumber(float value, std::string& out) {
  if (std::isnan(value)) {
    out += "\"NaN\"";
  } else if (std::isinf(value)) {
    out += value < 0 ? "-1e999" : "1e999";
  } else {
    AppendFloatText(value, out);
  }
}

constexpr JsonStyle kForgeJson = {.append_string = AppendJsonString,
                                  .append_float = AppendNumber,
                                  .layout = JsonLayout::kIndented};

std::string_view OperationName(ExpressionKind kind) {
  switch (kind) {
    case ExpressionKind::kCompose:
      return "compose";
    case ExpressionKind::kApply:
      return "apply";
    case ExpressionKind::kSlerp:
      return "slerp";
    case ExpressionKind::kTrigger:
      return "trigger_positive";
    default:
      return {};
  }
}

class MachineWriter {
 public:
  // Single expressions are written until there are at least `most_bytes`.
  explicit MachineWriter(const StateMachine& machine,
                         size_t most_bytes = std::string::npos)
      : m_(machine), most_(most_bytes), json_(kForgeJson) {}

  bool Write() {
    json_.BeginObject();
    WriteNamed(member::kParameters, m_.parameters);
    WriteNamed(member::kClips, m_.clips);
    json_.BeginArray(member::kStates);
    for (const StateMachine::State& state : m_.states) {
      json_.String(m_.texts[state.name]);
    }
    json_.EndArray();
    WriteTransitions();
    json_.Field(member::kStartState, m_.texts[m_.start_state]);
    json_.EndObject();
    return sound_;
  }

  void WriteExpression(ExpressionIndex root) {
    std::vector<List> open;
    Begin(root, open);
    while (!open.empty() && json_.size() < most_) {
      List& list = open.back();
      if (list.next < list.end) {
        Begin(list.next++, open);
        continue;
      }
      if (list.trigger != nullptr) json_.String(Cut(list.trigger->text));
      json_.EndArray();
      open.pop_back();
    }
  }

  std::string Take() { return json_.Take(); }

 private:
  // A list that is being written: the elements that are left, and the event at
  // the end of a trigger.
  struct List {
    ExpressionIndex next;
    ExpressionIndex end;
    const Expression* trigger;
  };

  // As much of a text as can be seen.
  std::string_view Cut(Text text) const {
    return m_.texts[text].substr(0, most_);
  }

  void WriteNamed(std::string_view key,
                  const std::vector<StateMachine::Named>& all) {
    json_.BeginObject(key);
    for (const StateMachine::Named& named : all) {
      json_.Key(m_.texts[named.name]);
      WriteExpression(named.expression);
    }
    json_.EndObject();
  }

  // Sorted by state, and within a state by the state that they lead to.
  void WriteTransitions() {
    json_.BeginObject(member::kTransitions);
    for (size_t i = 0; i < m_.transitions.size();) {
      const uint32_t from = m_.transitions[i].from;
      json_.BeginArray(m_.texts[m_.states[from].name]);
      for (; i < m_.transitions.size() && m_.transitions[i].from == from; ++i) {
        json_.String(m_.texts[m_.states[m_.transitions[i].to].name]);
      }
      json_.EndArray();
    }
    json_.EndObject();
  }

  void WriteReference(const Expression& e) {
    json_.String(absl::StrCat("#", std::string(Cut(e.text))));
  }

  // Writes an expression, or of a list its first element.
  void Begin(ExpressionIndex index, std::vector<List>& open) {
    const Expression& e = m_.expressions[index];
    switch (e.kind) {
      case ExpressionKind::kNumber:
        json_.Float(e.number);
        return;
      case ExpressionKind::kTime:
      case ExpressionKind::kNoClip:
        json_.String("#identity");
        return;
      case ExpressionKind::kParameter:
      case ExpressionKind::kClipReference:
        sound_ &= e.first != kNowhere;
        WriteReference(e);
        return;
      case ExpressionKind::kInput:
        WriteReference(e);
        return;
      case ExpressionKind::kModelClip:
        json_.String(Cut(e.text));
        return;
      case ExpressionKind::kInvalid:
        sound_ = false;
        json_.Null();
        return;
      default:
        break;
    }
    const bool operators = e.kind == ExpressionKind::kOperators;
    json_.BeginArray();
    json_.String(operators ? Cut(e.text) : OperationName(e.kind));
    const uint32_t count =
        operators ? std::min(e.children, e.text.size) : e.children;
    open.push_back({e.first, e.first + count,
                    e.kind == ExpressionKind::kTrigger ? &e : nullptr});
  }

  const StateMachine& m_;
  const size_t most_;
  JsonWriter json_;
  bool sound_ = true;
};

class ArmatureWriter {
 public:
  ArmatureWriter(const Armature& armature, PieceWriter& out)
      : a_(armature), json_(kForgeJson, out) {}

  void Write() {
    json_.BeginObject();
    json_.BeginObject(member::kJoints);
    for (const Armature::Joint& joint : a_.joints) {
      json_.Key(a_.texts[joint.name]);
      WriteWeights(joint);
    }
    json_.EndObject();
    json_.BeginObject(member::kClips);
    for (const Armature::Clip& clip : a_.clips) {
      json_.Key(a_.texts[clip.name]);
      WriteClip(clip);
    }
    json_.EndObject();
    json_.EndObject();
  }

 private:
  void WriteWeights(const Armature::Joint& joint) {
    json_.BeginLine();
    for (const Armature::Weight& weight : a_.Weights(joint)) {
      json_.Floats(std::to_string(weight.element), {&weight.weight, 1});
    }
    json_.EndObject();
  }

  void WriteClip(const Armature::Clip& clip) {
    json_.BeginObject();
    json_.Field(member::kLoop, clip.loop);
    json_.BeginObject(member::kJointClips);
    for (const Armature::JointClip& joint : a_.JointClips(clip)) {
      json_.Key(a_.texts[joint.joint]);
      WriteVariables(joint);
    }
    json_.EndObject();
    json_.BeginObject(member::kEvents);
    for (const Armature::Event& event : a_.Events(clip)) {
      json_.Field(FloatText(event.time), a_.texts[event.name]);
    }
    json_.EndObject();
    json_.EndObject();
  }

  void WriteVariables(const Armature::JointClip& joint) {
    json_.BeginArray();
    for (const Armature::VariableClip& variable : a_.Variables(joint)) {
      json_.BeginObject();
      json_.Field(member::kVariable,
                  kVariableNames[static_cast<size_t>(variable.variable)]);
      json_.Field(member::kType, member::kUniform);
      json_.Field(
          member::kInterpolation,
          kInterpolationNames[static_cast<size_t>(variable.interpolation)]);
      json_.Floats(member::kSamples, a_.Samples(variable));
      json_.EndObject();
    }
    json_.EndArray();
  }

  const Armature& a_;
  JsonWriter json_;
};

}  // namespace

void AppendJsonString(std::string_view text, std::string& out) {
  constexpr std::string_view kHex = "0123456789abcdef";
  out += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (byte < 0x20) {
      out += "\\u00";
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    } else {
      out += c;
    }
  }
  out += '"';
}

absl::StatusOr<std::string> WriteStateMachine(const StateMachine& machine) {
  MachineWriter writer(machine);
  if (!writer.Write() || machine.start == kNowhere) {
    return absl::FailedPreconditionError("the state machine has errors");
  }
  return writer.Take() + '\n';
}

std::string ExpressionText(const StateMachine& machine,
                           ExpressionIndex expression, size_t most_bytes) {
  MachineWriter writer(machine, most_bytes);
  writer.WriteExpression(expression);
  std::string out = writer.Take();
  CountWork(out.size());
  if (out.size() > most_bytes) out.resize(most_bytes);
  return out;
}

absl::Status CheckWritable(const Armature& armature) {
  for (const Armature::Clip& clip : armature.clips) {
    bool broken = clip.broken;
    for (const Armature::JointClip& joint : armature.JointClips(clip)) {
      broken |= joint.broken;
    }
    if (broken) {
      return absl::FailedPreconditionError("the armature has errors");
    }
  }
  return absl::OkStatus();
}

void WriteArmature(const Armature& armature, PieceWriter& out) {
  ArmatureWriter(armature, out).Write();
  out.text() += '\n';
}

absl::StatusOr<std::string> WriteArmature(const Armature& armature) {
  if (absl::Status s = CheckWritable(armature); !s.ok()) return s;
  std::string text;
  const auto append = [&](std::span<const uint8_t> piece) {
    text.append(piece.begin(), piece.end());
  };
  PieceWriter out(append);
  WriteArmature(armature, out);
  out.Flush();
  return text;
}

}  // namespace clipguard::forge
