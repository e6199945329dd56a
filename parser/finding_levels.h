// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// FindingLevels: what each code counts as, for those who do not judge as the
// catalogue does.
//
//   FindingLevels levels;  // the catalogue's
//   levels.Set(FindingCode::kRotationWLost, FindingLevel::kIgnored);
//   FindingList findings(limits, levels);

#ifndef CLIPGUARD_PARSER_FINDING_LEVELS_H_
#define CLIPGUARD_PARSER_FINDING_LEVELS_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "parser/finding_catalog.h"

namespace clipguard {

enum class FindingLevel : uint8_t {
  kError,
  kWarning,
  kIgnored,  // counted, and nothing else
};

// Value type.
class FindingLevels {
 public:
  // The catalogue's.
  FindingLevels() : levels_(kOfCatalogue) {}

  FindingLevel of(FindingCode code) const {
    return levels_[static_cast<size_t>(code)];
  }
  void Set(FindingCode code, FindingLevel level) {
    levels_[static_cast<size_t>(code)] = level;
  }

  friend bool operator==(const FindingLevels&, const FindingLevels&) = default;

 private:
  using Array = std::array<FindingLevel, kFindingCodeCount>;

  static constexpr Array kOfCatalogue = [] {
    using enum FindingLevel;
    return Array{
#define CLIPGUARD_FINDING(enumerator, its_name, its_severity, ...) its_severity,
#include "parser/finding_list.inc"
#undef CLIPGUARD_FINDING
    };
  }();

  Array levels_;
};

}  // namespace clipguard

#endif  // CLIPGUARD_PARSER_FINDING_LEVELS_H_
