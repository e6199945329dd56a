// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "actions/convert/forms/family_json.h"
#include "actions/convert/forms/model_json.h"
#include "base/append_value.h"
#include "base/byte_cursor.h"
#include "base/name_length.h"
#include "parser/json/json_document.h"
#include "parser/xrhands/format.h"

namespace clipguard::actions {
namespace {

using xrhands::kJointCount;

constexpr std::string_view kRoot = "capture";
constexpr std::array<std::string_view, 2> kRootKeys = {"clipguard", kRoot};
constexpr size_t kPoseFloats = sizeof(xrhands::Pose) / sizeof(float);
constexpr int64_t kLeastInt = std::numeric_limits<int32_t>::min();
constexpr int64_t kMostInt = std::numeric_limits<int32_t>::max();

// Where a boolean's byte is neither 0 nor 1.
std::string OtherKey(std::string_view key) { return std::string(key) + "Byte"; }

// Both of the following have the fields of a capture in the order of the file:
// one takes them from bytes, and the other gives bytes. WalkCapture() says
// which there are.

class ToJson {
 public:
  ToJson(std::span<const uint8_t> bytes, PieceWriter& out)
      : in_(bytes), json_(kModelJson, out), out_(out) {
    json_.BeginObject();
    json_.Field("clipguard", kCaptureKind);
  }
  void Finish() {
    json_.EndObject();
    out_.text() += '\n';
  }

  bool ok() const { return true; }
  void Begin(std::string_view key) { json_.BeginObject(key); }
  void End() { json_.EndObject(); }
  void Null(std::string_view key) {
    json_.Key(key);
    json_.Null();
  }
  int32_t Int(std::string_view key) {
    const auto value = Take<int32_t>();
    json_.Field(key, int64_t{value});
    return value;
  }
  void Float(std::string_view key) { json_.Field(key, Take<float>()); }
  // A boolean; in another key a byte that is neither 0 nor 1.
  void Byte(std::string_view key) { Byte(key, Take<uint8_t>()); }
  // In version 1 the booleans of both hands come before their joints.
  void Hands1() {
    const auto bytes = Take<std::array<uint8_t, 4>>();
    for (size_t h = 0; h < 2; ++h) {
      Begin(xrhands::kHandNames[h]);
      Byte("tracked", bytes[h]);
      Byte("valid", bytes[2 + h]);
      if (bytes[2 + h] != 0) {
        Floats("joints", kJointCount, kPoseFloats);
      } else {
        Null("joints");
      }
      End();
    }
  }
  void Name() {
    const NameLength length = ReadNameLength(in_);
    std::span<const uint8_t> name;
    if (!in_.ReadBytes(length.value, &name)) return;
    json_.Field("name",
                std::string_view(reinterpret_cast<const char*>(name.data()),
                                 name.size()));
    if (length.size > ShortestSize(length.value)) {
      json_.Field("lengthBytes", static_cast<int64_t>(length.size));
    }
  }
  void Layout() {
    Take<int32_t>();
    const auto bits = Take<std::array<uint8_t, 4>>();
    json_.BeginArray("layout");
    for (size_t i = 0; i < kJointCount; ++i) json_.Bool(Bit(bits, i) != 0);
    json_.EndArray();
    if (bits[3] > 3) json_.Field("layoutPadding", int64_t{bits[3] & ~3});
  }
  void Floats(std::string_view key, size_t rows, size_t width) {
    json_.BeginArray(key);
    for (size_t i = 0; i < rows; ++i) {
      json_.BeginArray();
      for (size_t k = 0; k < width; ++k) json_.Float(Take<float>());
      json_.EndArray();
    }
    json_.EndArray();
  }
  void Numbers(std::string_view key, size_t count) {
    json_.BeginArray(key);
    for (size_t k = 0; k < count; ++k) json_.Float(Take<float>());
    json_.EndArray();
  }
  void Success(size_t count) {
    json_.BeginArray("success");
    for (size_t i = 0; i < count; ++i) json_.Int(Take<int32_t>());
    json_.EndArray();
  }
  void JointCount() { Take<int32_t>(); }
  template <typename Walk>
  void Frames(Walk walk) {
    const auto count = Take<int32_t>();
    json_.BeginArray("frames");
    for (int32_t i = 0; i < count; ++i) {
      json_.BeginObject();
      walk();
      json_.EndObject();
      out_.PassOn();
    }
    json_.EndArray();
  }

  // Bit `joint` of the layout, in its place; else 0.
  static uint8_t Bit(const std::array<uint8_t, 4>& bits, size_t joint) {
    return bits[joint / 8] & MaskOf(joint);
  }
  // The last two of 26 are right-aligned.
  static uint8_t MaskOf(size_t joint) {
    const size_t in_byte = joint < 24 ? 8 : 2;
    return static_cast<uint8_t>(1u << (in_byte - 1 - joint % 8));
  }

 private:
  void Byte(std::string_view key, uint8_t byte) {
    json_.Field(key, byte != 0);
    if (byte > 1) json_.Field(OtherKey(key), int64_t{byte});
  }

