// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/format.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "parser/forge/root_keys.h"
#include "parser/m3d/format.h"
#include "parser/m3d/token_cursor.h"
#include "parser/mrtk/format.h"
#include "parser/utf8.h"

namespace clipguard {
namespace {

// Whether the bytes begin with the MRTK magic: cut short, reversed, or with
// at most two bytes wrong.
bool LooksLikeMrtk(std::span<const uint8_t> bytes) {
  const auto& magic = mrtk::kMagicBytes;
  const size_t size = std::min(bytes.size(), magic.size());
  size_t equal = 0;
  size_t equal_reversed = 0;
  for (size_t i = 0; i < size; ++i) {
    equal += bytes[i] == magic[i];
    equal_reversed += bytes[i] == magic[magic.size() - 1 - i];
  }
  if (size < magic.size()) return size != 0 && equal == size;
  return equal + 2 >= size || equal_reversed == size;
}

// What is looked at of a text that may be .m3d.
constexpr size_t kM3dBytes = 1024;

// Whether the text begins with the banner of an .m3d file, or has two of the
// other words of its header in its first lines.
bool LooksLikeM3d(std::span<const uint8_t> bytes) {
  constexpr size_t kTokens = 12;
  bytes = bytes.first(std::min(bytes.size(), kM3dBytes));
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()),
                              bytes.size());
  const bool mark = text.starts_with(kByteOrderMark);
  m3d::TokenCursor in(bytes, mark ? kByteOrderMark.size() : 0);
  size_t words = 0;
  for (size_t i = 0; i < kTokens; ++i) {
    const m3d::Token token = in.Next();
    if (!token) break;
    if (m3d::IsBanner(token.text, m3d::Section::kHeader)) return true;
    words += token.text == "#Materials" || token.text == "#Vertices" ||
             token.text == "#Triangles" || token.text == "#Bones";
  }
  return words >= 2;
}

}  // namespace

bool FormatIsDecided(std::span<const uint8_t> bytes) {
  if (bytes.size() < std::max(kM3dBytes, mrtk::kMagicBytes.size())) {
    return false;
  }
  if (LooksLikeMrtk(bytes) || LooksLikeM3d(bytes)) return true;
  return !forge::MayBecomeObject(
      {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

std::optional<Format> DetectFormat(std::span<const uint8_t> bytes) {
  if (LooksLikeMrtk(bytes)) return Format::kMrtk;
  if (LooksLikeM3d(bytes)) return Format::kM3d;
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()),
                              bytes.size());
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

}  // namespace clipguard
