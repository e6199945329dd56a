// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "actions/convert/forms/family_json.h"
#include "actions/convert/forms/model_json.h"
#include "base/append_value.h"
#include "base/json_writer.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/key_fields.h"

namespace clipguard::actions {
namespace {

using mrtk::CurveSlot;
using mrtk::CurveView;
using mrtk::InputAnimation;
using mrtk::InputAnimationView;
using mrtk::KeyLayout;

constexpr std::array<std::string_view, 2> kRecordingRootKeys = {"clipguard",
                                                                kRecordingKind};
// Only where these are not as the recorder writes them: the presence bytes,
// and how many bytes the length of a marker's name takes.
constexpr std::string_view kPresence = "presenceBytes";
constexpr std::string_view kLengthBytes = "lengthBytes";
constexpr std::array<std::string_view, 9> kRecordingKeys = {
    "version", "keys",   "markerList", "hasCamera", "hasHands",
    "hasGaze", "curves", "markers",    kPresence};
constexpr std::array<std::string_view, 3> kMarkerKeys = {"time", "name",
                                                         kLengthBytes};
constexpr size_t kMostLengthBytes = 5;
// The first ones are those of a curve with compact keys.
constexpr auto kCurveKeys = [] {
  std::array<std::string_view, 3 + mrtk::kKeyFieldNames.size()> keys = {
      "path", "preWrap", "postWrap"};
  size_t count = 3;
  for (const mrtk::FloatField& field : mrtk::kFloatFields) {
    keys[count++] = field.list;
  }
  keys[count] = mrtk::kModeField.list;
  return keys;
}();
constexpr size_t kCompactCurveKeys = 3 + mrtk::kCompactFields;
constexpr int64_t kLeastInt = std::numeric_limits<int32_t>::min();
constexpr int64_t kMostInt = std::numeric_limits<int32_t>::max();

void WriteCurve(CurveSlot slot, const CurveView& curve, bool full,
                JsonWriter& json) {
  json.BeginObject();
  json.Field("path", slot.Path());
  json.Field("preWrap", curve.pre_wrap());
  json.Field("postWrap", curve.post_wrap());
  for (const mrtk::FloatField& field : mrtk::FloatFieldsOf(full)) {
    json.BeginArray(field.list);
    for (size_t i = 0; i < curve.size(); ++i) {
      json.Float(curve.key(i).*field.member);
    }
    json.EndArray();
  }
  if (full) {
    json.BeginArray(mrtk::kModeField.list);
    for (size_t i = 0; i < curve.size(); ++i) {
      json.Int(curve.key(i).weighted_mode);
    }
    json.EndArray();
  }
  json.EndObject();
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

// Bytes that the length of a name needs.
size_t LengthBytes(std::string_view name) {
  size_t bytes = 1;
  for (size_t n = name.size(); n >= 0x80; n >>= 7) ++bytes;
  return bytes;
}

// The presence bytes of a file, if one of them is neither 0 nor 1.
std::span<const uint8_t> UnusualPresence(const InputAnimationView& view) {
  if (view.version().minor == 0) return {};
  const auto bytes =
      view.bytes().subspan(mrtk::kHeaderSize, mrtk::kPresenceSize);
  const bool usual =
      std::ranges::all_of(bytes, [](uint8_t byte) { return byte <= 1; });
  return usual ? std::span<const uint8_t>() : bytes;
}

// Reads presence bytes other than 0 and 1; they must agree with the flags.
void ReadPresence(JsonNode list, std::vector<uint8_t>& bytes,
                  ModelJsonReader& in) {
  const std::vector<JsonNode> nodes = in.Elements(list);
  const std::span<uint8_t> presence =
      std::span(bytes).subspan(std::min(mrtk::kHeaderSize, bytes.size()));
  if (nodes.size() != presence.size()) {
    in.Refuse("/recording/presenceBytes: three bytes are expected, in 1.1");
  }
  for (size_t i = 0; i < nodes.size() && in.ok(); ++i) {
    const auto byte = static_cast<uint8_t>(in.Int(nodes[i], 0, 255));
    if ((byte != 0) != (presence[i] != 0)) {
      in.Refuse(absl::StrFormat(
          "/recording/presenceBytes/%d: %d does not agree with hasCamera, "
          "hasHands and hasGaze",
          i, byte));
      return;
    }
    presence[i] = byte;
  }
}

void ReadMarkers(JsonNode list, InputAnimation& animation,
                 ModelJsonReader& in) {
  for (const JsonNode node : in.Elements(list)) {
    in.OnlyMembers(node, kMarkerKeys);
    const float time = in.Float(in.Member(node, "time"));
    const std::string_view name = in.Name(in.Member(node, "name"));
    mrtk::Marker marker = {time, std::string(name)};
    if (const auto bytes = in.OptionalMember(node, kLengthBytes)) {
      marker.length_bytes = static_cast<uint8_t>(in.Int(
          *bytes, static_cast<int64_t>(LengthBytes(name)), kMostLengthBytes));
    }
    if (!in.ok()) return;
    animation.markers.push_back(std::move(marker));
  }
}

}  // namespace

void WriteRecordingJson(const InputAnimationView& view, PieceWriter& out) {
  JsonWriter json(kModelJson, out);
  json.BeginObject();
  json.Field("clipguard", kRecordingKind);
  json.BeginObject("recording");
  json.BeginArray("version");
  json.Int(view.version().major);
  json.Int(view.version().minor);
  json.EndArray();
  json.Field("keys", mrtk::KeyLayoutName(view.layout()));
  const auto flag = [&](std::string_view key, bool value) {
    json.Field(key, value);
  };
  flag("markerList", view.has_marker_list());
  flag("hasCamera", view.has_camera());
  flag("hasHands", view.has_hands());
  flag("hasGaze", view.has_gaze());
  if (const auto presence = UnusualPresence(view); !presence.empty()) {
    json.BeginArray(kPresence);
    for (const uint8_t byte : presence) json.Int(byte);
    json.EndArray();
  }
  json.BeginArray("curves");
  const bool full = view.layout() == KeyLayout::kFull;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveSlot slot(i);
    if (!view.has_curve(slot)) continue;
    WriteCurve(slot, view.curve(slot), full && !slot.is_boolean(), json);
  }
  json.EndArray();
  json.BeginArray("markers");
  for (auto in = view.markers(); const auto marker = in.Next();) {
    json.BeginObject();
    json.Field("time", marker->time);
    json.Field("name", marker->name);
    const uint64_t length_bytes = marker->name_offset - marker->length_offset;
    if (length_bytes > LengthBytes(marker->name)) {
      json.Field(kLengthBytes, static_cast<int64_t>(length_bytes));
    }
    json.EndObject();
  }
  json.EndArray();
  json.EndObject();
  json.EndObject();
  out.text() += '\n';
}

// Looks at every value, and keeps where they are.
class RecordingReader {
 public:
  explicit RecordingReader(JsonDocument json)
      : recording_(std::move(json)), in_(recording_.json_) {}

