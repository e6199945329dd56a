// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Faults of the marker list, and what may follow it.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "corpus/mrtk/builder.h"
#include "corpus/mrtk/recording.h"
#include "parser/mrtk/format.h"

namespace clipguard::corpus {
namespace {

void AddMarkerCounts(FileSet& files) {
  constexpr std::string_view kMarkersNegative = "MARKER_COUNT_NEGATIVE";
  constexpr std::string_view kMarkersTooLarge = "MARKER_COUNT_TOO_LARGE";
  const auto markers = [&](std::string_view code, std::string_view variant,
                           std::string_view title, int32_t count,
                           std::vector<RawMarker> list) {
    Recording r = NoParts();
    r.markers = std::move(list);
    r.declared_marker_count = count;
    const Written file = Write(r);
    files.Damaged(code, variant, title, file, file.MarkerCount());
  };
  markers(kMarkersNegative, "", "-1 markers", -1, {});
  markers(kMarkersNegative, "int-min", "-2147483648 markers", kIntMin, {});
  markers(kMarkersTooLarge, "", "One marker that is not there", 1, {});
  markers(kMarkersTooLarge, "plus-1", "Two markers of which one is there", 2,
          {{1, "m", {}}});
  markers(kMarkersTooLarge, "wraps",
          "858993460 markers: 4 bytes in 32 bits, and 8 follow", 858993460,
          {{1, "xyz", {}}});
}

// Gaze that is read as markers, since its presence byte is 0. The second
// marker's length begins in the last byte of the first key's time.
void AddCurvesAsMarkers(FileSet& files) {
  const auto add = [&](std::string_view name, std::string_view code,
                       uint32_t value) {
    Recording r = NoParts();
    r.presence = {0, 0, 1};
    r.curve(mrtk::CurveSlot::Gaze(mrtk::kOriginX)).keys = {
        {.time = -1, .value = std::bit_cast<float>(value)},
        {.time = 1, .value = 0}};
    Written file = Write(r);
    const Place time =
        file.KeyField(mrtk::CurveSlot::Gaze(mrtk::kOriginX), 0, "time");
    file.bytes[static_cast<size_t>(file.Presence(2).offset)] = 0;
    files.Add(
        std::string(name) + ".no-gaze",
        "Gaze that is there, and said not to be", file,
        {At(code, {time.offset + 3, 5, "markers[1].name"}),
         At("MARKER_NAME_HAS_NUL", {time.offset - 3, 1, "markers[0].name"})});
  };
  add("marker-name-length-malformed", "MARKER_NAME_LENGTH_MALFORMED",
      0xbf808080);
  add("marker-name-length-too-large", "MARKER_NAME_LENGTH_TOO_LARGE",
      0x3f808080);
}

void AddMarkerStructure(FileSet& files) {
  const auto add = [&](std::string_view code, std::string_view variant,
                       std::string_view title, std::string bytes,
                       std::string name) {
    Recording r = NoParts();
    r.markers = {{1, std::move(name), std::move(bytes)}};
    const Written file = Write(r);
    files.Damaged(code, variant, title, file, file.MarkerLength(0));
  };
  add("MARKER_NAME_LENGTH_MALFORMED", "",
      "A length of five bytes that all announce another",
      "\xff\xff\xff\xff\xff", "");
  add("MARKER_NAME_LENGTH_MALFORMED", "six-bytes",
      "A length of 1, padded to six bytes", "\x81\x80\x80\x80\x80",
      Bytes("\0a"));
  add("MARKER_NAME_LENGTH_TOO_LARGE", "", "A length of 2^31",
      "\x80\x80\x80\x80\x08", "");
  add("MARKER_NAME_LENGTH_TOO_LARGE", "minus-1", "A length of -1, as int32",
      "\xff\xff\xff\xff\x0f", "");
  add("MARKER_NAME_LENGTH_TOO_LARGE", "overflow-bits",
      "A length of 3, and bits above the 32nd", "\x83\x80\x80\x80\x70", "abc");
  add("MARKER_NAME_PAST_END", "", "A length one byte past the end", "\x04",
      "abc");
  add("MARKER_NAME_PAST_END", "int-max", "A length of 2147483647",
      "\xff\xff\xff\xff\x07", "abc");
  add("MARKER_NAME_LENGTH_PADDED", "", "A length of 3 in two bytes",
      Bytes("\x83\x00"), "abc");
  add("MARKER_NAME_LENGTH_PADDED", "five-bytes", "A length of 3 in five bytes",
      Bytes("\x83\x80\x80\x80\x00"), "abc");
  add("MARKER_NAME_LENGTH_PADDED", "zero", "A length of 0 in five bytes",
      Bytes("\x80\x80\x80\x80\x00"), "");
  {
    Recording r = NoParts();
    r.markers = {{1, "first", {}}, {2, "second", {}}};
    Written file = Write(r);
    const Place name = file.MarkerName(1, 0, 6);
    file.bytes.resize(name.offset + 3);
    files.Damaged("MARKER_NAME_PAST_END", "cut", "Cut inside a name", file,
                  file.MarkerLength(1));
  }

  constexpr std::string_view kTrailing = "TRAILING_BYTES";
  const auto trailing = [&](std::string_view variant, std::string_view title,
                            Recording r, std::string bytes) {
    r.trailing = std::move(bytes);
    const Written file = Write(r);
    files.Damaged(kTrailing, variant, title, file,
                  {file.end(), file.bytes.size() - file.end(), "end"});
  };
  trailing("", "One byte after the end", NoParts(), "x");
  trailing("zeros", "Padded with zeros to 64 bytes", NoParts(),
           std::string(64 - 23, '\0'));
  trailing("newline", "A newline after a camera", Camera(), "\r\n");
  Recording marked = NoParts();
  marked.markers = {{1, "m", {}}};
  trailing("after-markers", "Four zero bytes after the last marker", marked,
           Bytes("\0\0\0\0"));
  trailing("marker-count-zero", "A marker, though the count says none",
           NoParts(), Bytes("\0\0\x80\x3f\x01m"));
}

void AddMarkerContent(FileSet& files) {
  constexpr std::string_view kNotFinite = "MARKER_TIME_NOT_FINITE";
  const auto times = [&](std::string_view code, std::string_view variant,
                         std::string_view title, const std::vector<float>& list,
                         size_t wrong) {
    Recording r = NoParts();
    for (float t : list) r.markers.push_back({t, "m", {}});
    const Written file = Write(r);
    files.Damaged(code, variant, title, file, file.MarkerTime(wrong));
  };
  times(kNotFinite, "", "A marker at NaN", {kNan}, 0);
  times(kNotFinite, "middle", "NaN between two markers", {0, kNan, 1}, 1);
  times(kNotFinite, "infinity", "A marker at infinity", {0, kInfinity}, 1);
  times(kNotFinite, "minus-infinity", "A marker at minus infinity",
        {-kInfinity, 0}, 0);
  times("MARKER_TIME_DECREASING", "", "Markers out of order", {2, 1}, 1);

  // Bytes that are not UTF-8, and the place of the first ill-formed part in
  // the name: a whole sequence whose bytes fit together but encode nothing,
  // else as much as there is of it.
  constexpr std::string_view kNul = "MARKER_NAME_HAS_NUL";
  const auto name = [&](std::string_view code, std::string_view variant,
                        std::string_view title, std::string text, size_t from,
                        size_t length) {
    Recording r = NoParts();
    r.markers = {{1, std::move(text), {}}};
    const Written file = Write(r);
    files.Damaged(code, variant, title, file, file.MarkerName(0, from, length));
  };
  const auto bad = [&](auto... of_it) {
    name("MARKER_NAME_NOT_UTF8", of_it...);
  };
  bad("", "0xff and 0xfe", "a\xff\xfez", 1, 1);
  bad("fe", "0xfe", "\xfe", 0, 1);
  bad("continuation-80", "A continuation byte alone", "a\x80z", 1, 1);
  bad("continuation-bf", "A continuation byte first", "\xbf", 0, 1);
  bad("overlong-2", "NUL in two bytes: c0 80", "\xc0\x80", 0, 2);
  bad("overlong-2-c1", "DEL in two bytes: c1 bf", "\xc1\xbf", 0, 2);
  bad("overlong-3", "A slash in three bytes: e0 80 af", "\xe0\x80\xaf", 0, 3);
  bad("overlong-3-max", "U+07FF in three bytes", "\xe0\x9f\xbf", 0, 3);
  bad("overlong-4", "A slash in four bytes: f0 80 80 af", "\xf0\x80\x80\xaf", 0,
      4);
  bad("overlong-4-max", "U+FFFF in four bytes", "\xf0\x8f\xbf\xbf", 0, 4);
  bad("surrogate-first", "U+D800", "\xed\xa0\x80", 0, 3);
  bad("surrogate-last", "U+DFFF", "\xed\xbf\xbf", 0, 3);
  bad("surrogate-pair", "An emoji as two surrogates: CESU-8",
      "\xed\xa0\xbd\xed\xb1\x8b", 0, 3);
  bad("above-10ffff", "U+110000", "\xf4\x90\x80\x80", 0, 4);
  bad("f5", "0xf5, which begins no character", "\xf5\x80\x80\x80", 0, 4);
  bad("five-bytes", "A five-byte form", "\xf8\x88\x80\x80\x80", 0, 1);
  bad("six-bytes", "A six-byte form", "\xfc\x84\x80\x80\x80\x80", 0, 1);
  bad("cut-2", "A two-byte character cut at the end", "a\xc3", 1, 1);
  bad("cut-3", "A three-byte character cut at the end", "a\xe2\x82", 1, 2);
  bad("cut-4", "A four-byte character cut at the end", "a\xf0\x9f\x91", 1, 3);
  bad("broken-2", "A two-byte character broken off by a letter", "\xc3z", 0, 1);
  bad("broken-3", "A three-byte character broken off by a letter", "\xe2\x82z",
      0, 2);
  bad("broken-4", "A four-byte character broken off by a letter",
      "\xf0\x9f\x91z", 0, 3);
  bad("late", "A stray byte after 40 good ones",
      "0123456789012345678901234567890123456789\x90", 40, 1);
  bad("latin-1", "Latin-1", "gr\xfc\xdf", 2, 1);
  name(kNul, "", "A name with a NUL in it", Bytes("a\0b"), 1, 1);
  name(kNul, "only", "A name that is a NUL", Bytes("\0"), 0, 1);
}

}  // namespace

void AddMarkers(FileSet& files) {
  AddMarkerCounts(files);
  AddMarkerStructure(files);
  AddCurvesAsMarkers(files);
  AddMarkerContent(files);
}

}  // namespace clipguard::corpus
