// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/flags/common_flags.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <system_error>
#include <utility>

#include "absl/strings/charconv.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "actions/convert/boxes/block_model.h"
#include "base/text.h"
#include "cli/formats/forge_resources.h"
#include "cli/formats/format_registry.h"
#include "cli/formats/texture_folder.h"
#include "cli/io/given_files.h"
#include "cli/io/suggest.h"
#include "cli/rules/targets.h"
#include "fast_float/fast_float.h"
#include "parser/limits.h"
#include "simd/kernel.h"

namespace clipguard::cli {
namespace {

absl::Status SetLimit(std::string_view text, Limits& limits) {
  const size_t equals = text.find('=');
  const std::string_view name = text.substr(0, equals);
  for (const LimitInfo& limit : kLimitTable) {
    if (limit.name != name) continue;
    const std::optional<uint64_t> value =
        equals == std::string_view::npos ? std::nullopt
                                         : ParseSize(text.substr(equals + 1));
    if (!value) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "--limit=%s needs a number, --limit=%s=1000 or --limit=%s=64M, not "
          "'%s'",
          name, name, name, ToPrintable(text)));
    }
    limits.*limit.member = *value;
    return absl::OkStatus();
  }
  std::vector<std::string_view> names;
  for (const LimitInfo& limit : kLimitTable) names.push_back(limit.name);
  return absl::InvalidArgumentError(UnknownName("limit", name, names));
}

absl::Status CheckKernel() {
  const absl::Status& status = KernelFromEnvironment().status();
  if (status.ok()) return status;
  return absl::InvalidArgumentError(
      absl::StrCat("CLIPGUARD_KERNEL: ", status.message()));
}

}  // namespace

void ReadFlags::AddTo(CommandLine& line) {
  line.Value("--as", &as);
  line.Value("--layout", &layout);
  line.Values("--limit", &limits);
  line.Names("--inputs", &inputs);
  line.Names("--special-events", &special_events);
  line.Value("--resources", &resources);
  line.Flag("--follow-symlinks", &follow_symlinks);
  line.Paths(&paths);
}

absl::Status ReadFlags::ToOptions(CheckOptions* options) const {
  if (!as.empty()) options->forced = FormatOfName(as);
  options->read.layout = layout;
  for (const std::string& limit : limits) {
    if (absl::Status s = SetLimit(limit, options->read.limits); !s.ok()) {
      return s;
    }
  }
  for (const std::string& list : inputs) {
    if (!options->read.inputs) options->read.inputs.emplace();
    for (std::string& name : SplitNames(list)) {
      options->read.inputs->push_back(std::move(name));
    }
  }
  for (const std::string& list : special_events) {
    for (std::string& name : SplitNames(list)) {
      if (absl::Status s = CheckSpecialEvent(name); !s.ok()) {
        return absl::InvalidArgumentError(
            absl::StrCat("--special-events: ", s.message()));
      }
      options->read.special_events.push_back(std::move(name));
    }
  }
  options->follow_symlinks = follow_symlinks;
  if (!resources.empty()) {
    auto opened =
        ForgeResources::Open(resources, options->read.limits, follow_symlinks);
    if (!opened.ok()) return opened.status();
    options->resources = *std::move(opened);
    options->read.resources = options->resources.get();
    options->textures =
        std::make_shared<TextureFolder>(resources, follow_symlinks);
    options->read.textures = options->textures.get();
  }
  if (std::ranges::find(paths, "") != paths.end()) {
    return absl::InvalidArgumentError(
        "a path is empty: perhaps a variable is not set");
  }
  if (paths.empty() && paths_needed) {
    return absl::InvalidArgumentError(
        "no file, folder or - (standard input) is named");
  }
  if (std::count(paths.begin(), paths.end(), "-") > 1) {
    return absl::InvalidArgumentError("standard input can be read only once");
  }
  return CheckKernel();
}

absl::Status ReadFlags::CheckFiles() const {
  for (const std::string& path : paths) {
    struct stat about = {};
    if (path == "-" || StatPath(path, &about) != 0 || !S_ISDIR(about.st_mode)) {
      continue;
    }
    const std::string name = ToPrintable(path);
    return absl::InvalidArgumentError(
        absl::StrCat(name, " is a folder: name a file in it (clipguard info ",
                     name, " lists those that clipguard reads)"));
  }
  return absl::OkStatus();
}

absl::Status OpenModel(const std::string& path, CheckOptions* options) {
  if (path.empty()) return {};
  ReadOptions& read = options->read;
  auto model = OpenBlockModel(path, read.limits, read.resources);
  if (!model.ok()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--model: %s: %s", ToPrintable(path), model.status().message()));
  }
  read.model =
      std::make_shared<actions::SharedModel::element_type>(std::move(model));
  return {};
}

std::optional<float> ParseFloat32(std::string_view text) {
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  float value = 0;
  const auto [stop, error] = fast_float::from_chars(begin, end, value);
  if (stop != end || text.empty() ||
      (error != std::errc() && error != std::errc::result_out_of_range)) {
    return std::nullopt;
  }
  // "1e39" becomes infinite, and "inf" is.
  const bool has_digits = text.find_first_of("0123456789") != text.npos;
  if (has_digits && !std::isfinite(value)) return std::nullopt;
  return value;
}

std::vector<std::string> SplitNames(std::string_view list) {
  std::vector<std::string> names;
  while (!list.empty()) {
    const size_t comma = std::min(list.find(','), list.size());
    if (comma != 0) names.emplace_back(list.substr(0, comma));
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return names;
}

absl::StatusOr<std::vector<InputSetting>> ParseSettings(
    std::span<const std::string> settings) {
  std::vector<InputSetting> parsed;
  for (const std::string& text : settings) {
    const size_t equals = text.rfind('=');
    if (equals != std::string::npos && equals != 0) {
      const std::string_view number = std::string_view(text).substr(equals + 1);
      if (const std::optional<float> value = ParseFloat32(number)) {
        parsed.push_back({text.substr(0, equals), *value});
        continue;
      }
    }
    return absl::InvalidArgumentError(
        absl::StrFormat("--set needs NAME=FLOAT: --set=speed=1.5, not '%s'",
                        ToPrintable(text.substr(0, 40))));
  }
  return parsed;
}

int BadUsage(std::string_view command, const absl::Status& status,
             Environment& env) {
  const std::string message(status.message().data(), status.message().size());
  if (absl::IsUnavailable(status)) {
    env.Say(message);
    return kExitFailed;
  }
  std::string help = "clipguard help";
  if (!command.empty()) {
    help += ' ';
    help += command;
  }
  env.Say(absl::StrFormat("%s\n(%s shows how it is used)", message, help));
  return kExitUsage;
}

}  // namespace clipguard::cli
