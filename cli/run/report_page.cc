// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/run/report_page.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "base/text.h"
#include "cli/files/input_file.h"
#include "cli/files/output_file.h"
#include "cli/files/output_place.h"
#include "cli/files/run_files.h"
#include "cli/flags/common_flags.h"
#include "cli/flags/handedness_flag.h"
#include "cli/formats/format_registry.h"
#include "cli/io/given_files.h"
#include "cli/io/progress.h"
#include "cli/io/size_text.h"
#include "cli/reports/codes/code_text.h"
#include "cli/reports/consequences.h"
#include "cli/reports/file_report.h"
#include "cli/reports/version.h"
#include "cli/run/check_run.h"
#include "cli/run/output_plan.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"
#include "report/fields/bytes_section.h"
#include "report/fields/field_list.h"
#include "report/html/detail_writer.h"
#include "report/html/document.h"
#include "report/html/section.h"

namespace clipguard::cli {
namespace {

using report::FileEntry;
using report::FileVerdict;
using report::FindingEntry;
using report::ReportDocument;

// A page that has less room than that shows nothing.
constexpr uint64_t kLeastBytes = uint64_t{1} << 20;

// In a page of many files, each may take this many times its share before
// compression: few files use it up, and compression leaves a third.
constexpr uint64_t kShares = 24;
constexpr uint64_t kLeastForFile = uint64_t{256} << 10;

// A worker's result for one file.
struct Result {
  FileEntry file;
  std::vector<FindingEntry> findings;
  std::string detail;
  Rendered rendered;         // for the totals
  std::string problem;       // for standard error
  std::string not_compared;  // why: for standard error
  std::vector<std::string> left_out;

  size_t size() const {
    size_t sum = detail.size() + file.path.size() + problem.size();
    for (const FindingEntry& one : findings) {
      sum += sizeof(one) + one.finding.path.size() + one.finding.message.size();
    }
    return sum;
  }
};

FileVerdict VerdictOf(const FileReport& report) {
  if (!report.readable()) return FileVerdict::kUnreadable;
  if (!report.not_ours.empty()) return FileVerdict::kForeign;
  if (report.errors() != 0) return FileVerdict::kInvalid;
  return report.warnings() != 0 ? FileVerdict::kWarnings : FileVerdict::kValid;
}

uint32_t RulesOf(std::optional<Format> format) {
  if (!format) return 0;
  return static_cast<uint32_t>(std::count_if(
      AllCodes().begin(), AllCodes().end(),
      [&](const CodeInfo& info) { return info.formats.Contains(*format); }));
}

FileEntry EntryOf(const FileReport& report) {
  FileEntry file;
  file.path = report.file;
  file.verdict = VerdictOf(report);
  if (!report.readable()) {
    file.problem = report.problem;
    return file;
  }
  file.problem = report.not_ours;
  file.format = std::string(report.format_name());
  file.version = report.summary.version;
  file.layout = report.summary.layout;
  file.summary = report.summary.text;
  file.bytes = report.bytes;
  file.errors = report.errors();
  file.warnings = report.warnings();
  file.ignored = report.ignored();
  file.baselined = report.baselined;
  file.rules = RulesOf(report.format);
  return file;
}

std::vector<FindingEntry> FindingsOf(const OpenFile* open,
                                     std::span<const Finding> findings) {
  const std::vector<size_t> causes = CausesOf(findings);
  std::vector<FindingEntry> out;
  out.reserve(findings.size());
  for (size_t i = 0; i < findings.size(); ++i) {
    FindingEntry entry = {.finding = findings[i]};
    if (open != nullptr) entry.time = open->TimeOf(findings[i]);
    if (causes[i] != kNoCause) entry.cause = causes[i];
    out.push_back(std::move(entry));
  }
  return out;
}

// Returns the packed details that show when a file is opened, or nothing.
// `left_out` gets the parts that do not fit.
std::string DetailOf(const OpenFile* open, const FileReport& report,
                     std::span<const uint8_t> bytes, const CheckOptions& check,
                     std::optional<m3d::Handedness> handedness,
                     uint64_t most_bytes,
                     absl::FunctionRef<void(report::DetailWriter&)> more,
                     std::vector<std::string>& left_out) {
  if (!report.not_ours.empty() || bytes.size() != report.bytes) return {};
  report::Budget budget(most_bytes);
  const report::SectionRequest request = {
      .bytes = bytes,
      .findings = report.findings.findings(),
      .limits = check.read.limits,
      .handedness = handedness,
  };
  report::DetailWriter json;
  json.BeginObject();
  report::WriteBytes(
      request, report.format && !report.is_recording(),
      [&](report::FieldList& fields) {
        if (!report.format) return;
        HandlerOf(*report.format)
            .list_fields(bytes, open, check.read.limits, fields);
      },
      budget, json);
  if (open != nullptr) open->WriteReport(request, json, budget);
  more(json);
  if (!budget.left_out().empty()) json.Strings("left_out", budget.left_out());
  json.EndObject();
  left_out = budget.left_out();
  return json.Pack();
}

report::CodeEntry CodeEntryOf(FindingCode code) {
  const CodeInfo& info = GetCodeInfo(code);
  return {.title = MessageWithoutArguments(info),
          .advice = AdviceWithFlags(info),
          .repair = RepairOf(info)};
}

// Checks files, each on the thread that asks.
class Checker {
 public:
  Checker(const PagePlan& plan, uint64_t most_bytes, Environment& env)
      : plan_(plan), most_bytes_(most_bytes), env_(env) {}