  absl::StatusOr<RecordingOfJson> Read() {
    in_.OnlyMembers(JsonDocument::kRoot, kRecordingRootKeys);
    const JsonNode root = in_.Member(JsonDocument::kRoot, "recording");
    in_.OnlyMembers(root, kRecordingKeys);
    if (absl::Status s = ReadLayout(root); !s.ok()) return s;
    // All but the curves.
    InputAnimation frame;
    mrtk::FileLayout& layout = recording_.layout_;
    layout.marker_list = in_.Bool(in_.Member(root, "markerList"));
    frame.has_camera = in_.Bool(in_.Member(root, "hasCamera"));
    frame.has_hands = in_.Bool(in_.Member(root, "hasHands"));
    frame.has_gaze = in_.Bool(in_.Member(root, "hasGaze"));
    const JsonNode curves = in_.Member(root, "curves");
    const JsonNode markers = in_.Member(root, "markers");
    if (!in_.ok()) return in_.status();
    if (absl::Status s = ReadCurves(curves, frame); !s.ok()) return s;
    ReadMarkers(markers, frame, in_);
    if (!in_.ok()) return in_.status();
    const auto written = mrtk::WriteInputAnimation(frame, layout);
    if (!written.ok()) return written.status();
    const size_t header = mrtk::kHeaderSize +
                          (layout.version.minor == 0 ? 0 : mrtk::kPresenceSize);
    recording_.before_.assign(written->begin(),
                              written->begin() + static_cast<int64_t>(header));
    if (const auto presence = in_.OptionalMember(root, kPresence)) {
      ReadPresence(*presence, recording_.before_, in_);
      if (!in_.ok()) return in_.status();
    }
    recording_.after_.assign(AfterCurves(frame, header, *written),
                             written->end());
    return std::move(recording_);
  }

 private:
  absl::Status ReadLayout(JsonNode root) {
    mrtk::FileLayout& layout = recording_.layout_;
    const std::vector<JsonNode> version =
        in_.Elements(in_.Member(root, "version"));
    if (in_.ok() && version.size() != 2) {
      return absl::InvalidArgumentError("/recording/version: two numbers");
    }
    for (size_t i = 0; i < version.size(); ++i) {
      int32_t& number = i == 0 ? layout.version.major : layout.version.minor;
      number = static_cast<int32_t>(in_.Int(version[i], 0, kMostInt));
    }
    const std::string_view keys = in_.Name(in_.Member(root, "keys"));
    layout.keys = keys == mrtk::KeyLayoutName(KeyLayout::kFull)
                      ? KeyLayout::kFull
                      : KeyLayout::kCompact;
    if (in_.ok() && keys != mrtk::KeyLayoutName(layout.keys)) {
      return absl::InvalidArgumentError(
          "/recording/keys: compact or full is expected");
    }
    return absl::OkStatus();
  }

