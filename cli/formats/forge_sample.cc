// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/formats/forge_sample.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/float_text.h"
#include "base/json_writer.h"
#include "base/memory/work_counter.h"
#include "base/piece_writer.h"
#include "base/text.h"
#include "cli/formats/sample_size.h"
#include "cli/formats/wanted_joints.h"
#include "cli/io/name_text.h"
#include "cli/io/suggest.h"
#include "cli/rows/row_writer.h"
#include "eval/machine/pose.h"
#include "eval/machine/time/time_values.h"
#include "parser/json/json_reporter.h"
#include "parser/limits.h"

namespace clipguard::cli {
namespace {

using forge::Armature;
using forge::StateMachine;

absl::Status Refuse(bool refused, std::string_view why) {
  return refused ? absl::InvalidArgumentError(
                       absl::string_view(why.data(), why.size()))
                 : absl::OkStatus();
}

eval::Matrix MatrixOf(const Armature& armature, const Armature::Clip& clip,
                      const SampledJoint& joint, float time) {
  return joint.clip == nullptr
             ? eval::kIdentityMatrix
             : eval::JointMatrix(armature, clip, *joint.clip, time);
}

// Takes what was written so far, if it is much.
void WritePiece(JsonWriter& json, Output& out) {
  if (json.size() >= PieceWriter::kPieceBytes) out.Write(json.Take());
}

void WriteTimes(std::span<const float> times, JsonWriter& json, Output& out) {
  json.BeginArray("times");
  for (const float time : times) {
    json.Float(time);
    WritePiece(json, out);
  }
  json.EndArray();
}

// A column for each value. Evaluates as many of them together as a table in
// memory has room for: what they share is computed once.
class ValueTable {
 public:
  ValueTable(const StateMachine& machine, const eval::TimeInputs& inputs)
      : inputs_(inputs),
        values_(machine),
        most_code_(std::max<size_t>(machine.expressions.size(), kMostCode)) {}

  // False if the value needs an input that is not known, or has an error.
  bool Add(std::string_view name, forge::ExpressionIndex expression) {
    const auto entry = values_.Find(expression);
    if (!entry || !values_.CanEvaluate(*entry, inputs_, checked_)) return false;
    names_.push_back(name);
    entries_.push_back(*entry);
    return true;
  }

  // Decides how `times` times are evaluated. ResourceExhausted if that takes
  // more than the limit, and names the column. Call it once, after all Add().
  absl::Status Plan(size_t times, bool csv, const Limits& limits) {
    checked_ = {};
    times_ = times;
    at_once_ = csv ? std::clamp<size_t>(
                         kMostFloats / std::max<size_t>(size(), 1), 1, 1024)
                   : std::max<size_t>(times, 1);
    // Columns that cannot be in one table are evaluated piece by piece.
    if (at_once_ > kMostFloats) at_once_ = kTimesInPiece;
    most_columns_ = csv ? size() : std::max<size_t>(kMostFloats / at_once_, 1);
    if (at_once_ < times && !csv) most_columns_ = 1;
    left_ = limits.request_steps +
            kStepsOfValue * static_cast<uint64_t>(times) * size();
    most_code_alone_ = left_ / eval::TimeProgram::kBuildingSteps;
    for (size_t column = 0; column < size();) {
      program_ = {};
      program_ = Compile(column, most_columns_);
      if (!Pay(program_)) {
        // The first one that is too much.
        if (program_.values() != 0) {
          column += program_.ValuesWithin(left_ / Cost(1, program_));
        }
        std::string path = "/parameters";
        AppendPointerToken(names_[std::min(column, size() - 1)], path);
        return absl::ResourceExhaustedError(absl::StrFormat(
            "LIMIT_EXCEEDED: %s: what it and those before it take at %s is "
            "more than the limit of %s for %s",
            ToPrintable(path), Count(times, "time"),
            Grouped(limits.request_steps),
            std::string(LimitName(&Limits::request_steps))));
      }
      first_ = column;
      column += program_.values();
      several_ |= column < size();
    }
    return absl::OkStatus();
  }

  size_t size() const { return entries_.size(); }
  std::string_view name(size_t column) const { return names_[column]; }
  // Times for which there is room in a table.
  size_t at_once() const { return at_once_; }

  // The program for a column and some that follow it. Valid until the next.
  const eval::TimeProgram& ProgramFrom(size_t column) {
    if (several_ && first_ != column) {
      first_ = column;
      program_ = {};
      program_ = Compile(column, most_columns_);
    }
    return program_;
  }

 private:
  // 8 MiB each, which none of the vectors exceeds.
  static constexpr size_t kMostFloats = size_t{1} << 21;
  static constexpr size_t kMostCode = (size_t{1} << 20) - 4096;
  static constexpr size_t kTimesInPiece = size_t{1} << 16;

