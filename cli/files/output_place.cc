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
#include "cli/io/given_files.h"

namespace clipguard::cli {
namespace {

namespace fs = std::filesystem;

using FileId = std::pair<dev_t, ino_t>;

std::optional<FileId> IdOf(const std::string& path) {
  struct stat info = {};
  if (StatPath(path, &info) != 0) return std::nullopt;
  return FileId(info.st_dev, info.st_ino);
}

std::set<FileId> IdsOf(std::span<const Input> inputs) {
  std::set<FileId> ids;
  for (const Input& input : inputs) {
    if (const auto id = IdOf(input.path)) ids.insert(*id);
  }
  return ids;
}

absl::Status CheckNotRead(const std::set<FileId>& read,
                          const std::string& place) {
  const auto id = IdOf(place);
  if (!id || !read.contains(*id)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrFormat("'%s' is to be read: name another place for the result",
                      ToPrintable(place)));
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

bool IsOutputFolder(const std::string& out) {
  struct stat info = {};
  return out.ends_with('/') ||
         (StatPath(out, &info) == 0 && S_ISDIR(info.st_mode));
}

absl::Status CheckNotRead(std::span<const Input> inputs,
                          const std::string& place) {
  return CheckNotRead(IdsOf(inputs), place);
}

absl::StatusOr<std::vector<std::string>> OutputPlaces(
    std::span<const Input> inputs, const std::string& out,
    std::string_view extension) {
  const bool folder = IsOutputFolder(out);
  if (!folder && inputs.size() > 1) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%d files need a folder to be written to: one that exists, or whose "
        "name ends in /, not '%s'",
        inputs.size(), ToPrintable(out)));
  }
  const std::set<FileId> read = IdsOf(inputs);
  std::vector<std::string> places;
  std::set<std::string> taken;
  for (const Input& input : inputs) {
    std::string place = out;
    if (folder) {
      fs::path path = fs::path(out) / NameOf(input);
      if (extension.starts_with('+')) {
        path += extension.substr(1);
      } else if (!extension.empty()) {
        path.replace_extension(extension);
      }
      place = path.lexically_normal().string();
    }
    if (!taken.insert(place).second) {
      return absl::InvalidArgumentError(
          absl::StrFormat("two files would become '%s'", ToPrintable(place)));
    }
    if (absl::Status s = CheckNotRead(read, place); !s.ok()) return s;
    places.push_back(std::move(place));
  }
  return places;
}

absl::Status MakeFoldersOf(const std::string& path) {
  if (GivenFiles::Current() != nullptr) return absl::OkStatus();
  const fs::path folder = fs::path(path).parent_path();
  if (folder.empty()) return absl::OkStatus();
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error || fs::is_directory(folder, error)) return absl::OkStatus();
  return absl::UnavailableError(ErrorText(error.value()));
}

}  // namespace clipguard::cli
