// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/repair/xrhands/capture.h"

#include <cstdint>
#include <string>
#include <vector>

#include "actions/repair/repair_check.h"
#include "corpus/xrhands/captures.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"
#include "parser/xrhands/validate.h"

namespace clipguard::actions {
namespace {

using corpus::captures::Capture1;
using corpus::captures::CaptureBytes;

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
  EXPECT_GE(mended, 9u);
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
  EXPECT_EQ(repaired.changes[0].lost, "1 frames");
  FindingList findings;
  const auto view = xrhands::ReadCapture(repaired.bytes, {}, findings);
  ASSERT_TRUE(view);
  EXPECT_EQ(view->frames(), 2u);
}

TEST(RepairCaptureTest, ASoundCaptureStays) {
  EXPECT_FALSE(RepairCapture(Capture1(3).bytes(), {}, {}).changed());
}

}  // namespace
}  // namespace clipguard::actions
