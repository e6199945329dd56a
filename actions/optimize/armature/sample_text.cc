// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/optimize/armature/sample_text.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "parser/finding.h"
#include "parser/forge/json/json_document.h"
#include "parser/forge/json/member_names.h"

namespace clipguard::actions {
namespace {

using forge::JsonDocument;
using forge::JsonKind;
using forge::JsonNode;

class Finder {
 public:
  explicit Finder(const JsonDocument& json) : json_(json) {}

  SampleArrays Find(size_t variables) {
    const bool found = AddClips();
    if (says_twice_) {
      return {.arrays = {}, .fault = "its text says things twice"};
    }
    if (!found || arrays_.size() != variables) {
      return {.arrays = {},
              .fault = "its text has other samples than its clips"};
    }
    return {.arrays = std::move(arrays_), .fault = {}};
  }

 private:
  bool AddClips() {
    const auto clips = Only(JsonDocument::kRoot, forge::member::kClips);
    if (!clips || !IsObject(*clips) || !NamesDiffer(*clips)) return false;
    for (const auto [name, clip] : json_.Members(*clips)) {
      if (!IsObject(clip) || !AddClip(clip)) return false;
    }
    return true;
  }

  bool IsObject(JsonNode node) const {
    return json_.kind(node) == JsonKind::kObject;
  }

  // The value of that name, if there is one and only one.
  std::optional<JsonNode> Only(JsonNode object, std::string_view name) {
    std::optional<JsonNode> found;
    if (!IsObject(object)) return found;
    for (const auto [key, value] : json_.Members(object)) {
      if (json_.string(key) != name) continue;
      if (found) {
        says_twice_ = true;
        return std::nullopt;
      }
      found = value;
    }
    return found;
  }

  bool NamesDiffer(JsonNode object) {
    std::unordered_set<std::string_view> names;
    for (const auto [key, value] : json_.Members(object)) {
      if (!names.insert(json_.string(key)).second) says_twice_ = true;
    }
    return !says_twice_;
  }

  bool AddClip(JsonNode clip) {
    const auto joints = Only(clip, forge::member::kJointClips);
    if (!joints) return !says_twice_;
    if (!IsObject(*joints) || !NamesDiffer(*joints)) return false;
    for (const auto [name, variables] : json_.Members(*joints)) {
      if (json_.kind(variables) != JsonKind::kArray) return false;
      for (const JsonNode variable : json_.Elements(variables)) {
        const auto samples = Only(variable, forge::member::kSamples);
        if (!samples || json_.kind(*samples) != JsonKind::kArray) return false;
        arrays_.push_back(*samples);
      }
    }
    return true;
  }

  const JsonDocument& json_;
  std::vector<forge::JsonNode> arrays_;
  bool says_twice_ = false;
};

class Writer {
 public:
  explicit Writer(std::string_view text) : text_(text) {
    out_.reserve(text.size());
  }

  // Nothing from one place to another.
  void Leave(uint64_t begin, uint64_t end) {
    CopyUntil(begin);
    done_ = end;
  }
  std::vector<uint8_t> Finish() {
    CopyUntil(text_.size());
    return std::move(out_);
  }

 private:
  void CopyUntil(uint64_t offset) {
    const std::string_view piece = text_.substr(
        static_cast<size_t>(done_), static_cast<size_t>(offset - done_));
    out_.insert(out_.end(), piece.begin(), piece.end());
    done_ = offset;
  }

  std::string_view text_;
  uint64_t done_ = 0;
  std::vector<uint8_t> out_;
};

}  // namespace

SampleArrays FindSamples(const JsonDocument& json, size_t variables) {
  return Finder(json).Find(variables);
}

std::vector<uint8_t> TextWithSamples(const JsonDocument& json,
                                     const std::vector<forge::JsonNode>& arrays,
                                     const std::vector<size_t>& keeps) {
  Writer out(json.text());
  for (size_t a = 0; a < arrays.size(); ++a) {
    if (keeps[a] <= 1) continue;
    // From the first that goes to the next one that stays; or, at the end, from
    // the end of the last one that stays.
    bool leaves = false;
    uint64_t from = 0;
    uint64_t stays_until = 0;
    uint64_t end = 0;
    size_t i = 0;
    for (const JsonNode sample : json.Elements(arrays[a])) {
      const ByteRange range = json.range(sample);
      end = range.offset + range.length;
      if (i++ % keeps[a] == 0) {
        if (leaves) out.Leave(from, range.offset);
        leaves = false;
        stays_until = end;
      } else if (!leaves) {
        leaves = true;
        from = range.offset;
      }
    }
    if (leaves) out.Leave(stays_until, end);
  }
  return out.Finish();
}

}  // namespace clipguard::actions
