// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Reading JSON values as the game's library does, leniencies included.
//
// Numbers pass for strings, strings for numbers and booleans, and a list of
// [key, value] pairs for an object: each of these is a warning. A value that
// the game would refuse is an error, and gives nothing.

#ifndef CLIPGUARD_PARSER_FORGE_JSON_JSON_FIELDS_H_
#define CLIPGUARD_PARSER_FORGE_JSON_JSON_FIELDS_H_

#include <optional>
#include <span>
#include <string_view>

#include "absl/container/inlined_vector.h"
#include "parser/forge/json/name_map.h"
#include "parser/json/json_document.h"
#include "parser/json/json_reporter.h"
#include "parser/limits.h"

namespace clipguard::forge {

// Float.parseFloat() of the game's language: blanks around it, a sign, decimal
// or hexadecimal digits, an exponent, one of fFdD; NaN and Infinity.
std::optional<float> ReadJavaFloat(std::string_view text);
std::optional<double> ReadJavaDouble(std::string_view text);

// Integer.parseInt(): a sign and digits.
std::optional<int32_t> ReadJavaInt(std::string_view text);

// Reports that something else than `expected` ("a string") was found.
void ReportType(JsonReporter& report, JsonNode node, std::string_view expected);

// Reports that a name exceeds Limits::name_bytes.
void ReportNameLength(JsonReporter& report, JsonNode node,
                      std::string_view name, const Limits& limits);

// Whether a name is within Limits::name_bytes; reports it if it is not.
inline bool CheckNameLength(JsonReporter& report, JsonNode node,
                            std::string_view name, const Limits& limits) {
  if (name.size() <= limits.name_bytes) return true;
  ReportNameLength(report, node, name, limits);
  return false;
}

// Reads a node that is not a string: a number gives its text; anything else
// gives nullopt. Both are reported.
std::optional<std::string_view> ReadAsString(JsonReporter& report,
                                             JsonNode node);

inline std::optional<std::string_view> ReadString(JsonReporter& report,
                                                  JsonNode node) {
  const JsonDocument& json = report.json();
  if (json.kind(node) == JsonKind::kString) return json.string(node);
  return ReadAsString(report, node);
}

// Reports numbers that are not finite, and gives them as the game reads them.
std::optional<float> ReadFloat(JsonReporter& report, JsonNode node,
                               const Scope& scope = Scope());
std::optional<bool> ReadBoolean(JsonReporter& report, JsonNode node);

enum class Duplicates {
  kLastCounts,
  kAddUp,
};

using JsonMembers = absl::InlinedVector<JsonDocument::Member, 16>;

// The members of an object, or of a list of pairs where `pairs` allows that.
// Keys that repeat are reported; unless they add up, only the last is returned.
// Nothing if the node is something else. `names`, if given, becomes the map of
// the keys that are returned, which looks into the document; not for those that
// add up.
std::optional<JsonMembers> ReadMembers(JsonReporter& report, JsonNode node,
                                       Duplicates duplicates, bool pairs,
                                       NameMap* names = nullptr);

// The elements, if it is an array.
bool ExpectArray(JsonReporter& report, JsonNode node);

// An object with a fixed set of keys: finds them, reports those that the game
// does not know, and those that come twice.
class JsonFields {
 public:
  struct Field {
    std::string_view key;
    bool required = true;
  };

  // REQUIRES: an object; at most eight fields.
  JsonFields(JsonReporter& report, JsonNode object,
             std::span<const Field> fields);

  // The value of fields[i]. Reported if it is required and missing; null
  // counts as missing.
  std::optional<JsonNode> operator[](size_t i);

 private:
  std::string MeantFor(std::string_view missing) const;

  static constexpr size_t kMost = 8;

  JsonReporter& report_;
  JsonNode object_;
  std::span<const Field> fields_;
  JsonNode values_[kMost] = {};
};

}  // namespace clipguard::forge

#endif  // CLIPGUARD_PARSER_FORGE_JSON_JSON_FIELDS_H_
