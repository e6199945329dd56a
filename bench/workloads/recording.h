// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Recordings of any size for benchmarks, written straight into memory.

#ifndef CLIPGUARD_BENCH_WORKLOADS_RECORDING_H_
#define CLIPGUARD_BENCH_WORKLOADS_RECORDING_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "parser/mrtk/format.h"

namespace clipguard::bench {

// Memory in huge pages where the system has them, so that benchmarks measure
// reading and not address translation.
class Buffer {
 public:
  explicit Buffer(size_t size);

  std::span<uint8_t> bytes() { return {data_.get(), size_}; }
  std::span<const uint8_t> bytes() const { return {data_.get(), size_}; }

 private:
  struct Unmap {
    size_t size;
    void operator()(uint8_t* data) const;
  };
  size_t size_;
  std::unique_ptr<uint8_t[], Unmap> data_;
};

enum class Parts {
  kAll,     // every curve: camera, hands, and gaze where the version has it
  kCamera,  // seven long curves
};

// A sound recording of about `size` bytes. With all parts, in the layout the
// recorder writes: version 1.0 for full keys, 1.1 for compact ones; with the
// camera alone, version 1.1. All float curves have equally many keys, 1/90 s
// apart; rotations are unit quaternions that turn, and everything moves.
// Findings: none.
Buffer MakeRecording(mrtk::KeyLayout layout, Parts parts, size_t size);

}  // namespace clipguard::bench

#endif  // CLIPGUARD_BENCH_WORKLOADS_RECORDING_H_
