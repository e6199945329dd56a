// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "actions/diff/matching.h"
#include "base/float_text.h"

namespace clipguard::actions {
namespace {

// Bytes of a name that are shown.
constexpr size_t kNameShown = 200;

// A time that is NaN comes last.
bool ByNameAndTime(const NamedEvent& a, const NamedEvent& b) {
  if (a.name != b.name) return a.name < b.name;
  return a.time < b.time || (std::isnan(b.time) && !std::isnan(a.time));
}

std::string TextOf(const NamedEvent& event) {
  return absl::StrFormat("\"%s\" at %s", event.name.substr(0, kNameShown),
                         FloatText(event.time));
}

// Takes out what is in both.
void RemoveCommon(std::vector<NamedEvent>& a, std::vector<NamedEvent>& b) {
  std::sort(a.begin(), a.end(), ByNameAndTime);
  std::sort(b.begin(), b.end(), ByNameAndTime);
  size_t i = 0;
  size_t j = 0;
  size_t left_a = 0;
  size_t left_b = 0;
  while (i < a.size() || j < b.size()) {
    if (j == b.size() || (i < a.size() && ByNameAndTime(a[i], b[j]))) {
      a[left_a++] = a[i++];
    } else if (i == a.size() || ByNameAndTime(b[j], a[i])) {
      b[left_b++] = b[j++];
    } else {
      ++i;
      ++j;
    }
  }
  a.resize(left_a);
  b.resize(left_b);
}

}  // namespace

void CompareEvents(std::vector<NamedEvent> a, std::vector<NamedEvent> b,
                   std::string_view subject, const std::string& path,
                   std::string_view unit, Comparison& comparison) {
  RemoveCommon(a, b);
  const auto add = [&](ChangeKind kind, const NamedEvent* before,
                       const NamedEvent* after) {
    Difference difference{
        .kind = kind,
        .subject = subject,
        .path = absl::StrFormat(
            "%s[%d]", path, before != nullptr ? before->index : after->index),
        .before = before != nullptr ? TextOf(*before) : "",
        .after = after != nullptr ? TextOf(*after) : ""};
    if (kind != ChangeKind::kMoved) {
      comparison.Add(std::move(difference));
      return;
    }
    const double by = Apart(before->time, after->time);
    difference.measures = {
        {"time", unit, by, std::fmin(before->time, after->time)}};
    comparison.AddMeasured(std::move(difference), 1);
  };
  size_t i = 0;
  size_t j = 0;
  while (i < a.size() || j < b.size()) {
    if (j == b.size() || (i < a.size() && a[i].name < b[j].name)) {
      add(ChangeKind::kRemoved, &a[i++], nullptr);
    } else if (i == a.size() || b[j].name < a[i].name) {
      add(ChangeKind::kAdded, nullptr, &b[j++]);
    } else {
      add(ChangeKind::kMoved, &a[i++], &b[j++]);
    }
  }
}

}  // namespace clipguard::actions
