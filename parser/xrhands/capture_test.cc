// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/xrhands/capture.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
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

TEST(CaptureTest, TheVersionIsWhatTheFileBeginsWith) {
  const CaptureBytes capture = Capture2(1);
  EXPECT_EQ(ReadVersion(capture.bytes()), 2);
  EXPECT_EQ(ReadVersion(std::span(capture.bytes()).first(3)), std::nullopt);
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

TEST(CaptureTest, TheLayoutsLastByteHasTwoBits) {
  for (const int bits : {0x03, 0x04, 0x07, 0xff}) {
    CaptureBytes capture = Capture2(1);
    capture.Set(30, static_cast<uint8_t>(bits));
    FindingList findings;
    ReadAndValidate(capture.bytes(), {}, findings);
    const bool unusual =
        std::ranges::any_of(findings.findings(), [](const Finding& finding) {
          return finding.code == FindingCode::kJointLayoutUnusual;
        });
    EXPECT_EQ(unusual, bits > 3) << bits;
  }
}

// Nothing behind a number that is wrong is looked at.
TEST(CaptureTest, AWrongNumberOfJointsIsAllThatIsSaid) {
  CaptureBytes bytes = Capture2(3);
  const CaptureView whole = ViewOf(bytes);
  const uint64_t at = whole.frame(1).hands[1].steps[0].joint_count.offset;
  for (const int32_t count : {25, 27, 0, -1, 0x7fffffff}) {
    bytes.Set(at, count);
    FindingList findings;
    EXPECT_FALSE(ReadCapture(bytes.bytes(), {}, findings));
    ASSERT_EQ(findings.errors(), 1u) << count;
    const Finding& finding = findings.findings()[0];
    EXPECT_EQ(finding.code, FindingCode::kJointCountWrong);
    EXPECT_EQ(finding.bytes.offset, at);
    EXPECT_EQ(finding.path, "frames[1].right.jointCount");
  }
  // The fields before it in its frame may be the cause.
  bytes.Set(whole.frame(1).hands[0].snapshot_flags.offset, int32_t{3});
  FindingList findings;
  ReadDamagedAndValidate(bytes.bytes(), {}, findings);
  ASSERT_EQ(findings.findings().size(), 2u);
  EXPECT_EQ(findings.findings()[0].code, FindingCode::kJointCountWrong);
  EXPECT_EQ(findings.findings()[1].code, FindingCode::kSnapshotWithoutStep);
}

// The file as a conversion to Windows' line endings leaves it.
std::vector<uint8_t> WithCarriageReturns(std::span<const uint8_t> bytes) {
  std::vector<uint8_t> out;
  for (const uint8_t byte : bytes) {
    if (byte == '\n') out.push_back('\r');
    out.push_back(byte);
  }
  return out;
}

// It has ten frames, and a name of ten letters, which hides the header, too.
TEST(CaptureTest, LineEndingsThatWereConverted) {
  CaptureBytes named;
  named.Header1("both hands", 0, 1);
  named.Frame1(0, true, true);
  for (const CaptureBytes& capture : {Capture1(10), Capture2(10), named}) {
    const std::vector<uint8_t> bytes = WithCarriageReturns(capture.bytes());
    EXPECT_TRUE(LooksLikeCapture(bytes));
    FindingList findings;
    EXPECT_FALSE(ReadDamagedAndValidate(bytes, {}, findings));
    ASSERT_EQ(findings.findings().size(), 1u);
    EXPECT_EQ(findings.findings()[0].code, FindingCode::kLineEndingsConverted);
  }
  // Lines of a text that was appended.
  CaptureBytes appended = Capture1(1);
  for (const char c : std::string_view("a\r\nb\r\nc\r\nd\r\n")) appended.Put(c);
  FindingList findings;
  EXPECT_TRUE(ReadDamagedCapture(appended.bytes(), {}, findings));
  EXPECT_EQ(findings.findings()[0].code, FindingCode::kTrailingBytes);
}

// Also in one frame only; one rotation makes the others faults of their own.
TEST(CaptureTest, HandsWithoutRotations) {
  for (const int32_t frames : {1, 3}) {
    CaptureBytes bytes = Capture2(frames);
    const CaptureView whole = ViewOf(bytes);
    uint64_t last = 0;
    for (size_t i = 0; i < whole.frames(); ++i) {
      for (size_t joint = 0; joint < kJointCount; ++joint) {
        last = whole.frame(i).hands[1].joints_offset() + joint * sizeof(Pose) +
               sizeof(Pose::position);
        bytes.Set(last, std::array<float, 4>{});
      }
    }
    FindingList findings;
    const auto view = ReadAndValidate(bytes.bytes(), {}, findings);
    ASSERT_TRUE(view);
    EXPECT_FALSE(view->HasOnlyZeroRotations(0));
    EXPECT_TRUE(view->HasOnlyZeroRotations(1));
    ASSERT_EQ(findings.findings().size(), 1u);
    const Finding& finding = findings.findings()[0];
    EXPECT_EQ(finding.code, FindingCode::kHandWithoutRotations);
    EXPECT_EQ(finding.path, "right");
    EXPECT_EQ(finding.bytes.offset, whole.frame(0).hands[1].joints_offset());
    bytes.Set(last, PoseOf(1, 25, 0).rotation);
    FindingList others;
    ReadAndValidate(bytes.bytes(), {}, others);
    ASSERT_FALSE(others.empty());
    for (const Finding& other : others.findings()) {
      EXPECT_EQ(other.code, FindingCode::kRotationNotUnit);
    }
  }
}

TEST(CaptureTest, OneHandIsEnough) {
  for (const bool left : {true, false}) {
    CaptureBytes capture;
    capture.Header1("Take 1", 1, 2);
    capture.Frame1(0, left, !left);
    capture.Frame1(1, left, !left);
    FindingList findings;
    ReadAndValidate(capture.bytes(), {}, findings);
    for (const Finding& finding : findings.findings()) {
      EXPECT_NE(finding.code, FindingCode::kHandNeverTracked) << left;
    }
  }
}

TEST(CaptureTest, LimitsNameWhatIsTooMuch) {
  FindingList findings;
  EXPECT_FALSE(ReadCapture(Capture2(1).bytes(), {.limits = {.file_bytes = 100}},
                           findings));
  ASSERT_FALSE(findings.empty());
  EXPECT_EQ(findings.findings()[0].code, FindingCode::kLimitExceeded);
  EXPECT_EQ(findings.findings()[0].path, "file");
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
