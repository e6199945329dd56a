// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Block models of the game, as far as an armature moves them: JSON whose
// "elements" are boxes, in sixteenths of a block.
//
//   {"parent": "block/cube", "elements": [
//     {"from": [0, 0, 0], "to": [16, 8, 16],
//      "rotation": {"origin": [8, 8, 8], "axis": "y", "angle": 45,
//                   "rescale": true}}]}

#ifndef CLIPGUARD_ACTIONS_CONVERT_BOXES_BLOCK_MODEL_H_
#define CLIPGUARD_ACTIONS_CONVERT_BOXES_BLOCK_MODEL_H_

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "actions/convert/conversion.h"
#include "parser/limits.h"

namespace clipguard::actions {

// Largest number of elements that are shown; further ones are left out.
inline constexpr size_t kMostBoxes = 10'000;

struct BlockModel {
  std::vector<ModelBox> boxes;
  // Elements without a box: their numbers are missing, not finite or beyond
  // 10,000 blocks, or they are more than kMostBoxes.
  size_t left_out = 0;
  // Whether it has elements of its own; if not, it may have its parent's.
  bool has_elements = false;
  std::string parent;  // "domain:block/cube"; empty: none
};

// A model, or why there is none; null: nobody asked for it. It may be of many
// armatures.
using SharedModel = std::shared_ptr<const absl::StatusOr<BlockModel>>;

// The text of a note about so many elements that are left out.
std::string ElementsLeftOut(size_t count);

// InvalidArgument if it is no JSON object.
absl::StatusOr<BlockModel> ReadBlockModel(std::string_view text,
                                          const Limits& limits);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_BOXES_BLOCK_MODEL_H_
