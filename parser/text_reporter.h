// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// TextReporter: findings of a text format, which have a line and a column.

#ifndef CLIPGUARD_PARSER_TEXT_REPORTER_H_
#define CLIPGUARD_PARSER_TEXT_REPORTER_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"
#include "parser/line_index.h"

namespace clipguard {

// Thread-compatible. Must not outlive the text or the sink.
class TextReporter {
 public:
  TextReporter(std::span<const uint8_t> text, FindingSink& sink)
      : lines_(text), sink_(sink) {}
  TextReporter(std::string_view text, FindingSink& sink)
      : TextReporter(
            {reinterpret_cast<const uint8_t*>(text.data()), text.size()},
            sink) {}

  // `describe` gives path and arguments.
  void Report(FindingCode code, ByteRange bytes, const Scope& scope,
              absl::FunctionRef<void(Description&)> describe) {
    if (GetCodeInfo(code).severity == Severity::kError) ok_ = false;
    sink_.Report({code, bytes, scope, [&](Description& d) {
                    const LinePlace at = lines_.Find(bytes.offset);
                    d.line = at.line;
                    d.column = at.column;
                    describe(d);
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
