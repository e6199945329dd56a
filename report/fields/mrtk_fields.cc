// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/fields/mrtk_fields.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/key_fields.h"

namespace clipguard::report {
namespace {

using mrtk::CurveSlot;
using mrtk::CurveView;
using mrtk::InputAnimationView;

using Part = FieldRun::Part;

// Parts of a key of the full layout; a compact key has the first of them.
constexpr auto kKeyParts = [] {
  std::array<Part, mrtk::kKeyFieldNames.size()> parts;
  uint32_t at = 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    parts[i] = {at, mrtk::kFieldSize, mrtk::kKeyFieldNames[i],
                i == mrtk::kWeightedModeField ? FieldType::kInt32
                                              : FieldType::kFloat32};
    at += mrtk::kFieldSize;
  }
  return parts;
}();

void Add(FieldList& fields, uint64_t offset, uint64_t length,
         std::string_view path, FieldType type) {
  fields.Add({offset, length}, type, [&] { return std::string(path); });
}

void ListHeader(std::span<const uint8_t> bytes, FieldList& fields) {
  Add(fields, 0, 8, "header.magic", FieldType::kBytes);
  Add(fields, 8, 4, "header.majorVersion", FieldType::kInt32);
  Add(fields, 12, 4, "header.minorVersion", FieldType::kInt32);
  const auto version = mrtk::ReadVersion(bytes);
  // 1.0 has no presence bytes.
  if (!version || version->minor == 0) return;
  uint64_t offset = mrtk::kHeaderSize;
  for (const std::string_view part : {"hasCamera", "hasHands", "hasGaze"}) {
    Add(fields, offset++, 1, part, FieldType::kUint8);
  }
}

void ListCurve(CurveSlot slot, uint64_t offset, const CurveView& curve,
               FieldList& fields) {
  const uint64_t length = mrtk::kCurveHeaderSize + curve.key_bytes().size();
  if (!fields.Wants({offset, length})) return;
  const std::string path = slot.Path();
  uint64_t at = offset;
  for (const std::string_view name : {".preWrap", ".postWrap", ".keyCount"}) {
    fields.Add({at, 4}, FieldType::kInt32,
               [&] { return path + std::string(name); });
    at += 4;
  }
  fields.AddRun({.offset = at,
                 .stride = curve.key_size(),
                 .count = curve.size(),
                 .before = path + ".keys[",
                 .after = "].",
                 .parts = std::span(kKeyParts).first(curve.key_size() /
                                                     mrtk::kFieldSize)});
}

// `offset` is where the list begins.
void ListMarkers(const InputAnimationView& view, uint64_t offset,
                 FieldList& fields) {
  if (!view.has_marker_list()) return;
  Add(fields, offset, 4, "markers.count", FieldType::kInt32);
  auto markers = view.markers();
  size_t index = 0;
  while (const auto marker = markers.Next()) {
    const auto path = [&](const char* name) {
      return
          [index, name] { return absl::StrCat("markers[", index, "].", name); };
    };
    fields.Add({marker->offset, 4}, FieldType::kFloat32, path("time"));
    fields.Add(
        {marker->length_offset, marker->name_offset - marker->length_offset},
        FieldType::kVarint, path("nameLength"));
    fields.Add({marker->name_offset, marker->name.size()}, FieldType::kUtf8,
               path("name"));
    if (marker->offset > fields.end() || fields.full()) return;
    ++index;
  }
}

std::optional<double> Finite(float time) {
  if (!std::isfinite(time)) return std::nullopt;
  return time;
}

}  // namespace

void ListMrtkFields(std::span<const uint8_t> bytes,
                    const InputAnimationView* view, FieldList& fields) {
  ListHeader(bytes, fields);
  if (view == nullptr) return;
  uint64_t end = mrtk::kHeaderSize +
                 (view->version().minor == 0 ? 0 : mrtk::kPresenceSize);
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveSlot slot(i);
    if (!view->has_curve(slot)) continue;
    const CurveView curve = view->curve(slot);
    const uint64_t offset = view->curve_offset(slot);
    ListCurve(slot, offset, curve, fields);
    end = offset + mrtk::kCurveHeaderSize + curve.key_bytes().size();
  }
  ListMarkers(*view, end, fields);
}

std::optional<double> MrtkTimeOf(const InputAnimationView& view,
                                 const Finding& finding) {
  const uint64_t offset = finding.bytes.offset;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveSlot slot(i);
    if (!view.has_curve(slot)) continue;
    const CurveView curve = view.curve(slot);
    const uint64_t keys = view.curve_offset(slot) + mrtk::kCurveHeaderSize;
    if (offset < keys || offset - keys >= curve.key_bytes().size()) continue;
    return Finite(
        curve.time(static_cast<size_t>(offset - keys) / curve.key_size()));
  }
  // Markers are asked one after the other: only for findings about one.
  if (!finding.path.starts_with("markers[")) return std::nullopt;
  auto markers = view.markers();
  while (const auto marker = markers.Next()) {
    if (offset >= marker->offset &&
        offset <= marker->name_offset + marker->name.size()) {
      return Finite(marker->time);
    }
  }
  return std::nullopt;
}

}  // namespace clipguard::report
