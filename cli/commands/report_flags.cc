// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/commands/report_flags.h"

#include <array>
#include <string_view>

#include "cli/commands/common_flags.h"

namespace clipguard::cli {
namespace {

constexpr std::array<std::string_view, 4> kFormats = {"text", "json", "sarif",
                                                      "junit"};
constexpr std::array<std::string_view, 3> kColors = {"auto", "always", "never"};

// Of so many files, each has a line of its own even if nothing is wrong.
constexpr size_t kFilesListed = 10;

}  // namespace

void ReportFlags::AddTo(CommandLine& line) {
  line.Value("--format", &format);
  line.Value("--color", &color);
  line.Flag("-q,--quiet", &quiet);
  line.Flag("-v,--verbose", &verbose);
}

absl::Status ReportFlags::Check() const {
  if (absl::Status s = CheckName("report format", format, kFormats); !s.ok()) {
    return s;
  }
  Terminal terminal;
  if (absl::Status s = ApplyColor(color, terminal); !s.ok()) return s;
  if (quiet && verbose) {
    return absl::InvalidArgumentError("--quiet and --verbose contradict");
  }
  return absl::OkStatus();
}

void ReportFlags::AskFor(CheckOptions& options) const {
  options.character_columns = format == "sarif";
  options.excerpts = format == "text" && !quiet;
}

std::unique_ptr<ReportWriter> ReportFlags::MakeWriter(
    const Environment& env, const About& about) const {
  if (format == "json") return MakeJsonWriter();
  if (format == "sarif") return MakeSarifWriter();
  if (format == "junit") return MakeJunitWriter(about.strict);
  Terminal terminal = env.out_terminal;
  ApplyColor(color, terminal).IgnoreError();
  return MakeTextWriter({.strict = about.strict,
                         .colors = terminal.colors,
                         .width = terminal.width,
                         .detail = quiet     ? Detail::kVerdict
                                   : verbose ? Detail::kAll
                                             : Detail::kNormal,
                         .list_good = verbose || about.files <= kFilesListed,
                         .more = "-v shows all"});
}

absl::Status ApplyColor(const std::string& flag, Terminal& terminal) {
  if (absl::Status s = CheckName("colour", flag, kColors); !s.ok()) return s;
  if (flag != "auto") terminal.colors = flag == "always";
  return absl::OkStatus();
}

}  // namespace clipguard::cli