  // As many columns from this one as go into one program. One that is too
  // large has a program of its own, if that can be paid for.
  eval::TimeProgram Compile(size_t column, size_t most_columns) const {
    const auto entries = std::span(entries_).subspan(column);
    auto program =
        values_.Compile(entries.first(std::min(most_columns, entries.size())),
                        inputs_, std::min(most_code_, most_code_alone_));
    if (program.values() != 0 || most_code_alone_ <= most_code_) return program;
    return values_.Compile(entries.first(1), inputs_, most_code_alone_);
  }

  // Steps that `instructions` of a program take for all times.
  uint64_t Cost(uint64_t instructions, const eval::TimeProgram& program) const {
    const size_t blocks = (times_ + at_once_ - 1) / at_once_;
    const size_t built = program.values() == size() ? 1 : blocks + 1;
    const uint64_t run = program.StepsFor(at_once_) / program.size();
    return instructions *
           (built * eval::TimeProgram::kBuildingSteps + blocks * run);
  }

  bool Pay(const eval::TimeProgram& program) {
    if (program.values() == 0) return false;
    const uint64_t cost = Cost(program.size(), program);
    if (cost > left_) return false;
    left_ -= cost;
    return true;
  }

  const eval::TimeInputs& inputs_;
  eval::TimeValues values_;
  size_t most_code_;            // of a program
  size_t most_code_alone_ = 0;  // the same of a program for one value
  std::vector<std::string_view> names_;
  std::vector<eval::TimeValues::Entry> entries_;
  std::vector<uint8_t> checked_;
  size_t times_ = 0;
  size_t at_once_ = 1;
  size_t most_columns_ = 1;
  uint64_t left_ = 0;
  eval::TimeProgram program_;
  size_t first_ = 0;
  bool several_ = false;
};

void WriteJson(ValueTable& table, const SampleRequest& request, Output& out) {
  JsonWriter json;
  json.BeginObject();
  json.Field("file", FileNameText(request.file));
  WriteTimes(request.times, json, out);
  json.BeginObject("values");
  const std::span<const float> times = request.times;
  std::vector<float> values;
  for (size_t column = 0; column < table.size();) {
    const eval::TimeProgram& program = table.ProgramFrom(column);
    const size_t stride = std::min(table.at_once(), times.size());
    values.resize(program.values() * stride);
    // Several columns only if all times are in the table.
    if (stride == times.size()) program.Evaluate(times, values, stride);
    for (size_t i = 0; i < program.values(); ++i, ++column) {
      json.BeginArray(ToUtf8(table.name(column)));
      for (size_t begin = 0; begin < times.size(); begin += stride) {
        const auto piece =
            times.subspan(begin, std::min(stride, times.size() - begin));
        if (stride < times.size()) program.Evaluate(piece, values, stride);
        for (size_t t = 0; t < piece.size(); ++t) {
          json.Float(values[i * stride + t]);
          WritePiece(json, out);
        }
        if (out.error() != 0) return;
      }
      json.EndArray();
    }
  }
  json.EndObject();
  json.EndObject();
  out.Write(json.Take());
  out.Write("\n");
}

// CSV has a row for each time, with a column for each value.
void WriteCsv(ValueTable& table, const SampleRequest& request, Output& out) {
  std::string row = "time";
  for (size_t column = 0; column < table.size(); ++column) {
    row += ',';
    AppendCsv(table.name(column), row);
  }
  row += '\n';
  out.Write(row);
  const size_t stride = std::min(table.at_once(), request.times.size());
  std::vector<float> values(table.size() * stride);
  std::span<const float> times = request.times;
  while (!times.empty()) {
    const size_t count = std::min(times.size(), stride);
    for (size_t column = 0; column < table.size();) {
      const eval::TimeProgram& program = table.ProgramFrom(column);
      program.Evaluate(times.first(count),
                       std::span(values).subspan(column * stride), stride);
      column += program.values();
    }
    for (size_t i = 0; i < count; ++i) {
      if (out.error() != 0) return;
      row.clear();
      AppendColumnFloat(times[i], row);
      for (size_t column = 0; column < table.size(); ++column) {
        row += ',';
        AppendColumnFloat(values[column * stride + i], row);
      }
      row += '\n';
      out.Write(row);
    }
    times = times.subspan(count);
  }
}

// DataLoss if the clip is not all there.
absl::Status CheckClip(const Armature& armature, const Armature::Clip& clip) {
  for (const Armature::JointClip& joint : armature.JointClips(clip)) {
    if (!clip.broken && !joint.broken) continue;
    return absl::DataLossError(absl::StrFormat(
        "the clip '%s' has an error; --clip=NAME samples another",
        ToPrintable(armature.texts[clip.name])));
  }
  return absl::OkStatus();
}

absl::Status RefuseRawTurn(bool raw_rotation) {
  return Refuse(raw_rotation,
                "--raw-rotation is for recordings; an armature has angles");
}

// A row for each time and joint: wide, its matrix; long, what that is.
class ArmatureRows final : public RowSource {
 public:
  ArmatureRows(const WantedJoints& wanted, const Armature::Clip& clip)
      : wanted_(wanted), clip_(clip), others_(wanted.Others(clip)) {}

