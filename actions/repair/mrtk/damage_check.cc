// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/repair/mrtk/damage_check.h"

#include <algorithm>
#include <cstddef>
#include <random>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "actions/repair/mrtk/recording.h"
#include "base/text_of.h"
#include "parser/finding.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {
namespace {

using mrtk::CurveSlot;
using mrtk::CurveView;
using mrtk::InputAnimationView;

constexpr size_t kMostDamage = 4096;

// Fewer bytes prove too little of each other.
constexpr size_t kLeastRecording = 256;

ByteRange Damage(std::vector<uint8_t>& bytes, uint32_t seed) {
  std::mt19937 random(seed);
  const auto below = [&](size_t end) { return size_t{random()} % end; };
  const size_t at = below(bytes.size());
  const size_t most = std::min(kMostDamage, bytes.size() - at);
  const size_t size = std::min(most, size_t{1} << below(13));
  const std::span<uint8_t> place = std::span(bytes).subspan(at, size);
  switch (below(4)) {
    case 0:
      std::ranges::fill(place, uint8_t{0});
      break;
    case 1:
      std::ranges::fill(place, uint8_t{0xff});
      break;
    case 2:
      for (uint8_t& byte : place) byte = static_cast<uint8_t>(random());
      break;
    default:
      place[0] ^= static_cast<uint8_t>(1u << below(8));
      return {at, 1};
  }
  return {at, size};
}

bool Overlap(ByteRange a, ByteRange b) {
  return a.offset < b.offset + b.length && b.offset < a.offset + a.length;
}

// The undamaged parts of a recording, and whether a repair kept them.
class Rest {
 public:
  Rest(std::span<const uint8_t> bytes, ByteRange damage,
       const Repaired& repaired)
      : bytes_(bytes), damage_(damage), repaired_(repaired) {
    joins_ = std::ranges::any_of(repaired.changes, [](const Change& change) {
      return change.code == FindingCode::kKeyTimeDuplicate;
    });
  }

  // REQUIRES: offsets ascend from call to call.
  bool Has(ByteRange part) {
    const auto is_zero = [](char c) { return c == 0; };
    // Zeros cannot be told from those of the damage.
    if (Overlap(part, damage_) || std::ranges::all_of(TextAt(part), is_zero)) {
      return true;
    }
    const std::vector<Edit>& edits = repaired_.edits;
    while (at_ < edits.size() &&
           edits[at_].offset + edits[at_].length <= part.offset) {
      moved_ += edits[at_].size - edits[at_].length;
      ++at_;
    }
    if (at_ == edits.size() ||
        !Overlap(part, {edits[at_].offset, edits[at_].length})) {
      return true;
    }
    // Somewhere in what was written there, or at its edges.
    const Edit& edit = edits[at_];
    const uint64_t begin = std::min(part.offset, edit.offset) + moved_;
    const uint64_t end =
        std::max(part.offset + part.length, edit.offset + edit.length) +
        moved_ + edit.size - edit.length;
    const auto after = TextOf(repaired_.bytes);
    return after.substr(begin, end - begin).find(TextAt(part)) !=
               std::string_view::npos ||
           (joins_ && IsJoined(part));
  }

 private:
  std::string_view TextAt(ByteRange part) const {
    return TextOf(bytes_).substr(part.offset, part.length);
  }

  // Whether the key behind it is at the same time.
  bool IsJoined(ByteRange key) const {
    return TextAt({key.offset, sizeof(float)}) ==
           TextAt({key.offset + key.length, sizeof(float)});
  }

  std::span<const uint8_t> bytes_;
  ByteRange damage_;
  const Repaired& repaired_;
  bool joins_ = false;
  size_t at_ = 0;       // the edit that ends behind the last part
  uint64_t moved_ = 0;  // by the edits before it, modulo 2^64
};

std::string LostPart(const InputAnimationView& view, Rest rest) {
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveSlot slot(i);
    const CurveView curve = view.curve(slot);
    if (curve.empty()) continue;
    const size_t size = curve.key_size();
    const uint64_t begin = view.curve_offset(slot) + mrtk::kCurveHeaderSize;
    for (size_t k = 0; k < curve.size(); ++k) {
      if (!rest.Has({begin + k * size, size})) {
        return absl::StrCat(slot.Path(), ".keys[", k, "]");
      }
    }
  }
  for (auto in = view.markers(); const auto marker = in.Next();) {
    const uint64_t end = marker->name_offset + marker->name.size();
    if (!rest.Has({marker->offset, end - marker->offset})) {
      return absl::StrCat("the marker ", std::string(marker->name));
    }
  }
  return {};
}

}  // namespace

std::string DamageFault(std::span<const uint8_t> recording, uint32_t seed,
                        bool if_nothing_lost) {
  FindingList findings;
  const auto before = mrtk::ReadAndValidate(recording, {}, findings);
  if (!before || recording.size() < kLeastRecording ||
      RepairRecording(recording, {}, {}).changed()) {
    return {};
  }
  std::vector<uint8_t> bytes(recording.begin(), recording.end());
  const ByteRange damage = Damage(bytes, seed);
  const Repaired repaired = RepairRecording(bytes, {}, {});
  if (!repaired.changed()) return {};
  // The first key of a lost w is computed, too.
  if (std::ranges::any_of(repaired.changes, [&](const Change& change) {
        return change.code == FindingCode::kRotationWLost ||
               (if_nothing_lost && !change.lost.empty());
      })) {
    return {};
  }
  std::string fault = LostPart(*before, {bytes, damage, repaired});
  if (fault.empty()) return fault;
  std::string text = absl::StrCat("of ", damage.length, " bytes damaged at ",
                                  damage.offset, ", a repair loses ", fault);
  for (const Change& change : repaired.changes) {
    absl::StrAppend(&text, "; ", change.path, ": ", change.before, " -> ",
                    change.after);
  }
  return text;
}

}  // namespace clipguard::actions
