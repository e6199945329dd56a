// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/mrtk/input_animation.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/append_value.h"
#include "base/name_length.h"
#include "base/piece_writer.h"

namespace clipguard::mrtk {
namespace {

constexpr size_t kMaxCount = std::numeric_limits<int32_t>::max();

void AppendName(std::string_view name, size_t length_bytes, std::string& out) {
  AppendNameLength(name.size(), out, length_bytes);
  out += name;
}

// Whether a compact key says all that this one does.
bool IsCompact(const Keyframe& key) {
  const auto zero = [](float f) { return std::bit_cast<uint32_t>(f) == 0; };
  return zero(key.in_tangent) && zero(key.out_tangent) && zero(key.in_weight) &&
         zero(key.out_weight) && key.weighted_mode == 3;
}

absl::Status Loss(absl::string_view what) {
  return absl::InvalidArgumentError(
      absl::StrCat("the layout cannot hold ", what));
}

// Whether the recording has the part that the curve belongs to.
bool HasPart(const InputAnimation& animation, CurveSlot slot) {
  return slot.is_camera() ? animation.has_camera
         : slot.is_hand() ? animation.has_hands
                          : animation.has_gaze;
}

// Fails if something of the model has no place in the layout.
absl::Status CheckNoLoss(const InputAnimation& animation,
                         const FileLayout& layout) {
  if (!animation.markers.empty() && !layout.marker_list) {
    return Loss("markers: it has no marker list");
  }
  if (layout.version.minor == 0) {
    if (animation.has_gaze) return Loss("gaze: version 1.0 has none");
    if (!animation.has_camera || !animation.has_hands) {
      return Loss("absence: version 1.0 always has camera and hands");
    }
  }
  if (layout.keys == KeyLayout::kFull) return absl::OkStatus();
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveSlot slot(i);
    if (slot.is_boolean() || !HasPart(animation, slot)) continue;
    for (size_t k = 0; k < animation.curves[i].keys.size(); ++k) {
      if (!IsCompact(animation.curves[i].keys[k])) {
        return Loss(absl::StrCat("tangents and weights, as of ", slot.Path(),
                                 ".keys[", k, "]"));
      }
    }
  }
  return absl::OkStatus();
}

absl::Status CheckCounts(const InputAnimation& animation) {
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    if (animation.curves[i].keys.size() > kMaxCount) {
      return absl::InvalidArgumentError(
          absl::StrCat(CurveSlot(i).Path(), " has more than 2^31 - 1 keys"));
    }
  }
  if (animation.markers.size() > kMaxCount) {
    return absl::InvalidArgumentError("more than 2^31 - 1 markers");
  }
  for (const Marker& marker : animation.markers) {
    if (marker.name.size() > kMaxCount) {
      return absl::InvalidArgumentError(
          "a marker's name has more than 2^31 - 1 bytes");
    }
  }
  return absl::OkStatus();
}

// Parts that a file of this version has.
struct Parts {
  bool camera;
  bool hands;
  bool gaze;

  bool Has(CurveSlot slot) const {
    return slot.is_camera() ? camera : slot.is_hand() ? hands : gaze;
  }
};

Parts PartsIn(const Version& version, bool camera, bool hands, bool gaze) {
  if (version.minor == 0) return {true, true, false};
  return {camera, hands, gaze};
}

void WriteHeader(const Version& version, const Parts& parts, PieceWriter& out) {
  for (const uint8_t byte : kMagicBytes) AppendValue(byte, out.text());
  AppendValue(version.major, out.text());
  AppendValue(version.minor, out.text());
  if (version.minor == 0) return;
  for (const bool present : {parts.camera, parts.hands, parts.gaze}) {
    AppendValue(static_cast<uint8_t>(present), out.text());
  }
}

KeyLayout LayoutOf(CurveSlot slot, const FileLayout& layout) {
  return slot.is_boolean() ? KeyLayout::kCompact : layout.keys;
}

void WriteCurve(const CurveView& curve, KeyLayout layout, PieceWriter& out) {
  AppendValue(curve.pre_wrap(), out.text());
  AppendValue(curve.post_wrap(), out.text());
  AppendValue(static_cast<int32_t>(curve.size()), out.text());
  if (curve.layout() == layout) {
    out.Write(curve.key_bytes());
    return;
  }
  for (size_t i = 0; i < curve.size(); ++i) {
    const Keyframe key = curve.key(i);
    if (layout == KeyLayout::kCompact) {
      AppendValue(CompactKey{key.time, key.value}, out.text());
    } else {
      AppendValue(key, out.text());
    }
    out.PassOn();
  }
}