  // A capture that was validated does not end.
  template <typename T>
  T Take() {
    T value{};
    static_cast<void>(in_.Read(&value));
    return value;
  }

  ByteCursor in_;
  JsonWriter json_;
  PieceWriter& out_;
};

class ToBytes {
 public:
  explicit ToBytes(const JsonDocument& json)
      : json_(json), in_(json), node_(JsonDocument::kRoot) {}

  bool ok() const { return in_.ok(); }
  const absl::Status& status() const { return in_.status(); }
  std::vector<uint8_t>& bytes() { return bytes_; }

  void Begin(std::string_view key) { Enter(Member(key)); }
  // Refuses members that were not asked for: they would be lost.
  void End() {
    in_.OnlyMembers(node_, keys_.back());
    Leave();
  }
  void Finish() { in_.OnlyMembers(node_, kRootKeys); }
  // The flags say that there is nothing.
  void Null(std::string_view key) {
    const auto node = OptionalMember(key);
    if (node && json_.kind(*node) != JsonKind::kNull) {
      in_.Refuse(absl::StrCat(std::string(key),
                              ": null is expected, by the flags beside it"));
    }
  }
  int32_t Int(std::string_view key) {
    const auto value =
        static_cast<int32_t>(in_.Int(Member(key), kLeastInt, kMostInt));
    Put(value);
    return value;
  }
  void Float(std::string_view key) { Put(in_.Float(Member(key))); }
  void Byte(std::string_view key) {
    const bool value = in_.Bool(Member(key));
    const auto byte = OptionalMember(*others_.insert(OtherKey(key)).first);
    Put(byte ? static_cast<uint8_t>(in_.Int(*byte, 2, 255))
             : static_cast<uint8_t>(value));
  }
  void Hands1() {
    for (const std::string_view key : {"tracked", "valid"}) {
      for (const std::string_view hand : xrhands::kHandNames) {
        Begin(hand);
        Byte(key);
        Leave();
      }
    }
    const size_t valid = bytes_.size() - 2;
    for (size_t h = 0; h < 2; ++h) {
      Begin(xrhands::kHandNames[h]);
      keys_.back() = {"tracked", "trackedByte", "valid", "validByte"};
      if (bytes_[valid + h] != 0) {
        Floats("joints", kJointCount, kPoseFloats);
      } else {
        Null("joints");
      }
      End();
    }
  }
  void Name() {
    const std::string_view name = in_.Name(Member("name"));
    size_t size = ShortestSize(name.size());
    if (const auto bytes = OptionalMember("lengthBytes")) {
      size =
          static_cast<size_t>(in_.Int(*bytes, static_cast<int64_t>(size), 5));
    }
    AppendNameLength(name.size(), bytes_, size);
    bytes_.insert(bytes_.end(), name.begin(), name.end());
  }
  void Layout() {
    const auto joints = List("layout", kJointCount);
    std::array<uint8_t, 4> bits{};
    for (size_t i = 0; i < joints.size(); ++i) {
      if (in_.Bool(joints[i])) {
        bits[i / 8] |= ToJson::MaskOf(i);
      }
    }
    if (const auto padding = OptionalMember("layoutPadding")) {
      bits[3] |= static_cast<uint8_t>(in_.Int(*padding, 4, 252) & ~3);
    }
    Put(int32_t{kJointCount});
    Put(bits);
  }
  void Floats(std::string_view key, size_t rows, size_t width) {
    for (const JsonNode row : List(key, rows)) PutFloats(row, width, key);
  }
  void Numbers(std::string_view key, size_t count) {
    PutFloats(Member(key), count, key);
  }
  void Success(size_t count) {
    for (const JsonNode step : List("success", count)) {
      Put(static_cast<int32_t>(in_.Int(step, kLeastInt, kMostInt)));
    }
  }
  void JointCount() { Put(int32_t{kJointCount}); }
  template <typename Walk>
  void Frames(Walk walk) {
    const std::vector<JsonNode> frames = in_.Elements(Member("frames"));
    Put(static_cast<int32_t>(frames.size()));
    for (const JsonNode frame : frames) {
      if (!ok()) return;
      Enter(frame);
      walk();
      End();
    }
  }

 private:
  JsonNode Member(std::string_view key) {
    if (!keys_.empty()) keys_.back().push_back(key);
    return in_.Member(node_, key);
  }
  std::optional<JsonNode> OptionalMember(std::string_view key) {
    keys_.back().push_back(key);
    return in_.OptionalMember(node_, key);
  }

  void Enter(JsonNode node) {
    above_.push_back(node_);
    keys_.emplace_back();
    node_ = node;
  }
  void Leave() {
    node_ = above_.back();
    above_.pop_back();
    keys_.pop_back();
  }

