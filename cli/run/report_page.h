// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Shared by `report` and `view`: files are checked, and become one page.

#ifndef CLIPGUARD_CLI_RUN_REPORT_PAGE_H_
#define CLIPGUARD_CLI_RUN_REPORT_PAGE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "cli/files/inputs.h"
#include "cli/flags/command_line.h"
#include "cli/formats/texture_files.h"
#include "cli/io/environment.h"
#include "cli/reports/report_writer.h"
#include "cli/run/check_plan.h"
#include "cli/run/output_plan.h"
#include "parser/m3d/handedness.h"

namespace clipguard::cli {

struct PageFlags : CheckFlags {
  std::string max_size;
  std::string handedness;
  std::string against;
  std::string model;

  void AddTo(CommandLine& line);
};

struct PagePlan : CheckPlan {
  uint64_t most_bytes = 20'000'000;
  // Handedness of characters; nothing: derived from their triangles.
  std::optional<m3d::Handedness> handedness;
  // The file with which the only input is compared; empty: none.
  std::string against;
  bool verbose = false;
  std::shared_ptr<TextureFiles> textures = nullptr;  // of characters
};

// InvalidArgument if a flag is not in order. `notes` is for the user.
absl::StatusOr<PagePlan> MakePagePlan(const PageFlags& flags,
                                      std::vector<std::string>& notes);

// Finds the inputs and says what there is to say of that, then has them shown.
// The exit code: that of `show`, or of what is wrong.
int ShowPage(std::string_view command, PageFlags& flags, Environment& env,
             absl::FunctionRef<int(const PagePlan&, std::vector<Input>&)> show);

// A page for each input, beside a page that lists them.
struct PageFolder {
  std::string path;  // of the folder
  OutputPlan pages;  // in the order of the inputs

  std::string index() const;
};

// The pages of a folder. InvalidArgument if some file would be written twice,
// or is one that is read; inputs that are written are left out.
absl::StatusOr<PageFolder> MakePageFolder(const std::string& path,
                                          const PagePlan& plan,
                                          std::vector<Input>& inputs,
                                          Environment& env);

// The findings of the run, and how much of it is in the page.
struct PageResult {
  Totals totals;
  uint64_t bytes = 0;    // of all pages
  bool complete = true;  // if not, it is said, and the page is no good
  size_t missing = 0;    // own pages that could not be written, which is said
  std::vector<std::string> left_out;
};

// Writes the page about the inputs; with a folder, it lists them, and each has
// a page of its own. Says what could not be read or written. The pages are the
// same for any number of jobs.
PageResult WritePage(const PagePlan& plan, const std::vector<Input>& inputs,
                     const PageFolder* folder, Output& page, Environment& env);

// Writes the page about the inputs to a file, and says so. The exit code; if
// nothing is written, kExitFailed.
int WritePageFile(const std::string& place, const PagePlan& plan,
                  const std::vector<Input>& inputs, Environment& env);

// Says what the page leaves out, and how many files are not ours.
void SayRest(const PageResult& result, Environment& env);

// "3 files, 1 invalid: 4 errors, 2 warnings".
std::string TotalsText(const Totals& totals);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_RUN_REPORT_PAGE_H_
