// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Tests that compare with files of the formats' own software:
//
//   using GoldenTest = RealForgeTest;
//
// They are skipped, visibly, unless CLIPGUARD_DATA names the folder that has
// them.

#ifndef CLIPGUARD_TESTING_SAMPLE_FILES_H_
#define CLIPGUARD_TESTING_SAMPLE_FILES_H_

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "testing/sanitizers.h"
#include "testing/temp_folder.h"

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

class RealForgeTest : public SampleDataTest {
 protected:
  RealForgeTest() : SampleDataTest("forge") {}
};

class RealCharactersTest : public SampleDataTest {
 protected:
  RealCharactersTest() : SampleDataTest("m3d") {}
};

// Recordings that the format's own software wrote.
class RealRecordingsTest : public SampleDataTest {
 protected:
  RealRecordingsTest() : SampleDataTest("mrtk") {}

  // Their paths, in order; under sanitizers of those of up to 150 kB.
  std::vector<std::filesystem::path> Recordings() const {
    constexpr uintmax_t kMost =
        CLIPGUARD_SANITIZED ? 150'000 : std::numeric_limits<uintmax_t>::max();
    std::vector<std::filesystem::path> paths;
    for (const char* part : {"real", "golden"}) {
      for (const auto& entry :
           std::filesystem::directory_iterator(folder() / part)) {
        if (entry.path().extension() == ".bin" && entry.file_size() <= kMost) {
          paths.push_back(entry.path());
        }
      }
    }
    std::ranges::sort(paths);
    return paths;
  }
};

}  // namespace clipguard

#endif  // CLIPGUARD_TESTING_SAMPLE_FILES_H_
