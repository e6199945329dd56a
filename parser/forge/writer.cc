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
#include "absl/strings/str_format.h"
#include "base/float_text.h"
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

// Objects with a line for each member.
class Lines {
 public:
  explicit Lines(std::string& out) : out_(out) {}

  void Begin() {
    out_ += '{';
    first_ = true;
    ++depth_;
  }
  void Key(std::string_view key) {
    if (!first_) out_ += ',';
    first_ = false;
    Break();
    AppendJsonString(key, out_);
    out_ += ": ";
  }
  void End() {
    --depth_;
    if (!first_) Break();
    out_ += '}';
    first_ = false;
  }

 private:
  void Break() {
    out_ += '\n';
    out_.append(2 * depth_, ' ');
  }

  std::string& out_;
  size_t depth_ = 0;
  bool first_ = true;
};

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
  MachineWriter(const StateMachine& machine, std::string& out,
                size_t most_bytes = std::string::npos)
      : m_(machine), out_(out), most_(most_bytes) {}

  bool Write() {
    Lines lines(out_);
    lines.Begin();
    lines.Key(member::kParameters);
    WriteNamed(m_.parameters, lines);
    lines.Key(member::kClips);
    WriteNamed(m_.clips, lines);
    lines.Key(member::kStates);
    out_ += '[';
    for (size_t i = 0; i < m_.states.size(); ++i) {
      if (i != 0) out_ += ", ";
      AppendJsonString(m_.texts[m_.states[i].name], out_);
    }
    out_ += ']';
    lines.Key(member::kTransitions);
    WriteTransitions(lines);
    lines.Key(member::kStartState);
    AppendJsonString(m_.texts[m_.start_state], out_);
    lines.End();
    out_ += '\n';
    return sound_;
  }

  void WriteExpression(ExpressionIndex root) {
    std::vector<List> open;
    Begin(root, open);
    while (!open.empty() && out_.size() < most_) {
      List& list = open.back();
      if (list.next < list.end) {
        out_ += ", ";
        Begin(list.next++, open);
        continue;
      }
      if (list.trigger != nullptr) {
        out_ += ", ";
        AppendJsonString(Cut(list.trigger->text), out_);
      }
      out_ += ']';
      open.pop_back();
    }
  }

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

  void WriteNamed(const std::vector<StateMachine::Named>& all, Lines& lines) {
    lines.Begin();
    for (const StateMachine::Named& named : all) {
      lines.Key(m_.texts[named.name]);
      WriteExpression(named.expression);
    }
    lines.End();
  }

  // Sorted by state, and within a state by the state that they lead to.
  void WriteTransitions(Lines& lines) {
    lines.Begin();
    for (size_t i = 0; i < m_.transitions.size();) {
      const uint32_t from = m_.transitions[i].from;
      lines.Key(m_.texts[m_.states[from].name]);
      out_ += '[';
      for (bool first = true;
           i < m_.transitions.size() && m_.transitions[i].from == from; ++i) {
        if (!first) out_ += ", ";
        first = false;
        AppendJsonString(m_.texts[m_.states[m_.transitions[i].to].name], out_);
      }
      out_ += ']';
    }
    lines.End();
  }

  void WriteReference(const Expression& e) {
    AppendJsonString(std::string("#") + std::string(Cut(e.text)), out_);
  }

  // Writes an expression, or of a list its first element.
  void Begin(ExpressionIndex index, std::vector<List>& open) {
    const Expression& e = m_.expressions[index];
    switch (e.kind) {
      case ExpressionKind::kNumber:
        AppendNumber(e.number, out_);
        return;
      case ExpressionKind::kTime:
      case ExpressionKind::kNoClip:
        out_ += "\"#identity\"";
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
        AppendJsonString(Cut(e.text), out_);
        return;
      case ExpressionKind::kInvalid:
        sound_ = false;
        out_ += "null";
        return;
      default:
        break;
    }
    out_ += '[';
    const bool operators = e.kind == ExpressionKind::kOperators;
    AppendJsonString(operators ? Cut(e.text) : OperationName(e.kind), out_);
    const uint32_t count =
        operators ? std::min(e.children, e.text.size) : e.children;
    open.push_back({e.first, e.first + count,
                    e.kind == ExpressionKind::kTrigger ? &e : nullptr});
  }

  const StateMachine& m_;
  std::string& out_;
  const size_t most_;
  bool sound_ = true;
};

