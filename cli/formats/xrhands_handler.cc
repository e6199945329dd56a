// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "actions/capture/capture_sampler.h"
#include "actions/capture/recording_of.h"
#include "actions/diff/recordings.h"
#include "actions/repair/xrhands/capture.h"
#include "base/float_text.h"
#include "base/text.h"
#include "base/utf8.h"
#include "cli/formats/capture_motion.h"
#include "cli/formats/format_handler.h"
#include "cli/formats/mrtk_sample.h"
#include "parser/parsed/parsed_file.h"
#include "parser/xrhands/capture.h"
#include "report/fields/xrhands_fields.h"
#include "report/mrtk/curves_section.h"
#include "report/mrtk/scene_section.h"

namespace clipguard::cli {
namespace {

using actions::CaptureSampler;
using actions::FrameTimes;
using actions::ShownCapture;
using xrhands::CaptureView;
using xrhands::Frame;

constexpr size_t kNameShown = 200;

// Counts of what frames say of a hand, or have besides.
struct HandCount {
  size_t tracked = 0;
  size_t valid = 0;
  size_t shown = 0;  // both
  size_t gestures = 0;
  size_t aims = 0;
  double seconds = 0;  // for how long it is tracked, at true times
};

struct Counts {
  std::array<HandCount, 2> hands;
  size_t heads = 0;
  double seconds = 0;
};

Counts CountsOf(const CaptureView& capture) {
  Counts counts;
  const CaptureSampler frames(capture, FrameTimes::kTrue);
  for (size_t i = 0; i < frames.times().size(); ++i) {
    const Frame frame = capture.frame(frames.frame(i));
    const double lasts = i + 1 < frames.times().size()
                             ? double{frames.times()[i + 1]} - frames.times()[i]
                             : 0;
    counts.seconds += lasts;
    if (frame.head) ++counts.heads;
    for (size_t h = 0; h < 2; ++h) {
      const xrhands::CapturedHand& hand = frame.hands[h];
      HandCount& count = counts.hands[h];
      const bool valid = !hand.joints.empty();
      count.tracked += hand.tracked;
      count.valid += valid;
      count.gestures += hand.gestures.present;
      count.aims += hand.aim.present;
      if (!hand.shown()) continue;
      ++count.shown;
      count.seconds += lasts;
    }
  }
  return counts;
}

class CaptureFile : public OpenFile {
 public:
  CaptureFile(ParsedFile file, const ReadOptions&)
      : OpenFile(std::move(file)), capture_(model<CaptureView>()) {}

  Summary summary() const override {
    return {.version = VersionText(),
            .layout = {},
            .text = absl::StrFormat("XR Hands %s, %s, %s", VersionText(),
                                    Count(capture_.frames(), "frame"),
                                    Seconds(LastTime()))};
  }

  absl::StatusOr<TimeSpan> SampleSpan(std::string_view) const override {
    return CaptureMotion(capture_, FrameTimes::kTrue).span();
  }

  absl::StatusOr<std::vector<float>> KeyTimes(std::string_view,
                                              bool true_times) const override {
    return CaptureSampler(capture_, TimesOf(true_times)).times();
  }

  void WriteInfo(JsonWriter& json,
                 absl::FunctionRef<void()> /*between*/) const override {
    const xrhands::CaptureHeader& header = capture_.header();
    const Counts counts = CountsOf(capture_);
    json.Field("name", ToUtf8(header.name));
    json.Field("duration", header.duration.value);
    json.Field("frames", uint64_t{capture_.frames()});
    json.Field("lastTime", LastTime());
    json.Field("stampsLag", capture_.lags());
    json.Field("headFrames", uint64_t{counts.heads});
    if (capture_.version() == 2) {
      json.Field("meshLayout", int64_t{header.mesh.value});
      json.Field("sequenceFlags", int64_t{header.sequence_flags.value});
      json.Field("options", int64_t{header.options.value});
    }
    json.BeginObject("hands");
    for (size_t h = 0; h < 2; ++h) {
      const HandCount& count = counts.hands[h];
      json.BeginObject(xrhands::kHandNames[h]);
      json.Field("trackedFrames", uint64_t{count.tracked});
      json.Field("validFrames", uint64_t{count.valid});
      json.Field("trackedSeconds", static_cast<float>(count.seconds));
      json.Field("gestureFrames", uint64_t{count.gestures});
      json.Field("aimFrames", uint64_t{count.aims});
      json.EndObject();
    }
    json.EndObject();
  }

