// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Damages small recordings systematically: short, deterministic cousins of
// the fuzz targets. Whatever comes of it, findings must lie within the file,
// be the same each time and with each kernel, and what can be read must be
// written and read again.

#include <algorithm>
#include <bit>
#include <limits>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/input_animation_view.h"
#include "parser/mrtk/test_files.h"
#include "simd/kernel.h"
#include "testing/guarded_memory.h"
#include "testing/sanitizers.h"

namespace clipguard::mrtk {
namespace {

using Bytes = std::vector<uint8_t>;

// ---- The checks -------------------------------------------------------------

// All that a view gives, added up, so that all of it is read.
double Touch(const InputAnimationView& view) {
  double sum = double{view.Duration()};
  size_t curves = 0;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveSlot slot(i);
    const CurveView curve = view.curve(slot);
    sum += curve.pre_wrap();
    sum += curve.post_wrap();
    for (size_t k = 0; k < curve.size(); ++k) {
      const Keyframe key = curve.key(k);
      sum += double{key.time} + key.value;
      sum += key.weighted_mode;
      EXPECT_EQ(std::bit_cast<uint32_t>(curve.time(k)),
                std::bit_cast<uint32_t>(key.time));
      EXPECT_EQ(std::bit_cast<uint32_t>(curve.value(k)),
                std::bit_cast<uint32_t>(key.value));
    }
    curves += view.has_curve(slot);
    if (view.has_curve(slot)) {
      EXPECT_LE(
          view.curve_offset(slot) + kCurveHeaderSize + curve.key_bytes().size(),
          view.bytes().size());
    } else {
      EXPECT_TRUE(curve.empty());
    }
  }
  EXPECT_EQ(curves, view.curve_count());
  size_t markers = 0;
  for (MarkerReader in = view.markers(); auto marker = in.Next();) {
    ++markers;
    for (char c : marker->name) sum += c;
    EXPECT_LE(marker->name_offset + marker->name.size(), view.bytes().size());
    EXPECT_LT(marker->offset, marker->length_offset);
    EXPECT_LT(marker->length_offset, marker->name_offset);
  }
  EXPECT_EQ(markers, view.marker_count());
  return sum;
}

bool Same(const FindingList& a, const FindingList& b) {
  if (a.errors() != b.errors() || a.warnings() != b.warnings() ||
      a.dropped() != b.dropped() ||
      a.findings().size() != b.findings().size()) {
    return false;
  }
  for (size_t i = 0; i < a.findings().size(); ++i) {
    const Finding& x = a.findings()[i];
    const Finding& y = b.findings()[i];
    if (x.code != y.code || x.bytes != y.bytes || x.path != y.path ||
        x.message != y.message || x.count != y.count || x.ranges != y.ranges ||
        x.unranged != y.unranged) {
      return false;
    }
  }
  return true;
}

// Looks at files between unreadable pages, and counts what came of them.
class Checker {
 public:
  explicit Checker(size_t largest) : memory_(largest) {}

  void Check(std::span<const uint8_t> bytes, const ReadOptions& options = {}) {
    const std::span<const uint8_t> file = memory_.CopyToEnd(bytes);
    FindingList structure;
    const auto view = ReadDamagedInputAnimation(file, options, structure);
    FindingList findings = structure;
    if (view) Validate(*view, findings, Kernel::kScalar);
    uint64_t total = 0;
    for (const Finding& f : findings.findings()) {
      ASSERT_LE(f.bytes.offset, file.size()) << f.path;
      ASSERT_LE(f.bytes.length, file.size() - f.bytes.offset) << f.path;
      ASSERT_FALSE(f.path.empty());
      ASSERT_FALSE(f.message.empty());
      ASSERT_EQ(f.message.find('{'), std::string::npos) << f.message;
      ASSERT_LE(f.ranges.size(), FindingList::kRangesKept);
      total += f.count;
    }
    ASSERT_EQ(total + findings.dropped(),
              findings.errors() + findings.warnings());
    // Again, by every kernel.
    for (Kernel kernel : SupportedKernels()) {
      FindingList again;
      const auto same = ReadDamagedInputAnimation(file, options, again);
      ASSERT_EQ(same.has_value(), view.has_value());
      if (same) Validate(*same, again, kernel);
      ASSERT_TRUE(Same(findings, again)) << KernelName(kernel);
    }
    ++files_;
    const bool sound = findings.errors() == 0;
    accepted_ += sound;
    FindingList none;
    ASSERT_EQ(ReadInputAnimation(file, options, none).has_value(),
              structure.errors() == 0);
    ASSERT_EQ(ReadAndValidate(file, options, none).has_value(), sound);
    if (!view) {
      // Without a view there must be an error that says why.
      ASSERT_GT(structure.errors(), 0u);
      return;
    }
    ++read_;
    sum_ += Touch(*view);
    CheckRoundTrip(*view, structure);
  }

