// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/mrtk/input_animation_view.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/name_length.h"
#include "parser/line_endings.h"
#include "parser/mrtk/unwritten_end.h"
#include "parser/mrtk/wrong_number.h"

namespace clipguard::mrtk {
namespace {

std::string Bytes(uint64_t count) {
  return absl::StrCat(count, count == 1 ? " byte" : " bytes");
}

std::string MarkerPath(size_t index, std::string_view field) {
  return absl::StrCat("markers[", index, "].",
                      absl::string_view(field.data(), field.size()));
}

class IgnoringSink : public FindingSink {
 public:
  using FindingSink::Report;
  void Report(const Occurrence&) override {}
};

}  // namespace

// Walks the structure for ReadDamagedInputAnimation().
class StructureReader {
 public:
  StructureReader(std::span<const uint8_t> bytes, const ReadOptions& options,
                  FindingSink& sink)
      : options_(options), sink_(sink), in_(bytes) {
    view_.bytes_ = bytes;
  }

  std::optional<InputAnimationView> Read() {
    if (!CheckFileSize() || !ReadHeader() || !ReadPresence()) {
      return std::nullopt;
    }
    const size_t body = in_.offset();
    const Choice choice = FindLayout(body);
    view_.layout_ = choice.layout;
    if (!choice.fit.complete && AreLineEndingsConverted(choice.fit)) {
      return std::nullopt;
    }
    if (!ReadCurves(body)) return std::nullopt;
    ReadMarkerList();
    return view_;
  }

 private:
  // How far a layout makes sense. Counted in curves: in bytes, the layout with
  // the larger keys would seem to get further whatever they are.
  struct Fit {
    // The structure ends at the last byte, with or without markers.
    bool complete = false;
    bool has_curves = false;  // all of them, whole
    // Curves before the first one whose header cannot be one.
    size_t plausible = 0;
    // Curves before the structure breaks off.
    size_t readable = 0;

    // Small counts can make the wrong layout end at the last byte as well, but
    // hardly with wrap modes that all exist.
    bool sound() const { return complete && plausible == readable; }
  };

  struct Choice {
    KeyLayout layout;
    Fit fit = {};
  };

  // ---- Reporting ----------------------------------------------------------

  template <typename Describe>
  void Report(CodeFor<Describe, Description&> code, ByteRange bytes,
              const Describe& describe, const Scope& scope = {}) {
    sink_.Report(code, bytes, scope, [&](Description& d) {
      if (std::ranges::find(kMisfits, code.code()) != kMisfits.end()) {
        d.message = Cause(code.code());
      }
      return describe(d);
    });
  }

  // Why the structure does not fit the file, to be told after a message.
  std::string Cause(FindingCode code) const {
    if (code == FindingCode::kTrailingBytes) {
      if (const auto end = FindUnwrittenEnd(view_)) {
        return absl::StrCat("; the file is zeros from byte ", end->offset,
                            " on, among its curves: its end was not written");
      }
    }
    const auto wrong = FindWrongNumber(view_.bytes_, options_);
    if (!wrong) return {};
    return absl::StrCat("; if ", wrong->path, " @ ", wrong->bytes.offset,
                        " were ", wrong->right, " instead of ", wrong->given,
                        ", the file would fit to its last byte");
  }

  // The file ends inside a field of `needed` bytes at the cursor.
  void ReportTruncated(uint64_t needed, std::string_view what,
                       absl::FunctionRef<std::string()> path) {
    Report(FindingCode::kFileTruncated, {in_.offset(), in_.remaining()},
           [&](Description& d) {
             d.path = path();
             return Arguments{
                 std::string(what), Bytes(needed),
                 in_.remaining() == 0 ? "none" : absl::StrCat(in_.remaining())};
           });
  }

  // Whether `value` is within a limit; reports it if it is not.
  bool CheckLimit(uint64_t value, uint64_t Limits::* limit, ByteRange bytes,
                  absl::FunctionRef<std::string()> path) {
    const uint64_t most = options_.limits.*limit;
    if (value <= most) return true;
    Report(FindingCode::kLimitExceeded, bytes, [&](Description& d) {
      d.path = path();
      return Arguments{absl::StrCat(value), absl::StrCat(most),
                       LimitName(limit)};
    });
    return false;
  }

