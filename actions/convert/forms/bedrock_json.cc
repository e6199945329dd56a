// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "actions/convert/conversion.h"
#include "actions/convert/forms/bedrock_keys.h"
#include "actions/convert/forms/forms.h"
#include "actions/convert/passed_over.h"
#include "actions/convert/result_budget.h"
#include "base/float_text.h"
#include "base/json_writer.h"
#include "base/piece_writer.h"
#include "base/text_of.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/forge/json/member_names.h"
#include "parser/json/json_document.h"
#include "parser/json/json_reporter.h"
#include "parser/limits.h"

namespace clipguard::actions {
namespace {

using forge::Armature;

constexpr std::string_view kTarget = "bedrock";
constexpr std::string_view kNameless = "armature";
// How long before a jump the key before it stands, in seconds: as long as
// GeckoLib takes from "pre" to "post".
constexpr double kJump = 0.001;

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

// Reports losses, or notes, where they lie in the text.
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
  JsonReporter reporter_;
};

// ---- The text ---------------------------------------------------------------

bool IsFinite(const BedrockVector& value) {
  return std::ranges::all_of(value, [](float v) { return std::isfinite(v); });
}

bool IsFinite(const std::vector<BedrockKey>& keys) {
  return std::ranges::all_of(keys, [](const BedrockKey& key) {
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

std::string VectorText(const BedrockVector& value) {
  std::string text = "[";
  for (size_t i = 0; i < 3; ++i) {
    if (i != 0) text += ',';
    AppendFloatText(value[i], text);
  }
  text += ']';
  return text;
}

// The key before a jump, as a value on its own: shortly before the time of the
// jump, and after the key before that.
void WriteBeforeJump(const BedrockKey& last, const BedrockKey& jump,
                     JsonWriter& json) {
  const double room = jump.time - last.time;
  const double share = room > 2 * kJump ? 1 - kJump / room : 0.5;
  BedrockVector value;
  for (size_t c = 0; c < value.size(); ++c) {
    value[c] = static_cast<float>(
        last.after[c] + (double{jump.before[c]} - last.after[c]) * share);
  }
  json.RawField(TimeText(last.time + room * share), VectorText(value));
}

// A jump is two keys, which all players read, or "pre" and "post".
void WriteChannel(std::string_view name, const std::vector<BedrockKey>& keys,
                  bool pre_post, JsonWriter& json) {
  if (keys.empty()) return;
  json.BeginObject(name);
  for (size_t i = 0; i < keys.size(); ++i) {
    const BedrockKey& key = keys[i];
    const std::string before = VectorText(key.before);
    const std::string after = VectorText(key.after);
    if (before == after || !pre_post) {
      if (before != after) WriteBeforeJump(keys[i - 1], key, json);
      json.RawField(TimeText(key.time), after);
      continue;
    }
    json.BeginObject(TimeText(key.time));
    json.RawField("pre", before);
    json.RawField("post", after);
    json.EndObject();
  }
  json.EndObject();
}

void WriteBone(std::string_view joint, const BedrockKeys& keys, bool pre_post,
               JsonWriter& json) {
  json.BeginObject(joint);
  WriteChannel("rotation", keys.rotation, pre_post, json);
  WriteChannel("position", keys.position, pre_post, json);
  WriteChannel("scale", keys.scale, pre_post, json);
  json.EndObject();
}

bool IsFinite(const BedrockKeys& keys) {
  return IsFinite(keys.rotation) && IsFinite(keys.position) &&
         IsFinite(keys.scale);
}

// An armature that is valid, and what its animations are called.
struct Animations {
  Armature armature;
  std::string name;
  bool pre_post = false;  // how jumps are written
};

void WriteAnimation(const Animations& all, const Armature::Clip& clip,
                    JsonWriter& json) {
  json.Key("loop");
  if (clip.loop) {
    json.Bool(true);
  } else {
    json.String("hold_on_last_frame");
  }
  json.RawField("animation_length", "1.0");
  json.BeginObject("bones");
  for (const Armature::JointClip& joint : all.armature.JointClips(clip)) {
    const BedrockKeys keys = BedrockKeysOf(all.armature, clip, joint);
    if (!IsFinite(keys)) continue;
    WriteBone(all.armature.texts[joint.joint], keys, all.pre_post, json);
  }
  json.EndObject();
}

void WriteAnimations(const Animations& all, PieceWriter& out) {
  JsonWriter json(kGltfJson, out);
  json.BeginObject();
  json.Field("format_version", "1.8.0");
  json.BeginObject("animations");
  for (const Armature::Clip& clip : all.armature.clips) {
    json.BeginObject(absl::StrFormat("animation.%s.%s", all.name,
                                     all.armature.texts[clip.name]));
    WriteAnimation(all, clip, json);
    json.EndObject();
  }
  json.EndObject();
  json.EndObject();
  out.text() += '\n';
}

class BedrockAnimations : public ConvertedText<Animations> {
 public:
  explicit BedrockAnimations(Animations animations)
      : ConvertedText(std::move(animations), WriteAnimations) {
    facts_.push_back({.name = "secondsPerClip",
                      .value = 1,
                      .text = "a clip's time from 0 to 1 is 1 second"});
    facts_.push_back({.name = "pivotHeight",
                      .value = 8,
                      .text = "every bone of the model needs the pivot 0 8 0, "
                              "the middle of the block"});
  }
};

// ---- What is lost -----------------------------------------------------------

// About how many bytes the keys of a channel are as text: a time, and a value
// or two.
uint64_t BytesOf(const std::vector<BedrockKey>& keys) {
  constexpr uint64_t kTime = 24;
  constexpr uint64_t kValue = 40;
  uint64_t bytes = 0;
  for (const BedrockKey& key : keys) {
    bytes += (kTime + kValue) * (key.before == key.after ? 1 : 2);
  }
  return bytes;
}

// Looks at all that will be written, before it is.
class LossFinder {
 public:
  LossFinder(const Armature& armature, const JsonDocument& json,
             const ParsedFile& file, const ConversionOptions& options,
             FindingSink& losses)
      : armature_(armature),
        tolerance_(options.tolerance),
        losses_(json, losses),
        notes_(json, NotesOf(options, losses)),
        reporter_(json, losses),
        budget_(file),
        clip_bytes_(kClip + file.name.size()) {}

  // ResourceExhausted, and it is reported, if the result is too large.
  absl::Status Find() {
    const Members members(losses_.json(), JsonDocument::kRoot);
    const Members clips(losses_.json(), members.Find(forge::member::kClips));
    if (!armature_.weights.empty()) {
      notes_.At(members.Find(forge::member::kJoints),
                "which elements of the model a joint moves, and how much");
    }
    for (const Armature::Clip& clip : armature_.clips) {
      const auto node = clips.Find(armature_.texts[clip.name]);
      if (absl::Status s = FindInClip(clip, node); !s.ok()) return s;
    }
    return absl::OkStatus();
  }

 private:
  absl::Status FindInClip(const Armature::Clip& clip,
                          std::optional<JsonNode> node) {
    if (!clip.loop && !armature_.JointClips(clip).empty()) {
      notes_.At(node,
                "the jump back to the first frame at the end of a clip that "
                "does not loop: Bedrock and GeckoLib 4 hold the last frame, "
                "GeckoLib 3 ends the clip there");
    }
    if (!budget_.Spend(clip_bytes_)) return TooLarge(node);
    const Members members(losses_.json(), node);
    const Members joints(losses_.json(),
                         members.Find(forge::member::kJointClips));
    for (const Armature::JointClip& joint : armature_.JointClips(clip)) {
      const auto place = joints.Find(armature_.texts[joint.joint]);
      if (!FindInJoint(clip, joint, place)) return TooLarge(place);
    }
    if (const size_t events = armature_.Events(clip).size(); events != 0) {
      notes_.At(members.Find(forge::member::kEvents),
                absl::StrFormat("events (%d)", events));
    }
    return absl::OkStatus();
  }

  absl::Status TooLarge(std::optional<JsonNode> node) {
    reporter_.At(FindingCode::kLimitExceeded,
                 node.value_or(JsonDocument::kRoot),
                 [&] { return budget_.ForFinding(); });
    return ResultBudget::Refused();
  }

  // False if there are too many keys.
  bool FindInJoint(const Armature::Clip& clip, const Armature::JointClip& joint,
                   std::optional<JsonNode> node) {
    const BedrockKeys keys = BedrockKeysOf(armature_, clip, joint, true);
    if (!IsFinite(keys)) {
      losses_.At(node, "a joint with numbers that are not finite");
      return true;
    }
    if (!keys.rotation_is_exact) {
      Between(node, "a turn about another axis than x, y or z",
              keys.rotation_off);
    }
    if (!keys.position_is_exact) {
      Between(node, "an origin that is not the block's middle",
              keys.position_off);
    }
    return budget_.Spend(BytesOf(keys.rotation) + BytesOf(keys.position) +
                         BytesOf(keys.scale));
  }

  // Reports a value that is exact only at keys: as a loss if it is further off
  // between them than was asked for, else as a note.
  void Between(std::optional<JsonNode> node, std::string_view what,
               double off) {
    const bool near = off <= tolerance_;
    (near ? notes_ : losses_)
        .At(node, absl::StrFormat(
                      "between keys, %s: there it is up to %s blocks off, as "
                      "measured, %s %s",
                      what, FloatText(static_cast<float>(off)),
                      near ? "within" : "more than",
                      FloatText(static_cast<float>(tolerance_))));
  }

  const Armature& armature_;
  const double tolerance_;  // blocks
  LossReporter losses_;
  LossReporter notes_;
  JsonReporter reporter_;
  ResultBudget budget_;
  // Bytes of a clip without bones; the file's name, which is in each clip's
  // name, is added to them.
  static constexpr uint64_t kClip = 80;
  uint64_t clip_bytes_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Converted>> ConvertToBedrock(
    ParsedFile file, const ConversionOptions& options, FindingSink& losses) {
  NotePassedOver(file, kTarget, NotesOf(options, losses));
  auto* armature = file.Sound<Armature>();
  FindingList none(file.limits);
  // For the places of losses.
  const auto json = ReadJson(TextOf(file.bytes), file.limits, none);
  if (armature == nullptr || !json) return HasErrors();
  if (absl::Status s =
          LossFinder(*armature, *json, file, options, losses).Find();
      !s.ok()) {
    return s;
  }
  return std::make_unique<BedrockAnimations>(
      Animations{.armature = std::move(*armature),
                 .name = file.name.empty() ? std::string(kNameless) : file.name,
                 .pre_post = options.pre_post});
}

}  // namespace clipguard::actions
