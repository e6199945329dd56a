// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// InputAnimationView: an MRTK input recording, looked at where it lies.
//
// ReadInputAnimation() walks the file's structure once, in O(curves + markers):
// it notes where each curve begins and touches no key. The view then gives
// typed access to curves, keys and markers over the caller's bytes. Neither the
// reader nor any accessor allocates (findings do, when there are any, and what
// finds out whether line endings were converted).
//
//   FindingList findings;
//   auto view = mrtk::ReadInputAnimation(bytes, {}, findings);
//   if (!view) return;                       // findings say why
//   CurveView y = view->curve(CurveSlot::Camera(kPositionY));
//   for (size_t i = 0; i < y.size(); ++i) Use(y.key(i).time, y.key(i).value);
//
// A view promises that every access lies within the bytes, whatever they are.
// That the keys make sense (finite,
// in order) is what Validate() looks at, and ReadAndValidate() (validate.h).
//
// The view is trivially copyable, of about 3 KB, and must not outlive the
// bytes. Thread-compatible.

#ifndef CLIPGUARD_PARSER_MRTK_INPUT_ANIMATION_VIEW_H_
#define CLIPGUARD_PARSER_MRTK_INPUT_ANIMATION_VIEW_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/byte_cursor.h"
#include "parser/finding.h"
#include "parser/limits.h"
#include "parser/mrtk/format.h"

namespace clipguard::mrtk {

// One curve's keys and wrap modes. Default-constructed: no keys, clamping.
class CurveView {
 public:
  CurveView() = default;

  // A float curve over full or compact keys; wrap modes as in the file.
  CurveView(PackedSpan<Keyframe> keys, int32_t pre_wrap, int32_t post_wrap)
      : bytes_(keys.bytes()),
        size_(keys.size()),
        pre_wrap_(pre_wrap),
        post_wrap_(post_wrap),
        layout_(KeyLayout::kFull) {}
  CurveView(PackedSpan<CompactKey> keys, int32_t pre_wrap, int32_t post_wrap)
      : bytes_(keys.bytes()),
        size_(keys.size()),
        pre_wrap_(pre_wrap),
        post_wrap_(post_wrap),
        layout_(KeyLayout::kCompact) {}

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  KeyLayout layout() const { return layout_; }
  size_t key_size() const {
    return layout_ == KeyLayout::kFull ? kFullKeySize : kCompactKeySize;
  }

  // As they stand in the file: see IsWrapMode().
  int32_t pre_wrap() const { return pre_wrap_; }
  int32_t post_wrap() const { return post_wrap_; }

  // Key i's time in seconds. REQUIRES: i < size().
  float time(size_t i) const { return Load(i, 0); }
  // Key i's value: metres, a quaternion's or direction's component, or for a
  // boolean curve 0 or 1. REQUIRES: i < size().
  float value(size_t i) const { return Load(i, sizeof(float)); }

  // Whether no key has a value other than 0.
  bool IsZero() const {
    for (size_t i = 0; i < size_; ++i) {
      if (value(i) != 0) return false;
    }
    return true;
  }

  // Key i; a compact key in its full meaning. REQUIRES: i < size().
  Keyframe key(size_t i) const {
    if (layout_ == KeyLayout::kFull) return full_keys()[i];
    return Keyframe{.time = time(i), .value = value(i)};
  }

  // The keys as they lie. REQUIRES: layout() is the one named.
  PackedSpan<Keyframe> full_keys() const { return Keys<Keyframe>(); }
  PackedSpan<CompactKey> compact_keys() const { return Keys<CompactKey>(); }

  // The keys' bytes.
  std::span<const uint8_t> key_bytes() const { return bytes_; }

 private:
  float Load(size_t i, size_t field) const {
    assert(i < size_);
    float value;
    std::memcpy(&value, bytes_.data() + i * key_size() + field, sizeof(value));
    return value;
  }

  template <typename Key>
  PackedSpan<Key> Keys() const {
    assert(key_size() == sizeof(Key));
    PackedSpan<Key> keys;
    ByteCursor in(bytes_);
    return in.ReadPacked(size_, &keys) ? keys : PackedSpan<Key>();
  }

  std::span<const uint8_t> bytes_;
  size_t size_ = 0;
  int32_t pre_wrap_ = 8;
  int32_t post_wrap_ = 8;
  KeyLayout layout_ = KeyLayout::kCompact;
  JointNames joint_names_ = kJointNames;
};

// A curve's wrap modes and first and last times, for callers that do not need
// its keys.
struct CurveEnds {
  int32_t pre_wrap = 8;
  int32_t post_wrap = 8;
  bool has_keys = false;
  // Seconds; 0 without keys.
  float first_time = 0;
  float last_time = 0;
};

// A marker: a moment with a name. Times are seconds, names UTF-8 (Validate()
// says if they are not).
struct MarkerView {
  float time = 0;
  std::string_view name;
  // Where it lies in the file.
  uint64_t offset = 0;         // of the time
  uint64_t length_offset = 0;  // of the name's length
  uint64_t name_offset = 0;    // of the name's first byte
};

// Reads markers one after the other:
//   for (MarkerReader in = view.markers(); auto m = in.Next();) Use(*m);
class MarkerReader {
 public:
  MarkerReader(std::span<const uint8_t> bytes, size_t offset, size_t count)
      : in_(bytes, offset), left_(count) {}

  std::optional<MarkerView> Next();

