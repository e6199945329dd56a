// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/files/output_place.h"

#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <string_view>

#include "base/text.h"
#include "cli/files/path_base.h"
#include "cli/io/given_files.h"

namespace clipguard::cli {
namespace {

namespace fs = std::filesystem;

// The name of an input's result in a folder.
std::string NameOf(const Input& input) {
  if (input.root != nullptr) return input.inside();
  if (input.from_folder) {
    // A path from a list is relative to the base folder, unless it is outside.
    std::string below = PathBase().Below(input.path);
    if (!below.starts_with("..") && !below.starts_with('/')) return below;
  }
  return fs::path(input.path).filename().generic_string();
}

}  // namespace

bool IsOutputFolder(const std::string& out) {
  struct stat info = {};
  return out.ends_with('/') ||
         (StatPath(out, &info) == 0 && S_ISDIR(info.st_mode));
}

std::vector<std::string> PlacesIn(const std::string& folder,
                                  std::span<const Input> inputs,
                                  std::string_view extension) {
  std::vector<std::string> places;
  for (const Input& input : inputs) {
    fs::path path = fs::path(folder) / NameOf(input);
    if (extension.starts_with('+')) {
      path += extension.substr(1);
    } else if (!extension.empty()) {
      path.replace_extension(extension);
    }
    places.push_back(path.lexically_normal().generic_string());
  }
  return places;
}

absl::Status MakeFoldersOf(const std::string& path) {
  if (GivenFiles::Current() != nullptr) return absl::OkStatus();
  const fs::path folder = fs::path(path).parent_path();
  // From the last one that is there.
  std::vector<std::string> missing;
  struct stat about = {};
  for (fs::path part = folder; part.has_filename() || part.has_relative_path();
       part = part.parent_path()) {
    missing.push_back(part.generic_string());
    if (stat(missing.back().c_str(), &about) == 0) break;
  }
  while (!missing.empty()) {
    const std::string& made = missing.back();
    if (mkdir(made.c_str(), 0777) != 0) {
      const int error = errno;
      if (stat(made.c_str(), &about) != 0 || !S_ISDIR(about.st_mode)) {
        return absl::UnavailableError(
            WhyNoFolder(folder.generic_string(), error));
      }
    }
    missing.pop_back();
  }
  return absl::OkStatus();
}

std::string WhyNoFolder(const std::string& folder, int error) {
  for (fs::path part = folder; part.has_relative_path();
       part = part.parent_path()) {
    struct stat about = {};
    if (StatPath(part.generic_string(), &about) != 0) continue;
    if (S_ISDIR(about.st_mode)) break;
    return "'" + ToPrintable(part.generic_string()) +
           "' is a file, not a folder";
  }
  return ErrorText(error);
}

}  // namespace clipguard::cli
