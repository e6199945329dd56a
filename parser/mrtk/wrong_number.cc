// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/mrtk/wrong_number.h"

#include <array>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/byte_cursor.h"
#include "base/name_length.h"

namespace clipguard::mrtk {
namespace {

constexpr size_t kMinorVersionOffset = 12;
constexpr uint64_t kCountOffset = 8;  // in a curve's header

// Tries one number after the other.
class Search {
 public:
  Search(std::span<const uint8_t> bytes, const ReadOptions& options)
      : bytes_(bytes), options_(options), budget_(bytes.size() + 65536) {}

  std::optional<WrongNumber> Run() {
    const auto parts = ReadFileParts(bytes_);
    if (!parts) return std::nullopt;
    TryOtherVersion(parts->minor);
    minor_ = parts->minor;
    if (minor_ == 1) TryPresence(*parts);
    for (const KeyLayout layout : {KeyLayout::kCompact, KeyLayout::kFull}) {
      if (IsPossible(layout)) TryCounts(*parts, layout);
    }
    if (budget_ == 0 || ambiguous_) return std::nullopt;
    return std::move(found_);
  }

 private:
  // Where a walk over curves ends: before the first header, or at the header
  // of the first curve, that can be none; or at the end of all curves.
  struct Stop {
    std::optional<CurveSlot> slot;  // none: at the end of all curves
    uint64_t offset = 0;            // of its header, or of that end
    std::optional<CurveSlot> before;
    uint64_t before_offset = 0;
    bool any_float_key = false;
  };

  bool IsPossible(KeyLayout layout) const {
    // Nobody ever wrote 1.0 with compact keys.
    if (minor_ == 0 && layout != KeyLayout::kFull) return false;
    return !options_.layout || *options_.layout == layout;
  }

  bool Spend() {
    if (budget_ != 0) --budget_;
    return budget_ != 0;
  }

  void Add(WrongNumber wrong) {
    const auto layout = wrong.layout;
    if (found_ && (found_->bytes != wrong.bytes ||
                   found_->right != wrong.right || found_->layout != layout)) {
      ambiguous_ = true;
    }
    if (!found_) found_ = std::move(wrong);
  }

  // ---- Structure ----------------------------------------------------------

  // The wrap modes of the first curve. Zeros prove nothing: a page of zeros
  // reads as curves.
  bool ReadModes(const FileParts& parts) {
    ByteCursor in(bytes_, parts.body);
    return (parts.camera || parts.hands || parts.gaze) && in.Read(&modes_) &&
           IsWrapMode(modes_.pre_wrap) && IsWrapMode(modes_.post_wrap) &&
           modes_.pre_wrap != 0;
  }

  // The header there, if it has the first curve's modes.
  std::optional<CurveHeader> HeaderAt(uint64_t offset) const {
    ByteCursor in(bytes_, static_cast<size_t>(offset));
    CurveHeader header;
    if (!in.Read(&header) || header.pre_wrap != modes_.pre_wrap ||
        header.post_wrap != modes_.post_wrap) {
      return std::nullopt;
    }
    return header;
  }

  static std::optional<CurveSlot> Following(const FileParts& parts,
                                            size_t index) {
    while (index < CurveSlot::kCount && !parts.Has(CurveSlot(index))) ++index;
    if (index == CurveSlot::kCount) return std::nullopt;
    return CurveSlot(index);
  }

  bool IsZeroAt(uint64_t offset) const {
    ByteCursor in(bytes_, static_cast<size_t>(offset));
    int32_t number;
    return in.Read(&number) && number == 0;
  }

  static bool IsState(const KeyScan& scan) {
    return scan.last_value() == 0 || scan.last_value() == 1;
  }

  bool AreKeys(CurveSlot slot, ByteCursor in, uint64_t count,
               KeyLayout layout) const {
    KeyScan scan(KeySize(slot, layout));
    for (uint64_t i = 0; i < count; ++i) {
      if (!scan.Next(in)) return false;
      if (slot.is_boolean() && !IsState(scan)) return false;
    }
    return true;
  }

