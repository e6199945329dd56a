// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// VerdictLedger: verdicts on contents, kept in a Ledger.

#ifndef CLIPGUARD_CLI_LEDGER_VERDICT_LEDGER_H_
#define CLIPGUARD_CLI_LEDGER_VERDICT_LEDGER_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "cli/io/digest.h"
#include "cli/ledger/ledger.h"
#include "cli/reports/file_report.h"
#include "parser/finding_levels.h"

namespace clipguard::cli {

// A program: its version, and the digest of its file, so that a program which
// was compiled anew believes nothing that the one before it said.
Digest ThisProgram();

// Thread-safe.
class VerdictLedger : public KnownVerdicts {
 public:
  // `settings`: of SettingsOf().
  VerdictLedger(std::unique_ptr<Ledger> ledger, std::string_view settings)
      : ledger_(std::move(ledger)),
        settings_(DigestUnder(ledger_->secret(), DigestOf(settings))) {}

  Digest KeyOf(std::span<const uint8_t> bytes,
               const FindingLevels& levels) const override;
  bool Find(const Digest& key, FileReport& report) override;
  std::string EntryOf(FileReport& report) const override;
  void Add(const Digest& key, const std::string& entry) override;

  Ledger& ledger() { return *ledger_; }

  // How often Find() found something.
  uint64_t found() const { return found_; }

 private:
  const std::unique_ptr<Ledger> ledger_;
  const Digest settings_;  // as secret as the ledger's
  std::atomic<uint64_t> found_ = 0;
};

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_LEDGER_VERDICT_LEDGER_H_
