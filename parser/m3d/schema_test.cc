// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/m3d/schema.h"

#include <cstddef>
#include <string>
#include <string_view>

#include "gtest/gtest.h"
#include "parser/m3d/test_files.h"
#include "parser/m3d/token_cursor.h"

namespace clipguard::m3d {
namespace {

// Token number `number` of the row of `text` that begins with `begin`.
std::string TokenOfRow(std::string_view text, std::string_view begin,
                       size_t number) {
  TokenCursor in(BytesOf(text), text.find(begin));
  in.Skip(number);
  return std::string(in.Next().text);
}

TEST(SchemaTest, LabelsAreWhereTheyAreInAFile) {
  const std::string arm = Arm();
  constexpr size_t kVertex = TokensIn(kVertexRow);
  EXPECT_EQ(TokenOfRow(arm, "Position:", 0), "Position:");
  EXPECT_EQ(
      TokenOfRow(arm, "Position:",
                 LabelAt(kVertexRow, FieldOf(kVertexRow, "blendIndices"))),
      "BlendIndices:");
  EXPECT_EQ(TokenOfRow(arm, "Position:", kVertex), "Position:");
  EXPECT_EQ(TokenOfRow(arm, "Time:", LabelAt(kKeyRow, FieldsIn(kKeyRow) - 1)),
            "Quat:");
  EXPECT_EQ(TokenOfRow(arm, "Time:", TokensIn(kKeyRow)), "Time:");
  EXPECT_EQ(TokenOfRow(arm, "BoneOffset0", TokensIn(kBoneOffsetRow)),
            "BoneOffset1");
  EXPECT_EQ(TokenOfRow(arm, "ParentIndexOfBone0:", TokensIn(kParentRow)),
            "ParentIndexOfBone1:");
}

TEST(SchemaTest, RealsAreCountedAcrossLabels) {
  EXPECT_EQ(RealsIn(kVertexRow), 16u);
  EXPECT_EQ(RealsIn(kVertexRow, kStaticVertexFields), 12u);
}

TEST(SchemaTest, PartsOfRows) {
  constexpr RowPart kSign = WordsOf(kVertexRow, "tangent", 3, 1);
  EXPECT_EQ(kSign.first, 8u);
  EXPECT_EQ(kSign.tokens, 1u);
  EXPECT_STREQ(kSign.name, "tangent");
  constexpr RowPart kFaces = FieldsFrom(kSubsetRow, "faceStart", "faceCount");
  EXPECT_EQ(kFaces.first, 6u);
  EXPECT_EQ(kFaces.tokens, 4u);
  constexpr RowPart kTriangle = WholeField(kTriangleRow, "");
  EXPECT_EQ(kTriangle.first, 0u);
  EXPECT_EQ(kTriangle.tokens, 3u);
}

}  // namespace
}  // namespace clipguard::m3d
