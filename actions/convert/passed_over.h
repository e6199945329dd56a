// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Reports as notes the parts of Forge's files that the game ignores: a model of
// the file does not have them.

#ifndef CLIPGUARD_ACTIONS_CONVERT_PASSED_OVER_H_
#define CLIPGUARD_ACTIONS_CONVERT_PASSED_OVER_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/strings/str_format.h"
#include "parser/finding.h"
#include "parser/parsed/parsed_file.h"

namespace clipguard::actions {

// Each finding of file.passed_over becomes a note on `target`.
inline void NotePassedOver(const ParsedFile& file, std::string_view target,
                           FindingSink& notes) {
  for (const Finding& finding : file.passed_over.findings()) {
    notes.Report(FindingCode::kConversionLoses, finding.bytes, Scope{},
                 [&](Description& d) {
                   d.path = finding.path;
                   d.line = finding.line;
                   d.column = finding.column;
                   return Arguments{
                       std::string(target),
                       absl::StrFormat("what the game passes over (%s)",
                                       finding.message)};
                 });
  }
  // A list that keeps as many findings only counts these.
  for (uint64_t i = 0; i < file.passed_over.dropped(); ++i) {
    notes.Report(FindingCode::kConversionLoses, {}, Scope{}, [&](Description&) {
      return Arguments{std::string(target), "what the game passes over"};
    });
  }
}

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_PASSED_OVER_H_