  absl::Status ReadCurves(JsonNode list, const InputAnimation& frame) {
    const std::vector<JsonNode> curves = in_.Elements(list);
    const bool full = recording_.layout_.keys == KeyLayout::kFull;
    size_t next = 0;
    for (size_t i = 0; i < CurveSlot::kCount; ++i) {
      const CurveSlot slot(i);
      if (!HasSlot(frame, slot)) continue;
      if (!in_.ok()) return in_.status();
      if (next == curves.size() ||
          in_.Name(in_.Member(curves[next], "path")) != slot.Path()) {
        return absl::InvalidArgumentError(absl::StrFormat(
            "/recording/curves/%d: %s is expected", next, slot.Path()));
      }
      const absl::Status status =
          ReadCurve(curves[next], full && !slot.is_boolean());
      if (!in_.ok()) return in_.status();
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

  // Returns an error if lengths differ; in_ has all other errors.
  absl::Status ReadCurve(JsonNode node, bool full) {
    // Tangents, weights and modes of compact keys are none of the file's.
    in_.OnlyMembers(node, full
                              ? kCurveKeys
                              : std::span(kCurveKeys).first(kCompactCurveKeys));
    RecordingOfJson::Curve& curve = recording_.curves_.emplace_back();
    const auto wrap = [&](std::string_view key) {
      return static_cast<int32_t>(
          in_.Int(in_.Member(node, key), kLeastInt, kMostInt));
    };
    curve.pre_wrap = wrap("preWrap");
    curve.post_wrap = wrap("postWrap");
    curve.full = full;
    const auto fields = mrtk::FloatFieldsOf(full);
    for (size_t c = 0; c < fields.size() && in_.ok(); ++c) {
      curve.columns[c] = in_.Member(node, fields[c].list);
      const size_t count = in_.CountFloats(curve.columns[c]);
      if (c == 0) curve.keys = static_cast<uint32_t>(count);
      if (count != curve.keys) {
        return absl::InvalidArgumentError(
            absl::StrFormat("%s has %d elements, where times has %d",
                            fields[c].list, count, curve.keys));
      }
    }
    if (!full || !in_.ok()) return absl::OkStatus();
    const JsonNode modes = in_.Member(node, mrtk::kModeField.list);
    curve.columns.back() = modes;
    if (in_.Count(modes) != curve.keys) {
      return absl::InvalidArgumentError(
          "weightedModes has another number of "
          "elements than times");
    }
    if (!in_.ok()) return absl::OkStatus();
    for (const JsonNode mode : recording_.json_.Elements(modes)) {
      in_.Int(mode, kLeastInt, kMostInt);
    }
    return absl::OkStatus();
  }

  RecordingOfJson recording_;
  ModelJsonReader in_;
};

absl::StatusOr<RecordingOfJson> ReadRecordingJson(
    std::span<const uint8_t> bytes, const Limits& limits) {
  if (KindOfModelJson(bytes) != kRecordingKind) {
    return absl::InvalidArgumentError(
        "this is no recording, nor the JSON of one");
  }
  absl::StatusOr<JsonDocument> json = ReadModelJson(bytes, limits);
  if (!json.ok()) return json.status();
  return RecordingReader(*std::move(json)).Read();
}

uint64_t RecordingOfJson::size() const {
  uint64_t bytes = before_.size() + after_.size();
  for (const Curve& curve : curves_) {
    bytes += mrtk::kCurveHeaderSize +
             uint64_t{curve.keys} *
                 (curve.full ? mrtk::kFullKeySize : mrtk::kCompactKeySize);
  }
  return bytes;
}

void RecordingOfJson::WriteTo(WriteBytes write) const {
  PieceWriter out(write);
  out.Write(before_);
  ModelJsonReader in(json_);
  for (const Curve& curve : curves_) {
    AppendValue(curve.pre_wrap, out.text());
    AppendValue(curve.post_wrap, out.text());
    AppendValue(curve.keys, out.text());
    if (curve.keys == 0) continue;
    // A key is a number of each list.
    std::vector<JsonDocument::ElementIterator> columns;
    const size_t floats = mrtk::FloatFieldsOf(curve.full).size();
    for (size_t c = 0; c < floats; ++c) {
      columns.push_back(json_.Elements(curve.columns[c]).begin());
    }
    auto mode =
        json_.Elements(curve.full ? curve.columns.back() : curve.columns[0])
            .begin();
    for (uint32_t i = 0; i < curve.keys; ++i) {
      for (JsonDocument::ElementIterator& column : columns) {
        AppendValue(in.Float(*column), out.text());
        ++column;
      }
      if (curve.full) {
        AppendValue(static_cast<int32_t>(in.Int(*mode, kLeastInt, kMostInt)),
                    out.text());
        ++mode;
      }
      out.PassOn();
    }
  }
  out.Flush();
  out.Write(after_);
}

}  // namespace clipguard::actions
