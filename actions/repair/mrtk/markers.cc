// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "actions/repair/mrtk/parts.h"
#include "base/byte_cursor.h"
#include "base/float_text.h"
#include "base/name_length.h"
#include "base/text.h"
#include "base/text_of.h"
#include "base/utf8.h"
#include "parser/detect/format.h"
#include "parser/format_set.h"
#include "parser/mrtk/checks/survey.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/unwritten_end.h"
#include "parser/mrtk/wrong_number.h"

namespace clipguard::actions {
namespace {

using mrtk::CurveSlot;
using mrtk::InputAnimationView;

constexpr uint64_t kCountSize = 4;
constexpr std::array<uint8_t, kCountSize> kNoMarkers = {0, 0, 0, 0};

// A longer tail may be the rest of the recording: a page of zeros among its
// curves reads as empty curves and no markers.
constexpr uint64_t kLongestJunk = 64;

// A marker as it lies in the file.
struct RawMarker {
  float time = 0;
  uint64_t length_offset = 0;
  uint64_t name_offset = 0;
  std::string_view name;

  uint64_t end() const { return name_offset + name.size(); }
};

enum class Outcome : uint8_t {
  kWhole,
  kCut,        // the file ends inside it
  kNamePast,   // its name would end after the file
  kMalformed,  // its length is none, or more than is read
};

// Offsets of markers: each takes 8 bytes here, and its marker 5 or more in the
// file.
using Offsets = std::vector<uint64_t>;

std::array<uint8_t, kCountSize> CountBytes(size_t count) {
  return std::bit_cast<std::array<uint8_t, kCountSize>>(
      static_cast<int32_t>(count));
}

bool AreZeros(std::span<const uint8_t> bytes) {
  return std::ranges::all_of(bytes, [](uint8_t byte) { return byte == 0; });
}

// A name's length in its shortest form.
std::string LengthBytes(size_t length) {
  std::string bytes;
  AppendNameLength(length, bytes);
  return bytes;
}

std::string Quoted(std::string_view name) {
  constexpr size_t kShown = 40;
  std::string text = "\"";
  text += name.substr(0, kShown);
  text += name.size() > kShown ? "...\"" : "\"";
  return text;
}

std::string MarkerPath(size_t index, std::string_view field = {}) {
  std::string path = absl::StrCat("markers[", index, "]");
  path += field;
  return path;
}

class MarkerRepair {
 public:
  MarkerRepair(const InputAnimationView& view, bool sound, const Limits& limits,
               ChangeLog& log, Splicer& out)
      : view_(view),
        bytes_(view.bytes()),
        begin_(EndOfCurves(view)),
        ends_in_key_(EndsInKey(view)),
        sound_(sound && !EndsMisread(view)),
        limits_(limits),
        log_(log),
        out_(out) {}

  void Run() {
    log_.BeginPart();
    const uint64_t left = bytes_.size() - begin_;
    if (left < kCountSize) {
      AddList(left);
      return;
    }
    ByteCursor in(bytes_, begin_);
    int32_t declared = 0;
    if (!in.Read(&declared)) return;
    if (!Collect(declared)) return;
    if (!FindEnd(declared)) return;
    WriteMarkers(declared);
    // Removes the bytes after the last marker.
    if (end_ != bytes_.size() && cut_) {
      out_.Replace(end_, bytes_.size() - end_, {});
    }
  }

 private:
  static uint64_t EndOfCurves(const InputAnimationView& view) {
    uint64_t end = mrtk::kHeaderSize +
                   (view.version().minor == 0 ? 0 : mrtk::kPresenceSize);
    for (size_t i = 0; i < CurveSlot::kCount; ++i) {
      const CurveSlot slot(i);
      if (!view.has_curve(slot)) continue;
      end = view.curve_offset(slot) + mrtk::kCurveHeaderSize +
            view.curve(slot).key_bytes().size();
    }
    return end;
  }

  static std::optional<mrtk::CurveView> LastCurve(
      const InputAnimationView& view) {
    for (size_t i = CurveSlot::kCount; i-- != 0;) {
      if (view.has_curve(CurveSlot(i))) return view.curve(CurveSlot(i));
    }
    return std::nullopt;
  }

