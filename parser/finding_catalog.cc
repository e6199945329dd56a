// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/finding_catalog.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace clipguard {
namespace {

// ---- What the compiler checks of each entry ---------------------------------

constexpr bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
constexpr char ToUpper(char c) {
  return IsLower(c) ? static_cast<char>(c - 'a' + 'A') : c;
}

// Whether the two are the same words, as MAGIC_MISMATCH and kMagicMismatch are.
// A number may be a word of its own (ABOVE_16_BITS) or end one (UTF8).
consteval bool IsNameOf(std::string_view name, std::string_view enumerator) {
  if (!enumerator.starts_with('k')) return false;
  enumerator.remove_prefix(1);
  for (size_t i = 0; i < enumerator.size(); ++i) {
    const char c = enumerator[i];
    const bool upper = c >= 'A' && c <= 'Z';
    const bool new_word = i == 0 || name.starts_with('_');
    if (new_word ? IsLower(c) : upper) return false;
    if (new_word && i != 0) name.remove_prefix(1);
    if (!name.starts_with(ToUpper(c))) return false;
    name.remove_prefix(1);
  }
  return name.empty() && !enumerator.empty();
}
static_assert(IsNameOf("MAGIC_MISMATCH", "kMagicMismatch"));
static_assert(IsNameOf("NAME_NOT_UTF8", "kNameNotUtf8"));
static_assert(IsNameOf("INDEX_ABOVE_16_BITS", "kIndexAbove16Bits"));
static_assert(!IsNameOf("MAGICMISMATCH", "kMagicMismatch"));
static_assert(!IsNameOf("MAG_IC_MISMATCH", "kMagicMismatch"));
static_assert(!IsNameOf("MAGIC_MISMATCHED", "kMagicMismatch"));
static_assert(!IsNameOf("MAGIC", "kMagicMismatch"));
static_assert(!IsNameOf("", "k"));

// Whether braces enclose names, each of them once.
consteval bool HasGoodPlaceholders(std::string_view message) {
  std::string_view rest = message;
  while (!rest.empty()) {
    const size_t begin = rest.find_first_of("{}");
    if (begin == std::string_view::npos) break;
    if (rest[begin] == '}') return false;
    rest.remove_prefix(begin);
    const std::string_view name = rest.substr(0, rest.find('}') + 1);
    if (name.size() < 3) return false;
    for (const char c : name.substr(1, name.size() - 2)) {
      if (!IsLower(c) && c != '_') return false;
    }
    if (message.find(name) != message.rfind(name)) return false;
    rest.remove_prefix(name.size());
  }
  return true;
}
static_assert(HasGoodPlaceholders("from {previous} to {other_one}"));
static_assert(HasGoodPlaceholders("none"));
static_assert(!HasGoodPlaceholders("from {} to {time}"));
static_assert(!HasGoodPlaceholders("from {0}"));
static_assert(!HasGoodPlaceholders("from {time} to {time}"));
static_assert(!HasGoodPlaceholders("from {time"));
static_assert(!HasGoodPlaceholders("from time}"));
static_assert(!HasGoodPlaceholders("from {{time}}"));

consteval bool IsComplete(const CodeInfo& info) {
  return !info.formats.empty() && !info.message.empty() &&
         !info.cause.empty() && !info.advice.empty();
}

// ---- The table --------------------------------------------------------------

consteval auto MakeCatalog() {
  using enum Severity;
  using enum Format;
  constexpr FormatSet kForge = kForgeFormats;
  constexpr FormatSet kAnyFormat = FormatSet::All();
  return std::to_array<CodeInfo>({
#define CLIPGUARD_FINDING(enumerator, its_name, its_severity, its_formats, \
                          ...)                                             \
  {.code = FindingCode::enumerator,                                        \
   .name = its_name,                                                       \
   .severity = its_severity,                                               \
   .formats = its_formats,                                                 \
   __VA_ARGS__},
#include "parser/finding_list.inc"
#undef CLIPGUARD_FINDING
  });
}
constexpr auto kCatalog = MakeCatalog();

consteval const CodeInfo& EntryOf(FindingCode code) {
  return kCatalog[static_cast<size_t>(code)];
}

#define CLIPGUARD_FINDING(enumerator, its_name, ...)                           \
  static_assert(IsNameOf(its_name, #enumerator),                               \
                "the name is not the enumerator's");                           \
  static_assert(IsComplete(EntryOf(FindingCode::enumerator)),                  \
                "formats, message, cause or advice is missing");               \
  static_assert(HasGoodPlaceholders(EntryOf(FindingCode::enumerator).message), \
                "a placeholder is not a {name}, or comes twice");
#include "parser/finding_list.inc"
#undef CLIPGUARD_FINDING

// ---- Messages and names -----------------------------------------------------

template <typename Text>
std::string Fill(std::string_view message, std::span<const Text> arguments) {
  std::string out;
  for (const Text& argument : arguments) {
    const size_t begin = message.find('{');
    if (begin == std::string_view::npos) break;
    out += message.substr(0, begin);
    out += argument;
    message.remove_prefix(message.find('}', begin) + 1);
  }
  return out += message;
}

constexpr char Fold(char c) { return c == '-' ? '_' : ToUpper(c); }

}  // namespace

std::string_view SeverityName(Severity severity) {
  return severity == Severity::kError ? "error" : "warning";
}

const CodeInfo& GetCodeInfo(FindingCode code) {
  assert(static_cast<size_t>(code) < kCatalog.size());
  return kCatalog[static_cast<size_t>(code)];
}

std::span<const CodeInfo> AllCodes() { return kCatalog; }

std::optional<FindingCode> FindCode(std::string_view name) {
  for (const CodeInfo& info : kCatalog) {
    if (std::equal(name.begin(), name.end(), info.name.begin(), info.name.end(),
                   [](char a, char b) { return Fold(a) == Fold(b); })) {
      return info.code;
    }
  }
  return std::nullopt;
}

std::string FillMessage(std::string_view message,
                        std::span<const std::string> arguments) {
  return Fill(message, arguments);
}

std::string FillMessage(std::string_view message,
                        std::span<const std::string_view> arguments) {
  return Fill(message, arguments);
}

}  // namespace clipguard
