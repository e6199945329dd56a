// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Verdicts on recordings that are not part of this project: files of the
// recorder's own serializer, damaged variants of them, and one from a device.
// CLIPGUARD_DATA names the folder that has them; without it the tests are
// skipped.

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"
#include "parser/detect/format.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"
#include "parser/finding_levels.h"
#include "parser/mrtk/checks/target_check.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/input_animation_view.h"
#include "parser/target.h"
#include "simdjson.h"
#include "testing/sample_files.h"

namespace clipguard::mrtk {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> RecordingsIn(const fs::path& folder) {
  std::vector<fs::path> paths;
  if (!fs::is_directory(folder)) return paths;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".bin") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

// The codes found, without repeats; findings of a file that no format fits
// are FORMAT_UNKNOWN.
std::set<std::string_view> CodesOf(const std::vector<uint8_t>& bytes) {
  if (!DetectFormat(bytes)) return {"FORMAT_UNKNOWN"};
  FindingList findings;
  ReadAndValidate(bytes, {}, findings);
  std::set<std::string_view> codes;
  for (const Finding& f : findings.findings()) {
    codes.insert(GetCodeInfo(f.code).name);
  }
  return codes;
}

bool HasErrors(const std::set<std::string_view>& codes) {
  return std::any_of(codes.begin(), codes.end(), [](std::string_view name) {
    const auto code = FindCode(name);
    return code && GetCodeInfo(*code).severity == Severity::kError;
  });
}

using MrtkSampleDataTest = RealRecordingsTest;

// ---- Files of the recorder --------------------------------------------------

void ExpectSoundAndRestored(const fs::path& path) {
  SCOPED_TRACE(path.filename());
  const std::vector<uint8_t> bytes = ReadBytes(path);
  EXPECT_EQ(DetectFormat(bytes), Format::kMrtk);
  FindingList findings;
  const auto view = ReadAndValidate(bytes, {}, findings);
  ASSERT_TRUE(view);
  EXPECT_EQ(findings.errors(), 0u);
  for (const Finding& f : findings.findings()) {
    if (f.severity() != Severity::kError) continue;
    ADD_FAILURE() << GetCodeInfo(f.code).name << ' ' << f.path << ": "
                  << f.message;
  }
  const auto encoded = WriteInputAnimation(CopyOf(*view), LayoutOf(*view));
  ASSERT_TRUE(encoded.ok()) << encoded.status();
  EXPECT_TRUE(*encoded == bytes);
}

TEST_F(MrtkSampleDataTest, RecordersOwnFilesAreSound) {
  const std::vector<fs::path> paths = RecordingsIn(folder() / "golden");
  EXPECT_FALSE(paths.empty());
  for (const fs::path& path : paths) ExpectSoundAndRestored(path);
}

TEST_F(MrtkSampleDataTest, DevicesOwnFilesAreSound) {
  const std::vector<fs::path> paths = RecordingsIn(folder() / "real");
  EXPECT_FALSE(paths.empty());
  for (const fs::path& path : paths) ExpectSoundAndRestored(path);
}

// ---- Damaged files ----------------------------------------------------------

// The verdict that the format page demands for each damaged file, worked out by
// hand: the code that its damage must give, empty where only the severity
// follows (a misalignment shows wherever the bytes happen to make no sense).
struct Verdict {
  std::string_view file;
  Severity severity;
  std::string_view code;
};

constexpr Severity kError = Severity::kError;
constexpr Severity kWarning = Severity::kWarning;

constexpr Verdict kVerdicts[] = {
    {"v11_trunc_empty", kError, "FORMAT_UNKNOWN"},
    {"v11_trunc_magic", kError, "FILE_TRUNCATED"},
    {"v11_trunc_after_magic", kError, "FILE_TRUNCATED"},
    {"v11_trunc_major", kError, "FILE_TRUNCATED"},
    {"v11_trunc_header", kError, "FILE_TRUNCATED"},
    {"v11_trunc_flags", kError, "FILE_TRUNCATED"},
    {"v11_trunc_after_flags", kError, "FILE_TRUNCATED"},
    {"v11_trunc_curve_header", kError, "FILE_TRUNCATED"},
    {"v11_trunc_curve_count", kError, "FILE_TRUNCATED"},
    // A key count that cannot fit in the rest of the file.
    {"v11_trunc_key", kError, "KEY_COUNT_TOO_LARGE"},
    {"v11_trunc_between_curves", kError, "FILE_TRUNCATED"},
    {"v11_trunc_before_markers", kWarning, "MARKER_LIST_MISSING"},
    {"v11_trunc_marker_count", kError, "FILE_TRUNCATED"},
    {"v11_trunc_marker_time", kError, "FILE_TRUNCATED"},
    {"v11_trunc_marker_len", kError, "FILE_TRUNCATED"},
    {"v11_trunc_marker_name", kError, "MARKER_NAME_PAST_END"},
    {"v11_neg_key_count", kError, "KEY_COUNT_NEGATIVE"},
    {"v11_min_key_count", kError, "KEY_COUNT_NEGATIVE"},
    {"v11_huge_key_count", kError, "KEY_COUNT_TOO_LARGE"},
    {"v11_big_key_count", kError, "KEY_COUNT_TOO_LARGE"},
    {"v11_key_count_plus1", kError, ""},
    {"v11_key_count_minus1", kError, ""},
    {"v11_neg_marker_count", kError, "MARKER_COUNT_NEGATIVE"},
    {"v11_huge_marker_count", kError, "MARKER_COUNT_TOO_LARGE"},
    // The names are long enough for one more marker to fit, if only just: it
    // is the marker that the file ends before.
    {"v11_marker_count_plus1", kError, "FILE_TRUNCATED"},
    {"v11_marker_count_zero", kError, "TRAILING_BYTES"},
    {"v11_bad_magic", kError, "MAGIC_MISMATCH"},
    {"v11_big_endian_magic", kError, "MAGIC_MISMATCH"},
    {"v11_major0", kError, "VERSION_UNSUPPORTED"},
    {"v11_major2", kError, "VERSION_UNSUPPORTED"},
    {"v11_major_neg", kError, "VERSION_UNSUPPORTED"},
    {"v11_minor2", kError, "VERSION_UNSUPPORTED"},
    {"v11_minor_neg", kError, "VERSION_UNSUPPORTED"},
    {"v11_minor_swapped", kError, ""},
    {"v11_bool_nonone", kWarning, "PRESENCE_BYTE_UNUSUAL"},
    {"v11_gaze_flag_cleared", kError, ""},
    {"v11_bad_7bit_len", kError, "MARKER_NAME_LENGTH_MALFORMED"},
    {"v11_neg_7bit_len", kError, "MARKER_NAME_LENGTH_TOO_LARGE"},
    {"v11_7bit_len_overflow_bits", kError, "MARKER_NAME_LENGTH_TOO_LARGE"},
    {"v11_7bit_len_padded", kWarning, "MARKER_NAME_LENGTH_PADDED"},
    // The first name swallows the markers after it.
    {"v11_len_past_next", kError, ""},
    {"v11_len_huge", kError, "MARKER_NAME_PAST_END"},
    {"v11_invalid_utf8", kError, "MARKER_NAME_NOT_UTF8"},
    {"v11_overlong_utf8", kError, "MARKER_NAME_NOT_UTF8"},
    {"v11_surrogate_utf8", kError, "MARKER_NAME_NOT_UTF8"},
    {"v11_truncated_utf8", kError, "MARKER_NAME_NOT_UTF8"},
    {"v11_nul_in_name", kWarning, "MARKER_NAME_HAS_NUL"},
    {"v11_trailing_bytes", kError, "TRAILING_BYTES"},
    {"v11_trailing_zeros", kError, "TRAILING_BYTES"},
    {"v11_nan_time", kError, "KEY_TIME_NOT_FINITE"},
    {"v11_nan_value", kError, "KEY_VALUE_NOT_FINITE"},
    {"v11_inf_time", kError, "KEY_TIME_NOT_FINITE"},
    {"v11_unsorted_keys", kError, "KEY_TIME_DECREASING"},
    {"v11_dup_key_time", kWarning, "KEY_TIME_DUPLICATE"},
    {"v11_wrap_mode_odd", kError, "WRAP_MODE_UNKNOWN"},
    {"v11_nan_marker_time", kError, "MARKER_TIME_NOT_FINITE"},
    {"v11_unsorted_markers", kWarning, "MARKER_TIME_DECREASING"},
};

TEST_F(MrtkSampleDataTest, DamagedFilesGetTheVerdictOfTheFormatPage) {
  for (const Verdict& verdict : kVerdicts) {
    SCOPED_TRACE(verdict.file);
    const std::vector<uint8_t> bytes = ReadBytes(
        folder() / "malformed" / (std::string(verdict.file) + ".bin"));
    const std::set<std::string_view> codes = CodesOf(bytes);
    EXPECT_EQ(HasErrors(codes), verdict.severity == kError);
    EXPECT_FALSE(codes.empty());
    if (!verdict.code.empty()) {
      EXPECT_TRUE(codes.contains(verdict.code))
          << verdict.code << " is missing";
    }
  }
}

// Whether the target takes the file, for all that clipguard knows of it.
bool IsFineFor(Target target, const std::vector<uint8_t>& bytes) {
  FindingLevels levels;
  ApplyTarget(target, levels);
  FindingList findings({}, levels);
  const auto view = ReadDamagedAndValidate(bytes, {}, findings);
  if (view) CheckTarget(*view, target, findings);
  return DetectFormat(bytes) && findings.errors() == 0;
}

// Compares with the results of the recorder's own readers: a target must report
// an error in every file that its reader refused.
TEST_F(MrtkSampleDataTest, TargetsJudgeAsTheirReadersDid) {
  simdjson::dom::parser parser;
  simdjson::dom::object manifest;
  const std::string path = folder() / "malformed" / "manifest.json";
  ASSERT_EQ(parser.load(path).get(manifest), simdjson::SUCCESS);
  size_t lenient = 0;
  for (const auto& [name, entry] : manifest) {
    SCOPED_TRACE(name);
    const std::vector<uint8_t> bytes =
        ReadBytes(folder() / "malformed" / std::string(name));
    const auto took = [&, &e = entry](const char* reader) {
      const simdjson::dom::element result = e["reference_reader"][reader];
      return std::string_view(result["result"]) == "accepted" &&
             simdjson::dom::array(result["log_errors"]).size() == 0;
    };
    EXPECT_FALSE(IsFineFor(Target::kMrtk25, bytes) && !took("reader_1_0"));
    for (const Target target : {Target::kMrtk26, Target::kMrtk28}) {
      EXPECT_FALSE(IsFineFor(target, bytes) && !took("reader_1_1"));
    }
    if (!IsFineFor(Target::kMrtk28, bytes)) continue;
    FindingList strict;
    ReadAndValidate(bytes, {}, strict);
    if (strict.errors() != 0) ++lenient;
  }
  // Bytes after the end.
  EXPECT_GE(lenient, 2u);
}

TEST_F(MrtkSampleDataTest, EveryDamagedFileHasAVerdict) {
  std::set<std::string> expected;
  for (const Verdict& verdict : kVerdicts) {
    expected.insert(std::string(verdict.file));
  }
  std::set<std::string> found;
  for (const fs::path& path : RecordingsIn(folder() / "malformed")) {
    found.insert(path.stem());
  }
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace clipguard::mrtk
