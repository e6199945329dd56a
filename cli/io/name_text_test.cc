// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/io/name_text.h"

#include <set>
#include <string>

#include "gtest/gtest.h"

namespace clipguard::cli {
namespace {

TEST(NameTextTest, NamesInUtf8Stay) {
  for (const std::string name : {"", "a.bin", "gr\xC3\xBC\xC3\x9F", "50%.bin",
                                 "caf%C3%A9.bin", "%41", "a\nb", "%4"}) {
    EXPECT_EQ(FileNameText(name), name);
    EXPECT_EQ(FileOfNameText(name), name);
  }
}

TEST(NameTextTest, OtherNamesDifferAndComeBack) {
  EXPECT_EQ(FileNameText("g\xFF.bin"), "g%FF.bin");
  EXPECT_EQ(FileNameText("g%FF.bin"), "g%25FF.bin");
  std::set<std::string> texts;
  for (const std::string name :
       {"g\xFF", "g\xFE", "g%FF", "g%FE", "g%25FF", "\xC3%A9", "%C3%A9",
        "\xC3\xA9", "\xFF%C3%A9", "%C3\xA9", "%25C3%A9", "g\xEF\xBF\xBD"}) {
    EXPECT_TRUE(texts.insert(FileNameText(name)).second) << name;
    EXPECT_EQ(FileOfNameText(FileNameText(name)), name);
  }
}

}  // namespace
}  // namespace clipguard::cli