  // Whether the last curve of all, if there is one, ends in a key that is more
  // than zeros: curves and markers that were overwritten with zeros, or a count
  // of keys that was, read as none.
  static bool EndsInKey(const InputAnimationView& view) {
    const auto curve = LastCurve(view);
    return !curve ||
           (!curve->empty() &&
            std::ranges::any_of(curve->key_bytes().last(curve->key_size()),
                                [](uint8_t byte) { return byte != 0; }));
  }

  // Whether the marker list, or some of it, was read as the last curve's keys.
  static bool EndsMisread(const InputAnimationView& view) {
    const auto curve = LastCurve(view);
    for (size_t k = 0; curve && k < curve->size(); ++k) {
      if (mrtk::IsMisreadInteger(curve->time(k))) return true;
    }
    return false;
  }

  void AddList(uint64_t left) {
    if (left == 0) {
      if (log_.Add(FindingCode::kMarkerListMissing, true, {begin_, 0}, [] {
            return ChangeText{.path = "markers",
                              .before = "no marker list",
                              .after = "an empty marker list"};
          })) {
        out_.Replace(begin_, 0, kNoMarkers);
      }
      return;
    }
    if (log_.Add(FindingCode::kFileTruncated, sound_, {begin_, left}, [&] {
          return ChangeText{
              .path = "markers.count",
              .before = absl::StrCat(Count(left, "byte"), " of a marker count"),
              .after = "an empty marker list",
              .lost = "how many markers there were"};
        })) {
      out_.Replace(begin_, left, kNoMarkers);
    }
  }

  Outcome Parse(uint64_t offset, RawMarker& marker) const {
    ByteCursor in(bytes_, offset);
    if (!in.Read(&marker.time)) return Outcome::kCut;
    marker.length_offset = in.offset();
    uint64_t length = 0;
    for (size_t i = 0;; ++i) {
      uint8_t byte = 0;
      if (i == 5) return Outcome::kMalformed;
      if (!in.Read(&byte)) return Outcome::kCut;
      length |= uint64_t{byte & 0x7fu} << (7 * i);
      if ((byte & 0x80) == 0) break;
    }
    if (length > limits_.name_bytes ||
        length > uint64_t{std::numeric_limits<int32_t>::max()}) {
      return Outcome::kMalformed;
    }
    marker.name_offset = in.offset();
    std::span<const uint8_t> name;
    if (!in.ReadBytes(length, &name)) return Outcome::kNamePast;
    marker.name = {reinterpret_cast<const char*>(name.data()), name.size()};
    return Outcome::kWhole;
  }

  RawMarker Marker(uint64_t offset) const {
    RawMarker marker;
    static_cast<void>(Parse(offset, marker));
    return marker;
  }

  // Notes where the markers are, as many as are declared, or there. False if
  // they are more than are read.
  bool Collect(int32_t declared) {
    end_ = begin_ + kCountSize;
    outcome_ = Outcome::kWhole;
    while (declared < 0 || offsets_.size() < static_cast<size_t>(declared)) {
      if (end_ == bytes_.size()) {
        outcome_ = Outcome::kCut;
        break;
      }
      RawMarker marker;
      outcome_ = Parse(end_, marker);
      if (outcome_ != Outcome::kWhole) break;
      if (offsets_.size() == limits_.markers) return false;
      offsets_.push_back(end_);
      end_ = marker.end();
    }
    return outcome_ != Outcome::kMalformed;
  }

  // Whether these bytes can be nothing but a marker that goes on with the list.
  static bool IsPlausible(const RawMarker& marker, float previous) {
    return std::abs(marker.time) <= mrtk::kFarthestTime &&
           marker.time >= previous && IsText(marker.name);
  }

  static bool IsText(std::string_view name) {
    return !FindUtf8Error(name) && std::ranges::none_of(name, [](char c) {
      return static_cast<unsigned char>(c) < ' ';
    });
  }

  // Whether the names are text: if a length is wrong, other markers are taken
  // for parts of a name.
  bool AllAreText() const {
    return std::ranges::all_of(
        offsets_, [&](uint64_t offset) { return IsText(Marker(offset).name); });
  }

  // Whether the list makes sense so far: its markers are plausible, and one of
  // them, if there are any, has a name, since five bytes of anything are a
  // marker without one.
  bool ArePlausible() const {
    float previous = -mrtk::kFarthestTime;
    bool named = offsets_.empty();
    return std::ranges::all_of(offsets_,
                               [&](uint64_t offset) {
                                 const RawMarker marker = Marker(offset);
                                 const bool plausible =
                                     IsPlausible(marker, previous);
                                 previous = marker.time;
                                 named = named || !marker.name.empty();
                                 return plausible;
                               }) &&
           named;
  }

