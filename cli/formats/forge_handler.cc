// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "actions/convert/boxes/block_model.h"
#include "actions/diff/forge.h"
#include "actions/repair/forge/forge.h"
#include "base/float_text.h"
#include "base/text.h"
#include "base/text_of.h"
#include "cli/formats/forge_resources.h"
#include "cli/formats/forge_sample.h"
#include "cli/formats/format_handler.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "parser/forge/writer.h"
#include "parser/parsed/parsed_file.h"
#include "report/fields/json_fields.h"
#include "report/forge/curves_section.h"
#include "report/forge/machine_section.h"
#include "report/forge/scene_section.h"

namespace clipguard::cli {
namespace {

using forge::Armature;
using forge::kNowhere;
using forge::StateMachine;

constexpr size_t kNameWidth = 24;
constexpr size_t kTextWidth = 76;

std::string More(size_t all, size_t shown) {
  if (all <= shown) return {};
  return absl::StrFormat("  and %s more (all with --curves)\n",
                         Grouped(all - shown));
}

// A name and what belongs to it.
std::string Row(std::string_view name, std::string_view text) {
  if (text.empty()) return absl::StrFormat("  %s\n", name);
  return absl::StrFormat("  %-*s %s\n", kNameWidth, name, text);
}

// ---- State machines ---------------------------------------------------------

class AsmFile : public OpenFile {
 public:
  // Without resources, nobody knows models' clips.
  AsmFile(ParsedFile file, const ReadOptions& options)
      : OpenFile(std::move(file)),
        m_(model<StateMachine>()),
        file_(options.file),
        resources_(options.resources) {}

  Summary summary() const override {
    return {.version = {},
            .layout = {},
            .text = absl::StrFormat("Forge state machine, %s, %s, %s, %s%s",
                                    Count(m_.states.size(), "state"),
                                    Count(m_.transitions.size(), "transition"),
                                    Count(m_.clips.size(), "clip"),
                                    Count(m_.parameters.size(), "parameter"),
                                    Inputs())};
  }

  absl::StatusOr<TimeSpan> SampleSpan(std::string_view) const override {
    return TimeSpan{.endless = true, .any_time = true};
  }

  bool usable_with_errors() const override { return true; }

  void WriteInfo(JsonWriter& json,
                 absl::FunctionRef<void()> between) const override {
    const auto names = [&](std::string_view key, const auto& all) {
      json.BeginArray(key);
      for (const auto& named : all) {
        json.String(m_.texts[named.name]);
        between();
      }
      json.EndArray();
    };
    names("parameters", m_.parameters);
    names("clips", m_.clips);
    names("states", m_.states);
    json.BeginObject("transitions");
    for (size_t i = 0; i < m_.transitions.size();) {
      const uint32_t from = m_.transitions[i].from;
      json.BeginArray(ToUtf8(NameOf(from)));
      for (; i < m_.transitions.size() && m_.transitions[i].from == from; ++i) {
        json.String(NameOf(m_.transitions[i].to));
        between();
      }
      json.EndArray();
    }
    json.EndObject();
    json.Field("startState", m_.texts[m_.start_state]);
    json.BeginArray("inputs");
    for (const forge::Text input : m_.inputs) {
      json.String(m_.texts[input]);
      between();
    }
    json.EndArray();
  }

  std::string InfoText(const InfoOptions& options) const override {
    const size_t rows = options.rows();
    std::string out = absl::StrFormat(
        "  Forge animation state machine\n  %s, %s, %s, %s, %s\n",
        Bytes(bytes().size()), Count(m_.states.size(), "state"),
        Count(m_.transitions.size(), "transition"),
        Count(m_.clips.size(), "clip"),
        Count(m_.parameters.size(), "parameter"));
    out += States(rows);
    out += Expressions("clip", m_.clips, rows);
    out += Expressions("parameter", m_.parameters, rows);
    if (!m_.inputs.empty()) {
      std::string line = "supplied by the game's code:";
      for (size_t i = 0; i < std::min(rows, m_.inputs.size()); ++i) {
        line += (i == 0 ? " " : ", ") +
                Shortened(m_.texts[m_.inputs[i]], kTextWidth);
      }
      out += "\n" + Wrap(line, kTextWidth, 4, "  ");
      out += More(m_.inputs.size(), rows);
    }
    return out;
  }

  absl::Status Sample(const SampleRequest& request,
                      Output& out) const override {
    return SampleStateMachine(m_, request, out);
  }

  absl::Status ForEachClip(const RowOptions& /*options*/,
                           VisitClip /*visit*/) const override {
    return absl::InvalidArgumentError(
        "a state machine has values and no joints: sample takes it alone, with "
        "--format=json or csv");
  }

