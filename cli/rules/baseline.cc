// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/rules/baseline.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/memory/throwing_allocator.h"
#include "base/text.h"
#include "cli/rules/code_rules.h"
#include "rapidjson/memorystream.h"
#include "rapidjson/reader.h"

namespace clipguard::cli {
namespace {

constexpr std::string_view kKind = "baseline";
constexpr uint64_t kVersion = 1;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Reads a baseline; rapidjson calls it for each value. False ends the reading.
class BaselineReader {
 public:
  explicit BaselineReader(std::map<std::string, KnownPlaces>& files)
      : files_(files) {}

  // Empty if the fault is one of JSON itself.
  const std::string& fault() const { return fault_; }

  // Nothing is missing. REQUIRES: the text was read to its end.
  bool Complete() {
    if (!kind_seen_) return Fail("\"clipguard\": \"baseline\" is missing");
    if (version_ == 0) return Fail("\"version\" is missing");
    if (!findings_seen_) return Fail("\"findings\" is missing");
    return true;
  }

  bool Null() { return Unexpected("null"); }
  bool Bool(bool) { return Unexpected("a boolean"); }
  bool Int(int) { return Unexpected("a number below 1"); }
  bool Int64(int64_t) { return Unexpected("a number below 1"); }
  bool Double(double) { return Unexpected("a number with a fraction"); }
  bool RawNumber(const char*, rapidjson::SizeType, bool) { return false; }
  bool Uint(unsigned value) { return Uint64(value); }
  bool Uint64(uint64_t value) {
    if (where_ == Where::kRoot && key_ == "version") {
      if (value != kVersion) {
        return Fail(absl::StrFormat("version %d, not %d", value, kVersion));
      }
      version_ = value;
      return true;
    }
    if (where_ == Where::kEntry && key_ == "count" && value != 0) {
      count_ = value;
      return true;
    }
    return Unexpected("a number");
  }

  bool String(const char* data, rapidjson::SizeType size, bool) {
    const std::string_view text(data, size);
    if (where_ == Where::kRoot && key_ == "clipguard") {
      if (text != kKind) return Fail("this is another file of clipguard's");
      kind_seen_ = true;
      return true;
    }
    if (where_ != Where::kEntry) return Unexpected("a string");
    if (key_ == "code") {
      const auto code = CodeOfName(text);
      if (!code.ok()) return Fail(std::string(code.status().message()));
      code_ = *code;
      return true;
    }
    if (key_ == "count") return Unexpected("a string");
    (key_ == "file" ? file_ : path_) = std::string(text);
    return true;
  }

  bool Key(const char* data, rapidjson::SizeType size, bool) {
    key_.assign(data, size);
    const bool known =
        where_ == Where::kRoot
            ? key_ == "clipguard" || key_ == "version" || key_ == "findings"
            : key_ == "file" || key_ == "code" || key_ == "path" ||
                  key_ == "count";
    if (known) return true;
    return Fail(absl::StrFormat(
        "unknown key '%s'", Shortened(ToPrintable(key_.substr(0, 64)), 64)));
  }

  bool StartObject() {
    if (where_ == Where::kNowhere) {
      where_ = Where::kRoot;
      return true;
    }
    if (where_ != Where::kList) return Unexpected("an object");
    where_ = Where::kEntry;
    file_.reset();
    path_.reset();
    code_.reset();
    count_ = 0;
    return true;
  }

  bool EndObject(rapidjson::SizeType) {
    if (where_ == Where::kRoot) return true;
    where_ = Where::kList;
    if (!file_ || !path_ || !code_ || count_ == 0) {
      return Fail("an entry needs \"file\", \"code\", \"path\" and \"count\"");
    }
    uint64_t& count = files_[*file_][{*code_, *path_}];
    count = std::max(count, count_);
    return true;
  }

  bool StartArray() {
    if (where_ != Where::kRoot || key_ != "findings") {
      return Unexpected("a list");
    }
    where_ = Where::kList;
    findings_seen_ = true;
    return true;
  }

  bool EndArray(rapidjson::SizeType) {
    where_ = Where::kRoot;
    return true;
  }

 private:
  enum class Where { kNowhere, kRoot, kList, kEntry };

  bool Fail(std::string fault) {
    fault_ = std::move(fault);
    return false;
  }

  bool Unexpected(std::string_view what) {
    if (where_ == Where::kNowhere) return Fail("this is no baseline");
    if (where_ == Where::kList) {
      return Fail(absl::StrFormat("%s among the findings", what));
    }
    return Fail(absl::StrFormat("%s as \"%s\"", what, key_));
  }

