// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/forms/model_json.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/float_text.h"
#include "base/json_writer.h"
#include "base/memory/work_counter.h"
#include "base/text.h"
#include "base/text_of.h"
#include "base/utf8.h"
#include "fast_float/fast_float.h"
#include "parser/json/json_reporter.h"

namespace clipguard::actions {
namespace {

constexpr uint32_t kPlainNan = 0x7fc00000;
constexpr std::string_view kNanBits = "NaN:";
constexpr std::string_view kBytes = "bytes";
// So much of a key is shown.
constexpr size_t kKeyShown = 64;
constexpr std::string_view kKindKey = "clipguard";
constexpr std::string_view kBlanks = " \t\r\n";

// ASCII only, so that nothing in it can deceive a terminal.
std::string Quoted(std::string_view text) {
  std::string quoted;
  AppendJson(text, quoted, JsonEscapes::kAscii);
  return quoted;
}

void AppendFloat(float value, std::string& out) {
  const auto bits = std::bit_cast<uint32_t>(value);
  if (std::isfinite(value)) {
    AppendFloatText(value, out);
  } else if (std::isnan(value) && bits != kPlainNan) {
    absl::StrAppendFormat(&out, "\"%s%08x\"", kNanBits, bits);
  } else {
    absl::StrAppendFormat(&out, "\"%s\"", FloatText(value));
  }
}

void AppendName(std::string_view name, std::string& out) {
  if (!FindUtf8Error(name)) {
    AppendJson(name, out, JsonEscapes::kAscii);
    return;
  }
  absl::StrAppendFormat(&out, "{\"%s\":\"", kBytes);
  for (const char c : name) {
    absl::StrAppendFormat(&out, "%02x", static_cast<uint8_t>(c));
  }
  out += "\"}";
}

std::optional<uint32_t> ReadHex(std::string_view text) {
  uint32_t value = 0;
  const auto read =
      std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (text.size() != 8 || read.ec != std::errc() ||
      read.ptr != text.data() + text.size()) {
    return std::nullopt;
  }
  return value;
}

std::optional<float> ReadFloatName(std::string_view text) {
  if (text == "NaN") return std::bit_cast<float>(kPlainNan);
  if (text == "Infinity") return std::numeric_limits<float>::infinity();
  if (text == "-Infinity") return -std::numeric_limits<float>::infinity();
  if (!text.starts_with(kNanBits)) return std::nullopt;
  const auto bits = ReadHex(text.substr(kNanBits.size()));
  if (!bits || !std::isnan(std::bit_cast<float>(*bits))) return std::nullopt;
  return std::bit_cast<float>(*bits);
}

// The float32 nearest to the number as it is written: 0 if it is closer to that
// than to any other; none if it is too large.
std::optional<float> ReadNumber(std::string_view text) {
  float value = 0;
  fast_float::from_chars(text.data(), text.data() + text.size(), value);
  if (std::isinf(value)) return std::nullopt;
  return value;
}

}  // namespace

const JsonStyle kModelJson = {.append_string = AppendName,
                              .append_float = AppendFloat,
                              .layout = JsonLayout::kKeysOnLines};

std::string_view KindOfModelJson(std::span<const uint8_t> bytes) {
  std::string_view text = clipguard::TextOf(bytes);
  if (text.starts_with(kByteOrderMark)) {
    text.remove_prefix(kByteOrderMark.size());
  }
  // The string that follows the character, past blanks; empty: none does.
  const auto string_after = [&](char before) -> std::string_view {
    for (const char c : {before, '"'}) {
      text.remove_prefix(
          std::min(text.find_first_not_of(kBlanks), text.size()));
      if (!text.starts_with(c)) return {};
      text.remove_prefix(1);
    }
    const size_t end = text.substr(0, kKeyShown).find('"');
    if (end == text.npos) return {};
    const std::string_view found = text.substr(0, end);
    text.remove_prefix(end + 1);
    return found;
  };
  const std::string_view first = string_after('{');
  if (first == kKindKey) return string_after(':');
  // Members in another order, such as that of their names.
  for (const std::string_view kind :
       {kRecordingKind, kCharacterKind, kCaptureKind}) {
    if (first == kind && text.find(absl::StrCat("\"", std::string(kKindKey),
                                                "\"")) != text.npos) {
      return kind;
    }
  }
  return {};
}

void ModelJsonReader::Fail(Node node, std::string_view expected) {
  if (!ok()) return;
  FindingList none;
  JsonReporter reporter(json_, none);
  status_ = absl::InvalidArgumentError(
      absl::StrFormat("%s @ %d: %s is expected", reporter.PointerTo(node),
                      json_.range(node).offset, expected));
}

std::optional<ModelJsonReader::Node> ModelJsonReader::OptionalMember(
    Node object, std::string_view key) {
  if (!ok()) return std::nullopt;
  if (json_.kind(object) != JsonKind::kObject) {
    Fail(object, "an object");
    return std::nullopt;
  }
  std::optional<Node> found;
  uint64_t members = 0;
  for (const JsonDocument::Member& member : json_.Members(object)) {
    ++members;
    if (json_.string(member.key) != key) continue;
    if (found) {
      Fail(member.value, absl::StrFormat("one \"%s\", not two,", key));
      return std::nullopt;
    }
    found = member.value;
  }
  CountWork(members);
  return found;
}

ModelJsonReader::Node ModelJsonReader::Member(Node object,
                                              std::string_view key) {
  const std::optional<Node> found = OptionalMember(object, key);
  if (found) return *found;
  Fail(object, absl::StrFormat("a member \"%s\"", key));
  return object;
}

void ModelJsonReader::OnlyMembers(Node object,
                                  std::span<const std::string_view> keys) {
  if (!ok() || json_.kind(object) != JsonKind::kObject) return;
  uint64_t members = 0;
  for (const JsonDocument::Member& member : json_.Members(object)) {
    ++members;
    const std::string_view key = json_.string(member.key);
    if (std::ranges::find(keys, key) != keys.end()) continue;
    Fail(member.value,
         absl::StrFormat("no member %s", Quoted(key.substr(0, kKeyShown))));
    return;
  }
  CountWork(members * keys.size());
}

std::vector<ModelJsonReader::Node> ModelJsonReader::Elements(Node array) {
  std::vector<Node> elements;
  if (!ok()) return elements;
  if (json_.kind(array) != JsonKind::kArray) {
    Fail(array, "an array");
    return elements;
  }
  for (const Node element : json_.Elements(array)) elements.push_back(element);
  CountWork(elements.size());
  return elements;
}

float ModelJsonReader::Float(Node node) {
  if (!ok()) return 0;
  std::optional<float> value;
  if (json_.kind(node) == JsonKind::kNumber) {
    value = ReadNumber(json_.source(node));
  } else if (json_.kind(node) == JsonKind::kString) {
    value = ReadFloatName(json_.string(node));
  }
  if (!value) Fail(node, "a number that a float32 can hold");
  return value.value_or(0);
}

int64_t ModelJsonReader::Int(Node node, int64_t least, int64_t most) {
  if (!ok()) return least;
  int64_t value = 0;
  if (json_.kind(node) == JsonKind::kNumber) {
    const std::string_view text = json_.source(node);
    const auto read =
        std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec == std::errc() && read.ptr == text.data() + text.size() &&
        value >= least && value <= most) {
      return value;
    }
  }
  Fail(node, absl::StrFormat("a whole number from %d to %d", least, most));
  return least;
}

