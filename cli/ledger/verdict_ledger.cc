// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/ledger/verdict_ledger.h"

#include <array>
#include <optional>
#include <utility>

#include "cli/files/input_file.h"
#include "cli/reports/report_json.h"
#include "cli/reports/shards/report_reader.h"
#include "cli/reports/version.h"
#include "parser/finding_catalog.h"

namespace clipguard::cli {

Digest ThisProgram() {
  Digest file = {};
  InputFile program({});
  // Without /proc, the version has to do.
  if (program.Open("/proc/self/exe") == InputFile::Result::kRead) {
    file = DigestOf(program.bytes());
  }
  return DigestOf(file,
                  std::span(reinterpret_cast<const uint8_t*>(kVersion.data()),
                            kVersion.size()));
}

Digest VerdictLedger::KeyOf(std::span<const uint8_t> bytes,
                            const FindingLevels& levels) const {
  std::array<uint8_t, kFindingCodeCount> of_codes;
  for (size_t i = 0; i < of_codes.size(); ++i) {
    of_codes[i] = static_cast<uint8_t>(levels.of(static_cast<FindingCode>(i)));
  }
  return DigestUnder(DigestUnder(settings_, of_codes), bytes);
}

bool VerdictLedger::Find(const Digest& key, FileReport& report) {
  const std::optional<std::string> entry = ledger_->Find(key);
  if (!entry || entry->empty()) return false;
  auto read =
      ReadReportLine(std::string_view(*entry).substr(0, entry->size() - 1));
  if (!read.ok() || read->detail != JsonDetail::kForMerge ||
      !read->report.readable()) {
    return false;
  }
  read->report.file = std::move(report.file);
  report = std::move(read->report);
  ++found_;
  return true;
}

std::string VerdictLedger::EntryOf(FileReport& report) const {
  // One content may have many names.
  std::string file = std::exchange(report.file, {});
  std::string entry = ReportLine(report, JsonDetail::kForMerge);
  report.file = std::move(file);
  return entry;
}

void VerdictLedger::Add(const Digest& key, const std::string& entry) {
  ledger_->Add(key, entry);
}

}  // namespace clipguard::cli