  std::vector<JsonNode> List(std::string_view key, size_t size) {
    std::vector<JsonNode> list = in_.Elements(Member(key));
    CheckSize(key, list.size(), size);
    return list;
  }
  void CheckSize(std::string_view key, size_t size, size_t expected) {
    if (!ok() || size == expected) return;
    in_.Refuse(absl::StrCat(std::string(key), ": ", expected,
                            " elements are expected, not ", size));
  }
  void PutFloats(JsonNode list, size_t size, std::string_view key) {
    const std::vector<float> floats = in_.Floats(list);
    CheckSize(key, floats.size(), size);
    for (const float value : floats) Put(value);
  }

  template <typename T>
  void Put(const T& value) {
    AppendValue(value, bytes_);
  }

  const JsonDocument& json_;
  ModelJsonReader in_;
  JsonNode node_;
  std::vector<JsonNode> above_;
  // The members that were asked for, of each object that is open.
  std::vector<std::vector<std::string_view>> keys_;
  std::set<std::string> others_;
  std::vector<uint8_t> bytes_;
};

template <typename Fields>
void WalkStep(Fields& fields, std::string_view key, bool present) {
  if (!present) return fields.Null(key);
  fields.Begin(key);
  const int32_t flags = fields.Int("flags");
  fields.Numbers("root", kPoseFloats);
  if ((flags & xrhands::kJointsValid) != 0) {
    fields.JointCount();
    fields.Floats("joints", kJointCount, kPoseFloats);
  } else {
    fields.Null("joints");
  }
  fields.End();
}

template <typename Fields>
void WalkHand2(Fields& fields, int32_t flags, bool before_render) {
  if ((flags & xrhands::kHasSnapshot) != 0) {
    fields.Begin("snapshot");
    const int32_t steps = fields.Int("flags");
    WalkStep(fields, "dynamic", (steps & xrhands::kDynamicStep) != 0);
    WalkStep(fields, "beforeRender",
             before_render && (steps & xrhands::kBeforeRenderStep) != 0);
    fields.End();
  } else {
    fields.Null("snapshot");
  }
  if ((flags & xrhands::kHasGestures) != 0) {
    fields.Begin("gestures");
    fields.Int("handedness");
    const int32_t values = fields.Int("flags");
    for (size_t i = 0; i < xrhands::kGestures.size(); ++i) {
      const auto& [name, kind] = xrhands::kGestures[i];
      if ((values & (1 << i)) == 0) {
        fields.Null(name);
      } else if (kind == xrhands::GestureKind::kPose) {
        fields.Numbers(name, kPoseFloats);
      } else if (kind == xrhands::GestureKind::kFloat) {
        fields.Float(name);
      } else {
        fields.Byte(name);
      }
    }
    fields.End();
  } else {
    fields.Null("gestures");
  }
  if ((flags & xrhands::kHasAim) == 0) return fields.Null("aim");
  fields.Begin("aim");
  fields.Int("handedness");
  const int32_t values = fields.Int("flags");
  fields.Int("trackingState");
  fields.Int("reserved0");
  fields.Int("reserved1");
  fields.Numbers("pinchStrength", 4);
  if ((values & xrhands::kAimPose) != 0) {
    fields.Numbers("aimPose", kPoseFloats);
  } else {
    fields.Null("aimPose");
  }
  fields.End();
}

template <typename Fields>
void WalkFrame2(Fields& fields, bool before_render) {
  const int32_t flags = fields.Int("flags");
  fields.Float("time");
  if (fields.Int("headState") != 0) {
    fields.Numbers("head", kPoseFloats);
  } else {
    fields.Null("head");
  }
  fields.Success(before_render ? 2 : 1);
  for (int h = 0; h < 2; ++h) {
    fields.Begin(xrhands::kHandNames[static_cast<size_t>(h)]);
    WalkHand2(fields, flags >> h, before_render);
    fields.End();
  }
}

template <typename Fields>
void WalkCapture(Fields& fields) {
  fields.Begin(kRoot);
  const int32_t version = fields.Int("version");
  bool before_render = false;
  if (version == 2) {
    fields.Int("sequenceFlags");
    before_render = (fields.Int("options") & xrhands::kBeforeRender) != 0;
  }
  fields.Name();
  fields.Float("duration");
  if (version == 2) {
    fields.Layout();
    fields.Int("mesh");
    fields.Floats("fingerShapes", xrhands::kFingers,
                  xrhands::kFingerShapeFloats);
  }
  fields.Frames([&] {
    if (version == 2) return WalkFrame2(fields, before_render);
    fields.Float("time");
    fields.Hands1();
  });
  if (fields.ok()) fields.End();
}

}  // namespace

void WriteCaptureJson(std::span<const uint8_t> capture, PieceWriter& out) {
  ToJson fields(capture, out);
  WalkCapture(fields);
  fields.Finish();
}

absl::StatusOr<std::vector<uint8_t>> ReadCaptureJson(
    std::span<const uint8_t> bytes, const Limits& limits) {
  const absl::StatusOr<JsonDocument> json = ReadModelJson(bytes, limits);
  if (!json.ok()) return json.status();
  ToBytes fields(*json);
  WalkCapture(fields);
  fields.Finish();
  if (!fields.ok()) return fields.status();
  return std::move(fields.bytes());
}

}  // namespace clipguard::actions
