// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "base/float_text.h"

#include <charconv>
#include <cmath>
#include <cstddef>

namespace clipguard {

void AppendFloatText(float value, std::string& text) {
  if (!std::isfinite(value)) {
    text += std::isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
    return;
  }
  char buffer[32];  // "-1.17549435e-38" is as long as it gets
  const char* const end =
      std::to_chars(buffer, buffer + sizeof(buffer), value).ptr;
  text.append(buffer, static_cast<size_t>(end - buffer));
}

void AppendColumnFloat(float value, std::string& text) {
  const size_t begin = text.size();
  AppendFloatText(value, text);
  // "NaN" and "Infinity" have one of these letters, too.
  if (text.find_first_of(".eaf", begin) == std::string::npos) text += ".0";
}

std::string FloatText(float value) {
  std::string text;
  AppendFloatText(value, text);
  return text;
}

}  // namespace clipguard
