// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <string>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/float_text.h"
#include "base/memory/huge_pages.h"
#include "parser/forge/armature.h"
#include "parser/forge/full_turns.h"
#include "parser/forge/json/json_fields.h"
#include "parser/forge/json/member_names.h"
#include "parser/forge/json/root_keys.h"
#include "parser/json/json_reporter.h"

namespace clipguard::forge {
namespace {

using Field = JsonFields::Field;
using Member = JsonDocument::Member;

constexpr Field kArmatureFields[] = {{member::kJoints}, {member::kClips}};
enum ArmatureField { kJoints, kClips };

constexpr Field kClipFields[] = {
    {member::kLoop, false}, {member::kJointClips}, {member::kEvents}};
enum ClipField { kLoop, kJointClips, kEvents };

// A type is never looked at, as only one exists.
constexpr Field kVariableFields[] = {{member::kVariable},
                                     {member::kType, false},
                                     {member::kInterpolation},
                                     {member::kSamples}};
enum VariableField { kVariable, kType, kInterpolation, kSamples };

// A matrix whose parts are below this in exact arithmetic has none that is
// infinite: the largest float, less more than rounding can add.
constexpr double kMostInMatrix = 0x1.ffp+127;

class ArmatureReader {
 public:
  ArmatureReader(const ArmatureOptions& options, JsonReporter& report,
                 Armature& armature)
      : options_(options),
        report_(report),
        json_(report.json()),
        a_(armature) {}

  // False if a name exceeds the limit.
  bool ReadRoot() {
    JsonFields fields(report_, JsonDocument::kRoot, kArmatureFields);
    if (const auto node = fields[kJoints]) {
      has_joints_ = true;
      ReadJoints(*node);
      CheckWeights();
      for (const Armature::Joint& joint : a_.joints) {
        joint_names_.push_back(joint.name);
      }
      std::sort(joint_names_.begin(), joint_names_.end(), ByName{a_.texts});
    }
    if (const auto node = fields[kClips]) {
      const auto members =
          ReadMembers(report_, *node, Duplicates::kLastCounts, true);
      if (members) {
        for (const Member& member : *members) ReadClip(member);
        if (!a_.clips.empty() && !options_.missing_model.empty()) {
          report_.At(FindingCode::kModelMissing, *node,
                     [&] { return Arguments{Quoted(options_.missing_model)}; });
        }
      }
    }
    a_.IndexClips();
    return !too_long_;
  }

 private:
  Text AddName(JsonNode node, std::string_view name) {
    too_long_ |= !CheckNameLength(report_, node, name, options_.limits);
    return a_.texts.Add(name);
  }

  struct ByName {
    const TextPool& texts;
    bool operator()(const Text& a, const Text& b) const {
      return texts[a] < texts[b];
    }
  };

  // ---- Joints ---------------------------------------------------------------

  void ReadJoints(JsonNode node) {
    const auto members =
        ReadMembers(report_, node, Duplicates::kLastCounts, true);
    if (!members) return;
    for (const Member& member : *members) {
      Armature::Joint joint;
      joint.name = AddName(member.key, json_.string(member.key));
      joint.weights.first = Size(a_.weights);
      const auto elements =
          ReadMembers(report_, member.value, Duplicates::kLastCounts, true);
      if (elements) {
        for (const Member& element : *elements) ReadElement(element);
        CheckElements(joint.weights.first, *elements);
      }
      joint.weights.count = Size(a_.weights) - joint.weights.first;
      a_.joints.push_back(joint);
    }
  }

  void ReadElement(const Member& member) {
    const std::string_view key = json_.string(member.key);
    const auto element = ReadJavaInt(key);
    if (!element) {
      report_.At(FindingCode::kArmatureElementMalformed, member.key,
                 [&] { return Arguments{Quoted(key)}; });
      return;
    }
    if (*element < 0) {
      report_.At(FindingCode::kArmatureElementNegative, member.key,
                 [&] { return Arguments{absl::StrCat(*element)}; });
    }
    const auto& known = options_.model_elements;
    if (known && *element >= 0 && static_cast<uint64_t>(*element) >= *known) {
      report_.At(FindingCode::kArmatureElementUnknown, member.key, [&] {
        return Arguments{
            absl::StrCat(*known, *known == 1 ? " element" : " elements"),
            absl::StrCat(*element)};
      });
    }
    if (!ExpectArray(report_, member.value)) return;
    float weight = 0;
    bool first = true;
    for (const JsonNode node : json_.Elements(member.value)) {
      const auto number = ReadFloat(report_, node);
      if (first) {
        weight = number.value_or(1);
      } else if (node == json_.After(member.value + 1)) {
        report_.At(FindingCode::kArmatureWeightsExtra, node);
      }
      first = false;
    }
    if (first) {
      report_.At(FindingCode::kArmatureWeightMissing, member.value,
                 [&] { return Arguments{absl::StrCat(*element)}; });
      return;
    }
    weight_places_.push_back(member.value + 1);
    a_.weights.push_back({*element, weight});
  }

