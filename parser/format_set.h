// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The formats that clipguard reads, and sets of them. How to tell them apart is
// in format.h.

#ifndef CLIPGUARD_PARSER_FORMAT_SET_H_
#define CLIPGUARD_PARSER_FORMAT_SET_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace clipguard {

enum class Format : uint8_t {
#define CLIPGUARD_FORMAT(enumerator, name) enumerator,
#include "parser/format_list.inc"
#undef CLIPGUARD_FORMAT
};

inline constexpr std::array kFormatNames = std::to_array<std::string_view>({
#define CLIPGUARD_FORMAT(enumerator, name) name,
#include "parser/format_list.inc"
#undef CLIPGUARD_FORMAT
});
inline constexpr unsigned kFormatCount = kFormatNames.size();

// The name on the command line and in reports: "mrtk", "m3d",
// "forge-asm", "forge-armature", "xr-hands". Stable.
constexpr std::string_view FormatName(Format format) {
  return kFormatNames[static_cast<size_t>(format)];
}

// Nothing: no format has that name.
constexpr std::optional<Format> FormatOfName(std::string_view name) {
  const auto found = std::ranges::find(kFormatNames, name);
  if (found == kFormatNames.end()) return std::nullopt;
  return static_cast<Format>(found - kFormatNames.begin());
}

// Formats are joined with |: Format::kMrtk | Format::kM3d.
class FormatSet {
 public:
  constexpr FormatSet() = default;
  constexpr explicit(false) FormatSet(Format format)
      : bits_(1u << static_cast<unsigned>(format)) {}

  static constexpr FormatSet All() {
    FormatSet all;
    all.bits_ = (1u << kFormatCount) - 1;
    return all;
  }

  constexpr bool empty() const { return bits_ == 0; }
  // Whether all of `others` are in the set.
  constexpr bool Contains(FormatSet others) const {
    return (others.bits_ & ~bits_) == 0;
  }

  friend constexpr FormatSet operator|(FormatSet a, FormatSet b) {
    a.bits_ |= b.bits_;
    return a;
  }
  friend constexpr bool operator==(FormatSet, FormatSet) = default;

 private:
  uint32_t bits_ = 0;
};

constexpr FormatSet operator|(Format a, Format b) { return FormatSet(a) | b; }

// Camera and hands as time goes by; their files are no text.
inline constexpr FormatSet kRecordingFormats = Format::kMrtk | Format::kXrHands;

// False for a file whose format is not known.
constexpr bool IsRecording(std::optional<Format> format) {
  return format && kRecordingFormats.Contains(*format);
}

// Both kinds of Forge animation.
inline constexpr FormatSet kForgeFormats =
    Format::kForgeAsm | Format::kForgeArmature;

}  // namespace clipguard

#endif  // CLIPGUARD_PARSER_FORMAT_SET_H_