  // ---- Header -------------------------------------------------------------

  bool CheckFileSize() {
    return CheckLimit(in_.size(), &Limits::file_bytes, {0, in_.size()},
                      [] { return std::string("file"); });
  }

  bool ReadHeader() {
    std::span<const uint8_t> magic;
    if (!in_.ReadBytes(kMagicBytes.size(), &magic)) {
      ReportTruncated(kMagicBytes.size(), "the magic",
                      [] { return std::string("header.magic"); });
      return false;
    }
    if (!std::equal(magic.begin(), magic.end(), kMagicBytes.begin())) {
      Report(
          FindingCode::kMagicMismatch, {0, magic.size()}, [&](Description& d) {
            d.path = "header.magic";
            std::string hex;
            for (uint8_t b : magic) {
              absl::StrAppendFormat(&hex, "%s%02x", hex.empty() ? "" : " ", b);
            }
            const bool reversed =
                std::equal(magic.rbegin(), magic.rend(), kMagicBytes.begin());
            return Arguments{hex, reversed ? ": its bytes are reversed" : ""};
          });
      return false;
    }
    const auto read = [&](int32_t* field, std::string_view what,
                          const char* path) {
      if (in_.Read(field)) return true;
      ReportTruncated(sizeof(*field), what, [&] { return std::string(path); });
      return false;
    };
    Version& version = view_.version_;
    const size_t version_offset = in_.offset();
    if (!read(&version.major, "the major version", "header.majorVersion") ||
        !read(&version.minor, "the minor version", "header.minorVersion")) {
      return false;
    }
    if (version == Version{1, 0} || version == Version{1, 1}) return true;
    const bool major = version.major != 1;
    Report(FindingCode::kVersionUnsupported,
           {version_offset + (major ? 0 : sizeof(int32_t)), sizeof(int32_t)},
           [&](Description& d) {
             d.path = major ? "header.majorVersion" : "header.minorVersion";
             return Arguments{absl::StrCat(version.major, ".", version.minor),
                              "1.0 and 1.1"};
           });
    return false;
  }

  bool ReadPresence() {
    if (view_.version_.minor == 0) {
      view_.has_camera_ = view_.has_hands_ = true;
      return true;
    }
    struct Part {
      const char* path;
      const char* what;
      bool* present;
    };
    const Part parts[kPresenceSize] = {
        {"hasCamera", "the camera's presence byte", &view_.has_camera_},
        {"hasHands", "the hands' presence byte", &view_.has_hands_},
        {"hasGaze", "the gaze's presence byte", &view_.has_gaze_},
    };
    for (const Part& part : parts) {
      uint8_t byte;
      if (!in_.Read(&byte)) {
        ReportTruncated(1, part.what, [&] { return std::string(part.path); });
        return false;
      }
      *part.present = byte != 0;
      if (byte > 1) {
        Report(FindingCode::kPresenceByteUnusual, {in_.offset() - 1, 1},
               [&](Description& d) {
                 d.path = part.path;
                 return Arguments{absl::StrCat(static_cast<int>(byte))};
               });
      }
    }
    return true;
  }

  // ---- Layout -------------------------------------------------------------

  Fit TryLayout(KeyLayout layout, size_t body) const {
    ByteCursor in(view_.bytes_, body);
    Fit fit;
    bool plausible = true;
    for (size_t i = 0; i < CurveSlot::kCount; ++i) {
      const CurveSlot slot(i);
      if (!view_.has_curve(slot)) continue;
      CurveHeader header;
      if (!in.Read(&header) || header.key_count < 0 ||
          !in.Skip(uint64_t{static_cast<uint32_t>(header.key_count)} *
                   KeySize(slot, layout))) {
        return fit;
      }
      plausible = plausible && IsWrapMode(header.pre_wrap) &&
                  IsWrapMode(header.post_wrap);
      fit.plausible += plausible;
      ++fit.readable;
    }
    fit.has_curves = true;
    fit.complete = in.remaining() == 0 || EndsWithMarkers(in);
    return fit;
  }

