// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/mrtk/input_animation.h"

#include <bit>
#include <limits>
#include <span>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace clipguard::mrtk {
namespace {

constexpr size_t kMaxCount = std::numeric_limits<int32_t>::max();

// Appends values as they lie in memory: little-endian.
class ByteWriter {
 public:
  template <typename T>
  void Write(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    const auto* p = reinterpret_cast<const uint8_t*>(&value);
    bytes_.insert(bytes_.end(), p, p + sizeof(T));
  }

  void WriteName(const std::string& name) {
    size_t length = name.size();
    for (; length >= 0x80; length >>= 7) {
      Write(static_cast<uint8_t>(0x80 | (length & 0x7f)));
    }
    Write(static_cast<uint8_t>(length));
    bytes_.insert(bytes_.end(), name.begin(), name.end());
  }

  std::vector<uint8_t> Take() { return std::move(bytes_); }

 private:
  std::vector<uint8_t> bytes_;
};

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

void WriteCurve(const Curve& curve, bool compact, ByteWriter& out) {
  out.Write(curve.pre_wrap);
  out.Write(curve.post_wrap);
  out.Write(static_cast<int32_t>(curve.keys.size()));
  for (const Keyframe& key : curve.keys) {
    if (compact) {
      out.Write(CompactKey{key.time, key.value});
    } else {
      out.Write(key);
    }
  }
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

  ByteWriter out;
  for (uint8_t byte : kMagicBytes) out.Write(byte);
  out.Write(version.major);
  out.Write(version.minor);
  const bool is_10 = version.minor == 0;
  const bool camera = is_10 || animation.has_camera;
  const bool hands = is_10 || animation.has_hands;
  const bool gaze = !is_10 && animation.has_gaze;
  if (!is_10) {
    for (bool present : {camera, hands, gaze}) {
      out.Write(static_cast<uint8_t>(present));
    }
  }
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveSlot slot(i);
    const bool present = slot.is_camera() ? camera
                         : slot.is_hand() ? hands
                                          : gaze;
    if (!present) continue;
    WriteCurve(animation.curves[i],
               slot.is_boolean() || layout.keys == KeyLayout::kCompact, out);
  }
  if (layout.marker_list) {
    out.Write(static_cast<int32_t>(animation.markers.size()));
    for (const Marker& marker : animation.markers) {
      out.Write(marker.time);
      out.WriteName(marker.name);
    }
  }
  return out.Take();
}

}  // namespace clipguard::mrtk
