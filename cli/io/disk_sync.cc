// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/io/disk_sync.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#ifdef __linux__
#include <linux/magic.h>
#include <sys/vfs.h>
#endif

namespace clipguard::cli {

#ifdef __linux__

namespace {

// For fewer files fsync() waits for less of what other programs write.
constexpr uint64_t kLeastAtOnce = 4;

// For others, FUSE among them, syncfs() may promise less than fsync().
bool IsKnown(int fd) {
  struct statfs about = {};
  if (fstatfs(fd, &about) != 0) return false;
  const auto type = static_cast<uint64_t>(about.f_type);
  return type == EXT4_SUPER_MAGIC || type == XFS_SUPER_MAGIC ||
         type == BTRFS_SUPER_MAGIC || type == F2FS_SUPER_MAGIC;
}

}  // namespace

DiskSync::Turn DiskSync::Add(int fd) {
  // A hint: Wait() tells errors.
  static_cast<void>(sync_file_range(fd, 0, 0, SYNC_FILE_RANGE_WRITE));
  struct stat about = {};
  if (fstat(fd, &about) != 0) return {};
  const std::lock_guard lock(mutex_);
  return {about.st_dev, ++disks_[about.st_dev].added};
}

bool DiskSync::IsSynced(int fd, Turn turn) {
  if (turn.number == 0) return false;
  std::unique_lock lock(mutex_);
  Disk& disk = disks_[turn.device];
  if (turn.number <= disk.synced) return true;
  const uint64_t added = disk.added;
  if (added - disk.synced < kLeastAtOnce || !IsKnown(fd)) return false;
  lock.unlock();
  if (syncfs(fd) != 0) return false;
  lock.lock();
  disk.synced = std::max(disk.synced, added);
  return true;
}

int DiskSync::Wait(int fd, Turn turn) {
  if (!IsSynced(fd, turn)) return fsync(fd);
  // Linux before 5.8 tells errors of syncfs() here only.
  return sync_file_range(fd, 0, 0,
                         SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE |
                             SYNC_FILE_RANGE_WAIT_AFTER);
}

#else

DiskSync::Turn DiskSync::Add(int /*fd*/) { return {}; }

int DiskSync::Wait(int fd, Turn /*turn*/) { return fsync(fd); }

#endif

}  // namespace clipguard::cli