void WriteMarker(float time, std::string_view name, size_t length_bytes,
                 PieceWriter& out) {
  AppendValue(time, out.text());
  AppendName(name, length_bytes, out.text());
  out.PassOn();
}

}  // namespace

FileLayout LayoutOf(const InputAnimationView& view) {
  return {view.version(), view.layout(), view.has_marker_list()};
}

InputAnimation CopyOf(const InputAnimationView& view) {
  InputAnimation animation;
  animation.has_camera = view.has_camera();
  animation.has_hands = view.has_hands();
  animation.has_gaze = view.has_gaze();
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveView from = view.curve(CurveSlot(i));
    Curve& to = animation.curves[i];
    to.pre_wrap = from.pre_wrap();
    to.post_wrap = from.post_wrap();
    to.keys.reserve(from.size());
    for (size_t k = 0; k < from.size(); ++k) to.keys.push_back(from.key(k));
  }
  for (MarkerReader in = view.markers(); auto marker = in.Next();) {
    animation.markers.push_back({marker->time, std::string(marker->name)});
  }
  return animation;
}

absl::StatusOr<std::vector<uint8_t>> WriteInputAnimation(
    const InputAnimation& animation, const FileLayout& layout,
    const WriteOptions& options) {
  const Version& version = layout.version;
  if (version.major != 1 || (version.minor != 0 && version.minor != 1)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "there is no version ", version.major, ".", version.minor));
  }
  if (absl::Status s = CheckCounts(animation); !s.ok()) return s;
  if (!options.allow_loss) {
    if (absl::Status s = CheckNoLoss(animation, layout); !s.ok()) return s;
  }

  std::vector<uint8_t> bytes;
  const auto append = [&](std::span<const uint8_t> piece) {
    bytes.insert(bytes.end(), piece.begin(), piece.end());
  };
  PieceWriter out(append);
  const Parts parts = PartsIn(version, animation.has_camera,
                              animation.has_hands, animation.has_gaze);
  WriteHeader(version, parts, out);
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveSlot slot(i);
    if (!parts.Has(slot)) continue;
    WriteCurve(animation.curves[i].View(), LayoutOf(slot, layout), out);
  }
  if (layout.marker_list) {
    AppendValue(static_cast<int32_t>(animation.markers.size()), out.text());
    for (const Marker& marker : animation.markers) {
      WriteMarker(marker.time, marker.name, marker.length_bytes, out);
    }
  }
  out.Flush();
  return bytes;
}

void WriteRecording(const InputAnimationView& view, const FileLayout& layout,
                    WriteBytes write) {
  PieceWriter out(write);
  const Parts parts = PartsIn(layout.version, view.has_camera(),
                              view.has_hands(), view.has_gaze());
  WriteHeader(layout.version, parts, out);
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveSlot slot(i);
    if (!parts.Has(slot)) continue;
    WriteCurve(view.curve(slot), LayoutOf(slot, layout), out);
  }
  if (layout.marker_list) {
    AppendValue(static_cast<int32_t>(view.marker_count()), out.text());
    for (MarkerReader in = view.markers(); const auto marker = in.Next();) {
      WriteMarker(marker->time, marker->name, 0, out);
    }
  }
  out.Flush();
}

uint64_t WrittenSize(const InputAnimationView& view, const FileLayout& layout) {
  const Parts parts = PartsIn(layout.version, view.has_camera(),
                              view.has_hands(), view.has_gaze());
  uint64_t size = kHeaderSize;
  if (layout.version.minor != 0) size += kPresenceSize;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveSlot slot(i);
    if (!parts.Has(slot)) continue;
    const bool full = LayoutOf(slot, layout) == KeyLayout::kFull;
    size += kCurveHeaderSize + uint64_t{view.curve(slot).size()} *
                                   (full ? kFullKeySize : kCompactKeySize);
  }
  if (!layout.marker_list) return size;
  size += sizeof(int32_t);
  for (MarkerReader in = view.markers(); const auto marker = in.Next();) {
    size += kMinMarkerSize + marker->name.size();
    for (size_t n = marker->name.size(); n >= 0x80; n >>= 7) ++size;
  }
  return size;
}

}  // namespace clipguard::mrtk
