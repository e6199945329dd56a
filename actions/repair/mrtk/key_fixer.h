// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// KeyFixer: the fields of a key that are repaired one by one, whatever the keys
// around it are. Thread-safe.

#ifndef CLIPGUARD_ACTIONS_REPAIR_MRTK_KEY_FIXER_H_
#define CLIPGUARD_ACTIONS_REPAIR_MRTK_KEY_FIXER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "parser/finding_catalog.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/key_fields.h"

namespace clipguard::actions {

// Where a key is in its curve: nothing uses the weight before the first one,
// nor that after the last.
struct KeyPosition {
  bool first = false;
  bool last = false;
};

// One field that is wrong.
struct FieldFault {
  FindingCode code{};
  bool safe = true;
  mrtk::KeyField field{};
  std::string before;
  std::string after;
  std::string_view lost;
};

class KeyFixer {
 public:
  // `unsafe`: whether guesses are made. `mode`: the weighted mode that all keys
  // have whose mode exists, if there is one.
  KeyFixer(bool unsafe, std::optional<int32_t> mode)
      : unsafe_(unsafe), mode_(mode) {}

  // The key as it will be. Calls visit(FieldFault) for each field that is
  // wrong, whether it is repaired or not.
  template <typename Visit>
  mrtk::Keyframe Fix(const mrtk::Keyframe& key, bool is_boolean, bool is_full,
                     KeyPosition position, const Visit& visit) const {
    if (!NeedsFix(key, is_boolean, is_full)) return key;
    mrtk::Keyframe fixed = key;
    // The mode first: it says which weights are in use.
    for (const mrtk::KeyField field :
         {mrtk::kWeightedModeField, mrtk::kValueField, mrtk::kInTangentField,
          mrtk::kOutTangentField, mrtk::kInWeightField,
          mrtk::kOutWeightField}) {
      if (const auto fault =
              FixField(field, is_boolean, is_full, position, fixed)) {
        visit(*fault);
      }
    }
    return fixed;
  }
  mrtk::Keyframe Fix(const mrtk::Keyframe& key, bool is_boolean, bool is_full,
                     KeyPosition position) const {
    return Fix(key, is_boolean, is_full, position, [](const FieldFault&) {});
  }

 private:
  static bool NeedsFix(const mrtk::Keyframe& key, bool is_boolean,
                       bool is_full);
  std::optional<FieldFault> FixField(mrtk::KeyField field, bool is_boolean,
                                     bool is_full, KeyPosition position,
                                     mrtk::Keyframe& key) const;
  std::optional<FieldFault> FixWeight(mrtk::KeyField field, bool used,
                                      float& weight) const;
  std::optional<FieldFault> FixMode(mrtk::Keyframe& key) const;

  bool unsafe_;
  std::optional<int32_t> mode_;
};

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_MRTK_KEY_FIXER_H_
