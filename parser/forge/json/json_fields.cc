// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/forge/json/json_fields.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <system_error>
#include <utility>

#include "absl/strings/charconv.h"
#include "absl/strings/str_cat.h"
#include "base/float_text.h"
#include "base/memory/huge_pages.h"
#include "fast_float/fast_float.h"

namespace clipguard::forge {
namespace {

using Member = JsonDocument::Member;

// No key has it: the root is an object or array.
constexpr JsonNode kRemovedMember = JsonDocument::kRoot;

// One letter that names a type may follow the digits.
std::string_view WithoutSuffix(std::string_view text) {
  if (!text.empty() &&
      std::string_view("fFdD").find(text.back()) != std::string_view::npos) {
    text.remove_suffix(1);
  }
  return text;
}

// Whether a hexadecimal number that no float holds is too large; otherwise it
// is too small.
bool IsLarge(std::string_view text) {
  const size_t exponent = std::min(text.find_first_of("pP"), text.size());
  const size_t point = std::min(text.find('.'), exponent);
  const size_t digit = std::min(text.find_first_not_of("0."), text.size());
  std::string_view digits = text.substr(exponent);
  if (!digits.empty()) digits.remove_prefix(1);
  if (digits.starts_with('+')) digits.remove_prefix(1);
  int64_t power = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), power);
  if (error != std::errc()) return !digits.starts_with('-');
  // More than the digits of any text can make up for.
  constexpr int64_t kMost = int64_t{1} << 60;
  power = std::clamp(power, -kMost, kMost);
  return power +
             4 * (static_cast<int64_t>(point) - static_cast<int64_t>(digit)) >
         0;
}

template <typename Float>
std::optional<Float> ReadJava(std::string_view text) {
  while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ') {
    text.remove_prefix(1);
  }
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') {
    text.remove_suffix(1);
  }
  bool negative = false;
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
    negative = text.front() == '-';
    text.remove_prefix(1);
  }
  Float value = 0;
  if (text == "NaN") {
    value = std::numeric_limits<Float>::quiet_NaN();
  } else if (text == "Infinity") {
    value = std::numeric_limits<Float>::infinity();
  } else if (text.starts_with("0x") || text.starts_with("0X")) {
    // The exponent must be there. Before it, an f or a d is a digit, and not a
    // suffix.
    const size_t exponent = text.find_first_of("pP");
    if (exponent == std::string_view::npos) return std::nullopt;
    text = WithoutSuffix(text.substr(2));
    // from_chars() would take another sign here, and words.
    if (text.empty() || std::string_view("+-iInN").find(text.front()) !=
                            std::string_view::npos) {
      return std::nullopt;
    }
    const auto [end, error] = absl::from_chars(
        text.data(), text.data() + text.size(), value, absl::chars_format::hex);
    if (end != text.data() + text.size()) return std::nullopt;
    if (error == std::errc::result_out_of_range) {
      value = IsLarge(text) ? std::numeric_limits<Float>::infinity() : Float{0};
    } else if (error != std::errc()) {
      return std::nullopt;
    }
  } else {
    text = WithoutSuffix(text);
    // from_chars() would take other words for infinity.
    if (text.empty() || !(text.front() == '.' ||
                          (text.front() >= '0' && text.front() <= '9'))) {
      return std::nullopt;
    }
    const auto [end, error] =
        fast_float::from_chars(text.data(), text.data() + text.size(), value);
    if (end != text.data() + text.size() ||
        error == std::errc::invalid_argument) {
      return std::nullopt;
    }
  }
  return negative ? -value : value;
}

std::string Found(const JsonDocument& json, JsonNode node) {
  return std::string(JsonKindName(json.kind(node)));
}

void ReportCoerced(JsonReporter& report, JsonNode node, std::string_view wanted,
                   std::string_view as) {
  report.At(FindingCode::kForgeTypeCoerced, node, [&] {
    return Arguments{Found(report.json(), node), std::string(wanted),
                     std::string(as)};
  });
}

}  // namespace

std::optional<float> ReadJavaFloat(std::string_view text) {
  return ReadJava<float>(text);
}

std::optional<double> ReadJavaDouble(std::string_view text) {
  return ReadJava<double>(text);
}

std::optional<int32_t> ReadJavaInt(std::string_view text) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  int32_t value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    return std::nullopt;
  }
  return value;
}

void ReportType(JsonReporter& report, JsonNode node,
                std::string_view expected) {
  report.At(FindingCode::kForgeTypeWrong, node, [&] {
    return Arguments{std::string(expected), Found(report.json(), node)};
  });
}

