// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// OutputFile: a file that is there as a whole, or not at all.
//
//   OutputFile file("report.sarif");
//   if (!file.Open()) Say(file.problem());
//   file.Write(text);
//   if (!file.Commit()) Say(file.problem());   // no space left, say
//
// Until Commit(), what is at the path stays as it is. A pipe or a device is
// written directly. Links are followed once, by Open(): the file that they lead
// to is replaced in the folder that it was in then, whatever becomes of folders
// and links. A file with several names (hard links) is replaced under this one;
// the others keep what was there.
//
// A file that the run reads, or a place that another output has, is refused:
// RunFiles.

#ifndef CLIPGUARD_CLI_FILES_OUTPUT_FILE_H_
#define CLIPGUARD_CLI_FILES_OUTPUT_FILE_H_

#include <sys/stat.h>
#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "cli/files/temporary_file.h"
#include "cli/io/disk_sync.h"
#include "cli/io/environment.h"

namespace clipguard::cli {

// Thread-compatible. A file that is not committed is deleted by the destructor.
class OutputFile : public Output {
 public:
  explicit OutputFile(std::string path) : path_(std::move(path)) {}
  ~OutputFile() override;
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // The permissions of a file that is not there yet, whatever the umask is;
  // without it, the umask decides. To be called before Open().
  void set_mode(unsigned mode) { mode_ = mode; }

  // The file that is replaced, and no other, though the run reads it. To be
  // called before Open(), which fails if another file is there, or none; so
  // does Commit().
  void set_replaces(dev_t device, ino_t inode) { replaces_ = {device, inode}; }

  // False if nothing can be written there.
  [[nodiscard]] bool Open();

  void Write(std::string_view text) override;
  void Flush() override;

  // Writes at a place of the file, whatever stands before it. Not for what
  // Write() has written to, nor for a pipe.
  void WriteAt(uint64_t offset, std::string_view text);

  // Begins to write to the disk what Commit() waits for. Then it waits less: of
  // several files of a run that were begun before the first one is committed,
  // all but one hardly at all.
  void BeginCommit();

  // Puts the file in its place. False if not all of it could be written; then
  // what was there is there still.
  [[nodiscard]] bool Commit();

  // As it was named.
  const std::string& path() const { return path_; }
  const std::string& problem() const { return problem_; }

 private:
  struct Identity {
    dev_t device;
    ino_t inode;
  };

  bool Fail(int error);
  // As fsync().
  int WaitForDisk();
  bool Refuse(std::string problem);
  // Fails if the run reads the file that is there.
  bool IsFree(const struct stat& there);
  // Fails if another output has the place.
  bool Take();
  // Whether the file that is to be replaced is there; true if any is.
  bool IsExpected();
  // As the file that is replaced, as far as that is allowed.
  bool TakeOver(const struct stat& there);

  std::string path_;
  std::string name_;  // where links lead to, in folder_
  int folder_ = -1;
  TemporaryFile temporary_;  // beside it; none: written directly
  int fd_ = -1;
  DiskSync* disk_ = nullptr;  // that of the run, from BeginCommit() on
  DiskSync::Turn turn_;
  std::optional<Identity> replaces_;
  std::unique_ptr<FdOutput> out_;
  std::optional<std::string> given_;  // the bytes written, for GivenFiles
  std::optional<unsigned> mode_;
  std::string problem_;
};

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FILES_OUTPUT_FILE_H_