  // The plausible markers that lie from there to the end of the file; none if
  // something else does. `named`: whether one of them has a name.
  Offsets FurtherMarkers(bool& named) const {
    float previous = -mrtk::kFarthestTime;
    if (!offsets_.empty()) {
      const float time = Marker(offsets_.back()).time;
      if (std::isfinite(time)) previous = time;
    }
    Offsets further;
    named = false;
    for (uint64_t at = end_; at != bytes_.size();) {
      RawMarker marker;
      if (Parse(at, marker) != Outcome::kWhole ||
          !IsPlausible(marker, previous) ||
          offsets_.size() + further.size() == limits_.markers) {
        named = false;
        return {};
      }
      previous = marker.time;
      named = named || !marker.name.empty();
      further.push_back(at);
      at = marker.end();
    }
    return further;
  }

  // Where the list ends, and what becomes of the bytes after it. False if that
  // is not to be told.
  bool FindEnd(int32_t declared) {
    const ByteRange count = {begin_, kCountSize};
    if (declared < 0) return CountAnew(declared, count);
    const uint64_t left = bytes_.size() - end_;
    if (offsets_.size() == static_cast<size_t>(declared)) {
      return left == 0 || EndTrailing(declared, left);
    }
    // The file ends before the list does.
    const bool past = outcome_ == Outcome::kNamePast;
    const auto needed = static_cast<uint64_t>(declared) * mrtk::kMinMarkerSize;
    const auto code = needed > bytes_.size() - begin_ - kCountSize
                          ? FindingCode::kMarkerCountTooLarge
                      : past ? FindingCode::kMarkerNamePastEnd
                             : FindingCode::kFileTruncated;
    // A key's time that is read as a count is a very large one.
    constexpr int32_t kMostMarkers = 1 << 24;
    const bool is_count = left == 0 || declared <= kMostMarkers;
    const bool safe =
        sound_ && is_count && ArePlausible() && (!past || IsPartOfName());
    cut_ = log_.Add(code, safe, {begin_, bytes_.size() - begin_}, [&] {
      return ChangeText{
          .path = code == FindingCode::kMarkerCountTooLarge
                      ? "markers.count"
                      : MarkerPath(offsets_.size()),
          .before = absl::StrCat("a count of ", declared, ", and ",
                                 offsets_.size(), " whole markers"),
          .after = absl::StrCat("a count of ", offsets_.size()),
          .lost = left == 0 ? ""
                            : absl::StrCat("the ", Count(left, "byte"),
                                           " of a marker that is cut"),
          .note = safe && left != 0 ? ""
                  : safe ? "if the file was cut there, the others are lost"
                  : is_count
                      ? "perhaps the length of a name is wrong, and markers "
                        "follow it"
                      : "perhaps the number of keys before it is wrong"};
    });
    return cut_;
  }

  // Whether the bytes after the length of the last name are text to the end of
  // the file: then it was cut there.
  bool IsPartOfName() const {
    RawMarker marker;
    static_cast<void>(Parse(end_, marker));
    const std::string_view rest = {
        reinterpret_cast<const char*>(bytes_.data()) + marker.name_offset,
        bytes_.size() - static_cast<size_t>(marker.name_offset)};
    const auto error = FindUtf8Error(rest);
    // A character that is cut is no fault of the text.
    constexpr size_t kLongestCut = 3;
    return (!error || error->offset + kLongestCut >= rest.size()) &&
           std::ranges::none_of(rest, [](char c) {
             return static_cast<unsigned char>(c) < ' ';
           });
  }

  bool CountAnew(int32_t declared, ByteRange count) {
    // As many as there are were collected.
    const bool plausible = end_ == bytes_.size() && sound_ && ArePlausible();
    if (!plausible) {
      log_.Refuse(FindingCode::kMarkerCountNegative, count, "markers.count",
                  "what follows are not markers to the end of the file");
      return false;
    }
    return log_.Add(FindingCode::kMarkerCountNegative, true, count, [&] {
      return ChangeText{.path = "markers.count",
                        .before = absl::StrCat(declared),
                        .after = absl::StrCat(offsets_.size()),
                        .note = "so many markers end where the file does"};
    });
  }

