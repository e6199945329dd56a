// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/m3d/detect.h"

#include <algorithm>
#include <string_view>

#include "base/utf8.h"
#include "parser/m3d/format.h"
#include "parser/m3d/token_cursor.h"

namespace clipguard::m3d {

bool LooksLikeCharacter(std::span<const uint8_t> bytes) {
  constexpr size_t kTokens = 12;
  bytes = bytes.first(std::min(bytes.size(), kDetectedBytes));
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()),
                              bytes.size());
  const bool mark = text.starts_with(kByteOrderMark);
  TokenCursor in(bytes, mark ? kByteOrderMark.size() : 0);
  size_t words = 0;
  for (size_t i = 0; i < kTokens; ++i) {
    const Token token = in.Next();
    if (!token) break;
    if (IsBanner(token.text, Section::kHeader)) return true;
    words += token.text == "#Materials" || token.text == "#Vertices" ||
             token.text == "#Triangles" || token.text == "#Bones";
  }
  return words >= 2;
}

}  // namespace clipguard::m3d
