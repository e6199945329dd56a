// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The fields of a key, in file order: four bytes each, in a key of the full
// layout. The validator, repairs, JSON, CSV, the page's view of bytes and the
// mutator of fuzz targets have their names and their order from here.

#ifndef CLIPGUARD_PARSER_MRTK_KEY_FIELDS_H_
#define CLIPGUARD_PARSER_MRTK_KEY_FIELDS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "base/named_fields.h"
#include "parser/mrtk/format.h"

namespace clipguard::mrtk {

template <typename T>
struct KeyFieldOf {
  std::string_view name;  // in paths, and of CSV's columns
  std::string_view list;  // of the field of all keys, in JSON
  T Keyframe::* member;
};

// The last one is no float. A compact key has only the first two.
inline constexpr std::tuple kKeyFields = {
    KeyFieldOf{"time", "times", &Keyframe::time},
    KeyFieldOf{"value", "values", &Keyframe::value},
    KeyFieldOf{"inTangent", "inTangents", &Keyframe::in_tangent},
    KeyFieldOf{"outTangent", "outTangents", &Keyframe::out_tangent},
    KeyFieldOf{"inWeight", "inWeights", &Keyframe::in_weight},
    KeyFieldOf{"outWeight", "outWeights", &Keyframe::out_weight},
    KeyFieldOf{"weightedMode", "weightedModes", &Keyframe::weighted_mode}};

inline constexpr auto kKeyFieldNames = NamesOf(kKeyFields);
inline constexpr uint32_t kFieldSize = 4;
inline constexpr size_t kCompactFields = kCompactKeySize / kFieldSize;
static_assert(kKeyFieldNames.size() * kFieldSize == kFullKeySize);

// Their numbers.
enum KeyField : uint8_t {
  kTimeField,
  kValueField,
  kInTangentField,
  kOutTangentField,
  kInWeightField,
  kOutWeightField,
  kWeightedModeField,
};

// Those that are floats: all but the last.
using FloatField = KeyFieldOf<float>;
inline constexpr auto kFloatFields = [] {
  std::array<FloatField, kWeightedModeField> floats = {};
  size_t count = 0;
  const auto add = [&]<typename T>(const KeyFieldOf<T>& field) {
    if constexpr (std::is_same_v<T, float>) {
      floats[count++] = field;
    }
  };
  std::apply([&](const auto&... field) { (add(field), ...); }, kKeyFields);
  return floats;
}();
// Those of a key of this layout.
constexpr std::span<const FloatField> FloatFieldsOf(bool full) {
  return std::span(kFloatFields)
      .first(full ? kFloatFields.size() : kCompactFields);
}
inline constexpr const auto& kModeField =
    std::get<kWeightedModeField>(kKeyFields);

}  // namespace clipguard::mrtk

#endif  // CLIPGUARD_PARSER_MRTK_KEY_FIELDS_H_
