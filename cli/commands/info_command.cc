// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard info: what is in a file.

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/json_writer.h"
#include "base/text.h"
#include "cli/commands/commands.h"
#include "cli/files/inputs.h"
#include "cli/flags/command_line.h"
#include "cli/flags/common_flags.h"
#include "cli/flags/file_flags.h"
#include "cli/flags/report_flags.h"
#include "cli/io/name_text.h"
#include "cli/reports/codes/code_text.h"
#include "cli/reports/report_json.h"
#include "cli/reports/report_writer.h"

namespace clipguard::cli {
namespace {

const Finding* FirstError(const FindingList& findings) {
  for (const Finding& finding : findings.findings()) {
    if (finding.severity() == Severity::kError) return &finding;
  }
  return nullptr;
}

// Bytes of a JSON document that are held in memory, so that nothing of it is
// printed should the file turn out to be unreadable. A longer document (there
// may be a million markers) is printed while the file is being read.
constexpr size_t kHeld = size_t{1} << 20;

// The document but for what was printed already, if it was `begun`.
std::string InfoJson(const OpenFile* file, const FileReport& report,
                     Output& out, bool& begun) {
  JsonWriter json;
  json.BeginObject();
  json.Field("file", FileNameText(report.file));
  WriteHeading(report, json);
  if (file != nullptr) {
    file->WriteInfo(json, [&] {
      if (json.size() < kHeld) return;
      out.Write(json.Take());
      begun = true;
    });
  }
  if (file == nullptr) {
    if (const Finding* error = FirstError(report.findings)) {
      json.Key("error");
      WriteFinding(*error, json);
    } else {
      WriteError("FINDINGS_DROPPED", NotKeptText(report.findings.dropped()),
                 json);
    }
  }
  json.EndObject();
  return json.Take() + "\n";
}

std::string SkippedJson(const FileReport& report) {
  JsonWriter json;
  json.BeginObject();
  json.Field("file", FileNameText(report.file));
  WriteSkipped(report, json);
  json.EndObject();
  return json.Take() + "\n";
}

std::string InfoText(const OpenFile* file, const FileReport& report,
                     const InfoOptions& options, const Terminal& terminal) {
  std::string out = ToPrintable(report.file) + "\n";
  if (file != nullptr) {
    out += file->InfoText(options);
  } else {
    absl::StrAppendFormat(&out, "  %s, %s\n",
                          report.format ? report.title() : "not recognised",
                          Bytes(report.bytes));
  }
  if (report.findings.empty()) {
    out += "\n  valid: no errors, no warnings\n";
    return out;
  }
  absl::StrAppendFormat(&out, "\n  %s: %s\n",
                        report.errors() == 0 ? "valid" : "NOT VALID",
                        CountFindings(report.errors(), report.warnings()));
  if (file == nullptr) {
    out += FindingsText(report,
                        {.colors = terminal.colors, .width = terminal.width});
  } else {
    out += "  (clipguard validate lists them)\n";
  }
  return out;
}

// A file's row of the table.
std::vector<std::string> RowOf(const OpenFile* file, const FileReport& report,
                               bool csv) {
  InfoRow row;
  const bool sound = file != nullptr && report.errors() == 0;
  if (sound) row = file->TableRow();
  const auto share = [&](const std::optional<double>& tracked) {
    if (!tracked) return std::string();
    return csv ? absl::StrFormat("%.4g", *tracked)
               : absl::StrFormat("%.0f %%", 100 * *tracked);
  };
  const std::string verdict = report.errors() != 0     ? "INVALID"
                              : report.warnings() != 0 ? "WARN"
                                                       : "ok";
  std::string format(report.format ? report.title() : "not recognised");
  if (!report.summary.version.empty()) format += " " + report.summary.version;
  std::string seconds;
  if (row.seconds) {
    seconds =
        csv ? absl::StrFormat("%.7g", *row.seconds) : Seconds(*row.seconds);
  }
  std::string keys;
  if (sound && row.keys) {
    keys = csv ? absl::StrCat(*row.keys) : Grouped(*row.keys);
  }
  return {verdict,
          format,
          seconds,
          row.parts,
          share(row.left_tracked),
          share(row.right_tracked),
          keys,
          csv ? FileNameText(report.file) : ToPrintable(report.file)};
}

// The rows of several files, each below the others.
class InfoTable {
 public:
  explicit InfoTable(bool csv) : csv_(csv) {
    Add({"verdict", "format", "seconds", "parts", "left", "right", "keys",
         "file"});
  }