  std::string InfoText(const InfoOptions&) const override {
    const xrhands::CaptureHeader& header = capture_.header();
    const Counts counts = CountsOf(capture_);
    const bool second = capture_.version() == 2;
    std::string out = absl::StrFormat(
        "  XR Hands capture, version %s (com.unity.xr.hands %s)\n"
        "  %s, %s, %s; duration %s\n  name: %s\n",
        VersionText(), second ? "1.8 to 1.10" : "1.7",
        Bytes(capture_.bytes().size()), Count(capture_.frames(), "frame"),
        Seconds(LastTime()), Seconds(header.duration.value),
        ToPrintable(header.name.substr(0, kNameShown)));
    if (second) {
      constexpr std::array<std::string_view, 3> kMeshes = {
          "unknown", "Meta Quest", "Android XR"};
      const auto mesh = static_cast<size_t>(header.mesh.value);
      absl::StrAppendFormat(
          &out, "  mesh layout: %s; head pose in %s\n%s",
          mesh < kMeshes.size() ? kMeshes[mesh] : "?",
          Count(counts.heads, "frame"),
          capture_.lags()
              ? "  each frame is stamped with the time of the one before: "
                "--true-times\n  of sample undoes that, and other commands do\n"
              : "");
    }
    absl::StrAppendFormat(&out, "\n  %-8s %9s %9s %9s %9s %9s\n", "hand",
                          "tracked", "joints", "both", "gestures", "aim");
    for (size_t h = 0; h < 2; ++h) {
      const HandCount& count = counts.hands[h];
      absl::StrAppendFormat(&out, "  %-8s %9s %9s %9s %9s %9s\n",
                            xrhands::kHandNames[h], Grouped(count.tracked),
                            Grouped(count.valid), Grouped(count.shown),
                            Grouped(count.gestures), Grouped(count.aims));
    }
    return out;
  }

  InfoRow TableRow() const override {
    const Counts counts = CountsOf(capture_);
    InfoRow row{.seconds = LastTime(), .parts = {}};
    uint64_t hands = 0;
    uint64_t keys = 0;
    const auto share = [&](const HandCount& count) -> std::optional<double> {
      keys += count.valid * xrhands::kJointCount * mrtk::kPoseCurves;
      if (count.tracked + count.valid == 0) return std::nullopt;
      ++hands;
      if (counts.seconds > 0) {
        return std::min(count.seconds / counts.seconds, 1.0);
      }
      return count.shown != 0 ? 1 : 0;
    };
    row.left_tracked = share(counts.hands[0]);
    row.right_tracked = share(counts.hands[1]);
    row.parts = Count(hands, "hand");
    row.keys = keys;
    return row;
  }

  absl::Status Sample(const SampleRequest& request,
                      Output& out) const override {
    return SampleRecording(CaptureMotion(capture_, TimesOf(request.true_times)),
                           request, out);
  }

  bool has_rows() const override { return true; }

  absl::Status ForEachClip(const RowOptions& options,
                           VisitClip visit) const override {
    return VisitRecording(CaptureMotion(capture_, TimesOf(options.true_times)),
                          options, visit);
  }

  void ForEachName(
      std::string_view /*clip*/,
      absl::FunctionRef<void(std::string_view)> visit) const override {
    cli::ForEachName(CaptureMotion(capture_, FrameTimes::kTrue), visit);
  }