  // Whether a marker list follows that ends at the last byte.
  static bool EndsWithMarkers(ByteCursor in) {
    int32_t count;
    if (!in.Read(&count)) return false;
    for (int32_t i = 0; i < count; ++i) {
      float time;
      if (!in.Read(&time)) return false;
      const NameLength length = ReadNameLength(in);
      if (length.state != NameLength::kGood || !in.Skip(length.value)) {
        return false;
      }
    }
    return count >= 0 && in.remaining() == 0;
  }

  Choice FindLayout(size_t body) const {
    std::optional<KeyLayout> known = options_.layout;
    // Nobody ever wrote 1.0 with compact keys.
    if (!known && view_.version_.minor == 0) known = KeyLayout::kFull;
    if (known) return {*known, TryLayout(*known, body)};
    const Fit compact = TryLayout(KeyLayout::kCompact, body);
    if (compact.sound()) return {KeyLayout::kCompact, compact};
    const Fit full = TryLayout(KeyLayout::kFull, body);
    if (full.sound()) return {KeyLayout::kFull, full};
    if (compact.complete) return {KeyLayout::kCompact, compact};
    if (full.complete) return {KeyLayout::kFull, full};
    // Bytes of one layout read as the other soon show a wrap mode that is
    // none, though counts may happen to fit for much longer.
    const bool is_full = full.plausible != compact.plausible
                             ? full.plausible > compact.plausible
                             : full.readable > compact.readable;
    return is_full ? Choice{KeyLayout::kFull, full}
                   : Choice{KeyLayout::kCompact, compact};
  }

  // For a file whose structure does not end at its last byte: whether a CR was
  // put before every LF, as by programs that take the file for text. Reports
  // it.
  bool AreLineEndingsConverted(const Fit& fit) {
    const auto lines = FindConvertedLines(view_.bytes_);
    if (!lines || !Explains(*lines, view_.bytes_, fit.has_curves,
                            [&](auto bytes) { return Fits(bytes); })) {
      return false;
    }
    Report(FindingCode::kLineEndingsConverted, {lines->first, 1},
           [&](Description& d) {
             d.path = "file";
             return Arguments{lines->Times()};
           });
    return true;
  }

  // Whether the structure of other bytes ends at the last one.
  bool Fits(std::span<const uint8_t> bytes) const {
    IgnoringSink ignore;
    StructureReader reader(bytes, options_, ignore);
    return reader.CheckFileSize() && reader.ReadHeader() &&
           reader.ReadPresence() &&
           reader.FindLayout(reader.in_.offset()).fit.complete;
  }

  // ---- Curves -------------------------------------------------------------

  bool ReadCurves(size_t body) {
    in_ = ByteCursor(view_.bytes_, body);
    for (size_t i = 0; i < CurveSlot::kCount; ++i) {
      const CurveSlot slot(i);
      view_.offsets_[i] = in_.offset();
      if (view_.has_curve(slot) && !ReadCurve(slot)) return false;
    }
    view_.offsets_[CurveSlot::kCount] = in_.offset();
    return true;
  }

  bool ReadCurve(CurveSlot slot) {
    const auto path = [&](std::string_view field) {
      std::string p = slot.Path();
      p += '.';
      p += field;
      return p;
    };
    CurveHeader header;
    const struct {
      int32_t* value;
      const char* what;
      const char* field;
    } fields[] = {
        {&header.pre_wrap, "a pre-wrap mode", "preWrap"},
        {&header.post_wrap, "a post-wrap mode", "postWrap"},
        {&header.key_count, "a key count", "keyCount"},
    };
    for (const auto& field : fields) {
      if (!in_.Read(field.value)) {
        ReportFirstImplausible(slot);
        ReportTruncated(sizeof(int32_t), field.what,
                        [&] { return path(field.field); });
        return false;
      }
    }
    if (!first_implausible_ &&
        (!IsWrapMode(header.pre_wrap) || !IsWrapMode(header.post_wrap))) {
      first_implausible_ = slot;
    }
    const ByteRange count_bytes = {in_.offset() - sizeof(int32_t),
                                   sizeof(int32_t)};
    if (header.key_count < 0) {
      ReportFirstImplausible(slot);
      Report(FindingCode::kKeyCountNegative, count_bytes, [&](Description& d) {
        d.path = path("keyCount");
        return Arguments{absl::StrCat(header.key_count)};
      });
      return false;
    }
    const uint64_t count = static_cast<uint32_t>(header.key_count);
    const uint64_t size = count * KeySize(slot, view_.layout_);
    if (!in_.Skip(size)) {
      ReportFirstImplausible(slot);
      Report(FindingCode::kKeyCountTooLarge, count_bytes, [&](Description& d) {
        d.path = path("keyCount");
        return Arguments{absl::StrCat(count), absl::StrCat(size),
                         absl::StrCat(in_.remaining())};
      });
      return false;
    }
    return CheckLimit(count, &Limits::keys_per_curve, count_bytes,
                      [&] { return path("keyCount"); });
  }

