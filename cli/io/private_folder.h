// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A temporary folder for files that are given to another program.

#ifndef CLIPGUARD_CLI_IO_PRIVATE_FOLDER_H_
#define CLIPGUARD_CLI_IO_PRIVATE_FOLDER_H_

#include <signal.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <string>

namespace clipguard::cli {

// Gone at the end, with all that is in it. If SIGHUP, SIGINT or SIGTERM ends
// this program, so are the files that were named, and the folder if there are
// no others in it; and the program that RunChild() runs, with its process
// group. A signal that was ignored still is. One at a time; no other thread may
// run then.
class PrivateFolder {
 public:
  PrivateFolder();
  ~PrivateFolder();
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;

  // Empty if it could not be made.
  const std::string& path() const { return path_; }

  // The path of a file in it, which there need not be. At most kMostFiles.
  const std::string& Name(const std::string& file);

 private:
  static constexpr size_t kMostFiles = 2;
  static constexpr std::array kSignals = {SIGHUP, SIGINT, SIGTERM};

  static void OnSignal(int signal);

  std::string path_;
  std::array<std::string, kMostFiles> files_;
  std::atomic<size_t> named_ = 0;  // of them
  // How the signals were handled before.
  std::array<struct sigaction, kSignals.size()> before_ = {};
};

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_IO_PRIVATE_FOLDER_H_
