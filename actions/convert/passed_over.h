// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Reports as notes the parts of Forge's files that the game ignores: a model of
// the file does not have them.

#ifndef CLIPGUARD_ACTIONS_CONVERT_PASSED_OVER_H_
#define CLIPGUARD_ACTIONS_CONVERT_PASSED_OVER_H_

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "absl/strings/str_format.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"

namespace clipguard::actions {

inline constexpr std::array kPassedOver = {
    FindingCode::kJsonKeyDuplicate,
    FindingCode::kForgeKeyUnknown,
    FindingCode::kAsmOperandsExtra,
    FindingCode::kAsmTransitionFromUnknown,
    FindingCode::kArmatureTypeUnknown,
    FindingCode::kArmatureWeightsExtra,
    FindingCode::kArmatureEventTimeDuplicate};

// For a reader of Forge's files: of its findings, those about what is passed
// over become notes on `target`, the others nothing. Both must outlive it.
// Thread-compatible.
class PassedOver : public FindingSink {
 public:
  PassedOver(std::string_view target, FindingSink& notes)
      : target_(target), notes_(notes) {}

  using FindingSink::Report;
  void Report(const Occurrence& occurrence) override {
    if (std::ranges::find(kPassedOver, occurrence.code) == kPassedOver.end()) {
      return;
    }
    Scope scope = occurrence.scope;
    notes_.Report(FindingCode::kConversionLoses, occurrence.bytes, scope,
                  [&](Description& d) {
                    occurrence.describe(d);
                    return Arguments{
                        std::string(target_),
                        absl::StrFormat("what the game passes over (%s)",
                                        GetCodeInfo(occurrence.code).name)};
                  });
  }

 private:
  const std::string_view target_;
  FindingSink& notes_;
};

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_PASSED_OVER_H_
