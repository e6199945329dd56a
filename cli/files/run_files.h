// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// RunFiles: the files that a run reads and writes, so that none is both.
//
//   RunFiles files;
//   const RunFiles::Use use(files);  // by this thread
//
// From then on InputFile adds each file that it opens, and OutputFile opens and
// commits none that was added, nor a place that another one has. Links and hard
// links lead to the same file.

#ifndef CLIPGUARD_CLI_FILES_RUN_FILES_H_
#define CLIPGUARD_CLI_FILES_RUN_FILES_H_

#include <sys/stat.h>

#include <atomic>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "cli/io/disk_sync.h"

namespace clipguard::cli {

// A file, whatever it is called: device and inode.
using FileId = std::pair<dev_t, ino_t>;
inline FileId IdOf(const struct stat& about) {
  return {about.st_dev, about.st_ino};
}

// Thread-safe.
class RunFiles {
 public:
  // Adds a file that is read; no pipe or device.
  void AddRead(const struct stat& about);
  // Adds all files that will be read, sorted.
  void AddRead(std::vector<FileId> files);

  // Nothing is written: files need not be remembered.
  void WriteNothing() { remembers_ = false; }

  // InvalidArgument, with a message for the user, if the run reads the file
  // that is there.
  absl::Status CheckNotRead(const std::string& place) const;

  // Whether the run reads a file.
  bool IsRead(const struct stat& there) const;

  // Says where standard output goes. A file that has contents, which `>>` and
  // `1<>` leave there, must not be read.
  void SetStandardOutput(int fd);
  bool has_standard_output() const { return standard_output_.has_value(); }
  bool IsStandardOutput(const struct stat& there) const {
    return standard_output_ == IdOf(there);
  }

  // Takes the place, where no file need be. False if it was taken before.
  bool Take(const std::string& place);

  // Notes that an output was refused, which makes the exit code kExitUsage.
  void Refuse() { refused_ = true; }
  bool refused() const { return refused_; }

  // For the files that the run writes.
  DiskSync& disk() { return disk_; }

  // That of this thread; null: none, and nothing is looked after.
  static RunFiles* Current();

  // Lets this thread use one for as long as it lives. Null: none.
  class Use {
   public:
    explicit Use(RunFiles* files);
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    RunFiles* const before_;
  };

 private:
  mutable std::mutex mutex_;
  DiskSync disk_;
  // There may be millions of inputs, and few others.
  std::vector<FileId> inputs_;  // sorted
  std::set<FileId> others_;
  std::set<std::string> taken_;
  std::optional<FileId> standard_output_;
  std::atomic<bool> remembers_ = true;
  std::atomic<bool> refused_ = false;
};

// A path without links, as far as it exists: what two spellings have in common.
std::string ResolvedPlace(const std::string& path);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FILES_RUN_FILES_H_