  // "0" and "00" are one element, which the game refuses.
  void CheckElements(uint32_t first, const JsonMembers& members) {
    const auto begin = a_.weights.begin() + first;
    std::vector<Armature::Weight> sorted(begin, a_.weights.end());
    constexpr auto kElement = &Armature::Weight::element;
    std::ranges::sort(sorted, {}, kElement);
    const bool twice =
        std::ranges::adjacent_find(sorted, {}, kElement) != sorted.end();
    if (!twice) return;
    std::vector<std::pair<int32_t, JsonNode>> keys;
    for (const Member& member : members) {
      if (const auto element = ReadJavaInt(json_.string(member.key))) {
        keys.emplace_back(*element, member.key);
      }
    }
    std::sort(keys.begin(), keys.end());
    for (size_t i = 1; i < keys.size(); ++i) {
      if (keys[i - 1].first != keys[i].first) continue;
      report_.At(FindingCode::kArmatureElementDuplicate, keys[i].second,
                 [&] { return Arguments{absl::StrCat(keys[i].first)}; });
    }
  }

  // An element moves by the mean of its joints: a weight of 0, or a sum that is
  // too small, moves nothing.
  void CheckWeights() {
    std::vector<uint32_t> order(a_.weights.size());
    for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](uint32_t x, uint32_t y) {
      const int32_t a = a_.weights[x].element;
      const int32_t b = a_.weights[y].element;
      return a != b ? a < b : x < y;
    });
    std::vector<uint32_t> idle;
    for (size_t begin = 0; begin < order.size();) {
      size_t end = begin;
      float sum = 0;
      bool any = false;
      while (end < order.size() && a_.weights[order[end]].element ==
                                       a_.weights[order[begin]].element) {
        const float weight = a_.weights[order[end++]].weight;
        // Which joints take part depends on the clip: at most all that pull.
        if (weight > 0) sum += weight;
        any |= std::isnan(weight);
      }
      for (size_t i = begin; i < end; ++i) {
        const float weight = a_.weights[order[i]].weight;
        if (weight == 0 || (!any && !(sum > kLeastWeight))) {
          idle.push_back(order[i]);
        }
      }
      begin = end;
    }
    std::sort(idle.begin(), idle.end());
    for (const uint32_t i : idle) {
      report_.At(FindingCode::kArmatureWeightWithoutEffect, weight_places_[i],
                 [&] {
                   return Arguments{FloatText(a_.weights[i].weight),
                                    absl::StrCat(a_.weights[i].element)};
                 });
    }
  }

  // ---- Clips ----------------------------------------------------------------

  void ReadClip(const Member& member) {
    Armature::Clip clip;
    clip.name = AddName(member.key, json_.string(member.key));
    if (json_.kind(member.value) != JsonKind::kObject) {
      ReportType(report_, member.value, "an object");
      return;
    }
    JsonFields fields(report_, member.value, kClipFields);
    if (const auto node = fields[kLoop]) {
      clip.loop = ReadBoolean(report_, *node).value_or(false);
    }
    clip.joint_clips.first = Size(a_.joint_clips);
    clip.broken = true;
    if (const auto node = fields[kJointClips]) {
      const auto members =
          ReadMembers(report_, *node, Duplicates::kLastCounts, true);
      if (members) {
        clip.broken = false;
        for (const Member& joint : *members) {
          clip.broken |= !ReadJointClip(joint, clip.loop);
        }
      }
    }
    clip.joint_clips.count = Size(a_.joint_clips) - clip.joint_clips.first;
    clip.events.first = Size(a_.events);
    if (const auto node = fields[kEvents]) {
      ReadEvents(*node, clip.loop);
    } else {
      clip.broken = true;
    }
    clip.events.count = Size(a_.events) - clip.events.first;
    a_.clips.push_back(clip);
  }

