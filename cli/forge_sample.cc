// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/forge_sample.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "cli/json.h"
#include "cli/suggest.h"
#include "cli/text.h"
#include "eval/machine/pose.h"
#include "eval/machine/time_values.h"
#include "parser/float_text.h"

namespace clipguard::cli {
namespace {

using forge::Armature;
using forge::StateMachine;

constexpr size_t kPiece = 64 * 1024;

absl::Status Refuse(bool refused, std::string_view why) {
  return refused ? absl::InvalidArgumentError(
                       absl::string_view(why.data(), why.size()))
                 : absl::OkStatus();
}

// A joint that is listed, or moved by the clip, or both.
struct SampledJoint {
  std::string_view name;
  const Armature::JointClip* clip;  // null: the identity
};

std::vector<SampledJoint> JointsOf(const Armature& armature,
                                   const Armature::Clip& clip) {
  std::map<std::string_view, const Armature::JointClip*> moved;
  for (const Armature::JointClip& joint : armature.JointClips(clip)) {
    moved.emplace(armature.texts[joint.joint], &joint);
  }
  std::vector<SampledJoint> joints;
  for (const Armature::Joint& joint : armature.joints) {
    const std::string_view name = armature.texts[joint.name];
    const auto found = moved.find(name);
    joints.push_back({name, found == moved.end() ? nullptr : found->second});
    if (found != moved.end()) moved.erase(found);
  }
  for (const Armature::JointClip& joint : armature.JointClips(clip)) {
    const std::string_view name = armature.texts[joint.joint];
    if (moved.erase(name) != 0) joints.push_back({name, &joint});
  }
  return joints;
}

eval::Matrix MatrixOf(const Armature& armature, const Armature::Clip& clip,
                      const SampledJoint& joint, float time) {
  return joint.clip == nullptr
             ? eval::kIdentityMatrix
             : eval::JointMatrix(armature, clip, *joint.clip, time);
}

// A column for each value, evaluated a stretch of times at a time.
class ValueTable {
 public:
  static constexpr size_t kBlock = 1024;

  ValueTable(const StateMachine& machine, const eval::TimeInputs& inputs)
      : inputs_(inputs), values_(machine) {}

  // False if the value needs an input that is not known, or has an error.
  bool Add(std::string_view name, forge::ExpressionIndex expression) {
    const auto entry = values_.Find(expression);
    float y = 0;
    if (!entry || !values_.Evaluate(*entry, 0, inputs_, &y)) return false;
    columns_.push_back({name, *entry});
    return true;
  }

  size_t size() const { return columns_.size(); }
  std::string_view name(size_t column) const { return columns_[column].name; }

  void Evaluate(size_t column, std::span<const float> times,
                std::span<float> values) const {
    values_.Evaluate(columns_[column].entry, times, inputs_, values);
  }

 private:
  struct Column {
    std::string_view name;
    eval::TimeValues::Entry entry;
  };

