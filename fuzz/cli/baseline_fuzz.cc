// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A baseline of any bytes: a message with a place in the text, or a baseline
// that, written and read again, is the same, to the byte the second time. And
// of any bytes as a file's name and a path: what is put in is found again.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/text_of.h"
#include "cli/rules/baseline.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/property.h"
#include "parser/finding.h"

namespace clipguard {
namespace {

void CheckText(std::string_view text) {
  const auto baseline = cli::Baseline::Parse(text, "b");
  if (!baseline.ok()) {
    const std::string message(baseline.status().message());
    CLIPGUARD_CHECK(message.starts_with("b:"));
    CLIPGUARD_CHECK(message.size() < 1000);
    return;
  }
  const std::string written = baseline->ToText();
  const auto again = cli::Baseline::Parse(written, "b");
  CLIPGUARD_CHECK(again.ok());
  CLIPGUARD_CHECK(*again == *baseline);
  CLIPGUARD_CHECK(again->ToText() == written);
}

// One entry, of a file and a path that are these bytes.
void CheckEntry(std::string_view file, std::string_view path) {
  const std::string name = cli::NameInBaseline(file);
  CLIPGUARD_CHECK(cli::FileOfName(name) == file);
  FindingList findings;
  const auto describe = [&](Description& d) { d.path = std::string(path); };
  findings.Report(
      Occurrence{FindingCode::kFileTruncated, {0, 1}, {}, describe});
  cli::Baseline baseline;
  baseline.Set(name, cli::PlacesOf(findings));
  const auto again = cli::Baseline::Parse(baseline.ToText(), "b");
  CLIPGUARD_CHECK(again.ok());
  CLIPGUARD_CHECK(again->Fixed(name, findings, {}).empty());
  CLIPGUARD_CHECK(again->Excuse(name, findings) == 1);
  CLIPGUARD_CHECK(findings.empty());
  CLIPGUARD_CHECK(again->Fixed(name, findings, {}).size() == 1);
}

void Run(std::span<const uint8_t> bytes) {
  const std::string_view text = TextOf(bytes);
  CheckText(text);
  const size_t middle = text.size() / 2;
  CheckEntry(text.substr(0, middle), text.substr(middle));
}

constexpr fuzz::Inputs kInputs = {.seeds = "fuzz/corpus/baseline"};
CLIPGUARD_FUZZ_PROPERTY(baseline, Run, kInputs);

}  // namespace
}  // namespace clipguard
