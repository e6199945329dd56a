// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A folder for the files of a test; and what a file holds.

#ifndef CLIPGUARD_TESTING_TEMP_FOLDER_H_
#define CLIPGUARD_TESTING_TEMP_FOLDER_H_

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"

namespace clipguard {

// A folder that is gone, with all that is in it, at the end of the test.
class TempFolder {
 public:
  TempFolder();
  ~TempFolder();
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  const std::string& path() const { return path_; }

  // The path of something in the folder.
  std::string operator/(std::string_view name) const;

  // Writes a file, creating folders as needed, and returns its path.
  std::string Write(std::string_view name, std::string_view content) const;

 private:
  std::string path_;
};

// A test in a folder.
struct TestInFolder : ::testing::Test {
  const TempFolder folder;
};

// All bytes of a file. The test fails if it cannot be read.
std::string ReadFile(const std::filesystem::path& path);
std::vector<uint8_t> ReadBytes(const std::filesystem::path& path);

}  // namespace clipguard

#endif  // CLIPGUARD_TESTING_TEMP_FOLDER_H_