  // When the structure breaks off at curve `broken`, an earlier curve with a
  // wrap mode that does not exist tells since when the bytes have been misread.
  void ReportFirstImplausible(CurveSlot broken) {
    if (!first_implausible_ || *first_implausible_ == broken) return;
    const uint64_t begin = view_.offsets_[first_implausible_->index()];
    ByteCursor in(view_.bytes_, begin);
    CurveHeader header;
    if (!in.Read(&header)) return;
    const bool pre = !IsWrapMode(header.pre_wrap);
    Report(FindingCode::kWrapModeUnknown,
           {begin + (pre ? 0 : sizeof(int32_t)), sizeof(int32_t)},
           [&](Description& d) {
             d.path =
                 first_implausible_->Path() + (pre ? ".preWrap" : ".postWrap");
             return Arguments{
                 absl::StrCat(pre ? header.pre_wrap : header.post_wrap)};
           });
  }

  // ---- Markers ------------------------------------------------------------

  // Leaves in the view the markers that can be read.
  void ReadMarkerList() {
    if (in_.remaining() == 0) {
      Report(FindingCode::kMarkerListMissing, {in_.offset(), 0},
             [](Description& d) { d.path = "markers"; });
      return;
    }
    const auto count_path = [] { return std::string("markers.count"); };
    int32_t count;
    if (!in_.Read(&count)) {
      ReportTruncated(sizeof(count), "the marker count", count_path);
      return;
    }
    view_.has_marker_list_ = true;
    view_.marker_offset_ = in_.offset();
    const ByteRange count_bytes = {in_.offset() - sizeof(count), sizeof(count)};
    if (count < 0) {
      Report(FindingCode::kMarkerCountNegative, count_bytes,
             [&](Description& d) {
               d.path = count_path();
               return Arguments{absl::StrCat(count)};
             });
      return;
    }
    const uint64_t declared = static_cast<uint32_t>(count);
    const uint64_t needed = declared * kMinMarkerSize;
    const bool too_many = needed > in_.remaining();
    if (too_many) {
      Report(FindingCode::kMarkerCountTooLarge, count_bytes,
             [&](Description& d) {
               d.path = count_path();
               return Arguments{absl::StrCat(count), absl::StrCat(needed),
                                absl::StrCat(in_.remaining())};
             });
      // The view still shows as many as there are.
    } else if (!CheckLimit(declared, &Limits::markers, count_bytes,
                           count_path)) {
      return;
    }
    for (int32_t i = 0; i < count; ++i) {
      if (too_many && (in_.remaining() == 0 ||
                       view_.marker_count_ == options_.limits.markers)) {
        return;  // reported above
      }
      if (!ReadMarker(static_cast<size_t>(i))) return;
      ++view_.marker_count_;
    }
    if (in_.remaining() != 0) {
      Report(FindingCode::kTrailingBytes, {in_.offset(), in_.remaining()},
             [&](Description& d) {
               d.path = "end";
               return Arguments{Bytes(in_.remaining())};
             });
    }
  }