bool ModelJsonReader::Bool(Node node) {
  if (!ok()) return false;
  if (json_.kind(node) == JsonKind::kBoolean) return json_.boolean(node);
  Fail(node, "true or false");
  return false;
}

std::string_view ModelJsonReader::Name(Node node) {
  if (!ok()) return {};
  if (json_.kind(node) == JsonKind::kString) return json_.string(node);
  const Node bytes = Member(node, kBytes);
  if (!ok()) return {};
  if (json_.kind(bytes) != JsonKind::kString) {
    Fail(bytes, "a string");
    return {};
  }
  const std::string_view text = json_.string(bytes);
  auto name = std::make_unique<std::string>();
  for (size_t i = 0; i < text.size(); i += 2) {
    uint8_t byte = 0;
    const std::string_view digits = text.substr(i, 2);
    const auto read =
        std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
    if (digits.size() != 2 || read.ec != std::errc() ||
        read.ptr != digits.data() + 2) {
      Fail(bytes, "hexadecimal");
      return {};
    }
    *name += static_cast<char>(byte);
  }
  names_.push_back(std::move(name));
  return *names_.back();
}

std::vector<float> ModelJsonReader::Floats(Node array) {
  std::vector<float> values;
  if (!ok()) return values;
  if (json_.kind(array) != JsonKind::kArray) {
    Fail(array, "an array");
    return values;
  }
  values.reserve(json_.CountElements(array));
  for (const Node element : json_.Elements(array)) {
    values.push_back(Float(element));
    if (!ok()) return {};
  }
  return values;
}

