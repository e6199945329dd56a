// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "actions/convert/forms/family_json.h"
#include "actions/convert/forms/forms.h"
#include "actions/convert/forms/model_json.h"
#include "parser/finding.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {
namespace {

using mrtk::CurveSlot;
using mrtk::CurveView;
using mrtk::FileLayout;
using mrtk::InputAnimationView;
using mrtk::Keyframe;
using mrtk::KeyLayout;

using Bits = std::array<uint32_t, 7>;

// Whether a compact key says all that the key does, to the bit.
bool FitsCompactKey(const Keyframe& key) {
  return std::bit_cast<Bits>(key) ==
         std::bit_cast<Bits>(Keyframe{.time = key.time, .value = key.value});
}

class RecordingLossFinder {
 public:
  RecordingLossFinder(const InputAnimationView& view, std::string_view name,
                      FindingSink& losses, FindingSink& notes)
      : view_(view), name_(name), losses_(losses), notes_(notes) {}

  void Find(const FileLayout& layout) {
    if (layout.version.minor == 0) FindParts();
    if (layout.keys == KeyLayout::kCompact &&
        view_.layout() == KeyLayout::kFull) {
      for (size_t i = 0; i < CurveSlot::kCount; ++i) FindKeys(CurveSlot(i));
    }
    if (!layout.marker_list) FindMarkers();
  }

 private:
  void FindParts() {
    const auto lacks = [&](std::string_view part, std::string_view what) {
      ReportLoss(name_, {mrtk::kHeaderSize, mrtk::kPresenceSize}, part, what,
                 notes_);
    };
    if (!view_.has_camera()) lacks("camera", "that there is no camera");
    if (!view_.has_hands()) lacks("hands", "that there are no hands");
    if (!view_.has_gaze()) return;
    const uint64_t begin = view_.curve_offset(CurveSlot::Gaze(mrtk::kOriginX));
    uint64_t length = 0;
    for (size_t i = CurveSlot::kGaze; i < CurveSlot::kCount; ++i) {
      length +=
          mrtk::kCurveHeaderSize + view_.curve(CurveSlot(i)).key_bytes().size();
    }
    ReportLoss(name_, {begin, length}, "gaze", "gaze", notes_);
  }

  // Keys of a curve, as one loss.
  void FindKeys(CurveSlot slot) {
    const CurveView curve = view_.curve(slot);
    if (slot.is_boolean()) return;
    for (size_t i = 0; i < curve.size(); ++i) {
      if (FitsCompactKey(curve.key(i))) continue;
      const uint64_t offset = view_.curve_offset(slot) +
                              mrtk::kCurveHeaderSize + i * mrtk::kFullKeySize;
      losses_.Report(
          FindingCode::kConversionLoses,
          {offset + 2 * sizeof(float), mrtk::kFullKeySize - 2 * sizeof(float)},
          {.id = slot.index(), .element = i, .noun = "key"},
          [&](Description& d) {
            d.path = absl::StrFormat("%s.keys[%d]", slot.Path(), i);
            return Arguments{std::string(name_),
                             "a key's tangents and weights"};
          });
    }
  }

  void FindMarkers() {
    size_t i = 0;
    for (auto in = view_.markers(); const auto marker = in.Next(); ++i) {
      notes_.Report(FindingCode::kConversionLoses,
                    {marker->offset, marker->name_offset + marker->name.size() -
                                         marker->offset},
                    {.id = CurveSlot::kCount, .element = i, .noun = "marker"},
                    [&](Description& d) {
                      d.path = absl::StrFormat("markers[%d]", i);
                      return Arguments{std::string(name_), "a marker"};
                    });
    }
  }

  const InputAnimationView& view_;
  std::string_view name_;
  FindingSink& losses_;
  FindingSink& notes_;
};

// Keys stay where they are, and become others as they are written.
class RecordingForm : public Converted {
 public:
  RecordingForm(const InputAnimationView& view, const FileLayout& layout)
      : view_(view), layout_(layout) {}

  uint64_t size() const override { return mrtk::WrittenSize(view_, layout_); }
  void WriteTo(WriteBytes write) const override {
    mrtk::WriteRecording(view_, layout_, write);
  }

 private:
  const InputAnimationView view_;
  const FileLayout layout_;
};

// Converts JSON. The result is validated as it is written.
absl::StatusOr<std::unique_ptr<Converted>> OfJson(const ParsedFile& file) {
  auto recording = ReadRecordingJson(file.bytes, file.limits);
  if (!recording.ok()) return recording.status();
  std::vector<uint8_t> bytes;
  bytes.reserve(recording->size());
  recording->WriteTo([&](std::span<const uint8_t> piece) {
    bytes.insert(bytes.end(), piece.begin(), piece.end());
  });
  const mrtk::KeyLayout layout = recording->layout().keys;
  // Frees the JSON, which takes more memory than the rest.
  recording = absl::CancelledError();
  FindingList findings(file.limits);
  if (!mrtk::ReadAndValidate(bytes, {.layout = layout, .limits = file.limits},
                             findings)) {
    return RefusedModel(kRecordingKind, findings);
  }
  return std::make_unique<ConvertedBytes<std::vector<uint8_t>>>(
      std::move(bytes));
}

}  // namespace

absl::StatusOr<std::unique_ptr<Converted>> ConvertRecording(
    ParsedFile file, std::string_view name, const FileLayout& layout,
    const ConversionOptions& options, FindingSink& losses) {
  if (file.format != Format::kMrtk) return OfJson(file);
  const auto* view = file.Sound<InputAnimationView>();
  if (view == nullptr) return HasErrors();
  RecordingLossFinder(*view, name, losses, NotesOf(options, losses))
      .Find(layout);
  return std::make_unique<RecordingForm>(*view, layout);
}

}  // namespace clipguard::actions
