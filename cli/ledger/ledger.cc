// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/ledger/ledger.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <span>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/text.h"

namespace clipguard::cli {
namespace {

constexpr std::string_view kMagic = "clipguard ledger 1\n";
constexpr size_t kChecksumBytes = 8;
constexpr size_t kHeaderBytes =
    kMagic.size() + 2 * sizeof(Digest) + kChecksumBytes;
constexpr size_t kSizeBytes = 4;
constexpr size_t kRecordBytes = kSizeBytes + sizeof(Digest) + kChecksumBytes;

// What is read at first of a record: all of most of them.
constexpr size_t kUsualBytes = 512;

constexpr size_t kBufferBytes = 64 * 1024;
constexpr auto kLongestWait = std::chrono::milliseconds(100);

std::span<const uint8_t> BytesOf(std::string_view text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

std::string_view TextOf(const Digest& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

std::string Checksum(const Digest& key, std::string_view text) {
  const Digest digest = DigestUnder(key, BytesOf(text));
  return std::string(TextOf(digest).substr(0, kChecksumBytes));
}

std::string HeaderOf(const Digest& program, const Digest& secret) {
  std::string header(kMagic);
  header += TextOf(program);
  header += TextOf(secret);
  header += Checksum(program, header);
  return header;
}

uint64_t PrefixOf(const Digest& key) {
  uint64_t prefix = 0;
  for (size_t i = 0; i < sizeof(prefix); ++i) prefix = prefix << 8 | key[i];
  return prefix;
}

// Reads so many bytes, or as many as there are. -1 and errno if it fails.
ssize_t ReadAt(int fd, uint64_t offset, char* to, size_t size) {
  size_t done = 0;
  while (done < size) {
    const ssize_t got =
        pread(fd, to + done, size - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return -1;
    if (got == 0) break;
    done += static_cast<size_t>(got);
  }
  return static_cast<ssize_t>(done);
}

bool WriteAt(int fd, uint64_t offset, std::string_view text) {
  while (!text.empty()) {
    const ssize_t put =
        pwrite(fd, text.data(), text.size(), static_cast<off_t>(offset));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return false;
    text.remove_prefix(static_cast<size_t>(put));
    offset += static_cast<size_t>(put);
  }
  return true;
}

uint32_t SizeIn(std::string_view record) {
  uint32_t size = 0;
  for (size_t i = kSizeBytes; i-- > 0;) {
    size = size << 8 | static_cast<uint8_t>(record[i]);
  }
  return size;
}

absl::Status Refusal(const std::string& path, const std::string& why) {
  return absl::InvalidArgumentError(
      absl::StrCat("--resume: ", ToPrintable(path), ": ", why));
}

absl::Status FaultOf(const std::string& path, int error) {
  const bool full = error == ENOSPC || error == EDQUOT || error == EFBIG;
  return absl::Status(
      full ? absl::StatusCode::kResourceExhausted
           : absl::StatusCode::kUnavailable,
      absl::StrCat("--resume: ", ToPrintable(path), ": ", ErrorText(error)));
}

}  // namespace

// A record that is in order.
struct Ledger::Record {
  Digest key;
  std::string text;
};

absl::StatusOr<std::unique_ptr<Ledger>> Ledger::Open(const std::string& path,
                                                     const Digest& program) {
  // Neither a link, which somebody may have laid to a file of ours, nor a pipe,
  // which would be waited for.
  const int fd =
      open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
           0600);
  if (fd < 0) {
    if (errno == ELOOP) return Refusal(path, "it is a link");
    return FaultOf(path, errno);
  }
  struct stat about = {};
  std::string fault;
  if (fstat(fd, &about) != 0) {
    fault = ErrorText(errno);
  } else if (!S_ISREG(about.st_mode)) {
    fault = "it is no file";
  } else if (about.st_uid != geteuid()) {
    fault = "it belongs to another user, who could excuse files in it";
  } else if ((about.st_mode & 022) != 0) {
    fault = "others may write to it, and could excuse files in it (chmod go-w)";
  }
  if (!fault.empty()) {
    close(fd);
    return Refusal(path, fault);
  }
  return OfFd(fd, path, program);
}

absl::StatusOr<std::unique_ptr<Ledger>> Ledger::OfFd(int fd, std::string path,
                                                     const Digest& program) {
  std::unique_ptr<Ledger> ledger(new Ledger(fd, std::move(path)));
  int locked = 0;
  do {
    locked = flock(fd, LOCK_EX | LOCK_NB);
  } while (locked != 0 && errno == EINTR);
  if (locked != 0 && errno == EWOULDBLOCK) {
    return absl::UnavailableError(
        absl::StrCat("--resume: ", ToPrintable(ledger->path_),
                     ": another process uses it; each needs a ledger of its "
                     "own"));
  }
  if (locked != 0) return ledger->Fault(errno);
  if (absl::Status s = ledger->Load(program); !s.ok()) return s;
  return ledger;
}

Ledger::~Ledger() {
  WriteBuffer();
  close(fd_);
}

absl::Status Ledger::Fault(int error) const { return FaultOf(path_, error); }

absl::Status Ledger::Load(const Digest& program) {
  struct stat about = {};
  if (fstat(fd_, &about) != 0) return Fault(errno);
  const auto size = static_cast<uint64_t>(about.st_size);
  std::string header(std::min<uint64_t>(size, kHeaderBytes), '\0');
  const ssize_t got = ReadAt(fd_, 0, header.data(), header.size());
  if (got < 0) return Fault(errno);
  header.resize(static_cast<size_t>(got));
  const size_t known = std::min(header.size(), kMagic.size());
  if (header.substr(0, known) != kMagic.substr(0, known)) {
    return Refusal(path_, "this is no ledger; it stays as it is");
  }
  last_write_ = std::chrono::steady_clock::now();
  if (header.size() == kHeaderBytes) {
    std::memcpy(secret_.data(), header.data() + kMagic.size() + sizeof(Digest),
                sizeof(Digest));
    if (header == HeaderOf(program, secret_)) return ReadRecords(size);
    note_ = absl::StrCat(ToPrintable(path_),
                         ": written by another clipguard, and begun anew");
  }
  return BeginAnew(program);
}

absl::Status Ledger::BeginAnew(const Digest& program) {
  secret_ = NewSecret();
  const std::string header = HeaderOf(program, secret_);
  if (ftruncate(fd_, 0) != 0) return Fault(errno);
  if (!WriteAt(fd_, 0, header)) return Fault(errno);
  written_ = header.size();
  return absl::OkStatus();
}

std::optional<Ledger::Record> Ledger::ReadRecord(uint64_t offset) const {
  // REQUIRES: mutex_ is held, or nobody else knows of this.
  std::string bytes;
  // False if there are not so many bytes.
  const auto read = [&](size_t size) {
    if (bytes.size() >= size) return true;
    if (offset >= written_) {
      bytes = buffer_.substr(std::min(offset - written_, buffer_.size()), size);
    } else {
      bytes.resize(std::max(size, kUsualBytes));
      const ssize_t got = ReadAt(fd_, offset, bytes.data(), bytes.size());
      bytes.resize(got < 0 ? 0 : static_cast<size_t>(got));
    }
    return bytes.size() >= size;
  };
  if (!read(kRecordBytes)) return std::nullopt;
  const uint32_t size = SizeIn(bytes);
  if (size > kMostTextBytes || !read(kRecordBytes + size)) return std::nullopt;
  Record record;
  std::memcpy(record.key.data(), bytes.data() + kSizeBytes, sizeof(Digest));
  record.text = bytes.substr(kRecordBytes, size);
  if (Checksum(record.key, record.text) !=
      bytes.substr(kSizeBytes + sizeof(Digest), kChecksumBytes)) {
    return std::nullopt;
  }
  return record;
}

absl::Status Ledger::ReadRecords(uint64_t size) {
  std::string window;  // bytes of the file ...
  uint64_t begin = 0;  // ... from here on
  uint64_t at = kHeaderBytes;
  uint64_t damaged = 0;
  // False if there are not so many bytes at `at`.
  const auto have = [&](uint64_t bytes) {
    if (size - at < bytes) return false;
    if (at >= begin && at - begin + bytes <= window.size()) return true;
    begin = at;
    window.resize(std::min<uint64_t>(2 * kMostTextBytes, size - at));
    const ssize_t got = ReadAt(fd_, begin, window.data(), window.size());
    window.resize(got < 0 ? 0 : static_cast<size_t>(got));
    return bytes <= window.size();
  };
  while (have(kRecordBytes)) {
    const uint32_t text_size =
        SizeIn(std::string_view(window).substr(at - begin));
    if (text_size > kMostTextBytes || !have(kRecordBytes + text_size)) break;
    const std::string_view record =
        std::string_view(window).substr(at - begin, kRecordBytes + text_size);
    Digest key;
    std::memcpy(key.data(), record.data() + kSizeBytes, sizeof(key));
    const std::string_view text = record.substr(kRecordBytes);
    if (Checksum(key, text) ==
        record.substr(kSizeBytes + sizeof(Digest), kChecksumBytes)) {
      offsets_[PrefixOf(key)] = at;
    } else {
      ++damaged;
    }
    at += record.size();
  }
  written_ = at;
  const uint64_t torn = size - at;
  if (torn != 0 && ftruncate(fd_, static_cast<off_t>(at)) != 0) {
    return Fault(errno);
  }
  if (torn != 0 || damaged != 0) {
    note_ = absl::StrFormat(
        "%s: %s not in order (%s at its end); what they were about is checked "
        "again",
        ToPrintable(path_), Count(damaged + (torn != 0 ? 1 : 0), "record"),
        Bytes(torn));
  }
  return absl::OkStatus();
}

size_t Ledger::size() const {
  const std::lock_guard lock(mutex_);
  return offsets_.size();
}

std::optional<std::string> Ledger::Find(const Digest& key) {
  const std::lock_guard lock(mutex_);
  const auto known = offsets_.find(PrefixOf(key));
  if (known == offsets_.end()) return std::nullopt;
  std::optional<Record> record = ReadRecord(known->second);
  if (!record || record->key != key) return std::nullopt;
  return std::move(record->text);
}

void Ledger::Add(const Digest& key, std::string_view text) {
  if (text.size() > kMostTextBytes) return;
  const std::string checksum = Checksum(key, text);
  const std::lock_guard lock(mutex_);
  if (error_ != 0) return;
  const uint64_t offset = written_ + buffer_.size();
  const auto [known, is_new] = offsets_.try_emplace(PrefixOf(key), offset);
  if (!is_new) {
    // Of the same content twice, one is enough; a damaged one is replaced.
    const std::optional<Record> there = ReadRecord(known->second);
    if (there && there->key == key) return;
    known->second = offset;
  }
  const auto size = static_cast<uint32_t>(text.size());
  for (size_t i = 0; i < kSizeBytes; ++i) {
    buffer_ += static_cast<char>(size >> (8 * i) & 0xFF);
  }
  buffer_ += TextOf(key);
  buffer_ += checksum;
  buffer_ += text;
  if (buffer_.size() >= kBufferBytes ||
      std::chrono::steady_clock::now() - last_write_ >= kLongestWait) {
    WriteBuffer();
  }
}

void Ledger::WriteBuffer() {
  if (error_ == 0 && !buffer_.empty()) {
    if (WriteAt(fd_, written_, buffer_)) {
      written_ += buffer_.size();
      buffer_.clear();
    } else {
      error_ = errno;
    }
  }
  last_write_ = std::chrono::steady_clock::now();
}

absl::Status Ledger::Flush() {
  const std::lock_guard lock(mutex_);
  WriteBuffer();
  return error_ == 0 ? absl::OkStatus() : Fault(error_);
}

}  // namespace clipguard::cli