 private:
  ByteCursor in_;
  size_t left_;
};

// The version that a recording's header states, supported or not; nothing if
// the magic is wrong or the header is cut.
std::optional<Version> ReadVersion(std::span<const uint8_t> bytes);

struct ReadOptions {
  // Forces a key layout for float curves instead of finding it out.
  std::optional<KeyLayout> layout;
  Limits limits;
};

class InputAnimationView {
 public:
  std::span<const uint8_t> bytes() const { return bytes_; }
  Version version() const { return version_; }
  KeyLayout layout() const { return layout_; }
  // As who looks at it is told; what is no recording itself has others.
  JointNames joint_names() const { return joint_names_; }
  void set_joint_names(JointNames names) { joint_names_ = names; }

  bool has_camera() const { return has_camera_; }
  bool has_hands() const { return has_hands_; }
  bool has_gaze() const { return has_gaze_; }
  // False for files of the documented layouts, which end after the curves.
  bool has_marker_list() const { return has_marker_list_; }

  // Whether the file has this curve, if only an empty one.
  bool has_curve(CurveSlot slot) const {
    return slot.is_camera() ? has_camera_
           : slot.is_hand() ? has_hands_
                            : has_gaze_;
  }
  // Curves in the file.
  size_t curve_count() const {
    return (has_camera_ ? kPoseCurves : 0) +
           (has_hands_ ? CurveSlot::kGaze - CurveSlot::kHandStates : 0) +
           (has_gaze_ ? kRayCurves : 0);
  }

  // The curve; an empty one if the file does not have it.
  CurveView curve(CurveSlot slot) const;
  CurveEnds curve_ends(CurveSlot slot) const;

  // Where the curve's 12-byte header begins. Its key count is 8 bytes on, its
  // keys 12. REQUIRES: has_curve(slot).
  uint64_t curve_offset(CurveSlot slot) const { return offsets_[slot.index()]; }

  // Seconds: the largest last-key time over all curves, at least 0. Markers do
  // not count, nor do times that are not finite.
  float Duration() const;

  // Seconds: the smallest time of a first or last key over all curves, at most
  // 0. Times that are not finite do not count.
  float Begin() const;

  // Markers that can be read; all of them in a sound file.
  size_t marker_count() const { return marker_count_; }
  MarkerReader markers() const {
    return MarkerReader(bytes_, marker_offset_, marker_count_);
  }

 private:
  friend class StructureReader;

  InputAnimationView() = default;

  // The reader checked where curves begin and end. A count of keys comes from
  // there, not from the bytes, which may have changed since.
  std::span<const uint8_t> CurveBytes(CurveSlot slot) const {
    const uint64_t begin = offsets_[slot.index()];
    const uint64_t end = offsets_[slot.index() + 1];
    return bytes_.subspan(begin).first(end - begin);
  }

  std::span<const uint8_t> bytes_;
  Version version_;
  KeyLayout layout_ = KeyLayout::kCompact;
  JointNames joint_names_ = kJointNames;
  bool has_camera_ = false;
  bool has_hands_ = false;
  bool has_gaze_ = false;
  bool has_marker_list_ = false;
  size_t marker_offset_ = 0;  // of the first marker
  size_t marker_count_ = 0;
  // Begin of each curve; a curve that the file lacks begins where the next
  // one does. The last entry is the end of the last curve.
  std::array<uint64_t, CurveSlot::kCount + 1> offsets_{};
};

// Inline: validation asks for every curve, and many curves are short.
inline CurveView InputAnimationView::curve(CurveSlot slot) const {
  ByteCursor in(CurveBytes(slot));
  CurveHeader header;
  if (!in.Read(&header)) return {};  // the file does not have the curve
  if (KeySize(slot, layout_) == kCompactKeySize) {
    PackedSpan<CompactKey> keys;
    if (!in.ReadPacked(in.remaining() / kCompactKeySize, &keys)) return {};
    return CurveView(keys, header.pre_wrap, header.post_wrap);
  }
  PackedSpan<Keyframe> keys;
  if (!in.ReadPacked(in.remaining() / kFullKeySize, &keys)) return {};
  return CurveView(keys, header.pre_wrap, header.post_wrap);
}

inline CurveEnds InputAnimationView::curve_ends(CurveSlot slot) const {
  ByteCursor in(CurveBytes(slot));
  CurveHeader header;
  CurveEnds ends;
  if (!in.Read(&header)) return ends;
  ends.pre_wrap = header.pre_wrap;
  ends.post_wrap = header.post_wrap;
  const size_t key_size = KeySize(slot, layout_);
  const size_t size = in.remaining();
  ByteCursor last = in;
  ends.has_keys = size >= key_size && in.Read(&ends.first_time) &&
                  last.Skip(size - key_size) && last.Read(&ends.last_time);
  return ends;
}

// Reads the structure, and reports what is wrong with it. A view if and only if
// there was no error.
//
// The file does not say which key layout it has: the one under which the
// structure ends exactly at the last byte is right. For 1.1 compact is tried
// first; where both fit and one has wrap modes that do not exist, the other
// is right. If none fits, the one whose curves make sense for longest is
// reported against.
std::optional<InputAnimationView> ReadInputAnimation(
    std::span<const uint8_t> bytes, const ReadOptions& options,
    FindingSink& sink);

// The same for callers that use what they can of a file with errors: if only
// the markers or the end of the file are at fault, a view of the rest. Nothing
// if not even the curves can be told apart.
std::optional<InputAnimationView> ReadDamagedInputAnimation(
    std::span<const uint8_t> bytes, const ReadOptions& options,
    FindingSink& sink);

}  // namespace clipguard::mrtk

#endif  // CLIPGUARD_PARSER_MRTK_INPUT_ANIMATION_VIEW_H_
