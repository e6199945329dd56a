// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// FileReport: everything that a report says about one file, and CheckFile(),
// which finds it out.

#ifndef CLIPGUARD_CLI_REPORTS_FILE_REPORT_H_
#define CLIPGUARD_CLI_REPORTS_FILE_REPORT_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "cli/files/input_file.h"
#include "cli/files/inputs.h"
#include "cli/formats/format_handler.h"
#include "cli/io/environment.h"
#include "cli/reports/codes/excerpt.h"
#include "cli/reports/fixes.h"
#include "parser/finding.h"
#include "parser/finding_levels.h"

namespace clipguard::cli {

// The effect of clipguard repair on a code in a file.
struct Mend {
  FindingCode code{};
  bool unsafe = false;  // with --unsafe only
  bool all = true;      // no finding of that code is left afterwards
};

struct FileReport {
  std::string file;              // as named
  std::optional<Format> format;  // none fits: nothing
  // The kind of the file, if no format fits and that is no error: "a PNG
  // image". Then there are no findings.
  std::string not_ours;
  uint64_t bytes = 0;
  Summary summary;
  FindingList findings;
  // For each finding, if CheckOptions asked for them: see CharacterColumns().
  std::vector<uint64_t> character_columns;
  // For each finding, if CheckOptions asked for them: see MakeExcerpts().
  std::vector<Excerpt> excerpts;
  // The answer of repair: nothing, unless CheckOptions asked for excerpts, no
  // OpenFile is there, and the file is small enough.
  std::optional<std::vector<Mend>> mends;
  // Edits that would mend some findings, if CheckOptions asked for them.
  std::vector<FileFix> fixes;
  // Why the file could not be read; then all but `file` is meaningless.
  std::string problem;
  // Occurrences that a baseline knows; they are in no finding.
  uint64_t baselined = 0;

  bool readable() const { return problem.empty(); }
  // A capture is one, too: it plays as a recording does.
  bool is_recording() const { return IsRecording(format); }
  // "mrtk"; empty: no format fits.
  std::string_view format_name() const;
  // "MRTK"; empty: no format fits.
  std::string_view title() const;
  uint64_t errors() const { return findings.errors(); }
  uint64_t warnings() const { return findings.warnings(); }
  uint64_t ignored() const { return findings.ignored(); }
};

// Why a file could not be read, in a line for standard error; empty if it
// could.
std::string ProblemOf(const FileReport& report);

// For larger files repair is not asked what it mends: that takes as much time
// as reading them several times.
inline constexpr uint64_t kMostBytesAsked = uint64_t{1} << 20;

struct CheckOptions {
  ReadOptions read;
  // Returns the levels of codes in a file of a format, or of none; null: those
  // of the catalogue. If FORMAT_UNKNOWN is ignored, such a file is skipped.
  // Thread-safe.
  std::function<FindingLevels(const Input&, std::optional<Format>)> levels =
      nullptr;
  // Takes out the findings that are known already. Thread-safe.
  std::function<void(const FindingLevels&, FileReport&)> judge = nullptr;
  bool character_columns = false;
  bool excerpts = false;  // and what repair mends
  bool fixes = false;
  bool follow_symlinks = false;  // out of folders that are searched, too
  // Read files that fit no format to their end, too.
  bool foreign = false;
  std::optional<Format> forced = std::nullopt;  // --as
  // Owners of the objects that `read` points to.
  std::shared_ptr<ForgeResources> resources = nullptr;
  std::shared_ptr<TextureFolder> textures = nullptr;
};

// CheckOptions::levels for commands that take no rules: what is not ours, and
// was found, not named, is only counted.
FindingLevels LevelsOfFound(const Input& input, std::optional<Format> format);

// Returns a text, for hashing, of all settings that change the result of
// CheckBytes() for the same bytes, except levels: equal if and only if the
// settings are. Only the presence of --resources is in it.
std::string SettingsOf(const CheckOptions& options);

// How files that are to be checked are read: with those limits; as far as is
// needed to recognise a format, and if there is none, no further.
InputFile::Options FileOptions(const CheckOptions& options,
                               const Environment& env);

// Whether some format fits an input.
bool IsRecognised(std::span<const uint8_t> bytes, const Input& input,
                  const CheckOptions& options);

// Checks the bytes of an input. Fills in `report` but for its `file`, and
// `levels` with the levels of codes. The returned OpenFile refers to the bytes;
// it is null if they cannot be read.
std::unique_ptr<OpenFile> CheckBytes(std::span<const uint8_t> bytes,
                                     const Input& input,
                                     const CheckOptions& options,
                                     FindingLevels& levels, FileReport& report);

// Called while the bytes are there, unless the file is unreadable. The OpenFile
// may be null; its model, which may be as large as the file, may be taken.
using LookAtFile = absl::FunctionRef<void(OpenFile* open, const FileReport&)>;

// Reads an input into `file` and checks it.
FileReport CheckFile(const Input& input, const CheckOptions& options,
                     InputFile& file, LookAtFile look);
// The same for the findings alone.
FileReport CheckFile(const Input& input, const CheckOptions& options,
                     InputFile& file);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_REPORTS_FILE_REPORT_H_
