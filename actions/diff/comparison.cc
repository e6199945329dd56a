// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/diff/comparison.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>

namespace clipguard::actions {
namespace {

double Rank(const Difference& difference) {
  if (difference.measures.empty()) {
    return std::numeric_limits<double>::infinity();
  }
  return difference.measures.front().found;
}

bool Worse(const Difference& a, const Difference& b) {
  if (a.meaning != b.meaning) return a.meaning;
  const double rank_a = Rank(a);
  const double rank_b = Rank(b);
  return rank_a != rank_b ? rank_a > rank_b : a.number < b.number;
}

}  // namespace

std::string_view ChangeKindName(ChangeKind kind) {
  switch (kind) {
    case ChangeKind::kChanged:
      return "changed";
    case ChangeKind::kAdded:
      return "added";
    case ChangeKind::kRemoved:
      return "removed";
    case ChangeKind::kMoved:
      break;
  }
  return "moved";
}

bool Comparison::Exceeds(const Measure& measure) const {
  const double most =
      measure.unit == "degrees" ? options_.degrees : options_.units;
  return !(measure.found <= most);
}

void Comparison::AddMeasured(Difference difference, size_t counts) {
  difference.meaning = std::any_of(
      difference.measures.begin(),
      difference.measures.begin() +
          static_cast<ptrdiff_t>(std::min(counts, difference.measures.size())),
      [&](const Measure& measure) { return Exceeds(measure); });
  Add(std::move(difference));
}

void Comparison::Add(Difference difference) {
  difference.number = count_ + notes_;
  ++(difference.meaning ? count_ : notes_);
  differences_.push_back(std::move(difference));
  // Only now and then, so that the sum of all sorting is linear but for a
  // logarithm.
  if (differences_.size() >= 2 * options_.most + 16) Finish();
}

void Comparison::AddAlone(std::string_view subject, std::string path,
                          std::string text, bool in_a) {
  Difference difference = {
      .kind = in_a ? ChangeKind::kRemoved : ChangeKind::kAdded,
      .subject = subject,
      .path = std::move(path)};
  (in_a ? difference.before : difference.after) = std::move(text);
  Add(std::move(difference));
}

void Comparison::AddGap(std::string path, std::string reason) {
  if (++gap_count_ > options_.most) return;
  gaps_.push_back({std::move(path), std::move(reason)});
}

void Comparison::Finish() {
  std::sort(differences_.begin(), differences_.end(), Worse);
  if (differences_.size() > options_.most) {
    differences_.resize(options_.most);
  }
}

}  // namespace clipguard::actions
