// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/mrtk/oracle/naive_mrtk_reader.h"

#include <bit>
#include <cmath>
#include <numeric>
#include <optional>

namespace clipguard::fuzz {
namespace {

using enum FindingCode;

constexpr size_t kCurves = 395;

bool IsBoolean(size_t slot) { return slot >= 7 && slot <= 10; }

bool WrapModeExists(int32_t mode) {
  return mode == 0 || mode == 1 || mode == 2 || mode == 4 || mode == 8;
}

// The bytes not read yet, and where they lie.
struct Rest {
  const std::vector<uint8_t>* file;
  size_t at = 0;

  size_t left() const { return file->size() - at; }
  uint8_t Byte() { return (*file)[at++]; }
  uint32_t Word() {
    uint32_t word = 0;
    for (uint32_t i = 0; i < 4; ++i) word += uint32_t{Byte()} << (8 * i);
    return word;
  }
  int32_t Int() { return static_cast<int32_t>(Word()); }
  float Float() { return std::bit_cast<float>(Word()); }
};

class Reader {
 public:
  explicit Reader(const std::vector<uint8_t>& bytes) : in_{.file = &bytes} {
    out_.curves.resize(kCurves);
  }

  NaiveRecording Read() {
    out_.readable = ReadHeader() && ReadPresence();
    if (!out_.readable) return out_;
    const Rest body = in_;
    out_.full_keys = minor_ == 0 || ChooseFull(body);
    in_ = body;
    if (AreLineEndingsConverted()) {
      out_.readable = false;
      return out_;
    }
    ReadCurves();
    if (!out_.readable) return out_;
    ReadMarkers();
    for (size_t slot = 0; slot < kCurves; ++slot) CheckCurve(slot);
    for (size_t slot : PoseSlots()) CheckRotation(slot + 3);
    if (hands_) {
      CheckPart(11, 189, IsTracked(7), kHandWithoutKeys, kHandNeverChanges);
      CheckPart(200, 189, IsTracked(8), kHandWithoutKeys, kHandNeverChanges);
    }
    if (gaze_) CheckPart(389, 6, true, kGazeWithoutKeys, kGazeNeverChanges);
    if (hands_) CheckMostlyEmpty();
    CheckLength();
    if (hands_) {
      CheckHand(7, 11);
      CheckHand(8, 200);
    }
    CheckTakes();
    CheckMarkers();
    return out_;
  }

 private:
  void Fault(FindingCode code, size_t offset, size_t length) {
    out_.faults.push_back({code, offset, length});
  }

  // Whether a field of `size` bytes is there.
  bool Need(size_t size) {
    if (in_.left() >= size) return true;
    Fault(kFileTruncated, in_.at, in_.left());
    return false;
  }

  bool HasPart(size_t slot) const {
    return slot < 7 ? camera_ : slot < 389 ? hands_ : gaze_;
  }

  // ---- Structure ----------------------------------------------------------

  bool ReadHeader() {
    if (!Need(8)) return false;
    for (int expected : {0xc6, 0x42, 0x9e, 0x0f, 0x6e, 0xaf, 0x8f, 0x6a}) {
      if (in_.Byte() != expected) {
        Fault(kMagicMismatch, 0, 8);
        return false;
      }
    }
    if (!Need(4)) return false;
    const int32_t major = in_.Int();
    if (!Need(4)) return false;
    minor_ = in_.Int();
    if (major != 1) Fault(kVersionUnsupported, 8, 4);
    if (major == 1 && minor_ != 0 && minor_ != 1) {
      Fault(kVersionUnsupported, 12, 4);
    }
    return out_.faults.empty();
  }

  bool ReadPresence() {
    if (minor_ == 0) {
      camera_ = hands_ = true;
      return true;
    }
    for (bool* part : {&camera_, &hands_, &gaze_}) {
      if (!Need(1)) return false;
      const uint8_t byte = in_.Byte();
      *part = byte != 0;
      if (byte > 1) Fault(kPresenceByteUnusual, in_.at - 1, 1);
    }
    return true;
  }

  struct Walk {
    size_t readable = 0;
    size_t sensible = 0;
    bool fits = false;
    bool wraps_exist = true;
  };

