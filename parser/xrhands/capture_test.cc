// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/xrhands/capture.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "corpus/xrhands/captures.h"
#include "gtest/gtest.h"
#include "parser/detect/format.h"
#include "parser/finding.h"
#include "parser/xrhands/detect.h"
#include "parser/xrhands/validate.h"

namespace clipguard::xrhands {
namespace {

using corpus::captures::Capture1;
using corpus::captures::Capture2;
using corpus::captures::CaptureBytes;
using corpus::captures::PoseOf;

CaptureView ViewOf(const CaptureBytes& capture) {
  FindingList findings;
  const auto view = ReadAndValidate(capture.bytes(), {}, findings);
  EXPECT_TRUE(view);
  EXPECT_TRUE(findings.empty());
  return *view;
}

TEST(CaptureTest, HasJointsOfFrames) {
  for (const CaptureBytes& capture : {Capture1(3), Capture2(3)}) {
    const CaptureView view = ViewOf(capture);
    ASSERT_EQ(view.frames(), 3u);
    for (size_t i = 0; i < view.frames(); ++i) {
      const Frame frame = view.frame(i);
      for (size_t h = 0; h < 2; ++h) {
        EXPECT_TRUE(frame.hands[h].tracked);
        ASSERT_EQ(frame.hands[h].joints.size(), kJointCount);
        const Pose expected = PoseOf(h, 7, static_cast<float>(i) / 64);
        EXPECT_EQ(frame.hands[h].joints[7].position, expected.position);
      }
    }
  }
}

TEST(CaptureTest, TimesOfVersion2LagByAFrame) {
  const CaptureView view = ViewOf(Capture2(3));
  EXPECT_TRUE(view.lags());
  for (size_t i = 0; i < view.frames(); ++i) {
    EXPECT_EQ(view.stamp(i), i == 0 ? 0 : static_cast<float>(i - 1) / 64);
    EXPECT_EQ(view.true_time(i), static_cast<float>(i) / 64);
  }
  EXPECT_FALSE(ViewOf(Capture1(3)).lags());
}

// A fuzzer's finding: fuzz/regressions/duration_below_the_last_stamp.handsbin.
TEST(CaptureTest, TrueTimesDoNotFallWhereTheDurationIsTooShort) {
  CaptureBytes bytes = Capture2(3);
  const CaptureView whole = ViewOf(bytes);
  bytes.Set(whole.header().duration.offset, 0.0f);
  FindingList findings;
  const auto view = ReadCapture(bytes.bytes(), {}, findings);
  ASSERT_TRUE(view);
  EXPECT_EQ(view->true_time(1), 1.0f / 64);
  EXPECT_EQ(view->true_time(2), 1.0f / 64);
}

TEST(CaptureTest, TheLayoutsLastByteIsRightAligned) {
  CaptureBytes capture = Capture2(1);
  // Without Palm, and without LittleTip, which is the last joint.
  capture.Set(27, uint8_t{0xbf});
  capture.Set(30, uint8_t{0x02});
  FindingList findings;
  const auto view = ReadCapture(capture.bytes(), {}, findings);
  ASSERT_TRUE(view);
  for (size_t joint = 0; joint < kJointCount; ++joint) {
    EXPECT_EQ(view->header().HasJoint(joint), joint != 1 && joint != 25);
  }
}

TEST(CaptureTest, EveryPrefixIsRefused) {
  for (const CaptureBytes& capture : {Capture1(2), Capture2(2)}) {
    for (size_t size = 0; size < capture.size(); ++size) {
      const std::vector<uint8_t> cut(
          capture.bytes().begin(),
          capture.bytes().begin() + static_cast<ptrdiff_t>(size));
      FindingList findings;
      EXPECT_FALSE(ReadAndValidate(cut, {}, findings)) << size;
      EXPECT_GT(findings.errors(), 0u) << size;
    }
  }
}

TEST(CaptureTest, AnyByteMayBeAnything) {
  for (const CaptureBytes& capture : {Capture1(1), Capture2(1)}) {
    std::vector<uint8_t> bytes = capture.bytes();
    for (uint8_t& byte : bytes) {
      const uint8_t was = byte;
      for (const int now : {0x00, 0x7f, 0x80, 0xff}) {
        byte = static_cast<uint8_t>(now);
        FindingList findings;
        const auto view = ReadDamagedAndValidate(bytes, {}, findings);
        if (view) EXPECT_LE(8 * view->frames(), bytes.size());
      }
      byte = was;
    }
  }
}

TEST(CaptureDetectTest, PrefixesDecideOnce) {
  const std::vector<uint8_t> bytes = Capture2(2).bytes();
  EXPECT_EQ(DetectFormat(bytes), Format::kXrHands);
  for (size_t size = 1; size <= bytes.size(); ++size) {
    const auto prefix = std::span(bytes).first(size);
    if (FormatIsDecided(prefix)) {
      EXPECT_EQ(DetectFormat(prefix), Format::kXrHands) << size;
    }
  }
}

TEST(CaptureDetectTest, SmallNumbersAreNoCapture) {
  std::vector<uint8_t> bytes(64, 0);
  for (uint8_t version = 0; version < 10; ++version) {
    bytes[0] = version;
    EXPECT_FALSE(LooksLikeCapture(bytes));
  }
}

}  // namespace
}  // namespace clipguard::xrhands