  Result Check(const Input& input, InputFile& file) const {
    Result result;
    const FileReport report = CheckFile(
        input, plan_.check, file,
        [&](const OpenFile* open, const FileReport& found) {
          result.findings = FindingsOf(open, found.findings.findings());
          if (open != nullptr && found.errors() == 0) {
            result.file.facts = open->TableRow();
          }
          const auto compare = [&](report::DetailWriter& json) {
            if (plan_.against.empty()) return;
            result.not_compared = Compare(found, json);
          };
          result.detail =
              DetailOf(open, found, file.bytes(), plan_.check, plan_.handedness,
                       most_bytes_, compare, result.left_out);
        });
    return Finished(report, std::move(result));
  }

  static Result Finished(const FileReport& report, Result result) {
    result.problem = ProblemOf(report);
    auto facts = std::move(result.file.facts);
    result.file = EntryOf(report);
    result.file.facts = std::move(facts);
    FillVerdict(report, result.rendered);
    return result;
  }

 private:
  // Writes the motion of the file with which this one is compared. Gives why it
  // cannot be.
  std::string Compare(const FileReport& file,
                      report::DetailWriter& json) const {
    InputFile other(FileOptions(plan_.check, env_));
    std::string problem = "it cannot be read";
    const auto write = [&](const OpenFile* open, const FileReport& found) {
      if (!MoveAlike(file, found)) {
        problem = absl::StrFormat("one is %s, the other %s", NameOfFormat(file),
                                  NameOfFormat(found));
      } else if (open != nullptr) {
        problem.clear();
        json.BeginObject("against");
        json.Field("path", found.file);
        report::Budget budget(most_bytes_);
        // Changes by repairs are not shown for the other file.
        open->WriteReport({.bytes = other.bytes(),
                           .findings = {},
                           .limits = plan_.check.read.limits,
                           .handedness = plan_.handedness},
                          json, budget);
        json.EndObject();
      }
    };
    const FileReport report = CheckFile({.path = plan_.against, .problem = {}},
                                        plan_.check, other, write);
    if (!report.readable()) problem = report.problem;
    if (problem.empty()) return {};
    return absl::StrFormat("'%s' cannot be compared with '%s': %s",
                           ToPrintable(file.file), ToPrintable(plan_.against),
                           problem);
  }

  // Whether their motions can be shown together.
  static bool MoveAlike(const FileReport& a, const FileReport& b) {
    return a.format == b.format || (a.is_recording() && b.is_recording());
  }

  static std::string NameOfFormat(const FileReport& report) {
    return report.format ? std::string(report.format_name())
                         : "of no known format";
  }