  // Walks from curve `slot` on.
  Walk WalkFrom(size_t slot, Rest in, bool full, Walk walk) const {
    if (slot == kCurves) {
      walk.fits = in.left() == 0 || EndsWithMarkers(in);
      return walk;
    }
    if (!HasPart(slot)) return WalkFrom(slot + 1, in, full, walk);
    if (in.left() < 12) return walk;
    const int32_t pre = in.Int();
    const int32_t post = in.Int();
    const int32_t count = in.Int();
    if (count < 0) return walk;
    const size_t key_size = full && !IsBoolean(slot) ? 28 : 8;
    for (int32_t i = 0; i < count; ++i) {
      if (in.left() < key_size) return walk;
      in.at += key_size;
    }
    walk.wraps_exist =
        walk.wraps_exist && WrapModeExists(pre) && WrapModeExists(post);
    walk.readable += 1;
    walk.sensible += walk.wraps_exist ? 1 : 0;
    return WalkFrom(slot + 1, in, full, walk);
  }

  static bool EndsWithMarkers(Rest in) {
    if (in.left() < 4) return false;
    const int32_t count = in.Int();
    if (count < 0) return false;
    for (int32_t i = 0; i < count; ++i) {
      if (in.left() < 4) return false;
      in.at += 4;
      uint64_t length = 0;
      uint32_t size = 0;
      for (bool more = true; more; ++size) {
        if (size == 5 || in.left() == 0) return false;
        const uint8_t byte = in.Byte();
        length += uint64_t{byte % 128u} << (7 * size);
        more = byte >= 128;
      }
      if (length > in.left()) return false;
      in.at += length;
    }
    return in.left() == 0;
  }

  bool ChooseFull(const Rest& body) const {
    const Walk compact = WalkFrom(0, body, false, {});
    const Walk full = WalkFrom(0, body, true, {});
    if (compact.fits && compact.wraps_exist) return false;
    if (full.fits && full.wraps_exist) return true;
    if (compact.fits) return false;
    if (full.fits) return true;
    if (full.sensible != compact.sensible) {
      return full.sensible > compact.sensible;
    }
    return full.readable > compact.readable;
  }

  bool AreLineEndingsConverted() {
    const Walk walk = WalkFrom(0, in_, out_.full_keys, {});
    if (walk.fits) return false;
    size_t first = 0;
    size_t lines = 0;
    std::vector<uint8_t> without;
    for (size_t i = 0; i < in_.file->size(); ++i) {
      if ((*in_.file)[i] == 10) {
        if (i == 0 || (*in_.file)[i - 1] != 13) return false;
        if (lines == 0) first = i - 1;
        lines += 1;
        without.pop_back();
      }
      without.push_back((*in_.file)[i]);
    }
    size_t parts = 0;
    for (size_t slot = 0; slot < kCurves; ++slot) parts += HasPart(slot);
    const bool breaks_off = walk.readable < parts;
    if (lines == 0 || !((breaks_off && lines >= 4) || Fits(without))) {
      return false;
    }
    Fault(kLineEndingsConverted, first, 1);
    return true;
  }

  static bool Fits(const std::vector<uint8_t>& file) {
    Reader reader(file);
    if (!reader.ReadHeader() || !reader.ReadPresence()) return false;
    const bool full = reader.minor_ == 0 || reader.ChooseFull(reader.in_);
    return reader.WalkFrom(0, reader.in_, full, {}).fits;
  }

  void ReadCurves() {
    std::optional<size_t> misread;  // where an impossible wrap mode lies
    for (size_t slot = 0; slot < kCurves; ++slot) {
      if (!HasPart(slot)) continue;
      const size_t faults = out_.faults.size();
      const size_t start = in_.at;
      if (!ReadCurve(slot)) {
        out_.readable = false;
        if (misread) {
          out_.faults.insert(
              out_.faults.begin() + static_cast<ptrdiff_t>(faults),
              {kWrapModeUnknown, *misread, 4});
        }
        return;
      }
      const NaiveCurve& curve = out_.curves[slot];
      if (!misread && !WrapModeExists(curve.pre_wrap)) misread = start;
      if (!misread && !WrapModeExists(curve.post_wrap)) misread = start + 4;
    }
  }

