// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/repair/mrtk/recording.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "actions/repair/repair_check.h"
#include "base/numbers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/mrtk/camera_file.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/test_files.h"

namespace clipguard::actions {
namespace {

using enum FindingCode;
using mrtk::CameraFile;
using mrtk::CurveSlot;
using mrtk::FileWriter;
using mrtk::KeyLayout;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Repaired Repair(std::span<const uint8_t> bytes,
                const RepairOptions& options = {}) {
  EXPECT_EQ(FaultOf(bytes, RepairRecording, mrtk::ReadDamagedAndValidate), "");
  return RepairRecording(bytes, {}, options);
}

Repaired RepairUnsafe(std::span<const uint8_t> bytes) {
  return Repair(bytes, {.unsafe = true});
}

FindingCode OnlyCode(const std::vector<Change>& changes) {
  EXPECT_THAT(changes, SizeIs(1));
  return changes.empty() ? kFormatUnknown : changes.front().code;
}

// A repair that is one change.
Repaired Mended(std::span<const uint8_t> bytes, FindingCode code) {
  Repaired repaired = Repair(bytes);
  EXPECT_EQ(OnlyCode(repaired.changes), code);
  return repaired;
}

// One that is a guess.
Repaired Guessed(std::span<const uint8_t> bytes, FindingCode code) {
  Repaired repaired = Repair(bytes);
  EXPECT_FALSE(repaired.changed());
  EXPECT_EQ(OnlyCode(repaired.guesses), code);
  return repaired;
}

std::vector<uint8_t> HandsWithMarkers(const mrtk::FileLayout& layout,
                                      size_t keys = 6) {
  return MustWrite(mrtk::MakeRecording({.camera = layout.version.minor == 0,
                                        .hands = true,
                                        .keys = keys,
                                        .markers = 2}),
                   layout);
}

class EachLayout : public testing::TestWithParam<KeyLayout> {};
INSTANTIATE_TEST_SUITE_P(Layouts, EachLayout,
                         testing::ValuesIn(mrtk::kLayouts));

// ---- Nothing to do ----------------------------------------------------------

TEST_P(EachLayout, ASoundFileIsLeftAlone) {
  const CameraFile file(GetParam(), 100);
  const Repaired repaired = Repair(file.bytes());
  EXPECT_FALSE(repaired.changed());
  EXPECT_THAT(repaired.bytes, IsEmpty());
  EXPECT_THAT(repaired.guesses, IsEmpty());
  EXPECT_THAT(repaired.refusals, IsEmpty());
}

TEST(RepairRecordingTest, WhatIsNoRecordingIsLeftAlone) {
  EXPECT_FALSE(Repair(std::vector<uint8_t>{}).changed());
  EXPECT_FALSE(Repair(std::vector<uint8_t>(100, 0xff)).changed());
}

// ---- Structure --------------------------------------------------------------

TEST(RepairRecordingTest, MissingMarkerList) {
  std::vector<uint8_t> bytes = mrtk::NoCurves().bytes();
  const Repaired repaired = Mended(bytes, kMarkerListMissing);
  bytes.insert(bytes.end(), 4, 0);
  EXPECT_EQ(repaired.bytes, bytes);
  EXPECT_EQ(repaired.changes[0].lost, "");
}

TEST(RepairRecordingTest, PresenceBytes) {
  const FileWriter file = mrtk::Begin11(0, 0, 0).Int(0);
  std::vector<uint8_t> bytes = file.bytes();
  bytes[16] = 0;
  // Without any part there is nothing to write; so a camera of no keys.
  const FileWriter camera = mrtk::Begin11(0x80, 0, 0).EmptyCurves(7).Int(0);
  const Repaired repaired = Mended(camera.bytes(), kPresenceByteUnusual);
  EXPECT_EQ(repaired.bytes[16], 1);
  EXPECT_EQ(repaired.changes[0].path, "hasCamera");
  EXPECT_EQ(repaired.changes[0].before, "128");
}

TEST(RepairRecordingTest, TrailingZerosAndJunkAreCut) {
  for (const char* junk : {"\0\0\0\0\0", "JUNK!"}) {
    const CameraFile file(KeyLayout::kCompact, 4);
    std::vector<uint8_t> bytes = file.bytes();
    bytes.insert(bytes.end(), junk, junk + 5);
    const Repaired repaired = Mended(bytes, kTrailingBytes);
    EXPECT_EQ(repaired.bytes, file.bytes());
    EXPECT_EQ(repaired.changes[0].lost.empty(), junk[0] == '\0');
  }
}

// Appended zeros read as keys of the last curve, if it has none or one at 0,
// and as an empty list.
TEST(RepairRecordingTest, AppendedZerosAreNoKeys) {
  for (const int keys : {0, 1}) {
    FileWriter camera = mrtk::Begin11(1, 0, 0).EmptyCurves(6);
    camera.Int(8).Int(8).Int(keys);
    for (int i = 0; i < keys; ++i) camera.Float(0).Float(1);
    camera.Int(0);
    for (const size_t zeros : {8u, 28u, 64u}) {
      std::vector<uint8_t> bytes = camera.bytes();
      bytes.insert(bytes.end(), zeros, uint8_t{0});
      const Repaired repaired = Mended(bytes, kTrailingBytes);
      EXPECT_EQ(repaired.bytes, camera.bytes()) << keys << " " << zeros;
    }
  }
}

// A page of zeros reads as empty curves and no markers.
TEST(RepairRecordingTest, APageOfZerosCutsNothingOff) {
  constexpr size_t kPage = 4096;
  const std::vector<uint8_t> sound = MustWrite(
      mrtk::MakeRecording({.hands = true, .keys = 60}), mrtk::kCompact11);
  // Within keys, whose times then go back; and, without any other error, from
  // a curve's header on.
  constexpr size_t kCurve = 12 + 60 * 8;
  size_t guesses = 0;
  for (const size_t at : {7 * kPage, 11 * kPage, 19 + 7 * kCurve}) {
    std::vector<uint8_t> bytes = sound;
    std::fill_n(bytes.begin() + static_cast<ptrdiff_t>(at), kPage, uint8_t{0});
    const Repaired repaired = Repair(bytes);
    EXPECT_FALSE(repaired.changed()) << at;
    for (const Change& guess : repaired.guesses) {
      guesses += guess.code == kTrailingBytes ? 1 : 0;
    }
  }
  EXPECT_GE(guesses, 1u);
}

TEST(RepairRecordingTest, AnEndThatWasNotWritten) {
  std::vector<uint8_t> bytes = HandsWithMarkers(mrtk::kCompact11, 30);
  const auto view = mrtk::ReadDamaged(bytes);
  ASSERT_TRUE(view);
  const size_t end = view->curve_offset(
      CurveSlot::Joint(mrtk::Handedness::kRight, 9, mrtk::kRotationX));
  std::ranges::fill(std::span(bytes).subspan(end), uint8_t{0});
  const Repaired repaired = Mended(bytes, kTrailingBytes);
  EXPECT_THAT(repaired.changes[0].lost,
              testing::AllOf(HasSubstr("all keys of 123 curves, from "),
                             HasSubstr("; all markers")));
  EXPECT_TRUE(repaired.salvage);
  // Keys that are zeros were not written either.
  bytes = HandsWithMarkers(mrtk::kCompact11, 30);
  std::ranges::fill(std::span(bytes).subspan(end + 12), uint8_t{0});
  const Repaired keyless = Mended(bytes, kTrailingBytes);
  EXPECT_THAT(keyless.changes[0].lost, HasSubstr("30 keys of hands.right."));
  EXPECT_EQ(keyless.salvage->curves_left, repaired.salvage->curves_left);
  // Nor is a recording without any key one.
  std::ranges::fill(std::span(bytes).subspan(19), uint8_t{0});
  const Repaired nothing = Repair(bytes);
  EXPECT_FALSE(nothing.changed());
  EXPECT_THAT(nothing.refusals[0].reason, HasSubstr("nothing of it is left"));
  // A whole file, and zeros behind it.
  bytes = HandsWithMarkers(mrtk::kCompact11, 30);
  bytes.insert(bytes.end(), 4096, 0);
  const Repaired padded = Mended(bytes, kTrailingBytes);
  EXPECT_EQ(padded.changes[0].lost, "");
  EXPECT_FALSE(padded.salvage);
}

// A block in the middle is missing, and the empty list is read as a mode.
TEST(RepairRecordingTest, AListBehindCurvesThatAreMissingIsNoCutHeader) {
  FileWriter camera = mrtk::Begin11(1, 0, 0);
  for (int i = 0; i < 3; ++i) {
    camera.Int(8).Int(8).Int(2).Float(0).Float(1).Float(1).Float(1);
  }
  std::vector<uint8_t> cut = camera.bytes();
  camera.Int(0);
  EXPECT_THAT(Guessed(camera.bytes(), kFileTruncated).guesses[0].note,
              HasSubstr("perhaps they are the marker list"));
  cut.insert(cut.end(), {8, 0, 0, 0});
  EXPECT_TRUE(Mended(cut, kFileTruncated).salvage);
}

// A count or a mode that is read as a number is no state.
TEST(RepairRecordingTest, AStateBelowTheLeastFloatIsAGuess) {
  FileWriter hands = mrtk::Begin11(0, 1, 0);
  hands.Int(8).Int(8).Int(1).Float(0).Float(1e-44F);
  hands.EmptyCurves(3 + 2 * 27 * 7).Int(0);
  Guessed(hands.bytes(), kBooleanValueUnusual);
}

TEST(RepairRecordingTest, AnotherFileIsNotCutOff) {
  const CameraFile file(KeyLayout::kCompact, 4);
  FileWriter empty = mrtk::NoCurves();
  empty.Int(0);
  for (const std::vector<uint8_t>& tail : {file.bytes(), empty.bytes()}) {
    std::vector<uint8_t> bytes = file.bytes();
    bytes.insert(bytes.end(), tail.begin(), tail.end());
    const Repaired repaired = Guessed(bytes, kTrailingBytes);
    EXPECT_THAT(repaired.guesses[0].note,
                HasSubstr("another file begins there, of the format mrtk"));
  }
}

TEST(RepairRecordingTest, TrailingMarkersAreCounted) {
  FileWriter file = mrtk::NoCurves().Int(1);
  file.Marker(1, "one").Marker(2, "").Marker(2.5, "three");
  const Repaired repaired = Mended(file.bytes(), kTrailingBytes);
  EXPECT_EQ(repaired.bytes.size(), file.size());
  EXPECT_EQ(mrtk::Get<int32_t>(repaired.bytes, 19), 3);
}

// A marker with a name, and behind it something else.
TEST(RepairRecordingTest, MarkersBeforeSomethingElseAreNotCounted) {
  FileWriter file = mrtk::NoCurves().Int(1);
  file.Marker(1, "one");
  const size_t end = file.size();
  file.Marker(2, "two").Int(-1);
  const Repaired repaired = Mended(file.bytes(), kTrailingBytes);
  EXPECT_EQ(mrtk::Get<int32_t>(repaired.bytes, 19), 1);
  EXPECT_EQ(repaired.bytes.size(), end);
}

TEST(RepairRecordingTest, ALengthThatSwallowsMarkersIsNotTrusted) {
  FileWriter file = mrtk::NoCurves().Int(2);
  // The first name has 3 bytes, and says 9.
  file.Float(1).Bytes({9}).Text("one").Marker(2, "two").Marker(3, "three");
  EXPECT_FALSE(Repair(file.bytes()).changed());
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

TEST_P(EachLayout, CarriageReturnsAreRemoved) {
  // The number of keys is an LF, and other bytes are by chance.
  const CameraFile file(GetParam(), 10);
  const Repaired repaired =
      Mended(WithCarriageReturns(file.bytes()), kLineEndingsConverted);
  EXPECT_EQ(repaired.bytes, file.bytes());
  EXPECT_EQ(repaired.changes[0].lost, "");
}

TEST(RepairRecordingTest, CarriageReturnsThatProveNothing) {
  const CameraFile file(KeyLayout::kCompact, 10);
  // One LF has none.
  std::vector<uint8_t> bytes = WithCarriageReturns(file.bytes());
  bytes.back() = '\n';
  EXPECT_FALSE(Repair(bytes).changed());
  // The cut file is no recording after removing the CRs.
  bytes = WithCarriageReturns(file.bytes());
  bytes.resize(bytes.size() - 50);
  const Repaired cut = Repair(bytes);
  EXPECT_FALSE(cut.changed());
  ASSERT_FALSE(cut.refusals.empty());
  EXPECT_EQ(cut.refusals[0].code, kLineEndingsConverted);
  // Lines of a text that was appended.
  const CameraFile few(KeyLayout::kCompact, 3);
  bytes = few.bytes();
  for (const char c : std::string_view("a\r\nb\r\nc\r\nd\r\ne\r\n")) {
    bytes.push_back(static_cast<uint8_t>(c));
  }
  Mended(bytes, kTrailingBytes);
  // A sound file may have both by chance.
  FileWriter sound = mrtk::NoCurves().Int(1);
  sound.Marker(1, "two\r\nlines");
  EXPECT_FALSE(Repair(sound.bytes()).changed());
}

TEST(RepairRecordingTest, WrongMagic) {
  const CameraFile sound(KeyLayout::kCompact, 4);
  std::vector<uint8_t> bytes = sound.bytes();
  bytes[3] ^= 0x10;
  const Repaired repaired = Mended(bytes, kMagicMismatch);
  EXPECT_EQ(repaired.bytes, sound.bytes());
  // If the file is cut, too, there is no last byte to prove the repair by.
  bytes.pop_back();
  const Repaired refused = Repair(bytes);
  EXPECT_FALSE(refused.changed());
  EXPECT_THAT(refused.refusals, SizeIs(1));
}

// ---- Cut files --------------------------------------------------------------

TEST_P(EachLayout, ACutFileKeepsWholeKeys) {
  const CameraFile sound(GetParam(), 10);
  const std::vector<uint8_t>& whole = sound.bytes();
  for (size_t size = 19; size < whole.size() - 4; ++size) {
    const std::vector<uint8_t> bytes(whole.begin(),
                                     whole.begin() + static_cast<int>(size));
    const Repaired repaired = Repair(bytes);
    if (!repaired.changed()) {
      // A few numbers may be keys of either layout.
      ASSERT_LE(size, sound.Key(0, 3)) << size;
      continue;
    }
    FindingList findings;
    const auto view = mrtk::ReadInputAnimation(repaired.bytes, {}, findings);
    ASSERT_TRUE(view.has_value()) << size;
    // Every key that was whole is there.
    for (size_t c = 0; c < 7; ++c) {
      const uint64_t begin = sound.Curve(c) + 12;
      const size_t key_size = GetParam() == KeyLayout::kFull ? 28 : 8;
      const size_t there =
          size <= begin ? 0 : std::min<size_t>(10, (size - begin) / key_size);
      // The curve of w may have more keys, if two of its own are left.
      EXPECT_GE(view->curve(CurveSlot(c)).size(), there) << size << ' ' << c;
    }
  }
}

TEST(RepairRecordingTest, ACutFileSaysWhatIsMissing) {
  const CameraFile sound(KeyLayout::kCompact, 10);
  std::vector<uint8_t> bytes = sound.bytes();
  bytes.resize(sound.Key(5, 3) + 5);
  const Repaired repaired = Mended(bytes, kKeyCountTooLarge);
  EXPECT_EQ(repaired.changes[0].path, "camera.rotation.z.keyCount");
  EXPECT_EQ(repaired.changes[0].before, "10 keys, of which 3 are there");
  EXPECT_EQ(repaired.changes[0].lost,
            "7 keys of camera.rotation.z; all keys of 1 curve, "
            "camera.rotation.w; all markers");
}

TEST_P(EachLayout, AFileCutBeforeItsFirstKeyIsRefused) {
  const CameraFile sound(GetParam(), 10);
  // The bytes that are left of a full key may be a compact one.
  for (size_t size = sound.Curve(0); size < sound.Curve(0) + 12 + 8; ++size) {
    std::vector<uint8_t> bytes = sound.bytes();
    bytes.resize(size);
    const Repaired repaired = Repair(bytes);
    EXPECT_FALSE(repaired.changed()) << size;
    ASSERT_THAT(repaired.refusals, SizeIs(1)) << size;
    EXPECT_EQ(repaired.refusals[0].code,
              size < sound.Curve(0) + 12 ? kFileTruncated : kKeyCountTooLarge);
    EXPECT_THAT(repaired.refusals[0].reason, HasSubstr("before its first key"));
  }
}

// ---- One wrong number -------------------------------------------------------

constexpr uint64_t kHasCamera = 16;

// Expects that the file is mended to what it was, in that number alone.
void ExpectMended(std::span<const uint8_t> damaged,
                  const std::vector<uint8_t>& sound, std::string_view path) {
  const Repaired repaired = Repair(damaged);
  ASSERT_THAT(repaired.changes, SizeIs(1));
  EXPECT_EQ(repaired.bytes, sound);
  EXPECT_EQ(repaired.changes[0].path, path);
  EXPECT_EQ(repaired.changes[0].lost, "");
  EXPECT_FALSE(repaired.salvage);
}

TEST(RepairRecordingTest, APresenceByteIsMendedAlone) {
  for (const auto& layout : {mrtk::kCompact11, mrtk::kFull11}) {
    const std::vector<uint8_t> sound = HandsWithMarkers(layout);
    size_t i = 0;
    for (const char* path : {"hasCamera", "hasHands", "hasGaze"}) {
      std::vector<uint8_t> bytes = sound;
      bytes[kHasCamera + i++] ^= 1;
      ExpectMended(bytes, sound, path);
    }
  }
}

// Curves that are read as markers have no lengths of names.
TEST(RepairRecordingTest, APresenceByteIsMendedBeforeLengthsOfNames) {
  FileWriter file = mrtk::Begin11(0, 0, 1);
  file.Int(8).Int(8).Int(2).Float(-1).Float(std::bit_cast<float>(0xbf808080));
  file.Float(1).Float(0).EmptyCurves(5).Int(0);
  std::vector<uint8_t> bytes = file.bytes();
  bytes[kHasCamera + 2] = 0;
  EXPECT_EQ(mrtk::ReadFindings(bytes)[0].code, kMarkerNameLengthMalformed);
  ExpectMended(bytes, file.bytes(), "hasGaze");
}

TEST(RepairRecordingTest, AVersionIsMendedAlone) {
  for (const auto& layout : {mrtk::kCompact11, mrtk::kFull11, mrtk::kFull10}) {
    const std::vector<uint8_t> sound = HandsWithMarkers(layout);
    std::vector<uint8_t> bytes = sound;
    bytes[12] ^= 1;
    ExpectMended(bytes, sound, "header.minorVersion");
  }
}

TEST_P(EachLayout, AKeyCountIsMendedAlone) {
  const std::vector<uint8_t> sound =
      HandsWithMarkers({{1, 1}, GetParam(), true});
  const auto view = mrtk::ReadDamaged(sound);
  ASSERT_TRUE(view);
  constexpr CurveSlot kLast(CurveSlot::kGaze - 1);
  for (const CurveSlot slot :
       {CurveSlot::Tracked(mrtk::Handedness::kLeft),
        CurveSlot::Joint(mrtk::Handedness::kLeft, 5, mrtk::kRotationX),
        kLast}) {
    const uint64_t at = view->curve_offset(slot) + 8;
    const auto right = mrtk::Get<int32_t>(sound, at);
    for (const int32_t count : {right + 1, right + 2, right - 1, 0, right ^ 64,
                                right | 0x100000, right | mrtk::kMinInt}) {
      std::vector<uint8_t> bytes = sound;
      mrtk::Put(bytes, at, count);
      SCOPED_TRACE(absl::StrCat(slot.Path(), " ", count));
      ExpectMended(bytes, sound, slot.Path() + ".keyCount");
    }
  }
}

// The last curve has no key, and markers were read as one.
TEST_P(EachLayout, MarkersAreNoKeys) {
  for (const int32_t keys : {0, 1}) {
    FileWriter sound = mrtk::Begin11(1, 0, 0).EmptyCurves(5);
    const auto add = [&](int32_t count) {
      if (GetParam() == KeyLayout::kFull) {
        sound.FullCurve(count);
      } else {
        sound.CompactCurve(count);
      }
    };
    add(1);
    const size_t last = sound.size();
    add(keys);
    sound.Int(2).Marker(0.1f, "begin of it").Marker(0.5f, "end of it");
    for (const int32_t count : {keys + 1, keys + 2, keys + 4}) {
      std::vector<uint8_t> bytes = sound.bytes();
      mrtk::Put(bytes, last + 8, count);
      ExpectMended(bytes, sound.bytes(), "camera.rotation.w.keyCount");
    }
  }
}

// No single number explains it: nothing that may be markers is cut off.
TEST(RepairRecordingTest, TwoWrongNumbersAreLeft) {
  const std::vector<uint8_t> sound = HandsWithMarkers(mrtk::kCompact11);
  const auto view = mrtk::ReadDamaged(sound);
  ASSERT_TRUE(view);
  const CurveSlot last(CurveSlot::kGaze - 1);
  for (const CurveSlot other : {CurveSlot(CurveSlot::kJoints + 40), last}) {
    for (const int more : {1, 2, 7}) {
      std::vector<uint8_t> bytes = sound;
      const uint64_t at = view->curve_offset(last) + 8;
      mrtk::Put(bytes, at, mrtk::Get<int32_t>(bytes, at) + more);
      mrtk::Put(bytes, view->curve_offset(other), int32_t{4});
      EXPECT_FALSE(Repair(bytes).changed()) << more;
    }
  }
}

// A cut file whose last bytes can be an empty list is no less cut.
TEST(RepairRecordingTest, ACutBehindTheFirstTimeIsACut) {
  CameraFile file(KeyLayout::kCompact, 3);
  file.Set(6, 0, mrtk::kTime, 0.0f);
  std::vector<uint8_t> bytes = file.bytes();
  bytes.resize(file.Key(6, 0, mrtk::kValue));
  const Repaired repaired = Repair(bytes);
  ASSERT_THAT(repaired.changes, SizeIs(1));
  EXPECT_EQ(repaired.changes[0].lost,
            "3 keys of camera.rotation.w; all markers");
}

// The whole of it was read: its errors say that it was not cut there.
TEST(RepairRecordingTest, ACutFileWithOtherErrorsIsLeft) {
  CameraFile file(KeyLayout::kFull, 10);
  file.Set(0, 3, mrtk::kMode, int32_t{9});
  std::vector<uint8_t> bytes = file.bytes();
  bytes.resize(file.Key(3, 4));
  const Repaired repaired = Repair(bytes);
  EXPECT_FALSE(repaired.changed());
  EXPECT_FALSE(repaired.refusals.empty());
}

// ---- Keys -------------------------------------------------------------------

TEST_P(EachLayout, KeysWithoutTimeOrValueAreRemoved) {
  CameraFile file(GetParam(), 10);
  file.Set(1, 4, mrtk::kTime, kNan).Set(1, 7, mrtk::kValue, kNan);
  const Repaired repaired = Repair(file.bytes());
  ASSERT_THAT(repaired.changes, SizeIs(2));
  EXPECT_EQ(repaired.changes[0].code, kKeyTimeNotFinite);
  EXPECT_EQ(repaired.changes[0].path, "camera.position.y.keys[4].time");
  EXPECT_EQ(repaired.changes[1].path, "camera.position.y.keys[7].value");
  FindingList none;
  const auto view = mrtk::ReadAndValidate(repaired.bytes, {}, none);
  ASSERT_TRUE(view);
  EXPECT_EQ(view->curve(CurveSlot(1)).size(), 8u);
  EXPECT_EQ(view->curve(CurveSlot(1)).value(4), file.Float(1, 5, mrtk::kValue));
}

TEST_P(EachLayout, SwappedKeysAreSorted) {
  const CameraFile sound(GetParam(), 3000);
  CameraFile file = sound;
  for (const auto field : {mrtk::kTime, mrtk::kValue}) {
    file.Set(0, 1000, field, sound.Float(0, 1002, field));
    file.Set(0, 1002, field, sound.Float(0, 1000, field));
  }
  const Repaired repaired = Mended(file.bytes(), kKeyTimeDecreasing);
  EXPECT_EQ(repaired.bytes, sound.bytes());
  ASSERT_THAT(repaired.edits, SizeIs(1));
  EXPECT_EQ(repaired.edits[0].offset, file.Key(0, 1000));
  EXPECT_LE(repaired.edits[0].length, 3u * 28);
}

TEST(RepairRecordingTest, ATimeThatIsFarOffIsNoOrder) {
  CameraFile file(KeyLayout::kCompact, 10);
  file.Set(0, 4, mrtk::kTime, 400.0f);
  Guessed(file.bytes(), kKeyTimeDecreasing);
  EXPECT_TRUE(RepairUnsafe(file.bytes()).changed());
}

// One time is wrong, and the curve begins and ends as before: sorted, it would
// jump there.
TEST_P(EachLayout, ATimeWithinTheCurveIsNoOrder) {
  CameraFile file(GetParam(), 60);
  const float later =
      (file.Float(1, 50, mrtk::kTime) + file.Float(1, 51, mrtk::kTime)) / 2;
  file.Set(1, 20, mrtk::kTime, later);
  Guessed(file.bytes(), kKeyTimeDecreasing);
}

// The curves of both takes.
void AddSecondTake(CameraFile& file, uint64_t curve) {
  for (uint64_t key = 6; key < 10; ++key) {
    const float early = file.Float(curve, key - 6, mrtk::kTime);
    const float late = file.Float(curve, key - 5, mrtk::kTime);
    file.Set(curve, key, mrtk::kTime, (early + late) / 2);
  }
}

TEST(RepairRecordingTest, ASecondTakeIsNotSortedIntoTheFirst) {
  CameraFile file(KeyLayout::kCompact, 10);
  // One curve is no take.
  AddSecondTake(file, 0);
  const Repaired one = Guessed(file.bytes(), kKeyTimeDecreasing);
  EXPECT_THAT(one.guesses[0].note, HasSubstr("one of the times"));
  for (uint64_t curve = 1; curve < 7; ++curve) AddSecondTake(file, curve);
  // Nor are the markers.
  std::vector<uint8_t> bytes = file.bytes();
  mrtk::Put(bytes, bytes.size() - 4, int32_t{4});
  FileWriter markers;
  markers.Marker(0.1f, "a").Marker(0.5f, "b").Marker(0.1f, "c").Marker(1, "d");
  bytes.insert(bytes.end(), markers.begin(), markers.end());
  const Repaired repaired = Repair(bytes);
  EXPECT_FALSE(repaired.changed());
  ASSERT_THAT(repaired.guesses, SizeIs(8));
  EXPECT_THAT(repaired.guesses[0].note, HasSubstr("second take"));
  EXPECT_EQ(repaired.guesses[7].code, kMarkerTimeDecreasing);
}

TEST(RepairRecordingTest, SwappedAtTheEndIsProvenByTheOtherCurves) {
  CameraFile file(KeyLayout::kCompact, 10);
  const float a = file.Float(0, 8, mrtk::kTime);
  const float b = file.Float(0, 9, mrtk::kTime);
  file.Set(0, 8, mrtk::kTime, b).Set(0, 9, mrtk::kTime, a);
  Mended(file.bytes(), kKeyTimeDecreasing);
}

TEST(RepairRecordingTest, OnlyKeysThatNobodyReachesGoSafely) {
  CameraFile file(KeyLayout::kCompact, 10);
  const float time = file.Float(2, 4, mrtk::kTime);
  // Three at one time, of which the middle one is never used.
  file.Set(2, 5, mrtk::kTime, time).Set(2, 6, mrtk::kTime, time);
  const Repaired repaired = Mended(file.bytes(), kKeyTimeDuplicate);
  EXPECT_EQ(repaired.changes[0].count, 1u);
  EXPECT_EQ(repaired.changes[0].path, "camera.position.z.keys[5]");
  EXPECT_EQ(OnlyCode(repaired.guesses), kKeyTimeDuplicate);
  EXPECT_EQ(repaired.guesses[0].lost, "a jump at this time");
  EXPECT_EQ(RepairUnsafe(file.bytes()).bytes.size(), file.bytes().size() - 16);
}

// Earlier times show the first key's value.
TEST_P(EachLayout, TwoKeysAtTheFirstTime) {
  CameraFile file(GetParam(), 10);
  file.Set(2, 0, mrtk::kTime, file.Float(2, 1, mrtk::kTime));
  const Repaired repaired = Guessed(file.bytes(), kKeyTimeDuplicate);
  EXPECT_EQ(repaired.guesses[0].lost, "the value before this time");
  file.Set(2, 0, mrtk::kValue, file.Float(2, 1, mrtk::kValue));
  Mended(file.bytes(), kKeyTimeDuplicate);
}

TEST(RepairRecordingTest, AKeyThatIsThereTwiceGoes) {
  CameraFile file(KeyLayout::kFull, 10);
  for (const auto field : {mrtk::kTime, mrtk::kValue}) {
    file.Set(2, 5, field, file.Float(2, 4, field));
  }
  const Repaired repaired = Mended(file.bytes(), kKeyTimeDuplicate);
  EXPECT_EQ(repaired.bytes.size(), file.bytes().size() - 28);
}

TEST(RepairRecordingTest, WrapModesAreAsTheOthersOrAGuess) {
  CameraFile file(KeyLayout::kCompact, 10);
  mrtk::Put(file.bytes(), file.Curve(3), int32_t{77});
  const Repaired repaired = Mended(file.bytes(), kWrapModeUnknown);
  EXPECT_EQ(mrtk::Get<int32_t>(repaired.bytes, file.Curve(3)), 8);
  mrtk::Put(file.bytes(), file.Curve(4) + 4, int32_t{2});
  EXPECT_FALSE(Repair(file.bytes()).changed());
  EXPECT_TRUE(RepairUnsafe(file.bytes()).changed());
}

// ---- Rotations --------------------------------------------------------------

void Scale(CameraFile& file, size_t key, float factor) {
  for (size_t c = 3; c < 7; ++c) {
    file.Set(c, key, mrtk::kValue, factor * file.Float(c, key, mrtk::kValue));
  }
}

TEST(RepairRecordingTest, AScaledRotationIsNormalised) {
  CameraFile file(KeyLayout::kCompact, 10);
  const CameraFile sound = file;
  for (size_t key = 0; key < 10; ++key) Scale(file, key, 1.5f);
  const Repaired repaired = Mended(file.bytes(), kRotationNotUnit);
  EXPECT_EQ(repaired.changes[0].count, 10u);
  for (size_t c = 3; c < 7; ++c) {
    EXPECT_NEAR(mrtk::Get<float>(repaired.bytes, file.Key(c, 5, mrtk::kValue)),
                sound.Float(c, 5, mrtk::kValue), 1e-6f);
  }
}

TEST(RepairRecordingTest, OneScaledKeyMayBeAWrongNumber) {
  CameraFile file(KeyLayout::kCompact, 10);
  Scale(file, 4, 1.5f);
  EXPECT_FALSE(Repair(file.bytes()).changed());
  EXPECT_TRUE(RepairUnsafe(file.bytes()).changed());
}

TEST(RepairRecordingTest, AnglesAreNotNormalised) {
  CameraFile file(KeyLayout::kCompact, 10);
  // Two and then three axes turn, from frame to frame by little.
  for (size_t key = 0; key < 10; ++key) {
    const auto step = static_cast<float>(key) / 100;
    file.Set(3, key, mrtk::kValue, 20 + step);
    file.Set(4, key, mrtk::kValue, -30 - step);
    file.Set(5, key, mrtk::kValue, 15.0f);
    file.Set(6, key, mrtk::kValue, 0.0f);
  }
  Guessed(file.bytes(), kRotationNotUnit);
  // Their length changes.
  for (size_t key = 0; key < 10; ++key) {
    file.Set(6, key, mrtk::kValue, 1.0f);
    file.Set(3, key, mrtk::kValue, 20 + static_cast<float>(key) / 4);
  }
  EXPECT_FALSE(Repair(file.bytes()).changed());
}

// A fuzzer's: one key of y was to be scaled for two keys of x.
TEST(RepairRecordingTest, WrongLengthsAmongKeysOutOfOrder) {
  CameraFile file(KeyLayout::kCompact, 10);
  for (size_t key = 0; key < 10; ++key) Scale(file, key, 1.5f);
  file.Set(3, 4, mrtk::kTime, file.Float(3, 2, mrtk::kTime));
  file.Set(3, 9, mrtk::kTime, 400.0f).Set(3, 8, mrtk::kTime, 500.0f);
  EXPECT_FALSE(Repair(file.bytes()).changed());
  EXPECT_TRUE(RepairUnsafe(file.bytes()).changed());
}

// ---- Markers ----------------------------------------------------------------

TEST(RepairRecordingTest, MarkersAreSorted) {
  FileWriter file = mrtk::NoCurves().Int(3);
  file.Marker(3, "c").Marker(1, "a").Marker(2, "b");
  FileWriter sorted = mrtk::NoCurves().Int(3);
  sorted.Marker(1, "a").Marker(2, "b").Marker(3, "c");
  const Repaired repaired = Mended(file.bytes(), kMarkerTimeDecreasing);
  EXPECT_EQ(repaired.bytes, sorted.bytes());
}

TEST(RepairRecordingTest, MarkersThatBeginAgainAreNotSorted) {
  FileWriter file = mrtk::NoCurves().Int(4);
  file.Marker(1, "a").Marker(3, "b").Marker(0.5, "c").Marker(2, "d");
  const Repaired repaired = Guessed(file.bytes(), kMarkerTimeDecreasing);
  EXPECT_THAT(repaired.guesses[0].note, HasSubstr("two takes"));
}

TEST(RepairRecordingTest, PaddedLengthsAreShortened) {
  FileWriter file = mrtk::NoCurves().Int(1).Float(1);
  file.Bytes({0x82, 0x80, 0x00}).Text("ab");
  FileWriter shortest = mrtk::NoCurves().Int(1);
  shortest.Marker(1, "ab");
  const Repaired repaired = Mended(file.bytes(), kMarkerNameLengthPadded);
  EXPECT_EQ(repaired.bytes, shortest.bytes());
}

TEST(RepairRecordingTest, NamesAreOnlyChangedIfAsked) {
  FileWriter file = mrtk::NoCurves().Int(2);
  file.Marker(kNan, "lost").Marker(1, {"a\0b", 3});
  const Repaired safe = Repair(file.bytes());
  EXPECT_FALSE(safe.changed());
  EXPECT_THAT(safe.guesses, SizeIs(2));
  FileWriter expected = mrtk::NoCurves().Int(1);
  expected.Marker(1, "ab");
  EXPECT_EQ(RepairUnsafe(file.bytes()).bytes, expected.bytes());
}

TEST(RepairRecordingTest, CutMarkersGoAndWholeOnesStay) {
  FileWriter file = mrtk::NoCurves().Int(2);
  file.Marker(1, "one");
  FileWriter expected = mrtk::NoCurves().Int(1);
  expected.Marker(1, "one");
  for (const std::string rest :
       {"", "\x01", "\x01\x02\x03\x04", "\x01\x02\x03\x04\x09start"}) {
    FileWriter cut = file;
    cut.Text(rest);
    const Repaired repaired = Repair(cut.bytes());
    ASSERT_TRUE(repaired.changed()) << rest.size();
    EXPECT_EQ(repaired.bytes, expected.bytes()) << rest.size();
  }
}

TEST(RepairRecordingTest, ANegativeMarkerCountIsCounted) {
  FileWriter file = mrtk::NoCurves().Int(-1);
  file.Marker(1, "one").Marker(2, "two");
  const Repaired repaired = Mended(file.bytes(), kMarkerCountNegative);
  EXPECT_EQ(mrtk::Get<int32_t>(repaired.bytes, 19), 2);
}

}  // namespace
}  // namespace clipguard::actions
