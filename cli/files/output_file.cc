// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/files/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "base/text.h"
#include "cli/files/output_place.h"
#include "cli/files/run_files.h"
#include "cli/io/given_files.h"

namespace clipguard::cli {
namespace {

// Where a path leads, over links; itself if nothing is there. Empty, with
// errno, if it is a link that leads nowhere.
std::string Resolved(const std::string& path) {
  char* const resolved = realpath(path.c_str(), nullptr);
  if (resolved != nullptr) {
    std::string out = resolved;
    std::free(resolved);
    return out;
  }
  struct stat link = {};
  const int error = errno;
  const bool is_link = lstat(path.c_str(), &link) == 0 && S_ISLNK(link.st_mode);
  errno = error;
  return is_link ? std::string() : path;
}

// The folder that a path is in, to open files in it; -1, with errno. It may be
// one that may not be listed.
int OpenFolder(const std::string& path) {
  const size_t slash = path.rfind('/');
  std::string folder = ".";
  if (slash != std::string::npos) folder = path.substr(0, slash + 1);
  return open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
}

}  // namespace

OutputFile::~OutputFile() {
  out_.reset();
  if (fd_ >= 0) close(fd_);
  temporary_.Remove();
  if (folder_ >= 0) close(folder_);
}

bool OutputFile::Fail(int error) {
  problem_ = ErrorText(error);
  return false;
}

bool OutputFile::IsExpected() {
  if (!replaces_) return true;
  struct stat there = {};
  if (fstatat(folder_, name_.c_str(), &there, AT_SYMLINK_NOFOLLOW) != 0) {
    return Fail(errno);
  }
  if (there.st_dev == replaces_->device && there.st_ino == replaces_->inode) {
    return true;
  }
  problem_ = "another file has taken its place meanwhile";
  return false;
}

bool OutputFile::Refuse(std::string problem) {
  RunFiles::Current()->Refuse();
  problem_ = std::move(problem);
  return false;
}

bool OutputFile::IsFree(const struct stat& there) {
  const RunFiles* const run = RunFiles::Current();
  if (run == nullptr || replaces_ || !run->IsRead(there)) return true;
  return Refuse("it is to be read: name another place for the result");
}

bool OutputFile::Take() {
  RunFiles* const run = RunFiles::Current();
  if (run == nullptr || replaces_ || run->Take(path_)) return true;
  return Refuse("it is to be written twice: name another place");
}

bool OutputFile::TakeOver(const struct stat& there) {
  mode_t mode = there.st_mode & 0777;
  struct stat ours = {};
  if (fstat(fd_, &ours) != 0) return Fail(errno);
  if ((ours.st_uid != there.st_uid || ours.st_gid != there.st_gid) &&
      fchown(fd_, there.st_uid, there.st_gid) != 0) {
    // Another group must not get what was meant for that one.
    if (ours.st_gid != there.st_gid) mode &= ~mode_t{0070};
  }
  return fchmod(fd_, mode) == 0 || Fail(errno);
}

bool OutputFile::Open() {
  if (const GivenFiles* const files = GivenFiles::Current()) {
    if (path_.ends_with('/') || files->IsFolder(path_)) return Fail(EISDIR);
    struct stat given = {};
    if (files->Stat(path_, &given) && !IsFree(given)) return false;
    if (!Take()) return false;
    given_.emplace();
    return true;
  }
  // A pipe or a device, to which a link of the system may lead.
  struct stat there = {};
  if (!replaces_ && stat(path_.c_str(), &there) == 0 &&
      !S_ISREG(there.st_mode) && !S_ISDIR(there.st_mode)) {
    if (!IsFree(there)) return false;
    fd_ = open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (fd_ < 0) return Fail(errno);
    out_ = std::make_unique<FdOutput>(fd_);
    return true;
  }
  const std::string target = Resolved(path_);
  if (target.empty()) {
    problem_ = "it is a link that leads nowhere";
    return false;
  }
  folder_ = OpenFolder(target);
  if (folder_ < 0 && errno == ENOTDIR) {
    problem_ = WhyNoFolder(target.substr(0, target.rfind('/')), errno);
    return false;
  }
  if (folder_ < 0) return Fail(errno);
  name_ = target.substr(target.rfind('/') + 1);
  const bool exists = fstatat(folder_, name_.c_str(), &there, 0) == 0;
  if (name_.empty() || (exists && S_ISDIR(there.st_mode))) return Fail(EISDIR);
  if (!IsExpected()) return false;
  if (exists && !IsFree(there)) return false;
  // A pipe has taken its place since.
  if (exists && !S_ISREG(there.st_mode)) return Fail(EEXIST);
  if (!Take()) return false;
  if (exists && faccessat(folder_, name_.c_str(), W_OK, 0) != 0) {
    return Fail(errno);
  }
  // Nobody else may look into it before it has the right permissions.
  fd_ = temporary_.Create(folder_, exists || mode_ ? 0600 : 0666);
  if (fd_ < 0) return Fail(errno);
  if (exists && !TakeOver(there)) return false;
  if (!exists && mode_ && fchmod(fd_, static_cast<mode_t>(*mode_)) != 0) {
    return Fail(errno);
  }
  out_ = std::make_unique<FdOutput>(fd_);
  return true;
}

void OutputFile::Write(std::string_view text) {
  if (given_) given_->append(text);
  if (out_ == nullptr) return;
  turn_ = {};
  out_->Write(text);
  error_ = out_->error();
}

void OutputFile::Flush() {
  if (out_ == nullptr) return;
  out_->Flush();
  error_ = out_->error();
}

void OutputFile::WriteAt(uint64_t offset, std::string_view text) {
  if (given_) {
    const size_t end = static_cast<size_t>(offset) + text.size();
    if (given_->size() < end) given_->resize(end);
    given_->replace(static_cast<size_t>(offset), text.size(), text);
    return;
  }
  turn_ = {};
  while (!text.empty() && error_ == 0 && fd_ >= 0) {
    const ssize_t written =
        pwrite(fd_, text.data(), text.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      error_ = written < 0 ? errno : ENOSPC;
      return;
    }
    offset += static_cast<uint64_t>(written);
    text.remove_prefix(static_cast<size_t>(written));
  }
}

void OutputFile::BeginCommit() {
  Flush();
  RunFiles* const run = RunFiles::Current();
  if (run == nullptr || !temporary_.exists()) return;
  disk_ = &run->disk();
  turn_ = disk_->Add(fd_);
}

int OutputFile::WaitForDisk() {
  return disk_ == nullptr ? fsync(fd_) : disk_->Wait(fd_, turn_);
}

bool OutputFile::Commit() {
  if (given_) {
    struct stat given = {};
    if (GivenFiles::Current()->Stat(path_, &given) && !IsFree(given)) {
      return false;
    }
    GivenFiles::Current()->Put(path_, *std::move(given_));
    given_.reset();
    return true;
  }
  // Open() failed, or was not called: what is there must not be replaced.
  if (out_ == nullptr) return false;
  const int before = error_;
  Flush();
  if (before != 0) return Fail(before);
  if (error_ != 0) return Fail(error_);
  // A disk may say only now that it is full.
  if (temporary_.exists() && WaitForDisk() != 0) return Fail(errno);
  out_.reset();
  const int closed = close(fd_);
  fd_ = -1;
  if (closed != 0) return Fail(errno);
  if (!temporary_.exists()) return true;
  if (!IsExpected()) return false;
  // It may have been read since it was opened: a texture, say.
  struct stat there = {};
  if (fstatat(folder_, name_.c_str(), &there, 0) == 0 && !IsFree(there)) {
    return false;
  }
  // The folder is not synced: a computer that loses power may have the old file
  // again, which does no harm, and each of many files would wait twice.
  return temporary_.Rename(name_) || Fail(errno);
}

}  // namespace clipguard::cli
