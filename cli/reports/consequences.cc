// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/reports/consequences.h"

#include <algorithm>
#include <array>

namespace clipguard::cli {
namespace {

using enum FindingCode;

// The most causes of one rule that are examined.
constexpr size_t kMostCauses = 64;

constexpr ConsequenceRule kRules[] = {
    // Recordings: what lost its keys has neither their end nor their length.
    {kCurveTailLost, kRotationWLost, {}, 2},
    // The recording runs to the latest key, though that is far off.
    {kCurveTailLost, kKeyTimeTooFar},
    {kRotationNotUnit, kRotationWLost, {}, 2},
    // A time that is no number is neither before nor after another.
    {kKeyTimeDecreasing, kKeyTimeNotFinite, {}, 2},
    {kKeyTimeDecreasing, kRecordingRestarts},

    // Curves that were cut off have no keys.
    {kHandWithoutKeys, kRecordingMostlyEmpty},
    {kGazeWithoutKeys, kRecordingMostlyEmpty},

    // .m3d: what refers to bones, vertices and triangles goes by their counts.
    {kBlendIndexOutOfRange, kElementsSurplus, "BoneOffsets"},
    {kBlendIndexOutOfRange, kElementsSurplus, "BoneHierarchy"},
    {kBlendIndexOutOfRange, kElementsMissing, "BoneOffsets"},
    {kBlendIndexOutOfRange, kElementsMissing, "BoneHierarchy"},
    {kVertexIndexOutOfRange, kElementsSurplus, "Vertices"},
    {kVertexIndexOutOfRange, kElementsMissing, "Vertices"},
    {kSubsetOutOfRange, kElementsSurplus, "Vertices"},
    {kSubsetOutOfRange, kElementsSurplus, "Triangles"},
    {kSubsetOutOfRange, kElementsMissing, "Vertices"},
    {kSubsetOutOfRange, kElementsMissing, "Triangles"},
    {kTriangleWithoutSubset, kElementsSurplus, "SubsetTable"},
    {kTriangleWithoutSubset, kElementsMissing, "SubsetTable"},
    {kTriangleWithoutSubset, kSubsetOutOfRange},
    // Where a number is missing, a label is taken for it, and what follows is
    // one out.
    {kLabelMismatch, kNumberMalformed, {}, 1, /*is_behind=*/true},
    // A bone's first and last key are those of a list that is out of order.
    {kClipEndsApart, kKeyTimeDecreasing, {}, 2},
    {kBoneOffsetSingular, kBoneOffsetNotAffine, {}, 0},

    // Forge: a number in quotes is first of all a string.
    {kForgeNumberNotFinite, kForgeTypeCoerced, {}, 0},
    // Transitions that lead nowhere lead to no other state either.
    {kAsmStateUnreachable, kAsmStartStateUnknown},
    {kAsmStateUnreachable, kAsmTransitionToUnknown},
    {kAsmStateUnreachable, kAsmStateWithoutClip},
    {kAsmStateFinal, kAsmTransitionToUnknown},
    {kAsmStateFinal, kAsmStateWithoutClip},
};

// A path without its last parts. Parts are separated by dots or, in JSON, by
// slashes.
std::string_view Stem(std::string_view path, size_t parts) {
  const char separator = path.starts_with('/') ? '/' : '.';
  for (; parts != 0; --parts) {
    const size_t end = path.rfind(separator);
    if (end == std::string_view::npos) return {};
    path = path.substr(0, end);
  }
  return path;
}

bool BeginsWithParts(std::string_view path, std::string_view stem) {
  if (stem.empty() || !path.starts_with(stem)) return false;
  return path.size() == stem.size() ||
         std::string_view("./[").find(path[stem.size()]) !=
             std::string_view::npos;
}

// The causes that a rule has in a file.
struct Causes {
  std::vector<size_t> found;
  std::vector<std::string_view> stems;  // of each, unless it does not matter
};

class Search {
 public:
  explicit Search(std::span<const Finding> findings) : findings_(findings) {
    for (size_t i = 0; i < findings.size(); ++i) {
      for (size_t r = 0; r < std::size(kRules); ++r) AddCause(i, r);
    }
  }

  size_t CauseOf(size_t index) const {
    const Finding& finding = findings_[index];
    for (size_t r = 0; r < std::size(kRules); ++r) {
      if (kRules[r].effect != finding.code) continue;
      const Causes& causes = causes_[r];
      for (size_t i = 0; i < causes.found.size(); ++i) {
        const Finding& cause = findings_[causes.found[i]];
        if (cause.severity() > finding.severity()) continue;
        const bool is_before = finding.bytes.offset < cause.bytes.offset;
        if (kRules[r].is_behind && is_before) continue;
        if (kRules[r].parts_above == ConsequenceRule::kAnywhere ||
            BeginsWithParts(finding.path, causes.stems[i])) {
          return causes.found[i];
        }
      }
    }
    return kNoCause;
  }

 private:
  void AddCause(size_t index, size_t rule) {
    const Finding& finding = findings_[index];
    const ConsequenceRule& r = kRules[rule];
    Causes& causes = causes_[rule];
    if (r.cause != finding.code || !finding.path.starts_with(r.cause_path)) {
      return;
    }
    // Anywhere in the file, one cause is as good as another.
    const bool anywhere = r.parts_above == ConsequenceRule::kAnywhere;
    if (causes.found.size() >= (anywhere ? 1 : kMostCauses)) return;
    causes.found.push_back(index);
    causes.stems.push_back(anywhere ? std::string_view()
                                    : Stem(finding.path, r.parts_above));
  }

  std::span<const Finding> findings_;
  std::array<Causes, std::size(kRules)> causes_;
};

}  // namespace

std::span<const ConsequenceRule> ConsequenceRules() { return kRules; }

std::vector<size_t> CausesOf(std::span<const Finding> findings) {
  std::vector<size_t> causes(findings.size(), kNoCause);
  if (findings.size() < 2) return causes;
  const Search search(findings);
  for (size_t i = 0; i < findings.size(); ++i) causes[i] = search.CauseOf(i);
  // To the first cause of all. The rules go in no circle.
  for (size_t& cause : causes) {
    while (cause != kNoCause && causes[cause] != kNoCause) {
      cause = causes[cause];
    }
  }
  return causes;
}

}  // namespace clipguard::cli
