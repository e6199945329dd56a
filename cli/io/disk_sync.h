// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// DiskSync: waits until files are on the disk, once for many of them.
//
//   const DiskSync::Turn turn = disk.Add(fd);   // all of it is written
//   if (disk.Wait(fd, turn) != 0) Say(errno);   // before it gets its name
//
// fsync() waits for the disk to empty its cache, each time. Where more than a
// few files were added since the last wait, syncfs() waits for them all, and
// for whatever else the file system has not written yet. Errors are those of
// each file, as of fsync().

#ifndef CLIPGUARD_CLI_IO_DISK_SYNC_H_
#define CLIPGUARD_CLI_IO_DISK_SYNC_H_

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <mutex>

namespace clipguard::cli {

// Thread-safe.
class DiskSync {
 public:
  // The position of a file among those that were added of its file system.
  struct Turn {
    dev_t device = 0;
    uint64_t number = 0;  // 0: of none
  };

  // Begins to write a file of which nothing will be changed any more.
  Turn Add(int fd);

  // Waits until it is on the disk. As fsync(): 0, or -1 with errno.
  int Wait(int fd, Turn turn);

 private:
  struct Disk {
    uint64_t added = 0;
    uint64_t synced = 0;  // so many of these are on the disk
  };

  // Whether syncfs() has waited for the file, now or before.
  bool IsSynced(int fd, Turn turn);

  std::mutex mutex_;
  std::map<dev_t, Disk> disks_;
};

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_IO_DISK_SYNC_H_
