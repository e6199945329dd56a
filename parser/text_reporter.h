// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// TextReporter: findings of a text format, which have a line and a column.

#ifndef CLIPGUARD_PARSER_TEXT_REPORTER_H_
#define CLIPGUARD_PARSER_TEXT_REPORTER_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "base/line_index.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"

namespace clipguard {

// Passes occurrences on to a sink, and adds line and column to what they say.
// Thread-compatible. Must not outlive the text or the sink.
class TextReporter : public FindingSink {
 public:
  TextReporter(std::span<const uint8_t> text, FindingSink& sink)
      : lines_(text), sink_(sink) {}
  TextReporter(std::string_view text, FindingSink& sink)
      : TextReporter(
            {reinterpret_cast<const uint8_t*>(text.data()), text.size()},
            sink) {}

  using FindingSink::Report;
  void Report(const Occurrence& occurrence) override {
    if (GetCodeInfo(occurrence.code).severity == Severity::kError) ok_ = false;
    sink_.Report({occurrence.code, occurrence.bytes, occurrence.scope,
                  [&](Description& d) {
                    const LinePlace at = lines_.Find(occurrence.bytes.offset);
                    d.line = at.line;
                    d.column = at.column;
                    occurrence.describe(d);
                  }});
  }

  // False once an error has been reported.
  bool ok() const { return ok_; }

 private:
  LineIndex lines_;
  FindingSink& sink_;
  bool ok_ = true;
};

}  // namespace clipguard

#endif  // CLIPGUARD_PARSER_TEXT_REPORTER_H_