  size_t files() const { return files_; }
  size_t accepted() const { return accepted_; }
  size_t read() const { return read_; }

 private:
  // Checks that a recording that can be read can be written and read again.
  static void CheckRoundTrip(const InputAnimationView& view,
                             const FindingList& structure) {
    const FileLayout layout = LayoutOf(view);
    const auto written =
        WriteInputAnimation(CopyOf(view), layout, {.allow_loss = true});
    ASSERT_TRUE(written.ok()) << written.status();
    // Both layouts may fit what was written; the one it was written in does.
    ReadOptions options;
    options.layout = layout.keys;
    FindingList findings;
    const auto again = ReadInputAnimation(*written, options, findings);
    ASSERT_TRUE(again.has_value());
    ASSERT_EQ(findings.errors(), 0u);
    ASSERT_EQ(LayoutOf(*again), layout);
    if (structure.empty()) {
      // Structure in its usual form: byte for byte.
      ASSERT_TRUE(std::equal(written->begin(), written->end(),
                             view.bytes().begin(), view.bytes().end()));
    }
  }

  GuardedMemory memory_;
  size_t files_ = 0;
  size_t accepted_ = 0;
  size_t read_ = 0;
  double sum_ = 0;
};

// ---- The files --------------------------------------------------------------

struct Sample {
  std::string name;
  Bytes bytes;
  // Every n-th byte is damaged.
  size_t step;
};
// Under a sanitizer fewer: fuzzers damage the rest there.
constexpr size_t kSmallStep = CLIPGUARD_SANITIZED ? 9 : 1;
constexpr size_t kBigStep = CLIPGUARD_SANITIZED ? 19 : 1;

std::ostream& operator<<(std::ostream& out, const Sample& sample) {
  return out << sample.name;
}

std::vector<Sample> Samples() {
  const FileLayout documented = {{1, 1}, KeyLayout::kFull, false};
  return {
      {"Nothing11",
       MustWrite(MakeRecording({.camera = false, .markers = 3}), kCompact11),
       1},
      {"CameraGaze11Compact",
       MustWrite(MakeRecording({.gaze = true, .keys = 5, .markers = 2}),
                 kCompact11),
       kSmallStep},
      {"CameraGaze11Full",
       MustWrite(MakeRecording({.gaze = true, .keys = 2, .markers = 2}),
                 kFull11),
       kSmallStep},
      {"Camera11LongCurves",
       MustWrite(MakeRecording({.keys = 40, .markers = 1}), kCompact11),
       5 * kBigStep},
      {"Camera11FullLongCurves",
       MustWrite(MakeRecording({.keys = 20}), documented), 11 * kBigStep},
      {"All11Compact",
       MustWrite(MakeRecording({.camera = true,
                                .hands = true,
                                .gaze = true,
                                .keys = 2,
                                .markers = 2}),
                 kCompact11),
       61 * kBigStep},
      {"All10Full",
       MustWrite(MakeRecording(
                     {.camera = true, .hands = true, .keys = 1, .markers = 2}),
                 kFull10),
       97 * kBigStep},
  };
}

class RobustnessTest : public testing::TestWithParam<Sample> {
 protected:
  const Sample& sample_ = GetParam();
  Checker checker_{GetParam().bytes.size() + 64};
};

TEST_P(RobustnessTest, TheSampleItselfIsFine) {
  checker_.Check(sample_.bytes);
  EXPECT_EQ(checker_.read(), 1u);
  EXPECT_EQ(checker_.accepted(), 1u);
}

TEST_P(RobustnessTest, CutAtEveryByte) {
  // Big files are cut at every byte of the beginning and the end, else at some.
  const size_t size = sample_.bytes.size();
  for (size_t at = 0; at < size; ++at) {
    if (sample_.step > 1 && at > 300 && at + 300 < size &&
        at % sample_.step != 0) {
      continue;
    }
    checker_.Check(std::span(sample_.bytes).first(at));
    if (HasFatalFailure()) FAIL() << "cut at " << at;
  }
  EXPECT_LT(checker_.accepted(), checker_.files() / 50 + 2);
}

TEST_P(RobustnessTest, EveryBitFlipped) {
  Bytes bytes = sample_.bytes;
  for (size_t at = 0; at < bytes.size(); at += at < 64 ? 1 : sample_.step) {
    for (int bit = 0; bit < 8; ++bit) {
      bytes[at] ^= static_cast<uint8_t>(1 << bit);
      checker_.Check(bytes);
      bytes[at] ^= static_cast<uint8_t>(1 << bit);
      if (HasFatalFailure()) FAIL() << "byte " << at << ", bit " << bit;
    }
  }
  EXPECT_GT(checker_.read(), 0u);
  EXPECT_LT(checker_.accepted(), checker_.files());
}

TEST_P(RobustnessTest, EveryByteReplaced) {
  Bytes bytes = sample_.bytes;
  for (size_t at = 0; at < bytes.size(); at += at < 64 ? 1 : sample_.step) {
    const uint8_t before = bytes[at];
    for (int value : {0x00, 0x7f, 0x80, 0xff}) {
      bytes[at] = static_cast<uint8_t>(value);
      checker_.Check(bytes);
      if (HasFatalFailure()) FAIL() << "byte " << at << ": " << value;
    }
    bytes[at] = before;
  }
  EXPECT_GT(checker_.read(), 0u);
}

// Where the file has 32-bit integers: versions, headers of curves, the number
// of markers. Weighted modes are replaced by EveryByteReplaced.
std::vector<uint64_t> Integers(const Bytes& bytes) {
  FindingList findings;
  const auto view = ReadInputAnimation(bytes, {}, findings);
  std::vector<uint64_t> offsets = {8, 12};
  uint64_t end = view->version().minor == 0 ? 16 : 19;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    if (!view->has_curve(CurveSlot(i))) continue;
    const uint64_t begin = view->curve_offset(CurveSlot(i));
    for (uint64_t field : {0, 4, 8}) offsets.push_back(begin + field);
    end = begin + 12 + view->curve(CurveSlot(i)).key_bytes().size();
  }
  if (view->has_marker_list()) offsets.push_back(end);
  return offsets;
}

