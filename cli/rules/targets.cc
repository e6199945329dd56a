// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/rules/targets.h"

#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/nearest_name.h"
#include "base/text.h"

namespace clipguard::cli {
namespace {

std::string LevelText(FindingLevel level) {
  switch (level) {
    case FindingLevel::kError:
      return "error";
    case FindingLevel::kWarning:
      return "warning";
    case FindingLevel::kIgnored:
      break;
  }
  return "nothing";
}

std::string NamesOf(const TargetEffect& effect) {
  std::string names(GetTargetInfo(effect.first).name);
  if (effect.first != effect.last) {
    absl::StrAppend(&names, " to ",
                    std::string(GetTargetInfo(effect.last).name));
  }
  return names;
}

}  // namespace

absl::Status AddTarget(std::string_view name, std::vector<Target>& targets) {
  const std::optional<Target> target = FindTarget(name);
  if (!target) {
    std::vector<std::string_view> names;
    for (const TargetInfo& info : AllTargets()) names.push_back(info.name);
    const std::string shown = ToPrintable(name.substr(0, 64));
    const std::string suggestion =
        DidYouMean(name, names, [](std::string_view one) {
          return absl::StrCat("'", std::string(one), "'");
        });
    return absl::InvalidArgumentError(absl::StrFormat(
        "unknown target '%s'%s (clipguard validate --for=help lists them)",
        shown, suggestion));
  }
  const TargetInfo& info = GetTargetInfo(*target);
  for (const Target other : targets) {
    if (other == *target) return absl::OkStatus();
    if (GetTargetInfo(other).formats == info.formats) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "%s and %s read the same files: only one of them can be given",
          GetTargetInfo(other).name, info.name));
    }
  }
  targets.push_back(*target);
  return absl::OkStatus();
}

std::string TargetsHelp() {
  std::string out =
      "--for=TARGET,... asks whether files load, and play right, in these "
      "programs. Of\ntargets that read the same files, one can be given.\n\n";
  for (const TargetInfo& info : AllTargets()) {
    absl::StrAppendFormat(&out, "  %-11s %s\n", info.name, info.title);
  }
  out +=
      "\nWhat findings count as there, where that is known. All others count "
      "as "
      "they do\nwithout --for.\n\n";
  for (const TargetEffect& effect : AllTargetEffects()) {
    const std::string begin =
        absl::StrFormat("  %s, %s: %s; it ", NamesOf(effect),
                        GetCodeInfo(effect.code).name, LevelText(effect.level));
    out += Wrap(absl::StrCat(begin.substr(2), std::string(effect.why)), 80, 4,
                "  ");
  }
  out +=
      "\nWhat a program does not read, or reads as something else, is "
      "TARGET_CANNOT_LOAD\nor TARGET_PLAYS_DIFFERENTLY.\n";
  return out;
}

std::vector<std::string> TargetNotes(FindingCode code) {
  std::vector<std::string> notes;
  for (const TargetEffect& effect : AllTargetEffects()) {
    if (effect.code != code) continue;
    notes.push_back(absl::StrFormat("%s: %s; it %s", NamesOf(effect),
                                    LevelText(effect.level), effect.why));
  }
  return notes;
}

absl::Status CheckSpecialEvent(std::string_view name) {
  if (!name.empty() && name.find_first_of("!:") == std::string_view::npos) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "the special event '!action:drop' is called 'action', without ! and :, "
      "not '%s'",
      Shortened(ToPrintable(name), 64)));
}

}  // namespace clipguard::cli
