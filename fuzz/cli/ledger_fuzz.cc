// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A ledger of any bytes, and one that was damaged in any way: a message, or a
// verdict with it is the verdict without it; what was added to it is found when
// it is opened again.

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/text_of.h"
#include "cli/ledger/ledger.h"
#include "cli/ledger/verdict_ledger.h"
#include "cli/reports/file_report.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/property.h"

namespace clipguard {
namespace {

const cli::Digest& Program() {
  static const cli::Digest program = cli::DigestOf("program");
  return program;
}

// A file in memory with this content.
int FileOf(std::string_view content) {
  const int fd = memfd_create("ledger", MFD_CLOEXEC);
  CLIPGUARD_CHECK(write(fd, content.data(), content.size()) ==
                  static_cast<ssize_t>(content.size()));
  return fd;
}

std::string ContentOf(int fd) {
  std::string content(static_cast<size_t>(lseek(fd, 0, SEEK_END)), '\0');
  CLIPGUARD_CHECK(pread(fd, content.data(), content.size(), 0) ==
                  static_cast<ssize_t>(content.size()));
  return content;
}

void Check(std::span<const uint8_t> bytes, cli::FileReport& report) {
  FindingLevels levels;
  cli::CheckBytes(bytes, {}, {}, levels, report);
}

// What is said of the bytes, by a ledger or by a check, which it then knows.
std::string Verdict(cli::VerdictLedger& ledger, std::span<const uint8_t> bytes,
                    bool* known) {
  const cli::Digest key = ledger.KeyOf(bytes, {});
  cli::FileReport report;
  *known = ledger.Find(key, report);
  if (!*known) {
    report = {};
    Check(bytes, report);
    ledger.Add(key, ledger.EntryOf(report));
  }
  return ledger.EntryOf(report);
}

// Checks the bytes with a ledger of that content; gives what it became.
std::string CheckWith(std::string_view ledger, std::span<const uint8_t> bytes,
                      bool must_know) {
  const int fd = FileOf(ledger);
  const int kept = dup(fd);
  auto opened = cli::Ledger::OfFd(fd, "ledger", Program());
  std::string content;
  if (!opened.ok()) {
    CLIPGUARD_CHECK(!must_know && !opened.status().message().empty());
    CLIPGUARD_CHECK(ContentOf(kept) == ledger);
  } else {
    cli::VerdictLedger verdicts(*std::move(opened), "settings");
    bool known = false;
    const std::string said = Verdict(verdicts, bytes, &known);
    CLIPGUARD_CHECK(known || !must_know);
    cli::FileReport report;
    Check(bytes, report);
    CLIPGUARD_CHECK(said == verdicts.EntryOf(report));
    CLIPGUARD_CHECK(verdicts.ledger().Flush().ok());
    content = ContentOf(kept);
  }
  close(kept);
  return content;
}

void Run(std::span<const uint8_t> input) {
  const std::string_view text = TextOf(input);
  // Any bytes, as a ledger and as a file.
  const std::string begun = CheckWith(text, input, false);
  if (!begun.empty()) CheckWith(begun, input, true);
  // A good ledger, and damage: (where, how) in the first bytes of the input.
  const size_t damages =
      input.empty() ? 0
                    : std::min<size_t>(input[0] % 8, (input.size() - 1) / 4);
  const auto file = input.subspan(std::min(input.size(), 1 + 4 * damages));
  const std::string good = CheckWith(CheckWith("", file, false), input, false);
  CheckWith(good, file, true);
  std::string damaged = good;
  for (size_t i = 0; i < damages && !damaged.empty(); ++i) {
    const auto at = input.subspan(1 + 4 * i, 4);
    const size_t where = (size_t{at[0]} << 8 | at[1]) % damaged.size();
    switch (at[2] % 4) {
      case 0:
        damaged[where] = static_cast<char>(damaged[where] ^ (1 + at[3] % 255));
        break;
      case 1:
        damaged.resize(where);
        break;
      case 2:
        damaged.erase(where, at[3]);
        break;
      default:
        damaged.insert(where, damaged.substr(where / 2, at[3]));
    }
  }
  const std::string mended = CheckWith(damaged, file, false);
  if (!mended.empty()) CheckWith(mended, file, true);
}

constexpr fuzz::Inputs kInputs = {.seeds = "fuzz/corpus/ledger corpus/forge"};
CLIPGUARD_FUZZ_PROPERTY(ledger, Run, kInputs);

}  // namespace
}  // namespace clipguard
