// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Checks the promises of every repair, whatever the format, for tests and fuzz
// targets.

#ifndef CLIPGUARD_ACTIONS_REPAIR_REPAIR_CHECK_H_
#define CLIPGUARD_ACTIONS_REPAIR_REPAIR_CHECK_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "absl/functional/function_ref.h"
#include "actions/repair/repair.h"
#include "base/text_of.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "parser/m3d/character.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"
#include "parser/xrhands/capture.h"

namespace clipguard::actions {

using RepairFunction =
    absl::FunctionRef<Repaired(std::span<const uint8_t>, const RepairOptions&)>;
// Reports what is wrong, and returns how much there is to read: ContentOf().
using ValidateFunction =
    absl::FunctionRef<uint64_t(std::span<const uint8_t>, FindingSink&)>;

// How much could be read, in parts that a repair may lose: keys and markers;
// vertices, triangles and keyframes; states, samples and so on.
template <typename Model>
uint64_t ContentOf(const std::optional<Model>& model) {
  if (!model) return 0;
  if constexpr (std::is_same_v<Model, mrtk::InputAnimationView>) {
    uint64_t content = model->marker_count();
    for (size_t i = 0; i < mrtk::CurveSlot::kCount; ++i) {
      content += model->curve(mrtk::CurveSlot(i)).size();
    }
    return content;
  } else if constexpr (std::is_same_v<Model, xrhands::CaptureView>) {
    return model->frames();
  } else if constexpr (std::is_same_v<Model, m3d::Character>) {
    uint64_t content = model->materials.size() + model->triangles.size() +
                       model->vertices.positions.size();
    for (const m3d::Clip& clip : model->clips) content += clip.times.size() + 1;
    return content;
  } else if constexpr (std::is_same_v<Model, forge::Armature>) {
    return model->joints.size() + model->clips.size() + model->weights.size() +
           model->joint_clips.size() + model->samples.size() +
           model->events.size();
  } else {
    return model->parameters.size() + model->clips.size() +
           model->states.size() + model->named_transitions.size();
  }
}

// Repairs the bytes, without guesses and with them. Returns what does not hold;
// empty if all does:
// - what lies outside the edits is as it was, and what is said lies in the
// file;
// - an error of which all occurrences were repaired is gone, and one of another
//   kind lies behind the place where reading ended before, or could not be seen
//   before all was read;
// - nothing that could be read is lost unless that is said;
// - a second repair changes nothing.
std::string WhatDoesNotHold(std::span<const uint8_t> bytes,
                            RepairFunction repair, ValidateFunction validate);

// Calls a repair of so many bytes, and returns what it returns.
using RepairCaller =
    absl::FunctionRef<Repaired(size_t, absl::FunctionRef<Repaired()>)>;
inline Repaired CallRepair(size_t, absl::FunctionRef<Repaired()> repair) {
  return repair();
}

// The same of functions that read and repair by options, which are the usual
// ones.
template <typename Input, typename Options, typename Model>
std::string FaultOf(std::span<const uint8_t> bytes,
                    Repaired (*repair)(std::span<const uint8_t>, const Options&,
                                       const RepairOptions&),
                    std::optional<Model> (*read)(Input, const Options&,
                                                 FindingSink&),
                    RepairCaller call = CallRepair) {
  return WhatDoesNotHold(
      bytes,
      [&](std::span<const uint8_t> of, const RepairOptions& with) {
        return call(of.size(), [&] { return repair(of, {}, with); });
      },
      [&](std::span<const uint8_t> of, FindingSink& sink) {
        if constexpr (std::is_same_v<Input, std::string_view>) {
          return ContentOf(read(TextOf(of), {}, sink));
        } else {
          return ContentOf(read(of, {}, sink));
        }
      });
}

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_REPAIR_CHECK_H_
