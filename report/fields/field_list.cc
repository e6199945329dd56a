// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/fields/field_list.h"

#include <algorithm>
#include <array>

#include "report/html/data_block.h"

namespace clipguard::report {
namespace {

// Bytes that a field, a run, or a part of a run takes besides paths: two or
// three numbers, a type and brackets.
constexpr uint64_t kFieldSize = 48;

}  // namespace

std::string_view FieldTypeName(FieldType type) {
  static constexpr std::array<std::string_view, 8> kNames = {
      "bytes", "uint8", "int32", "float32", "utf8", "varint", "word", "label"};
  return kNames[static_cast<size_t>(type)];
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

bool FieldList::Take(uint64_t bytes) {
  full_ =
      fields_.size() + runs_.size() >= most_ || bytes > most_bytes_ - bytes_;
  if (!full_) bytes_ += bytes;
  return !full_;
}

void FieldList::Push(Field field) {
  if (Take(kFieldSize + TextSize(field.path))) {
    fields_.push_back(std::move(field));
  }
}

void FieldList::AddRun(FieldRun run) {
  if (!Wants({run.offset, run.stride * run.count})) return;
  if (Take(kFieldSize * (1 + run.parts.size()) + TextSize(run.before) +
           TextSize(run.after))) {
    runs_.push_back(std::move(run));
  }
}

}  // namespace clipguard::report