  const eval::TimeInputs& inputs_;
  eval::TimeValues values_;
  std::vector<Column> columns_;
};

void WriteJson(const ValueTable& table, const SampleRequest& request,
               Output& out) {
  JsonWriter json;
  json.BeginObject();
  json.Field("file", request.file);
  json.Key("times");
  json.Floats(request.times);
  json.Key("values");
  json.BeginObject();
  std::vector<float> values(ValueTable::kBlock);
  for (size_t column = 0; column < table.size(); ++column) {
    json.Key(ToUtf8(table.name(column)));
    json.BeginArray();
    std::span<const float> times = request.times;
    while (!times.empty() && out.error() == 0) {
      const size_t count = std::min(times.size(), values.size());
      const std::span<float> block = std::span(values).first(count);
      table.Evaluate(column, times.first(count), block);
      for (const float value : block) json.Float(value);
      if (json.size() >= kPiece) out.Write(json.Take());
      times = times.subspan(count);
    }
    json.EndArray();
  }
  json.EndObject();
  json.EndObject();
  out.Write(json.Take());
  out.Write("\n");
}

// A field in quotes, which names may need.
void AppendField(std::string_view name, std::string& row) {
  const std::string text = ToPrintable(name);
  if (text.find_first_of(",\"") == std::string::npos) {
    row += text;
    return;
  }
  row += '"';
  for (const char c : text) {
    row += c;
    if (c == '"') row += c;
  }
  row += '"';
}

// CSV has a row for each time, with a column for each value.
void WriteCsv(const ValueTable& table, const SampleRequest& request,
              Output& out) {
  std::string row = "time";
  for (size_t column = 0; column < table.size(); ++column) {
    row += ',';
    AppendField(table.name(column), row);
  }
  row += '\n';
  out.Write(row);
  // Few times at once where there are many columns.
  const size_t at_once =
      std::clamp<size_t>((size_t{1} << 20) / std::max<size_t>(table.size(), 1),
                         1, ValueTable::kBlock);
  std::vector<float> values(table.size() * at_once);
  std::span<const float> times = request.times;
  while (!times.empty()) {
    const size_t count = std::min(times.size(), at_once);
    for (size_t column = 0; column < table.size(); ++column) {
      table.Evaluate(column, times.first(count),
                     std::span(values).subspan(column * at_once, count));
    }
    for (size_t i = 0; i < count; ++i) {
      if (out.error() != 0) return;
      row = FloatText(times[i]);
      for (size_t column = 0; column < table.size(); ++column) {
        absl::StrAppend(&row, ",", FloatText(values[column * at_once + i]));
      }
      row += '\n';
      out.Write(row);
    }
    times = times.subspan(count);
  }
}

}  // namespace

absl::StatusOr<const Armature::Clip*> FindClip(const Armature& armature,
                                               std::string_view name) {
  if (armature.clips.empty()) {
    return absl::InvalidArgumentError("the armature has no clips");
  }
  if (name.empty()) return &armature.clips[0];
  if (const Armature::Clip* clip = armature.FindClip(name)) return clip;
  std::vector<std::string_view> names;
  for (const Armature::Clip& clip : armature.clips) {
    names.push_back(armature.texts[clip.name]);
  }
  return absl::InvalidArgumentError(
      ToPrintable(UnknownName("clip", name, names)));
}

absl::Status SampleArmature(const Armature& armature,
                            const SampleRequest& request, Output& out) {
  absl::Status s = Refuse(request.raw_rotation,
                          "--raw-rotation is for recordings; an armature "
                          "has angles");
  if (s.ok()) s = RefuseValues(request);
  if (!s.ok()) return s;
  const auto clip = FindClip(armature, request.clip);
  if (!clip.ok()) return clip.status();
  for (const Armature::JointClip& joint : armature.JointClips(**clip)) {
    if (!(*clip)->broken && !joint.broken) continue;
    return absl::DataLossError(absl::StrFormat(
        "the clip '%s' has an error; --clip=NAME samples another",
        ToPrintable(armature.texts[(*clip)->name])));
  }
  const std::vector<SampledJoint> joints = JointsOf(armature, **clip);
  if (request.csv) {
    std::string row = "time,joint";
    for (size_t i = 0; i < eval::Matrix().size(); ++i) {
      absl::StrAppendFormat(&row, ",m%d%d", i / 4, i % 4);
    }
    row += '\n';
    out.Write(row);
    for (const float time : request.times) {
      const std::string start = FloatText(time);
      for (const SampledJoint& joint : joints) {
        if (out.error() != 0) return absl::OkStatus();
        row = start + ",";
        AppendField(joint.name, row);
        for (const float value : MatrixOf(armature, **clip, joint, time)) {
          absl::StrAppend(&row, ",", FloatText(value));
        }
        row += '\n';
        out.Write(row);
      }
    }
    return absl::OkStatus();
  }
  JsonWriter json;
  json.BeginObject();
  json.Field("file", request.file);
  json.Field("clip", armature.texts[(*clip)->name]);
  json.Key("times");
  json.Floats(request.times);
  json.Key("joints");
  json.BeginObject();
  for (const SampledJoint& joint : joints) {
    json.Key(ToUtf8(joint.name));
    json.BeginArray();
    for (const float time : request.times) {
      json.Floats(MatrixOf(armature, **clip, joint, time));
      if (json.size() >= kPiece) out.Write(json.Take());
      if (out.error() != 0) return absl::OkStatus();
    }
    json.EndArray();
  }
  json.EndObject();
  json.EndObject();
  out.Write(json.Take());
  out.Write("\n");
  return absl::OkStatus();
}

void SayUnused(const StateMachine& machine,
               std::span<const InputSetting> settings, Environment& env) {
  std::vector<std::string_view> names;
  for (const forge::Text input : machine.inputs) {
    names.push_back(machine.texts[input]);
  }
  for (const InputSetting& setting : settings) {
    if (machine.FindInput(setting.name) != forge::kNowhere) continue;
    if (machine.FindParameter(setting.name) != forge::kNowhere) {
      env.Say(absl::StrFormat(
          "setting '%s' has no effect: it is a parameter of the file",
          ToPrintable(setting.name)));
      continue;
    }
    env.Say("setting has no effect: " +
            ToPrintable(UnknownName("input", setting.name, names)));
  }
}

std::string MissingInputs(const StateMachine& machine,
                          forge::ExpressionIndex root,
                          const eval::TimeInputs& inputs) {
  constexpr size_t kLongest = 200;
  std::vector<bool> seen(machine.expressions.size());
  std::set<uint32_t> needed;
  std::vector<forge::ExpressionIndex> open = {root};
  while (!open.empty()) {
    const forge::ExpressionIndex index = open.back();
    open.pop_back();
    if (index == forge::kNowhere || seen[index]) continue;
    seen[index] = true;
    const forge::Expression& e = machine.expressions[index];
    switch (e.kind) {
      case forge::ExpressionKind::kInput:
        needed.insert(e.first);
        break;
      case forge::ExpressionKind::kParameter:
        open.push_back(e.first);
        break;
      case forge::ExpressionKind::kCompose:
      case forge::ExpressionKind::kOperators:
        for (uint32_t i = 0; i < e.children; ++i) open.push_back(e.first + i);
        break;
      default:
        break;
    }
  }
  std::string missing;
  for (const uint32_t i : needed) {
    if (inputs.known(i)) continue;
    if (missing.size() > kLongest) return missing + " ...";
    absl::StrAppendFormat(&missing, "%s--set=%s=FLOAT",
                          missing.empty() ? "" : " ",
                          ToPrintable(machine.texts[machine.inputs[i]]));
  }
  return missing;
}

absl::Status SampleStateMachine(const StateMachine& machine,
                                const SampleRequest& request, Output& out) {
  absl::Status s =
      Refuse(request.raw_rotation, "--raw-rotation is for recordings");
  if (s.ok()) {
    s = Refuse(!request.clip.empty(),
               "--clip is for files with clips of their own; of a state "
               "machine, sample evaluates time values (--value=NAME), and "
               "clipguard play shows its clips");
  }
  if (!s.ok()) return s;
  eval::TimeInputs inputs(machine);
  for (const InputSetting& setting : request.inputs) {
    inputs.Set(setting.name, setting.value);
  }

  // Without a name: all, each once, in the order of the file.
  std::vector<std::pair<std::string_view, forge::ExpressionIndex>> asked;
  std::set<std::string_view> seen;
  if (request.values.empty()) {
    for (const StateMachine::Named& named : machine.parameters) {
      asked.emplace_back(machine.texts[named.name], named.expression);
    }
  }
  for (const std::string& name : request.values) {
    const uint32_t found = machine.FindParameter(name);
    if (found == forge::kNowhere) {
      std::vector<std::string_view> names;
      for (const StateMachine::Named& named : machine.parameters) {
        names.push_back(machine.texts[named.name]);
      }
      return absl::InvalidArgumentError(
          ToPrintable(UnknownName("parameter", name, names)));
    }
    if (!seen.insert(name).second) continue;
    asked.emplace_back(name, machine.parameters[found].expression);
  }
  ValueTable table(machine, inputs);
  for (const auto& [name, expression] : asked) {
    if (table.Add(name, expression)) continue;
    const std::string missing = MissingInputs(machine, expression, inputs);
    if (missing.empty()) {
      return absl::DataLossError(
          absl::StrFormat("'%s' has an error; --value=NAME,... samples others",
                          ToPrintable(name)));
    }
    return absl::InvalidArgumentError(absl::StrFormat(
        "'%s' needs values that the game's code supplies; not given: %s",
        ToPrintable(name), missing));
  }
  if (request.csv) {
    WriteCsv(table, request, out);
  } else {
    WriteJson(table, request, out);
  }
  return absl::OkStatus();
}

}  // namespace clipguard::cli
