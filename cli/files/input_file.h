// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// InputFile: one input's bytes, whatever it is: a file, a pipe, standard
// input. Large files are mapped, small ones and pipes read into a buffer that
// is used again for the next.
//
//   InputFile file({.limit = limits.file_bytes});
//   if (file.Open("a.bin") == InputFile::Result::kRead) {
//     Look(file.bytes());
//     if (!file.Finish()) Say(file.problem());  // it changed meanwhile
//   }

#ifndef CLIPGUARD_CLI_FILES_INPUT_FILE_H_
#define CLIPGUARD_CLI_FILES_INPUT_FILE_H_

#include <sys/stat.h>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>

#include "cli/files/folder.h"
#include "cli/files/mapped_file.h"
#include "cli/io/given_files.h"

namespace clipguard::cli {

// Lets several threads hold files at a time, but not more bytes than the
// largest file has, plus a few MB. A folder is then read with as much memory
// as its largest file alone. Thread-safe.
class MemoryGate {
 public:
  // Waits until `bytes` more may be held. One file is always let in.
  void Acquire(uint64_t bytes);
  void Release(uint64_t bytes);

 private:
  static constexpr uint64_t kAlwaysAllowed = 4 << 20;

  std::mutex mutex_;
  std::condition_variable released_;
  uint64_t held_ = 0;
  size_t holders_ = 0;
  uint64_t largest_ = kAlwaysAllowed;
};

// Anonymous memory that grows without being copied and without reserving what
// is not used.
class GrowingBuffer {
 public:
  GrowingBuffer() = default;
  ~GrowingBuffer() { Clear(); }
  GrowingBuffer(const GrowingBuffer&) = delete;
  GrowingBuffer& operator=(const GrowingBuffer&) = delete;

  uint8_t* data() { return data_; }
  size_t capacity() const { return capacity_; }
  // False if there is no memory. The content stays.
  [[nodiscard]] bool Reserve(size_t capacity);
  void Clear();

 private:
  uint8_t* data_ = nullptr;
  size_t capacity_ = 0;
};

// Thread-compatible: one for each thread.
class InputFile {
 public:
  // Files up to this size are read, not mapped.
  static constexpr size_t kReadSize = 64 * 1024;

  struct Options {
    uint64_t limit = UINT64_MAX;  // larger files are not read
    int in_fd = 0;                // what "-" stands for
    MemoryGate* gate = nullptr;   // asked before bytes are held
    // Of a stream: how many bytes, in all, are worth reading if it begins with
    // these. Asked again and again while it is read. None: as many as there
    // are.
    std::function<uint64_t(std::span<const uint8_t>)> worth = nullptr;
    // Told to the user, on the thread that opens the file.
    std::function<void(const std::string&)> say = nullptr;
    // How long a named pipe is waited for in silence.
    std::chrono::milliseconds patience = std::chrono::seconds(1);
  };
  enum class Result {
    kRead,        // bytes() holds all of it
    kTooLarge,    // size() is more than the limit; of a stream, one byte more
    kUnreadable,  // problem() says why
  };

  explicit InputFile(Options options) : options_(std::move(options)) {}
  ~InputFile() { Close(); }
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  // Opens and reads. With `regular_only`, pipes and devices are refused, and
  // opening never waits. A named pipe is waited for, as long as it takes; after
  // a while the user is told.
  Result Open(const std::string& path, bool regular_only = false);

  // The same with `regular_only`, for what is in a folder; see Folder::Open().
  Result OpenInside(const std::string& folder, const std::string& inside);

  std::span<const uint8_t> bytes() const { return bytes_; }
  uint64_t size() const { return size_; }
  const std::string& problem() const { return problem_; }
  // What fstat() said of it when it was opened.
  const struct stat& opened() const { return opened_; }
  // Whether it was not opened because a link leads out of the folder.
  bool leads_out() const { return leads_out_; }
  // Whether it is read to its end without knowing where that is; or as far as
  // it is worth it.
  bool is_stream() const { return is_stream_; }

  // Before all of bytes() is read: MappedFile::Fetch().
  void Fetch() { mapping_.Fetch(); }

  // Ends the look at bytes(). False if the file changed since Open(), so that
  // what was seen belongs to no version of it.
  [[nodiscard]] bool Finish();

  // Lets go of what is open, without a verdict.
  void Close();

 private:
  // As asked for at 4 KiB, 8 KiB ..., so that where reading ends depends on the
  // bytes alone, not on the pieces they come in.
  static constexpr size_t kFirstLook = 4096;

  Result Fail(std::string problem);
  Result OpenGiven(const GivenFiles& files, const std::string& path);
  Result ReadOpened(bool regular_only);
  void AwaitWriter(const std::string& path);
  Result ReadStream();
  bool ReadSmall();

  Options options_;
  std::unique_ptr<const Folder> folder_;  // the last one
  GrowingBuffer buffer_;
  MappedFile mapping_;
  int fd_ = -1;
  bool owns_fd_ = false;
  bool is_stream_ = false;
  bool leads_out_ = false;
  bool holds_gate_ = false;
  uint64_t gate_bytes_ = 0;
  struct stat opened_ = {};
  std::shared_ptr<const void> given_;
  std::span<const uint8_t> bytes_;
  uint64_t size_ = 0;
  std::string problem_;
};

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FILES_INPUT_FILE_H_
