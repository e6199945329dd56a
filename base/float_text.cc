// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "base/float_text.h"

#include <charconv>
#include <cmath>

namespace clipguard {

std::string FloatText(float value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  char buffer[32];  // "-1.17549435e-38" is as long as it gets
  const auto end = std::to_chars(buffer, buffer + sizeof(buffer), value).ptr;
  return std::string(buffer, end);
}

}  // namespace clipguard
