// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A second, deliberately naive reader, which goes byte by byte, sees the same
// frames and hands; findings lie in the file, and the structure alone agrees
// with the whole.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "fuzz/shared/check.h"
#include "fuzz/shared/findings.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/stages.h"
#include "fuzz/xrhands/fuzz_format.h"
#include "parser/finding.h"
#include "parser/xrhands/detect.h"
#include "parser/xrhands/validate.h"

namespace clipguard {
namespace {

using Bytes = std::span<const uint8_t>;

struct NaiveHand {
  bool tracked = false;
  size_t joints = 0;  // where they are; 0: there are none
};
struct NaiveFrame {
  float time = 0;
  std::array<NaiveHand, 2> hands;
};

// Nothing wherever the file is not as the page of the format has it.
class NaiveReader {
 public:
  explicit NaiveReader(Bytes bytes) : bytes_(bytes) {}

  std::optional<std::vector<NaiveFrame>> Read() {
    const int32_t version = Int();
    if (version != 1 && version != 2) return std::nullopt;
    bool both_steps = false;
    if (version == 2) {
      Int();
      both_steps = (Int() & 1) != 0;
    }
    uint64_t length = 0;
    int shift = 0;
    uint8_t byte = 0x80;
    for (; byte >= 0x80; shift += 7) {
      if (shift == 35) return std::nullopt;
      byte = Byte();
      length |= uint64_t{byte & 0x7fu} << shift;
    }
    if (length > 0x7fffffff || length > uint64_t{1} << 20) return std::nullopt;
    Skip(length);
    Float();
    if (version == 2) {
      if (Int() != 26) return std::nullopt;
      Skip(4 + 4 + 320);
    }
    const int32_t count = Int();
    if (count < 0 || at_ > bytes_.size()) return std::nullopt;
    std::vector<NaiveFrame> frames;
    for (int32_t i = 0; i < count && at_ <= bytes_.size(); ++i) {
      frames.push_back(version == 1 ? Frame1() : Frame2(both_steps));
    }
    if (miscounted_ || at_ != bytes_.size()) return std::nullopt;
    return frames;
  }

 private:
  uint8_t Byte() {
    const size_t at = at_++;
    return at < bytes_.size() ? bytes_[at] : 0;
  }
  int32_t Int() {
    uint32_t value = 0;
    for (int i = 0; i < 32; i += 8) value |= uint32_t{Byte()} << i;
    return static_cast<int32_t>(value);
  }
  float Float() {
    const int32_t bits = Int();
    float value;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
  }
  void Skip(uint64_t size) { at_ += size; }
  size_t Joints() {
    const size_t at = at_;
    Skip(26 * 28);
    return at;
  }

  NaiveFrame Frame1() {
    NaiveFrame frame;
    frame.time = Float();
    std::array<bool, 2> valid;
    for (NaiveHand& hand : frame.hands) hand.tracked = Byte() != 0;
    for (bool& hand : valid) hand = Byte() != 0;
    for (size_t h = 0; h < 2; ++h) {
      if (valid[h]) frame.hands[h].joints = Joints();
    }
    return frame;
  }

  void Step(NaiveHand* hand) {
    const int32_t flags = Int();
    Skip(28);
    size_t joints = 0;
    if ((flags & 1) != 0) {
      miscounted_ = miscounted_ || Int() != 26;
      joints = Joints();
    }
    if (hand != nullptr) *hand = {(flags & 2) != 0, joints};
  }