  const PagePlan& plan_;
  uint64_t most_bytes_;
  Environment& env_;
};

namespace fs = std::filesystem;

// The address of a page, seen from another.
std::string AddressFrom(const std::string& from, const std::string& place) {
  return fs::path(place)
      .lexically_proximate(fs::path(from).parent_path())
      .generic_string();
}

// Writes the page of one file of a folder. False, and says why, if that fails.
bool WriteOwnPage(const PagePlan& plan, const Result& one,
                  const PageFolder& folder, size_t index, PageResult& result,
                  Environment& env) {
  const std::string& place = folder.pages.places[index];
  const auto address_of = [&](size_t other) {
    return other < folder.pages.places.size()
               ? AddressFrom(place, folder.pages.places[other])
               : std::string();
  };
  const auto fail = [&](const std::string& problem) {
    env.Say(
        absl::StrFormat("cannot write '%s': %s", ToPrintable(place), problem));
    return false;
  };
  if (absl::Status s = MakeFoldersOf(place); !s.ok()) {
    return fail(std::string(s.message()));
  }
  OutputFile page(place);
  if (!page.Open()) return fail(page.problem());
  ReportDocument document({.most_bytes = plan.most_bytes,
                           .home = AddressFrom(place, folder.index()),
                           .previous = address_of(index - 1),  // or too large
                           .next = address_of(index + 1),
                           .about = CodeEntryOf},
                          [&](std::string_view text) { page.Write(text); });
  document.Begin();
  document.Add(one.file, one.findings, one.detail);
  document.End(kVersion);
  if (!page.Commit()) return fail(page.problem());
  result.bytes += document.bytes();
  return true;
}

uint64_t BytesForFile(uint64_t most_bytes, size_t files) {
  return std::clamp(most_bytes / std::max<uint64_t>(files, 1) * kShares,
                    kLeastForFile, most_bytes);
}

}  // namespace

void PageFlags::AddTo(CommandLine& line) {
  line.Value("--max-size", &max_size);
  line.Value("--handedness", &handedness);
  line.Value("--against", &against);
  line.Value("--model", &model);
  CheckFlags::AddTo(line, /*writes=*/false);
}

absl::StatusOr<PagePlan> MakePagePlan(const PageFlags& flags,
                                      std::vector<std::string>& notes) {
  PagePlan plan;
  if (!flags.max_size.empty()) {
    const auto size = ParseSize(flags.max_size);
    if (!size || *size < kLeastBytes) {
      return absl::InvalidArgumentError(
          absl::StrFormat("--max-size needs a size from 1M, not '%s'",
                          ToPrintable(flags.max_size)));
    }
    plan.most_bytes = *size;
  }
  plan.handedness = HandednessOf(flags.handedness);
  plan.against = flags.against;
  plan.verbose = flags.files.verbose;
  absl::StatusOr<CheckPlan> check = MakeCheckPlan(flags, notes);
  if (!check.ok()) return check.status();
  static_cast<CheckPlan&>(plan) = *std::move(check);
  if (absl::Status s = OpenModel(flags.model, &plan.check); !s.ok()) return s;
  auto textures =
      TextureFiles::Open({.folder = flags.read.resources,
                          .follow_symlinks = flags.read.follow_symlinks,
                          .file_bytes = plan.check.read.limits.file_bytes});
  if (!textures.ok()) return textures.status();
  plan.textures = *std::move(textures);
  plan.check.read.texture_files = plan.textures.get();
  return plan;
}

std::string PageFolder::index() const {
  return (fs::path(path) / "index.html").generic_string();
}

absl::StatusOr<PageFolder> MakePageFolder(const std::string& path,
                                          const PagePlan& plan,
                                          std::vector<Input>& inputs,
                                          Environment& env) {
  PageFolder folder = {
      .path = fs::path(path).lexically_normal().generic_string(), .pages = {}};
  auto outputs = PlanOutputs({.files = {folder.index()},
                              .results = path,
                              .extension = "+.html",
                              .takes_all = true,
                              .verbose = plan.verbose},
                             plan.check, inputs, env);
  if (!outputs.ok()) return outputs.status();
  folder.pages = *std::move(outputs);
  return folder;
}

PageResult WritePage(const PagePlan& plan, const std::vector<Input>& inputs,
                     const PageFolder* folder, Output& page, Environment& env) {
  PageResult result;
  ReportDocument document({.most_bytes = plan.most_bytes, .about = CodeEntryOf},
                          [&](std::string_view text) { page.Write(text); });
  document.Begin();
  const Checker checker(
      plan,
      BytesForFile(plan.most_bytes, folder != nullptr ? 1 : inputs.size()),
      env);
  CheckInOrder<Result>(
      plan, inputs, env,
      [&](size_t i, InputFile& file) { return checker.Check(inputs[i], file); },
      [](const FileReport& report) { return Checker::Finished(report, {}); },
      [&](size_t index, const Result& one, Progress& bar) {
        CountFile(inputs[index].path, one.rendered, result.totals);
        if (folder == nullptr) {
          document.Add(one.file, one.findings, one.detail);
        } else {
          FileEntry entry = one.file;
          if (WriteOwnPage(plan, one, *folder, index, result, env)) {
            entry.page =
                AddressFrom(folder->index(), folder->pages.places[index]);
          } else {
            ++result.missing;
          }
          document.Add(entry, one.findings, {});
        }
        for (const std::string& problem : {one.problem, one.not_compared}) {
          if (problem.empty()) continue;
          bar.Hide();
          env.Say(problem);
        }
        if (!one.not_compared.empty()) return result.complete = false;
        // For many files, the page itself says what is left out of each.
        if (inputs.size() == 1) result.left_out = one.left_out;
        return page.error() == 0;
      });
  document.End(kVersion);
  result.bytes += document.bytes();
  for (std::string& text : result.left_out) {
    text.insert(0, "not all of it is in the page: ");
  }
  result.left_out.insert(result.left_out.end(), document.left_out().begin(),
                         document.left_out().end());
  SayResourceNotes(plan.check, env);
  return result;
}

int ShowPage(
    std::string_view command, PageFlags& flags, Environment& env,
    absl::FunctionRef<int(const PagePlan&, std::vector<Input>&)> show) {
  flags.read.paths_needed = flags.files.files_from.empty();
  std::vector<std::string> notes;
  absl::StatusOr<PagePlan> plan = MakePagePlan(flags, notes);
  if (!plan.ok()) return BadUsage(command, plan.status(), env);
  std::optional<std::vector<Input>> inputs = FindInputs(
      flags.files, flags.read, plan->patterns, std::move(notes), env);
  if (!inputs) return kExitFailed;
  if (!plan->against.empty() && inputs->size() != 1) {
    return BadUsage(command,
                    absl::InvalidArgumentError(
                        "--against compares one file with another: name one"),
                    env);
  }
  RunFiles* const run = RunFiles::Current();
  struct stat against = {};
  if (run != nullptr && StatPath(plan->against, &against) == 0) {
    run->AddRead(against);
  }
  // A page shows all bytes of what is named.
  plan->check.foreign = std::ranges::none_of(
      *inputs, [](const auto& i) { return i.from_folder; });
  return show(*plan, *inputs);
}

int WritePageFile(const std::string& place, const PagePlan& plan,
                  const std::vector<Input>& inputs, Environment& env) {
  OutputFile page(place);
  const auto fail = [&] {
    env.Say(absl::StrFormat("cannot write %s: %s", ToPrintable(place),
                            page.problem()));
    return kExitFailed;
  };
  if (!page.Open()) return fail();
  const PageResult result = WritePage(plan, inputs, nullptr, page, env);
  if (!result.complete) return kExitFailed;
  if (!page.Commit()) return fail();
  SayRest(result, env);
  env.out.Write(absl::StrFormat("WROTE %s (%s): %s\n", ToPrintable(place),
                                Bytes(result.bytes),
                                TotalsText(result.totals)));
  return ExitCodeOf(plan, result.totals);
}

void SayRest(const PageResult& result, Environment& env) {
  for (const std::string& text : result.left_out) env.Say(text);
  if (result.totals.skipped != 0) env.Say(NotOursText(result.totals));
}

std::string TotalsText(const Totals& totals) {
  std::string out = Count(totals.files - totals.skipped, "file");
  if (totals.invalid != 0) out += ", " + Grouped(totals.invalid) + " invalid";
  const std::string found = CountFindings(totals.errors, totals.warnings);
  if (!found.empty()) out += ": " + found;
  return out;
}

}  // namespace clipguard::cli
