// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/format.h"

#include <algorithm>

#include "parser/mrtk/format.h"

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

}  // namespace

std::string_view FormatName(Format format) {
  switch (format) {
    case Format::kMrtk:
      return "mrtk";
  }
  return "";
}

std::optional<Format> DetectFormat(std::span<const uint8_t> bytes) {
  if (LooksLikeMrtk(bytes)) return Format::kMrtk;
  return std::nullopt;
}

}  // namespace clipguard