  void AddColumns(ColumnSet& columns) const override {
    if (wanted_.listed().empty() && others_.empty() && wanted_.is_choice()) {
      return;
    }
    MatrixRows::AddColumns(columns);
  }

  RowTotals RowsOfATime() const override { return wanted_.Totals(others_); }

  void ForEachRow(
      std::span<const float> times,
      absl::FunctionRef<bool(const SampleRow&)> visit) const override {
    if (times.empty()) return;
    const std::vector<SampledJoint> joints = wanted_.In(clip_, others_);
    MatrixRows rows(wanted_.shape(), WantedJoints::kPart);
    for (const float time : times) {
      for (const SampledJoint& joint : joints) {
        const eval::Matrix m = MatrixOf(wanted_.armature(), clip_, joint, time);
        if (!visit(rows.Row(time, joint.name, m))) return;
      }
    }
  }

 private:
  const WantedJoints& wanted_;
  const Armature::Clip& clip_;
  const std::vector<SampledJoint> others_;
};

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
  absl::Status s = RefuseRawTurn(request.raw_rotation);
  if (s.ok()) s = RefuseValues(request);
  if (!s.ok()) return s;
  const auto clip = FindClip(armature, request.clip);
  if (!clip.ok()) return clip.status();
  s = CheckClip(armature, **clip);
  if (!s.ok()) return s;
  const WantedJoints all(armature, {});
  const std::vector<SampledJoint> joints = all.In(**clip, all.Others(**clip));
  JsonWriter json;
  json.BeginObject();
  json.Field("file", FileNameText(request.file));
  json.Field("clip", armature.texts[(*clip)->name]);
  WriteTimes(request.times, json, out);
  json.BeginObject("joints");
  for (const SampledJoint& joint : joints) {
    json.BeginArray(ToUtf8(joint.name));
    for (const float time : request.times) {
      json.Floats(MatrixOf(armature, **clip, joint, time));
      WritePiece(json, out);
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

absl::Status VisitClips(const Armature& armature, const RowOptions& options,
                        VisitClip visit) {
  if (absl::Status s = RefuseRawTurn(options.raw_rotation); !s.ok()) return s;
  const auto chosen = FindClip(armature, options.clip);
  if (!chosen.ok()) return chosen.status();
  const WantedJoints wanted(armature, options);
  const auto visit_one = [&](const Armature::Clip& clip) {
    if (absl::Status s = CheckClip(armature, clip); !s.ok()) return s;
    const ArmatureRows rows(wanted, clip);
    return visit(
        {.name = armature.texts[clip.name], .span = kClipSpan, .rows = rows});
  };
  if (!options.clip.empty() || !options.all_clips) return visit_one(**chosen);
  for (const Armature::Clip& clip : armature.clips) {
    // The game plays the first clip of a name, and only the first clip of the
    // file can be asked for if it has no name.
    const std::string_view name = armature.texts[clip.name];
    const bool first = name.empty() ? &clip == &armature.clips.front()
                                    : armature.FindClip(name) == &clip;
    if (!first) continue;
    if (absl::Status s = visit_one(clip); !s.ok()) return s;
  }
  return absl::OkStatus();
}

void ForEachName(const Armature& armature, std::string_view clip,
                 absl::FunctionRef<void(std::string_view)> visit) {
  const auto chosen = FindClip(armature, clip);
  if (!chosen.ok()) return;
  std::set<std::string_view> seen;
  const auto visit_one = [&](forge::Text joint) {
    const std::string_view name = armature.texts[joint];
    CountWork(1 + name.size());
    if (!seen.insert(name).second) return;
    visit(WantedJoints::PathOf(name));
  };
  for (const Armature::Joint& joint : armature.joints) visit_one(joint.name);
  const auto clips =
      clip.empty() ? std::span(armature.clips) : std::span(*chosen, 1);
  for (const Armature::Clip& one : clips) {
    for (const Armature::JointClip& joint : armature.JointClips(one)) {
      visit_one(joint.joint);
    }
  }
}

void SayUnused(const StateMachine& machine,
               std::span<const InputSetting> settings, Environment& env) {
  // To look for what was meant takes as long as there are names.
  constexpr size_t kMostSuggestions = 16;
  size_t suggestions = kMostSuggestions;
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
    const bool suggest = suggestions != 0;
    suggestions -= suggest;
    env.Say("setting has no effect: " +
            ToPrintable(suggest ? UnknownName("input", setting.name, names)
                                : "unknown input '" + setting.name + "'"));
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
  const uint64_t values = uint64_t{request.times.size()} * table.size();
  s = CheckSampleSize({.bytes = kBytesOfNumber * values, .values = values},
                      request.file_bytes, request.limits);
  if (!s.ok()) return s;
  s = table.Plan(request.times.size(), request.csv, request.limits);
  if (!s.ok()) return s;
  if (request.csv) {
    WriteCsv(table, request, out);
  } else {
    WriteJson(table, request, out);
  }
  return absl::OkStatus();
}

}  // namespace clipguard::cli
