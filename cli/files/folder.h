// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Folder: files below a folder, and none elsewhere, whatever links there are.
//
//   Folder folder("uploads");
//   const int fd = folder.Open("a/b.bin", O_RDONLY | O_CLOEXEC);
//   if (fd < 0 && errno == EXDEV) ...  // a link leads out
//
// A link that stays inside is followed. An opened file is inside even if
// somebody exchanges files, folders and links at the same time: the path
// without links is opened link by link, or not at all. (Hard links, and file
// systems that are mounted there, are inside.)

#ifndef CLIPGUARD_CLI_FILES_FOLDER_H_
#define CLIPGUARD_CLI_FILES_FOLDER_H_

#include <optional>
#include <string>
#include <string_view>

namespace clipguard::cli {

// Thread-safe after its constructor.
class Folder {
 public:
  // `path` may be a link.
  explicit Folder(std::string path);
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::string& path() const { return path_; }

  // The errno of opening the folder; 0 if it is open.
  int error() const { return error_; }

  // As open(), of a path below this folder, without "..". A descriptor; or -1
  // and errno, which is EXDEV if a link leads out of the folder.
  int Open(const std::string& inside, int flags) const;

  // Where a path below leads: the same place below, without links. Nothing, and
  // errno, if it does not exist; EXDEV if it is not below.
  std::optional<std::string> Resolve(const std::string& inside) const;

 private:
  std::string path_;
  int fd_ = -1;
  int error_ = 0;
};

namespace internal {

// Fallback of Open() where the system has no openat2(): opens the path
// component by component, so that none is a link. -1 and ELOOP or ENOTDIR if
// one is.
int OpenStepwise(int folder, std::string_view inside, int flags);

}  // namespace internal

// An absolute path without links and dots; the end of it that does not exist
// stays as it is.
std::string WithoutLinks(const std::string& path);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FILES_FOLDER_H_