  // From the header of a curve on. `scan`: looks at keys, too.
  Stop Walk(const FileParts& parts, KeyLayout layout,
            std::optional<CurveSlot> slot, uint64_t offset, bool scan) {
    Stop stop;
    stop.offset = offset;
    ByteCursor in(bytes_, static_cast<size_t>(offset));
    for (; slot; slot = Following(parts, slot->index() + 1)) {
      stop.slot = slot;
      stop.offset = in.offset();
      const auto header = HeaderAt(in.offset());
      if (!Spend() || !header || header->key_count < 0) return stop;
      in = ByteCursor(bytes_, in.offset() + kCurveHeaderSize);
      const ByteCursor keys = in;
      const auto count = static_cast<uint32_t>(header->key_count);
      if (!in.Skip(uint64_t{count} * KeySize(*slot, layout)) ||
          (scan && !AreKeys(*slot, keys, count, layout))) {
        return stop;
      }
      stop.any_float_key |= count != 0 && !slot->is_boolean();
      stop.before = slot;
      stop.before_offset = stop.offset;
    }
    stop.slot = std::nullopt;
    stop.offset = in.offset();
    return stop;
  }

  // Whether a marker list lies there that ends at the last byte.
  bool EndsWithMarkers(uint64_t offset) {
    ByteCursor in(bytes_, static_cast<size_t>(offset));
    int32_t count;
    if (!in.Read(&count) || count < 0 ||
        uint64_t{static_cast<uint32_t>(count)} * kMinMarkerSize >
            in.remaining()) {
      return false;
    }
    for (int32_t i = 0; i < count; ++i) {
      float time;
      if (!Spend() || !in.Read(&time) || !std::isfinite(time) ||
          IsMisreadInteger(time)) {
        return false;
      }
      const NameLength length = ReadNameLength(in);
      if (length.state != NameLength::kGood || !in.Skip(length.value)) {
        return false;
      }
    }
    return in.remaining() == 0;
  }

  // Whether curves lie there, and markers to the last byte. Keys are looked at
  // only where all else fits.
  bool IsRest(const FileParts& parts, KeyLayout layout,
              std::optional<CurveSlot> slot, uint64_t offset,
              bool& any_float_key) {
    const Stop stop = Walk(parts, layout, slot, offset, /*scan=*/false);
    any_float_key = any_float_key || stop.any_float_key;
    return !stop.slot && EndsWithMarkers(stop.offset) &&
           !Walk(parts, layout, slot, offset, /*scan=*/true).slot;
  }

  // ---- Version and presence -----------------------------------------------

  void TryParts(const FileParts& parts, WrongNumber wrong) {
    if (!ReadModes(parts)) return;
    for (const KeyLayout layout : {KeyLayout::kCompact, KeyLayout::kFull}) {
      bool any_float_key = false;
      if (!IsPossible(layout) || !IsRest(parts, layout, Following(parts, 0),
                                         parts.body, any_float_key)) {
        continue;
      }
      wrong.layout =
          any_float_key ? std::optional<KeyLayout>(layout) : std::nullopt;
      Add(wrong);
    }
  }

  void TryOtherVersion(int32_t minor) {
    minor_ = 1 - minor;
    std::array<uint8_t, kPresenceSize> present = {1, 1, 0};
    FileParts parts;
    if (minor_ == 1) {
      ByteCursor in(bytes_, kHeaderSize);
      if (!in.Read(&present)) return;
      parts.body = in.offset();
      for (const uint8_t byte : present) {
        if (byte > 1) return;
      }
    }
    parts.camera = present[0] != 0;
    parts.hands = present[1] != 0;
    parts.gaze = present[2] != 0;
    TryParts(parts, {.bytes = {kMinorVersionOffset, sizeof(int32_t)},
                     .path = "header.minorVersion",
                     .given = minor,
                     .right = minor_});
  }

  // One byte is wrong.
  void TryPresence(const FileParts& parts) {
    constexpr std::array<std::pair<const char*, bool FileParts::*>,
                         kPresenceSize>
        kBytes = {{{"hasCamera", &FileParts::camera},
                   {"hasHands", &FileParts::hands},
                   {"hasGaze", &FileParts::gaze}}};
    for (size_t i = 0; i < kBytes.size(); ++i) {
      const auto& [path, member] = kBytes[i];
      FileParts other = parts;
      other.*member = !(parts.*member);
      TryParts(other, {.bytes = {kHeaderSize + i, 1},
                       .path = path,
                       .given = bytes_[kHeaderSize + i],
                       .right = other.*member ? 1 : 0});
    }
  }