  NaiveFrame Frame2(bool both_steps) {
    NaiveFrame frame;
    const int32_t flags = Int();
    frame.time = Float();
    if (Int() != 0) Skip(28);
    Skip(both_steps ? 8 : 4);
    for (int h = 0; h < 2; ++h) {
      if ((flags & (1 << h)) != 0) {
        const int32_t steps = Int();
        if ((steps & 1) != 0) Step(&frame.hands[static_cast<size_t>(h)]);
        if ((steps & 2) != 0 && both_steps) Step(nullptr);
      }
      if ((flags & (4 << h)) != 0) {
        Int();
        const int32_t values = Int();
        constexpr std::array<size_t, 10> kSizes = {28, 4,  4, 28, 28,
                                                   4,  28, 1, 1,  1};
        for (size_t i = 0; i < kSizes.size(); ++i) {
          if ((values >> i & 1) != 0) Skip(kSizes[i]);
        }
      }
      if ((flags & (16 << h)) != 0) {
        Int();
        const int32_t aim = Int();
        Skip(12 + 16);
        if ((aim & 32) != 0) Skip(28);
      }
    }
    return frame;
  }

  const Bytes bytes_;
  size_t at_ = 0;
  bool miscounted_ = false;  // a hand's joints are
};

void Compare(Bytes bytes) {
  // Its first bytes show the format.
  CLIPGUARD_CHECK(xrhands::LooksLikeCapture(bytes) ==
                  xrhands::LooksLikeCapture(bytes.first(
                      std::min(bytes.size(), xrhands::kDetectedBytes))));
  FindingList limited;
  const auto small = xrhands::ReadCapture(
      bytes,
      {.limits = {.file_bytes = 4096, .keys_per_curve = 2, .name_bytes = 64}},
      limited);
  CLIPGUARD_CHECK(!small || small->frames() <= 2);
  FindingList structure;
  const auto capture = xrhands::ReadCapture(bytes, {}, structure);
  fuzz::CheckPlaces(structure, bytes.size());
  FindingList whole;
  const auto sound = xrhands::ReadAndValidate(bytes, {}, whole);
  fuzz::CheckPlaces(whole, bytes.size());
  CLIPGUARD_CHECK(sound.has_value() == (whole.errors() == 0));
  CLIPGUARD_CHECK(whole.errors() >= structure.errors());
  const auto naive = NaiveReader(bytes).Read();
  CLIPGUARD_CHECK(naive.has_value() == capture.has_value());
  if (!capture) return;
  CLIPGUARD_STAGE("compared");
  CLIPGUARD_CHECK(naive->size() == capture->frames());
  for (size_t i = 0; i < naive->size(); ++i) {
    const xrhands::Frame frame = capture->frame(i);
    const NaiveFrame& expected = (*naive)[i];
    CLIPGUARD_CHECK(std::bit_cast<uint32_t>(frame.time.value) ==
                    std::bit_cast<uint32_t>(expected.time));
    for (size_t h = 0; h < 2; ++h) {
      const xrhands::CapturedHand& hand = frame.hands[h];
      CLIPGUARD_CHECK(hand.tracked == expected.hands[h].tracked);
      CLIPGUARD_CHECK(hand.joints.empty() == (expected.hands[h].joints == 0));
      if (hand.joints.empty()) continue;
      CLIPGUARD_CHECK(hand.joints.bytes().data() ==
                      bytes.data() + expected.hands[h].joints);
    }
  }
}

// Also cut, and with two bytes of ones: of a small seed at each place, of an
// engine's input at some.
void Run(Bytes bytes) {
  constexpr size_t kSmall = 2200;
  constexpr size_t kStep = 61;
  CLIPGUARD_STAGE("executed");
  Compare(bytes);
  const size_t step = !fuzz::kReplays          ? bytes.size() / 4 + 1
                      : bytes.size() <= kSmall ? 1
                                               : kStep;
  for (size_t at = 0; at < bytes.size(); at += step) {
    std::vector<uint8_t> damaged(bytes.begin(),
                                 bytes.begin() + static_cast<ptrdiff_t>(at));
    Compare(damaged);
    damaged.assign(bytes.begin(), bytes.end());
    std::fill_n(damaged.begin() + static_cast<ptrdiff_t>(at),
                std::min<size_t>(2, bytes.size() - at), uint8_t{0xff});
    Compare(damaged);
  }
}

CLIPGUARD_FUZZ_PROPERTY(xrhands_naive, Run, fuzz::kXrHandsFuzzing.inputs);

}  // namespace
}  // namespace clipguard
