// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/flags/command_line.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_format.h"
#include "base/text.h"
#include "cli/flags/removed_flags.h"
#include "cli/io/size_text.h"
#include "cli/io/suggest.h"

namespace clipguard::cli {
namespace {

constexpr std::string_view kYes[] = {"",  "1",   "+",  "t",     "true",
                                     "y", "yes", "on", "enable"};
constexpr std::string_view kNo[] = {"0", "-",  "f",   "false",
                                    "n", "no", "off", "disable"};

std::optional<bool> YesOrNo(const std::string& text) {
  const std::string lower = absl::AsciiStrToLower(text);
  if (std::ranges::find(kYes, lower) != std::end(kYes)) return true;
  if (std::ranges::find(kNo, lower) != std::end(kNo)) return false;
  return std::nullopt;
}

}  // namespace

// ---- What a command takes ---------------------------------------------------

void CommandLine::Take(Taken taken, std::string_view name) {
  taken.spec = FindFlag(command_, name);
  assert(taken.spec != nullptr && "a flag that is not in the table");
  assert(taken.spec->value().empty() == (taken.flag != nullptr));
  assert(taken.spec->values.range.has_value() == (taken.number != nullptr));
  flags_.push_back(std::move(taken));
}

void CommandLine::Flag(std::string_view name, bool* value) {
  Take({.flag = value}, name);
}

void CommandLine::Value(std::string_view name, std::string* value) {
  Take({.value = value}, name);
}

void CommandLine::Number(std::string_view name, std::optional<double>* value) {
  Take({.number = value}, name);
}

void CommandLine::Values(std::string_view name,
                         std::vector<std::string>* values) {
  Take({.values = values}, name);
}

void CommandLine::Names(std::string_view name,
                        std::vector<std::string>* values) {
  Take({.values = values, .may_be_empty = true}, name);
}

CommandLine::Taken* CommandLine::Find(std::string_view name) {
  for (Taken& flag : flags_) {
    if (flag.spec->name() == name) return &flag;
  }
  return nullptr;
}

CommandLine::Taken* CommandLine::Find(char letter) {
  for (Taken& flag : flags_) {
    if (flag.spec->letter() == letter) return &flag;
  }
  return nullptr;
}

// ---- What was typed ---------------------------------------------------------

// "-qv" is -q and -v.
void CommandLine::TakeLetters(std::string_view letters) {
  for (size_t i = 0; i < letters.size(); ++i) {
    Taken* const flag = Find(letters[i]);
    if (flag == nullptr || flag->flag == nullptr) {
      if (unknown_.empty()) {
        unknown_ = absl::StrFormat("-%s", letters.substr(i));
      }
      return;
    }
    flag->given.emplace_back();
  }
}

absl::Status CommandLine::TakeFlag(const std::vector<std::string>& args,
                                   size_t& i) {
  const std::string& arg = args[i];
  const size_t equals = std::min(arg.find('='), arg.size());
  const bool is_letter = arg.size() == 2;
  Taken* const flag = is_letter ? Find(arg[1]) : Find(arg.substr(0, equals));
  if (flag == nullptr && !arg.starts_with("--")) {
    TakeLetters(std::string_view(arg).substr(1));
    return {};
  }
  if (flag == nullptr) {
    if (unknown_.empty()) unknown_ = arg;
    return {};
  }
  const bool has_value = equals != arg.size();
  std::string value = arg.substr(std::min(equals + 1, arg.size()));
  bool has_word = has_value;
  if (flag->flag == nullptr && !has_value && i + 1 < args.size()) {
    value = args[++i];
    has_word = true;
  }
  // A script's variable may hold nothing: --in-place="$SURE" is no yes.
  const bool is_missing =
      has_word ? value.empty() && !flag->may_be_empty : flag->flag == nullptr;
  if (is_missing) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s needs a value", flag->spec->name()));
  }
  flag->given.push_back(std::move(value));
  return {};
}

absl::Status CommandLine::Taken::Assign() const {
  if (given.empty()) return {};
  const std::string& last = given.back();
  if (flag != nullptr) {
    const std::optional<bool> yes = YesOrNo(last);
    if (!yes) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "%s is a yes or no: %s or %s=false, not '%s'", spec->name(),
          spec->name(), spec->name(), ToPrintable(last)));
    }
    *flag = *yes;
  }
  if (value != nullptr) *value = last;
  if (number != nullptr && spec->values.range) {
    const FlagRange& range = *spec->values.range;
    const std::optional<double> given_number = ParseFinite(last);
    if (!given_number || !range.Contains(*given_number)) {
      return absl::InvalidArgumentError(
          absl::StrFormat("%s takes %s, not '%s'", spec->name(), range.Text(),
                          Shortened(last, 40)));
    }
    *number = given_number;
  }
  if (values != nullptr) *values = given;
  return {};
}

absl::Status CommandLine::Parse(const std::vector<std::string>& args) {
  const auto end = std::find(args.begin(), args.end(), "--");
  help_ = std::any_of(args.begin(), end, [](const std::string& arg) {
    return arg == "--help" || arg == "-h" || arg.starts_with("--help=");
  });
  if (help_) return {};

  std::vector<std::string> paths;
  bool only_paths = false;
  for (size_t i = 0; i < args.size(); ++i) {
    if (only_paths || args[i].size() < 2 || args[i][0] != '-') {
      paths.push_back(args[i]);
    } else if (args[i] == "--") {
      only_paths = true;
    } else if (absl::Status s = TakeFlag(args, i); !s.ok()) {
      return s;
    }
  }
  for (const Taken& flag : flags_) {
    if (flag.flag == nullptr) continue;
    if (absl::Status s = flag.Assign(); !s.ok()) return s;
  }
  if (!unknown_.empty()) {
    const std::string name = unknown_.substr(0, unknown_.find('='));
    if (absl::Status s = CheckRemoved(command_, name, ""); !s.ok()) return s;
    std::vector<std::string_view> known = {"--help"};
    for (const Taken& flag : flags_) known.push_back(flag.spec->name());
    return absl::InvalidArgumentError(UnknownName("flag", name, known));
  }
  if (paths_ == nullptr && !paths.empty()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "'%s' is one argument too many", ToPrintable(paths.front())));
  }
  for (const Taken& flag : flags_) {
    if (flag.given.empty() || flag.spec->IsOf(command_)) continue;
    return absl::InvalidArgumentError(
        absl::StrFormat("%s has no effect on %s", flag.spec->name(), command_));
  }
  for (const Taken& flag : flags_) {
    const FlagValues& values = flag.spec->values;
    absl::Status s;
    if (flag.value != nullptr && !flag.given.empty() && !values.names.empty()) {
      s = CheckRemoved(command_, flag.spec->name(), flag.given.back());
      if (s.ok()) s = CheckName(values.what, flag.given.back(), values.names);
    }
    if (s.ok()) s = flag.Assign();
    if (!s.ok()) return s;
  }
  if (paths_ != nullptr) *paths_ = std::move(paths);
  return {};
}

absl::Status CheckName(std::string_view what, std::string_view value,
                       std::span<const std::string_view> names) {
  if (std::ranges::find(names, value) != names.end()) return {};
  return absl::InvalidArgumentError(UnknownName(what, value, names));
}

}  // namespace clipguard::cli
