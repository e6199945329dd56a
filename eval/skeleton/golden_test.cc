// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Compares transforms and skinned vertices with what the format's original code
// makes of the same files. Needs the folder of sample files in the environment
// variable CLIPGUARD_DATA.
//
// The original computes in float: by its own account it is up to 3.4e-5 off
// double precision, so 1e-4 is the most that may be between it and anything.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "eval/skeleton/reference.h"
#include "eval/skeleton/skeleton_clip.h"
#include "eval/skeleton/skeleton_sampler.h"
#include "eval/skeleton/skinning.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/reader/read_character.h"
#include "simdjson.h"
#include "testing/sample_files.h"

namespace clipguard::eval {
namespace {

namespace dom = simdjson::dom;
namespace fs = std::filesystem;
using m3d::Float3;
using m3d::Matrix;

constexpr double kTolerance = 1e-4;

// The worst difference.
class Worst {
 public:
  void Compare(double got, double want, double tolerance,
               const std::string& what) {
    ++compared_;
    const double error = std::abs(got - want);
    EXPECT_LE(error, tolerance) << what << ": " << got << ", expected " << want;
    worst_ = std::max(worst_, error);
  }
  void Print(const char* title) const {
    std::printf("  %-38s %8zu values, worst difference %.3g\n", title,
                compared_, worst_);
  }

 private:
  size_t compared_ = 0;
  double worst_ = 0;
};

struct Differences {
  Worst to_parent;      // specification and original
  Worst specification;  // final transforms of specification and original
  Worst original;       // final transforms of sampler and original
  Worst exact;          // final transforms of sampler and specification
  Worst vertices;       // of sampler and original
  Worst sums;           // over all vertices, a vertex
};

void CompareVertices(const m3d::Character& character,
                     const std::vector<Matrix>& transforms, dom::element want,
                     const std::string& at, Differences* differences) {
  const size_t count = character.vertices.positions.size();
  std::vector<Float3> positions(count);
  std::vector<Float3> normals(count);
  SkinVertices(SkinInput(character.vertices), transforms, positions, normals);
  const auto elements = [](const Float3& v) {
    return std::array<float, 3>{v.x, v.y, v.z};
  };
  std::array<double, 3> position_sum = {};
  std::array<double, 3> normal_sum = {};
  std::array<float, 3> least = elements(positions[0]);
  std::array<float, 3> most = least;
  for (size_t i = 0; i < count; ++i) {
    for (size_t c = 0; c < 3; ++c) {
      const float value = elements(positions[i])[c];
      position_sum[c] += value;
      normal_sum[c] += elements(normals[i])[c];
      least[c] = std::min(least[c], value);
      most[c] = std::max(most[c], value);
    }
  }
  const auto size = static_cast<double>(count);
  const dom::array some = want["pos_first3_last2"];
  for (size_t c = 0; c < 3; ++c) {
    const std::string what = at + " component " + std::to_string(c);
    differences->sums.Compare(position_sum[c] / size,
                              want["pos_sum"].at(c).get_double() / size,
                              kTolerance, what);
    differences->sums.Compare(normal_sum[c] / size,
                              want["normal_sum"].at(c).get_double() / size,
                              kTolerance, what);
    differences->vertices.Compare(least[c], want["pos_min"].at(c).get_double(),
                                  kTolerance, what);
    differences->vertices.Compare(most[c], want["pos_max"].at(c).get_double(),
                                  kTolerance, what);
    // The first three, and the last two; of few vertices, all of them.
    const size_t front = std::min<size_t>(3, count);
    for (size_t i = 0; i < some.size(); ++i) {
      const size_t vertex = i < front ? i : count - some.size() + i;
      differences->vertices.Compare(elements(positions[vertex])[c],
                                    some.at(i).at(c).get_double(), kTolerance,
                                    what + " vertex " + std::to_string(vertex));
    }
  }
}

void CompareClip(const m3d::Character& character, const m3d::Clip& clip,
                 dom::element want, Differences* differences) {
  const SkeletonClip compiled(character, clip);
  SkeletonSampler sampler(compiled);
  std::vector<Matrix> transforms(character.bones());
  for (const dom::element row : want["times"].get_array()) {
    const auto time = static_cast<float>(row["t"].get_double().value());
    const std::string at =
        std::string(clip.name) + " at " + std::to_string(time);
    const SkeletonPose pose = EvaluateSkeleton(character, clip, time);
    sampler.Sample(time, transforms);
    for (size_t b = 0; b < character.bones(); ++b) {
      for (size_t i = 0; i < 16; ++i) {
        const std::string what =
            at + " bone " + std::to_string(b) + " element " + std::to_string(i);
        const double exact = pose.final_transforms[b][i];
        // It is transposed, as the original's shader wants it.
        const double original =
            row["final_transposed"].at(b).at(i % 4 * 4 + i / 4).get_double();
        differences->to_parent.Compare(
            pose.to_parent[b][i], row["to_parent"].at(b).at(i).get_double(),
            kTolerance, what);
        differences->specification.Compare(exact, original, kTolerance, what);
        differences->original.Compare(transforms[b][i], original, kTolerance,
                                      what);
        // Half a unit in the last place.
        differences->exact.Compare(transforms[b][i], exact,
                                   std::abs(exact) * 0x1p-24 + 1e-12, what);
      }
    }
    CompareVertices(character, transforms,
                    row["skinned(double accumulate, w3=1-w0-w1-w2)"], at,
                    differences);
  }
}

void CompareFile(const fs::path& file, const fs::path& table) {
  SCOPED_TRACE(file.string());
  const std::vector<uint8_t> bytes = ReadBytes(file);
  FindingList findings;
  const auto read = m3d::ReadCharacter(bytes, {}, findings);
  ASSERT_TRUE(read.has_value());
  const m3d::Character& character = *read;

  dom::parser parser;
  dom::element expected;
  ASSERT_EQ(parser.load(table.string()).get(expected), simdjson::SUCCESS);
  Differences differences;
  size_t clips = 0;
  try {
    EXPECT_EQ(int64_t{expected["bones"]},
              static_cast<int64_t>(character.bones()));
    for (const dom::element want : expected["clips"].get_array()) {
      const std::string_view name = want["name"];
      for (const m3d::Clip& clip : character.clips) {
        if (clip.name != name) continue;
        ++clips;
        CompareClip(character, clip, want, &differences);
      }
    }
  } catch (const simdjson::simdjson_error& error) {
    FAIL() << "the table has an unexpected form: " << error.what();
  }
  EXPECT_EQ(clips, character.clips.size());
  EXPECT_GT(clips, 0u);
  std::printf("%s: %zu clips\n", file.filename().c_str(), clips);
  differences.to_parent.Print("to parent: specification, original");
  differences.specification.Print("final: specification, original");
  differences.original.Print("final: sampler, original");
  differences.exact.Print("final: sampler, specification");
  differences.vertices.Print("vertices: skinned, original");
  differences.sums.Print("means of vertices: skinned, original");
}

using GoldenTest = RealCharactersTest;

TEST_F(GoldenTest, CharactersMoveAsTheOriginalMovesThem) {
  const fs::path golden = folder() / "golden";
  const fs::path real = folder() / "real";
  CompareFile(golden / "synth3clips.m3d",
              golden / "synth3clips_transforms.json");
  CompareFile(real / "soldier.m3d", golden / "soldier_transforms.json");
}

}  // namespace
}  // namespace clipguard::eval
