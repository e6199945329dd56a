// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/fields/field_list.h"

#include <algorithm>

namespace clipguard::report {

std::string_view FieldTypeName(FieldType type) {
  switch (type) {
    case FieldType::kBytes:
      return "bytes";
    case FieldType::kUint8:
      return "uint8";
    case FieldType::kInt32:
      return "int32";
    case FieldType::kFloat32:
      return "float32";
    case FieldType::kUtf8:
      return "utf8";
    case FieldType::kVarint:
      return "varint";
    case FieldType::kWord:
      return "word";
    case FieldType::kLabel:
      return "label";
  }
  return {};
}

bool FieldList::Wants(const ByteRange& bytes) const {
  if (full() || bytes.length == 0) return false;
  // The first window that ends after the field begins.
  const auto window =
      std::upper_bound(windows_.begin(), windows_.end(), bytes.offset,
                       [](uint64_t offset, const ByteRange& one) {
                         return offset < one.offset + one.length;
                       });
  return window != windows_.end() &&
         window->offset < bytes.offset + bytes.length;
}

uint64_t FieldList::end() const {
  return windows_.empty() ? 0 : windows_.back().offset + windows_.back().length;
}

void FieldList::AddRun(FieldRun run) {
  if (Wants({run.offset, run.stride * run.count})) {
    runs_.push_back(std::move(run));
  }
}

}  // namespace clipguard::report
