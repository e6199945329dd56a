// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/files/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "cli/io/text.h"

namespace clipguard::cli {
namespace {

// Names that are tried for a file beside the target.
constexpr int kNames = 100;

// Where a path leads, over links; itself if it leads nowhere yet.
std::string Resolved(const std::string& path) {
  char* const resolved = realpath(path.c_str(), nullptr);
  if (resolved == nullptr) return path;
  std::string out = resolved;
  std::free(resolved);
  return out;
}

}  // namespace

OutputFile::~OutputFile() {
  out_.reset();
  if (fd_ >= 0) close(fd_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

bool OutputFile::Fail(int error) {
  problem_ = ErrorText(error);
  return false;
}

bool OutputFile::Open() {
  target_ = Resolved(path_);
  struct stat there = {};
  const bool exists = stat(target_.c_str(), &there) == 0;
  if (exists && S_ISDIR(there.st_mode)) return Fail(EISDIR);
  if (exists && !S_ISREG(there.st_mode)) {
    fd_ = open(target_.c_str(), O_WRONLY | O_CLOEXEC);
  } else if (exists && access(target_.c_str(), W_OK) != 0) {
    return Fail(errno);
  } else {
    for (int i = 0; i < kNames && fd_ < 0; ++i) {
      std::string name = absl::StrCat(target_, ".", getpid(), "-", i, ".tmp");
      fd_ = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (fd_ >= 0) {
        temporary_ = std::move(name);
      } else if (errno != EEXIST) {
        break;
      }
    }
  }
  if (fd_ < 0) return Fail(errno);
  // A file that is replaced keeps its permissions.
  if (exists) mode_ = there.st_mode & 0777;
  if (mode_ && !temporary_.empty()) {
    const int changed = fchmod(fd_, static_cast<mode_t>(*mode_));
    if (changed != 0) return Fail(errno);
  }
  out_ = std::make_unique<FdOutput>(fd_);
  return true;
}

void OutputFile::Write(std::string_view text) {
  if (out_ == nullptr) return;
  out_->Write(text);
  error_ = out_->error();
}

void OutputFile::Flush() {
  if (out_ == nullptr) return;
  out_->Flush();
  error_ = out_->error();
}

bool OutputFile::Commit() {
  // Open() failed, or was not called: what is there must not be replaced.
  if (out_ == nullptr) return false;
  Flush();
  if (error_ != 0) return Fail(error_);
  // A disk may say only now that it is full.
  if (!temporary_.empty() && fsync(fd_) != 0) return Fail(errno);
  out_.reset();
  const int closed = close(fd_);
  fd_ = -1;
  if (closed != 0) return Fail(errno);
  if (temporary_.empty()) return true;
  if (rename(temporary_.c_str(), target_.c_str()) != 0) return Fail(errno);
  temporary_.clear();
  return true;
}

}  // namespace clipguard::cli
