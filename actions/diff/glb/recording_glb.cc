// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/diff/glb/recording_glb.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "actions/convert/gltf/original.h"
#include "actions/convert/gltf/read/gltf_reader.h"
#include "actions/convert/gltf/read/played_curves.h"
#include "actions/convert/gltf/read/recording_reader.h"
#include "actions/diff/recordings.h"
#include "parser/finding.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {
namespace {

using mrtk::InputAnimationView;

class PlayedSource : public CurveSource {
 public:
  explicit PlayedSource(gltf::PlayedRecording& played)
      : curves_(played.curves), duration_(played.duration) {}

  float Duration() const override { return duration_; }
  size_t KeyCount(mrtk::CurveSlot slot) const override {
    return curves_.KeyCount(slot);
  }
  mrtk::CurveView Curve(mrtk::CurveSlot slot) override {
    return curves_.Curve(slot);
  }
  double RotationError(mrtk::CurveSlot first) override {
    return curves_.ArcDegrees(first);
  }
  Source RotationSource(mrtk::CurveSlot slot) override {
    const gltf::Keyframes arcs = curves_.Arcs(slot);
    return {arcs.time_bytes(), arcs.value_bytes()};
  }

 private:
  gltf::PlayedCurves& curves_;
  const float duration_;
};

// One of the two, read.
struct Side {
  std::span<const uint8_t> file;
  bool is_glb;
  gltf::PlayedRecording played;  // of a .glb
  InputAnimationView view;       // of a .glb: of the frame
  // What a .glb keeps.
  std::optional<std::span<const uint8_t>> original;
  // It keeps one that is not what was put in.
  bool is_damaged;

  // What is there byte for byte.
  std::optional<std::span<const uint8_t>> Recording() const {
    return is_glb ? original : std::optional(file);
  }

  std::string Kind() const {
    if (is_damaged) return "glTF, with a damaged original";
    if (is_glb) {
      return original ? "glTF, with the original" : "glTF, what it plays";
    }
    return absl::StrFormat("MRTK %d.%d", view.version().major,
                           view.version().minor);
  }
};

absl::StatusOr<Side> Read(const RecordingOrGlb& file, const Limits& limits) {
  const bool is_glb = gltf::IsGlb(file.bytes);
  gltf::PlayedRecording played;
  std::optional<std::span<const uint8_t>> original;
  bool is_damaged = false;
  if (is_glb) {
    auto read = gltf::ReadRecording(file.bytes, limits);
    if (!read.ok()) return read.status();
    played = *std::move(read);
    const auto kept =
        gltf::OriginalIn(file.bytes, gltf::FamilyOf(Format::kMrtk), limits);
    if (kept.ok()) original = *kept;
    is_damaged = !kept.ok() && !absl::IsNotFound(kept.status());
  }
  const mrtk::ReadOptions options = {
      .layout = is_glb ? mrtk::KeyLayout::kFull : file.layout,
      .limits = limits};
  FindingList findings;
  const auto view = mrtk::ReadInputAnimation(
      is_glb ? std::span<const uint8_t>(played.frame) : file.bytes, options,
      findings);
  if (!view) return absl::InvalidArgumentError("the recording cannot be read");
  return Side{.file = file.bytes,
              .is_glb = is_glb,
              .played = std::move(played),
              .view = *view,
              .original = original,
              .is_damaged = is_damaged};
}

std::string SizeOf(std::span<const uint8_t> bytes) {
  return absl::StrCat(bytes.size(), " bytes");
}

// A damaged original is a difference from all but the same file.
void CompareDamage(const Side& a, const Side& b, Comparison& comparison) {
  if (!a.is_damaged && !b.is_damaged) return;
  const auto state = [](const Side& side) -> std::string {
    const auto recording = side.Recording();
    if (side.is_damaged) return "damaged";
    return recording ? SizeOf(*recording) : "none";
  };
  comparison.Add({.subject = "original",
                  .path = "asset.extras.clipguardOriginal",
                  .before = state(a),
                  .after = state(b),
                  .meaning = !std::ranges::equal(a.file, b.file)});
}

// What the two files are that are there byte for byte: a recording itself, or
// the one that a .glb keeps.
void CompareOriginals(const Side& a, const Side& b, const RecordingOrGlb& in_a,
                      const RecordingOrGlb& in_b, const Limits& limits,
                      Comparison& comparison) {
  const auto of_a = a.Recording();
  const auto of_b = b.Recording();
  if (!of_a || !of_b) return;
  const bool same = std::ranges::equal(*of_a, *of_b);
  Difference difference{.subject = "original",
                        .path = "asset.extras.clipguardOriginal",
                        .before = SizeOf(*of_a),
                        .after = same ? "the same bytes" : SizeOf(*of_b),
                        .meaning = false};
  if (!same) {
    FindingList findings;
    const auto view_a = mrtk::ReadInputAnimation(
        *of_a, {.layout = in_a.layout, .limits = limits}, findings);
    const auto view_b = mrtk::ReadInputAnimation(
        *of_b, {.layout = in_b.layout, .limits = limits}, findings);
    CompareOptions options = comparison.options();
    options.most = 1;
    difference.meaning = true;
    std::string_view meaning = ", which mean something else";
    if (view_a && view_b) {
      const Comparison originals = CompareRecordings(*view_a, *view_b, options);
      difference.meaning = originals.differs();
      if (!difference.meaning && originals.gap_count() != 0) {
        meaning = ", not all of which can be compared";
        comparison.AddGap(difference.path, originals.gaps()[0].reason);
      } else if (!difference.meaning) {
        meaning = ", which mean the same";
      }
    }
    difference.after.append(meaning);
  }
  comparison.Add(std::move(difference));
}

}  // namespace

absl::StatusOr<Comparison> CompareWithGlb(const RecordingOrGlb& a,
                                          const RecordingOrGlb& b,
                                          const Limits& limits,
                                          const CompareOptions& options) {
  auto side_a = Read(a, limits);
  if (!side_a.ok()) return side_a.status();
  auto side_b = Read(b, limits);
  if (!side_b.ok()) return side_b.status();
  CompareOptions motion_only = options;
  motion_only.motion_only = true;
  PlayedSource of_a(side_a->played);
  PlayedSource of_b(side_b->played);
  Comparison comparison = CompareRecordings(
      {.view = side_a->view, .curves = side_a->is_glb ? &of_a : nullptr},
      {.view = side_b->view, .curves = side_b->is_glb ? &of_b : nullptr},
      motion_only);
  comparison.Add({.subject = "layout",
                  .path = "file",
                  .before = side_a->Kind(),
                  .after = side_b->Kind(),
                  .meaning = false});
  CompareDamage(*side_a, *side_b, comparison);
  CompareOriginals(*side_a, *side_b, a, b, limits, comparison);
  comparison.AddUnclear("animations[0]", side_a->played.curves.unclear() +
                                             side_b->played.curves.unclear());
  comparison.Finish();
  return comparison;
}

}  // namespace clipguard::actions
