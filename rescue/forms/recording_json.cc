// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "rescue/forms/recording_json.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "parser/mrtk/format.h"
#include "rescue/forms/model_json.h"

namespace clipguard::rescue {
namespace {

using forge::JsonDocument;
using forge::JsonNode;
using mrtk::CurveSlot;
using mrtk::CurveView;
using mrtk::InputAnimation;
using mrtk::InputAnimationView;
using mrtk::Keyframe;
using mrtk::KeyLayout;

struct Column {
  std::string_view name;
  float Keyframe::* member;
};
constexpr std::array kColumns = {
    Column{"times", &Keyframe::time},
    Column{"values", &Keyframe::value},
    Column{"inTangents", &Keyframe::in_tangent},
    Column{"outTangents", &Keyframe::out_tangent},
    Column{"inWeights", &Keyframe::in_weight},
    Column{"outWeights", &Keyframe::out_weight},
};
constexpr size_t kCompactColumns = 2;
constexpr std::string_view kModes = "weightedModes";
constexpr int64_t kLeastInt = std::numeric_limits<int32_t>::min();
constexpr int64_t kMostInt = std::numeric_limits<int32_t>::max();

void WriteCurve(CurveSlot slot, const CurveView& curve, bool full,
                ModelJsonWriter& json) {
  json.Begin('{');
  json.Key("path");
  json.Name(slot.Path());
  json.Key("preWrap");
  json.Int(curve.pre_wrap());
  json.Key("postWrap");
  json.Int(curve.post_wrap());
  const size_t columns = full ? kColumns.size() : kCompactColumns;
  for (size_t c = 0; c < columns; ++c) {
    json.Key(kColumns[c].name);
    json.Begin('[');
    for (size_t i = 0; i < curve.size(); ++i) {
      json.Float(curve.key(i).*kColumns[c].member);
    }
    json.End(']');
  }
  if (full) {
    json.Key(kModes);
    json.Begin('[');
    for (size_t i = 0; i < curve.size(); ++i) {
      json.Int(curve.key(i).weighted_mode);
    }
    json.End(']');
  }
  json.End('}');
}

template <typename T>
void Append(const T& value, std::vector<uint8_t>& out) {
  const auto* bytes = reinterpret_cast<const uint8_t*>(&value);
  out.insert(out.end(), bytes, bytes + sizeof(T));
}

// A column of keys that have so many bytes each.
class KeyColumn {
 public:
  KeyColumn(std::span<uint8_t> keys, size_t key_size, size_t column)
      : keys_(keys), key_size_(key_size), offset_(column * sizeof(float)) {}

  template <typename T>
  void Set(size_t i, const T& value) {
    static_assert(sizeof(T) == sizeof(float));
    std::memcpy(keys_.data() + i * key_size_ + offset_, &value, sizeof(T));
  }

 private:
  const std::span<uint8_t> keys_;
  const size_t key_size_;
  const size_t offset_;
};

// Appends the curve as it is in the file.
void ReadCurve(JsonNode node, bool full, ModelJsonReader& in,
               absl::Status& status, std::vector<uint8_t>& out) {
  for (const std::string_view wrap : {"preWrap", "postWrap"}) {
    Append(static_cast<int32_t>(
               in.Int(in.Member(node, wrap), kLeastInt, kMostInt)),
           out);
  }
  const size_t columns = full ? kColumns.size() : kCompactColumns;
  const size_t key_size = full ? mrtk::kFullKeySize : mrtk::kCompactKeySize;
  const size_t begin = out.size() + sizeof(int32_t);
  size_t count = 0;
  const auto column = [&](size_t c) {
    return KeyColumn(std::span(out).subspan(begin), key_size, c);
  };
  for (size_t c = 0; c < columns && in.ok(); ++c) {
    const std::vector<float> values =
        in.Floats(in.Member(node, kColumns[c].name));
    if (c == 0) {
      count = values.size();
      Append(static_cast<int32_t>(count), out);
      out.resize(begin + count * key_size);
    }
    if (values.size() != count) {
      status = absl::InvalidArgumentError(
          absl::StrFormat("%s has %d elements, where times has %d",
                          kColumns[c].name, values.size(), count));
      return;
    }
    for (size_t i = 0; i < count; ++i) column(c).Set(i, values[i]);
  }
  if (!full || !in.ok()) return;
  const std::vector<JsonNode> modes = in.Elements(in.Member(node, kModes));
  if (in.ok() && modes.size() != count) {
    status = absl::InvalidArgumentError(
        "weightedModes has another number of "
        "elements than times");
    return;
  }
  for (size_t i = 0; i < modes.size(); ++i) {
    column(kColumns.size())
        .Set(i, static_cast<int32_t>(in.Int(modes[i], kLeastInt, kMostInt)));
  }
}

bool HasSlot(const InputAnimation& animation, CurveSlot slot) {
  return slot.is_camera() ? animation.has_camera
         : slot.is_hand() ? animation.has_hands
                          : animation.has_gaze;
}

// Where the markers are in a file without keys.
std::vector<uint8_t>::const_iterator AfterCurves(
    const InputAnimation& frame, size_t header,
    const std::vector<uint8_t>& written) {
  size_t curves = 0;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    if (HasSlot(frame, CurveSlot(i))) ++curves;
  }
  return written.begin() +
         static_cast<int64_t>(header + curves * mrtk::kCurveHeaderSize);
}

absl::Status ReadCurves(JsonNode list, const InputAnimation& frame, bool full,
                        ModelJsonReader& in, std::vector<uint8_t>& out) {
  absl::Status status;
  const std::vector<JsonNode> curves = in.Elements(list);
  size_t next = 0;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveSlot slot(i);
    if (!HasSlot(frame, slot)) continue;
    if (!in.ok()) return in.status();
    if (next == curves.size() ||
        in.Name(in.Member(curves[next], "path")) != slot.Path()) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "/recording/curves/%d: %s is expected", next, slot.Path()));
    }
    ReadCurve(curves[next], full && !slot.is_boolean(), in, status, out);
    if (!in.ok()) return in.status();
    if (!status.ok()) {
      return absl::InvalidArgumentError(
          absl::StrFormat("%s: %s", slot.Path(), status.message()));
    }
    ++next;
  }
  if (next != curves.size()) {
    return absl::InvalidArgumentError(
        absl::StrFormat("/recording/curves/%d: no curve is expected", next));
  }
  return absl::OkStatus();
}

