// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/textures/vertex_colors.h"

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "actions/convert/textures/dds_file.h"
#include "corpus/m3d/figures.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clipguard::actions::textures {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A texture of two halves, red and green, and a file that is none.
class Files : public NamedFiles {
 public:
  absl::Status Read(std::string_view name, Known, Use use) const override {
    if (name == "missing.dds") return absl::NotFoundError("");
    const DdsFile dds = {.width = 2,
                         .height = 1,
                         .bits = 32,
                         .masks = {0xFF, 0xFF00, 0xFF0000, 0xFF000000},
                         .flags = 1};
    const std::string bytes =
        name == "crate.dds"
            ? dds.With(std::string_view("\xFF\0\0\xFF\0\x80\0\xFF", 8))
            : "a picture";
    return use(name,
               {reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
  }
};

TEST(VertexColors, AreThoseOfTheirPlaces) {
  m3d::Character crate = corpus::Crate();
  auto& places = crate.vertices.tex_coords;
  places[0] = {0.25f, 0.5f};
  // Beyond its edges, a texture goes on.
  places[1] = {-0.25f, 7};
  places[2] = {std::numeric_limits<float>::quiet_NaN(), 0};
  std::vector<std::string> notes;
  const auto colors = VertexColors(crate, Files(), notes);
  ASSERT_EQ(colors.size(), 3 * places.size());
  EXPECT_THAT(std::span(colors).first(9),
              ElementsAre(255, 0, 0, 0, 128, 0, 255, 0, 0));
  EXPECT_THAT(notes, IsEmpty());
}

TEST(VertexColors, OfFilesThatAreMissingOrNoTextures) {
  m3d::Character crate = corpus::Crate();
  for (auto& material : crate.materials) material.diffuse_map = "missing.dds";
  std::vector<std::string> notes;
  EXPECT_THAT(VertexColors(crate, Files(), notes), IsEmpty());
  EXPECT_THAT(notes, IsEmpty());
  crate.materials[0].diffuse_map = "crate.png";
  EXPECT_THAT(VertexColors(crate, Files(), notes), IsEmpty());
  EXPECT_THAT(notes,
              ElementsAre("the texture crate.png: it is not a DDS file"));
}

}  // namespace
}  // namespace clipguard::actions::textures