  bool ReadCurve(size_t slot) {
    NaiveCurve& curve = out_.curves[slot];
    curve.present = true;
    curve.offset = in_.at;
    if (!Need(4)) return false;
    curve.pre_wrap = in_.Int();
    if (!Need(4)) return false;
    curve.post_wrap = in_.Int();
    if (!Need(4)) return false;
    const int32_t count = in_.Int();
    const size_t count_at = in_.at - 4;
    if (count < 0) {
      Fault(kKeyCountNegative, count_at, 4);
      return false;
    }
    const bool full = out_.full_keys && !IsBoolean(slot);
    for (int32_t i = 0; i < count; ++i) {
      if (in_.left() < (full ? 28 : 8)) {
        Fault(kKeyCountTooLarge, count_at, 4);
        return false;
      }
      NaiveKey key;
      key.time = in_.Float();
      key.value = in_.Float();
      if (full) {
        key.in_tangent = in_.Float();
        key.out_tangent = in_.Float();
        key.in_weight = in_.Float();
        key.out_weight = in_.Float();
        key.weighted_mode = in_.Int();
      }
      curve.keys.push_back(key);
    }
    return true;
  }

  void ReadMarkers() {
    if (in_.left() == 0) {
      Fault(kMarkerListMissing, in_.at, 0);
      return;
    }
    if (!Need(4)) return;
    const int32_t count = in_.Int();
    if (count < 0) {
      Fault(kMarkerCountNegative, in_.at - 4, 4);
      return;
    }
    const bool too_many =
        uint64_t{5} * static_cast<uint32_t>(count) > in_.left();
    if (too_many) Fault(kMarkerCountTooLarge, in_.at - 4, 4);
    for (int32_t i = 0; i < count; ++i) {
      // That there are not enough is said already.
      if (too_many && in_.left() == 0) return;
      if (!ReadMarker()) return;
    }
    if (in_.left() != 0) Fault(kTrailingBytes, in_.at, in_.left());
  }

  bool ReadMarker() {
    NaiveMarker marker;
    marker_at_.push_back(in_.at);
    if (!Need(4)) return false;
    marker.time = in_.Float();
    const size_t start = in_.at;
    uint64_t length = 0;
    uint8_t byte = 128;
    while (byte >= 128) {
      if (in_.at - start == 5) {
        Fault(kMarkerNameLengthMalformed, start, 5);
        return false;
      }
      if (!Need(1)) return false;
      byte = in_.Byte();
      length += uint64_t{byte % 128u} << (7 * (in_.at - start - 1));
    }
    const size_t size = in_.at - start;
    if (length > 0x7fffffff) {
      Fault(kMarkerNameLengthTooLarge, start, size);
      return false;
    }
    // A last byte of nothing but zeros says nothing.
    if (size > 1 && byte == 0) Fault(kMarkerNameLengthPadded, start, size);
    if (length > in_.left()) {
      Fault(kMarkerNamePastEnd, start, size);
      return false;
    }
    name_at_.push_back(in_.at);
    for (uint64_t i = 0; i < length; ++i) {
      marker.name += static_cast<char>(in_.Byte());
    }
    out_.markers.push_back(marker);
    return true;
  }

  // ---- Curves -------------------------------------------------------------

  void CheckCurve(size_t slot) {
    const NaiveCurve& curve = out_.curves[slot];
    if (!curve.present) return;
    if (!WrapModeExists(curve.pre_wrap)) {
      Fault(kWrapModeUnknown, curve.offset, 4);
    }
    if (!WrapModeExists(curve.post_wrap)) {
      Fault(kWrapModeUnknown, curve.offset + 4, 4);
    }
    const bool full = out_.full_keys && !IsBoolean(slot);
    std::optional<float> previous;
    for (size_t i = 0; i < curve.keys.size(); ++i) {
      const NaiveKey& key = curve.keys[i];
      const size_t at = curve.offset + 12 + i * (full ? 28 : 8);
      if (!std::isfinite(key.time)) {
        Fault(kKeyTimeNotFinite, at, 4);
      } else {
        if (previous && key.time < *previous) {
          Fault(kKeyTimeDecreasing, at, 4);
        }
        if (previous && key.time == *previous) Fault(kKeyTimeDuplicate, at, 4);
        previous = key.time;
      }
      if (!std::isfinite(key.value)) Fault(kKeyValueNotFinite, at + 4, 4);
      if (IsBoolean(slot) && std::isfinite(key.value) && key.value != 0 &&
          key.value != 1) {
        Fault(kBooleanValueUnusual, at + 4, 4);
      }
      if (std::isnan(key.in_tangent)) Fault(kKeyTangentNan, at + 8, 4);
      if (std::isnan(key.out_tangent)) Fault(kKeyTangentNan, at + 12, 4);
      CheckWeight(key.in_weight, at + 16);
      CheckWeight(key.out_weight, at + 20);
      if (key.weighted_mode < 0 || key.weighted_mode > 3) {
        Fault(kWeightedModeUnknown, at + 24, 4);
      }
    }
  }

