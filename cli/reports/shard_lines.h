// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The first and the last line of a shard report, by which `merge` knows where
// the files between them belong, and that none is missing.
//
//   {"clipguard":"shard","version":"0.1.0","shard":2,"of":3,"files":1000,...}
//   {"file":...}           one for each file: ReportLine() with kForMerge
//   {"end":true,"files":333}

#ifndef CLIPGUARD_CLI_REPORTS_SHARD_LINES_H_
#define CLIPGUARD_CLI_REPORTS_SHARD_LINES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace clipguard::cli {

struct ShardHeader {
  std::string version = {};  // of the program that wrote it
  uint64_t shard = 1;        // from 1
  uint64_t of = 1;           // how many
  uint64_t files = 0;        // of all shards together
  std::string run = {};      // the same in all shards of a run, and in no other
  bool never_fails = false;  // --fail-on=none

  // The files that belong to this shard: every one whose index, from 0, is
  // shard - 1 modulo `of`.
  uint64_t files_here() const {
    return files < shard ? 0 : (files - shard) / of + 1;
  }

  friend bool operator==(const ShardHeader&, const ShardHeader&) = default;
};

// With their line breaks.
std::string HeaderLine(const ShardHeader& header);
std::string TrailerLine(uint64_t files);

// Whether the line, without its line break, begins as a header does, of any
// version.
bool LooksLikeHeader(std::string_view line);

// The header, or number of files, that gives this very line; nothing if there
// is none.
std::optional<ShardHeader> ReadHeaderLine(std::string_view line);
std::optional<uint64_t> ReadTrailerLine(std::string_view line);

// What a line that looks like a header says of the version; empty: nothing.
std::string VersionOfHeader(std::string_view line);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_REPORTS_SHARD_LINES_H_
