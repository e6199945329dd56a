// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// JSON of models, and back: numbers that keep all their bits, names that are
// any bytes. docs/model.schema.json describes it.
//
// A float is the shortest number that reads back the same; "Infinity",
// "-Infinity" and "NaN" are strings, and so is a NaN with bits of its own:
// "NaN:ffc00000". A name that is not UTF-8 is {"bytes": "hexadecimal"}.

#ifndef CLIPGUARD_ACTIONS_CONVERT_FORMS_MODEL_JSON_H_
#define CLIPGUARD_ACTIONS_CONVERT_FORMS_MODEL_JSON_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/json_writer.h"
#include "parser/finding.h"
#include "parser/json/json_document.h"
#include "parser/limits.h"

namespace clipguard::actions {

// As the key "clipguard" has them.
inline constexpr std::string_view kRecordingKind = "recording";
inline constexpr std::string_view kCharacterKind = "character";
inline constexpr std::string_view kCaptureKind = "capture";

// The kind of model that the key "clipguard" names; empty if the text has no
// such key at its beginning, or behind a model that has the name of a kind.
std::string_view KindOfModelJson(std::span<const uint8_t> bytes);

// How it is written: line breaks stand between the members of an object only.
extern const JsonStyle kModelJson;

// Reads values, strictly. After a fault all else is empty: ask status() at the
// end. Looks into the document.
class ModelJsonReader {
 public:
  using Node = JsonNode;

  explicit ModelJsonReader(const JsonDocument& json) : json_(json) {}

  bool ok() const { return status_.ok(); }
  const absl::Status& status() const { return status_; }

  // The member of an object; each key once. Faults: no object, no such key.
  Node Member(Node object, std::string_view key);
  std::optional<Node> OptionalMember(Node object, std::string_view key);
  // Refuses an object that has others than these: what would be passed over
  // would be lost. Nothing, if it is no object.
  void OnlyMembers(Node object, std::span<const std::string_view> keys);
  std::vector<Node> Elements(Node array);
  float Float(Node node);
  // A whole number within the limits.
  int64_t Int(Node node, int64_t least, int64_t most);
  bool Bool(Node node);
  // Valid as long as the reader.
  std::string_view Name(Node node);
  std::vector<float> Floats(Node array);
  // How many elements there are; each of them has been read as a float.
  size_t CountFloats(Node array);
  // The same without looking at them.
  size_t Count(Node array);
  // The number of one of `end` things.
  size_t Index(Node node, size_t end);

  // A fault that the caller found. The first of several counts.
  void Refuse(std::string_view why);

 private:
  void Fail(Node node, std::string_view expected);

  const JsonDocument& json_;
  absl::Status status_;
  // Names that are written as bytes. Never moved.
  std::vector<std::unique_ptr<std::string>> names_;
};

// The document, if it is one; the fault with its place otherwise.
absl::StatusOr<JsonDocument> ReadModelJson(std::span<const uint8_t> bytes,
                                           const Limits& limits);

// The status for a model that is not written because its file would have these
// errors: InvalidArgument with the first few.
absl::Status RefusedModel(std::string_view kind, const FindingList& findings);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_FORMS_MODEL_JSON_H_
