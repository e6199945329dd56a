// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/io/suggest.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/nearest_name.h"
#include "base/text.h"

namespace clipguard::cli {
namespace {

constexpr size_t kLongestTyped = 64;
constexpr size_t kMostListed = 20;

// Names that people use for something with another name here.
constexpr std::pair<std::string_view, std::string_view> kOtherNames[] = {
    {"gltf", "glb"},
    {"Head", "camera"},
    {"head", "camera"},
};

std::string QuotedName(std::string_view name) {
  return "'" + std::string(name) + "'";
}

}  // namespace

std::string_view Nearest(std::string_view typed,
                         std::span<const std::string_view> names) {
  return NearestName(typed, names);
}

std::string UnknownName(std::string_view what, std::string_view typed,
                        std::span<const std::string_view> names) {
  std::string out = "unknown ";
  out += what;
  out += " '";
  out += ToPrintable(typed.substr(0, kLongestTyped));
  if (typed.size() > kLongestTyped) out += "...";
  out += '\'';
  std::string suggestion = DidYouMean(typed, names, QuotedName);
  const bool is_near = !suggestion.empty();
  for (const auto& [other, name] : kOtherNames) {
    const bool is_known = std::ranges::find(names, name) != names.end();
    if (typed != other || is_near || !is_known) continue;
    suggestion = "; did you mean " + QuotedName(name) + "?";
  }
  out += suggestion;
  if (!is_near && names.size() <= kMostListed) {
    out += " (known: ";
    for (size_t i = 0; i < names.size(); ++i) {
      if (i != 0) out += ", ";
      out += names[i];
    }
    out += ')';
  }
  return out;
}

}  // namespace clipguard::cli