void ReportNameLength(JsonReporter& report, JsonNode node,
                      std::string_view name, const Limits& limits) {
  report.At(FindingCode::kLimitExceeded, node, [&] {
    return Arguments{absl::StrCat(name.size()), absl::StrCat(limits.name_bytes),
                     LimitName(&Limits::name_bytes)};
  });
}

std::optional<std::string_view> ReadAsString(JsonReporter& report,
                                             JsonNode node) {
  const JsonDocument& json = report.json();
  if (json.kind(node) != JsonKind::kNumber) {
    ReportType(report, node, "a string");
    return std::nullopt;
  }
  const std::string_view source = json.source(node);
  ReportCoerced(report, node, "a string", Quoted(source));
  return source;
}

std::optional<float> ReadFloat(JsonReporter& report, JsonNode node,
                               const Scope& scope) {
  const JsonDocument& json = report.json();
  double value = 0;
  if (json.kind(node) == JsonKind::kNumber) {
    value = json.number(node);
  } else {
    const auto parsed = json.kind(node) == JsonKind::kString
                            ? ReadJavaDouble(json.string(node))
                            : std::nullopt;
    if (!parsed) {
      ReportType(report, node, "a number");
      return std::nullopt;
    }
    value = *parsed;
    ReportCoerced(report, node, "a number",
                  FloatText(static_cast<float>(value)));
  }
  // Rounded twice, as the game does it.
  const auto rounded = static_cast<float>(value);
  if (std::isfinite(rounded)) return rounded;
  if (json.kind(node) == JsonKind::kNumber) {
    report.At(
        FindingCode::kJsonNumberOverflows, node,
        [&] {
          return Arguments{std::string(json.source(node).substr(0, 40)),
                           FloatText(rounded)};
        },
        scope);
  } else {
    report.At(
        FindingCode::kForgeNumberNotFinite, node,
        [&] {
          return Arguments{Quoted(json.string(node)), FloatText(rounded)};
        },
        scope);
  }
  return rounded;
}

std::optional<bool> ReadBoolean(JsonReporter& report, JsonNode node) {
  const JsonDocument& json = report.json();
  if (json.kind(node) == JsonKind::kBoolean) return json.boolean(node);
  if (json.kind(node) != JsonKind::kString) {
    ReportType(report, node, "a boolean");
    return std::nullopt;
  }
  const std::string_view text = json.string(node);
  const bool value = text.size() == 4 && (text[0] | 0x20) == 't' &&
                     (text[1] | 0x20) == 'r' && (text[2] | 0x20) == 'u' &&
                     (text[3] | 0x20) == 'e';
  ReportCoerced(report, node, "a boolean", value ? "true" : "false");
  return value;
}

bool ExpectArray(JsonReporter& report, JsonNode node) {
  if (report.json().kind(node) == JsonKind::kArray) return true;
  ReportType(report, node, "an array");
  return false;
}

namespace {

JsonMembers MembersOfObject(const JsonDocument& json, JsonNode object) {
  JsonMembers members;
  // A key and a value are two nodes at least. The members of a small object
  // need no memory; those of others are counted first.
  const size_t most = (json.After(object) - object - 1) / 2;
  if (most > members.capacity()) {
    size_t count = 0;
    for ([[maybe_unused]] const Member member : json.Members(object)) ++count;
    ReserveLarge(members, count);
  }
  for (const Member member : json.Members(object)) members.push_back(member);
  return members;
}

// The members of a list of pairs. Reports that it is one, and what in it is
// not a pair.
JsonMembers MembersOfPairs(JsonReporter& report, JsonNode list) {
  const JsonDocument& json = report.json();
  if (!json.Elements(list).empty()) {
    report.At(FindingCode::kForgeMapAsList, list);
  }
  JsonMembers members;
  for (const JsonNode pair : json.Elements(list)) {
    if (json.kind(pair) != JsonKind::kArray || json.CountElements(pair) != 2) {
      ReportType(report, pair, "a list of a key and a value");
      continue;
    }
    const JsonNode key = pair + 1;
    if (json.kind(key) != JsonKind::kString) {
      ReportType(report, key, "a key in double quotes");
      continue;
    }
    members.push_back({key, json.After(key)});
  }
  return members;
}

// That a key has been there before: of an object, or in a list of pairs.
void ReportDuplicate(JsonReporter& report, JsonNode key, bool in_pairs,
                     Duplicates duplicates) {
  const std::string_view name = report.json().string(key);
  if (in_pairs) {
    report.At(FindingCode::kForgePairDuplicate, key,
              [&] { return Arguments{Quoted(name)}; });
    return;
  }
  report.At(FindingCode::kJsonKeyDuplicate, key, [&] {
    return Arguments{Quoted(name), duplicates == Duplicates::kAddUp
                                       ? "its lists add up"
                                       : "only the last one counts"};
  });
}

}  // namespace

