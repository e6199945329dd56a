// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/reports/codes/code_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "actions/repair/repair_catalog.h"
#include "base/text.h"
#include "parser/limits.h"

namespace clipguard::cli {
namespace {

// A flag that helps with a finding.
struct Hint {
  FindingCode code;
  // Words of the advice that the hint follows.
  std::string_view after;
  std::string_view text;
};

constexpr std::array kHints = {
    Hint{FindingCode::kFormatUnknown, "the file you meant.",
         " If you know its format, force it with --as=FORMAT to learn where it "
         "goes wrong."},
    Hint{FindingCode::kLimitExceeded, "raise the limit",
         " with --limit=NAME=VALUE"},
    Hint{
        FindingCode::kConversionLoses, "go on without it",
        " (clipguard convert --lossy; a .glb can keep the file itself besides: "
        "--keep-original)"},
    Hint{FindingCode::kRotationNotUnit, "sampling a recording does",
         ", unless --raw-rotation is given"},
};

constexpr std::string_view AdviceOf(FindingCode code) {
  return TextsOf(code).advice;
}

static_assert(std::ranges::all_of(kHints,
                                  [](const Hint& hint) {
                                    return AdviceOf(hint.code).find(
                                               hint.after) !=
                                           std::string_view::npos;
                                  }),
              "a hint follows words that its advice does not have");

}  // namespace

std::string FormatNames(FormatSet formats) {
  if (formats == FormatSet::All()) return "any";
  std::string names;
  const auto add = [&](std::string_view name) {
    if (!names.empty()) names += " and ";
    names += name;
  };
  const bool forge = formats.Contains(kForgeFormats);
  for (unsigned i = 0; i < kFormatCount; ++i) {
    const auto format = static_cast<Format>(i);
    if (!formats.Contains(format)) continue;
    if (!forge || !kForgeFormats.Contains(format)) add(FormatName(format));
  }
  if (forge) add("forge");
  return names;
}

std::string MessageWithoutArguments(const CodeInfo& info) {
  std::vector<std::string> names;
  std::string_view left = info.message;
  for (size_t open = left.find('{'); open != std::string_view::npos;
       open = left.find('{')) {
    // Those have what separates them from the text before in themselves.
    const bool attached = open != 0 && (absl::ascii_isalnum(left[open - 1]) ||
                                        left[open - 1] == '}');
    left.remove_prefix(open + 1);
    const size_t close = left.find('}');
    const std::string name(left.substr(0, close));
    names.push_back(attached ? "" : absl::StrCat("<", name, ">"));
    // The brace stays: what follows it is attached.
    left.remove_prefix(close);
  }
  return FillMessage(info.message, names);
}

std::string AdviceWithFlags(const CodeInfo& info) {
  std::string advice(info.advice);
  for (const Hint& hint : kHints) {
    if (hint.code != info.code) continue;
    advice.insert(advice.find(hint.after) + hint.after.size(), hint.text);
  }
  return advice;
}

std::string RepairOf(const CodeInfo& info) {
  const actions::RepairInfo* const repair = actions::FindRepair(info.code);
  if (repair == nullptr) return {};
  return absl::StrFormat("%s: clipguard repair %s.",
                         RepairSafetyName(repair->safety), repair->action);
}

std::string NotKeptText(uint64_t occurrences) {
  return absl::StrFormat("%s counted, but not kept (--limit=%s=N)",
                         Count(occurrences, "occurrence"),
                         LimitName(&Limits::findings_kept));
}

}  // namespace clipguard::cli