  bool EndTrailing(int32_t declared, uint64_t left) {
    const ByteRange rest = {end_, left};
    const auto tail = bytes_.subspan(static_cast<size_t>(end_));
    const bool zeros = AreZeros(tail);
    if (AreZeros(bytes_.subspan(
            static_cast<size_t>(begin_ - mrtk::kCurveHeaderSize))) &&
        mrtk::CountKeyedCurves(view_).with_keys == 0) {
      log_.Refuse(FindingCode::kTrailingBytes, rest, "end",
                  "its curves are zeros before the first key: nothing of it is "
                  "left");
      return false;
    }
    if (zeros && mrtk::FindUnwrittenEnd(view_)) {
      log_.Refuse(FindingCode::kTrailingBytes, rest, "end",
                  "the end of the file was not written, and which keys before "
                  "it are whole is not certain");
      return false;
    }
    const bool text = sound_ && AllAreText();
    bool named = false;
    const Offsets further = zeros || !text ? Offsets() : FurtherMarkers(named);
    if (named) {
      offsets_.insert(offsets_.end(), further.begin(), further.end());
      end_ = bytes_.size();
      log_.Add(FindingCode::kTrailingBytes, true, rest, [&] {
        return ChangeText{
            .path = "markers.count",
            .before = absl::StrCat("a count of ", declared, ", and markers ",
                                   "that are not counted"),
            .after = absl::StrCat("a count of ", offsets_.size()),
            .note = "so many markers end where the file does"};
      });
      return true;
    }
    const auto other =
        zeros || left < mrtk::kHeaderSize ? std::nullopt : DetectFormat(tail);
    const bool junk = left <= kLongestJunk && !other && further.empty();
    const bool safe =
        text &&
        (zeros || (junk && (offsets_.empty() ? ends_in_key_ : ArePlausible())));
    cut_ = log_.Add(FindingCode::kTrailingBytes, safe, rest, [&] {
      return ChangeText{
          .path = "end",
          .before = absl::StrCat(Count(left, "byte"), " after the end"),
          .after = "the end",
          .lost = zeros  ? ""
                  : safe ? "these bytes, which no reader of recordings reads"
                         : "these bytes",
          .note = safe    ? ""
                  : other ? absl::StrCat(
                                "another file begins there, of the format ",
                                std::string(FormatName(*other)),
                                ": make two files of this one")
                          : "perhaps the recording ends elsewhere"};
    });
    return true;
  }

  // ---- The markers --------------------------------------------------------

  void WriteMarkers(int32_t declared) {
    Offsets kept = offsets_;
    const bool left_out = LeaveOutWithoutTime(kept);
    const bool changed = SortMarkers(kept) || left_out;
    if (std::cmp_not_equal(declared, kept.size())) {
      out_.Replace(begin_, kCountSize, CountBytes(kept.size()));
    }
    if (!changed) {
      for (size_t i = 0; i < kept.size(); ++i) {
        const RawMarker marker = Marker(kept[i]);
        const std::string fixed = Fixed(kept[i], marker);
        out_.Replace(marker.length_offset, marker.end() - marker.length_offset,
                     BytesOf(fixed));
      }
      return;
    }
    // Whole markers change places: all of them are written anew.
    std::string list;
    for (size_t i = 0; i < kept.size(); ++i) {
      const RawMarker marker = Marker(kept[i]);
      const auto time = std::bit_cast<std::array<char, 4>>(marker.time);
      list.append(time.data(), time.size());
      list += Fixed(kept[i], marker);
    }
    const uint64_t first = begin_ + kCountSize;
    out_.Replace(first, end_ - first, BytesOf(list));
  }

  bool LeaveOutWithoutTime(Offsets& kept) {
    size_t index = 0;
    return std::erase_if(kept, [&](uint64_t offset) {
             const RawMarker marker = Marker(offset);
             const size_t i = index++;
             if (std::isfinite(marker.time)) return false;
             return log_.Add(FindingCode::kMarkerTimeNotFinite, false,
                             {offset, marker.end() - offset}, [&] {
                               return ChangeText{
                                   .path = MarkerPath(i, ".time"),
                                   .before = absl::StrCat(
                                       "a marker at ", FloatText(marker.time),
                                       " s, ", Quoted(marker.name)),
                                   .after = "no marker",
                                   .lost = "the marker's name"};
                             });
           }) != 0;
  }