  // False if the game cannot use the whole clip.
  bool ReadJointClip(const Member& member, bool loop) {
    const std::string_view name = json_.string(member.key);
    Armature::JointClip clip;
    clip.joint = AddName(member.key, name);
    if (has_joints_ &&
        !std::binary_search(joint_names_.begin(), joint_names_.end(),
                            clip.joint, ByName{a_.texts})) {
      report_.At(FindingCode::kArmatureJointUnknown, member.key, [&] {
        return Arguments{
            Quoted(name),
            report_.SuggestAmong(name, joint_names_, [&](const Text& joint) {
              return a_.texts[joint];
            })};
      });
    }
    if (!ExpectArray(report_, member.value)) return false;
    bool usable = true;
    clip.variables.first = Size(a_.variables);
    std::array<JsonNode, kVariableNames.size()> places{};
    for (const JsonNode node : json_.Elements(member.value)) {
      if (json_.kind(node) != JsonKind::kObject) {
        ReportType(report_, node, "an object");
        usable = false;
        continue;
      }
      usable &= ReadVariable(node, loop, clip, places);
    }
    clip.variables.count = Size(a_.variables) - clip.variables.first;
    CheckVariables(places, clip);
    CheckOverflow(member.value, name, clip);
    a_.joint_clips.push_back(clip);
    return usable;
  }

  // False if the game cannot use the whole clip; what only breaks the joint's
  // own motion is noted there.
  bool ReadVariable(JsonNode node, bool loop, Armature::JointClip& clip,
                    std::array<JsonNode, kVariableNames.size()>& places) {
    JsonFields fields(report_, node, kVariableFields);
    Armature::VariableClip variable{};
    bool usable = false;
    if (const auto name = fields[kVariable]) {
      if (const auto found = Keyword(*name, kVariableNames,
                                     FindingCode::kArmatureVariableUnknown)) {
        variable.variable = static_cast<Variable>(*found);
        usable = true;
        CheckTarget(*name, variable.variable);
        if (places[*found] != 0) {
          report_.At(FindingCode::kArmatureVariableDuplicate, *name,
                     [&] { return Arguments{Quoted(kVariableNames[*found])}; });
          usable = false;
        }
        places[*found] = *name;
      }
    }
    if (const auto type = fields[kType]) {
      if (json_.kind(*type) != JsonKind::kString ||
          json_.string(*type) != member::kUniform) {
        report_.At(FindingCode::kArmatureTypeUnknown, *type);
      }
    }
    bool complete = false;
    if (const auto name = fields[kInterpolation]) {
      const auto found = Keyword(*name, kInterpolationNames,
                                 FindingCode::kArmatureInterpolationUnknown);
      variable.interpolation = static_cast<Interpolation>(found.value_or(0));
      complete = found.has_value();
    }
    variable.samples.first = Size(a_.samples);
    const auto samples = fields[kSamples];
    complete = samples && ReadSamples(*samples) && complete;
    const size_t count = a_.samples.size() - variable.samples.first;
    const bool is_linear = variable.interpolation == Interpolation::kLinear;
    if (complete && count == 1 && !loop && is_linear) {
      report_.At(FindingCode::kArmatureSampleSingle, *samples);
    }
    if (complete && usable && variable.variable == Variable::kAngle &&
        is_linear) {
      CheckFullTurns(std::span(a_.samples).last(count), *samples, report_);
    }
    variable.samples.count = Size(a_.samples) - variable.samples.first;
    clip.broken |= !complete;
    if (usable) a_.variables.push_back(variable);
    return usable;
  }

  // Whether the game that the armature is meant for knows the variable.
  void CheckTarget(JsonNode name, Variable variable) {
    if (variable < Variable::kOriginX ||
        options_.target.value_or(Target::kForge111) >= Target::kForge111) {
      return;
    }
    report_.At(FindingCode::kTargetCannotLoad, name, [&] {
      return Arguments{
          GetTargetInfo(*options_.target).title,
          "origin_x, origin_y and origin_z came with 1.11, and the clip cannot "
          "be played without them"};
    });
  }

  // The index of a word in a list of those that exist.
  std::optional<size_t> Keyword(JsonNode node,
                                std::span<const std::string_view> known,
                                CodeTaking<2> unknown) {
    const auto word = ReadString(report_, node);
    if (!word) return std::nullopt;
    const auto found = std::find(known.begin(), known.end(), *word);
    if (found != known.end()) {
      return static_cast<size_t>(found - known.begin());
    }
    report_.At(unknown, node, [&] {
      return Arguments{Quoted(*word), Suggestion(*word, known)};
    });
    return std::nullopt;
  }

