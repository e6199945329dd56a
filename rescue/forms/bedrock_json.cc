// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "rescue/forms/bedrock_json.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "parser/finding.h"
#include "parser/float_text.h"
#include "parser/forge/armature.h"
#include "parser/forge/json_document.h"
#include "parser/forge/json_reporter.h"
#include "parser/limits.h"
#include "rescue/conversion/passed_over.h"
#include "rescue/forms/bone_keys.h"
#include "rescue/gltf/json_text.h"

namespace clipguard::rescue {
namespace {

using forge::Armature;
using forge::JsonDocument;
using forge::JsonKind;
using forge::JsonNode;

constexpr std::string_view kTarget = "bedrock";
constexpr std::string_view kNameless = "armature";

// ---- Places -----------------------------------------------------------------

// The members of an object by their names; of equal ones the last, as the game
// has it.
class Members {
 public:
  Members(const JsonDocument& json, std::optional<JsonNode> object) {
    if (!object || json.kind(*object) != JsonKind::kObject) return;
    for (const JsonDocument::Member& member : json.Members(*object)) {
      nodes_[json.string(member.key)] = member.value;
    }
  }

  std::optional<JsonNode> Find(std::string_view name) const {
    const auto found = nodes_.find(name);
    if (found == nodes_.end()) return std::nullopt;
    return found->second;
  }

 private:
  std::map<std::string_view, JsonNode> nodes_;
};

// Reports losses where they lie in the text.
class LossReporter {
 public:
  LossReporter(const JsonDocument& json, FindingSink& losses)
      : json_(json), reporter_(json, losses) {}

  const JsonDocument& json() const { return json_; }

  void At(std::optional<JsonNode> node, std::string_view what) {
    reporter_.At(
        FindingCode::kConversionLoses, node.value_or(JsonDocument::kRoot),
        [&] { return Arguments{std::string(kTarget), std::string(what)}; });
  }

 private:
  const JsonDocument& json_;
  forge::JsonReporter reporter_;
};

// ---- The text ---------------------------------------------------------------

bool IsFinite(const BoneVector& value) {
  return std::ranges::all_of(value, [](float v) { return std::isfinite(v); });
}

bool IsFinite(const std::vector<BoneKey>& keys) {
  return std::ranges::all_of(keys, [](const BoneKey& key) {
    return IsFinite(key.before) && IsFinite(key.after);
  });
}

// Without an exponent, which Bedrock's times do not have: the shortest text
// that reads back as the same double.
std::string TimeText(double time) {
  char text[400];
  const auto end =
      std::to_chars(text, text + sizeof(text), time, std::chars_format::fixed);
  std::string out(text, end.ptr);
  if (out.find('.') == std::string::npos) out += ".0";
  return out;
}

std::string VectorText(const BoneVector& value) {
  std::string text = "[";
  for (size_t i = 0; i < 3; ++i) {
    if (i != 0) text += ',';
    text += FloatText(value[i]);
  }
  text += ']';
  return text;
}

void WriteChannel(std::string_view name, const std::vector<BoneKey>& keys,
                  gltf::JsonText& json) {
  if (keys.empty()) return;
  json.Begin(name);
  for (const BoneKey& key : keys) {
    const std::string before = VectorText(key.before);
    const std::string after = VectorText(key.after);
    if (before == after) {
      json.RawField(TimeText(key.time), after);
      continue;
    }
    json.Begin(TimeText(key.time));
    json.RawField("pre", before);
    json.RawField("post", after);
    json.End();
  }
  json.End();
}

void WriteBone(const Armature& armature, const Armature::Clip& clip,
               const Armature::JointClip& joint, std::optional<JsonNode> node,
               LossReporter& losses, gltf::JsonText& json) {
  const BoneKeys keys = BoneKeysOf(armature, clip, joint);
  if (!IsFinite(keys.rotation) || !IsFinite(keys.position) ||
      !IsFinite(keys.scale)) {
    losses.At(node, "a joint with numbers that are not finite");
    return;
  }
  if (!keys.rotation_is_exact) {
    losses.At(node, "between keys, a turn about another axis than x, y or z");
  }
  if (!keys.position_is_exact) {
    losses.At(node, "between keys, an origin that is not the block's middle");
  }
  json.Begin(armature.texts[joint.joint]);
  WriteChannel("rotation", keys.rotation, json);
  WriteChannel("position", keys.position, json);
  WriteChannel("scale", keys.scale, json);
  json.End();
}

void WriteAnimation(const Armature& armature, const Armature::Clip& clip,
                    std::optional<JsonNode> node, LossReporter& losses,
                    gltf::JsonText& json) {
  json.Key("loop");
  if (clip.loop) {
    json.Bool(true);
  } else {
    json.String("hold_on_last_frame");
    if (!armature.JointClips(clip).empty()) {
      losses.At(node,
                "that the game shows a clip which does not loop from its "
                "beginning again at time 1");
    }
  }
  json.RawField("animation_length", "1.0");
  json.Begin("bones");
  const Members members(losses.json(), node);
  const Members joints(losses.json(), members.Find("joint_clips"));
  for (const Armature::JointClip& joint : armature.JointClips(clip)) {
    WriteBone(armature, clip, joint, joints.Find(armature.texts[joint.joint]),
              losses, json);
  }
  json.End();
  if (const size_t events = armature.Events(clip).size(); events != 0) {
    losses.At(members.Find("events"),
              absl::StrFormat("events, of which there are %d", events));
  }
}

std::string TextOf(const Armature& armature, std::string_view name,
                   LossReporter& losses) {
  const Members members(losses.json(), JsonDocument::kRoot);
  const Members clips(losses.json(), members.Find("clips"));
  if (!armature.weights.empty()) {
    losses.At(members.Find("joints"),
              "which elements of the model a joint moves, and how much");
  }
  gltf::JsonText json;
  json.Begin();
  json.Field("format_version", "1.8.0");
  json.Begin("animations");
  for (const Armature::Clip& clip : armature.clips) {
    const std::string_view text = armature.texts[clip.name];
    json.Begin(absl::StrFormat("animation.%s.%s", name, text));
    WriteAnimation(armature, clip, clips.Find(text), losses, json);
    json.End();
  }
  json.End();
  json.End();
  return json.Take() + "\n";
}

class BedrockAnimations : public Converted {
 public:
  explicit BedrockAnimations(std::string text) : text_(std::move(text)) {
    facts_.push_back({.name = "secondsPerClip",
                      .value = 1,
                      .text = "a clip's time from 0 to 1 is 1 second"});
  }

  uint64_t size() const override { return text_.size(); }
  void WriteTo(
      absl::FunctionRef<void(std::span<const uint8_t>)> write) const override {
    write({reinterpret_cast<const uint8_t*>(text_.data()), text_.size()});
  }

 private:
  std::string text_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Converted>> ConvertToBedrock(
    const ConversionSource& source, const ConversionOptions&,
    FindingSink& losses) {
  const std::string_view text(
      reinterpret_cast<const char*>(source.bytes.data()), source.bytes.size());
  PassedOver passed_over(kTarget, losses);
  const auto armature =
      forge::ReadArmature(text, {.limits = source.limits}, passed_over);
  FindingList none(source.limits);
  const auto json = forge::ReadJson(text, source.limits, none);
  if (!armature || !json) {
    return absl::InvalidArgumentError("the file has errors");
  }
  LossReporter reporter(*json, losses);
  return std::make_unique<BedrockAnimations>(TextOf(
      *armature, source.name.empty() ? kNameless : source.name, reporter));
}

}  // namespace clipguard::rescue