  bool ReadMarker(size_t index) {
    float time;
    if (!in_.Read(&time)) {
      ReportTruncated(sizeof(time), "a marker's time",
                      [&] { return MarkerPath(index, "time"); });
      return false;
    }
    const auto path = [&] { return MarkerPath(index, "name"); };
    const uint64_t start = in_.offset();
    const NameLength length = ReadNameLength(in_);
    const ByteRange length_bytes = {start, in_.offset() - start};
    if (length.state == NameLength::kCut) {
      ReportTruncated(1, "the length of a marker's name", path);
      return false;
    }
    if (length.state == NameLength::kMalformed) {
      Report(FindingCode::kMarkerNameLengthMalformed, length_bytes,
             [&](Description& d) { d.path = path(); });
      return false;
    }
    if (length.value > kMaxNameLength) {
      Report(FindingCode::kMarkerNameLengthTooLarge, length_bytes,
             [&](Description& d) {
               d.path = path();
               return Arguments{absl::StrCat(length.value)};
             });
      return false;
    }
    const size_t shortest = ShortestSize(length.value);
    if (length.size > shortest) {
      Report(
          FindingCode::kMarkerNameLengthPadded, length_bytes,
          [&](Description& d) {
            d.path = path();
            return Arguments{absl::StrCat(length.value),
                             absl::StrCat(length.size), absl::StrCat(shortest)};
          },
          // Many markers may have it; of every other fault here there is only
          // one.
          Scope{0, index, "marker"});
    }
    if (!in_.Skip(length.value)) {
      Report(FindingCode::kMarkerNamePastEnd, length_bytes,
             [&](Description& d) {
               d.path = path();
               return Arguments{absl::StrCat(length.value),
                                absl::StrCat(in_.remaining())};
             });
      return false;
    }
    return CheckLimit(length.value, &Limits::name_bytes, length_bytes, path);
  }

  const ReadOptions& options_;
  FindingSink& sink_;
  ByteCursor in_;
  InputAnimationView view_;
  // The first curve read with a wrap mode that does not exist.
  std::optional<CurveSlot> first_implausible_;
};

std::optional<Version> ReadVersion(std::span<const uint8_t> bytes) {
  ByteCursor in(bytes);
  std::span<const uint8_t> magic;
  Version version;
  if (!in.ReadBytes(kMagicBytes.size(), &magic) ||
      !std::equal(magic.begin(), magic.end(), kMagicBytes.begin()) ||
      !in.Read(&version.major) || !in.Read(&version.minor)) {
    return std::nullopt;
  }
  return version;
}

std::optional<InputAnimationView> ReadInputAnimation(
    std::span<const uint8_t> bytes, const ReadOptions& options,
    FindingSink& sink) {
  ErrorWatch watch(sink);
  auto view = ReadDamagedInputAnimation(bytes, options, watch);
  if (!watch.ok()) view.reset();
  return view;
}

std::optional<InputAnimationView> ReadDamagedInputAnimation(
    std::span<const uint8_t> bytes, const ReadOptions& options,
    FindingSink& sink) {
  return StructureReader(bytes, options, sink).Read();
}

float InputAnimationView::Duration() const {
  float duration = 0;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveView c = curve(CurveSlot(i));
    if (c.empty()) continue;
    const float end = c.time(c.size() - 1);
    if (std::isfinite(end)) duration = std::max(duration, end);
  }
  return duration;
}

float InputAnimationView::Begin() const {
  float begin = 0;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveView c = curve(CurveSlot(i));
    if (c.empty()) continue;
    for (const float time : {c.time(0), c.time(c.size() - 1)}) {
      if (std::isfinite(time)) begin = std::min(begin, time);
    }
  }
  return begin;
}

std::optional<MarkerView> MarkerReader::Next() {
  if (left_ == 0) return std::nullopt;
  MarkerView marker;
  marker.offset = in_.offset();
  if (!in_.Read(&marker.time)) return std::nullopt;
  marker.length_offset = in_.offset();
  const NameLength length = ReadNameLength(in_);
  marker.name_offset = in_.offset();
  std::span<const uint8_t> name;
  if (length.state != NameLength::kGood ||
      !in_.ReadBytes(length.value, &name)) {
    return std::nullopt;
  }
  marker.name = {reinterpret_cast<const char*>(name.data()), name.size()};
  --left_;
  return marker;
}

}  // namespace clipguard::mrtk