  bool SortMarkers(Offsets& kept) {
    float previous = -std::numeric_limits<float>::infinity();
    bool in_order = true;
    bool all_times = true;
    for (size_t i = 0; i < kept.size(); ++i) {
      const RawMarker marker = Marker(kept[i]);
      if (!std::isfinite(marker.time)) {
        all_times = false;
        continue;
      }
      if (marker.time < previous) in_order = false;
      previous = marker.time;
    }
    if (in_order) return false;
    if (!all_times) {
      log_.Refuse(FindingCode::kMarkerTimeDecreasing, {kept.front(), 0},
                  "markers", "there are markers without a time");
      return false;
    }
    // Five bytes of anything are a marker without a name.
    const bool text =
        AllAreText() && std::ranges::none_of(kept, [&](uint64_t offset) {
          return Marker(offset).name.empty();
        });
    const bool safe =
        sound_ && text && mrtk::RestartOf(kept.size(), [&](size_t i) {
                            return Marker(kept[i]).time;
                          }) == 0;
    bool allowed = false;
    for (size_t i = 1; i < kept.size(); ++i) {
      const float before = Marker(kept[i - 1]).time;
      const float time = Marker(kept[i]).time;
      if (time >= before) continue;
      allowed =
          log_.Add(FindingCode::kMarkerTimeDecreasing, safe, {kept[i], 4}, [&] {
            return ChangeText{
                .path = MarkerPath(i, ".time"),
                .before = absl::StrCat(FloatText(time), " s after ",
                                       FloatText(before), " s"),
                .after = "markers in the order of their times",
                .note = safe ? ""
                        : text
                            ? "perhaps they are those of two takes, or "
                              "misread: the file has other errors, or "
                              "their times begin again"
                            : "names are empty or no text: perhaps a length is "
                              "wrong"};
          });
    }
    if (!allowed) return false;
    std::sort(kept.begin(), kept.end(), [&](uint64_t a, uint64_t b) {
      const float ta = Marker(a).time;
      const float tb = Marker(b).time;
      return ta != tb ? ta < tb : a < b;
    });
    return true;
  }

  // A name with its length, as it will be.
  std::string Fixed(uint64_t offset, const RawMarker& marker) {
    const auto index = static_cast<size_t>(
        std::ranges::lower_bound(offsets_, offset) - offsets_.begin());
    const uint64_t length_size = marker.name_offset - marker.length_offset;
    std::string name(marker.name);
    bool renamed = false;
    if (name.find('\0') != std::string::npos) {
      renamed = log_.Add(FindingCode::kMarkerNameHasNul, false,
                         {marker.name_offset, marker.name.size()}, [&] {
                           return ChangeText{.path = MarkerPath(index, ".name"),
                                             .before = Quoted(name),
                                             .after = "the same without NUL",
                                             .lost = "the NULs"};
                         });
      if (renamed) std::erase(name, '\0');
    }
    std::string length = LengthBytes(name.size());
    const bool padded = LengthBytes(marker.name.size()).size() != length_size;
    if (padded) {
      log_.Add(FindingCode::kMarkerNameLengthPadded, true,
               {marker.length_offset, length_size}, [&] {
                 return ChangeText{
                     .path = MarkerPath(index, ".name"),
                     .before = absl::StrCat("a length of ",
                                            Count(length_size, "byte")),
                     .after = absl::StrCat("a length of ",
                                           Count(length.size(), "byte"))};
               });
    }
    return length + name;
  }

  const InputAnimationView& view_;
  std::span<const uint8_t> bytes_;
  uint64_t begin_;  // of the list: its count
  bool ends_in_key_;
  bool sound_;
  const Limits& limits_;
  ChangeLog& log_;
  Splicer& out_;

  Offsets offsets_;    // of whole markers
  uint64_t end_ = 0;   // of the last of them
  Outcome outcome_{};  // of what comes after it
  bool cut_ = false;   // whether what comes after it is left out
};

}  // namespace

void RepairMarkers(const InputAnimationView& view, bool sound,
                   const Limits& limits, ChangeLog& log, Splicer& out) {
  MarkerRepair(view, sound, limits, log, out).Run();
}

}  // namespace clipguard::actions
