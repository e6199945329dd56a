// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/float_text.h"
#include "base/memory/work_counter.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/checks/checks.h"
#include "parser/m3d/format.h"
#include "parser/m3d/schema.h"
#include "parser/m3d/tolerances.h"

namespace clipguard::m3d {
namespace {

using enum FindingCode;

// Matrices in the shaders of the book's demos: gBoneTransforms[96].
constexpr size_t kShaderBones = 96;

// Determinant of the upper left 3 x 3.
double Determinant(const Matrix& m) {
  const auto minor = [&](size_t a, size_t b, size_t c, size_t d) {
    return double{m[a]} * double{m[d]} - double{m[b]} * double{m[c]};
  };
  return double{m[0]} * minor(5, 6, 9, 10) - double{m[1]} * minor(4, 6, 8, 10) +
         double{m[2]} * minor(4, 5, 8, 9);
}

}  // namespace

void CheckBoneOffsets(CharacterReporter& r) {
  const Character& c = r.character();
  RowFinder finder =
      r.FinderOf(Section::kBoneOffsets, TokensIn(kBoneOffsetRow));
  for (size_t i = 0; i < c.bones(); ++i) {
    const Matrix& m = c.bone_offsets[i];
    const auto path = [&] { return absl::StrCat("bones[", i, "].offset"); };
    const auto report = [&]<typename GetArguments>(CodeFor<GetArguments> code,
                                                   GetArguments arguments) {
      r.Report(code, finder.Find(i, WordsOf(kBoneOffsetRow, "offset")),
               {0, i, "bone"}, path, arguments);
    };
    if (m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1) {
      report(kBoneOffsetNotAffine, [&] {
        return Arguments{FloatText(m[3]), FloatText(m[7]), FloatText(m[11]),
                         FloatText(m[15])};
      });
    }
    const double determinant = Determinant(m);
    if (determinant == 0) {
      report(kBoneOffsetSingular, [] { return Arguments{"0"}; });
    }
  }
}

void CheckRoots(CharacterReporter& r) {
  const Character& c = r.character();
  RowFinder finder = r.FinderOf(Section::kHierarchy, TokensIn(kParentRow));
  for (size_t i = 1; i < c.bones(); ++i) {
    if (c.parents[i] >= 0) continue;
    r.Report(
        kBoneWithoutParent, finder.Find(i, WordsOf(kParentRow, "parent")),
        {0, i, "bone"}, [&] { return absl::StrCat("bones[", i, "].parent"); },
        [] {});
  }
}

void CheckBoneCount(CharacterReporter& r) {
  const size_t bones = r.character().bones();
  if (bones <= kShaderBones) return;
  RowFinder finder = r.FinderOf(Section::kHierarchy, TokensIn(kParentRow));
  r.Report(
      kBonesAbove96,
      finder.Find(kShaderBones, WholeField(kParentRow, "parent")), {},
      [] { return absl::StrCat("bones[", kShaderBones, "]"); },
      [&] { return Arguments{absl::StrCat(bones)}; });
}

void CheckBoneUse(CharacterReporter& r) {
  const Character& c = r.character();
  CountWork(c.bones() + c.vertices.blend_indices.size());
  std::vector<bool> used(c.bones());
  for (size_t i = 0; i < c.vertices.blend_indices.size(); ++i) {
    const Float4& w = c.vertices.blend_weights[i];
    const std::array<uint8_t, 4>& index = c.vertices.blend_indices[i];
    if (w.x != 0) used[index[0]] = true;
    if (w.y != 0) used[index[1]] = true;
    if (w.z != 0) used[index[2]] = true;
    // The fourth bone gets what is missing from 1.
    if (w.x + w.y + w.z < 1 - kWeightTolerance) used[index[3]] = true;
  }
  for (size_t i = c.bones(); i-- > 0;) {
    if (used[i] && c.parents[i] >= 0) {
      used[static_cast<size_t>(c.parents[i])] = true;
    }
  }
  RowFinder finder = r.FinderOf(Section::kHierarchy, TokensIn(kParentRow));
  for (size_t i = 0; i < c.bones(); ++i) {
    if (used[i]) continue;
    r.Report(
        kBoneUnused, finder.Find(i, WholeField(kParentRow, "parent")),
        {0, i, "bone"}, [&] { return absl::StrCat("bones[", i, "]"); }, [] {});
  }
}

}  // namespace clipguard::m3d