TEST_P(RobustnessTest, EveryIntegerAtItsExtremes) {
  constexpr int32_t kMax = std::numeric_limits<int32_t>::max();
  constexpr int32_t kMin = std::numeric_limits<int32_t>::min();
  Bytes bytes = sample_.bytes;
  const std::vector<uint64_t> offsets = Integers(bytes);
  // A big file has 1,100 integers; tests some of them.
  const size_t step = offsets.size() > 200 ? 7 * kBigStep : 1;
  for (size_t i = 0; i < offsets.size(); i += i < 24 ? 1 : step) {
    const auto before = Get<int32_t>(bytes, offsets[i]);
    for (int32_t value :
         {kMin, kMin + 1, -1, 0, 1, 2, before - 1, before + 1, 0x10000,
          // Sizes of keys times these wrap at 32 bits.
          0x09249249, 0x0924924a, 0x12492493, 0x20000000, 0x20000001,
          0x24924925, 0x40000000, kMax - 1, kMax}) {
      Put(bytes, offsets[i], value);
      checker_.Check(bytes);
      if (HasFatalFailure()) FAIL() << "offset " << offsets[i] << ": " << value;
    }
    Put(bytes, offsets[i], before);
  }
  EXPECT_LT(checker_.accepted(), checker_.files());
}

TEST_P(RobustnessTest, BytesAppended) {
  for (size_t count : {1u, 2u, 3u, 4u, 5u, 8u, 11u, 12u, 28u, 64u}) {
    for (int value : {0x00, 0x01, 0x80, 0xff}) {
      Bytes bytes = sample_.bytes;
      bytes.insert(bytes.end(), count, static_cast<uint8_t>(value));
      checker_.Check(bytes);
      if (HasFatalFailure()) FAIL() << count << " times " << value;
    }
  }
  // Not even where there was no marker list: it would be cut or the rest of
  // something else. Four zero bytes are one.
  EXPECT_LE(checker_.accepted(), 1u);
}

TEST_P(RobustnessTest, ForcedLayouts) {
  for (KeyLayout layout : {KeyLayout::kCompact, KeyLayout::kFull}) {
    ReadOptions options;
    options.layout = layout;
    for (size_t at = 0; at < sample_.bytes.size(); at += 7 * sample_.step) {
      Bytes bytes = sample_.bytes;
      checker_.Check(bytes, options);
      bytes[at] ^= 0x80;
      checker_.Check(bytes, options);
      if (HasFatalFailure()) FAIL() << "byte " << at;
    }
  }
  EXPECT_GT(checker_.read(), 0u);
}

TEST_P(RobustnessTest, TightLimits) {
  ReadOptions options;
  for (uint64_t limit : {0u, 1u, 2u, 3u, 100u}) {
    options.limits = {};
    options.limits.keys_per_curve = limit;
    checker_.Check(sample_.bytes, options);
    options.limits = {};
    options.limits.markers = limit;
    checker_.Check(sample_.bytes, options);
    options.limits = {};
    options.limits.name_bytes = limit;
    checker_.Check(sample_.bytes, options);
    options.limits = {};
    options.limits.file_bytes = limit;
    checker_.Check(sample_.bytes, options);
  }
  EXPECT_LT(checker_.accepted(), checker_.files());
}

INSTANTIATE_TEST_SUITE_P(Samples, RobustnessTest, testing::ValuesIn(Samples()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace clipguard::mrtk
