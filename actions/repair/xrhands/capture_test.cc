// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/repair/xrhands/capture.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "actions/repair/repair_check.h"
#include "actions/repair/repair_folder.h"
#include "actions/repair/xrhands/damaged_byte.h"
#include "corpus/xrhands/captures.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"
#include "parser/xrhands/validate.h"

namespace clipguard::actions {
namespace {

using corpus::captures::Capture1;
using corpus::captures::Capture2;
using corpus::captures::CaptureBytes;
using corpus::captures::CaptureOfHalves;
using corpus::captures::PoseOf;

// Findings of corpus files that are mended, and are gone.
TEST(RepairCaptureTest, MendsTheCorpus) {
  size_t mended = 0;
  for (const corpus::CorpusFile& file : corpus::captures::XrHandsCorpus()) {
    const Repaired repaired = RepairCapture(file.bytes, {}, {});
    if (!repaired.changed()) continue;
    SCOPED_TRACE(file.name);
    ++mended;
    EXPECT_EQ(
        FaultOf(file.bytes, RepairCapture, xrhands::ReadDamagedAndValidate),
        "");
  }
  EXPECT_GE(mended, 8u);
}

TEST(RepairCaptureTest, CountsFramesThatAreThere) {
  const std::vector<uint8_t> sound = Capture1(3).bytes();
  for (const int32_t count : {-4, 0, 2}) {
    CaptureBytes damaged = Capture1(3);
    damaged.Set(15, count);
    EXPECT_EQ(RepairCapture(damaged.bytes(), {}, {}).bytes, sound) << count;
  }
}

// The duration is one of a frame that the count leaves out.
TEST(RepairCaptureTest, TwiceChangesNothing) {
  CaptureBytes damaged = Capture1(3);
  damaged.Set(11, 0.0f);
  damaged.Set(15, int32_t{1});
  const Repaired repaired = RepairCapture(damaged.bytes(), {}, {});
  ASSERT_EQ(repaired.changes.size(), 2u);
  EXPECT_EQ(repaired.changes[0].code, FindingCode::kTrailingBytes);
  EXPECT_EQ(repaired.changes[1].code, FindingCode::kDurationBeforeLastFrame);
  EXPECT_FALSE(RepairCapture(repaired.bytes, {}, {}).changed());
}

TEST(RepairCaptureTest, KeepsWholeFramesOfACutFile) {
  CaptureBytes cut = Capture1(3);
  cut.bytes().resize(cut.size() - 1);
  const Repaired repaired = RepairCapture(cut.bytes(), {}, {});
  ASSERT_EQ(repaired.changes.size(), 1u);
  EXPECT_EQ(repaired.changes[0].code, FindingCode::kFileTruncated);
  EXPECT_EQ(repaired.changes[0].lost, "1 frame");
  FindingList findings;
  const auto view = xrhands::ReadCapture(repaired.bytes, {}, findings);
  ASSERT_TRUE(view);
  EXPECT_EQ(view->frames(), 2u);
}

TEST(RepairCaptureTest, FramesThatWereNotWrittenAreLost) {
  for (const CaptureBytes& whole : {Capture1(4), Capture2(4)}) {
    FindingList findings;
    const auto sound = xrhands::ReadCapture(whole.bytes(), {}, findings);
    ASSERT_TRUE(sound);
    const auto zeros_from = [&](uint64_t offset) {
      std::vector<uint8_t> bytes = whole.bytes();
      std::fill(bytes.begin() + static_cast<ptrdiff_t>(offset), bytes.end(),
                uint8_t{0});
      return RepairCapture(bytes, {}, {});
    };
    for (const size_t frames : {2u, 3u}) {
      const Repaired repaired = zeros_from(sound->frame_offset(frames));
      ASSERT_FALSE(repaired.changes.empty()) << frames;
      EXPECT_EQ(repaired.changes[0].code, FindingCode::kTrailingBytes);
      EXPECT_NE(repaired.changes[0].lost, "");
      const auto view = xrhands::ReadCapture(repaired.bytes, {}, findings);
      ASSERT_TRUE(view);
      EXPECT_EQ(view->frames(), frames);
    }
    EXPECT_FALSE(zeros_from(sound->frame_offset(0)).changed());
    // A whole capture, and zeros behind it.
    std::vector<uint8_t> padded = whole.bytes();
    padded.resize(padded.size() + 100);
    EXPECT_EQ(RepairCapture(padded, {}, {}).bytes, whole.bytes());
  }
}

// The cut is in the last frame's last pose, further ahead in it, or in another
// frame.
TEST(RepairCaptureTest, ACutFileIsMendedSafely) {
  for (const CaptureBytes& whole : {Capture1(4), Capture2(4)}) {
    for (const size_t size : {whole.size() - 1, whole.size() - 700,
                              whole.size() - 1000, whole.size() / 2}) {
      std::vector<uint8_t> cut = whole.bytes();
      cut.resize(size);
      const Repaired repaired = RepairCapture(cut, {}, {});
      ASSERT_EQ(repaired.changes.size(), 1u) << size;
      EXPECT_EQ(repaired.changes[0].code, FindingCode::kFileTruncated);
      EXPECT_NE(repaired.changes[0].lost, "");
    }
  }
}

// No byte of a frame that is read well is overwritten, and none is cut off.
TEST(RepairCaptureTest, ADamagedByteCostsAtMostItsFrame) {
  for (const CaptureBytes& bytes :
       {Capture1(3), Capture2(3), CaptureOfHalves()}) {
    FindingList findings;
    const auto sound = xrhands::ReadAndValidate(bytes.bytes(), {}, findings);
    ASSERT_TRUE(sound && HasPromise(*sound) && findings.empty());
    for (size_t at = 0; at < bytes.size(); ++at) {
      const uint8_t was = bytes.bytes()[at];
      for (const int value : {was ^ 1, was ^ 2, was ^ 4, was ^ 32, was ^ 255}) {
        const char* fault =
            CostOfDamagedByte(*sound, at, static_cast<uint8_t>(value));
        EXPECT_EQ(fault, nullptr) << fault << ": " << at << ", " << value;
      }
    }
  }
}

// The count is sound, and what shows is not the end's fault.
TEST(RepairCaptureTest, OtherErrorsLeaveTheEndAsItIs) {
  CaptureBytes valid = Capture1(5);
  valid.Set(19 + 1464 + 6, uint8_t{0});  // left joints of frame 1
  const CaptureBytes two = Capture2(3);
  CaptureBytes options = two;
  options.Set(8, int32_t{1});
  CaptureBytes count = two;
  count.Set(359 + 16 + 36, int32_t{0});
  CaptureBytes step = two;
  step.Set(359 + 16, int32_t{2});
  for (const CaptureBytes& bytes : {valid, options, count, step}) {
    EXPECT_FALSE(RepairCapture(bytes.bytes(), {}, {}).changed());
  }
  CaptureBytes none = Capture1(1);
  none.bytes().resize(none.size() - 1);
  const Repaired refused = RepairCapture(none.bytes(), {}, {});
  EXPECT_FALSE(refused.changed());
  ASSERT_EQ(refused.refusals.size(), 1u);
  EXPECT_EQ(refused.refusals[0].reason, "no whole frame is left");
}

// Warnings that misread frames have make a guess of it.
TEST(RepairCaptureTest, DoubtsMakeACutAGuess) {
  CaptureBytes cut = Capture1(3);
  cut.Set(19 + 8 + 12, std::array<float, 4>{2, 0, 0, 0});
  cut.bytes().resize(cut.size() - 1);
  const Repaired guessed = RepairCapture(cut.bytes(), {}, {});
  EXPECT_FALSE(guessed.changed());
  EXPECT_EQ(guessed.guesses.size(), 1u);
  EXPECT_EQ(RepairCapture(cut.bytes(), {}, {.unsafe = true}).changes[0].lost,
            "1 frame");
}

TEST(RepairCaptureTest, WhatIsBehindTheEnd) {
  const auto repaired = [](CaptureBytes capture, auto... more) {
    (capture.Put(more), ...);
    return RepairCapture(capture.bytes(), {}, {});
  };
  for (const CaptureBytes& sound : {Capture1(3), Capture2(3)}) {
    const Repaired zeros = repaired(sound, std::array<uint8_t, 16>{});
    EXPECT_EQ(zeros.bytes, sound.bytes());
    EXPECT_EQ(zeros.changes[0].lost, "");
    const Repaired line = repaired(sound, '\n');
    EXPECT_EQ(line.bytes, sound.bytes());
    EXPECT_NE(line.changes[0].lost, "");
  }
  // Joints that the last frame may have had; frames of another take.
  EXPECT_EQ(repaired(Capture1(2), PoseOf(0, 0, 0)).guesses.size(), 1u);
  CaptureBytes takes = Capture1(3);
  takes.Frame1(0, true, true);
  takes.Frame1(0.5f, true, true);
  const Repaired refused = repaired(takes);
  EXPECT_FALSE(refused.changed());
  ASSERT_EQ(refused.refusals.size(), 1u);
  EXPECT_EQ(refused.refusals[0].reason,
            "frames follow whose times begin again, as of a second take");
}

TEST(RepairCaptureTest, CarriageReturnsAreRemoved) {
  for (const CaptureBytes& sound : {Capture1(10), Capture2(10)}) {
    std::vector<uint8_t> bytes;
    for (const uint8_t byte : sound.bytes()) {
      if (byte == '\n') bytes.push_back('\r');
      bytes.push_back(byte);
    }
    const Repaired repaired = RepairCapture(bytes, {}, {});
    ASSERT_EQ(repaired.changes.size(), 1u);
    EXPECT_EQ(repaired.changes[0].code, FindingCode::kLineEndingsConverted);
    EXPECT_EQ(repaired.bytes, sound.bytes());
  }
}

// A count that is wrong loses nothing; one of a file that was cut does.
TEST(RepairCaptureTest, FramesThatAreLostAreSaid) {
  for (const CaptureBytes& sound : {Capture1(3), Capture2(4)}) {
    CaptureBytes damaged = sound;
    damaged.Set(sound.bytes()[0] == 1 ? 15 : 355, int32_t{0x7fffffff});
    const Repaired repaired = RepairCapture(damaged.bytes(), {}, {});
    EXPECT_EQ(repaired.bytes, sound.bytes());
    EXPECT_EQ(repaired.changes[0].lost, "");
    std::vector<uint8_t> cut = sound.bytes();
    cut.resize(sound.size() - (sound.bytes()[0] == 1 ? 1464 : 1552));
    EXPECT_EQ(RepairCapture(cut, {}, {}).changes[0].lost, "1 frame");
  }
}

// If the last time is far off, that may be wrong.
TEST(RepairCaptureTest, ADurationIsWrittenSafelyWhereTimesAreEven) {
  CaptureBytes early = Capture1(3);
  early.Set(11, 0.0f);
  const Repaired repaired = RepairCapture(early.bytes(), {}, {});
  ASSERT_EQ(repaired.changes.size(), 1u);
  EXPECT_EQ(repaired.bytes, Capture1(3).bytes());
  CaptureBytes late = Capture1(3);
  late.Set(19 + 2 * 1464, 1e30f);
  const Repaired guessed = RepairCapture(late.bytes(), {}, {});
  EXPECT_FALSE(guessed.changed());
  ASSERT_EQ(guessed.guesses.size(), 1u);
  EXPECT_NE(guessed.guesses[0].lost, "");
}

// A version 2 that says it is 1: the sequence's flags are read as a length.
TEST(RepairCaptureTest, TheLengthOfAMisreadNameStays) {
  CaptureBytes misread = Capture2(3);
  misread.Set(0, int32_t{1});
  misread.Set(4, int32_t{255});
  const Repaired repaired = RepairCapture(misread.bytes(), {}, {});
  EXPECT_FALSE(repaired.changed());
  ExpectRefused(repaired, FindingCode::kNameLengthPadded);
}

// Bits that are aligned to the left are of the last two joints.
TEST(RepairCaptureTest, TheLayoutIsWhatFramesHave) {
  const auto with = [](int32_t frames, uint8_t bits) {
    CaptureBytes capture = Capture2(frames);
    FindingList none;
    const auto view = xrhands::ReadCapture(capture.bytes(), {}, none);
    EXPECT_TRUE(view);
    capture.Set(view->header().joint_count.offset + 7, bits);
    return capture.bytes();
  };
  for (const uint8_t bits : {uint8_t{0xc0}, uint8_t{0x07}}) {
    EXPECT_EQ(RepairCapture(with(3, bits), {}, {}).bytes, with(3, 3));
    const Repaired guessed = RepairCapture(with(0, bits), {}, {});
    EXPECT_FALSE(guessed.changed());
    EXPECT_EQ(guessed.guesses.size(), 1u);
  }
}

TEST(RepairCaptureTest, ASoundCaptureStays) {
  EXPECT_FALSE(RepairCapture(Capture1(3).bytes(), {}, {}).changed());
}

}  // namespace
}  // namespace clipguard::actions