  void CheckWeight(float weight, size_t at) {
    if (std::isnan(weight)) {
      Fault(kKeyWeightNan, at, 4);
    } else if (weight < 0 || weight > 1) {
      Fault(kKeyWeightOutOfRange, at, 4);
    }
  }

  std::vector<size_t> PoseSlots() const {
    std::vector<size_t> slots;
    if (camera_) slots.push_back(0);
    for (size_t joint = 0; hands_ && joint < 54; ++joint) {
      slots.push_back(11 + 7 * joint);
    }
    return slots;
  }

  // The rotation whose x is at `slot`.
  void CheckRotation(size_t slot) {
    const NaiveCurve* c = &out_.curves[slot];
    const size_t n = c[0].keys.size();
    const size_t w = c[3].keys.size();
    if (c[1].keys.size() == n && c[2].keys.size() == n && (w == 1 || w == 2) &&
        w < n) {
      Fault(kRotationWLost, c[3].offset + 8, 4);
      return;
    }
    if (!TimesAscend(c)) {
      out_.rotations_ascend = false;
      return;
    }
    bool all_zero = true;
    for (size_t i = 0; i < 4; ++i) {
      for (const NaiveKey& key : c[i].keys) all_zero &= key.value == 0;
    }
    if (all_zero) return;
    std::vector<double> before;
    for (size_t i = 0; i < n; ++i) {
      std::vector<double> now;
      double squared = 0;
      for (size_t k = 0; k < 4; ++k) {
        const NaiveKey* key = FirstAt(c[k], c[0].keys[i].time);
        if (key == nullptr) continue;
        now.push_back(key->value);
        squared += double{key->value} * key->value;
      }
      const double length = std::sqrt(squared);
      if (now.size() < 4 || !std::isfinite(length)) now.clear();
      const size_t at = c[0].offset + 12 + i * (out_.full_keys ? 28 : 8) + 4;
      if (!now.empty() && std::abs(length - 1) > double{0.005f}) {
        Fault(kRotationNotUnit, at, 4);
      }
      if (!now.empty() && !before.empty() &&
          std::inner_product(now.begin(), now.end(), before.begin(), 0.0) < 0 &&
          IsTrackedAt(slot, (c[0].keys[i - 1].time + c[0].keys[i].time) / 2)) {
        Fault(kRotationSignFlips, at, 4);
      }
      before = now;
    }
  }

  // Whether the boolean curve of a joint's hand is above one half at a time:
  // the last key before the first that is later counts, or else the first.
  bool IsTrackedAt(size_t slot, float time) const {
    if (slot < 11) return true;
    const NaiveCurve& states = out_.curves[slot < 200 ? 7 : 8];
    if (states.keys.empty()) return true;
    size_t at = 0;
    while (at + 1 < states.keys.size() && states.keys[at + 1].time <= time) {
      at += 1;
    }
    return states.keys[at].value > 0.5f;
  }

  static bool TimesAscend(const NaiveCurve* curves) {
    for (size_t k = 0; k < 4; ++k) {
      const std::vector<NaiveKey>& keys = curves[k].keys;
      for (size_t i = 0; i < keys.size(); ++i) {
        if (!std::isfinite(keys[i].time)) return false;
        if (i != 0 && keys[i].time <= keys[i - 1].time) return false;
      }
    }
    return true;
  }

