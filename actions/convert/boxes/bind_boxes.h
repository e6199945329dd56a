// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Which joint of an armature moves a box of its model.

#ifndef CLIPGUARD_ACTIONS_CONVERT_BOXES_BIND_BOXES_H_
#define CLIPGUARD_ACTIONS_CONVERT_BOXES_BIND_BOXES_H_

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "absl/functional/function_ref.h"
#include "actions/convert/conversion.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"

namespace clipguard::actions {

struct BoundBox {
  std::optional<size_t> joint;  // none: it stands still
  ModelBox box;
};

// Which joint moves each box, in ascending order of joints, and at the end
// those that stand still. In the game a box of several joints has the mean of
// their matrices by weight; here it follows the joint of the largest weight,
// which is noted. `weights_of` gives the weights of joints 0 to joints - 1.
std::vector<BoundBox> BindBoxes(
    std::span<const ModelBox> boxes, size_t joints,
    absl::FunctionRef<std::span<const forge::Armature::Weight>(size_t)>
        weights_of,
    FindingSink& notes);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_BOXES_BIND_BOXES_H_
