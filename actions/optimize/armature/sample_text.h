// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Where the samples of an armature's clips are in its text, and the text
// without some of them.
//
// Internal to actions/optimize.

#ifndef CLIPGUARD_ACTIONS_OPTIMIZE_ARMATURE_SAMPLE_TEXT_H_
#define CLIPGUARD_ACTIONS_OPTIMIZE_ARMATURE_SAMPLE_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "parser/forge/json/json_document.h"

namespace clipguard::actions {

struct SampleArrays {
  std::vector<forge::JsonNode> arrays;
  std::string_view fault;  // why there are none; static
};

// The array of samples of each variable, in the order of the text, which is
// that of Armature::variables. A fault if the text says a thing twice, or has
// not `variables` of them: then it is not clear which is which.
SampleArrays FindSamples(const forge::JsonDocument& json, size_t variables);

// The text in which only each k-th element of each array stays: keeps[i] is
// the k of arrays[i].
std::vector<uint8_t> TextWithSamples(const forge::JsonDocument& json,
                                     const std::vector<forge::JsonNode>& arrays,
                                     const std::vector<size_t>& keeps);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_OPTIMIZE_ARMATURE_SAMPLE_TEXT_H_
