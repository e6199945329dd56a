// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/forge/full_turns.h"

#include <cmath>
#include <cstddef>

#include "base/float_text.h"
#include "parser/finding.h"

namespace clipguard::forge {

void CheckFullTurns(std::span<const float> samples, JsonNode node,
                    JsonReporter& report) {
  size_t i = 0;
  for (const JsonNode sample : report.json().Elements(node)) {
    const float by = i == 0 ? 0 : samples[i] - samples[i - 1];
    if (by != 0 && std::fmod(by, 360.0f) == 0) {
      report.At(FindingCode::kArmatureAngleFullTurn, sample,
                [&] {
                  return Arguments{FloatText(samples[i - 1]),
                                   FloatText(samples[i])};
                },
                {.id = node, .element = i, .noun = "sample"});
    }
    ++i;
  }
}

}  // namespace clipguard::forge
