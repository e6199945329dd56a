// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/forge/full_turns.h"

#include <cmath>
#include <cstddef>

#include "base/float_text.h"
#include "parser/finding.h"

namespace clipguard::forge {

namespace {

bool IsFullTurn(float from, float to) {
  const float by = to - from;
  return by != 0 && std::fmod(by, 360.0f) == 0;
}

}  // namespace

void CheckFullTurns(std::span<const float> samples, bool loop, JsonNode node,
                    JsonReporter& report) {
  size_t i = 0;
  for (const JsonNode sample : report.json().Elements(node)) {
    float from = samples[i == 0 ? 0 : i - 1];
    float to = samples[i];
    if (loop && i + 1 == samples.size() && !IsFullTurn(from, to)) {
      // After its last sample, a loop goes on with the first.
      from = to;
      to = samples[0];
    }
    if (IsFullTurn(from, to)) {
      report.At(FindingCode::kArmatureAngleFullTurn, sample,
                [&] { return Arguments{FloatText(from), FloatText(to)}; },
                {.id = node, .element = i, .noun = "sample"});
    }
    ++i;
  }
}

}  // namespace clipguard::forge
