// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Armature: a model's joints and the clips that move them, as in the file.
// docs/formats/forge-animation.md says what they mean.
//
//   FindingList findings;
//   auto armature = forge::ReadArmature(text, {}, findings);
//   if (armature) ...                          // eval/machine/ can play it
//
// Everything is in flat vectors: a clip's joint clips are a range of
// `joint_clips`, their variables a range of `variables`, and so on.

#ifndef CLIPGUARD_PARSER_FORGE_ARMATURE_H_
#define CLIPGUARD_PARSER_FORGE_ARMATURE_H_

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "parser/finding.h"
#include "parser/forge/json/name_map.h"
#include "parser/forge/json/text_pool.h"
#include "parser/limits.h"
#include "parser/target.h"

namespace clipguard::forge {

// In the order of kVariableNames.
enum class Variable : uint8_t {
  kOffsetX,
  kOffsetY,
  kOffsetZ,
  kAxisX,
  kAxisY,
  kAxisZ,
  kAngle,
  kScale,
  kScaleX,
  kScaleY,
  kScaleZ,
  kOriginX,
  kOriginY,
  kOriginZ,
};

inline constexpr std::array<std::string_view, 14> kVariableNames = {
    "offset_x", "offset_y", "offset_z", "axis_x",   "axis_y",
    "axis_z",   "angle",    "scale",    "scale_x",  "scale_y",
    "scale_z",  "origin_x", "origin_y", "origin_z",
};

// Puts what a variable sets into the values of a joint: a struct with three of
// each of offset, axis, scale and origin, and an angle. `scale` sets all three
// directions, and what comes later in the file overwrites it.
template <typename Value, typename Values>
void SetVariable(Variable variable, const Value& value, Values& values) {
  using enum Variable;
  const auto at = [variable](Variable first) {
    return static_cast<size_t>(variable) - static_cast<size_t>(first);
  };
  switch (variable) {
    case kOffsetX:
    case kOffsetY:
    case kOffsetZ:
      values.offset[at(kOffsetX)] = value;
      break;
    case kAxisX:
    case kAxisY:
    case kAxisZ:
      values.axis[at(kAxisX)] = value;
      break;
    case kAngle:
      values.angle = value;
      break;
    case kScale:
      values.scale.fill(value);
      break;
    case kScaleX:
    case kScaleY:
    case kScaleZ:
      values.scale[at(kScaleX)] = value;
      break;
    case kOriginX:
    case kOriginY:
    case kOriginZ:
      values.origin[at(kOriginX)] = value;
      break;
  }
}

// Weights up to this sum leave an element of the model where it is.
inline constexpr float kLeastWeight = 1e-5f;

enum class Interpolation : uint8_t { kLinear, kNearest };

inline constexpr std::array<std::string_view, 2> kInterpolationNames = {
    "linear", "nearest"};

// Events that begin so, followed by a state's name, change a machine's state;
// others that begin with '!' are errors.
inline constexpr std::string_view kTransitionEvent = "!transition:";

// Whether an event is a special one, "!NAME" or "!NAME:...", that neither the
// game's own machine understands nor one that knows these names.
bool IsUnknownSpecialEvent(std::string_view event,
                           std::span<const std::string> known);

// Can be moved, and not copied: its map looks into its texts.
struct Armature {
  // A range of another vector.
  struct Range {
    uint32_t first = 0;
    uint32_t count = 0;
  };
  struct Weight {
    int32_t element;  // index in the block model
    float weight;
  };
  struct Joint {
    Text name;
    Range weights;
  };
  struct VariableClip {
    Variable variable;
    Interpolation interpolation;
    Range samples;
  };
  struct JointClip {
    Text joint;  // need not be one of `joints`
    Range variables;
    // Without what it would need: the game throws when it is played.
    bool broken = false;
  };
  struct Event {
    float time;
    Text name;
  };
  struct Clip {
    Text name;
    bool loop = false;
    bool broken = false;  // as above, all of it
    Range joint_clips;
    Range events;  // in ascending order of their times, which differ
  };

  TextPool texts;
  std::vector<Joint> joints;
  std::vector<Clip> clips;
  std::vector<Weight> weights;
  std::vector<JointClip> joint_clips;
  std::vector<VariableClip> variables;
  std::vector<float> samples;
  std::vector<Event> events;

  // The first clip with that name, or null. For a model that a program has
  // made, call IndexClips() first.
  const Clip* FindClip(std::string_view name) const;

  // For FindClip(), whenever `clips` or `texts` have changed. The reader has
  // done it.
  void IndexClips();

  std::span<const JointClip> JointClips(const Clip& clip) const {
    return {joint_clips.data() + clip.joint_clips.first,
            clip.joint_clips.count};
  }
  std::span<const VariableClip> Variables(const JointClip& clip) const {
    return {variables.data() + clip.variables.first, clip.variables.count};
  }
  std::span<const float> Samples(const VariableClip& clip) const {
    return {samples.data() + clip.samples.first, clip.samples.count};
  }
  std::span<const Event> Events(const Clip& clip) const {
    return {events.data() + clip.events.first, clip.events.count};
  }
  std::span<const Weight> Weights(const Joint& joint) const {
    return {weights.data() + joint.weights.first, joint.weights.count};
  }

  // For FindClip().
  NameMap clip_names;
};

struct ArmatureOptions {
  Limits limits = {};
  // The game that it is meant for, one of Forge's targets: then variables that
  // it does not know are errors.
  std::optional<Target> target = std::nullopt;
  // How many elements the block model has, if that is known: then others are
  // warnings.
  std::optional<uint64_t> model_elements = std::nullopt;
  // The file of its block model, if it is known that there is none.
  std::string missing_model = {};
  // The special events, without ! and :, that a machine of the mod's own knows.
  std::vector<std::string> special_events = {};
};

// Reads and validates. An armature if and only if there was no error.
std::optional<Armature> ReadArmature(std::string_view text,
                                     const ArmatureOptions& options,
                                     FindingSink& sink);

// The same for callers that use what they can of a file with errors: what the
// game could not play either is left out, or `broken`. Nothing if the text is
// not JSON, not an object, or exceeds a limit.
std::optional<Armature> ReadDamagedArmature(std::string_view text,
                                            const ArmatureOptions& options,
                                            FindingSink& sink);

}  // namespace clipguard::forge

#endif  // CLIPGUARD_PARSER_FORGE_ARMATURE_H_
