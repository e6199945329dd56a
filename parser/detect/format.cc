// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/detect/format.h"

#include <array>
#include <string_view>

#include "base/text_of.h"
#include "base/wide_text.h"
#include "parser/forge/json/root_keys.h"
#include "parser/m3d/detect.h"
#include "parser/mrtk/detect.h"
#include "parser/xrhands/detect.h"

namespace clipguard {
namespace {

using Bytes = std::span<const uint8_t>;

std::optional<Format> DetectForge(std::string_view text) {
  switch (forge::ScanRootKeys(text).kind()) {
    case forge::ForgeKind::kStateMachine:
      return Format::kForgeAsm;
    case forge::ForgeKind::kArmature:
      return Format::kForgeArmature;
    case forge::ForgeKind::kNeither:
      break;
  }
  return std::nullopt;
}

std::optional<Format> DetectM3d(Bytes bytes) {
  if (!m3d::LooksLikeCharacter(bytes)) return std::nullopt;
  return Format::kM3d;
}

// A text of one of the formats, in an encoding that none of them may be in: its
// reader says so.
std::optional<Format> DetectWide(Bytes bytes) {
  const auto wide = FindWideText(bytes);
  if (!wide) return std::nullopt;
  const NarrowedText narrowed(bytes, *wide);
  const std::string_view text = narrowed.text();
  const auto m3d =
      DetectM3d({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
  return m3d ? m3d : DetectForge(text);
}

// Formats that are read alike.
struct Family {
  std::optional<Format> (*detect)(Bytes bytes);
  // Whether bytes to come can no longer change what detect() says of these.
  bool (*is_decided)(Bytes bytes);
};

// In the order in which they are tried.
constexpr std::array kFamilies = {
    Family{[](Bytes bytes) -> std::optional<Format> {
             if (!mrtk::LooksLikeRecording(bytes)) return std::nullopt;
             return Format::kMrtk;
           },
           [](Bytes bytes) { return bytes.size() >= mrtk::kDetectedBytes; }},
    Family{[](Bytes bytes) -> std::optional<Format> {
             if (!xrhands::LooksLikeCapture(bytes)) return std::nullopt;
             return Format::kXrHands;
           },
           [](Bytes bytes) { return bytes.size() >= xrhands::kDetectedBytes; }},
    Family{DetectWide,
           [](Bytes bytes) {
             return bytes.size() >= kWideTextBytes || !MayBecomeWideText(bytes);
           }},
    Family{DetectM3d,
           [](Bytes bytes) { return bytes.size() >= m3d::kDetectedBytes; }},
    Family{[](Bytes bytes) { return DetectForge(TextOf(bytes)); },
           [](Bytes bytes) { return !forge::MayBecomeObject(TextOf(bytes)); }},
};

}  // namespace

bool FormatIsDecided(std::span<const uint8_t> bytes) {
  for (const Family& family : kFamilies) {
    if (!family.is_decided(bytes)) return false;
    // Whatever the last one says, it is the answer.
    if (&family == &kFamilies.back()) break;
    if (family.detect(bytes)) return true;
  }
  return true;
}

std::optional<Format> DetectFormat(std::span<const uint8_t> bytes) {
  for (const Family& family : kFamilies) {
    if (const auto format = family.detect(bytes)) return format;
  }
  return std::nullopt;
}

}  // namespace clipguard
