// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/rules/config.h"

// The library reports faults as values, not as exceptions. It reads floats with
// std::from_chars(): with streams, which it would take under GCC and clang, the
// WebAssembly module would contain all of their locales.
#define TOML_EXCEPTIONS 0
#define TOML_FLOAT_CHARCONV 1
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

#include "absl/strings/str_format.h"
#include "base/nearest_name.h"
#include "base/text.h"
#include "cli/io/size_text.h"
#include "cli/rules/targets.h"

namespace clipguard::cli {
namespace {

constexpr std::array<std::string_view, 4> kRuleKeys = {"ignore", "error",
                                                       "warn", "only"};
constexpr std::array<std::string_view, 13> kKeys = {
    "ignore",  "error",   "warn",          "only",     "include",
    "exclude", "fail-on", "unrecognised",  "baseline", "override",
    "for",     "limits",  "special-events"};
constexpr std::array<std::string_view, 5> kOverrideKeys = {
    "paths", "ignore", "error", "warn", "only"};

bool IsOneOf(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string Quoted(std::string_view name) {
  return "'" + std::string(name) + "'";
}

// Returns a part of the input for a message, shortened and printable.
std::string Shown(std::string_view text) {
  constexpr size_t kMost = 64;
  return Shortened(ToPrintable(text.substr(0, 4 * kMost)), kMost);
}

// The library goes as deep as the text does, and has no limit for keys. Ours
// have two parts at most.
constexpr size_t kMostNested = 32;

// Where brackets are in one another, or a key has parts, above that. Strings
// and comments do not count; what is no TOML may give any place.
class NestingScan {
 public:
  explicit NestingScan(std::string_view text) : text_(text) {}

  std::optional<toml::source_position> Find() {
    while (!text_.empty()) {
      const char c = text_[0];
      if (c == '#') {
        Skip(std::min(text_.find('\n'), text_.size()));
      } else if (c == '"' || c == '\'') {
        SkipString(c);
      } else {
        if (!Count(c)) return place_;
        Skip(1);
      }
    }
    return std::nullopt;
  }

 private:
  // False if that is too much.
  bool Count(char c) {
    if (c == '.') return ++dots_ < kMostNested;
    if (c == ' ' || c == '\t' || c == '_' || c == '-' || c == '+' ||
        (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
        (c >= 'a' && c <= 'z')) {
      return true;
    }
    dots_ = 0;
    if (c == '[' || c == '{') return ++brackets_ <= kMostNested;
    if ((c == ']' || c == '}') && brackets_ != 0) --brackets_;
    return true;
  }

  void SkipString(char quote) {
    const std::string three(3, quote);
    const bool lines = text_.starts_with(three);
    Skip(lines ? 3 : 1);
    while (!text_.empty()) {
      if (lines ? text_.starts_with(three)
                : text_[0] == quote || text_[0] == '\n') {
        // More than three end a string with quotes in it.
        do {
          Skip(1);
        } while (lines && text_.starts_with(quote));
        return;
      }
      Skip(quote == '"' && text_[0] == '\\' ? 2 : 1);
    }
  }

  void Skip(size_t bytes) {
    for (const char c : text_.substr(0, bytes)) {
      if (c == '\n') {
        ++place_.line;
        place_.column = 1;
      } else if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) {
        ++place_.column;
      }
    }
    text_.remove_prefix(std::min(bytes, text_.size()));
  }

  std::string_view text_;
  toml::source_position place_ = {1, 1};
  size_t dots_ = 0;
  size_t brackets_ = 0;
};

// Reads the parts of a document; the first fault is kept, and all that comes
// after it is for nothing.
class ConfigReader {
 public:
  explicit ConfigReader(std::string_view name) : name_(name) {}

  const absl::Status& status() const { return status_; }

  void Fault(const toml::source_position& place, std::string_view message) {
    if (!status_.ok()) return;
    status_ = absl::InvalidArgumentError(
        absl::StrFormat("%s: %s", At(place), message));
  }

  void ReadRoot(const toml::table& root, Config& config) {
    CheckKeys(root, kKeys);
    ReadRules(root, config.rules);
    ReadGlobs(root, "include", config.include);
    ReadGlobs(root, "exclude", config.exclude);
    ReadName(root, "fail-on", kFailOnNames, config.fail_on);
    ReadName(root, "unrecognised", kUnrecognisedNames, config.unrecognised);
    ReadText(root, "baseline", config.baseline);
    if (const toml::node* const baseline = root.get("baseline")) {
      config.baseline_at = At(baseline->source().begin);
    }
    ReadList(root, "for", [&](const std::string& name) {
      return AddTarget(name, config.targets);
    });
    ReadList(root, "special-events", [&](const std::string& name) {
      absl::Status s = CheckSpecialEvent(name);
      if (s.ok()) config.special_events.push_back(name);
      return s;
    });
    ReadLimits(root, config);
    ReadOverrides(root, config);
  }

 private:
  std::string At(const toml::source_position& place) const {
    return absl::StrFormat("%s:%d:%d", ToPrintable(name_), place.line,
                           place.column);
  }

  static toml::source_position PlaceOf(const toml::node& node) {
    return node.source().begin;
  }

  void CheckKeys(const toml::table& table,
                 std::span<const std::string_view> known) {
    // The table is sorted; the first fault of the text is the one to name.
    const toml::key* first = nullptr;
    for (const auto& [key, value] : table) {
      if (IsOneOf(known, key.str())) continue;
      if (first == nullptr || key.source().begin < first->source().begin) {
        first = &key;
      }
    }
    if (first == nullptr) return;
    Fault(first->source().begin,
          absl::StrFormat("unknown key '%s'%s", Shown(first->str()),
                          DidYouMean(first->str(), known, Quoted)));
  }

  void ReadText(const toml::table& table, std::string_view key,
                std::string& text) {
    const toml::node* const node = table.get(key);
    if (node == nullptr) return;
    const auto* const value = node->as_string();
    if (value == nullptr || value->get().empty() ||
        value->get().find('\0') != std::string::npos) {
      Fault(PlaceOf(*node), absl::StrFormat("'%s' needs a text", key));
      return;
    }
    text = value->get();
  }

  void ReadName(const toml::table& table, std::string_view key,
                std::span<const std::string_view> known, std::string& name) {
    ReadText(table, key, name);
    if (name.empty() || IsOneOf(known, name)) return;
    std::string list;
    for (const std::string_view one : known) {
      if (!list.empty()) list += ", ";
      list += one;
    }
    Fault(
        PlaceOf(*table.get(key)),
        absl::StrFormat("'%s' is one of %s, not '%s'", key, list, Shown(name)));
  }

  // Calls `take` with each text of a list, and where it is.
  template <typename Take>
  void ReadList(const toml::table& table, std::string_view key, Take take) {
    const toml::node* const node = table.get(key);
    if (node == nullptr) return;
    const toml::array* const list = node->as_array();
    if (list == nullptr) {
      Fault(PlaceOf(*node),
            absl::StrFormat("'%s' needs a list: [\"...\"]", key));
      return;
    }
    for (const toml::node& element : *list) {
      const auto* const text = element.as_string();
      if (text == nullptr) {
        Fault(PlaceOf(element),
              absl::StrFormat("'%s' is a list of texts", key));
        return;
      }
      const absl::Status s = take(text->get());
      if (!s.ok()) {
        Fault(PlaceOf(element),
              std::string_view(s.message().data(), s.message().size()));
        return;
      }
    }
  }

  void ReadGlobs(const toml::table& table, std::string_view key,
                 std::vector<Glob>& globs) {
    ReadList(table, key, [&](const std::string& text) {
      auto glob = Glob::Parse(text);
      if (!glob.ok()) return glob.status();
      globs.push_back(*std::move(glob));
      return absl::OkStatus();
    });
  }

  void ReadCodes(const toml::table& table, std::string_view key,
                 std::vector<FindingCode>& codes) {
    ReadList(table, key, [&](const std::string& text) {
      const auto code = CodeOfName(text);
      if (!code.ok()) return code.status();
      codes.push_back(*code);
      return absl::OkStatus();
    });
  }

  void ReadRules(const toml::table& table, CodeRules& rules) {
    ReadCodes(table, kRuleKeys[0], rules.ignore);
    ReadCodes(table, kRuleKeys[1], rules.error);
    ReadCodes(table, kRuleKeys[2], rules.warn);
    ReadCodes(table, kRuleKeys[3], rules.only);
    const absl::Status s = rules.Check();
    if (s.ok()) return;
    // Where the first of the lists is.
    for (const std::string_view key : kRuleKeys) {
      const toml::node* const node = table.get(key);
      if (node == nullptr) continue;
      Fault(PlaceOf(*node),
            std::string_view(s.message().data(), s.message().size()));
    }
  }

  void ReadLimits(const toml::table& root, Config& config) {
    const toml::node* const node = root.get("limits");
    if (node == nullptr) return;
    const toml::table* const table = node->as_table();
    if (table == nullptr) {
      Fault(PlaceOf(*node), "limits are a table: [limits]");
      return;
    }
    std::array<std::string_view, kLimitTable.size()> names;
    std::ranges::transform(kLimitTable, names.begin(), &LimitInfo::name);
    CheckKeys(*table, names);
    for (const LimitInfo& limit : kLimitTable) {
      const toml::node* const value = table->get(limit.name);
      if (value == nullptr) continue;
      const auto size = SizeOf(*value);
      if (!size) {
        Fault(PlaceOf(*value),
              absl::StrFormat("'%s' needs a number, 1000 or \"64M\"",
                              limit.name));
        return;
      }
      config.limits.emplace_back(limit.member, *size);
    }
  }

  static std::optional<uint64_t> SizeOf(const toml::node& node) {
    if (const auto* const number = node.as_integer()) {
      if (number->get() < 0) return std::nullopt;
      return static_cast<uint64_t>(number->get());
    }
    const auto* const text = node.as_string();
    return text == nullptr ? std::nullopt : ParseSize(text->get());
  }

  void ReadOverrides(const toml::table& root, Config& config) {
    const toml::node* const node = root.get("override");
    if (node == nullptr) return;
    const toml::array* const list = node->as_array();
    if (list == nullptr) {
      Fault(PlaceOf(*node), "overrides begin with [[override]]");
      return;
    }
    for (const toml::node& element : *list) {
      const toml::table* const table = element.as_table();
      if (table == nullptr) {
        Fault(PlaceOf(element), "overrides begin with [[override]]");
        return;
      }
      CheckKeys(*table, kOverrideKeys);
      Config::Override& one = config.overrides.emplace_back();
      ReadGlobs(*table, "paths", one.paths);
      if (one.paths.empty()) {
        Fault(PlaceOf(element), "an override needs 'paths'");
      }
      ReadRules(*table, one.rules);
    }
  }

  std::string_view name_;
  absl::Status status_;
};

}  // namespace

void Config::ApplyTo(std::string_view file, FindingLevels& levels) const {
  rules.ApplyTo(levels);
  for (const Override& one : overrides) {
    if (AnyMatches(one.paths, file)) one.rules.ApplyTo(levels);
  }
}

absl::StatusOr<Config> ParseConfig(std::string_view text,
                                   std::string_view name) {
  ConfigReader reader(name);
  if (const auto deep = NestingScan(text).Find()) {
    reader.Fault(*deep, absl::StrFormat("nested more than %d deep; no "
                                        "configuration is",
                                        kMostNested));
    return reader.status();
  }
  const toml::parse_result parsed = toml::parse(text);
  if (!parsed) {
    reader.Fault(parsed.error().source().begin,
                 ToPrintable(parsed.error().description()));
    return reader.status();
  }
  Config config;
  reader.ReadRoot(parsed.table(), config);
  if (!reader.status().ok()) return reader.status();
  return config;
}

}  // namespace clipguard::cli
