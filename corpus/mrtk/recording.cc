// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "corpus/mrtk/recording.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "absl/strings/str_cat.h"

namespace clipguard::corpus {
namespace {

using mrtk::CurveSlot;
using mrtk::Keyframe;
using mrtk::KeyLayout;

constexpr std::array<std::string_view, 3> kPresencePaths = {
    "hasCamera", "hasHands", "hasGaze"};
constexpr std::array<std::string_view, 3> kCurveFields = {"preWrap", "postWrap",
                                                          "keyCount"};
constexpr std::array<std::string_view, 7> kKeyFields = {
    "time",     "value",     "inTangent",   "outTangent",
    "inWeight", "outWeight", "weightedMode"};

template <size_t N>
size_t IndexOf(const std::array<std::string_view, N>& names,
               std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  assert(found != names.end());
  return static_cast<size_t>(found - names.begin());
}

void Put8(uint8_t byte, std::vector<uint8_t>& out) { out.push_back(byte); }

void Put32(uint32_t value, std::vector<uint8_t>& out) {
  for (int shift = 0; shift < 32; shift += 8) {
    out.push_back(static_cast<uint8_t>(value >> shift));
  }
}

void PutInt(int32_t value, std::vector<uint8_t>& out) {
  Put32(static_cast<uint32_t>(value), out);
}

void PutFloat(float value, std::vector<uint8_t>& out) {
  Put32(std::bit_cast<uint32_t>(value), out);
}

void PutString(std::string_view text, std::vector<uint8_t>& out) {
  out.insert(out.end(), text.begin(), text.end());
}

// Seven bits a byte, lowest first.
std::string LengthBytes(size_t length) {
  std::string out;
  while (length > 127) {
    out += static_cast<char>((length & 127) | 128);
    length >>= 7;
  }
  out += static_cast<char>(length);
  return out;
}

void PutKey(const Keyframe& key, bool compact, std::vector<uint8_t>& out) {
  PutFloat(key.time, out);
  PutFloat(key.value, out);
  if (compact) return;
  PutFloat(key.in_tangent, out);
  PutFloat(key.out_tangent, out);
  PutFloat(key.in_weight, out);
  PutFloat(key.out_weight, out);
  PutInt(key.weighted_mode, out);
}

}  // namespace

bool Recording::HasCurve(CurveSlot slot) const {
  if (minor == 0) return !slot.is_gaze();
  return presence[slot.is_camera() ? 0 : slot.is_hand() ? 1 : 2] != 0;
}

Written Write(const Recording& recording) {
  Written file;
  std::vector<uint8_t>& out = file.bytes;
  file.keys_ = recording.keys;
  PutString("\xc6\x42\x9e\x0f\x6e\xaf\x8f\x6a", out);
  PutInt(recording.major, out);
  PutInt(recording.minor, out);
  if (recording.minor != 0) {
    for (uint8_t byte : recording.presence) Put8(byte, out);
  }
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveSlot slot(i);
    const RawCurve& curve = recording.curves[i];
    file.curve_begin_[i] = out.size();
    if (!recording.HasCurve(slot)) continue;
    PutInt(curve.pre_wrap, out);
    PutInt(curve.post_wrap, out);
    PutInt(
        curve.declared_count.value_or(static_cast<int32_t>(curve.keys.size())),
        out);
    const bool compact =
        slot.is_boolean() || recording.keys == KeyLayout::kCompact;
    for (const Keyframe& key : curve.keys) PutKey(key, compact, out);
  }
  file.curves_end_ = out.size();
  if (recording.marker_list) {
    PutInt(recording.declared_marker_count.value_or(
               static_cast<int32_t>(recording.markers.size())),
           out);
    for (const RawMarker& marker : recording.markers) {
      Written::MarkerPlace place{};
      place.time = out.size();
      PutFloat(marker.time, out);
      place.length = out.size();
      PutString(marker.length_bytes ? *marker.length_bytes
                                    : LengthBytes(marker.name.size()),
                out);
      place.name = out.size();
      PutString(marker.name, out);
      file.markers_.push_back(place);
    }
  }
  file.end_ = out.size();
  PutString(recording.trailing, out);
  return file;
}

Place Written::Header(std::string_view field) const {
  std::string path = "header.";
  path += field;
  if (field == "magic") return {0, 8, path};
  return {field == "majorVersion" ? 8u : 12u, 4, path};
}

Place Written::Presence(size_t part) const {
  return {16 + part, 1, std::string(kPresencePaths[part])};
}

Place Written::CurveField(CurveSlot slot, std::string_view field) const {
  std::string path = slot.Path() + '.';
  path += field;
  return {curve_begin(slot) + 4 * IndexOf(kCurveFields, field), 4, path};
}

Place Written::KeyField(CurveSlot slot, size_t key,
                        std::string_view field) const {
  const size_t size =
      slot.is_boolean() || keys_ == KeyLayout::kCompact ? 8 : 28;
  std::string path = absl::StrCat(slot.Path(), ".keys[", key, "].");
  path += field;
  return {curve_begin(slot) + 12 + key * size + 4 * IndexOf(kKeyFields, field),
          4, path};
}

Place Written::MarkerCount() const { return {curves_end_, 4, "markers.count"}; }

Place Written::MarkerTime(size_t marker) const {
  return {markers_[marker].time, 4, absl::StrCat("markers[", marker, "].time")};
}

Place Written::MarkerLength(size_t marker) const {
  const MarkerPlace& place = markers_[marker];
  return {place.length, place.name - place.length,
          absl::StrCat("markers[", marker, "].name")};
}

Place Written::MarkerName(size_t marker, size_t from, size_t length) const {
  return {markers_[marker].name + from, length,
          absl::StrCat("markers[", marker, "].name")};
}

}  // namespace clipguard::corpus
