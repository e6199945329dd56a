// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// ReportDocument: one HTML page about many files, written piece by piece.
//
//   ReportDocument page({.most_bytes = 20'000'000}, write);
//   page.Begin();
//   for (...) page.Add(entry, findings, detail);
//   page.End("0.1.0");
//
// The page is self-contained. Data that does not fit is left out, and the page
// says so. The same calls give the same bytes. If most_bytes is 1 MiB or more,
// the page has no more bytes than that, whatever the texts are.

#ifndef CLIPGUARD_REPORT_HTML_DOCUMENT_H_
#define CLIPGUARD_REPORT_HTML_DOCUMENT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json_writer.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"

namespace clipguard::report {

// The verdict on a file.
enum class FileVerdict : uint8_t {
  kValid,
  kWarnings,    // and no errors
  kInvalid,     // errors
  kUnreadable,  // nobody knows
  kForeign,     // of no format that clipguard reads, and nobody minds
};

// The facts of a file, as `clipguard info` says it, too.
struct FileFacts {
  std::optional<double> seconds;  // of a recording, or of the longest clip
  std::string parts;              // "2 hands", "58 bones"
  // The share of the time, from 0 to 1; nothing without such a hand.
  std::optional<double> left_tracked = {};
  std::optional<double> right_tracked = {};
  std::optional<uint64_t> keys = 0;  // nothing where there can be none
};

struct FileEntry {
  std::string path;
  std::string format;   // "mrtk"; empty: none fits
  std::string version;  // empty: unknown
  std::string layout;
  std::string summary;
  std::string problem;  // why it is unreadable, or what it is if it is foreign
  uint64_t bytes = 0;
  FileVerdict verdict = FileVerdict::kValid;
  uint64_t errors = 0;
  uint64_t warnings = 0;
  uint64_t ignored = 0;    // occurrences
  uint64_t baselined = 0;  // occurrences
  // The address of its own page, if it has one, seen from here.
  std::string page = {};
  // Only files without errors have them.
  std::optional<FileFacts> facts = {};
  uint32_t rules = 0;  // that a file of its format is held against
};

// A finding as the page shows it.
struct FindingEntry {
  Finding finding;
  std::optional<double> time = {};  // seconds from the file's start
  // Which of the file's findings it follows from, if from one.
  std::optional<size_t> cause = {};
};

// The description of a code.
struct CodeEntry {
  std::string title;
  std::string advice;
  std::string repair;  // empty: none
};

class ReportDocument {
 public:
  struct Options {
    uint64_t most_bytes = 20'000'000;
    std::string home = {};  // the address of the list of all files; empty: this
    // Addresses of the pages of the files before and after; empty: none.
    std::string previous = {};
    std::string next = {};
    // Describes a code that occurs. REQUIRES: there is one.
    std::function<CodeEntry(FindingCode)> about;
  };

  ReportDocument(Options options, std::function<void(std::string_view)> write)
      : options_(std::move(options)), write_(std::move(write)) {}

  void Begin();

  // Adds a file. `detail` is what shows when it is opened: what a DetailWriter
  // packed, or empty.
  void Add(const FileEntry& file, std::span<const FindingEntry> findings,
           std::string_view detail);

  // `version` is the program's.
  void End(std::string_view version);

  // Bytes that were written.
  uint64_t bytes() const { return bytes_; }
  const std::vector<std::string>& left_out() const { return left_out_; }

 private:
  // The table of findings has so many columns; their names are in document.cc.
  static constexpr size_t kColumns = 11;
  // A finding's JSON values, as they stand in the page.
  using Row = std::array<std::string, kColumns>;

  void Write(std::string_view text);
  // Bytes that may still be written.
  uint64_t room() const;
  // Writes what shows when the last file of file_rows_ is opened, or holds it
  // back.
  void AddDetail(const FileEntry& file, std::string_view detail);
  // Writes what was held back, as long as there is room.
  void WriteHeldBack();
  // Whether the index may take so many bytes more; then it has.
  bool TakeIndex(uint64_t bytes);
  Row RowOf(const FindingEntry& entry) const;
  // Rows of as many of a file's findings as fit into the index.
  std::vector<Row> TakeFindings(std::span<const FindingEntry> findings);
  void WriteCounts(JsonWriter& json) const;
  void WriteLeftOut(JsonWriter& json);

  Options options_;
  std::function<void(std::string_view)> write_;
  uint64_t bytes_ = 0;
  uint64_t files_ = 0;
  uint64_t listed_ = 0;
  uint64_t file_bytes_ = 0;
  uint64_t errors_ = 0;
  uint64_t warnings_ = 0;
  uint64_t ignored_ = 0;
  uint64_t baselined_ = 0;
  uint64_t findings_ = 0;
  std::array<uint64_t, 5> verdicts_ = {};
  // The rows and columns of the index as JSON, as they are in the page.
  std::vector<std::string> file_rows_;
  std::array<std::string, kColumns> columns_;
  std::map<FindingCode, std::string> codes_;
  // Blocks of files without findings, by number: what those with findings leave
  // is theirs.
  std::vector<std::pair<uint64_t, std::string>> held_back_;
  uint64_t held_back_bytes_ = 0;
  // Bytes of rows, columns and codes.
  uint64_t index_bytes_ = 0;
  uint64_t details_left_out_ = 0;
  uint64_t findings_left_out_ = 0;
  uint64_t files_left_out_ = 0;
  std::vector<std::string> left_out_;
};

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_HTML_DOCUMENT_H_
