// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/mrtk/test_files.h"

#include <cmath>
#include <cstdlib>
#include <iostream>

#include "parser/mrtk/checks/validate.h"

namespace clipguard::mrtk {

// ---- Findings ---------------------------------------------------------------

std::ostream& operator<<(std::ostream& out, const Seen& seen) {
  return out << "{" << GetCodeInfo(seen.code).name << ", {" << seen.bytes.offset
             << ", " << seen.bytes.length << "}, \"" << seen.path << "\"}";
}

std::vector<Seen> SeenIn(const FindingList& list) {
  std::vector<Seen> seen;
  for (const Finding& f : list.findings()) {
    seen.push_back({f.code, f.bytes, f.path});
  }
  return seen;
}

std::optional<InputAnimationView> ReadDamaged(std::span<const uint8_t> bytes,
                                              const ReadOptions& options) {
  FindingList findings;
  return ReadDamagedInputAnimation(bytes, options, findings);
}

std::vector<Seen> ReadFindings(std::span<const uint8_t> bytes,
                               const ReadOptions& options) {
  FindingList list(options.limits);
  ReadInputAnimation(bytes, options, list);
  return SeenIn(list);
}

std::vector<Seen> AllFindings(std::span<const uint8_t> bytes,
                              const ReadOptions& options) {
  FindingList list(options.limits);
  ReadAndValidate(bytes, options, list);
  return SeenIn(list);
}

// ---- Bytes ------------------------------------------------------------------

FileWriter& FileWriter::Header(int32_t major, int32_t minor) {
  Bytes({0xc6, 0x42, 0x9e, 0x0f, 0x6e, 0xaf, 0x8f, 0x6a});
  return Int(major).Int(minor);
}

FileWriter& FileWriter::Presence(uint8_t camera, uint8_t hands, uint8_t gaze) {
  return Bytes({camera, hands, gaze});
}

FileWriter& FileWriter::Byte(int value) {
  bytes_.push_back(static_cast<uint8_t>(value));
  return *this;
}

FileWriter& FileWriter::Bytes(std::initializer_list<int> values) {
  for (int value : values) Byte(value);
  return *this;
}

FileWriter& FileWriter::Int(int32_t value) {
  bytes_.resize(bytes_.size() + sizeof(value));
  Put(bytes_, bytes_.size() - sizeof(value), value);
  return *this;
}

FileWriter& FileWriter::Float(float value) {
  bytes_.resize(bytes_.size() + sizeof(value));
  Put(bytes_, bytes_.size() - sizeof(value), value);
  return *this;
}

FileWriter& FileWriter::Text(std::string_view text) {
  bytes_.insert(bytes_.end(), text.begin(), text.end());
  return *this;
}

FileWriter& FileWriter::CurveHeader(int32_t pre_wrap, int32_t post_wrap,
                                    int32_t count) {
  return Int(pre_wrap).Int(post_wrap).Int(count);
}

FileWriter& FileWriter::EmptyCurves(size_t count) {
  for (size_t i = 0; i < count; ++i) CurveHeader(8, 8, 0);
  return *this;
}

FileWriter& FileWriter::FullCurve(int32_t count) {
  CurveHeader(8, 8, count);
  for (int32_t i = 1; i <= count; ++i) {
    Float(static_cast<float>(i)).Float(0.125f);               // time, value
    Float(0.125f).Float(0.125f).Float(0.125f).Float(0.125f);  // slopes, weights
    Int(3);                                                   // weighted mode
  }
  return *this;
}

FileWriter& FileWriter::CompactCurve(int32_t count) {
  CurveHeader(8, 8, count);
  for (int32_t i = 1; i <= count; ++i) {
    Float(static_cast<float>(i)).Float(0.125f);  // time, value
  }
  return *this;
}

FileWriter& FileWriter::Marker(float time, std::string_view name) {
  return Float(time).Byte(static_cast<int>(name.size())).Text(name);
}

FileWriter Begin11(uint8_t camera, uint8_t hands, uint8_t gaze) {
  return FileWriter().Header(1, 1).Presence(camera, hands, gaze);
}

FileWriter NoCurves() { return Begin11(0, 0, 0); }

std::span<const uint8_t> First(const FileWriter& file, size_t size) {
  return std::span(file.bytes()).first(size);
}

// ---- Recordings -------------------------------------------------------------

namespace {

float TimeOf(size_t key) { return static_cast<float>(key) / 60; }

// Fills the seven curves from `first` on.
void FillPose(InputAnimation& animation, size_t first, size_t keys) {
  for (size_t k = 0; k < keys; ++k) {
    const double phase =
        0.1 * static_cast<double>(k) + 0.01 * static_cast<double>(first);
    const double values[kPoseCurves] = {std::sin(phase),
                                        1.6 + 0.1 * std::cos(phase),
                                        std::cos(phase),
                                        std::sin(phase) / 2,
                                        std::cos(phase) / 2,
                                        std::sin(2 * phase) * std::sqrt(0.75),
                                        std::cos(2 * phase) * std::sqrt(0.75)};
    for (size_t c = 0; c < kPoseCurves; ++c) {
      Keyframe key;
      key.time = TimeOf(k);
      key.value = static_cast<float>(values[c]);
      animation.curves[first + c].keys.push_back(key);
    }
  }
}

}  // namespace

InputAnimation MakeRecording(const RecordingParts& parts) {
  InputAnimation animation;
  animation.has_camera = parts.camera;
  animation.has_hands = parts.hands;
  animation.has_gaze = parts.gaze;
  if (parts.camera) FillPose(animation, CurveSlot::kCamera, parts.keys);
  if (parts.hands) {
    for (Handedness hand : kHands) {
      if (parts.keys != 0) {
        animation.curve(CurveSlot::Tracked(hand)).keys = {
            {.time = 0, .value = 1}};
        animation.curve(CurveSlot::Pinch(hand)).keys = {
            {.time = 0, .value = 0}, {.time = TimeOf(1), .value = 1}};
      }
      for (size_t joint = 1; joint < kJointCount; ++joint) {
        FillPose(animation, CurveSlot::Joint(hand, joint, kPositionX).index(),
                 parts.keys);
      }
    }
  }
  if (parts.gaze) {
    for (size_t c = 0; c < kRayCurves; ++c) {
      for (size_t k = 0; k < parts.keys; ++k) {
        Keyframe key;
        key.time = TimeOf(k);
        key.value = static_cast<float>(
            std::sin(0.3 * static_cast<double>(k) + static_cast<double>(c)));
        animation.curves[CurveSlot::kGaze + c].keys.push_back(key);
      }
    }
  }
  for (size_t m = 0; m < parts.markers; ++m) {
    animation.markers.push_back(
        {TimeOf(m), "mark\xc3\xa9 " + std::to_string(m)});
  }
  return animation;
}

std::vector<uint8_t> MustWrite(const InputAnimation& animation,
                               const FileLayout& layout) {
  auto bytes = WriteInputAnimation(animation, layout);
  if (!bytes.ok()) {
    std::cerr << bytes.status() << "\n";
    std::abort();
  }
  return *std::move(bytes);
}

}  // namespace clipguard::mrtk
