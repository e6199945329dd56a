// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// For tests: a section of a report by itself.

#ifndef CLIPGUARD_REPORT_HTML_TEST_SECTION_H_
#define CLIPGUARD_REPORT_HTML_TEST_SECTION_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "base/memory/work_counter.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "report/html/detail_writer.h"
#include "report/html/section.h"
#include "report/html/unpack.h"

namespace clipguard::report {

// Room for whatever a test writes.
inline constexpr uint64_t kTestRoom = 20'000'000;

struct WrittenSection {
  std::string text;           // an object that has the section, or nothing
  rapidjson::Document json;   // the same
  std::vector<float> floats;  // of its arrays
  std::vector<std::string> left_out;
  // With the arrays, in bytes; two of them are the object's braces.
  uint64_t size = 0;
  uint64_t taken = 0;  // of the room, in bytes
  uint64_t work = 0;
};

// Returns the output of `write` with a budget of `room` bytes. Expects it to be
// JSON.
inline WrittenSection WriteSection(
    uint64_t room, absl::FunctionRef<void(Budget&, DetailWriter&)> write) {
  Budget budget(room);
  DetailWriter json;
  json.BeginObject();
  WrittenSection section;
  const uint64_t before = WorkDone();
  write(budget, json);
  section.work = WorkDone() - before;
  json.EndObject();
  section.text = json.text();
  section.left_out = budget.left_out();
  section.size = json.unpacked_size();
  section.taken = room - budget.left();
  section.json.Parse(section.text.data(), section.text.size());
  EXPECT_FALSE(section.json.HasParseError());
  section.floats = UnpackedFloats(json.Pack());
  return section;
}

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_HTML_TEST_SECTION_H_
