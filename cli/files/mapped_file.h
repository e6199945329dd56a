// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// MappedFile: a file's bytes where the page cache has them.
//
// Nothing is copied, and only what is looked at is read from the disk. The
// danger of a mapping is that somebody else may cut the file meanwhile, and
// the kernel then kills whoever reads past the new end. Here it does not: the
// missing pages read as zeros, and intact() turns false.

#ifndef CLIPGUARD_CLI_FILES_MAPPED_FILE_H_
#define CLIPGUARD_CLI_FILES_MAPPED_FILE_H_

#include <cstddef>
#include <cstdint>
#include <span>

namespace clipguard::cli {

// Thread-compatible. The first Map() of a process installs a handler for
// SIGBUS, which passes on faults that lie in no mapping of this class.
class MappedFile {
 public:
  MappedFile() = default;
  ~MappedFile() { Unmap(); }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  // Maps the first `size` bytes; false (and errno) if that cannot be done.
  // REQUIRES: size > 0.
  [[nodiscard]] bool Map(int fd, size_t size);
  void Unmap();

  // Puts all pages in place at once, of a file that is read from its beginning
  // to its end: one by one, each costs as much as validating some of them. Of a
  // large file, reading begins before all of it is there. A hint.
  void Fetch();

  std::span<const uint8_t> bytes() const { return {data_, size_}; }

  // False if some byte that was looked at could not be had any more.
  bool intact() const;

 private:
  const uint8_t* data_ = nullptr;
  size_t size_ = 0;
  size_t slot_ = 0;
};

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FILES_MAPPED_FILE_H_
