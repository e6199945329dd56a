// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/reports/shards/shard_set.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/text.h"
#include "cli/io/digest.h"
#include "cli/reports/shards/report_reader.h"
#include "cli/reports/version.h"

namespace clipguard::cli {
namespace {

// How each line of a report of --format=json begins.
constexpr std::string_view kPlainOpening = "{\"file\":";

// Takes a line, without its line break, off the front of a text.
std::string_view TakeLine(std::string_view& text) {
  const size_t size = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, size);
  text.remove_prefix(std::min(size + 1, text.size()));
  return line;
}

uint64_t LinesOf(std::string_view text) {
  return static_cast<uint64_t>(std::count(text.begin(), text.end(), '\n'));
}

std::string Called(const ShardHeader& header) {
  return absl::StrFormat("shard %d of %d", header.shard, header.of);
}

absl::Status NotOurs(const std::string& name, const std::string& why) {
  return absl::InvalidArgumentError(absl::StrCat(ToPrintable(name), ": ", why));
}

// Which file has a line twice, if one has: it may stand in place of another's.
std::string Twice(std::string_view lines) {
  std::map<std::string_view, uint64_t> numbers;
  for (uint64_t number = 2; !lines.empty(); ++number) {
    const std::string_view line = TakeLine(lines);
    const auto [first, is_new] = numbers.emplace(line, number);
    if (is_new) continue;
    const auto read = ReadReportLine(line);
    return absl::StrFormat(
        ": lines %d and %d are the same%s", first->second, number,
        read.ok() ? ", of " + ToPrintable(read->report.file) : std::string());
  }
  return {};
}

absl::Status Torn(const std::string& name, const std::string& why) {
  return absl::UnavailableError(
      absl::StrCat(ToPrintable(name), ": ", why,
                   "; it was not written to its end: run this part again"));
}

}  // namespace

absl::StatusOr<ShardSet::Part> ShardSet::ReadPart(const ShardText& text) {
  Part part{.name = text.name, .header = {}, .lines = text.text};
  if (text.text.empty()) return Torn(text.name, "the report is empty");
  const std::string_view first = TakeLine(part.lines);
  const bool ended = text.text.ends_with('\n');
  if (!LooksLikeHeader(first)) {
    // An object that was cut may have been the beginning of either report.
    const bool cut = first.starts_with('{') && !ended &&
                     first.find('}') == std::string_view::npos &&
                     first.size() == text.text.size();
    if (!cut && !first.starts_with(kPlainOpening)) {
      return NotOurs(text.name,
                     "this is no report of validate --format=json or "
                     "--output=shard:FILE");
    }
    if (!ended) return Torn(text.name, "the last line has no end");
    part.plain = true;
    part.lines = text.text;
    part.header.files = LinesOf(text.text);
    return part;
  }
  const auto header = ReadHeaderLine(first);
  if (const std::string version = VersionOfHeader(first); version != kVersion) {
    return NotOurs(
        text.name,
        absl::StrFormat("written by clipguard %s, and this is %s: "
                        "all have to be of one version",
                        Shortened(ToPrintable(version), 40), kVersion));
  }
  if (!header) {
    return text.text.size() == first.size()
               ? Torn(text.name, "the first line has no end")
               : NotOurs(text.name, "the first line is not in order");
  }
  part.header = *header;
  part.first_line = 2;
  // The last line.
  std::string_view body = part.lines;
  if (ended && !body.empty()) body.remove_suffix(1);
  const size_t last_break = body.rfind('\n');
  const size_t lines_end =
      last_break == std::string_view::npos ? 0 : last_break + 1;
  const auto trailer = ReadTrailerLine(body.substr(lines_end));
  if (!ended || !trailer) return Torn(text.name, "its last line is missing");
  part.lines = part.lines.substr(0, lines_end);
  const uint64_t lines = LinesOf(part.lines);
  if (lines != trailer->files || lines != header->files_here()) {
    return Torn(text.name,
                absl::StrFormat("it has %s, and should have %d",
                                Count(lines, "file"), header->files_here()));
  }
  const size_t before_trailer = first.size() + 1 + lines_end;
  if (trailer->digest != Hex(DigestOf(text.text.substr(0, before_trailer)))) {
    return absl::UnavailableError(absl::StrFormat(
        "%s: %s; run this part again", ToPrintable(text.name),
        trailer->digest.empty()
            ? "it is of an earlier build, without the digest by which one sees "
              "that nobody has changed it"
            : "somebody has changed it" + Twice(part.lines)));
  }
  return part;
}

