// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// InputFile: one input's bytes, whatever it is: a file, a pipe, standard
// input. They are read into memory once; later changes to the file do not
// matter.
//
//   InputFile file({.limit = limits.file_bytes});
//   if (file.Open("a.bin") == InputFile::Result::kRead) Look(file.bytes());

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
#include "cli/files/inputs.h"
#include "cli/io/given_files.h"

namespace clipguard::cli {

// Lets several threads hold files at a time, but not more bytes than the
// largest file has, plus a few MB. A folder is then read with as much memory
// as its largest file alone, or twice as much where a file is held until the
// results of those before it are written. Thread-safe.
class MemoryGate {
 public:
  // Waits until `bytes` more may be held. If no file is held, or it is the
  // caller's turn, that is now.
  void Acquire(uint64_t bytes, size_t turn);
  void Release(uint64_t bytes);
  // From now on, nothing waits for files before this one.
  void SetTurn(size_t turn);

 private:
  static constexpr uint64_t kAlwaysAllowed = 4 << 20;

  std::mutex mutex_;
  std::condition_variable released_;
  uint64_t held_ = 0;
  size_t holders_ = 0;
  uint64_t largest_ = kAlwaysAllowed;
  size_t turn_ = 0;
};

// Anonymous memory, in large pages if it is large, that grows without being
// copied and without reserving what is not used.
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
  bool Move(size_t capacity);

  uint8_t* data_ = nullptr;
  size_t capacity_ = 0;
};

// Thread-compatible: one for each thread.
class InputFile {
 public:
  struct Options {
    uint64_t limit = UINT64_MAX;  // larger files are not read
    int in_fd = 0;                // descriptor that "-" reads
    MemoryGate* gate = nullptr;   // asked before bytes are held
    // How many bytes, in all, are worth reading of a file that begins with
    // these. A stream is read so far; asked again and again while it is read.
    // A file whose size is known is read to its end if more are worth it than
    // those. None: as many as there are.
    std::function<uint64_t(const std::string& path, std::span<const uint8_t>)>
        worth = nullptr;
    // Told to the user, on the thread that opens the file.
    std::function<void(const std::string&)> say = nullptr;
    // Whether the run reads the file (RunFiles), or only looks at it.
    bool registered = true;
    // How long a named pipe is waited for in silence.
    std::chrono::milliseconds patience = std::chrono::seconds(1);
  };
  enum class Result {
    kRead,        // bytes() holds it, as far as it is worth it
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

  // Opens and reads an input without a problem: not what lies out of the folder
  // in which it was found.
  Result Open(const Input& input);

  // The same with `regular_only`, for what is in a folder; see Folder::Open().
  Result OpenInside(const std::string& folder, const std::string& inside);

  std::span<const uint8_t> bytes() const { return bytes_; }
  // Size of the file in bytes; of a stream, the bytes read so far.
  uint64_t size() const { return size_; }
  const std::string& problem() const { return problem_; }
  // The result of fstat() when the file was opened.
  const struct stat& opened() const { return opened_; }
  // Whether it was not opened because a link leads out of the folder.
  bool leads_out() const { return leads_out_; }
  // Whether it is read to its end without knowing where that is; or as far as
  // it is worth it.
  bool is_stream() const { return is_stream_; }

  // The file's place in the order of a run: MemoryGate::SetTurn().
  void set_turn(size_t turn) { turn_ = turn; }

  // Lets go of the bytes.
  void Close();

 private:
  // As asked for at 4 KiB, 8 KiB ..., so that where reading ends depends on the
  // bytes alone, not on the pieces they come in.
  static constexpr size_t kFirstLook = 4096;
  // Memory that is kept for the next file.
  static constexpr size_t kKept = size_t{4} << 20;

  Result Fail(std::string problem);
  void Register(const struct stat& about);
  Result OpenGiven(const GivenFiles& files, const std::string& path);
  Result ReadOpened(const std::string& path, bool regular_only);
  Result Read(const std::string& path, bool regular_only);
  void AwaitWriter(const std::string& path);
  Result ReadStream(const std::string& path);
  Result ReadRegular(const std::string& path);
  void Acquire(uint64_t bytes);

  Options options_;
  std::unique_ptr<const Folder> folder_;  // the last one
  GrowingBuffer buffer_;
  int fd_ = -1;
  bool owns_fd_ = false;
  bool is_stream_ = false;
  bool leads_out_ = false;
  bool holds_gate_ = false;
  uint64_t gate_bytes_ = 0;
  size_t turn_ = SIZE_MAX;  // none: it waits as any other does
  struct stat opened_ = {};
  std::shared_ptr<const void> given_;
  std::span<const uint8_t> bytes_;
  uint64_t size_ = 0;
  std::string problem_;
};

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FILES_INPUT_FILE_H_