  std::map<std::string, KnownPlaces>& files_;
  Where where_ = Where::kNowhere;
  std::string key_;
  std::string fault_;
  bool kind_seen_ = false;
  bool findings_seen_ = false;
  uint64_t version_ = 0;
  // Fields of the entry that is being read:
  std::optional<std::string> file_;
  std::optional<std::string> path_;
  std::optional<FindingCode> code_;
  uint64_t count_ = 0;
};

// "name:line:column: what".
absl::Status FaultAt(std::string_view name, std::string_view text,
                     size_t offset, std::string_view what) {
  const std::string_view before = text.substr(0, offset);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const size_t line_end = before.rfind('\n');
  const size_t column =
      before.size() - (line_end == std::string_view::npos ? 0 : line_end + 1);
  return absl::InvalidArgumentError(absl::StrFormat(
      "%s:%d:%d: %s", ToPrintable(name), line, column + 1, what));
}

}  // namespace

std::strong_ordering operator<=>(const KnownPlace& a, const KnownPlace& b) {
  if (a.code != b.code) {
    return GetCodeInfo(a.code).name <=> GetCodeInfo(b.code).name;
  }
  return a.path <=> b.path;
}

std::string PlaceOfPath(std::string_view path) {
  std::string out;
  for (size_t at = 0; at < path.size();) {
    const char opening = path[at];
    size_t end = at + 1;
    while (end < path.size() && IsDigit(path[end])) ++end;
    const bool digits = end > at + 1;
    // "[3]" anywhere, "/3" as a whole part.
    if (digits && opening == '[' && end < path.size() && path[end] == ']') {
      out += "[]";
      at = end + 1;
    } else if (digits && opening == '/' &&
               (end == path.size() || path[end] == '/')) {
      out += "/[]";
      at = end;
    } else {
      out += opening;
      ++at;
    }
  }
  return ToUtf8(out);
}

std::string NameInBaseline(std::string_view file) { return ToPercent(file); }

std::string FileOfName(std::string_view name) { return FromPercent(name); }

KnownPlaces PlacesOf(const FindingList& findings) {
  KnownPlaces places;
  for (const Finding& finding : findings.findings()) {
    places[{finding.code, PlaceOfPath(finding.path)}] += finding.count;
  }
  return places;
}

absl::StatusOr<Baseline> Baseline::Parse(std::string_view text,
                                         std::string_view name) {
  Baseline baseline;
  BaselineReader handler(baseline.files_);
  rapidjson::MemoryStream stream(text.data(), text.size());
  rapidjson::GenericReader<rapidjson::UTF8<>, rapidjson::UTF8<>,
                           ThrowingAllocator>
      reader;
  const rapidjson::ParseResult result =
      reader.Parse < rapidjson::kParseIterativeFlag |
      rapidjson::kParseValidateEncodingFlag > (stream, handler);
  if (result.IsError()) {
    return FaultAt(
        name, text, std::min(result.Offset(), text.size()),
        handler.fault().empty() ? "this is no JSON" : handler.fault());
  }
  if (!handler.Complete()) {
    return FaultAt(name, text, text.size(), handler.fault());
  }
  return baseline;
}

std::string Baseline::ToText() const {
  std::string out = absl::StrFormat(
      "{\"clipguard\":\"%s\",\"version\":%d,\"findings\":[", kKind, kVersion);
  bool first = true;
  for (const auto& [file, places] : files_) {
    for (const auto& [place, count] : places) {
      out += first ? "\n" : ",\n";
      first = false;
      out += "{\"file\":";
      AppendJson(file, out);
      absl::StrAppendFormat(
          &out, ",\"code\":\"%s\",\"path\":", GetCodeInfo(place.code).name);
      AppendJson(place.path, out);
      absl::StrAppendFormat(&out, ",\"count\":%d}", count);
    }
  }
  out += "\n]}\n";
  return out;
}

void Baseline::Set(const std::string& file, KnownPlaces places) {
  if (places.empty()) {
    files_.erase(file);
  } else {
    files_[file] = std::move(places);
  }
}

uint64_t Baseline::Excuse(const std::string& file,
                          FindingList& findings) const {
  const auto known = files_.find(file);
  if (known == files_.end()) return 0;
  const KnownPlaces found = PlacesOf(findings);
  return findings.Remove([&](const Finding& finding) {
    const KnownPlace place{finding.code, PlaceOfPath(finding.path)};
    const auto entry = known->second.find(place);
    return entry != known->second.end() &&
           found.find(place)->second <= entry->second;
  });
}

KnownPlaces Baseline::Fixed(const std::string& file,
                            const FindingList& findings,
                            const FindingLevels& levels) const {
  const auto known = files_.find(file);
  if (known == files_.end() || findings.dropped() != 0) return {};
  const KnownPlaces found = PlacesOf(findings);
  KnownPlaces fixed;
  for (const auto& [place, count] : known->second) {
    if (levels.of(place.code) == FindingLevel::kIgnored) continue;
    const auto entry = found.find(place);
    const uint64_t now = entry == found.end() ? 0 : entry->second;
    if (now < count) fixed[place] = count - now;
  }
  return fixed;
}

}  // namespace clipguard::cli
