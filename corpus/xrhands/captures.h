// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Captures of XR Hands, byte by byte, for the corpus and for tests.

#ifndef CLIPGUARD_CORPUS_XRHANDS_CAPTURES_H_
#define CLIPGUARD_CORPUS_XRHANDS_CAPTURES_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/append_value.h"
#include "corpus/corpus_file.h"
#include "parser/xrhands/format.h"

namespace clipguard::corpus::captures {

// Bytes in the making. Each function returns where it wrote.
class CaptureBytes {
 public:
  template <typename T>
  size_t Put(const T& value) {
    return AppendValue(value, bytes_);
  }
  size_t PutName(std::string_view name);
  template <typename T>
  void Set(size_t at, const T& value) {
    std::memcpy(bytes_.data() + at, &value, sizeof(T));
  }

  // All before the frames of version 1, or of version 2 with all joints.
  void Header1(std::string_view name, float duration, int32_t frames);
  void Header2(std::string_view name, float duration, int32_t frames,
               int32_t options = 0);
  // A frame of version 1; `valid` hands have joints.
  size_t Frame1(float time, bool left, bool right);
  // The begin of a frame of version 2; the pose is written unless the head's
  // state is 0.
  size_t Frame2(float time, int32_t flags, int32_t success = 0,
                int32_t head_state = 0, const xrhands::Pose& head = {});
  // The joints of a hand, which move from frame to frame.
  size_t Joints(size_t hand, float time);
  // A snapshot of the dynamic step.
  size_t Snapshot(size_t hand, float time, int32_t hand_flags = 3);

  size_t size() const { return bytes_.size(); }
  const std::vector<uint8_t>& bytes() const { return bytes_; }
  std::vector<uint8_t>& bytes() { return bytes_; }

 private:
  std::vector<uint8_t> bytes_;
};

xrhands::Pose PoseOf(size_t hand, size_t joint, float time);

// Sound captures of both hands in so many frames, 1/64 s apart.
CaptureBytes Capture1(int32_t frames);
CaptureBytes Capture2(int32_t frames);

// A version 2 of six frames, so far apart too. The head is at HeadAt() where
// its state says so, which is 1 (position), 2 (rotation), 3, 0, 1, 2; the left
// hand is there in frames 0, 1 and 3, the right one in frame 1.
CaptureBytes CaptureOfHalves();
xrhands::Pose HeadAt(float time);

// All files, sorted by name; the names begin with "xrhands/".
std::vector<CorpusFile> XrHandsCorpus();

}  // namespace clipguard::corpus::captures

#endif  // CLIPGUARD_CORPUS_XRHANDS_CAPTURES_H_
