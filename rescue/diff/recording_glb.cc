// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "rescue/diff/recording_glb.h"

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
#include "parser/finding.h"
#include "parser/mrtk/input_animation_view.h"
#include "rescue/diff/recordings.h"
#include "rescue/gltf/original.h"
#include "rescue/gltf/recording_reader.h"

namespace clipguard::rescue {
namespace {

using mrtk::InputAnimationView;

// One of the two, read.
class Side {
 public:
  static absl::StatusOr<Side> Of(const RecordingOrGlb& file,
                                 const Limits& limits) {
    Side side;
    side.file_ = file.bytes;
    if (gltf::IsGlb(file.bytes)) {
      auto played = gltf::ReadRecording(file.bytes, limits);
      if (!played.ok()) return played.status();
      side.played_ = *std::move(played);
      const auto original =
          gltf::OriginalIn(file.bytes, gltf::FamilyOf(Format::kMrtk), limits);
      if (original.ok()) side.original_ = *original;
    }
    const bool glb = side.is_glb();
    FindingList findings;
    side.view_ = mrtk::ReadInputAnimation(
        glb ? side.played_->bytes : file.bytes,
        {.layout = glb ? mrtk::KeyLayout::kFull : file.layout,
         .limits = limits},
        findings);
    if (side.view_) return side;
    return absl::InvalidArgumentError("the recording cannot be read");
  }

  bool is_glb() const { return played_.has_value(); }
  std::span<const uint8_t> file() const { return file_; }
  const InputAnimationView& view() const { return *view_; }
  size_t arcs() const { return is_glb() ? played_->arcs : 0; }
  // Nothing if it keeps none, or is none that could.
  const std::optional<std::span<const uint8_t>>& original() const {
    return original_;
  }

  std::string Kind() const {
    if (is_glb()) {
      return original_ ? "glTF, with the original" : "glTF, what it plays";
    }
    return absl::StrFormat("MRTK %d.%d", view_->version().major,
                           view_->version().minor);
  }

 private:
  std::span<const uint8_t> file_;
  std::optional<gltf::PlayedRecording> played_;
  std::optional<std::span<const uint8_t>> original_;
  std::optional<InputAnimationView> view_;
};

std::string SizeOf(std::span<const uint8_t> bytes) {
  return absl::StrCat(bytes.size(), " bytes");
}

// What the two files are that are there byte for byte: a recording itself, or
// the one that a .glb keeps.
void CompareOriginals(const Side& a, const Side& b, const RecordingOrGlb& in_a,
                      const RecordingOrGlb& in_b, const Limits& limits,
                      Comparison& comparison) {
  const auto bytes_of = [](const Side& side) {
    return side.is_glb() ? side.original() : std::optional(side.file());
  };
  const auto of_a = bytes_of(a);
  const auto of_b = bytes_of(b);
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
    difference.meaning = !view_a || !view_b ||
                         CompareRecordings(*view_a, *view_b, options).differs();
    difference.after += difference.meaning ? ", which mean something else"
                                           : ", which mean the same";
  }
  comparison.Add(std::move(difference));
}

}  // namespace

absl::StatusOr<Comparison> CompareWithGlb(const RecordingOrGlb& a,
                                          const RecordingOrGlb& b,
                                          const Limits& limits,
                                          const CompareOptions& options) {
  const auto side_a = Side::Of(a, limits);
  if (!side_a.ok()) return side_a.status();
  const auto side_b = Side::Of(b, limits);
  if (!side_b.ok()) return side_b.status();
  CompareOptions motion_only = options;
  motion_only.motion_only = true;
  Comparison comparison =
      CompareRecordings(side_a->view(), side_b->view(), motion_only);
  comparison.Add({.subject = "layout",
                  .path = "file",
                  .before = side_a->Kind(),
                  .after = side_b->Kind(),
                  .meaning = false});
  CompareOriginals(*side_a, *side_b, a, b, limits, comparison);
  if (const size_t arcs = side_a->arcs() + side_b->arcs(); arcs != 0) {
    comparison.AddGap("animations[0]",
                      absl::StrFormat("%d rotations go along arcs, and were "
                                      "compared as lines between quaternions",
                                      arcs));
  }
  comparison.Finish();
  return comparison;
}

}  // namespace clipguard::rescue
