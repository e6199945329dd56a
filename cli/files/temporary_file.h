// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// TemporaryFile: a file that is gone if it is not kept, even if a signal ends
// the program.
//
//   RemoveTemporaryFilesOnSignals();  // once, in main()
//   TemporaryFile file;
//   const int fd = file.Create(folder, 0600);
//   ...
//   if (file.Rename("report.json")) ...

#ifndef CLIPGUARD_CLI_FILES_TEMPORARY_FILE_H_
#define CLIPGUARD_CLI_FILES_TEMPORARY_FILE_H_

#include <sys/types.h>

#include <string>

namespace clipguard::cli {

// Thread-compatible.
class TemporaryFile {
 public:
  TemporaryFile() = default;
  ~TemporaryFile() { Remove(); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  // Makes a file in an open folder, which must stay open. Its name is short,
  // and nobody else's. A descriptor, which is the caller's; or -1 and errno.
  int Create(int folder, mode_t mode);

  // Whether there is one.
  bool exists() const { return folder_ >= 0; }

  // Gives the file a name in its folder, whatever has that now. False, and
  // errno, if that fails; then it is still temporary.
  [[nodiscard]] bool Rename(const std::string& name);

  void Remove();

 private:
  // Lets go of the file.
  void Forget();

  int folder_ = -1;
  std::string name_;
  size_t slot_ = 0;
};

// SIGHUP, SIGINT and SIGTERM remove all temporary files and then have their
// usual effect. One that is ignored still is.
void RemoveTemporaryFilesOnSignals();

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FILES_TEMPORARY_FILE_H_
