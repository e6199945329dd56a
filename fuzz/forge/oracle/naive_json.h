// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A second reader of JSON as Forge's files have it, deliberately naive: one
// function for each rule of the grammar, each calling the next.

#ifndef CLIPGUARD_FUZZ_FORGE_ORACLE_NAIVE_JSON_H_
#define CLIPGUARD_FUZZ_FORGE_ORACLE_NAIVE_JSON_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clipguard::fuzz {

struct NaiveMember;

struct NaiveJson {
  // n(ull), t(rue), f(alse), 0 for a number, or one of " [ {
  char kind = 'n';
  // The value of a string, or the spelling of a number.
  std::string text;
  size_t begin = 0;
  size_t end = 0;
  std::vector<NaiveJson> elements;
  std::vector<NaiveMember> members;

  bool Is(std::string_view string) const {
    return kind == '"' && text == string;
  }
};

struct NaiveMember {
  NaiveJson key;
  NaiveJson value;
};

// Nothing if it is not one, or is deeper than `depth` brackets, of which at
// most 1,000 are looked at.
std::optional<NaiveJson> ReadJsonNaively(std::string_view text,
                                         size_t depth = 1000);

// All that a JSON pointer may name, where keys repeat; names in it that end in
// "..." have been cut. With the key of each, if it has one.
struct NaivePlace {
  const NaiveJson* key;
  const NaiveJson* value;
};
std::vector<NaivePlace> PlacesOf(const NaiveJson& root,
                                 std::string_view pointer);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_FORGE_ORACLE_NAIVE_JSON_H_