absl::Status ShardSet::AddPart(Part part) {
  if (part.plain) {
    plain_.push_back(part.name);
    runs_.push_back({std::move(part)});
    return absl::OkStatus();
  }
  const auto same_run = [&](const Run& run) {
    const ShardHeader& other = run.front().header;
    return !run.front().plain && other.run == part.header.run &&
           other.of == part.header.of && other.files == part.header.files;
  };
  const auto run = std::find_if(runs_.begin(), runs_.end(), same_run);
  if (run == runs_.end()) {
    runs_.push_back({std::move(part)});
    return absl::OkStatus();
  }
  for (const Part& other : *run) {
    if (other.header.shard != part.header.shard) continue;
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s and %s are both %s of one run", ToPrintable(other.name),
        ToPrintable(part.name), Called(part.header)));
  }
  run->push_back(std::move(part));
  return absl::OkStatus();
}

absl::Status ShardSet::CheckComplete(const Run& run) {
  const ShardHeader& header = run.front().header;
  if (run.front().plain || run.size() == header.of) return absl::OkStatus();
  uint64_t missing = 1;
  while (std::ranges::any_of(
      run, [&](const Part& part) { return part.header.shard == missing; })) {
    ++missing;
  }
  return absl::UnavailableError(absl::StrFormat(
      "shard %d of %d is missing of the run that %s is of (%d of %d are here)",
      missing, header.of, ToPrintable(run.front().name), run.size(),
      header.of));
}

absl::StatusOr<ShardSet> ShardSet::Make(std::vector<ShardText> texts) {
  ShardSet set;
  for (const ShardText& text : texts) {
    auto part = ReadPart(text);
    if (!part.ok()) return part.status();
    if (absl::Status s = set.AddPart(*std::move(part)); !s.ok()) return s;
  }
  absl::Status incomplete;
  const Run* first = nullptr;
  for (Run& run : set.runs_) {
    std::sort(run.begin(), run.end(), [](const Part& a, const Part& b) {
      return a.header.shard < b.header.shard;
    });
    set.files_ += run.front().header.files;
    absl::Status s = CheckComplete(run);
    if (s.ok()) continue;
    // Two runs of which parts are missing are most likely meant to be one.
    if (first != nullptr) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "%s (%s) and %s (%s) are of different runs: the files, their order "
          "or the flags were not the same",
          ToPrintable(first->front().name), Called(first->front().header),
          ToPrintable(run.front().name), Called(run.front().header)));
    }
    incomplete = std::move(s);
    first = &run;
  }
  if (!incomplete.ok()) return incomplete;
  return set;
}

bool ShardSet::never_fails() const {
  return std::ranges::all_of(
      runs_, [](const Run& run) { return run.front().header.never_fails; });
}

ShardHeader ShardSet::header() const {
  ShardHeader header{.version = std::string(kVersion),
                     .files = files_,
                     .never_fails = never_fails()};
  std::string runs;
  for (const Run& run : runs_) runs += run.front().header.run + '\n';
  header.run = runs_.size() == 1 ? runs_.front().front().header.run
                                 : Hex(DigestOf(runs));
  return header;
}

absl::Status ShardSet::ForEach(
    absl::FunctionRef<bool(FileReport)> visit) const {
  for (const Run& run : runs_) {
    std::vector<std::string_view> left;
    for (const Part& part : run) left.push_back(part.lines);
    const ShardHeader& header = run.front().header;
    for (uint64_t i = 0; i < header.files; ++i) {
      const size_t turn = i % run.size();
      auto read = ReadReportLine(TakeLine(left[turn]));
      if (!read.ok() ||
          (!run[turn].plain && read->detail != JsonDetail::kForMerge)) {
        return NotOurs(absl::StrCat(run[turn].name, ":",
                                    run[turn].first_line + i / run.size()),
                       read.ok() ? std::string("\"merge\" is missing")
                                 : std::string(read.status().message()));
      }
      if (!visit(std::move(read->report))) return absl::OkStatus();
    }
  }
  return absl::OkStatus();
}

}  // namespace clipguard::cli
