// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/files/path_base.h"

#include <system_error>

#include "cli/io/given_files.h"

namespace clipguard::cli {

PathBase::PathBase(std::string_view folder) {
  if (const GivenFiles* const given = GivenFiles::Current()) {
    working_directory_ = given->folder();
  } else {
    std::error_code error;
    working_directory_ = std::filesystem::current_path(error);
    // It may be gone.
    if (error) working_directory_ = "/";
  }
  folder_ = Absolute(folder);
}

std::filesystem::path PathBase::Absolute(std::string_view path) const {
  std::filesystem::path whole =
      (working_directory_ / std::filesystem::path(path)).lexically_normal();
  // "/a/b/" is "/a/b".
  if (!whole.has_filename() && whole.has_relative_path()) {
    whole = whole.parent_path();
  }
  return whole;
}

std::string PathBase::Under(std::string_view below) const {
  return (folder_ / std::filesystem::path(below)).generic_string();
}

std::string PathBase::Below(std::string_view path) const {
  if (path == "-") return "-";
  const std::filesystem::path whole = Absolute(path);
  const std::string below = whole.lexically_relative(folder_).generic_string();
  // On another drive.
  return below.empty() ? whole.generic_string() : below;
}

}  // namespace clipguard::cli
