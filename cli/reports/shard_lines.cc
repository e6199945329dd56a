// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/reports/shard_lines.h"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "base/json_writer.h"

namespace clipguard::cli {
namespace {

constexpr std::string_view kOpening = R"({"clipguard":"shard","version":")";
constexpr std::string_view kTrailerOpening = R"({"end":true,"files":)";

// Returns the text in `line` after `key` and before the next quote, comma or
// brace.
std::string_view After(std::string_view key, std::string_view line) {
  const size_t at = line.find(key);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = line.substr(at + key.size());
  return rest.substr(0, std::min(rest.find_first_of("\",}"), rest.size()));
}

// 0 if there is no number: then the line that is made of it is another.
uint64_t NumberAfter(std::string_view key, std::string_view line) {
  const std::string_view digits = After(key, line);
  uint64_t number = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return error == std::errc() ? number : 0;
}

std::string_view WithoutBreak(std::string_view line) {
  line.remove_suffix(1);
  return line;
}

}  // namespace

std::string HeaderLine(const ShardHeader& header) {
  JsonWriter json;
  json.BeginObject();
  json.Field("clipguard", "shard");
  json.Field("version", header.version);
  json.Field("shard", header.shard);
  json.Field("of", header.of);
  json.Field("files", header.files);
  json.Field("run", header.run);
  json.Field("failOn", header.never_fails ? "none" : "error");
  json.EndObject();
  std::string line = json.Take();
  line += '\n';
  return line;
}

std::string TrailerLine(const ShardTrailer& trailer) {
  JsonWriter json;
  json.BeginObject();
  json.Field("end", true);
  json.Field("files", trailer.files);
  if (!trailer.digest.empty()) json.Field("digest", trailer.digest);
  json.EndObject();
  std::string line = json.Take();
  line += '\n';
  return line;
}

bool LooksLikeHeader(std::string_view line) {
  return line.starts_with(kOpening);
}

std::optional<ShardHeader> ReadHeaderLine(std::string_view line) {
  if (!LooksLikeHeader(line)) return std::nullopt;
  ShardHeader header{.version = VersionOfHeader(line),
                     .shard = NumberAfter("\"shard\":", line),
                     .of = NumberAfter("\"of\":", line),
                     .files = NumberAfter("\"files\":", line),
                     .run = std::string(After("\"run\":\"", line)),
                     .never_fails = After("\"failOn\":\"", line) == "none"};
  const bool in_range = header.shard != 0 && header.shard <= header.of;
  if (!in_range || WithoutBreak(HeaderLine(header)) != line) {
    return std::nullopt;
  }
  return header;
}

std::optional<ShardTrailer> ReadTrailerLine(std::string_view line) {
  if (!line.starts_with(kTrailerOpening)) return std::nullopt;
  ShardTrailer trailer{.files = NumberAfter(kTrailerOpening, line),
                       .digest = std::string(After("\"digest\":\"", line))};
  if (WithoutBreak(TrailerLine(trailer)) != line) return std::nullopt;
  return trailer;
}

std::string VersionOfHeader(std::string_view line) {
  return std::string(After("\"version\":\"", line));
}

}  // namespace clipguard::cli