std::optional<JsonMembers> ReadMembers(JsonReporter& report, JsonNode node,
                                       Duplicates duplicates, bool pairs,
                                       NameMap* names) {
  const JsonDocument& json = report.json();
  const bool in_pairs = pairs && json.kind(node) == JsonKind::kArray;
  if (!in_pairs && json.kind(node) != JsonKind::kObject) {
    ReportType(report, node, "an object");
    return std::nullopt;
  }
  std::optional<JsonMembers> result(in_pairs ? MembersOfPairs(report, node)
                                             : MembersOfObject(json, node));
  JsonMembers& members = *result;
  // Members that are not the first of their name, and members that are not the
  // last.
  std::vector<uint32_t> again;
  std::vector<uint32_t> replaced;
  NameMap last_of_name;
  last_of_name.reserve(members.size());
  for (uint32_t i = 0; i < members.size(); ++i) {
    if (i + kAhead < members.size()) {
      last_of_name.prefetch(json.string(members[i + kAhead].key));
    }
    const auto [last, is_new] =
        last_of_name.try_emplace(json.string(members[i].key), i);
    if (is_new) continue;
    again.push_back(i);
    replaced.push_back(std::exchange(last->second, i));
  }
  for (const uint32_t i : again) {
    ReportDuplicate(report, members[i].key, in_pairs, duplicates);
  }
  if (duplicates == Duplicates::kLastCounts && !again.empty()) {
    for (const uint32_t i : replaced) members[i].key = kRemovedMember;
    members.erase(
        std::remove_if(members.begin(), members.end(),
                       [](const Member& m) { return m.key == kRemovedMember; }),
        members.end());
    for (uint32_t i = 0; i < members.size(); ++i) {
      last_of_name[json.string(members[i].key)] = i;
    }
  }
  if (names != nullptr) *names = std::move(last_of_name);
  return result;
}

JsonFields::JsonFields(JsonReporter& report, JsonNode object,
                       std::span<const Field> fields)
    : report_(report), object_(object), fields_(fields) {
  const JsonDocument& json = report.json();
  for (const Member member : json.Members(object)) {
    const std::string_view key = json.string(member.key);
    size_t i = 0;
    while (i < fields.size() && fields[i].key != key) ++i;
    if (i == fields.size()) {
      report.At(FindingCode::kForgeKeyUnknown, member.key, [&] {
        std::vector<std::string_view> names;
        for (const Field& field : fields) names.push_back(field.key);
        return Arguments{Quoted(key), Suggestion(key, names)};
      });
      continue;
    }
    if (values_[i] != 0) {
      report.At(FindingCode::kJsonKeyDuplicate, member.key, [&] {
        return Arguments{Quoted(key), "only the last one counts"};
      });
    }
    values_[i] = member.value;
  }
}

// The end of a message about a missing key: a similar key that is unknown.
std::string JsonFields::MeantFor(std::string_view missing) const {
  const JsonDocument& json = report_.json();
  size_t looked_at = 0;
  for (const Member member : json.Members(object_)) {
    if (++looked_at > kNamesCompared) break;
    const std::string_view key = json.string(member.key);
    if (std::ranges::find(fields_, key, &Field::key) != fields_.end()) continue;
    const std::string meant = Suggestion(key, {&missing, 1});
    if (!meant.empty()) return absl::StrCat(": there is ", Quoted(key), meant);
  }
  return {};
}

std::optional<JsonNode> JsonFields::operator[](size_t i) {
  const JsonNode value = values_[i];
  // The root is not the value of any key.
  if (value != 0 && report_.json().kind(value) != JsonKind::kNull) {
    return value;
  }
  if (fields_[i].required) {
    const auto arguments = [&] {
      return Arguments{Quoted(fields_[i].key), value != 0
                                                   ? ": null counts as nothing"
                                                   : MeantFor(fields_[i].key)};
    };
    if (value != 0) {
      report_.At(FindingCode::kForgeKeyMissing, value, arguments);
    } else {
      report_.AtMissing(FindingCode::kForgeKeyMissing, object_, fields_[i].key,
                        arguments);
    }
  }
  return std::nullopt;
}

}  // namespace clipguard::forge
