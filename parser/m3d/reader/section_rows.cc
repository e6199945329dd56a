// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/m3d/reader/section_rows.h"

#include "parser/m3d/number.h"

namespace clipguard::m3d {

bool ReadRealBytes(const uint8_t* text, size_t length, float* value) {
  return ReadReal({reinterpret_cast<const char*>(text), length}, *value) ==
         NumberFault::kNone;
}

}  // namespace clipguard::m3d
