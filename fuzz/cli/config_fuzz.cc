// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A clipguard.toml of any bytes: a message with a place in the text, or a
// configuration that can be applied to any path, twice the same.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/text_of.h"
#include "cli/rules/config.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/property.h"

namespace clipguard {
namespace {

// Whether a text begins with "c:LINE:COLUMN: " and says something.
bool HasPlace(std::string_view message) {
  if (!message.starts_with("c:")) return false;
  message.remove_prefix(2);
  for (const char end : {':', ':'}) {
    const size_t digits = message.find_first_not_of("0123456789");
    if (digits == 0 || digits == message.npos || message[digits] != end) {
      return false;
    }
    message.remove_prefix(digits + 1);
  }
  return message.size() > 1 && message.front() == ' ';
}

FindingLevels LevelsOf(const cli::Config& config, std::string_view file) {
  FindingLevels levels;
  config.ApplyTo(file, levels);
  return levels;
}

void Run(std::span<const uint8_t> bytes) {
  const std::string_view text = TextOf(bytes);
  const auto config = cli::ParseConfig(text, "c");
  if (!config.ok()) {
    const std::string message(config.status().message());
    CLIPGUARD_CHECK(HasPlace(message));
    CLIPGUARD_CHECK(message.size() < 2000);
    return;
  }
  const auto again = cli::ParseConfig(text, "c");
  CLIPGUARD_CHECK(again.ok());
  CLIPGUARD_CHECK(config->targets == again->targets);
  CLIPGUARD_CHECK(config->targets.size() <= 3);
  CLIPGUARD_CHECK(config->limits == again->limits);
  for (const std::string_view file : {"a.bin", "x/y/z.m3d", "../a", "-", ""}) {
    const auto levels = LevelsOf(*config, file);
    CLIPGUARD_CHECK(levels == LevelsOf(*again, file));
    // The last word is the last override's.
    for (const auto& one : config->overrides) {
      if (&one != &config->overrides.back()) continue;
      if (!cli::AnyMatches(one.paths, file)) continue;
      for (const auto code : one.rules.ignore) {
        CLIPGUARD_CHECK(levels.of(code) == FindingLevel::kIgnored);
      }
      for (const auto code : one.rules.error) {
        CLIPGUARD_CHECK(levels.of(code) == FindingLevel::kError);
      }
    }
  }
}

constexpr fuzz::Inputs kInputs = {.seeds = "fuzz/corpus/config"};
CLIPGUARD_FUZZ_PROPERTY(config, Run, kInputs);

}  // namespace
}  // namespace clipguard