  void Add(std::vector<std::string> row) {
    widths_.resize(row.size());
    for (size_t i = 0; i < row.size(); ++i) {
      widths_[i] = std::max(widths_[i], row[i].size());
    }
    rows_.push_back(std::move(row));
  }

  // Nothing without rows.
  std::string Text() const {
    std::string out;
    if (rows_.size() == 1 && !csv_) return out;
    for (const std::vector<std::string>& row : rows_) {
      for (size_t i = 0; i < row.size(); ++i) {
        if (csv_) {
          if (i != 0) out += ',';
          AppendCsv(row[i], out);
        } else if (i + 1 == row.size()) {
          out += row[i];  // of any length
        } else {
          const int width = static_cast<int>(widths_[i]);
          // Words begin, and numbers end, below one another.
          const bool words = i < 2 || i == 3;
          absl::StrAppendFormat(&out, "%*s  ", words ? -width : width, row[i]);
        }
      }
      out += '\n';
    }
    return out;
  }

 private:
  const bool csv_;
  std::vector<size_t> widths_;
  std::vector<std::vector<std::string>> rows_;
};

int ShowAll(const std::vector<Input>& inputs, CheckOptions check,
            const InfoOptions& options, const Terminal& terminal,
            std::string_view format, bool require_files, Environment& env) {
  const bool as_json = format == "json";
  const bool as_csv = format == "csv";
  const bool several = inputs.size() != 1 || inputs[0].from_folder;
  std::optional<InfoTable> table;
  if (as_csv || (several && !as_json && !options.curves)) table.emplace(as_csv);
  check.levels = LevelsOfFound;
  check.excerpts = !as_json;
  InputFile::Options options_of_file = FileOptions(check, env);
  options_of_file.say = [&](const std::string& text) { env.Say(text); };
  InputFile file(std::move(options_of_file));
  bool errors = false;
  bool unreadable = false;
  bool first = true;
  Totals totals;
  for (const Input& input : inputs) {
    std::string text;
    bool begun = false;
    const FileReport report = CheckFile(
        input, check, file, [&](const OpenFile* open, const FileReport& about) {
          if (!about.not_ours.empty()) {
            CountNotOurs(about.file, about.not_ours, totals);
            text = as_json ? SkippedJson(about) : "";
            return;
          }
          if (table) {
            table->Add(RowOf(open, about, as_csv));
            return;
          }
          text = as_json ? InfoJson(open, about, env.out, begun)
                         : InfoText(open, about, options, terminal);
        });
    if (!report.readable()) {
      unreadable = true;
      env.Say(ProblemOf(report));
      // Complete a document that was partly printed, so that the line is valid
      // JSON.
      if (!begun) text = as_json ? ProblemJson(report) : "";
    }
    if (!as_json && !first && !text.empty()) env.out.Write("\n");
    if (!text.empty()) first = false;
    env.out.Write(text);
    if (report.errors() != 0) errors = true;
    if (env.out.error() != 0) break;
  }
  if (table) env.out.Write(table->Text());
  if (totals.skipped != 0) env.Say(NotOursText(totals));
  if (unreadable) return kExitFailed;
  if (require_files && totals.skipped == inputs.size()) return kExitFindings;
  return errors ? kExitFindings : kExitOk;
}

}  // namespace

int InfoCommand(const Args& args, Environment& env) {
  ReadFlags read;
  FileFlags files;
  std::string format = "text";
  std::string color = "auto";
  InfoOptions options;
  CommandLine line("info");
  line.Value("--format", &format);
  line.Flag("--curves", &options.curves);
  line.Value("--color", &color);
  files.AddTo(line);
  read.AddTo(line);
  if (const auto done = ParseOrEnd(line, args, env)) return *done;
  CheckOptions check;
  Terminal terminal = env.out_terminal;
  ApplyColor(color, terminal);
  read.paths_needed = files.files_from.empty();
  absl::Status s = read.ToOptions(&check);
  if (s.ok() && options.curves && format != "text") {
    s = absl::InvalidArgumentError(
        "--curves is for text: json lists all curves, and csv none");
  }
  int exit_code = kExitOk;
  const auto found = FindInputs("info", s, files, read, env, exit_code);
  if (!found) return exit_code;
  return ShowAll(*found, check, options, terminal, format, files.require_files,
                 env);
}

}  // namespace clipguard::cli