void ReadMarkers(JsonNode list, InputAnimation& animation,
                 ModelJsonReader& in) {
  for (const JsonNode node : in.Elements(list)) {
    const float time = in.Float(in.Member(node, "time"));
    const std::string_view name = in.Name(in.Member(node, "name"));
    if (!in.ok()) return;
    animation.markers.push_back({time, std::string(name)});
  }
}

}  // namespace

void WriteRecordingJson(const InputAnimationView& view, PieceWriter& out) {
  ModelJsonWriter json(out);
  json.Begin('{');
  json.Key("clipguard");
  json.Name(kRecordingKind);
  json.Key("recording");
  json.Begin('{');
  json.Key("version");
  json.Begin('[');
  json.Int(view.version().major);
  json.Int(view.version().minor);
  json.End(']');
  json.Key("keys");
  json.Name(mrtk::KeyLayoutName(view.layout()));
  const auto flag = [&](std::string_view key, bool value) {
    json.Key(key);
    json.Bool(value);
  };
  flag("markerList", view.has_marker_list());
  flag("hasCamera", view.has_camera());
  flag("hasHands", view.has_hands());
  flag("hasGaze", view.has_gaze());
  json.Key("curves");
  json.Begin('[');
  const bool full = view.layout() == KeyLayout::kFull;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveSlot slot(i);
    if (!view.has_curve(slot)) continue;
    WriteCurve(slot, view.curve(slot), full && !slot.is_boolean(), json);
  }
  json.End(']');
  json.Key("markers");
  json.Begin('[');
  for (auto in = view.markers(); const auto marker = in.Next();) {
    json.Begin('{');
    json.Key("time");
    json.Float(marker->time);
    json.Key("name");
    json.Name(marker->name);
    json.End('}');
  }
  json.End(']');
  json.End('}');
  json.End('}');
  out.text() += '\n';
}

absl::StatusOr<RecordingOfJson> ReadRecordingJson(
    std::span<const uint8_t> bytes, const Limits& limits) {
  if (KindOfModelJson(bytes) != kRecordingKind) {
    return absl::InvalidArgumentError(
        "this is no recording, nor the JSON of one");
  }
  const absl::StatusOr<JsonDocument> json = ReadModelJson(bytes, limits);
  if (!json.ok()) return json.status();
  ModelJsonReader in(*json);
  RecordingOfJson recording;
  const JsonNode root = in.Member(JsonDocument::kRoot, "recording");
  const std::vector<JsonNode> version = in.Elements(in.Member(root, "version"));
  if (in.ok() && version.size() != 2) {
    return absl::InvalidArgumentError("/recording/version: two numbers");
  }
  for (size_t i = 0; i < version.size(); ++i) {
    int32_t& number = i == 0 ? recording.layout.version.major
                             : recording.layout.version.minor;
    number = static_cast<int32_t>(in.Int(version[i], 0, kMostInt));
  }
  const std::string_view keys = in.Name(in.Member(root, "keys"));
  recording.layout.keys = keys == mrtk::KeyLayoutName(KeyLayout::kFull)
                              ? KeyLayout::kFull
                              : KeyLayout::kCompact;
  if (in.ok() && keys != mrtk::KeyLayoutName(recording.layout.keys)) {
    return absl::InvalidArgumentError(
        "/recording/keys: compact or full is expected");
  }
  // All but the curves.
  InputAnimation frame;
  recording.layout.marker_list = in.Bool(in.Member(root, "markerList"));
  frame.has_camera = in.Bool(in.Member(root, "hasCamera"));
  frame.has_hands = in.Bool(in.Member(root, "hasHands"));
  frame.has_gaze = in.Bool(in.Member(root, "hasGaze"));
  const JsonNode curves = in.Member(root, "curves");
  const JsonNode markers = in.Member(root, "markers");
  if (!in.ok()) return in.status();
  std::vector<uint8_t>& out = recording.bytes;
  // A value takes four bytes; so does what is before the keys of a curve.
  out.reserve(json->size() * sizeof(float));
  out.resize(mrtk::kHeaderSize +
             (recording.layout.version.minor == 0 ? 0 : mrtk::kPresenceSize));
  const size_t header = out.size();
  const bool full = recording.layout.keys == KeyLayout::kFull;
  if (absl::Status s = ReadCurves(curves, frame, full, in, out); !s.ok()) {
    return s;
  }
  ReadMarkers(markers, frame, in);
  if (!in.ok()) return in.status();
  const auto written = mrtk::WriteInputAnimation(frame, recording.layout);
  if (!written.ok()) return written.status();
  std::copy_n(written->begin(), header, out.begin());
  out.insert(out.end(), AfterCurves(frame, header, *written), written->end());
  return recording;
}

}  // namespace clipguard::rescue
