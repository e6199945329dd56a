// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The flags of all commands. Parsing (CommandLine), help, completions and the
// lists of docs/cli.md are made of this table: a new flag is an entry here, and
// a line in its command that says where its value goes.

#ifndef CLIPGUARD_CLI_FLAGS_FLAG_TABLE_H_
#define CLIPGUARD_CLI_FLAGS_FLAG_TABLE_H_

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace clipguard::cli {

// Ten hours at 90 Hz are 3.2 million. A typing mistake should not fill a disk.
inline constexpr double kMostTimes = 10'000'000;

// The numbers that a value may be: all, but for other limits.
struct FlagRange {
  double least = std::numeric_limits<double>::lowest();
  double most = std::numeric_limits<double>::max();
  bool above = false;  // `least` is too small
  bool whole = false;

  bool Contains(double number) const;
  std::string Text() const;  // "a number from 1 to 5"
};

// The values that a flag may have: these names; or numbers; or, without both,
// what its command says.
struct FlagValues {
  std::string_view what = {};  // "layout": "unknown layout 'ful'"
  std::span<const std::string_view> names = {};
  std::optional<FlagRange> range = std::nullopt;
};

// Under which heading of a command's help a flag stands.
enum class FlagGroup : uint8_t { kOwn, kFiles, kReading };

struct FlagSpec {
  // Whose help lists it: "validate merge". Empty: that of all.
  std::string_view commands;
  // "--format=FORMAT", or without a value "-q, --quiet". A FILE, PLACE or DIR
  // is completed to a path.
  std::string_view usage;
  // Broken into lines where they are full, and at '\n'. Empty: the flag stands
  // on the line of the next one. ": ..." follows the names of its values.
  std::string_view help;
  FlagValues values = {};
  char other_letter = 0;  // 'o': -o, too, though `usage` does not have it
  FlagGroup group = FlagGroup::kOwn;
  std::string_view more = {};  // of kReading, for `clipguard help flags`

  std::string_view name() const;   // "--format"
  std::string_view value() const;  // "FORMAT"; empty: it is a yes or no
  char letter() const;             // 'q'; 0: none
  bool takes_path() const;
  bool IsOf(std::string_view command) const;
  // The names that its value may have: "text|json".
  std::string Joined(std::string_view between) const;
};

// Whether `word` is one of `words`, which spaces separate.
bool HasWord(std::string_view words, std::string_view word);

// In the order in which help lists them.
std::span<const FlagSpec> AllFlags();

// The flag of that name ("--format") as the command's help lists it, or as
// another's does if that one's does not. Null if there is none.
const FlagSpec* FindFlag(std::string_view command, std::string_view name);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FLAGS_FLAG_TABLE_H_
