// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A second reader of MRTK recordings, written after
// docs/formats/mrtk-input-animation.md and nothing else, for comparison with
// the real one. It copies everything, looks at every byte one by one, and
// shares no code with the parser but the numbers of the findings. Simple, slow,
// and not to be optimised.

#ifndef CLIPGUARD_FUZZ_MRTK_ORACLE_NAIVE_MRTK_READER_H_
#define CLIPGUARD_FUZZ_MRTK_ORACLE_NAIVE_MRTK_READER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "parser/finding_catalog.h"

namespace clipguard::fuzz {

struct NaiveKey {
  float time = 0;
  float value = 0;
  float in_tangent = 0;
  float out_tangent = 0;
  float in_weight = 0;
  float out_weight = 0;
  int32_t weighted_mode = 3;
};

struct NaiveCurve {
  bool present = false;
  size_t offset = 0;
  int32_t pre_wrap = 8;
  int32_t post_wrap = 8;
  std::vector<NaiveKey> keys;
};

struct NaiveMarker {
  float time = 0;
  std::string name;
};

struct NaiveFault {
  FindingCode code;
  size_t offset;
  size_t length;
};

struct NaiveRecording {
  // Whether all curves could be read; nothing below counts otherwise.
  bool readable = false;
  bool full_keys = false;
  std::vector<NaiveCurve> curves;  // 395, by slot
  std::vector<NaiveMarker> markers;
  // Whether the key times of all rotations ascend. If they do not, which keys
  // of x, y, z and w belong together is not defined.
  bool rotations_ascend = true;
  // One entry for each occurrence, of the codes that it Knows().
  std::vector<NaiveFault> faults;
};

NaiveRecording ReadNaively(const std::vector<uint8_t>& bytes);

// Whether the faults of that code are all in `recording`. Not those of
// FORMAT_UNKNOWN and LIMIT_EXCEEDED, which are others' affairs, nor of
// CURVE_OVERFLOWS and CURVE_TAIL_LOST, whose rules are the whole code.
bool Knows(const NaiveRecording& recording, FindingCode code);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_MRTK_ORACLE_NAIVE_MRTK_READER_H_
