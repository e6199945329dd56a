// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/format_set.h"

namespace clipguard {

std::string_view FormatName(Format format) {
  switch (format) {
    case Format::kMrtk:
      return "mrtk";
    case Format::kM3d:
      return "m3d";
    case Format::kForgeAsm:
      return "forge-asm";
    case Format::kForgeArmature:
      return "forge-armature";
  }
  return "";
}

}  // namespace clipguard