  bool ReadSamples(JsonNode node) {
    if (!ExpectArray(report_, node)) return false;
    if (json_.Elements(node).empty()) {
      report_.At(FindingCode::kArmatureSamplesEmpty, node);
      return false;
    }
    // A vector that grows is there twice for a moment. No more samples can
    // follow than values; memory that is not needed is never touched.
    if (a_.samples.capacity() == 0) {
      ReserveLarge(a_.samples, json_.size() - node);
    }
    bool all = true;
    uint64_t i = 0;
    for (const JsonNode sample : json_.Elements(node)) {
      const auto number = ReadFloat(
          report_, sample, {.id = node, .element = i, .noun = "sample"});
      a_.samples.push_back(number.value_or(0));
      all &= number.has_value();
      ++i;
    }
    return all;
  }

  // Reports variables that are set but have no effect.
  void CheckVariables(const std::array<JsonNode, kVariableNames.size()>& places,
                      const Armature::JointClip& clip) {
    const auto place = [&](Variable v) {
      return places[static_cast<size_t>(v)];
    };
    const auto stays_0 = [&](Variable v) {
      const auto all = a_.Variables(clip);
      const auto one =
          std::ranges::find(all, v, &Armature::VariableClip::variable);
      return place(v) == 0 ||
             (!clip.broken && one != all.end() &&
              std::ranges::count(a_.Samples(*one), 0) == one->samples.count);
    };
    if (!stays_0(Variable::kAngle) && stays_0(Variable::kAxisX) &&
        stays_0(Variable::kAxisY) && stays_0(Variable::kAxisZ)) {
      report_.At(FindingCode::kArmatureAxisMissing, place(Variable::kAngle));
    }
    const JsonNode all = place(Variable::kScale);
    for (const Variable v :
         {Variable::kScaleX, Variable::kScaleY, Variable::kScaleZ}) {
      // Both in the order of the file.
      if (place(v) == 0 || all < place(v)) continue;
      report_.At(FindingCode::kArmatureScaleOverwritten, place(v), [&] {
        return Arguments{Quoted(kVariableNames[static_cast<size_t>(v)])};
      });
    }
  }

  // A joint's matrix is T(origin + offset) R S T(-origin). Its parts are at
  // most the scale; a part of its translation is at most |origin| + |offset|
  // and, for each direction, |scale| |origin|.
  void CheckOverflow(JsonNode node, std::string_view name,
                     const Armature::JointClip& clip) {
    std::array<double, kVariableNames.size()> most{};
    std::array<bool, kVariableNames.size()> is_set{};
    for (const Armature::VariableClip& variable : a_.Variables(clip)) {
      const auto v = static_cast<size_t>(variable.variable);
      is_set[v] = true;
      for (const float sample : a_.Samples(variable)) {
        // A sample that is not finite has a finding of its own.
        if (!std::isfinite(sample)) return;
        most[v] = std::max<double>(most[v], std::abs(sample));
      }
    }
    double part = 0;
    double turned = 0;
    double moved = 0;
    for (size_t i = 0; i < 3; ++i) {
      const auto at = [i](Variable v) { return static_cast<size_t>(v) + i; };
      const double origin =
          is_set[at(Variable::kOriginX)] ? most[at(Variable::kOriginX)] : 0.5;
      const double scale =
          std::max({most[at(Variable::kScaleX)],
                    most[static_cast<size_t>(Variable::kScale)], 1.0});
      part = std::max(part, scale);
      turned += scale * origin;
      moved = std::max(moved, origin + most[at(Variable::kOffsetX)]);
    }
    // Between two samples angles go by their difference.
    const double way = 2 * most[static_cast<size_t>(Variable::kAngle)];
    if (std::max({part, turned + moved, way}) < kMostInMatrix) return;
    report_.At(FindingCode::kArmatureMatrixOverflows, node,
               [&] { return Arguments{Quoted(name)}; });
  }

  // ---- Events ---------------------------------------------------------------

  struct PlacedEvent {
    Armature::Event event;
    JsonNode key;
  };

  void ReadEvents(JsonNode node, bool loop) {
    const auto members =
        ReadMembers(report_, node, Duplicates::kLastCounts, true);
    if (!members) return;
    std::vector<PlacedEvent> events;
    for (const Member& member : *members) ReadEvent(member, loop, events);
    const size_t before = a_.events.size();
    AddEvents(events);
    const size_t count = a_.events.size() - before;
    if (!loop && count > 1) {
      report_.At(FindingCode::kArmatureEventsHang, node,
                 [&] { return Arguments{absl::StrCat(count)}; });
    }
  }

