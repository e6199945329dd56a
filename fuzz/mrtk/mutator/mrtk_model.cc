// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/mrtk/mutator/mrtk_model.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/byte_cursor.h"
#include "parser/mrtk/format.h"

namespace clipguard::fuzz {
namespace {

using corpus::RawCurve;
using corpus::RawMarker;
using corpus::Recording;
using mrtk::CurveSlot;
using mrtk::KeyLayout;

// Reads one curve; false where the curves cannot go on.
bool ReadCurve(ByteCursor& in, size_t key_size, RawCurve& curve) {
  int32_t count;
  if (!in.Read(&curve.pre_wrap) || !in.Read(&curve.post_wrap) ||
      !in.Read(&count)) {
    return false;
  }
  const size_t there = in.remaining() / key_size;
  const bool fits = count >= 0 && static_cast<size_t>(count) <= there;
  if (!fits) curve.declared_count = count;
  curve.keys.resize(fits ? static_cast<size_t>(count) : 0);
  for (mrtk::Keyframe& key : curve.keys) {
    mrtk::CompactKey compact;
    if (key_size == sizeof(key)) {
      if (!in.Read(&key)) return false;
    } else {
      if (!in.Read(&compact)) return false;
      key = {.time = compact.time, .value = compact.value};
    }
  }
  return fits;
}

// Reads a name's length, keeping its bytes if they are not the shortest form.
bool ReadName(ByteCursor& in, RawMarker& marker) {
  uint64_t length = 0;
  std::string bytes;
  uint8_t byte = 0x80;
  while ((byte & 0x80) != 0 && bytes.size() < 5) {
    if (!in.Read(&byte)) return false;
    length |= uint64_t{byte & 0x7fu} << (7 * bytes.size());
    bytes += static_cast<char>(byte);
  }
  const bool padded = bytes.size() > 1 && byte == 0;
  const bool fits = (byte & 0x80) == 0 && length <= in.remaining();
  std::span<const uint8_t> name;
  if (!in.ReadBytes(std::min<uint64_t>(length, in.remaining()), &name)) {
    return false;
  }
  marker.name.assign(name.begin(), name.end());
  if (padded || !fits) marker.length_bytes = bytes;
  return fits;
}

void ReadMarkers(ByteCursor& in, Recording& recording) {
  int32_t count;
  recording.marker_list = in.Read(&count);
  if (!recording.marker_list) return;
  bool good = count >= 0;
  while (good && std::cmp_less(recording.markers.size(), count)) {
    RawMarker marker;
    if (!in.Read(&marker.time)) break;
    good = ReadName(in, marker);
    recording.markers.push_back(std::move(marker));
  }
  if (std::cmp_not_equal(recording.markers.size(), count)) {
    recording.declared_marker_count = count;
  }
}

struct Attempt {
  Recording recording;
  size_t curves = 0;
  bool complete = false;
};

Attempt Try(const Recording& header, KeyLayout layout, ByteCursor in) {
  Attempt attempt;
  attempt.recording = header;
  Recording& recording = attempt.recording;
  recording.keys = layout;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveSlot slot(i);
    if (!recording.HasCurve(slot)) continue;
    if (!ReadCurve(in, KeySize(slot, layout), recording.curves[i])) {
      return attempt;
    }
    ++attempt.curves;
  }
  ReadMarkers(in, recording);
  std::span<const uint8_t> rest;
  if (in.ReadBytes(in.remaining(), &rest)) {
    recording.trailing.assign(rest.begin(), rest.end());
  }
  attempt.complete = recording.trailing.empty();
  return attempt;
}

}  // namespace

Recording DecodeLeniently(std::span<const uint8_t> bytes) {
  ByteCursor in(bytes);
  Recording header;
  header.presence = {0, 0, 0};
  uint64_t magic;
  if (!in.Read(&magic) || !in.Read(&header.major) || !in.Read(&header.minor)) {
    header.major = header.minor = 1;
    return header;
  }
  if (header.minor != 0 && !in.Read(&header.presence)) return header;
  Attempt compact = Try(header, KeyLayout::kCompact, in);
  if (compact.complete && header.minor != 0) return compact.recording;
  Attempt full = Try(header, KeyLayout::kFull, in);
  const bool take_full = full.complete != compact.complete ? full.complete
                         : full.curves != compact.curves
                             ? full.curves > compact.curves
                             : header.minor == 0;
  return take_full ? std::move(full.recording) : std::move(compact.recording);
}

size_t EncodedSize(const Recording& recording) {
  size_t size = mrtk::kHeaderSize + mrtk::kPresenceSize + 4;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveSlot slot(i);
    if (!recording.HasCurve(slot)) continue;
    size += mrtk::kCurveHeaderSize +
            recording.curves[i].keys.size() * KeySize(slot, recording.keys);
  }
  for (const RawMarker& marker : recording.markers) {
    size += 4 + 5 + marker.name.size();
  }
  return size + recording.trailing.size();
}

}  // namespace clipguard::fuzz
