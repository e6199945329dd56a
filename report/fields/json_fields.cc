// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/fields/json_fields.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "parser/json/json_document.h"
#include "parser/json/json_reporter.h"

namespace clipguard::report {
namespace {

// Longer names of names are of no use to anybody.
constexpr size_t kLongestPath = 2000;

class Lister {
 public:
  Lister(const JsonDocument& json, FieldList& fields)
      : json_(json), fields_(fields) {}

  // In the order of the text, with a stack of our own: texts may be deep.
  void List() {
    Enter(JsonDocument::kRoot);
    while (!levels_.empty() && !fields_.full()) {
      Level& level = levels_.back();
      path_.resize(level.path);
      if (level.next == level.end) {
        levels_.pop_back();
        continue;
      }
      JsonNode value = level.next;
      if (level.is_object) {
        AppendPointerToken(json_.string(level.next), path_);
        Add(level.next, FieldType::kLabel);
        ++value;
      } else {
        absl::StrAppend(&path_, "/", level.index++);
      }
      level.next = json_.After(value);
      if (json_.range(value).offset > fields_.end()) return;
      Enter(value);
    }
  }

 private:
  // An array or object whose members are listed.
  struct Level {
    JsonNode next;
    JsonNode end;
    bool is_object;
    uint64_t index;
    size_t path;  // bytes of the path of the array or object
  };

  void Add(JsonNode node, FieldType type) {
    fields_.Add(json_.range(node), type,
                [&] { return path_.substr(0, kLongestPath); });
  }

  void Enter(JsonNode value) {
    const JsonKind kind = json_.kind(value);
    if (kind != JsonKind::kArray && kind != JsonKind::kObject) {
      return Add(value, FieldType::kWord);
    }
    if (path_.size() > kLongestPath) return;
    levels_.push_back({.next = value + 1,
                       .end = json_.After(value),
                       .is_object = kind == JsonKind::kObject,
                       .index = 0,
                       .path = path_.size()});
  }

  const JsonDocument& json_;
  FieldList& fields_;
  std::vector<Level> levels_;
  std::string path_;
};

}  // namespace

void ListJsonFields(std::string_view text, const Limits& limits,
                    FieldList& fields) {
  FindingList ignored;
  const auto json = ReadJson(text, limits, ignored);
  if (json) Lister(*json, fields).List();
}

}  // namespace clipguard::report