class ArmatureWriter {
 public:
  ArmatureWriter(const Armature& armature, PieceWriter& out)
      : a_(armature), pieces_(out), out_(out.text()), lines_(out_) {}

  void Write() {
    lines_.Begin();
    lines_.Key(member::kJoints);
    lines_.Begin();
    for (const Armature::Joint& joint : a_.joints) {
      lines_.Key(a_.texts[joint.name]);
      WriteWeights(joint);
    }
    lines_.End();
    lines_.Key(member::kClips);
    lines_.Begin();
    for (const Armature::Clip& clip : a_.clips) {
      lines_.Key(a_.texts[clip.name]);
      WriteClip(clip);
    }
    lines_.End();
    lines_.End();
    out_ += '\n';
  }

 private:
  void WriteWeights(const Armature::Joint& joint) {
    out_ += '{';
    std::string_view separator;
    for (const Armature::Weight& weight : a_.Weights(joint)) {
      out_ += separator;
      out_ += '"';
      out_ += std::to_string(weight.element);
      out_ += "\": [";
      AppendNumber(weight.weight, out_);
      out_ += ']';
      separator = ", ";
      pieces_.PassOn();
    }
    out_ += '}';
  }

  void WriteClip(const Armature::Clip& clip) {
    lines_.Begin();
    lines_.Key(member::kLoop);
    out_ += clip.loop ? "true" : "false";
    lines_.Key(member::kJointClips);
    lines_.Begin();
    for (const Armature::JointClip& joint : a_.JointClips(clip)) {
      lines_.Key(a_.texts[joint.joint]);
      WriteVariables(joint);
      pieces_.PassOn();
    }
    lines_.End();
    lines_.Key(member::kEvents);
    lines_.Begin();
    for (const Armature::Event& event : a_.Events(clip)) {
      lines_.Key(FloatText(event.time));
      AppendJsonString(a_.texts[event.name], out_);
      pieces_.PassOn();
    }
    lines_.End();
    lines_.End();
  }

  void WriteVariables(const Armature::JointClip& joint) {
    out_ += '[';
    std::string_view separator;
    for (const Armature::VariableClip& variable : a_.Variables(joint)) {
      out_ += separator;
      absl::StrAppendFormat(
          &out_, R"({"%s": "%s", "%s": "%s", "%s": "%s", "%s": [)",
          member::kVariable,
          kVariableNames[static_cast<size_t>(variable.variable)], member::kType,
          member::kUniform, member::kInterpolation,
          kInterpolationNames[static_cast<size_t>(variable.interpolation)],
          member::kSamples);
      std::string_view comma;
      for (const float sample : a_.Samples(variable)) {
        out_ += comma;
        AppendNumber(sample, out_);
        comma = ", ";
        pieces_.PassOn();
      }
      out_ += "]}";
      separator = ", ";
    }
    out_ += ']';
  }

  const Armature& a_;
  PieceWriter& pieces_;
  std::string& out_;  // the piece
  Lines lines_;
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
  std::string out;
  if (!MachineWriter(machine, out).Write() || machine.start == kNowhere) {
    return absl::FailedPreconditionError("the state machine has errors");
  }
  return out;
}

std::string ExpressionText(const StateMachine& machine,
                           ExpressionIndex expression, size_t most_bytes) {
  std::string out;
  MachineWriter(machine, out, most_bytes).WriteExpression(expression);
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