size_t ModelJsonReader::CountFloats(Node array) {
  const size_t count = Count(array);
  if (!ok()) return 0;
  for (const Node element : json_.Elements(array)) {
    Float(element);
    if (!ok()) return 0;
  }
  return count;
}

size_t ModelJsonReader::Count(Node array) {
  if (!ok()) return 0;
  if (json_.kind(array) != JsonKind::kArray) {
    Fail(array, "an array");
    return 0;
  }
  const size_t count = json_.CountElements(array);
  CountWork(count);
  return count;
}

size_t ModelJsonReader::Index(Node node, size_t end) {
  const int64_t index = Int(node, 0, std::numeric_limits<int32_t>::max());
  if (static_cast<size_t>(index) < end) return static_cast<size_t>(index);
  Refuse("its JSON refers to something that is not there");
  return 0;
}

void ModelJsonReader::Refuse(std::string_view why) {
  if (ok()) status_ = absl::InvalidArgumentError(std::string(why));
}

absl::StatusOr<JsonDocument> ReadModelJson(std::span<const uint8_t> bytes,
                                           const Limits& limits) {
  FindingList findings(limits);
  auto json =
      ReadJson({reinterpret_cast<const char*>(bytes.data()), bytes.size()},
               limits, findings);
  if (json) return *std::move(json);
  if (findings.findings().empty()) {
    return absl::InvalidArgumentError("the text is not JSON");
  }
  const Finding& finding = findings.findings().front();
  return absl::InvalidArgumentError(absl::StrFormat(
      "%s, line %d:%d @ %d: %s", GetCodeInfo(finding.code).name, finding.line,
      finding.column, finding.bytes.offset, finding.message));
}

absl::Status RefusedModel(std::string_view kind, const FindingList& findings) {
  constexpr uint64_t kNamed = 3;
  std::string text = absl::StrFormat(
      "the %s of this JSON has errors, and is not written: ", kind);
  uint64_t named = 0;
  uint64_t occurrences = 0;
  for (const Finding& finding : findings.findings()) {
    if (finding.severity() != Severity::kError) continue;
    if (named == kNamed) break;
    absl::StrAppendFormat(&text, "%s%s at %s: %s", named == 0 ? "" : "; ",
                          GetCodeInfo(finding.code).name, finding.path,
                          finding.message);
    ++named;
    occurrences += finding.count;
  }
  if (findings.errors() > occurrences) {
    absl::StrAppendFormat(&text, "; and %d more errors",
                          findings.errors() - occurrences);
  }
  return absl::InvalidArgumentError(text);
}

}  // namespace clipguard::actions