  // As a recording, whose curves findings do not know.
  void WriteReport(const report::SectionRequest& request,
                   report::DetailWriter& json,
                   report::Budget& budget) const override {
    if (capture_.frames() == 0) return;
    const ShownCapture shown(capture_);
    report::SectionRequest of_curves = request;
    of_curves.findings = {};
    report::WriteCurves(shown.view(), {}, budget, json);
    report::WriteScene(shown.view(), of_curves, budget, json);
  }

  std::optional<double> TimeOf(const Finding& finding) const override {
    constexpr std::string_view kFrames = "frames[";
    if (!finding.path.starts_with(kFrames)) return std::nullopt;
    size_t frame = 0;
    const char* const end = finding.path.data() + finding.path.size();
    const auto read =
        std::from_chars(finding.path.data() + kFrames.size(), end, frame);
    if (read.ec != std::errc() || frame >= capture_.frames()) {
      return std::nullopt;
    }
    const float time = capture_.true_time(frame);
    if (!std::isfinite(time)) return std::nullopt;
    return time;
  }

 private:
  static FrameTimes TimesOf(bool true_times) {
    return true_times ? FrameTimes::kTrue : FrameTimes::kStamped;
  }

  std::string VersionText() const { return absl::StrCat(capture_.version()); }

  float LastTime() const {
    return CaptureSampler(capture_, FrameTimes::kTrue).last_time();
  }

  const CaptureView& capture_;
};

// Compares the parts that a recording does not have.
void CompareRest(const CaptureView& a, const CaptureView& b,
                 actions::Comparison& comparison) {
  const auto compare = [&](std::string_view subject, std::string path,
                           std::string before, std::string after,
                           bool meaning) {
    if (before == after) return;
    comparison.Add({.subject = subject,
                    .path = std::move(path),
                    .before = std::move(before),
                    .after = std::move(after),
                    .meaning = meaning});
  };
  const auto name = [](const CaptureView& capture) {
    return actions::Shortened(ToUtf8(capture.header().name));
  };
  compare("name", "name", name(a), name(b), true);
  const auto version = [](const CaptureView& capture) {
    return absl::StrCat("version ", capture.version());
  };
  compare("layout", "file", version(a), version(b), false);
  const Counts in_a = CountsOf(a);
  const Counts in_b = CountsOf(b);
  for (size_t h = 0; h < in_a.hands.size(); ++h) {
    for (const auto& [part, member] :
         {std::pair("gestures", &HandCount::gestures),
          std::pair("aim", &HandCount::aims)}) {
      const size_t before = in_a.hands[h].*member;
      const size_t after = in_b.hands[h].*member;
      const std::string path =
          absl::StrCat(std::string(xrhands::kHandNames[h]), ".", part);
      compare("part", path, Count(before, "frame"), Count(after, "frame"),
              true);
      if (before == 0 || before != after) continue;
      if (std::ranges::equal(a.bytes(), b.bytes())) continue;
      comparison.AddGap(path, "values are not compared");
    }
  }
  comparison.Finish();
}

actions::Comparison CompareCaptures(const CaptureView& a, const CaptureView& b,
                                    const actions::CompareOptions& options) {
  actions::Comparison comparison = actions::CompareRecordings(
      ShownCapture(a).view(), ShownCapture(b).view(), options);
  CompareRest(a, b, comparison);
  return comparison;
}

void ListCapture(std::span<const uint8_t>, const OpenFile* open, const Limits&,
                 report::FieldList& fields) {
  if (open == nullptr) return;
  report::ListXrHandsFields(open->model<CaptureView>(), fields);
}

std::string CaptureVersion(std::span<const uint8_t> bytes) {
  const auto version = xrhands::ReadVersion(bytes);
  return version ? absl::StrCat(*version) : std::string();
}

}  // namespace

constinit const FormatHandler kXrHandsHandler = {
    .format = Format::kXrHands,
    .title = "XR Hands",
    .open = OpenAs<CaptureFile>,
    .list_fields = ListCapture,
    .compare = CompareAs<CaptureView, CompareCaptures>,
    .repair = RepairAs<actions::RepairCapture, &ParseOptions::capture>,
    .stated_version = CaptureVersion};

}  // namespace clipguard::cli