  InfoRow TableRow() const override {
    return {.seconds = std::nullopt,
            .parts = Count(m_.states.size(), "state"),
            .keys = std::nullopt};
  }

  void WriteReport(const report::SectionRequest& request,
                   report::DetailWriter& json,
                   report::Budget& budget) const override {
    report::WriteCurves(m_, request.limits, budget, json);
    // To be seen in motion, a machine needs no flag where it lies in its mod.
    std::unique_ptr<ForgeResources> around;
    if (resources_ == nullptr) {
      around = ResourcesAround(file_, "asms", request.limits);
    }
    ForgeResources* const resources = around ? around.get() : resources_;
    report::WriteMachine(m_, FinderOf(resources), ModelFinderOf(resources),
                         budget, json);
  }

 private:
  // Describes the inputs that the game's code must supply: ", 1 input (cycle)".
  std::string Inputs() const {
    constexpr size_t kMostShown = 3;
    constexpr size_t kLongestShown = 30;
    const size_t size = m_.inputs.size();
    if (size == 0) return {};
    std::string out = ", " + Count(size, "input") + " (";
    for (size_t i = 0; i < std::min(size, kMostShown); ++i) {
      if (i != 0) out += ", ";
      out += Shortened(m_.texts[m_.inputs[i]], kLongestShown);
    }
    return out += size > kMostShown ? ", ...)" : ")";
  }

  std::string_view NameOf(uint32_t state) const {
    return m_.texts[m_.states[state].name];
  }

  std::string States(size_t rows) const {
    constexpr std::string_view kStart = " (start)";
    std::string out = "\n" + Row("state", "transitions to");
    size_t t = 0;
    for (size_t i = 0; i < std::min(rows, m_.states.size()); ++i) {
      std::string to;
      for (; t < m_.transitions.size() && m_.transitions[t].from == i; ++t) {
        if (to.size() >= kTextWidth) continue;
        if (!to.empty()) to += ", ";
        to += Shortened(NameOf(m_.transitions[t].to), kTextWidth);
      }
      const bool start = m_.start == i;
      const std::string name =
          Shortened(NameOf(static_cast<uint32_t>(i)),
                    kNameWidth - (start ? kStart.size() : 0));
      out += Row(name + std::string(start ? kStart : ""),
                 Shortened(to, kTextWidth));
    }
    return out + More(m_.states.size(), rows);
  }

  std::string Expressions(std::string_view title,
                          const std::vector<StateMachine::Named>& all,
                          size_t rows) const {
    if (all.empty()) return {};
    std::string out = absl::StrFormat("\n  %s\n", title);
    for (size_t i = 0; i < std::min(rows, all.size()); ++i) {
      out += Row(
          Shortened(m_.texts[all[i].name], kNameWidth),
          Shortened(
              // As much as that looks at.
              forge::ExpressionText(m_, all[i].expression, 4 * kTextWidth + 1),
              kTextWidth));
    }
    return out + More(all.size(), rows);
  }

  const StateMachine& m_;
  std::string file_;
  ForgeResources* resources_;
};

// ---- Armatures --------------------------------------------------------------

class ArmatureFile : public OpenFile {
 public:
  ArmatureFile(ParsedFile file, const ReadOptions& options)
      : OpenFile(std::move(file)),
        a_(model<Armature>()),
        file_(options.file),
        model_(options.model),
        resources_(options.resources) {}

  Summary summary() const override {
    return {.version = {},
            .layout = {},
            .text = absl::StrFormat("Forge armature, %s, %s",
                                    Count(a_.joints.size(), "joint"),
                                    Count(a_.clips.size(), "clip"))};
  }

  // Clips go from 0 to 1.
  absl::StatusOr<TimeSpan> SampleSpan(std::string_view clip) const override {
    const auto found = FindClip(a_, clip);
    if (!found.ok()) return found.status();
    return kClipSpan;
  }

  bool usable_with_errors() const override { return true; }

  void WriteInfo(JsonWriter& json,
                 absl::FunctionRef<void()> between) const override {
    json.BeginArray("joints");
    for (const Armature::Joint& joint : a_.joints) {
      json.String(a_.texts[joint.name]);
      between();
    }
    json.EndArray();
    json.BeginArray("clips");
    for (const Armature::Clip& clip : a_.clips) {
      json.BeginObject();
      json.Field("name", a_.texts[clip.name]);
      json.Field("loop", clip.loop);
      json.BeginArray("joints");
      for (const Armature::JointClip& joint : a_.JointClips(clip)) {
        json.String(a_.texts[joint.joint]);
        between();
      }
      json.EndArray();
      json.BeginArray("events");
      for (const Armature::Event& event : a_.Events(clip)) {
        json.BeginObject();
        json.Field("time", event.time);
        json.Field("name", a_.texts[event.name]);
        json.EndObject();
        between();
      }
      json.EndArray();
      json.EndObject();
      between();
    }
    json.EndArray();
  }

