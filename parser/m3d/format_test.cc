// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/m3d/format.h"

#include <cstddef>
#include <cstdint>
#include <string>

#include "gtest/gtest.h"

namespace clipguard::m3d {
namespace {

TEST(Format, BannersOfEveryWriter) {
  EXPECT_TRUE(IsBanner("***************m3d-File-Header***************",
                       Section::kHeader));
  EXPECT_TRUE(IsBanner("---------------------------M3D_File_Header-",
                       Section::kHeader));
  EXPECT_TRUE(IsBanner("***Materials***", Section::kMaterials));
  EXPECT_TRUE(IsBanner("-------Subset_Table-", Section::kSubsets));
  EXPECT_TRUE(IsBanner("***Vertices", Section::kVertices));
  EXPECT_TRUE(IsBanner("**Materials**", Section::kMaterials));
  EXPECT_TRUE(IsBanner("*m3d-File-Header*", Section::kHeader));
  EXPECT_TRUE(IsBanner("-Subset_Table-", Section::kSubsets));
  EXPECT_TRUE(LooksLikeBanner("-Subset_Table-"));
  EXPECT_TRUE(LooksLikeBanner("*Subsets*"));
  EXPECT_TRUE(LooksLikeBanner("***Vertexes***"));
}

TEST(Format, OtherTokensAreNoBanners) {
  EXPECT_FALSE(IsBanner("", Section::kMaterials));
  EXPECT_FALSE(IsBanner("***", Section::kMaterials));
  EXPECT_FALSE(IsBanner("Materials", Section::kMaterials));
  EXPECT_FALSE(IsBanner("*", Section::kMaterials));
  EXPECT_FALSE(IsBanner("--0Materials", Section::kMaterials));
  EXPECT_FALSE(IsBanner("***Material***", Section::kMaterials));
  EXPECT_FALSE(IsBanner("***Materialss***", Section::kMaterials));
  EXPECT_FALSE(IsBanner("***Materials---", Section::kTriangles));
  EXPECT_FALSE(IsBanner("---Materials***", Section::kMaterials));
  EXPECT_FALSE(LooksLikeBanner("-1"));
  EXPECT_FALSE(LooksLikeBanner("--1"));
  EXPECT_FALSE(LooksLikeBanner("-.5e-3"));
  EXPECT_FALSE(LooksLikeBanner("-"));
  EXPECT_FALSE(LooksLikeBanner("**Vertexes**"));
  EXPECT_FALSE(LooksLikeBanner("-Subsets-"));
}

TEST(Format, MarksAreOfOneKind) {
  for (const char* marks : {"-", "*", "----", "****"}) {
    EXPECT_TRUE(IsOnlyMarks(marks)) << marks;
  }
  for (const char* word : {"", "-*", "*-", "_", "-1", "--a--"}) {
    EXPECT_FALSE(IsOnlyMarks(word)) << word;
  }
}

TEST(Format, EverySectionHasItsOwnBanner) {
  for (size_t i = 0; i < kSections; ++i) {
    const auto section = static_cast<Section>(i);
    const std::string banner =
        "***" + std::string(SectionName(section)) + "****";
    for (size_t j = 0; j < kSections; ++j) {
      EXPECT_EQ(IsBanner(banner, static_cast<Section>(j)), i == j) << banner;
    }
  }
}

TEST(Format, SpaceIsWhatTheOriginalSkips) {
  int count = 0;
  for (int c = 0; c < 256; ++c) count += IsSpace(static_cast<uint8_t>(c));
  EXPECT_EQ(count, 6);
  EXPECT_TRUE(IsSpace('\r'));
  EXPECT_FALSE(IsSpace(0));
}

}  // namespace
}  // namespace clipguard::m3d
