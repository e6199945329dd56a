// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/files/output_place.h"

#include <sys/stat.h>

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "absl/strings/str_format.h"
#include "base/text.h"
#include "cli/files/path_base.h"

namespace clipguard::cli {
namespace {

namespace fs = std::filesystem;

using FileId = std::pair<dev_t, ino_t>;

std::optional<FileId> IdOf(const std::string& path) {
  struct stat info = {};
  if (stat(path.c_str(), &info) != 0) return std::nullopt;
  return FileId(info.st_dev, info.st_ino);
}

bool IsFolder(const std::string& path) {
  std::error_code ignored;
  return path.ends_with('/') || fs::is_directory(path, ignored);
}

// What a file is called in a folder of outputs.
std::string NameOf(const Input& input) {
  if (input.root != nullptr) return input.inside();
  if (input.from_folder) {
    // Of a list: as it is seen from here, unless that is elsewhere.
    std::string below = PathBase().Below(input.path);
    if (!below.starts_with("..") && !below.starts_with('/')) return below;
  }
  return fs::path(input.path).filename();
}

}  // namespace

absl::StatusOr<std::vector<std::string>> OutputPlaces(
    std::span<const Input> inputs, const std::string& out) {
  const bool folder = IsFolder(out);
  if (!folder && inputs.size() > 1) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%d files need a folder to be written to: one that exists, or whose "
        "name ends in /, not '%s'",
        inputs.size(), ToPrintable(out)));
  }
  std::set<FileId> read;
  for (const Input& input : inputs) {
    if (const auto id = IdOf(input.path)) read.insert(*id);
  }
  std::vector<std::string> places;
  std::set<std::string> taken;
  for (const Input& input : inputs) {
    std::string place =
        folder ? (fs::path(out) / NameOf(input)).lexically_normal().string()
               : out;
    if (!taken.insert(place).second) {
      return absl::InvalidArgumentError(
          absl::StrFormat("two files would become '%s'", ToPrintable(place)));
    }
    const auto id = IdOf(place);
    if (id && read.contains(*id)) {
      return absl::InvalidArgumentError(
          absl::StrFormat("'%s' is to be read: only --in-place writes there",
                          ToPrintable(place)));
    }
    places.push_back(std::move(place));
  }
  return places;
}

absl::Status MakeFoldersOf(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  if (folder.empty()) return absl::OkStatus();
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error || fs::is_directory(folder, error)) return absl::OkStatus();
  return absl::UnavailableError(ErrorText(error.value()));
}

}  // namespace clipguard::cli
