// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/files/input_file.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "base/memory/huge_pages.h"
#include "base/text.h"
#include "cli/files/run_files.h"
#include "cli/io/ordered.h"

namespace clipguard::cli {
namespace {

constexpr int kOpenFlags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;

// The buffer's first size.
constexpr size_t kSmall = 64 * 1024;

// From so many bytes on it has huge pages, where the system has them.
#ifdef MADV_HUGEPAGE
constexpr size_t kInHugePages = size_t{1} << 20;
#else
constexpr size_t kInHugePages = SIZE_MAX;
#endif

// Several threads read a large file, a piece each: getting memory and copying
// takes longer than checking the bytes.
constexpr size_t kPiece = size_t{16} << 20;
constexpr size_t kMostReaders = 4;

// Reads a file from `begin` to `end`, or as far as it goes. Where reading
// ended; nothing, and errno, if it failed.
std::optional<size_t> ReadPiece(int fd, uint8_t* to, size_t begin, size_t end) {
  while (begin < end) {
    const ssize_t got =
        pread(fd, to + begin, end - begin, static_cast<off_t>(begin));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::nullopt;
    if (got == 0) break;
    begin += static_cast<size_t>(got);
  }
  return begin;
}

// The same on several threads.
std::optional<size_t> ReadPieces(int fd, uint8_t* to, size_t begin,
                                 size_t end) {
  std::atomic<size_t> next = begin;
  std::atomic<size_t> read_to = end;
  std::atomic<int> error = 0;
  const auto run = [&] {
    for (;;) {
      const size_t from = next.fetch_add(kPiece);
      if (from >= read_to) return;
      const size_t piece_end = std::min(end, from + kPiece);
      const auto got = ReadPiece(fd, to, from, piece_end);
      if (!got) error = errno;
      // It shrank: what is behind the gap does not count.
      size_t least = read_to;
      while (got < piece_end && got.value_or(from) < least &&
             !read_to.compare_exchange_weak(least, got.value_or(from))) {
      }
    }
  };
  const size_t readers =
      std::min({kMostReaders, (end - begin + kPiece - 1) / kPiece,
                size_t{std::thread::hardware_concurrency()}});
  std::vector<std::thread> threads =
      StartThreads(std::max<size_t>(readers, 1) - 1, run);
  run();
  for (std::thread& thread : threads) thread.join();
  errno = error;
  if (errno != 0) return std::nullopt;
  return read_to;
}

}  // namespace

void MemoryGate::Acquire(uint64_t bytes, size_t turn) {
  std::unique_lock lock(mutex_);
  released_.wait(lock, [&] {
    return holders_ == 0 || turn == turn_ ||
           (bytes <= largest_ && held_ <= largest_ - bytes);
  });
  ++holders_;
  held_ += bytes;
  largest_ = std::max(largest_, bytes);
}

void MemoryGate::Release(uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  --holders_;
  held_ -= bytes;
  released_.notify_all();
}

void MemoryGate::SetTurn(size_t turn) {
  const std::lock_guard lock(mutex_);
  turn_ = turn;
  released_.notify_all();
}

bool GrowingBuffer::Reserve(size_t capacity) {
  if (capacity <= capacity_) return true;
  if (capacity >= kInHugePages && capacity_ < kInHugePages && Move(capacity)) {
    return true;
  }
  void* data = data_ == nullptr
                   ? mmap(nullptr, capacity, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
                   : mremap(data_, capacity_, capacity, MREMAP_MAYMOVE);
  if (data == MAP_FAILED) return false;
  data_ = static_cast<uint8_t*>(data);
  capacity_ = capacity;
  if (capacity >= kLargeBytes) AskForHugePages(data_, capacity_);
  return true;
}

bool GrowingBuffer::Move(size_t capacity) {
  // Whole huge pages, wherever the system has room. Some virtual machines take
  // longer for the first write to a small page than for reading its bytes.
  const size_t size = (capacity + kHugePage - 1) / kHugePage * kHugePage;
  const size_t room = size + kHugePage;
  void* const mapped = mmap(nullptr, room, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) return false;
  auto* const first = static_cast<uint8_t*>(mapped);
  void* aligned = mapped;
  size_t left = room;
  std::align(kHugePage, size, aligned, left);
  auto* const data = static_cast<uint8_t*>(aligned);
  if (data != first) munmap(first, room - left);
  if (left != size) munmap(data + size, left - size);
  AskForHugePages(data, size);
  if (data_ != nullptr) std::memcpy(data, data_, capacity_);
  Clear();
  data_ = data;
  capacity_ = size;
  return true;
}

void GrowingBuffer::Clear() {
  if (data_ != nullptr) munmap(data_, capacity_);
  data_ = nullptr;
  capacity_ = 0;
}

InputFile::Result InputFile::Open(const std::string& path, bool regular_only) {
  Close();
  if (const GivenFiles* const given = GivenFiles::Current()) {
    return OpenGiven(*given, path);
  }
  if (path == "-" && !regular_only) {
    fd_ = options_.in_fd;
    owns_fd_ = false;
    if (fd_ < 0) errno = EBADF;
    return ReadOpened(path, regular_only);
  }
  if (path.find('\0') != std::string::npos) return Fail(ErrorText(EINVAL));
  // Opening never waits: not for the writer of a pipe, nor for a telephone
  // line.
  int flags = kOpenFlags;
  do {
    fd_ = open(path.c_str(), flags);
    // Another program has the file for itself: waiting is the system's
    // business.
    if (fd_ < 0 && errno == EWOULDBLOCK && !regular_only &&
        (flags & O_NONBLOCK) != 0) {
      flags &= ~O_NONBLOCK;
      errno = EINTR;
    }
  } while (fd_ < 0 && errno == EINTR);
  owns_fd_ = true;
  if (fd_ >= 0 && !regular_only) AwaitWriter(path);
  return ReadOpened(path, regular_only);
}

InputFile::Result InputFile::Open(const Input& input) {
  return input.root != nullptr ? OpenInside(*input.root, input.inside())
                               : Open(input.path, input.from_folder);
}

InputFile::Result InputFile::OpenInside(const std::string& folder,
                                        const std::string& inside) {
  Close();
  const std::string path = folder + (folder.ends_with('/') ? "" : "/") + inside;
  if (const GivenFiles* const given = GivenFiles::Current()) {
    return OpenGiven(*given, path);
  }
  if (inside.find('\0') != std::string::npos) return Fail(ErrorText(EINVAL));
  if (folder_ == nullptr || folder_->path() != folder) {
    folder_ = std::make_unique<const Folder>(folder);
  }
  fd_ = folder_->Open(inside, kOpenFlags);
  owns_fd_ = true;
  leads_out_ = fd_ < 0 && errno == EXDEV;
  if (leads_out_) return Fail("A link leads out of the folder");
  return ReadOpened(path, /*regular_only=*/true);
}

// Waits until a named pipe has a writer; then, and of everything else, reading
// waits for data. Other pipes, such as a shell's <(command), are only read.
void InputFile::AwaitWriter(const std::string& path) {
  struct stat about = {};
  if (fstat(fd_, &about) != 0 || S_ISREG(about.st_mode)) return;
  struct statfs system = {};
  const bool named = S_ISFIFO(about.st_mode) && fstatfs(fd_, &system) == 0 &&
                     system.f_type != PIPEFS_MAGIC;
  bool said = options_.say == nullptr;
  while (named) {
    pollfd waited = {.fd = fd_, .events = POLLIN, .revents = 0};
    const int ready = poll(
        &waited, 1, said ? -1 : static_cast<int>(options_.patience.count()));
    if (ready > 0 || (ready < 0 && errno != EINTR)) break;
    if (ready == 0) {
      said = true;
      options_.say(ToPrintable(path) +
                   ": waiting for something to be written to this pipe");
    }
  }
  const int flags = fcntl(fd_, F_GETFL);
  if (flags >= 0) fcntl(fd_, F_SETFL, flags & ~O_NONBLOCK);
}

InputFile::Result InputFile::OpenGiven(const GivenFiles& files,
                                       const std::string& path) {
  const GivenFile* const file = files.Find(path);
  if (file == nullptr) {
    return Fail(ErrorText(files.IsFolder(path) ? EISDIR : ENOENT));
  }
  if (!file->problem.empty()) return Fail(file->problem);
  struct stat about = {};
  if (files.Stat(path, &about)) Register(about);
  is_stream_ = false;
  size_ = file->size;
  if (size_ > options_.limit) return Result::kTooLarge;
  bytes_ = file->bytes;
  if (file->load != nullptr) {
    given_ = file->load(bytes_);
    if (given_ == nullptr) return Fail(ErrorText(EIO));
    size_ = bytes_.size();
  }
  return size_ > options_.limit ? Result::kTooLarge : Result::kRead;
}

InputFile::Result InputFile::ReadOpened(const std::string& path,
                                        bool regular_only) {
  const Result result = Read(path, regular_only);
  if (fd_ >= 0 && owns_fd_) close(fd_);
  fd_ = -1;
  return result;
}

InputFile::Result InputFile::Read(const std::string& path, bool regular_only) {
  if (fd_ < 0 || fstat(fd_, &opened_) != 0) return Fail(ErrorText(errno));
  if (S_ISDIR(opened_.st_mode)) return Fail(ErrorText(EISDIR));
  const bool regular = S_ISREG(opened_.st_mode);
  if (regular_only && !regular) return Fail("Not a regular file");
  const RunFiles* const run = RunFiles::Current();
  if (run != nullptr && run->IsStandardOutput(opened_)) {
    return Fail("Standard output goes there");
  }
  Register(opened_);

  // Files of /proc say that they are empty, and are not; and standard input
  // may be a file of which somebody has read a part.
  is_stream_ = !regular || opened_.st_size == 0 ||
               (!owns_fd_ && lseek(fd_, 0, SEEK_CUR) != 0);
  size_ = is_stream_ ? 0 : static_cast<uint64_t>(opened_.st_size);
  if (size_ > options_.limit) return Result::kTooLarge;
  if (!is_stream_) return ReadRegular(path);
  // A stream may become as large as the limit allows.
  Acquire(regular ? 0 : options_.limit);
  return ReadStream(path);
}

void InputFile::Acquire(uint64_t bytes) {
  if (options_.gate == nullptr) return;
  options_.gate->Acquire(bytes, turn_);
  gate_bytes_ = bytes;
  holds_gate_ = true;
}

void InputFile::Register(const struct stat& about) {
  RunFiles* const run = RunFiles::Current();
  if (run != nullptr && options_.registered) run->AddRead(about);
}

// As many bytes as it had when it was opened, or as it still has.
InputFile::Result InputFile::ReadRegular(const std::string& path) {
  if (!buffer_.Reserve(kSmall)) return Fail(ErrorText(ENOMEM));
  size_t begun = 0;
  if (options_.worth != nullptr && size_ > kSmall) {
    const auto got = ReadPiece(fd_, buffer_.data(), 0, kFirstLook);
    if (!got) return Fail(ErrorText(errno));
    begun = *got;
    bytes_ = {buffer_.data(), begun};
    if (options_.worth(path, bytes_) <= begun) return Result::kRead;
  }
  Acquire(size_);
  if (!buffer_.Reserve(size_)) return Fail(ErrorText(ENOMEM));
  const auto got = ReadPieces(fd_, buffer_.data(), begun, size_);
  if (!got) return Fail(ErrorText(errno));
  size_ = *got;
  bytes_ = {buffer_.data(), static_cast<size_t>(size_)};
  return Result::kRead;
}

InputFile::Result InputFile::ReadStream(const std::string& path) {
  size_t size = 0;
  uint64_t worth = UINT64_MAX;
  size_t next_look = options_.worth != nullptr ? kFirstLook : SIZE_MAX;
  while (size < worth) {
    if (size == buffer_.capacity() &&
        !buffer_.Reserve(std::max(kSmall, 2 * buffer_.capacity()))) {
      return Fail(ErrorText(ENOMEM));
    }
    // One byte more than the limit proves enough, and the same whatever pieces
    // the stream comes in.
    const uint64_t wanted = std::min<uint64_t>(
        {1 + std::min<uint64_t>(buffer_.capacity() - size - 1,
                                options_.limit - size),
         worth - size, next_look - size});
    const ssize_t got = read(fd_, buffer_.data() + size, wanted);
    if (got < 0) {
      if (errno == EINTR) continue;
      return Fail(ErrorText(errno));
    }
    if (got == 0) break;
    size += static_cast<size_t>(got);
    if (size > options_.limit) {
      size_ = size;
      return Result::kTooLarge;
    }
    if (size == next_look) {
      worth = options_.worth(path, {buffer_.data(), size});
      next_look *= 2;
    }
  }
  size_ = size;
  bytes_ = {buffer_.data(), size};
  return Result::kRead;
}

InputFile::Result InputFile::Fail(std::string problem) {
  problem_ = std::move(problem);
  Close();
  return Result::kUnreadable;
}

void InputFile::Close() {
  bytes_ = {};
  given_.reset();
  if (buffer_.capacity() > kKept) buffer_.Clear();
  if (holds_gate_) options_.gate->Release(gate_bytes_);
  holds_gate_ = false;
}

}  // namespace clipguard::cli
