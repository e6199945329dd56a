// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/formats/forge_sample.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "base/text_of.h"
#include "cli/formats/format_handler.h"
#include "cli/rows/column_choice.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/parsed/parsed_file.h"
#include "testing/allocation_counter.h"

namespace clipguard::cli {
namespace {

// So many joints, and so many clips that move one which is not listed. Each
// name takes memory of its own wherever it is copied.
std::string ManyJointsAndClips(size_t count) {
  const std::string filler(40, 'x');
  std::string joints;
  std::string clips;
  for (size_t i = 0; i < count; ++i) {
    const std::string name = filler + std::to_string(i);
    joints += (i == 0 ? "\"" : ",\"") + name + "\":{}";
    clips += (i == 0 ? "\"" : ",\"") + name +
             "\":{\"joint_clips\":{\"other\":[]},\"events\":{}}";
  }
  return "{\"joints\":{" + joints + "},\"clips\":{" + clips + "}}";
}

// Allocations of what is done with an armature.
uint64_t Allocations(size_t count,
                     absl::FunctionRef<void(const OpenFile&)> work) {
  const std::string text = ManyJointsAndClips(count);
  FindingList findings;
  const std::unique_ptr<OpenFile> open =
      kForgeArmatureHandler.open(ParseFile(BytesOf(text), {}, findings), {});
  EXPECT_EQ(findings.errors(), 0u);
  const uint64_t before = AllocationCount();
  work(*open);
  return AllocationCount() - before;
}

// Twice as many of both is twice as much, not four times.
void ExpectLinear(absl::FunctionRef<void(const OpenFile&)> work) {
  const uint64_t once = Allocations(200, work);
  const uint64_t twice = Allocations(400, work);
  EXPECT_LT(twice, once * 5 / 2 + 100);
}

TEST(ForgeSampleTest, NamesOfJointsAreLookedAtOnce) {
  ExpectLinear([](const OpenFile& open) {
    size_t names = 0;
    open.ForEachName("", [&](std::string_view) { ++names; });
    EXPECT_GT(names, 200u);
  });
}

TEST(ForgeSampleTest, SoIsWhichJointsAreWanted) {
  const std::vector<std::string> patterns = {"other"};
  const auto choice = ColumnChoice::Parse(patterns);
  ASSERT_TRUE(choice.ok());
  ExpectLinear([&](const OpenFile& open) {
    size_t rows = 0;
    const RowOptions options = {.choice = &*choice, .all_clips = true};
    const absl::Status status =
        open.ForEachClip(options, [&](const RowClip& clip) {
          ColumnSet columns;
          columns.values.resize(ValueColumns(TableShape::kWide).size());
          clip.rows.AddColumns(columns);
          rows += clip.rows.RowsOfATime().rows;
          clip.rows.ForEachRow({}, [](const SampleRow&) { return true; });
          return absl::OkStatus();
        });
    EXPECT_TRUE(status.ok()) << status;
    EXPECT_GE(rows, 200u);
  });
}

}  // namespace
}  // namespace clipguard::cli
