// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/flags/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

#include "absl/strings/str_format.h"
#include "cli/io/suggest.h"
#include "base/text.h"

namespace clipguard::cli {

struct CommandLine::Impl {
  explicit Impl(std::string_view command)
      : app(std::string(), std::string(command)) {}

  CLI::App app;
  std::vector<std::string> names = {"--help"};
  std::vector<std::string> with_value;
  std::vector<std::string> with_names;
  std::vector<std::pair<CLI::Option*, bool*>> flags;
  std::vector<std::pair<CLI::Option*, std::string*>> values;
  std::vector<std::pair<CLI::Option*, std::vector<std::string>*>> lists;
  std::vector<std::string>* paths = nullptr;

  absl::Status CheckEmptyValues(const std::vector<std::string>& args) const;
  absl::Status TakePaths();
};

CommandLine::CommandLine(std::string_view command)
    : impl_(std::make_unique<Impl>(command)) {
  // Help is this program's own, not one that the library makes.
  impl_->app.set_help_flag();
  // Paths are what is left over, which the library does not touch. Of a list
  // of its own it would take the file [a,b] for two, and {} for none.
  impl_->app.allow_extras();
}

CommandLine::~CommandLine() = default;

void CommandLine::Flag(std::string_view name, bool* value) {
  impl_->names.emplace_back(name.substr(name.find("--")));
  CLI::Option* option = impl_->app.add_flag(std::string(name));
  option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  impl_->flags.emplace_back(option, value);
}

void CommandLine::Value(std::string_view name, std::string* value) {
  impl_->names.emplace_back(name);
  impl_->with_value.emplace_back(name);
  CLI::Option* option = impl_->app.add_option(std::string(name));
  option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  impl_->values.emplace_back(option, value);
}

void CommandLine::Values(std::string_view name,
                         std::vector<std::string>* values) {
  impl_->names.emplace_back(name);
  impl_->with_value.emplace_back(name);
  CLI::Option* option = impl_->app.add_option(std::string(name));
  option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  impl_->lists.emplace_back(option, values);
}

void CommandLine::Names(std::string_view name,
                        std::vector<std::string>* values) {
  Values(name, values);
  impl_->with_value.pop_back();
  impl_->with_names.emplace_back(name);
}

void CommandLine::Paths(std::vector<std::string>* paths) {
  impl_->paths = paths;
}

// The library would take the next argument for the value of "--name=".
absl::Status CommandLine::Impl::CheckEmptyValues(
    const std::vector<std::string>& args) const {
  for (const std::string& arg : args) {
    if (arg == "--") break;
    for (const std::string& name : with_value) {
      if (arg.size() == name.size() + 1 && arg.starts_with(name) &&
          arg.ends_with('=')) {
        return absl::InvalidArgumentError(
            absl::StrFormat("%s needs a value", name));
      }
    }
  }
  return absl::OkStatus();
}

absl::Status CommandLine::Impl::TakePaths() {
  std::vector<std::string> taken;
  bool only_paths = false;
  for (const std::string& arg : app.remaining()) {
    if (arg == "--" && !only_paths) {
      only_paths = true;
      continue;
    }
    if (arg.size() > 1 && arg.starts_with('-') && !only_paths) {
      const std::vector<std::string_view> known(names.begin(), names.end());
      return absl::InvalidArgumentError(
          UnknownName("flag", arg.substr(0, arg.find('=')), known));
    }
    taken.push_back(arg);
  }
  if (paths != nullptr) {
    *paths = std::move(taken);
  } else if (!taken.empty()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "'%s' is one argument too many", ToPrintable(taken.front())));
  }
  return absl::OkStatus();
}

absl::Status CommandLine::Parse(const std::vector<std::string>& args) {
  const auto end = std::find(args.begin(), args.end(), "--");
  help_ = std::any_of(args.begin(), end, [](const std::string& arg) {
    return arg == "--help" || arg == "-h" || arg.starts_with("--help=");
  });
  if (help_) return absl::OkStatus();
  if (absl::Status s = impl_->CheckEmptyValues(args); !s.ok()) return s;

  // The one place where the library's exceptions are caught.
  try {
    std::vector<std::string> reversed(args.rbegin(), args.rend());
    for (std::string& arg : reversed) {
      for (const std::string& name : impl_->with_names) {
        // A list without names, which the library takes as it is.
        if (arg == name + "=") arg += ',';
      }
    }
    impl_->app.parse(reversed);
    for (const auto& [option, value] : impl_->flags) {
      if (option->count() != 0) *value = option->as<bool>();
    }
  } catch (const CLI::ArgumentMismatch& e) {
    std::vector<std::string> names = impl_->with_value;
    names.insert(names.end(), impl_->with_names.begin(),
                 impl_->with_names.end());
    for (const std::string& name : names) {
      if (!args.empty() && args.back() == name) {
        return absl::InvalidArgumentError(
            absl::StrFormat("%s needs a value", name));
      }
    }
    return absl::InvalidArgumentError(ToPrintable(e.what()));
  } catch (const CLI::ConversionError& e) {
    for (const std::string& arg : args) {
      const std::string name = arg.substr(0, arg.find('='));
      for (const auto& [option, value] : impl_->flags) {
        if (arg == name || option->get_name() != name) continue;
        return absl::InvalidArgumentError(absl::StrFormat(
            "%s is a yes or no: %s or %s=false, not '%s'", name, name, name,
            ToPrintable(arg.substr(name.size() + 1))));
      }
    }
    return absl::InvalidArgumentError(ToPrintable(e.what()));
  } catch (const CLI::Error& e) {
    return absl::InvalidArgumentError(ToPrintable(e.what()));
  }

  if (absl::Status s = impl_->TakePaths(); !s.ok()) return s;
  for (const auto& [option, value] : impl_->values) {
    if (option->count() != 0) *value = option->results().back();
  }
  for (const auto& [option, list] : impl_->lists) {
    if (option->count() != 0) *list = option->results();
  }
  return absl::OkStatus();
}

}  // namespace clipguard::cli
