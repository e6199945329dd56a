// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Files whose structure is damaged before the marker list, and limits.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "corpus/mrtk/builder.h"
#include "corpus/mrtk/recording.h"
#include "parser/mrtk/format.h"

namespace clipguard::corpus {
namespace {

using mrtk::CurveSlot;
using mrtk::KeyLayout;

void AddFormat(FileSet& files) {
  const auto unknown = [&](std::string_view variant, std::string_view title,
                           std::string_view text) {
    Written file;
    file.bytes.assign(text.begin(), text.end());
    files.Damaged("FORMAT_UNKNOWN", variant, title, file,
                  {0, std::min<uint64_t>(text.size(), 8), "file"});
  };
  unknown("", "An empty file", "");
  unknown("text", "A text file", "This is no animation.\n");
  unknown("zeros", "Sixteen zero bytes",
          Bytes("\0\0\0\0\0\0\0\0"
                "\0\0\0\0\0\0\0\0"));
  unknown("three-bytes-wrong", "The magic with three wrong bytes",
          Bytes("\0\0\0\x0f\x6e\xaf\x8f\x6a\x01\0\0\0\x01\0\0\0\0\0\0"));
  unknown("second-byte", "The magic without its first byte",
          Bytes("\x42\x9e\x0f\x6e\xaf\x8f\x6a\x01\0\0\0\x01\0\0\0\0\0\0"));
}

void AddHeader(FileSet& files) {
  const Written sound = Write(NoParts());
  const auto magic = [&](std::string_view variant, std::string_view title,
                         auto&& damage) {
    Written file = sound;
    damage(file.bytes);
    files.Damaged("MAGIC_MISMATCH", variant, title, file, file.Header("magic"));
  };
  magic("", "One bit of the magic is flipped",
        [](auto& bytes) { bytes[3] ^= 0x10; });
  magic("last-byte", "The last byte of the magic is wrong",
        [](auto& bytes) { bytes[7] = 0; });
  magic("two-bytes", "Two bytes of the magic are wrong", [](auto& bytes) {
    bytes[0] = 'M';
    bytes[1] = 'Z';
  });
  magic("reversed", "The magic's bytes are reversed: big-endian",
        [](auto& bytes) { std::reverse(bytes.begin(), bytes.begin() + 8); });

  const auto version = [&](std::string_view variant, int32_t major,
                           int32_t minor) {
    Recording r = NoParts();
    r.major = major;
    r.minor = minor;
    const Written file = Write(r);
    files.Damaged("VERSION_UNSUPPORTED", variant,
                  absl::StrCat("Version ", major, ".", minor), file,
                  file.Header(major != 1 ? "majorVersion" : "minorVersion"));
  };
  version("", 1, 2);
  version("major-2", 2, 0);
  version("major-0", 0, 1);
  version("major-negative", -1, 1);
  version("minor-negative", 1, -1);
  version("int-max", kIntMax, kIntMax);
  version("big-endian", 0x01000000, 0x01000000);
  {
    // Another program's file: the magic, and then at once its data.
    Written file = sound;
    file.bytes.resize(8);
    for (float f : {0.5f, 1.6f, 0.0f}) {
      const auto bits = std::bit_cast<uint32_t>(f);
      for (int shift = 0; shift < 32; shift += 8) {
        file.bytes.push_back(static_cast<uint8_t>(bits >> shift));
      }
    }
    files.Damaged("VERSION_UNSUPPORTED", "no-version",
                  "The magic is followed by data instead of a version", file,
                  file.Header("majorVersion"));
  }

  for (size_t part = 0; part < 3; ++part) {
    constexpr std::array<std::string_view, 3> kNames = {"camera", "hands",
                                                        "gaze"};
    Recording r = NoParts();
    if (part == 1) r = MovingHands();
    if (part == 2) AddGaze(0.5f, r);
    r.presence[part] = part == 0 ? 2 : part == 1 ? 0xff : 0x80;
    const Written file = Write(r);
    files.Damaged("PRESENCE_BYTE_UNUSUAL", part == 0 ? "" : kNames[part],
                  absl::StrCat("A presence byte of ", r.presence[part]), file,
                  file.Presence(part));
  }
}

void AddTruncated(FileSet& files) {
  // Cuts the file so that `kept` bytes of the field at `place` remain.
  const auto cut = [&](std::string_view variant, std::string_view title,
                       Written file, const Place& place, uint64_t kept) {
    file.bytes.resize(place.offset + kept);
    files.Damaged("FILE_TRUNCATED", variant, title, file,
                  {place.offset, kept, place.path});
  };
  const Written nothing = Write(NoParts());
  cut("magic-1", "One byte of the magic", nothing, nothing.Header("magic"), 1);
  cut("magic-7", "Seven bytes of the magic", nothing, nothing.Header("magic"),
      7);
  cut("major-0", "Cut after the magic", nothing, nothing.Header("majorVersion"),
      0);
  cut("major-2", "Cut inside the major version", nothing,
      nothing.Header("majorVersion"), 2);
  cut("minor-0", "Cut after the major version", nothing,
      nothing.Header("minorVersion"), 0);
  cut("minor-3", "Cut inside the minor version", nothing,
      nothing.Header("minorVersion"), 3);
  cut("presence-camera", "Cut after the header", nothing, nothing.Presence(0),
      0);
  cut("presence-hands", "Cut after the first presence byte", nothing,
      nothing.Presence(1), 0);
  cut("presence-gaze", "Cut after the second presence byte", nothing,
      nothing.Presence(2), 0);

  const Written camera = Write(Camera());
  cut("", "Cut inside a pre-wrap mode", camera,
      camera.CurveField(kCameraX, "preWrap"), 3);
  cut("pre-wrap-0", "Cut after the presence bytes", camera,
      camera.CurveField(kCameraX, "preWrap"), 0);
  cut("between-curves", "Cut between two curves", camera,
      camera.CurveField(kCameraY, "preWrap"), 0);
  cut("post-wrap", "Cut inside a post-wrap mode", camera,
      camera.CurveField(kCameraX, "postWrap"), 1);
  cut("key-count", "Cut inside a key count", camera,
      camera.CurveField(kCameraRotationW, "keyCount"), 2);
  cut("marker-count", "Cut inside the marker count", camera,
      camera.MarkerCount(), 2);

  const Written hands = Write(Hands());
  cut("boolean-curve", "Cut inside a boolean curve's header", hands,
      hands.CurveField(kLeftTracked, "keyCount"), 1);
  Recording r;
  r.presence = {0, 0, 1};
  const Written gaze = Write(r);
  cut("gaze", "Cut inside a gaze curve's header", gaze,
      gaze.CurveField(CurveSlot::Gaze(mrtk::kDirectionZ), "postWrap"), 2);
  const Written ten = Write(Version10());
  cut("v10", "A 1.0 file cut after its version", ten,
      ten.CurveField(kCameraX, "preWrap"), 0);

  // The first name is long, so that the count itself is not too large.
  r = NoParts();
  r.markers = {{0, "a long first name", {}}, {1, "second", {}}};
  const Written markers = Write(r);
  cut("marker-time", "Cut inside a marker's time", markers,
      markers.MarkerTime(1), 2);
  cut("marker-time-0", "Cut before a marker's time", markers,
      markers.MarkerTime(1), 0);
  cut("name-length", "Cut before the length of a name", markers,
      markers.MarkerLength(1), 0);
  // A length is missing as a whole, whatever there is of it.
  r.markers[1].length_bytes = "\xff\xff";
  const Written half_length = Write(r);
  Place after = half_length.MarkerLength(1);
  after.offset += after.length;
  cut("name-length-half", "Cut inside the length of a name", half_length, after,
      0);
}

void AddLineEndings(FileSet& files) {
  const auto add = [&](std::string_view variant, std::string_view title,
                       const Written& file, uint64_t first) {
    Written converted;
    for (const uint8_t byte : file.bytes) {
      if (byte == '\n') converted.bytes.push_back('\r');
      converted.bytes.push_back(byte);
    }
    files.Damaged("LINE_ENDINGS_CONVERTED", variant, title, converted,
                  {first, 1, "file"});
  };
  // Ten keys: the LF is their number.
  Keys keys;
  for (int i = 0; i < 10; ++i) {
    const auto number = static_cast<float>(i);
    keys.push_back({.time = number, .value = number * 0.5f});
  }
  Recording r = CameraKeys(keys, KeyLayout::kCompact);
  Written file = Write(r);
  const uint64_t count = file.CurveField(kCameraX, "keyCount").offset;
  add("", "A CR before the only LF, a key count's", file, count);
  for (size_t c = 0; c < 4; ++c) r.curve(CurveSlot(c)).keys = keys;
  file = Write(r);
  file.bytes.resize(file.bytes.size() - 40);
  add("cut", "A cut file with a CR before each of four LFs", file, count);
  r = NoParts();
  r.markers = {{1, "two\nlines", {}}};
  file = Write(r);
  add("marker", "A CR before the LF of a marker's name", file,
      file.MarkerName(0, 3, 1).offset);
}

void AddKeyCounts(FileSet& files) {
  const auto add = [&](std::string_view code, std::string_view variant,
                       std::string_view title, Recording r, CurveSlot slot,
                       int32_t count) {
    r.curve(slot).declared_count = count;
    const Written file = Write(r);
    files.Damaged(code, variant, title, file,
                  file.CurveField(slot, "keyCount"));
  };
  constexpr std::string_view kNegative = "KEY_COUNT_NEGATIVE";
  add(kNegative, "", "-1 keys", Camera(), kCameraX, -1);
  add(kNegative, "int-min", "-2147483648 keys", Camera(), kCameraX, kIntMin);
  add(kNegative, "last-curve", "-1 keys in the last curve", Camera(),
      kCameraRotationW, -1);

  constexpr std::string_view kTooLarge = "KEY_COUNT_TOO_LARGE";
  add(kTooLarge, "", "One key more than the file holds", Camera(),
      kCameraRotationW, 1);
  add(kTooLarge, "int-max", "2147483647 keys", Camera(), kCameraX, kIntMax);
  add(kTooLarge, "wraps-8", "2^29 keys of 8 bytes: 0 in 32 bits", Camera(),
      kCameraX, 1 << 29);
  add(kTooLarge, "wraps-28-auto",
      "153391690 keys, which are 24 bytes in 32 bits if full", Camera(),
      kCameraX, 153391690);

  for (const auto& [variant, count] :
       {std::pair<const char*, int32_t>{"v10-int-max", kIntMax},
        {"v10-wraps-28", 153391690}}) {
    Recording r = Version10();
    r.curve(kCameraX).declared_count = count;
    Written file = Write(r);
    file.bytes.resize(16 + 12 + 24);
    files.Damaged(kTooLarge, variant,
                  absl::StrCat(count, " keys in a 1.0 file, 24 bytes follow"),
                  file, file.CurveField(kCameraX, "keyCount"));
  }
  {
    // Cut inside a key: the count is what shows it.
    const Keys keys = {{.time = 0, .value = 0}, {.time = 1, .value = 1}};
    Written file = Write(CameraKeys(keys, KeyLayout::kCompact));
    const Place value = file.KeyField(kCameraX, 1, "value");
    file.bytes.resize(value.offset + 2);
    files.Damaged(kTooLarge, "cut-in-key", "Cut inside a key's value", file,
                  file.CurveField(kCameraX, "keyCount"));
  }
  {
    Recording r = Hands();
    r.curve(kLeftTracked).declared_count = kIntMax;
    Written file = Write(r);
    file.bytes.resize(file.curve_begin(kLeftTracked) + 12);
    files.Damaged(kTooLarge, "boolean", "2147483647 keys in a boolean curve",
                  file, file.CurveField(kLeftTracked, "keyCount"));
  }
  {
    Recording r;
    r.curve(kCameraRotationW).keys = {{.time = 0, .value = 1}};
    const Written file = Write(r);
    files
        .Damaged(kTooLarge, "forced-full", "A compact key, read as a full one",
                 file, file.CurveField(kCameraRotationW, "keyCount"))
        .layout = "full";
  }
}

void AddLimits(FileSet& files) {
  const auto limited = [&](std::string_view variant, std::string_view title,
                           const Written& file, const Place& place,
                           LimitSetting limit) {
    files.Damaged("LIMIT_EXCEEDED", variant, title, file, place)
        .limits.push_back(std::move(limit));
  };
  Written file = Write(NoParts());
  limited("", "23 bytes, 22 allowed", file, {0, 23, "file"},
          {"file-bytes", 22});
  file = Write(AtTimes({0, 1, 2}));
  limited("keys-per-curve", "Three keys in a curve, two allowed", file,
          file.CurveField(kCameraX, "keyCount"), {"keys-per-curve", 2});
  Recording r = NoParts();
  r.markers = {{0, "a", {}}, {1, "bc", {}}, {2, "def", {}}};
  file = Write(r);
  limited("markers", "Three markers, two allowed", file, file.MarkerCount(),
          {"markers", 2});
  limited("name-bytes", "A name of three bytes, two allowed", file,
          file.MarkerLength(2), {"name-bytes", 2});
}

}  // namespace

void AddStructure(FileSet& files) {
  AddFormat(files);
  AddHeader(files);
  AddTruncated(files);
  AddLineEndings(files);
  AddKeyCounts(files);
  AddLimits(files);
}

}  // namespace clipguard::corpus