  // ---- Key counts ---------------------------------------------------------

  // The count of the first curve that can be none, or of the one before it.
  void TryCounts(const FileParts& parts, KeyLayout layout) {
    if (!ReadModes(parts)) return;
    const Stop stop =
        Walk(parts, layout, Following(parts, 0), parts.body, /*scan=*/true);
    if (stop.slot) {
      TryCount(parts, layout, *stop.slot, stop.offset, stop.any_float_key);
    }
    if (stop.before) {
      TryCount(parts, layout, *stop.before, stop.before_offset,
               stop.any_float_key);
    }
  }

  void TryCount(const FileParts& parts, KeyLayout layout, CurveSlot slot,
                uint64_t header_offset, bool any_float_key) {
    const auto header = HeaderAt(header_offset);
    if (!header) return;
    ByteCursor in(bytes_,
                  static_cast<size_t>(header_offset) + kCurveHeaderSize);
    const auto next = Following(parts, slot.index() + 1);
    KeyScan scan(KeySize(slot, layout));
    int32_t count = 0;
    bool appended = false;
    do {
      if (!Spend()) return;
      const uint64_t end = in.offset();
      // An empty marker list reads as the time of a key at 0, and zeros behind
      // it as more of these. Later times prove that they are keys.
      appended |= !next && count == header->key_count && IsZeroAt(end);
      const bool proven = !appended || scan.last_time() > 0;
      // Four zeros at the end are perhaps the time of a key that was cut.
      const bool cut = !next && in.remaining() == sizeof(float) &&
                       scan.last_time() <= 0 && count < header->key_count;
      bool any = any_float_key || (count != 0 && !slot.is_boolean());
      if (count != header->key_count && !cut && proven &&
          (next ? HeaderAt(end).has_value() : EndsWithMarkers(end)) &&
          IsRest(parts, layout, next, end, any)) {
        Add({.bytes = {header_offset + kCountOffset, sizeof(int32_t)},
             .path = absl::StrCat(slot.Path(), ".keyCount"),
             .given = header->key_count,
             .right = count,
             .layout = any ? std::optional(layout) : std::nullopt});
      }
      ++count;
    } while (scan.Next(in) && (!slot.is_boolean() || IsState(scan)));
  }

  std::span<const uint8_t> bytes_;
  const ReadOptions& options_;
  uint64_t budget_;  // of steps
  int32_t minor_ = 1;
  CurveHeader modes_;
  std::optional<WrongNumber> found_;
  bool ambiguous_ = false;
};

}  // namespace

std::optional<FileParts> ReadFileParts(std::span<const uint8_t> bytes) {
  const auto version = ReadVersion(bytes);
  if (!version || version->major != 1) return std::nullopt;
  FileParts parts = {.minor = version->minor};
  if (version->minor == 0) return parts;
  if (version->minor != 1) return std::nullopt;
  ByteCursor in(bytes, kHeaderSize);
  std::array<uint8_t, kPresenceSize> present;
  if (!in.Read(&present)) return std::nullopt;
  parts.camera = present[0] != 0;
  parts.hands = present[1] != 0;
  parts.gaze = present[2] != 0;
  parts.body = in.offset();
  return parts;
}

bool KeyScan::Next(ByteCursor& in) {
  float time;
  if (!in.Read(&time)) return false;
  misread_ = misread_ || IsMisreadInteger(time);
  could_go_on_ =
      std::isfinite(time) && !IsMisreadInteger(time) && !(time < last_time_);
  if (!could_go_on_) return false;
  ascending_ = ascending_ && time != last_time_;
  last_time_ = time;
  if (!in.Read(&last_value_)) return false;
  could_go_on_ = std::isfinite(last_value_);
  if (!could_go_on_) return false;
  if (key_size_ == kCompactKeySize) return true;
  int32_t mode = 0;
  if (!in.Skip(key_size_ - sizeof(CompactKey) - sizeof(mode)) ||
      !in.Read(&mode)) {
    return false;
  }
  could_go_on_ = mode >= 0 && mode <= 3;
  return could_go_on_;
}

std::optional<WrongNumber> FindWrongNumber(std::span<const uint8_t> bytes,
                                           const ReadOptions& options) {
  return Search(bytes, options).Run();
}

}  // namespace clipguard::mrtk
