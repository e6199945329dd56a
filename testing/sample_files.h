// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Tests that compare with files of the formats' own software:
//
//   class GoldenTest : public SampleDataTest {
//    protected:
//     GoldenTest() : SampleDataTest("forge") {}
//   };
//
// They are skipped, visibly, unless CLIPGUARD_DATA names the folder that has
// them.

#ifndef CLIPGUARD_TESTING_SAMPLE_FILES_H_
#define CLIPGUARD_TESTING_SAMPLE_FILES_H_

#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>

#include "gtest/gtest.h"

namespace clipguard {

class SampleDataTest : public testing::Test {
 protected:
  // `format`: the folder's part with that format's files.
  explicit SampleDataTest(std::string format) : format_(std::move(format)) {}

  void SetUp() override {
    const char* data = std::getenv("CLIPGUARD_DATA");
    if (data == nullptr || *data == '\0') {
      GTEST_SKIP() << "CLIPGUARD_DATA, the folder of sample files, is not set: "
                      "nothing was compared";
    }
    folder_ = std::filesystem::path(data) / format_;
    ASSERT_TRUE(std::filesystem::is_directory(folder_)) << folder_;
  }

  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::string format_;
  std::filesystem::path folder_;
};

}  // namespace clipguard

#endif  // CLIPGUARD_TESTING_SAMPLE_FILES_H_
