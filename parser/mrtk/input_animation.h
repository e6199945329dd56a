// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// InputAnimation: an MRTK input recording that owns its data, for programs
// that make or change recordings. CopyOf() makes one of a view. For a file that
// the recorder wrote,
//
//   WriteInputAnimation(CopyOf(view), LayoutOf(view))
//
// gives view.bytes(), byte for byte.

#ifndef CLIPGUARD_PARSER_MRTK_INPUT_ANIMATION_H_
#define CLIPGUARD_PARSER_MRTK_INPUT_ANIMATION_H_

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "base/piece_writer.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::mrtk {

// A float curve, or a boolean one, of whose keys only times and values (0 or
// 1) count.
struct Curve {
  int32_t pre_wrap = static_cast<int32_t>(WrapMode::kClampForever);
  int32_t post_wrap = static_cast<int32_t>(WrapMode::kClampForever);
  std::vector<Keyframe> keys;

  // Looks at the keys in place; valid until they change. For float curves.
  CurveView View() const {
    return CurveView(PackedSpan<Keyframe>(keys), pre_wrap, post_wrap);
  }
};

struct Marker {
  float time = 0;    // seconds
  std::string name;  // UTF-8
  // How many bytes its length takes, up to 5, if those are more than it needs.
  uint8_t length_bytes = 0;
};

struct InputAnimation {
  bool has_camera = false;
  bool has_hands = false;
  bool has_gaze = false;
  // By slot; those of absent parts are not written.
  std::array<Curve, CurveSlot::kCount> curves;
  std::vector<Marker> markers;

  Curve& curve(CurveSlot slot) { return curves[slot.index()]; }
  const Curve& curve(CurveSlot slot) const { return curves[slot.index()]; }
};

// One of the layouts that files have.
struct FileLayout {
  Version version;
  KeyLayout keys = KeyLayout::kCompact;
  // Whether the marker list is written; the documented layouts have none.
  bool marker_list = true;

  friend bool operator==(const FileLayout&, const FileLayout&) = default;
};

// The recorder's layouts: 1.1 compact and 1.0 full, with a marker list.
inline constexpr FileLayout kRecorder11 = {{1, 1}, KeyLayout::kCompact, true};
inline constexpr FileLayout kRecorder10 = {{1, 0}, KeyLayout::kFull, true};

FileLayout LayoutOf(const InputAnimationView& view);

// Copies everything that the view shows, valid or not. Allocates in proportion
// to the file: a key takes 28 bytes.
InputAnimation CopyOf(const InputAnimationView& view);

struct WriteOptions {
  // Without it, writing fails rather than leave out some of the model.
  bool allow_loss = false;
};

// Writes the recording. Values are not checked: whatever CopyOf() gives can be
// written, so that invalid files can be made for tests.
//
// Fails with InvalidArgument if the layout does not exist (a version other than
// 1.0 and 1.1), a curve or list is too long for its 32-bit count,
// or, unless loss is allowed, if the layout cannot hold the model: compact
// keys have no tangents and weights; 1.0 has no gaze, and always has a camera
// and hands; markers need a marker list.
absl::StatusOr<std::vector<uint8_t>> WriteInputAnimation(
    const InputAnimation& animation, const FileLayout& layout,
    const WriteOptions& options = {});

// Writes what a view shows without a copy of it, in pieces: takes some 64 KB,
// whatever the recording is. Data that the layout cannot hold is left out, and
// data that it demands is added: in version 1.0 empty curves of a camera and of
// hands. REQUIRES: a version of 1.0 or 1.1.
void WriteRecording(const InputAnimationView& view, const FileLayout& layout,
                    WriteBytes write);

// How many bytes those are. Looks at markers, but not at keys.
uint64_t WrittenSize(const InputAnimationView& view, const FileLayout& layout);

}  // namespace clipguard::mrtk

#endif  // CLIPGUARD_PARSER_MRTK_INPUT_ANIMATION_H_
