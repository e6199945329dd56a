// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Bytes that change while somebody reads them, as those of a mapped file may.

#ifndef CLIPGUARD_FUZZ_SHARED_CHANGING_BYTES_H_
#define CLIPGUARD_FUZZ_SHARED_CHANGING_BYTES_H_

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <thread>
#include <vector>

#include "parser/finding.h"
#include "testing/sanitizers.h"

namespace clipguard::fuzz {

// Where data races are looked for.
inline constexpr bool kRacesAreFaults = CLIPGUARD_THREAD_SANITIZER;

// Writes one version after the other over the bytes: the original, its second
// half over its first, and each time all bytes alike.
class VersionWriter {
 public:
  explicit VersionWriter(std::span<uint8_t> bytes)
      : bytes_(bytes), original_(bytes.begin(), bytes.end()) {}

  void Restore() { std::ranges::copy(original_, bytes_.begin()); }

  void WriteNext() {
    constexpr std::string_view kFillers = "\xff\"\\[{9e\n\r/ ";
    const size_t version = next_++ % (kFillers.size() + 2);
    if (version == 0) {
      Restore();
    } else if (version == 1) {
      const auto half = std::span(original_).subspan(original_.size() / 2);
      std::ranges::copy(half, bytes_.begin());
    } else {
      std::ranges::fill(bytes_, static_cast<uint8_t>(kFillers[version - 2]));
    }
  }

 private:
  std::span<uint8_t> bytes_;
  std::vector<uint8_t> original_;
  size_t next_ = 1;
};

// Changes the bytes before each finding is described: between a reader's looks
// at them, at the same places each time.
class ChangingSink : public FindingSink {
 public:
  explicit ChangingSink(VersionWriter& writer) : writer_(writer) {}

  void Report(const Occurrence& occurrence) override {
    writer_.WriteNext();
    findings_.Report(occurrence);
  }

 private:
  VersionWriter& writer_;
  FindingList findings_;
};

// A thread that writes all versions, over and over, while this exists. It is a
// data race, which is the point: where races are faults, there is no thread.
class BackgroundWriter {
 public:
  explicit BackgroundWriter(VersionWriter& writer) {
    if (kRacesAreFaults) return;
    thread_ = std::thread([this, &writer] {
      while (!stop_.load()) writer.WriteNext();
    });
  }
  ~BackgroundWriter() {
    stop_.store(true);
    if (thread_.joinable()) thread_.join();
  }
  BackgroundWriter(const BackgroundWriter&) = delete;
  BackgroundWriter& operator=(const BackgroundWriter&) = delete;

 private:
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_SHARED_CHANGING_BYTES_H_