  // Appends an event that the game would know of.
  void ReadEvent(const Member& member, bool loop,
                 std::vector<PlacedEvent>& events) {
    const auto name = ReadString(report_, member.value);
    const std::string_view key = json_.string(member.key);
    const auto time = ReadJavaFloat(key);
    if (!time) {
      report_.At(FindingCode::kArmatureEventTimeMalformed, member.key,
                 [&] { return Arguments{Quoted(key)}; });
      return;
    }
    if (!name) return;
    if (IsUnknownSpecialEvent(*name, options_.special_events)) {
      report_.At(FindingCode::kForgeSpecialEventUnknown, member.value,
                 [&] { return Arguments{Quoted(*name)}; });
    }
    if (!std::isfinite(*time)) {
      report_.At(FindingCode::kArmatureEventTimeNotFinite, member.key,
                 [&] { return Arguments{FloatText(*time)}; });
      return;
    }
    if (*time < 0 || *time > 1) {
      report_.At(FindingCode::kArmatureEventTimeOutside, member.key,
                 [&] { return Arguments{FloatText(*time)}; });
    } else if (*time == 1 && !loop) {
      report_.At(FindingCode::kArmatureEventNeverFires, member.key,
                 [&] { return Arguments{Quoted(*name)}; });
    }
    events.push_back({{*time, AddName(member.value, *name)}, member.key});
  }

  // Adds a clip's events to the armature in the order of their times: of
  // several at one time the last. -0 is a time of its own, before 0.
  void AddEvents(std::vector<PlacedEvent>& events) {
    std::sort(events.begin(), events.end(),
              [](const PlacedEvent& a, const PlacedEvent& b) {
                const auto order = [](const PlacedEvent& e) {
                  return std::tuple(e.event.time, !std::signbit(e.event.time),
                                    e.key);
                };
                return order(a) < order(b);
              });
    std::vector<JsonNode> lost;
    for (size_t i = 0; i < events.size(); ++i) {
      const Armature::Event& event = events[i].event;
      if (i + 1 < events.size() && events[i + 1].event.time == event.time &&
          std::signbit(events[i + 1].event.time) == std::signbit(event.time)) {
        lost.push_back(events[i].key);
      } else {
        a_.events.push_back(event);
      }
    }
    std::sort(lost.begin(), lost.end());
    for (const JsonNode key : lost) {
      report_.At(FindingCode::kArmatureEventTimeDuplicate, key,
                 [&] { return Arguments{Quoted(json_.string(key))}; });
    }
  }

  template <typename Item>
  static uint32_t Size(const std::vector<Item>& items) {
    return static_cast<uint32_t>(items.size());
  }

  const ArmatureOptions& options_;
  JsonReporter& report_;
  const JsonDocument& json_;
  Armature& a_;
  bool too_long_ = false;
  bool has_joints_ = false;
  std::vector<Text> joint_names_;        // sorted
  std::vector<JsonNode> weight_places_;  // of a_.weights[i]
};

}  // namespace

std::optional<Armature> ReadArmature(std::string_view text,
                                     const ArmatureOptions& options,
                                     FindingSink& sink) {
  ErrorWatch watch(sink);
  auto armature = ReadDamagedArmature(text, options, watch);
  if (!watch.ok()) armature.reset();
  return armature;
}

std::optional<Armature> ReadDamagedArmature(std::string_view text,
                                            const ArmatureOptions& options,
                                            FindingSink& sink) {
  const auto json = ReadJson(text, options.limits, sink);
  if (!json) return std::nullopt;
  JsonReporter report(*json, sink);
  if (json->kind(JsonDocument::kRoot) != JsonKind::kObject) {
    ReportType(report, JsonDocument::kRoot, "an object");
    return std::nullopt;
  }
  const RootKeys keys = RootKeysOf(*json);
  const ForgeKind kind = keys.kind();
  const std::string_view foreign =
      kind == ForgeKind::kStateMachine ? "a Forge animation state machine"
      : kind == ForgeKind::kNeither    ? keys.foreign()
                                       : "";
  if (!foreign.empty()) {
    report.At(FindingCode::kForgeFormatForeign, JsonDocument::kRoot,
              [&] { return Arguments{std::string(foreign), "an armature"}; });
    return std::nullopt;
  }
  Armature armature;
  ArmatureReader reader(options, report, armature);
  if (!reader.ReadRoot()) return std::nullopt;
  // Frees unused capacity, if the text has much besides samples.
  if (armature.samples.size() < armature.samples.capacity() / 2) {
    armature.samples.shrink_to_fit();
  }
  return armature;
}

}  // namespace clipguard::forge
