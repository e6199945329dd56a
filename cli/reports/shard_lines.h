// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The first and the last line of a shard report, by which `merge` knows where
// the files between them belong, that none is missing, and that nobody has
// changed them.
//
//   {"clipguard":"shard","version":"0.1.0","shard":2,"of":3,"files":1000,...}
//   {"file":...}           one for each file: ReportLine() with kForMerge
//   {"end":true,"files":333,"digest":"..."}     of all bytes before this line

#ifndef CLIPGUARD_CLI_REPORTS_SHARD_LINES_H_
#define CLIPGUARD_CLI_REPORTS_SHARD_LINES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "cli/io/digest.h"

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

struct ShardTrailer {
  uint64_t files = 0;  // of this shard
  std::string digest;  // in hexadecimal; empty in reports of earlier builds
};

// With their line breaks.
std::string HeaderLine(const ShardHeader& header);
std::string TrailerLine(const ShardTrailer& trailer);

// The last line of a report that so far has so many files.
inline std::string TrailerOf(std::string_view report, uint64_t files) {
  return TrailerLine({.files = files, .digest = Hex(DigestOf(report))});
}

// Whether the line, without its line break, begins as a header does, of any
// version.
bool LooksLikeHeader(std::string_view line);

// The header or trailer that gives this very line; nothing if there is none.
std::optional<ShardHeader> ReadHeaderLine(std::string_view line);
std::optional<ShardTrailer> ReadTrailerLine(std::string_view line);

// Returns the version in a line that looks like a header; empty: there is none.
std::string VersionOfHeader(std::string_view line);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_REPORTS_SHARD_LINES_H_
