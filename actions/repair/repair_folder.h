// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// For tests: what a repair promises, for whole folders of files and their cuts.

#ifndef CLIPGUARD_ACTIONS_REPAIR_REPAIR_FOLDER_H_
#define CLIPGUARD_ACTIONS_REPAIR_REPAIR_FOLDER_H_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"
#include "testing/temp_folder.h"

namespace clipguard::actions {

// The files of a folder, and of those in it, with this extension.
inline std::vector<std::filesystem::path> FilesIn(
    const std::filesystem::path& folder, std::string_view extension) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == extension) files.push_back(entry.path());
  }
  return files;
}

// Expects that fault(bytes) is empty for each file of a folder; how many.
template <typename Fault>
size_t CheckFolder(const std::filesystem::path& folder,
                   std::string_view extension, const Fault& fault) {
  const std::vector<std::filesystem::path> files = FilesIn(folder, extension);
  for (const std::filesystem::path& path : files) {
    EXPECT_EQ(fault(ReadBytes(path)), "") << path;
  }
  return files.size();
}

// The same for a file that is cut at up to `cuts` places.
template <typename Fault>
void CheckCuts(const std::filesystem::path& path, size_t cuts,
               const Fault& fault) {
  const std::vector<uint8_t> bytes = ReadBytes(path);
  const size_t step = 1 + bytes.size() / cuts;
  for (size_t size = 0; size < bytes.size(); size += step) {
    ASSERT_EQ(fault(std::span<const uint8_t>(bytes).first(size)), "")
        << path << ' ' << size;
  }
}

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_REPAIR_FOLDER_H_
