// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Ledger: a file that remembers texts by their keys, so that a run which was
// killed goes on where it stopped.
//
//   clipguard ledger 1\n            19 bytes
//   program                         32 bytes: what wrote it; see Open()
//   secret                          32 random bytes; see secret()
//   checksum                        8 bytes, of all that
//   then records, each:
//   size of the text                4 bytes, little-endian
//   key                             32 bytes
//   checksum                        8 bytes, of key and text
//   text
//
// Records are only ever added at the end. What is not in order when the file is
// opened (a record that a crash has cut, a page that was never written) is as
// if it were not there: then the work is done again. Checksums find accidents;
// they keep out nobody who may write to the file, which is why Open() refuses
// files that others may write to.

#ifndef CLIPGUARD_CLI_LEDGER_LEDGER_H_
#define CLIPGUARD_CLI_LEDGER_LEDGER_H_

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cli/io/digest.h"

namespace clipguard::cli {

// Find() and Add() are thread-safe. In memory it takes about 40 bytes for each
// text, however long that is.
class Ledger {
 public:
  // Longer texts are not remembered.
  static constexpr size_t kMostTextBytes = size_t{1} << 20;

  // Opens a ledger, or makes one, and locks it until it is destroyed. What
  // another `program` wrote is forgotten. With a message for the user:
  // InvalidArgument if there is something else, or it belongs to somebody else,
  //   or others may write to it: then it stays as it is.
  // ResourceExhausted if there is no room for it.
  // Unavailable if another process uses it, or it cannot be read or written.
  static absl::StatusOr<std::unique_ptr<Ledger>> Open(const std::string& path,
                                                      const Digest& program);

  // The same of a file that is open for reading and writing, whoever owns it.
  // `fd` is closed in the end.
  static absl::StatusOr<std::unique_ptr<Ledger>> OfFd(int fd, std::string path,
                                                      const Digest& program);
  ~Ledger();
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;

  // What was not in order when it was opened, for the user; or empty.
  const std::string& note() const { return note_; }

  // Of this ledger alone: under it, strangers cannot know what their files'
  // digests are. See DigestUnder().
  const Digest& secret() const { return secret_; }

  // How many texts it knows.
  size_t size() const;

  // The text of a key, if it is there.
  std::optional<std::string> Find(const Digest& key);

  // Remembers a text, unless there is one of that key. It is on its way to the
  // file a tenth of a second later, or with the next one.
  void Add(const Digest& key, std::string_view text);

  // Writes what is left. Unavailable, with a message for the user, if not all
  // could be written.
  absl::Status Flush();

 private:
  struct Record;

  Ledger(int fd, std::string path) : fd_(fd), path_(std::move(path)) {}

  absl::Status Load(const Digest& program);
  absl::Status BeginAnew(const Digest& program);
  absl::Status ReadRecords(uint64_t size);
  absl::Status Fault(int error) const;
  std::optional<Record> ReadRecord(uint64_t offset) const;
  void WriteBuffer();

  const int fd_;
  const std::string path_;
  std::string note_;
  Digest secret_ = {};
  mutable std::mutex mutex_;
  // Where the record of a key is that begins with these eight bytes.
  std::unordered_map<uint64_t, uint64_t> offsets_;
  uint64_t written_ = 0;  // bytes of the file
  std::string buffer_;    // what comes after those
  std::chrono::steady_clock::time_point last_write_;
  int error_ = 0;  // the errno of the first write that failed
};

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_LEDGER_LEDGER_H_