  static const NaiveKey* FirstAt(const NaiveCurve& curve, float time) {
    for (const NaiveKey& key : curve.keys) {
      if (key.time == time) return &key;
    }
    return nullptr;
  }

  bool IsTracked(size_t slot) const {
    for (const NaiveKey& key : out_.curves[slot].keys) {
      if (key.value > 0.5f) return true;
    }
    return false;
  }

  void CheckMostlyEmpty() {
    size_t all = 0;
    size_t keyed = 0;
    size_t last = 0;
    for (size_t slot = 0; slot < kCurves; ++slot) {
      if (!HasPart(slot)) continue;
      all += 1;
      if (out_.curves[slot].keys.empty()) continue;
      keyed += 1;
      last = slot;
    }
    if (keyed == 0 || keyed + keyed >= all || last == kCurves - 1) return;
    // x and y of a position; x, y and z of a rotation.
    const size_t component = last < 7 ? last : (last - 11) % 7;
    const bool pose = last < 7 || (last >= 11 && last < 389);
    const bool within = pose && component != 2 && component != 6;
    if (within || (last < 11 && IsTracked(7)) || (last < 200 && IsTracked(8))) {
      Fault(kRecordingMostlyEmpty, out_.curves[last + 1].offset, 12);
    }
  }

  void CheckPart(size_t first, size_t count, bool expected,
                 FindingCode without_keys, FindingCode never_changes) {
    bool empty = true;
    bool constant = true;
    size_t size = 0;
    for (size_t slot = first; slot < first + count; ++slot) {
      const NaiveCurve& curve = out_.curves[slot];
      size += 12 + curve.keys.size() * (out_.full_keys ? 28 : 8);
      for (const NaiveKey& key : curve.keys) {
        empty = false;
        constant &= key.value == curve.keys[0].value && key.in_tangent == 0 &&
                    key.out_tangent == 0;
      }
    }
    if (empty) {
      if (expected) Fault(without_keys, out_.curves[first].offset, size);
    } else if (constant) {
      Fault(never_changes, out_.curves[first].offset, size);
    }
  }

  // Checks a hand that moves, given its boolean curve and its first joint
  // curve.
  void CheckHand(size_t tracked, size_t first) {
    bool moves = false;
    bool turns = false;
    bool has_rotations = false;
    size_t size = 0;
    for (size_t slot = first; slot < first + 189; ++slot) {
      const NaiveCurve& curve = out_.curves[slot];
      size += 12 + curve.keys.size() * (out_.full_keys ? 28 : 8);
      for (const NaiveKey& key : curve.keys) {
        moves |= !(key.value == curve.keys[0].value && key.in_tangent == 0 &&
                   key.out_tangent == 0);
        if ((slot - first) % 7 < 3) continue;
        has_rotations = true;
        turns |= key.value != 0;
      }
    }
    if (!moves) return;
    if (has_rotations && !turns) {
      Fault(kHandWithoutRotations, out_.curves[first].offset, size);
    }
    const NaiveCurve& states = out_.curves[tracked];
    if (states.keys.empty() || IsTracked(tracked)) return;
    Fault(kHandNeverTracked, states.offset, 12 + 8 * states.keys.size());
  }

  // The key at which the second take of a curve begins, if there is one.
  static std::optional<size_t> SecondTake(const NaiveCurve& curve) {
    std::vector<size_t> begins = {0};
    for (size_t i = 1; i < curve.keys.size(); ++i) {
      if (curve.keys[i].time < curve.keys[i - 1].time) begins.push_back(i);
    }
    if (begins.size() == 1) return std::nullopt;
    for (size_t take = 1; take < begins.size(); ++take) {
      const size_t i = begins[take];
      const auto& keys = curve.keys;
      const bool two_before =
          i >= begins[take - 1] + 2 && keys[i].time < keys[i - 2].time;
      const bool two_behind =
          i + 1 < keys.size() && keys[i].time <= keys[i + 1].time;
      if (!two_before || !two_behind) return std::nullopt;
    }
    return begins[1];
  }

