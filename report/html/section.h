// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The data for writing a section of a report, and the budget for its size.
//
// A section is a member of the object that a file has in the report: "curves",
// "scene". A function that writes one writes the key and its value, or nothing:
//
//   void WriteCurves(const mrtk::InputAnimationView& view,
//                    std::span<const Finding> findings, Budget& budget,
//                    DetailWriter& json) {
//     if (!budget.Take(BytesOf(view))) {
//       return budget.LeftOut("the curves: they take 31 MB");
//     }
//     json.BeginObject("curves");
//     ...
//   }

#ifndef CLIPGUARD_REPORT_HTML_SECTION_H_
#define CLIPGUARD_REPORT_HTML_SECTION_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "parser/finding.h"
#include "parser/limits.h"
#include "parser/m3d/handedness.h"

namespace clipguard::report {

// How many bytes of a report one file may still take. Thread-compatible.
class Budget {
 public:
  explicit Budget(uint64_t bytes) : left_(bytes) {}

  // Bytes that are left.
  uint64_t left() const { return left_; }

  // Takes so many bytes of text; false, and nothing is taken, if there are not
  // so many.
  [[nodiscard]] bool Take(uint64_t bytes) {
    if (bytes > left_) return false;
    left_ -= bytes;
    return true;
  }

  // Notes for the reader what is missing, and why: "keys of 12 curves, because
  // the report may have 20 MB".
  void LeftOut(std::string text) { left_out_.push_back(std::move(text)); }

  const std::vector<std::string>& left_out() const { return left_out_; }

 private:
  uint64_t left_;
  std::vector<std::string> left_out_;
};

// The file that a section is about. Nothing of it is owned.
struct SectionRequest {
  std::span<const uint8_t> bytes;     // all of it
  std::span<const Finding> findings;  // in the order of the report
  Limits limits;
  // Handedness of characters; nothing: derived from their triangles.
  std::optional<m3d::Handedness> handedness = std::nullopt;
};

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_HTML_SECTION_H_