  std::string InfoText(const InfoOptions& options) const override {
    const size_t rows = options.rows();
    std::string out = absl::StrFormat(
        "  Forge armature\n  %s, %s, %s, %s\n", Bytes(bytes().size()),
        Count(a_.joints.size(), "joint"), Count(a_.clips.size(), "clip"),
        Count(a_.samples.size(), "sample"));
    if (!a_.joints.empty()) {
      absl::StrAppendFormat(&out, "\n  %-*s %10s\n", kNameWidth, "joint",
                            "elements");
      for (size_t i = 0; i < std::min(rows, a_.joints.size()); ++i) {
        absl::StrAppendFormat(
            &out, "  %-*s %10s\n", kNameWidth,
            Shortened(a_.texts[a_.joints[i].name], kNameWidth),
            Grouped(a_.joints[i].weights.count));
      }
      out += More(a_.joints.size(), rows);
    }
    if (!a_.clips.empty()) {
      absl::StrAppendFormat(&out, "\n  %-*s %4s %8s  %s\n", kNameWidth, "clip",
                            "loop", "joints", "events");
      for (size_t i = 0; i < std::min(rows, a_.clips.size()); ++i) {
        const Armature::Clip& clip = a_.clips[i];
        std::string events;
        for (const Armature::Event& event : a_.Events(clip)) {
          if (events.size() >= kTextWidth) break;
          absl::StrAppendFormat(&events, "%s%s at %s",
                                events.empty() ? "" : ", ",
                                Shortened(a_.texts[event.name], kTextWidth),
                                FloatText(event.time));
        }
        absl::StrAppendFormat(&out, "  %-*s %4s %8s  %s\n", kNameWidth,
                              Shortened(a_.texts[clip.name], kNameWidth),
                              clip.loop ? "yes" : "no",
                              Grouped(clip.joint_clips.count),
                              Shortened(events, kTextWidth));
      }
      out += More(a_.clips.size(), rows);
    }
    return out;
  }

  absl::Status Sample(const SampleRequest& request,
                      Output& out) const override {
    return SampleArmature(a_, request, out);
  }

  bool has_rows() const override { return !a_.clips.empty(); }

  absl::Status ForEachClip(const RowOptions& options,
                           VisitClip visit) const override {
    return VisitClips(a_, options, visit);
  }

  void ForEachName(
      std::string_view clip,
      absl::FunctionRef<void(std::string_view)> visit) const override {
    cli::ForEachName(a_, clip, visit);
  }

  InfoRow TableRow() const override {
    return {.seconds = std::nullopt,
            .parts = Count(a_.joints.size(), "joint"),
            .keys = a_.samples.size()};
  }

  void WriteReport(const report::SectionRequest& request,
                   report::DetailWriter& json,
                   report::Budget& budget) const override {
    report::WriteCurves(a_, budget, json);
    actions::SharedModel model = BlockModelOf(model_, resources_, file_);
    if (model == nullptr) {
      const auto around = ResourcesAround(file_, "armatures", request.limits);
      model = BlockModelOf(nullptr, around.get(), file_);
      if (model != nullptr && !model->ok()) model = nullptr;
    }
    report::WriteScene(a_, model.get(), request, budget, json);
  }

 private:
  const Armature& a_;
  std::string file_;
  actions::SharedModel model_;
  ForgeResources* resources_;
};

void ListForge(std::span<const uint8_t> bytes, const OpenFile*,
               const Limits& limits, report::FieldList& fields) {
  report::ListJsonFields(TextOf(bytes), limits, fields);
}

}  // namespace

// The formats have no versions.
constinit const FormatHandler kForgeAsmHandler = {
    .format = Format::kForgeAsm,
    .title = "Forge state machine",
    .open = OpenAs<AsmFile>,
    .list_fields = ListForge,
    .compare = CompareAs<StateMachine, actions::CompareMachines>,
    .repair = RepairAs<actions::RepairStateMachine, &ParseOptions::machine>,
    .most_bytes = &Limits::json_bytes};

constinit const FormatHandler kForgeArmatureHandler = {
    .format = Format::kForgeArmature,
    .title = "Forge armature",
    .open = OpenAs<ArmatureFile>,
    .list_fields = ListForge,
    .compare = CompareAs<Armature, actions::CompareArmatures>,
    .repair = RepairAs<actions::RepairArmature, &ParseOptions::armature>,
    .most_bytes = &Limits::json_bytes};

}  // namespace clipguard::cli