  void CheckTakes() {
    std::optional<size_t> first;
    size_t restarts = 0;
    size_t others = 0;
    for (size_t slot = 0; slot < kCurves; ++slot) {
      const NaiveCurve& curve = out_.curves[slot];
      const std::optional<size_t> key = SecondTake(curve);
      if (!key) {
        if (curve.keys.size() >= 4) others += 1;
        continue;
      }
      restarts += 1;
      if (first) continue;
      const size_t size = out_.full_keys && !IsBoolean(slot) ? 28 : 8;
      first = curve.offset + 12 + *key * size;
    }
    if (first && restarts >= 2 && restarts >= others) {
      Fault(kRecordingRestarts, *first, 4);
    }
  }

  // One fault for the recording, at its farthest first or last key.
  void CheckLength() {
    float most = 131072;
    std::optional<size_t> place;
    for (size_t slot = 0; slot < kCurves; ++slot) {
      const NaiveCurve& curve = out_.curves[slot];
      if (curve.keys.empty()) continue;
      const size_t size = out_.full_keys && !IsBoolean(slot) ? 28 : 8;
      const size_t last = curve.keys.size() - 1;
      const float begin = std::abs(curve.keys[0].time);
      const float end = std::abs(curve.keys[last].time);
      if (std::isfinite(begin) && begin > most) {
        most = begin;
        place = curve.offset + 12;
      }
      if (std::isfinite(end) && end > most) {
        most = end;
        place = curve.offset + 12 + last * size;
      }
    }
    if (place) Fault(kKeyTimeTooFar, *place, 4);
  }

  // ---- Markers ------------------------------------------------------------

  void CheckMarkers() {
    std::optional<float> previous;
    for (size_t i = 0; i < out_.markers.size(); ++i) {
      const NaiveMarker& marker = out_.markers[i];
      if (!std::isfinite(marker.time)) {
        Fault(kMarkerTimeNotFinite, marker_at_[i], 4);
      } else {
        if (previous && marker.time < *previous) {
          Fault(kMarkerTimeDecreasing, marker_at_[i], 4);
        }
        previous = marker.time;
      }
      for (size_t at = 0; at < marker.name.size();) {
        const size_t size = CharacterSize(marker.name.substr(at));
        if (size == 0) {
          // How long the ill-formed part is, is the reporter's choice.
          Fault(kMarkerNameNotUtf8, name_at_[i] + at, 0);
          break;
        }
        at += size;
      }
      for (size_t at = 0; at < marker.name.size(); ++at) {
        if (marker.name[at] == '\0') {
          Fault(kMarkerNameHasNul, name_at_[i] + at, 1);
          break;
        }
      }
    }
  }

  // Bytes of the UTF-8 character that the text begins with; 0 if it is not one.
  // Decodes it, and looks whether its number is one that takes so many bytes.
  static size_t CharacterSize(const std::string& text) {
    const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
    const size_t size = byte(0) < 0x80   ? 1
                        : byte(0) < 0xc0 ? 0
                        : byte(0) < 0xe0 ? 2
                        : byte(0) < 0xf0 ? 3
                        : byte(0) < 0xf8 ? 4
                                         : 0;
    if (size < 2 || text.size() < size) return size == 1 ? 1 : 0;
    uint32_t number = byte(0) & (0x7fu >> size);
    for (size_t i = 1; i < size; ++i) {
      if (byte(i) < 0x80 || byte(i) > 0xbf) return 0;
      number = number * 64 + (byte(i) & 0x3fu);
    }
    const uint32_t smallest = size == 2 ? 0x80 : size == 3 ? 0x800 : 0x10000;
    if (number < smallest || number > 0x10ffff) return 0;
    return number >= 0xd800 && number <= 0xdfff ? 0 : size;
  }

  Rest in_;
  NaiveRecording out_;
  int32_t minor_ = 0;
  bool camera_ = false;
  bool hands_ = false;
  bool gaze_ = false;
  std::vector<size_t> marker_at_;
  std::vector<size_t> name_at_;
};

}  // namespace

NaiveRecording ReadNaively(const std::vector<uint8_t>& bytes) {
  return Reader(bytes).Read();
}

bool Knows(const NaiveRecording& recording, FindingCode code) {
  return code != kFormatUnknown && code != kLimitExceeded &&
         code != kCurveOverflows && code != kCurveTailLost &&
         ((code != kRotationNotUnit && code != kRotationSignFlips) ||
          recording.rotations_ascend);
}

}  // namespace clipguard::fuzz
