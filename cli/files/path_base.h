// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// PathBase: paths as they are seen from a folder. By their spelling alone: no
// file is asked, and links are not followed.
//
//   PathBase("/w/assets").Below("art/../a.bin")  // in /w: "../a.bin"

#ifndef CLIPGUARD_CLI_FILES_PATH_BASE_H_
#define CLIPGUARD_CLI_FILES_PATH_BASE_H_

#include <filesystem>
#include <string>
#include <string_view>

namespace clipguard::cli {

// Thread-safe after its constructor.
class PathBase {
 public:
  // A path is relative to the working directory of now; so is an empty one.
  explicit PathBase(std::string_view folder = {});

  // The path from the folder to what is named, without "." and without ".."
  // but at its beginning; "-" and absolute paths of nowhere stay as they are.
  std::string Below(std::string_view path) const;

  // Returns the absolute path of a file that is named relative to the folder.
  std::string Under(std::string_view below) const;

 private:
  std::filesystem::path Absolute(std::string_view path) const;

  std::filesystem::path working_directory_;
  std::filesystem::path folder_;
};

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FILES_PATH_BASE_H_
