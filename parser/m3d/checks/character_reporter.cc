// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/m3d/checks/character_reporter.h"

#include "absl/strings/str_cat.h"

namespace clipguard::m3d {

std::string FieldPath(std::string_view rows, uint64_t row,
                      std::string_view field) {
  std::string path(rows);
  absl::StrAppend(&path, "[", row, "]");
  if (field.empty()) return path;
  path += '.';
  return path += field;
}

}  // namespace clipguard::m3d
