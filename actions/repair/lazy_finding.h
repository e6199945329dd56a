// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// LazyFinding: an occurrence whose path and message are made when somebody asks
// for them, which for most of many occurrences nobody does.

#ifndef CLIPGUARD_ACTIONS_REPAIR_LAZY_FINDING_H_
#define CLIPGUARD_ACTIONS_REPAIR_LAZY_FINDING_H_

#include <cstdint>
#include <string>

#include "parser/finding.h"
#include "parser/finding_catalog.h"

namespace clipguard::actions {

// Must not outlive FindingSink::Report() of the occurrence. Thread-compatible.
class LazyFinding {
 public:
  explicit LazyFinding(const Occurrence& occurrence)
      : occurrence_(occurrence) {}

  FindingCode code() const { return occurrence_.code; }
  ByteRange bytes() const { return occurrence_.bytes; }
  uint64_t scope() const { return occurrence_.scope.id; }
  const std::string& path() const { return description().path; }
  const std::string& message() const { return description().message; }

 private:
  const Description& description() const {
    if (!described_) occurrence_.describe(description_);
    described_ = true;
    return description_;
  }

  const Occurrence& occurrence_;
  mutable bool described_ = false;
  mutable Description description_;
};

// Notes whether anything is reported.
class AnySink : public FindingSink {
 public:
  using FindingSink::Report;
  void Report(const Occurrence&) override { any_ = true; }
  bool any() const { return any_; }

 private:
  bool any_ = false;
};

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_LAZY_FINDING_H_
