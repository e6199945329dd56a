// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// For tests: what a repair promises, for whole folders of files and their cuts,
// and what is expected of one.

#ifndef CLIPGUARD_ACTIONS_REPAIR_REPAIR_FOLDER_H_
#define CLIPGUARD_ACTIONS_REPAIR_REPAIR_FOLDER_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <random>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "actions/repair/repair.h"
#include "actions/repair/repair_catalog.h"
#include "base/text_of.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"
#include "parser/format_set.h"
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

// The same for mutants of a folder's files, `count` of each: up to three bytes
// or pieces of text are changed, doubled or left out. The same ones each time.
template <typename Fault>
void CheckMutants(const std::filesystem::path& folder,
                  std::string_view extension, size_t count,
                  const Fault& fault) {
  std::vector<std::filesystem::path> files = FilesIn(folder, extension);
  std::ranges::sort(files);
  std::mt19937 random(1);
  const auto below = [&](size_t end) { return random() % end; };
  for (const std::filesystem::path& path : files) {
    const std::vector<uint8_t> original = ReadBytes(path);
    for (size_t i = 0; i < count && !original.empty(); ++i) {
      std::vector<uint8_t> bytes = original;
      for (size_t change = below(3) + 1; change != 0 && !bytes.empty();
           --change) {
        const auto at =
            bytes.begin() + static_cast<ptrdiff_t>(below(bytes.size()));
        const auto end =
            at + std::min<ptrdiff_t>(static_cast<ptrdiff_t>(below(12) + 1),
                                     bytes.end() - at);
        switch (below(4)) {
          case 0:
            *at = static_cast<uint8_t>(random());
            break;
          case 1:
            bytes.erase(at, end);
            break;
          case 2: {
            const std::vector<uint8_t> piece(at, end);
            bytes.insert(at, piece.begin(), piece.end());
            break;
          }
          default:
            *at = original[below(original.size())];
        }
      }
      ASSERT_EQ(fault(bytes), "") << path << ' ' << i;
    }
  }
}

// Expects that each repair of the list that is for one of the formats is among
// the codes that add_made(bytes, codes) adds for a folder's files.
template <typename AddMade>
void ExpectListIsMade(const std::filesystem::path& folder,
                      std::string_view extension,
                      const std::vector<Format>& formats,
                      const AddMade& add_made) {
  std::set<FindingCode> made;
  for (const std::filesystem::path& path : FilesIn(folder, extension)) {
    add_made(ReadBytes(path), made);
  }
  for (const RepairInfo& repair : AllRepairs()) {
    const CodeInfo& info = GetCodeInfo(repair.code);
    if (std::ranges::any_of(
            formats, [&](Format f) { return info.formats.Contains(f); })) {
      EXPECT_TRUE(made.contains(repair.code)) << info.name;
    }
  }
}

// Adds the codes of faults that were repaired, or refused with a reason.
inline void AddCodes(const Repaired& repaired, std::set<FindingCode>& codes) {
  for (const Change& change : repaired.changes) codes.insert(change.code);
  for (const Refusal& refusal : repaired.refusals) codes.insert(refusal.code);
}

// Expects a safe repair that gives `want`.
inline void ExpectSafe(const Repaired& repaired, std::string_view want,
                       FindingCode code) {
  ASSERT_TRUE(repaired.changed())
      << (repaired.refusals.empty() ? "" : repaired.refusals[0].reason);
  EXPECT_EQ(TextOf(repaired.bytes), want);
  EXPECT_EQ(repaired.changes[0].code, code);
  EXPECT_TRUE(repaired.changes[0].safe);
}

inline void ExpectRefused(const Repaired& repaired, FindingCode code) {
  EXPECT_FALSE(repaired.changed());
  EXPECT_TRUE(std::ranges::any_of(
      repaired.refusals, [&](const Refusal& r) { return r.code == code; }));
}

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_REPAIR_FOLDER_H_
